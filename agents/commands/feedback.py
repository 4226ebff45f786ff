"""`/feedback`: how a day went, in the traveller's words; what it calls for is proposed, never done.

Without words it says what was told so far; when the trip is over, that is its retrospective.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from agents.commands.cost_noting import NoteExpenses
from agents.commands.registry import Command, register
from agents.companions import feedback as companion
from agents.companions.feedback import FeedbackContext
from agents.companions.planner import change_in_words
from agents.companions.retrospective import retrospective
from agents.outcome import Outcome, plain_answer
from agents.planning import computed
from agents.runtime import prompting
from agents.runtime.db_thread import in_database
from agents.view import TripView
from config import clock
from memory.extraction import Work
from trips import changing, plan_versions, reporting, spending
from trips.changing import Base
from trips.models import Message, Trip, Turn
from trips.planning.editing import Edited
from trips.planning.whereabouts import today_of
from trips.reading.routing.requests import asks_how_it_was
from trips.reporting import Entry
from trips.wording import day_in_words

if TYPE_CHECKING:
    from agents.thinking import Thinking

AGENT = "feedback"
NO_PLAN = "There is no plan yet, so no day to tell of. Choose an option first: /select and its number."
MEANWHILE = "The plan or the facts were changed meanwhile, so no change is proposed."
EXAMPLES = ("the ramen was great, but we were exhausted after 3 pm", "yesterday was too rushed", "4 out of 5")


@dataclass(frozen=True)
class KeepsFeedback:
    """The reports, and a change of the days that follow that waits for a yes."""

    entries: tuple[Entry, ...]
    base: Base
    edited: Edited | None
    cause: str

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        try:
            reporting.report(trip, self.entries, message=message, turn=turn)
        except reporting.Refused as refused:
            return str(refused)
        if self.edited is None:
            return ""
        try:
            changing.propose(trip, self.edited, base=self.base, cause=self.cause, turn=turn, message=message)
        except (plan_versions.Outdated, plan_versions.NoPlan, changing.NotPossible):
            return MEANWHILE
        return ""


async def carry_out(thinking: Thinking, argument: str) -> Outcome:
    """Write down what was said, propose what it calls for. Raises what ends the turn."""
    text = words_of(thinking.view, argument)
    if not text:
        return await _without_words(thinking.view)
    base, context = await in_database(_gathered, thinking.view, text)
    spent, unspent = await in_database(_spent, thinking.view, text)
    by_code = thinking.mind.name == "offline"
    answer = await thinking.companion(
        AGENT,
        context,
        doing="writing down how it went",
        task=prompting.companion_task(companion.task_of(context)),
        check=lambda candidate: [] if by_code else companion.problems_of(candidate, context),
        said=lambda given: f"{len(given.reports)} reports, {len(given.adjustments)} changes to offer",
    )
    entries = companion.entries_of(answer)
    edits = [one.edit for one in answer.adjustments]
    edited = await computed(companion.tried, base.plan, base.facts, edits, context) if edits else None
    cause = companion.reasons_in_words(answer.adjustments)
    lines = companion.noted(entries)
    lines += [f"- Noted as spent: {entry.amount:,.2f} {entry.currency}, {entry.what}." for entry in spent]
    parts = [answer.reply.strip(), "\n".join(lines)]
    if edited is not None:
        replaced = (
            " It takes the place of the change that waited for your answer." if thinking.view.proposal else ""
        )
        parts.append(
            f"For the days that follow I propose a change. {cause} {change_in_words(edited)}{replaced}"
        )
        parts.append("Shall I change the plan like that? Say yes or no; until then it stays as it is.")
    notes = list(unspent)
    if edits and edited is None:
        notes.append(
            "Nothing in the days that follow can be changed for that without breaking something else."
        )
    return Outcome(
        mode="DELEGATE",
        agent=AGENT,
        reply="\n\n".join(filter(None, parts)),
        effects=[
            KeepsFeedback(tuple(entries), base, edited, f"Feedback. {cause}"[:200]),
            *([NoteExpenses(tuple(spent))] if spent else []),
        ],
        notes=notes,
        work=[Work(AGENT, companion.work_of(entries, edited), task=f"Feedback: {text}"[:400])],
        links=[thinking.view.on_board(AGENT)],
        short_summary=answer.short_summary or f"Reported: {text}"[:200],
        next_step="Say yes or no to the change, in the plan or here." if edited else "Say how it goes on.",
    )


def words_of(view: TripView, argument: str) -> str:
    """What was said: a line's words, else the whole message, which nobody has put in other words; nothing
    where it only asks how it was."""
    said = view.message.strip()
    if not view.command and asks_how_it_was(said):
        return ""
    return argument.strip() if view.command or said.startswith("/") or not said else said


async def _without_words(view: TripView) -> Outcome:
    """What was told so far; of a trip that is over the retrospective."""
    if view.plan and today_of(view.plan, clock.now(), view.gazetteer) > view.plan.days[-1].date:
        return await in_database(_over, view)
    told = await in_database(_so_far, view)
    return plain_answer(told, "Say how it was.", agent=AGENT, links=[view.on_board(AGENT)])


# --- In the database's thread ------------------------------------------------------------------


def _gathered(view: TripView, text: str) -> tuple[Base, FeedbackContext]:
    trip = Trip.objects.get(pk=view.trip_id)
    today = today_of(view.plan, clock.now(), view.gazetteer) if view.plan else view.today
    base = changing.base_of(trip, today=today)
    context = FeedbackContext(
        text=text,
        plan=base.plan,
        facts=base.facts,
        today=today,
        tired_before=reporting.tired_days(trip),
        kept=reporting.booked_items(trip),
        gazetteer=view.gazetteer,
    )
    return base, context


def _spent(view: TripView, text: str) -> tuple[list[spending.Entry], list[str]]:
    """Sums in the same message are spending: what can be noted, and why others can't."""
    trip = Trip.objects.get(pk=view.trip_id)
    read = spending.read_on(trip, text)
    entries, problems = [], list(read.problems)
    for one in read.found:
        entry = spending.entry_of(trip, one)
        try:
            spending.check(trip, entry)
        except spending.Refused as refused:
            problems.append(str(refused))
        else:
            entries.append(entry)
    return entries, problems


