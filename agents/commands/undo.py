"""/undo: takes back the last thing done since a plan was chosen, a change of the facts or of the plan.

An expense and a report have a way of their own: where one of them came last it is named.
"""

from __future__ import annotations

from dataclasses import dataclass

from agents.commands.plan import MEANWHILE, no_plan, refusal, waiting
from agents.commands.registry import Command, register
from agents.outcome import Outcome
from agents.runtime.db_thread import in_database
from agents.thinking import Thinking
from agents.view import TripView
from trips import plan_versions, undoing
from trips.facts import describe
from trips.models import Expense, Feedback, Message, PlanVersion, Trip, Turn
from trips.reading.routing.requests import fact_named
from trips.schemas import TripFacts
from trips.undoing import FactStep
from trips.wording import day_in_words, money_in_words

NOTHING = "Nothing was changed since this plan was chosen, so there is nothing to undo."
HISTORY = "“What you told us” shows what was said when."
#: Arguments of /undo: it was not meant; a change, whatever was noted since; the plan's last change.
NOT_MEANT, CHANGE, PLAN = "not meant", "change", "plan"
#: So many messages back "that was not meant" is about; what is older is named first.
JUST_NOW = 2


@dataclass(frozen=True)
class Undoes:
    """Back from the version of this number."""

    seen: int

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        try:
            plan_versions.undo(trip, seen=self.seen, message=message)
        except (plan_versions.Outdated, plan_versions.NoPlan, plan_versions.NothingToUndo):
            return MEANWHILE
        return ""


@dataclass(frozen=True)
class UndoesFacts:
    """Back to the facts before this step."""

    step: FactStep

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        return "" if undoing.undo_step(trip, self.step) else MEANWHILE


@dataclass(frozen=True)
class _Last:
    """What could be taken back, read in one go; `version` has come from another."""

    facts: TripFacts
    step: FactStep | None
    version: PlanVersion | None
    noted: Expense | Feedback | None

    @property
    def is_step(self) -> bool:
        return self.step is not None and (self.version is None or self.step.when > self.version.created)


async def _undo(thinking: Thinking, argument: str) -> Outcome:
    meant = " ".join(argument.casefold().split())
    root = fact_named(meant)
    proposal = await in_database(waiting, thinking.view)
    if meant == NOT_MEANT and proposal is not None and thinking.view.yes_to_proposal:
        return refusal(proposal, "")
    last = await in_database(_last, thinking.view, root)
    if root and last.step is None:
        return _said(f"Of that nothing was changed since this plan was chosen. {HISTORY}")
    if meant == PLAN:
        last = _Last(last.facts, None, last.version, None)
    if last.step is None and last.version is None:
        return _said(_how_noted(last.noted) or NOTHING)
    when = last.step.when if last.is_step else last.version.created
    if not root and meant not in (CHANGE, PLAN) and last.noted is not None and last.noted.created > when:
        return _said(
            f"{_how_noted(last.noted)} Before that: {_what(last)} Say “undo the change” and that goes."
        )
    if meant == NOT_MEANT and (number := _turn_of(last)) is not None:
        if thinking.view.number - number > JUST_NOW:
            return _said(f"The last thing that was changed: {_what(last)} Say “undo” and it goes back.")
    return _back_from(last)


def _back_from(last: _Last) -> Outcome:
    if last.is_step:
        return _said(f"Undone. {_what(last)} “What you told us” shows it.", UndoesFacts(last.step))
    return way_back(last.version)


def way_back(version: PlanVersion) -> Outcome:
    """Back from a version, by words or by a button."""
    return _said(
        f"Undone: {_cause(version)} The plan is version {version.parent.number} again; the history on the "
        "board can bring the change back.",
        Undoes(version.number),
    )


def again(version: PlanVersion) -> Outcome:
    """An earlier or a later version is the plan again, by a button."""
    return _said(f"The plan is version {version.number} again: {_cause(version)}")


def _what(last: _Last) -> str:
    """A sentence: what the facts are again, or the change of the plan."""
    return f"{_difference(last.facts, last.step.before)}." if last.is_step else _cause(last.version)


def _cause(version: PlanVersion) -> str:
    return version.cause if version.cause.endswith((".", "!", "?")) else f"{version.cause}."


def _difference(now: TripFacts, then: TripFacts) -> str:
    """ "When: 20–30 March 2027 again, not 25 March–4 April 2027"."""
    is_now, was = _by_label(now), _by_label(then)
    said = []
    for label in dict.fromkeys([*was, *is_now]):
        if was.get(label) == is_now.get(label):
            continue
        if label not in was:
            said.append(f"{label}: no longer {is_now[label]}")
        else:
            said.append(
                f"{label}: {was[label]} again" + (f", not {is_now[label]}" if label in is_now else "")
            )
    return "; ".join(said) or "The facts are as they were before the last change"


def _by_label(facts: TripFacts) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for line in describe(facts):
        found.setdefault(line.label, []).append(line.text)
    return {label: ", ".join(texts) for label, texts in found.items()}


def _how_noted(noted: Expense | Feedback | None) -> str:
    if isinstance(noted, Expense):
        money = money_in_words(noted.amount.normalize() + 0, noted.currency)
        what = f"{noted.what}, {money}" if noted.what else money
        return f"The last thing noted is an expense, {what}: “/cost remove last” takes it away."
    if isinstance(noted, Feedback):
        return (
            f"The last thing noted is how {day_in_words(noted.date)} was: Feedback has a button to delete it."
        )
    return ""


def _turn_of(last: _Last) -> int | None:
    if last.is_step:
        return last.step.turn
    message = last.version.message
    return message.turn.number if message is not None and message.turn else None


def _said(sentence: str, *effects: Undoes | UndoesFacts) -> Outcome:
    return Outcome(
        mode="DELEGATE",
        agent="planner",
        reply=sentence.strip(),
        effects=list(effects),
        short_summary=sentence.strip()[:400],
        next_step="Say what should be different.",
    )


def _last(view: TripView, root: str) -> _Last:
    trip = Trip.objects.select_related("plan__parent", "plan__message__turn").get(pk=view.trip_id)
    version = trip.plan if trip.plan is not None and trip.plan.parent is not None and not root else None
    return _Last(trip.facts, undoing.last_step(trip, root), version, undoing.last_noted(trip))


register(
    Command(
        "undo",
        "/undo",
        "take the last change back, of the facts or of the plan",
        _undo,
        missing=no_plan,
        agent="planner",
    )
)
