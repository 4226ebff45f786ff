"""The planner changes a chosen plan: a wish in words becomes typed edits, which code checks and carries out.

What a model answers is a stranger's: unknown items, days out of range and places of nowhere go back to it
with the reason, at most twice; then nothing is proposed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from agents.companions.wire_edit import WrittenEdit
from agents.runtime.data_rows import listed_rows
from agents.runtime.prompting import facts_text, masked
from agents.runtime.schemas import Line
from agents.validation.edits import unknown_in
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.city_notes import cities_in
from trips.planning.editing import EDITS, Edit, Edited, PlanDiff
from trips.reading.edits import read_edits
from trips.schemas import CheckResult, Item, Plan, TripFacts, Verdict, Written
from trips.wording import whole_money

MOST_EDITS = 12


class ChangeAnswer(Written):
    """`edits` in the order they are made. `question` only where the wish can mean several things. `not_done`:
    a sentence for each part of the wish that no edit does."""

    understood: Line = ""
    edits: Annotated[list[WrittenEdit], Field(max_length=MOST_EDITS)] = []
    question: Line = ""
    not_done: Annotated[list[Line], Field(max_length=MOST_EDITS)] = []


@dataclass(frozen=True)
class ChangeContext:
    """To change a plan as somebody wishes. `problems`: what an earlier try could not do."""

    wish: str
    plan: Plan
    verdict: Verdict
    facts: TripFacts
    today: dt.date
    problems: tuple[str, ...] = ()
    now: dt.datetime | None = None  # the hour where they are, if that is known
    gazetteer: Gazetteer = field(repr=False, default=None)  # type: ignore[assignment]


def offline(context: ChangeContext) -> ChangeAnswer:
    """The wish read by code."""
    wish = read_edits(
        context.wish, context.plan, context.facts, context.gazetteer, today=context.today, now=context.now
    )
    not_done = list(wish.not_done)
    if len(wish.edits) > MOST_EDITS:
        left = len(wish.edits) - MOST_EDITS
        not_done.append(f"That is {MOST_EDITS} changes at once; for the other {left} ask again.")
    return ChangeAnswer(edits=wish.edits, not_done=not_done)


# --- Judging -----------------------------------------------------------------------------------


def edit_problems(context: ChangeContext, answer: ChangeAnswer) -> list[str]:
    """Sentences for the model: what is wrong with its edits. Empty = they may be tried."""
    if not answer.edits and not answer.question.strip() and not answer.not_done:
        return ["Name at least one edit, or ask one question when the wish can mean several things."]
    cities = {day.city.casefold() for day in context.plan.days}
    return [
        f"Edit {number} ({edit.kind}): {sentence}"
        for number, edit in enumerate(answer.edits, start=1)
        for sentence in [*unknown_in(edit, context.plan, context.gazetteer), *_wrong(edit, cities)]
    ]


def _wrong(edit: Edit, cities: set[str]) -> list[str]:
    named = (getattr(edit, name, "") for name in ("city", "instead_of"))
    problems = [
        f"{city!r} is no city of the plan." for city in named if city and city.casefold() not in cities
    ]
    if edit.kind == "add_place" and not edit.place_id and not edit.name.strip():
        problems.append("say what to add: an id or a name.")
    return problems


def edits_of(answer: ChangeAnswer) -> list[Edit]:
    """The edits with local times: an offset that a model wrote behind one means nothing here."""
    rows = [edit.model_dump() for edit in answer.edits]
    for row in rows:
        if row.get("start") is not None:
            row["start"] = row["start"].replace(tzinfo=None)
    return EDITS.validate_python(rows)


# --- What the planner is told ------------------------------------------------------------------


def change_task(context: ChangeContext) -> list[str]:
    """The wish last; before it facts, the plan with the uids of its items, and what our data has there."""
    plan = context.plan
    lines = ["Facts:", facts_text(context.facts), "", "The plan:"]
    for number, day in enumerate(plan.days, start=1):
        lines.append(f"Day {number}, {day.date:%A %-d %B %Y}, {day.city}:")
        lines += [f"- {_item_line(item)}" for item in sorted(day.items, key=lambda item: item.start)]
    lines += ["", f"In all {plan.total} {plan.currency}."]
    failed = [f"- {result.title}: {result.message}" for result in context.verdict.failed]
    lines += ["What our checks found in it:", *failed] if failed else []
    used = {item.place_id for item in plan.items() if item.place_id}
    lines += listed_rows(cities_in(plan, context.gazetteer), context.gazetteer, ("visit", "food"), used)
    if context.problems:
        lines += ["", "Your last edits could not be done:", *context.problems]
    return [*lines, "", "The traveller's wish:", masked(context.wish)]


def _item_line(item: Item) -> str:
    place = f" [{item.place_id}]" if item.place_id else ""
    held = ", locked" if item.locked else ""
    return f"{item.uid}: {item.start:%H:%M}–{item.end:%H:%M} {item.kind} “{item.title}”{place}{held}"


# --- What is said of a change ------------------------------------------------------------------


def change_in_words(edited: Edited) -> str:
    """The proposal as the traveller reads it: what would change, what it costs, what the checks say."""
    diff = edited.diff
    parts = [edited.sentence, *edited.notes[:4], cost_in_words(diff)]
    if diff.newly_failed:
        parts.append("It would break something: " + " ".join(_message(row) for row in diff.newly_failed[:3]))
    if diff.mended:
        parts.append("It would mend: " + " ".join(_message(row) for row in diff.mended[:3]))
    if edited.problems:
        parts.append("Not done: " + " ".join(edited.problems[:4]))
    return " ".join(part for part in parts if part)


def cost_in_words(diff: PlanDiff) -> str:
    """ "It costs $1,240 instead of $1,180." """
    after, before = (whole_money(one, diff.currency) for one in (diff.total_after, diff.total_before))
    return f"It costs {after} instead of {before}." if after != before else "The cost stays the same."


def work_of(wish: str, edited: Edited) -> str:
    """What the planner did, for what is learnt from it."""
    lines = [edited.sentence, f"Asked for: {wish}"]
    lines += [f"Not possible: {sentence}" for sentence in edited.problems]
    return "\n".join(lines)


def _message(result: CheckResult) -> str:
    return result.message.rstrip(".") + "."


def titles_of(edits: Sequence[Edit]) -> str:
    """For the rail: "swap days, set time"."""
    return ", ".join(dict.fromkeys(edit.kind.replace("_", " ") for edit in edits)) or "nothing to change"
