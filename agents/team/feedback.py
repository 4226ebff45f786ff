"""Feedback: reads how a day went, adjusts what follows."""

from __future__ import annotations

from agents.companion_schemas import AdjustmentOut, DayReport, FeedbackAnswer
from agents.companions.feedback import FeedbackContext
from agents.runtime.agent import Agent
from agents.runtime.registry import register
from trips.reading.edits import read_edits
from trips.reading.reports import Report, Told, day_said, read_told
from trips.reading.reports.adjusting import Adjustment, adjustments
from trips.reading.reports.granting import Granted, granted

_MOST = 6


def offline(context: FeedbackContext) -> FeedbackAnswer:
    """Read by code. Words of which code makes nothing are kept as they are, and call for nothing."""
    plan, text = context.plan, context.text
    told = read_told(text, plan, context.gazetteer, today=context.today)
    reports = list(told.reports)
    wishes = granted(text, context.ahead)
    wanted = [
        AdjustmentOut(edit=one.edit, sentence=one.reason[:400], quote=one.quote[:400])
        for one in _called_for(reports, wishes, context)
    ]
    if not wanted:
        asked = read_edits(text, plan, context.facts, context.gazetteer, today=context.today).edits
        wanted = [AdjustmentOut(edit=edit, sentence="You asked for it.", quote=text[:400]) for edit in asked]
    rows = [_row(report) for report in reports[:_MOST]] or [_as_it_is(context)]
    return FeedbackAnswer(
        reply=_reply(
            reports,
            wanted,
            [*(wish.sentence for wish in wishes if wish.sentence), *_unread(told)],
            ahead=bool(plan.days) and context.today <= plan.days[-1].date,
        ),
        short_summary=f"Reported: {text}"[:200],
        next_step="Say how it goes on." if not wanted else "Say yes or no to the change.",
        reports=rows,
        adjustments=wanted[:_MOST],
    )


def _called_for(reports: list[Report], wishes: list[Granted], context: FeedbackContext) -> list[Adjustment]:
    """What they ask for; and what the reports call for on days of which they ask nothing: who says what
    should be different on a day has said it all."""
    asked = [one for wish in wishes for one in wish.edits]
    of = {one.date for one in asked}
    return [*asked, *(one for one in adjustments(reports, context.ahead) if one.date not in of)]


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


def _left_out(reports: list[Report]) -> list[str]:
    names = [name for report in reports for name in report.skipped]
    return [f"Left out: {', '.join(names)}."] if names else []


def _unread(told: Told) -> list[str]:
    """Beside what was read; where nothing was, the words are kept as they are."""
    words = "”, “".join(one.rstrip(".") for one in told.unread[:_MOST])
    return [f"I did not understand “{words}”."] if words and told.reports else []


def _reply(reports: list[Report], wanted: list[AdjustmentOut], said: list[str], *, ahead: bool) -> str:
    energies = {report.energy for report in reports}
    liked = [name for report in reports for name in report.liked]
    causes = {one.kind for report in reports for one in report.causes}
    if "illness" in causes:
        words = "I am sorry to hear that. I have written it down."
    elif "low" in energies or "walking" in causes:
        words = "That was a lot for one day. I have written it down."
    elif liked:
        words = "Good to hear. I have written it down."
    elif any(report.disliked for report in reports):
        words = "That is a pity. I have written it down."
    else:
        words = "Thank you, I have written it down."
    if not wanted and not said and ahead:
        said = ["What follows stays as it is."]
    return " ".join([words, *_left_out(reports), *said])


register(
    Agent(
        name="feedback",
        title="Feedback",
        prompt="feedback.md",
        output=FeedbackAnswer,
        tools=("search_memory",),
        memory="feedback",
        notes=True,
        offline=offline,
        subject="the reading of your report",
    )
)
