"""Edits applied to a plan, one after the other: the plan, the facts, the verdict and what differs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import Field

from trips.planning.editing.changing import Change
from trips.planning.editing.diffs import PlanDiff, diff_of, failed_only_in
from trips.planning.editing.edits import CannotDo, Edit
from trips.planning.editing.itinerary import taken_apart
from trips.planning.editing.lightening import cheaper, lighter
from trips.planning.editing.meals import replace_meal
from trips.planning.editing.moving import lock, move_item, set_time, swap_days
from trips.planning.editing.nights import add_night, drop_night
from trips.planning.editing.places import add_place, remove_item, replace_item
from trips.planning.editing.requests import request_for
from trips.planning.editing.writing import written
from trips.planning.gazetteer import Gazetteer
from trips.planning.request import UnknownDestination
from trips.planning.validator import check_plan
from trips.schemas import CheckResult, Plan, TripFacts, Value, Verdict

_HANDLERS: dict[str, Callable[[Change, Any], str]] = {
    "swap_days": swap_days,
    "move_item": move_item,
    "remove_item": remove_item,
    "add_place": add_place,
    "set_time": set_time,
    "lock": lock,
    "lighter": lighter,
    "replace_meal": replace_meal,
    "replace_item": replace_item,
    "add_night": add_night,
    "drop_night": drop_night,
    "cheaper": cheaper,
}


class Edited(Value):
    """`facts` as they must become with this plan; `sentence` = what was done, "" when nothing; `notes` = what
    it took along with it; `problems` = what could not be done, a sentence an edit."""

    plan: Plan
    facts: TripFacts
    verdict: Verdict
    diff: PlanDiff
    sentence: str = ""
    notes: list[str] = Field(default_factory=list)
    problems: list[str] = Field(default_factory=list)

    @property
    def changed(self) -> bool:
        return not self.diff.empty


#: What is said to a change of a plan whose last day is behind the travellers.
OVER = "This trip is over: its plan stays as it was travelled."


def apply_edits(
    plan: Plan,
    edits: Sequence[Edit],
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    earlier: Sequence[Plan] = (),
) -> Edited:
    """The plan after these edits, in their order; the one given is left as it is. An edit that can't be done
    changes nothing and leaves a sentence in `problems`; the others are still done. Nothing is replaced to
    keep a budget: the verdict says what is over it.

    `today` = where the traveller is; days before it are not changed, and nothing of a trip that is over.
    `earlier` = other plans that the verdict compares with, as `others` of `check_plan`."""
    before = plan
    verdict_before = check_plan(before, facts, gazetteer, today=today, others=list(earlier))
    said: list[str] = []
    notes: list[str] = []
    over = bool(plan.days) and today > plan.days[-1].date
    problems: list[str] = [OVER] if over and edits else []
    new_facts = facts
    for edit in edits if not over else ():
        try:
            change = _one(plan, edit, new_facts, gazetteer, today)
        except CannotDo as problem:
            problems.append(str(problem))
            continue
        except UnknownDestination:
            problems.append("The cities of this trip are not in our data: its plan can't be changed.")
            continue
        plan, new_facts = change[0], change[1].facts
        said.append(change[2])
        notes += change[1].notes
    verdict = check_plan(plan, new_facts, gazetteer, today=today, others=list(earlier))
    return Edited(
        plan=plan,
        facts=new_facts,
        verdict=verdict,
        diff=diff_of(before, plan, verdict_before, verdict),
        sentence=" ".join(said),
        notes=notes,
        problems=problems,
    )


def _one(
    plan: Plan, edit: Edit, facts: TripFacts, gazetteer: Gazetteer, today: dt.date
) -> tuple[Plan, Change, str]:
    """Raises CannotDo, UnknownDestination."""
    request = request_for(plan, facts, gazetteer, today=today)
    itself = plan.model_copy(deep=True) if edit.kind == "lock" else plan  # a lock is put on the item itself
    change = Change(taken_apart(itself, request), facts, today)
    sentence = _HANDLERS[edit.kind](change, edit)
    after = written(change.itinerary)
    if edit.kind == "cheaper" and after.total >= plan.total:
        raise CannotDo("We know nothing cheaper that would do as well.")
    if after == plan:
        raise CannotDo("That is how the plan is already.")
    return after, change, sentence


def warnings_of(edited: Edited, verdict_before: Verdict) -> list[str]:
    """What the edit breaks, a sentence each: what had to go along, then checks that fail now and did not
    before. Empty = it can be done without asking."""
    worst_first = sorted(failed_only_in(edited.verdict, verdict_before), key=_severity)
    said = [one.message for one in worst_first if one.severity != "info"]
    return list(dict.fromkeys([*edited.notes, *said]))


def _severity(result: CheckResult) -> tuple[int, int]:
    return ("error", "warning", "info").index(result.severity), result.id
