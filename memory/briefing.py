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

from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.finding import facts_key_of
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
    by_hand: bool = False  # the tier is the traveller's own


@dataclass(frozen=True, slots=True)
class Known:
    """Practical facts of one city: topic and sentence. `facts_key`: what was asked for, where it is known."""

    city: str
    data: dict[str, Any]
    grade: str
    researched_on: dt.date
    facts_key: str = ""


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
    """An expense. `in_trip_currency` at the rate of its day; None where no rate is known."""

    date: dt.date
    what: str
    category: str
    city: str
    amount: Decimal
    currency: str
    in_trip_currency: Decimal | None


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

    @cached_property
    def outdated(self) -> frozenset[str]:
        """Cities that were researched for other facts: dates, party, wishes, budget."""
        asked_for = {known.city: known.facts_key for known in self.intel if known.facts_key}
        now = facts_key_of(self.facts) if asked_for else ""
        return frozenset(city for city, key in asked_for.items() if key != now)

    @cached_property
    def stops(self) -> frozenset[str]:
        """The trip's cities in small letters, as they were named and as our data calls them; empty where it
        goes to a country or region as a whole, so that any city may be its own."""
        places = self.facts.destinations
        if any(place.kind != "city" for place in places):
            return frozenset()
        known = [default_gazetteer().city(place.city_id) for place in places if place.city_id]
        return frozenset(one.name.casefold() for one in (*places, *known) if one)


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
