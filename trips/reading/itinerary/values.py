"""An itinerary as it was written: days and what each holds, in the words of whoever wrote it. The offline
reader fills it by rules, a model as the answer to a schema; `plan` makes a plan of either."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from trips.schemas import MealName, Mode, Written
from trips.schemas.words import Weekday

MOST_DAYS, MOST_ITEMS, MOST_UNREAD = 40, 40, 40
#: Calendars are known for these years.
YEARS = range(1990, 2101)
_Words = Annotated[str, Field(max_length=200)]
_Amount = Annotated[Decimal, Field(ge=0, le=10_000_000)]
_Number = Annotated[int, Field(ge=1, le=60)]


class WrittenItem(Written):
    """`start`, `end`: local times as written, None = not said. `name`: the place, the meal's or the stay. A
    stay begins on its day, or on `since`, and ends on `until` or after so many `nights`; `leaves`: this is
    its check-out. A ride has `mode` and the cities it joins; one that only arrives has its `end`."""

    kind: Literal["visit", "meal", "stay", "ride", "free"] = "visit"
    name: _Words = ""
    city: _Words = ""
    start: dt.time | None = None
    end: dt.time | None = None
    part: Literal["", "morning", "noon", "afternoon", "evening"] = ""
    meal: MealName | None = None
    mode: Mode | None = None
    origin: _Words = ""
    destination: _Words = ""
    nights: _Number | None = None
    since: dt.date | None = None
    until: dt.date | None = None
    leaves: bool = False
    amount: _Amount | None = None
    currency: Annotated[str, Field(max_length=3)] = ""


class WrittenDay(Written):
    """A `date`, a `weekday`, or the `number` of the day: as much as was written."""

    date: dt.date | None = None
    weekday: Weekday | None = None
    number: _Number | None = None
    city: _Words = ""
    items: Annotated[list[WrittenItem], Field(max_length=MOST_ITEMS)] = Field(default_factory=list)


class WrittenItinerary(Written):
    """`budget`: the ceiling of all. `unread`: lines of which nothing was understood, in their own words."""

    days: Annotated[list[WrittenDay], Field(max_length=MOST_DAYS)] = Field(default_factory=list)
    budget: _Amount | None = None
    currency: Annotated[str, Field(max_length=3)] = ""
    unread: Annotated[list[_Words], Field(max_length=MOST_UNREAD)] = Field(default_factory=list)