def _so_far(view: TripView) -> str:
    trip = Trip.objects.get(pk=view.trip_id)
    rows = list(trip.feedback.order_by("-date", "-pk")[:6])
    ask = "Say how it was, like “ramen was the best meal, but I was exhausted after 3 pm”."
    if not rows:
        return f"Nothing was told yet. {ask}"
    lines = [
        f"- {day_in_words(row.date)}: {reporting.in_words(row) or ' '.join(row.text.split())[:120]}"
        for row in rows
    ]
    return "\n".join(["What you told so far:", "", *lines, "", ask])


def _over(view: TripView) -> Outcome:
    trip = Trip.objects.select_related("plan").get(pk=view.trip_id)
    told = retrospective(trip)
    return Outcome(
        mode="ANSWER",
        agent=AGENT,
        reply=told.text,
        links=[("What we remember", f"{reverse('memory')}?state=proposed"), view.on_board(AGENT)],
        short_summary=told.summary,
        next_step="Say how it was.",
    )


def missing(view: TripView, argument: str) -> str:
    if view.plan is None or not view.plan.days:
        return NO_PLAN
    first = view.plan.days[0].date
    if today_of(view.plan, clock.now(), view.gazetteer) < first:
        return (
            f"The trip begins on {day_in_words(first)}: there is no day to tell of before it. "
            "What should be different until then, /plan changes."
        )
    return ""


def arguments(view: TripView) -> Sequence[str]:
    return EXAMPLES if view.phase in ("travelling", "done") else ()


register(
    Command(
        name=AGENT,
        usage="/feedback TEXT",
        summary="tell how a day went",
        carry_out=carry_out,
        missing=missing,
        agent=AGENT,
        arguments=arguments,
        words=("What did the trip come to?", "{}"),
    )
)
