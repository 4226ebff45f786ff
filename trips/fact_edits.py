"""An edit in the facts panel: all of it, or nothing and the sentences that say why."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Sequence

from django.db import transaction

from trips import fact_log
from trips.facts import apply_changes
from trips.models import FactChange, Trip
from trips.places import current_gazetteer
from trips.schemas import Change, TripFacts


class ChangedMeanwhile(Exception):
    """The fact is no longer what the form showed."""


def fingerprint(facts: TripFacts, group: str) -> str:
    """What the facts of one group are now, as a short mark that a form carries."""
    value = facts.model_dump(mode="json")[group]
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


@transaction.atomic
def edit_facts(
    trip: Trip, group: str, orders: Iterable[Sequence[Change]], *, seen: str, today: dt.date
) -> list[str]:
    """Apply the changes of one form, in the first of `orders` that works. Returns the problems of the
    first one when none does; then nothing was changed.

    `seen` is the fingerprint of the group that the traveller edited. Raises ChangedMeanwhile.
    """
    facts = fact_log.locked(trip).facts
    if seen != fingerprint(facts, group):
        raise ChangedMeanwhile
    first_problems: list[str] = []
    for changes in orders:
        problems = apply_changes(facts, changes, today=today, gazetteer=current_gazetteer()).problems
        if not problems:
            fact_log.change_facts(trip, changes, by=FactChange.By.FORM, today=today)
            return []
        first_problems = first_problems or problems
    return first_problems
