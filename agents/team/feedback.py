"""Feedback: reads how a day went, adjusts what follows."""

from __future__ import annotations

from agents.base import Agent
from agents.companion_schemas import AdjustmentOut, DayReport, FeedbackAnswer
from agents.companions.feedback import FeedbackContext
from agents.registry import register
from trips.planning.editing import read_edits
from trips.understanding.adjusting import adjustments
from trips.understanding.reports import Report, day_said, read_reports

_MOST = 6


def offline(context: FeedbackContext) -> FeedbackAnswer:
    """Read by code. Words of which code makes nothing are kept as they are, and call for nothing."""
    plan, text = context.plan, context.text
    reports = read_reports(text, plan, context.gazetteer, today=context.today)
    asked = read_edits(text, plan, context.facts, context.gazetteer, today=context.today)
    wanted = [AdjustmentOut(edit=edit, sentence="You asked for it.", quote=text[:400]) for edit in asked]
    if not wanted:  # who says what should be different has said it all
        wanted = [
            AdjustmentOut(edit=one.edit, sentence=one.reason[:400], quote=one.quote[:400])
            for one in adjustments(reports, context.ahead)
        ]
    rows = [_row(report) for report in reports[:_MOST]] or [_as_it_is(context)]
    return FeedbackAnswer(
        reply=_reply(reports, wanted),
        short_summary=f"Reported: {text}"[:200],
        next_step="Say how it goes on." if not wanted else "Say yes or no to the change.",
        reports=rows,
        adjustments=wanted[:_MOST],
    )


def _row(report: Report) -> DayReport:
    return DayReport(
        date=report.date,
        item_uid=report.item_uid,
        text=report.quote[:1000],
        quote=report.quote[:400],
        liked=[name[:80] for name in report.liked],
        disliked=[name[:80] for name in report.disliked],
        energy=report.energy,  # type: ignore[arg-type]
        rating=report.rating or 0,
    )


def _as_it_is(context: FeedbackContext) -> DayReport:
    date = day_said(context.text, context.plan, context.today) or context.today
    return DayReport(date=date, text=context.text[:1000], quote=context.text[:400])


def _reply(reports: list[Report], wanted: list[AdjustmentOut]) -> str:
    energies = {report.energy for report in reports}
    liked = [name for report in reports for name in report.liked]
    if "low" in energies or any(one.kind == "walking" for report in reports for one in report.causes):
        words = "That was a lot for one day. I have written it down."
    elif liked:
        words = "Good to hear. I have written it down."
    elif any(report.disliked for report in reports):
        words = "That is a pity. I have written it down."
    else:
        words = "Thank you, I have written it down."
    return words if wanted else f"{words} What follows stays as it is."


register(
    Agent(
        name="feedback",
        title="Feedback",
        prompt="feedback.md",
        output=FeedbackAnswer,
        tools=("search_memory",),
        tier="standard",
        max_tokens=4096,
        memory="feedback",
        notes=True,
        offline=offline,
    )
)
