"""What was done last since a plan was chosen, of the facts or to the plan, and the way back."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db import transaction

from trips import fact_history, fact_log, plan_versions
from trips.models import Expense, FactChange, Feedback, Trip
from trips.schemas import TripFacts


@dataclass(frozen=True)
class FactStep:
    """What one message, or form, changed of the facts. `seq`: of its newest row; `root`: one fact alone."""

    seq: int
    when: dt.datetime
    turn: int | None  # number
    before: TripFacts  # as they are once it is undone
    root: str = ""


def last_step(trip: Trip, root: str = "") -> FactStep | None:
    """The traveller's newest step that was made beside a plan and stands; of one fact, where it is named."""
    rows, standing = _standing(trip, root)
    first_plan = trip.plan_versions.order_by("number").values_list("created", flat=True).first()
    theirs = [
        row
        for row in standing
        if row.by != FactChange.By.SYSTEM and first_plan is not None and row.created > first_plan
    ]
    if not theirs:
        return None
    newest = max(theirs, key=lambda row: row.seq)
    values = trip.facts.model_dump(mode="json")
    for row in sorted(_of_step(rows, standing, newest), key=lambda row: -row.seq):
        values.update(dict(list(row.before.items())[:1]))
    number = newest.turn.number if newest.turn else None
    return FactStep(newest.seq, newest.created, number, TripFacts.model_validate(values), root)


@transaction.atomic
def undo_step(trip: Trip, step: FactStep) -> bool:
    """Put back what stood before it. False: something newer changed the facts."""
    fact_log.locked(trip)
    trip.refresh_from_db()
    if last_step(trip, step.root) != step:
        return False
    rows, standing = _standing(trip, step.root)
    newest = next(row for row in standing if row.seq == step.seq)
    while True:
        mine = _of_step(rows, standing, newest)
        undoable = [row for row in mine if row.pk in {one.pk for one in standing}]
        if not undoable:
            break
        fact_history.undo(trip, max(undoable, key=lambda row: row.seq))
        rows, standing = _standing(trip, step.root)
    _fits_again(trip)
    return True


def last_noted(trip: Trip) -> Expense | Feedback | None:
    """The newest expense or report."""
    rows = [trip.expenses.order_by("-created").first(), trip.feedback.order_by("-created").first()]
    return max(filter(None, rows), key=lambda row: row.created, default=None)


def _standing(trip: Trip, root: str) -> tuple[list[FactChange], list[FactChange]]:
    """All rows of the facts' history, and those that could be undone now."""
    rows = list(trip.fact_changes.select_related("turn").order_by("seq"))
    undoable = fact_history.undoable_changes(rows)
    return rows, [row for row in rows if row.seq in undoable and (not root or root in row.before)]


def _of_step(rows: list[FactChange], standing: list[FactChange], newest: FactChange) -> list[FactChange]:
    """The rows that came with this one: by the same turn, of the facts that can be undone."""
    if newest.turn_id is None:
        return [row for row in standing if row.pk == newest.pk]
    roots = {root for row in standing for root in row.before}
    return [
        row
        for row in rows
        if row.turn_id == newest.turn_id
        and row.op not in ("undo", fact_log.WITH_THE_PLAN)
        and set(row.before) & roots
    ]


def _fits_again(trip: Trip) -> None:
    """Facts as they were when the plan was made: it is a plan for them again."""
    version = trip.plan
    if version is None or not version.facts_mark:
        return
    if version.facts_mark == plan_versions.mark_of(trip.facts):
        version.facts_version = trip.facts_version
        version.save(update_fields=["facts_version"])
        Trip.objects.filter(pk=trip.pk).update(confirmed_version=trip.facts_version)
        trip.refresh_from_db()
