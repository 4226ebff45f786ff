"""What builders read: one frozen value a trip, no database.

Only the parts a builder names are read for it (`memory_builder(..., reads=...)`); the others are empty.
Text in here is what people, pages and models wrote: sections put it on one line (`Line`), as data.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from trips.planning.gazetteer import Gazetteer
from trips.schemas import TripFacts


class Found(NamedTuple):
    """A finding of one city. `data` as the research agent wrote it."""

    city: str
    kind: str  # place, activity, food
    name: str
    data: dict[str, Any]
    grade: str
    state: str  # new, kept, dismissed
    pinned: bool
    tier: str  # must, should, could, skip, or nothing yet
    reason: str
    researched_on: dt.date


@dataclass(frozen=True, slots=True)
class Known:
    """Practical facts of one city: topic and sentence."""

    city: str
    data: dict[str, Any]
    grade: str
    researched_on: dt.date


@dataclass(frozen=True, slots=True)
class Said:
    """What was reported of a day."""

    date: dt.date
    text: str
    liked: tuple[str, ...]
    disliked: tuple[str, ...]
    energy: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class Spent:
    """An expense. `in_trip_currency` at the rate of its day."""

    date: dt.date
    what: str
    category: str
    city: str
    amount: Decimal
    currency: str
    in_trip_currency: Decimal


@dataclass(frozen=True, slots=True)
class Reserved:
    """Something to book or booked. Its code is not here: it never reaches a model."""

    title: str
    kind: str
    status: str  # to_book, booked
    start: dt.datetime | None  # local
    book_by: dt.date | None
    price: Decimal | None
    currency: str


@dataclass(frozen=True)
class Briefing:
    """One trip, as far as a builder asked to read it."""

    title: str
    today: dt.date  # where the traveller is, else UTC
    facts_json: dict[str, Any]
    currency: str = ""
    findings: tuple[Found, ...] = ()
    intel: tuple[Known, ...] = ()
    plan: dict[str, Any] | None = None  # a Plan's JSON: reading it whole as pydantic costs milliseconds
    feedback: tuple[Said, ...] = ()
    expenses: tuple[Spent, ...] = ()
    bookings: tuple[Reserved, ...] = ()
    gazetteer: Gazetteer | None = field(default=None, repr=False)

    @cached_property
    def facts(self) -> TripFacts:
        return TripFacts.model_validate(self.facts_json)


class Line(NamedTuple):
    """One line of a section. Over budget, lines of low `weight` go first."""

    text: str
    weight: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the function that writes its lines. One that raises costs only itself.

    `findings`: its lines are what a brief over budget loses first, one by one.
    """

    title: str
    write: Callable[[Briefing], Sequence[Line | str]]
    findings: bool = False


def tokens_of(text: str) -> int:
    """Counted without a provider: characters / 3, rounded up."""
    return -(-len(text) // 3)
