"""Edits applied to a plan, one after the other: the plan, the facts, the verdict and what differs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

from pydantic import Field

from trips.catalogue.credits import credits_of_plan
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.editing.changing import Change
from trips.planning.editing.diffs import PlanDiff, diff_of
from trips.planning.editing.edits import CannotDo, Cheaper, Edit
from trips.planning.editing.failures import newly_failed
from trips.planning.editing.itinerary import Itinerary, taken_apart
from trips.planning.editing.lightening import cheaper, in_trips_money, lighter
from trips.planning.editing.meals import replace_meal, swap_meals
from trips.planning.editing.moving import lock, move_item, set_guests, set_length, set_time, swap_days
from trips.planning.editing.nights import add_night, drop_night
from trips.planning.editing.places import add_place, remove_item, replace_item
from trips.planning.editing.requests import request_for
from trips.planning.editing.shifting_days import shift_day
from trips.planning.editing.writing import written
from trips.planning.request import UnknownDestination
from trips.planning.validator import check_plan
from trips.schemas import CheckResult, Meal, Plan, TripFacts, Value, Verdict, Visit
from trips.wording import money_in_words, whole_money

_HANDLERS: dict[str, Callable[[Change, Any], str]] = {
    "swap_days": swap_days,
    "shift_day": shift_day,
    "move_item": move_item,
    "remove_item": remove_item,
    "add_place": add_place,
    "set_time": set_time,
    "set_length": set_length,
    "lock": lock,
    "set_guests": set_guests,
    "lighter": lighter,
    "replace_meal": replace_meal,
    "swap_meals": swap_meals,
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
    now: dt.datetime | None = None,
) -> Edited:
    """The plan after these edits, in their order; the one given is left as it is. An edit that can't be done
    changes nothing and leaves a sentence in `problems`; the others are still done. Nothing is replaced to
    keep a budget: the verdict says what is over it.

    `today` = where the traveller is; days before it are not changed, and nothing of a trip that is over.
    `now` = the hour there, local, if known: nothing is set to begin before it, and what has begun stays.
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
            change = one_edit(plan, edit, new_facts, gazetteer, today, now)
        except CannotDo as problem:
            problems.append(str(problem))
            continue
        except UnknownDestination:
            problems.append("The cities of this trip are not in our data: its plan can't be changed.")
            continue
        plan, new_facts = change[0], change[1].facts
        said.append(change[2])
        notes += change[1].notes
    if said:
        plan = plan.model_copy(update={"credits": credits_of_plan(plan, gazetteer)})
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


def one_edit(
    plan: Plan,
    edit: Edit,
    facts: TripFacts,
    gazetteer: Gazetteer,
    today: dt.date,
    now: dt.datetime | None = None,
) -> tuple[Plan, Change, str]:
    """The plan after an edit, the change, and what was done. Raises CannotDo, UnknownDestination."""
    request = request_for(plan, facts, gazetteer, today=today)
    on_the_item = edit.kind in ("lock", "set_guests")  # written on the item itself
    itself = plan.model_copy(deep=True) if on_the_item else plan

    def made(do: Callable[[Change, Any], str]) -> tuple[Plan, Change, str]:
        change = Change(taken_apart(itself, request), facts, today, now=now)
        if now:
            _hold_what_has_begun(change.itinerary, now)
        sentence = do(change, edit)
        return written(change.itinerary), change, sentence

    if edit.kind == "cheaper" and edit.by and not edit.day:
        after, change, sentence = _to_a_sum(plan, edit, made)
    else:
        after, change, sentence = made(_HANDLERS[edit.kind])
    if edit.kind == "cheaper" and after.total >= plan.total:
        raise CannotDo("We know nothing cheaper that would do as well.")
    if after == plan:
        raise CannotDo("That is how the plan is already.")
    if now:
        _nothing_before(now, plan, after, change)
    if edit.kind == "cheaper" and edit.by:
        sentence = f"{sentence} {_reached(plan, after, edit, in_trips_money(edit, request))}"
    return after, change, sentence


def _to_a_sum(
    plan: Plan, edit: Cheaper, made: Callable[[Callable[[Change, Any], str]], tuple[Plan, Change, str]]
) -> tuple[Plan, Change, str]:
    """Without another stay where that is enough; else whichever saves more."""
    found: list[tuple[Plan, Change, str]] = []
    problem: CannotDo | None = None
    for rooms in (False, True):
        try:
            found.append(made(partial(cheaper, rooms=rooms)))
        except CannotDo as why:
            problem = why
        if found and plan.total - found[-1][0].total >= edit.by and not edit.currency:
            break
    if not found and problem:
        raise problem
    return min(found, key=lambda one: one[0].total)


def _hold_what_has_begun(itinerary: Itinerary, now: dt.datetime) -> None:
    for sojourn in itinerary.sojourns:
        for date, entries in sojourn.days.items():
            if date == now.date():
                sojourn.days[date] = [
                    replace(one, held=True, any_hours=True, must=True) if one.item.start <= now else one
                    for one in entries
                ]


def _nothing_before(now: dt.datetime, before: Plan, after: Plan, change: Change) -> None:
    """Raises CannotDo where a thing would begin at an hour that is over."""
    known = {item.uid: item for item in before.items()}
    for item in after.items():
        old = known.get(item.uid)
        if not isinstance(item, Visit | Meal) or (old and old.start == item.start):
            continue
        if item.start < now and item.start.date() == now.date():
            raise CannotDo(
                f"{item.title} would begin at {item.start:%H:%M} on {change.day(item.start.date())}, "
                f"but it is {now:%H:%M} there."
            )


def _reached(before: Plan, after: Plan, edit: Cheaper, wanted: Decimal) -> str:
    """How much of the sum that was to be saved is."""
    saved = before.total - after.total
    much = whole_money(saved, before.currency)
    if saved >= wanted:
        return f"It saves {much}."
    asked = money_in_words(Decimal(edit.by), edit.currency or before.currency)
    return (
        f"It saves {much} of the {asked} you asked for: "
        "we know nothing cheaper beyond that which would do as well."
    )


def warnings_of(edited: Edited, verdict_before: Verdict) -> list[str]:
    """What the edit breaks, a sentence each: what had to go along, then checks that fail now and did not
    before. Empty = it can be done without asking."""
    worst_first = sorted(newly_failed(edited.verdict, verdict_before), key=_severity)
    said = [one.message for one in worst_first if one.severity != "info"]
    return list(dict.fromkeys([*edited.notes, *said]))


def _severity(result: CheckResult) -> tuple[int, int]:
    return ("error", "warning", "info").index(result.severity), result.id
