"""What a brief was before the last change of what is remembered: built from the rows as they were.

The rows are set back inside a transaction that is always taken back: nothing is written.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from memory.admin.hidden import FORGOTTEN, masked
from memory.models import DocumentLine, Note
from trips.models import Trip

#: One deed changes several rows: a merge, a line in another's place, an action on many.
ONE_DEED = dt.timedelta(seconds=2)
SET_BACK = {
    Note: ("text", "hash", "status", "pinned", "shared", "valid_from", "valid_to", "closed"),
    DocumentLine: ("text", "hash", "status", "closed"),
}


@dataclass(frozen=True)
class Before:
    """`by` is empty where no person did it."""

    text: str
    when: dt.datetime
    by: str


def before_last_change(trip: Trip, build: Callable[[], str]) -> Before | None:
    """What `build` gives without the newest change of what this trip's briefs may hold; None where nothing
    was changed. What is forgotten stays away."""
    histories = _histories(trip)
    newest = [rows.filter(history_type="~").order_by("-history_id").first() for rows in histories.values()]
    last = max((one for one in newest if one is not None), key=lambda one: one.history_date, default=None)
    if last is None:
        return None
    try:
        with transaction.atomic():
            for model, rows in histories.items():
                _set_back(
                    model,
                    rows.filter(
                        history_date__gte=last.history_date - ONE_DEED, history_user=last.history_user
                    ),
                )
            text = build()
            transaction.set_rollback(True)
    except IntegrityError:  # something else stands in its place by now
        return None
    return Before(masked(trip.owner, text), last.history_date, str(last.history_user or ""))


def _histories(trip: Trip) -> dict[type, QuerySet]:
    hidden = Note.objects.filter(owner=trip.owner, status=FORGOTTEN).values("pk")
    hidden_lines = DocumentLine.objects.filter(document__owner=trip.owner, status=FORGOTTEN).values("pk")
    notes = Note.history.filter(Q(trip=trip) | Q(trip=None), owner=trip.owner)
    lines = DocumentLine.history.filter(document__owner=trip.owner)
    return {Note: notes.exclude(id__in=hidden), DocumentLine: lines.exclude(id__in=hidden_lines)}


def _set_back(model: type, records: QuerySet) -> None:
    """Rows that were made are out of use, changed ones as they were."""
    first: dict[int, Any] = {}
    for record in records.order_by("history_id"):
        first.setdefault(record.id, record)
    made = [pk for pk, record in first.items() if record.history_type == "+"]
    model.objects.filter(pk__in=made).update(status="retired")
    for pk, record in first.items():
        was = model.history.filter(id=pk, history_id__lt=record.history_id).order_by("-history_id").first()
        if was is not None and was.status != FORGOTTEN:
            model.objects.filter(pk=pk).update(**{name: getattr(was, name) for name in SET_BACK[model]})
