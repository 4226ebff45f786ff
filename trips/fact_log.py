"""The one door for changes of a trip's facts: words, form, assumption and undo all come through here."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Max

from trips import ledger
from trips.facts import apply_changes, group_label, shown_name, working_order
from trips.facts.interests import still_said
from trips.models import FactChange, Message, Option, Trip, Turn
from trips.places import current_gazetteer
from trips.schemas import Change, TripFacts
from trips.signals import facts_changed
from trips.wording import listed

#: The `op` of a fact that moved with the plan: it goes back with the plan, not by itself.
WITH_THE_PLAN = "plan"
#: What `reset_facts` does not touch; said wherever it is asked for.
RESET_LEAVES = (
    "The conversation stays, and so do the findings, bookings, expenses and reports of this trip, "
    "and what is remembered of you."
)
_LINE = re.compile(r"\s*/[A-Za-z]\w*\b")


@dataclass(frozen=True)
class Logged:
    """What came of it: `changes` are the rows written; `problems` are sentences, nothing of those applied."""

    facts: TripFacts
    changes: list[FactChange] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def locked(trip: Trip) -> Trip:
    """The trip's row, locked until the transaction ends: one writer at a time.

    Rows that refer to the trip can still be written meanwhile. Else whoever holds the owner's row and writes
    a note of the trip would wait for us, and we for the owner's row.
    """
    return locked_by_key(trip.pk)


def locked_by_key(trip_id: int) -> Trip:
    """The same for who has read no row of it yet."""
    return Trip.objects.select_for_update(no_key=True).get(pk=trip_id)


@transaction.atomic
def change_facts(
    trip: Trip,
    changes: Iterable[Change],
    *,
    by: str,
    today: dt.date,
    message: Message | None = None,
    turn: Turn | None = None,
    reasons: dict[int, str] | None = None,
) -> Logged:
    """Apply changes and log each with its source; `reasons` gives an assumption's sentence by index.

    A changed fact clears the traveller's yes by raising `facts_version`; it closes the questions it
    answers and marks options on offer as made for other facts.
    """
    trip_row = locked(trip)
    facts, gazetteer = trip_row.facts, current_gazetteer()
    if not reasons:  # an assumption's sentence goes by its place in the list
        changes = working_order(facts, changes, today=today, gazetteer=gazetteer)
    rows: list[FactChange] = []
    problems: list[str] = []
    touched: list[tuple[str, str]] = []
    seq = trip_row.fact_changes.aggregate(last=Max("seq"))["last"] or 0
    for index, change in enumerate(changes):
        applied = apply_changes(facts, [change], today=today, gazetteer=gazetteer)
        problems += applied.problems
        touched += [(change.path, change.subject)] if not applied.problems else []
        before = facts.model_dump(mode="json")
        for done in applied.applied:
            seq += 1
            rows.append(
                FactChange(
                    trip=trip_row,
                    seq=seq,
                    path=done.path,
                    subject=done.subject,
                    op=done.op,
                    old=_plain(done.old),
                    new=_plain(done.new),
                    quote=done.quote,
                    reason=(reasons or {}).get(index, ""),
                    before={(root := done.path.split(".")[0]): before.get(root)},
                    message=message,
                    turn=turn,
                    by=by,
                )
            )
        facts = applied.facts
    FactChange.objects.bulk_create(rows)
    if rows:
        _store(trip_row, facts)
    told = message is not None and not _LINE.match(message.text)  # a command line is no answer
    words = message.text[:500] if told else "; ".join(_words(row) for row in rows)
    ledger.close_answered(trip_row, facts, touched, message, words)
    for row in rows:
        if row.new in (None, []):
            ledger.reopen(trip_row, row.path)
    trip.refresh_from_db()
    if rows:
        facts_changed.send(sender=Trip, trip=trip, changes=rows, turn=turn, by=by)
    return Logged(facts, rows, problems)


@transaction.atomic
def move_facts(
    trip: Trip,
    values: Mapping[str, Any],
    *,
    reason: str,
    back: bool = False,
    message: Message | None = None,
    turn: Turn | None = None,
) -> list[FactChange]:
    """Whole parts of the facts (`{"dates": …}`, as JSON) that go with a change of the plan; `back`: that go
    back with its undo. A yes that stood goes on standing: the plan was made for these facts.

    Raises ValueError when the facts would be none.
    """
    trip_row = locked(trip)
    current = trip_row.facts.model_dump(mode="json")
    facts = TripFacts.model_validate({**current, **values})
    wanted = facts.model_dump(mode="json")
    seq = trip_row.fact_changes.aggregate(last=Max("seq"))["last"] or 0
    rows = [
        FactChange(
            trip=trip_row,
            seq=seq + place,
            path=root,
            op="undo" if back else WITH_THE_PLAN,
            old=current[root],
            new=wanted[root],
            reason=reason,
            before={root: current[root]},
            message=message,
            turn=turn,
            by=FactChange.By.FORM,
        )
        for place, root in enumerate(
            (root for root in values if current.get(root) != wanted.get(root)), start=1
        )
    ]
    if not rows:
        return []
    FactChange.objects.bulk_create(rows)
    confirmed = trip_row.confirmed
    _store(trip_row, facts)
    if confirmed:
        Trip.objects.filter(pk=trip_row.pk).update(confirmed_version=trip_row.facts_version)
    trip.refresh_from_db()
    facts_changed.send(sender=Trip, trip=trip, changes=rows, turn=turn, by=FactChange.By.FORM)
    return rows


@transaction.atomic
def undo_change(trip: Trip, change: FactChange) -> None:
    """Put back what stood before this change, as a change of its own."""
    trip_row = locked(trip)
    current = trip_row.facts.model_dump(mode="json")
    (root, value), *_ = change.before.items()
    facts = TripFacts.model_validate({**current, root: value})
    seq = trip_row.fact_changes.aggregate(last=Max("seq"))["last"] or 0
    row = FactChange.objects.create(
        trip=trip_row,
        seq=seq + 1,
        path=root,
        op="undo",
        old=current.get(root),
        new=value,
        reason=f"Undone: {group_label(change.path)}",
        before={root: current.get(root)},
        by=FactChange.By.FORM,
    )
    _store(trip_row, facts)
    if not value:
        ledger.reopen(trip_row, root)
    trip.refresh_from_db()
    facts_changed.send(sender=Trip, trip=trip, changes=[row], turn=None, by=row.by)


@transaction.atomic
def reset_facts(trip: Trip) -> None:
    """`/reset`, after the traveller said yes: facts, questions, options and plan go; for the rest
    see RESET_LEAVES."""
    trip_row = locked(trip)
    _store(trip_row, TripFacts())
    trip_row.questions.all().delete()
    trip_row.options.exclude(state=Option.State.SELECTED).update(state=Option.State.REJECTED, reason="Reset.")
    trip_row.fact_changes.all().delete()
    Trip.objects.filter(pk=trip.pk).update(
        plan=None, title="", title_is_own=False, confirmed_version=None, asked_version=None, pending=[]
    )
    trip.refresh_from_db()


def _store(trip: Trip, facts: TripFacts) -> None:
    facts = facts.model_copy(update={"said": still_said(facts.said, facts)})
    trip.facts_json = facts.model_dump(mode="json")
    trip.facts_version += 1
    trip.revision += 1
    trip.start, trip.end = facts.dates.start, facts.dates.end
    trip.currency = facts.budget.currency or trip.currency
    if not trip.title_is_own:
        trip.title = title_of(facts)
    trip.save(
        update_fields=[
            "facts_json", "facts_version", "revision", "start", "end", "currency", "title", "updated",
        ]
    )  # fmt: skip


def title_of(facts: TripFacts) -> str:
    """ "Boston", "Tokyo and Kyoto", "Japan": short, from the destinations."""
    names = [shown_name(destination) for destination in facts.destinations]
    return listed(names if len(names) < 4 else [*names[:2], f"{len(names) - 2} more"])[:120]


def _plain(value):
    """A value as JSON can hold it."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _words(row: FactChange) -> str:
    return str(row.new if row.new is not None else "removed")
