"""What there is: places with hours and prices, and ways between cities."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)

from trips.schemas.words import WEEKDAYS, Grade, Level, MealName, Mode, PlaceKind, Value, Weekday, Written

#: Of opening, local; an end before its start runs past midnight.
TimeSpan = tuple[dt.time, dt.time]
#: A weekday that is missing is closed.
Week = dict[Weekday, list[TimeSpan]]


class Hours(Value):
    """`always` = open at all hours (a square, a trail). Both empty = unknown: not checked, but for the days
    `closed` where nothing else is known.
    Seasons: `exceptions` win over `week`, `shut` over all."""

    always: bool = False
    week: Week = Field(default_factory=dict)
    closed_holidays: list[str] = Field(
        default_factory=list
    )  # "12-25", or a public holiday's English name, or "*" for all
    exceptions: list[HoursException] = Field(default_factory=list)
    last_entry_min: int = 0  # minutes before closing
    closed: list[Weekday] = Field(default_factory=list)  # only where the hours of the other days are unknown
    shut: list[tuple[dt.date, dt.date]] = Field(default_factory=list)  # first and last day of a closure

    @property
    def closing_days(self) -> list[Weekday]:
        return self.closed or [day for day in WEEKDAYS if self.week and not self.week.get(day)]


class HoursException(Value):
    """Other hours between two month-days, both included ("11-01" to "03-31")."""

    start: str
    end: str
    week: Week = Field(default_factory=dict)


class VisitMinutes(Value):
    shortest: int
    typical: int
    longest: int


class Price(Value):
    """Of one ticket, one typical meal, or one room for one night."""

    currency: str
    adult: Decimal  # a person; for a stay the room a night (typical)
    child: Decimal | None = None  # None = as adult
    free_under: int = 0  # children younger than this go free
    ticket: str = ""  # one ticket opens all rows of the city that name it, for `ticket_days` days
    ticket_days: int = Field(default=1, ge=1)
    shared_by: int = Field(default=1, ge=1)  # so many persons pay it together: a boat, a carriage
    low: Decimal | None = None  # a stay's cheapest season
    high: Decimal | None = None  # a stay's dearest season


LONGEST_URL = 500
#: The source of a row that a traveller added by hand.
TRAVELLER = "the traveller"


class Source(Value):
    """Where a row, or one field of it, comes from. `url`: the page it was read on."""

    grade: Grade
    source: str = ""
    url: str = ""
    as_of: str = ""  # "2026-11", or the date it was read: "2026-11-23"

    @field_validator("url")
    @classmethod
    def _a_page(cls, url: str) -> str:
        """It becomes a link: nothing but an address of the web."""
        return url if url.startswith(("https://", "http://")) and len(url) <= LONGEST_URL else ""


class Credit(Value):
    """What the licence of open data asks to be told. `url`: of the licence, or of the article."""

    model_config = ConfigDict(frozen=True)

    words: str = Field(max_length=300)  # "Contains © OpenStreetMap contributors, ODbL"
    url: str = Field(pattern=r"^https://", max_length=LONGEST_URL)

    def __str__(self) -> str:
        return f"{self.words}: {self.url}"


#: What of a row may come from elsewhere than the row.
SourcedField = Literal["position", "hours", "price", "step_free", "importance"]


#: What one gets about with.
Vehicle = Literal["walk", "metro", "train", "tram", "bus", "ferry", "taxi", "car"]


class WayThere(Value):
    """Between the middle of the city and a station or the place of a day trip, one way, typical."""

    vehicle: Vehicle
    minutes: int
    fare: Price | None = None  # a person's, of a taxi the car's; None = unknown


class Practical(Value):
    """What a traveller should know of a city, a sentence or two each."""

    getting_about: str
    water: str
    tipping: str
    plugs: str
    safety: str
    book_ahead: str
    grade: Grade
    as_of: str  # "2026-11"
    source: str = ""


class Place(Value):
    id: str  # "boston:freedom-trail"
    city: str  # slug of its city
    kind: PlaceKind
    name: str
    local_name: str = ""
    aliases: list[str] = Field(default_factory=list)
    area: str
    lat: float
    lon: float
    hours: Hours = Field(default_factory=Hours)
    hours_words: str = ""  # what sources say of hours that are unknown here: unread, or contradictory
    visit: VisitMinutes | None = None  # visits; meals use it too when given
    price: Price | None = None  # None = unknown
    importance: int | None = Field(default=None, ge=0, le=5)  # 5: nearly every first visitor is shown it
    tags: list[str] = Field(default_factory=list)  # of a station: train, bus, ferry, airport
    outdoor: bool = False
    children: Literal["good", "ok", "no"] | None = None
    step_free: Literal["yes", "partly", "no"] | None = None
    booking: Literal["none", "recommended", "required"] = "none"
    summary: str = ""  # one plain sentence: what it is and why go
    # food
    meals: list[MealName] = Field(default_factory=list)
    cuisine: str = ""
    dishes: list[str] = Field(default_factory=list)
    diet: list[str] = Field(
        default_factory=list
    )  # vegan, vegetarian, halal, kosher, gluten_free: what can be eaten well
    # stay
    band: Level | None = None  # of its price
    stay_type: str = ""  # hotel, hostel, apartment, guesthouse, ryokan, riad
    occupancy: int | None = None  # persons a room
    min_nights: int = 1
    check_in: dt.time | None = None
    check_out: dt.time | None = None
    breakfast_included: bool = False
    amenities: list[str] = Field(default_factory=list)
    ways: list[WayThere] = Field(default_factory=list)  # stations and day trips
    # where it comes from
    grade: Grade = "curated"
    as_of: str = ""  # "2026-11"
    source: str = ""
    url: str = ""
    provenance: dict[SourcedField, Source] = Field(default_factory=dict)  # only fields that differ

    @property
    def names(self) -> list[str]:
        return [name for name in (self.name, self.local_name, *self.aliases) if name]

    def stored(self) -> dict[str, Any]:
        """As JSON, without what is not said."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def sources(self) -> list[Source]:
        """All of them: of the row, then of fields that have their own."""
        whole = Source(grade=self.grade, source=self.source, url=self.url, as_of=self.as_of)
        return [whole, *self.provenance.values()]

    def source_of(self, name: SourcedField) -> Source:
        """Where this field comes from: its own source, else the row's."""
        return self.provenance.get(name) or self.sources()[0]

    def grade_of(self, name: SourcedField) -> Grade:
        return self.source_of(name).grade


_Short, _Sentence = Annotated[str, Field(max_length=120)], Annotated[str, Field(max_length=400)]
_Day = Annotated[
    Weekday, BeforeValidator(lambda day: day.strip()[:3].lower() if isinstance(day, str) else day)
]


class NamedPlace(Written):
    """A place as a language model knows it, in the one form of all agents that name some. 0, "" and [] =
    not known. What cannot be read counts as not known; only a name there must be.

    `tags`: themes; the cuisine and diets of a kitchen; the kind of a stay; "step_free", "breakfast",
    "book_ahead", "family". `price`: a ticket, a typical meal of a person, a room for a night."""

    kind: Literal["visit", "activity", "food", "stay"] = "visit"
    name: Annotated[_Short, Field(min_length=1)]
    city: _Short = ""
    area: _Short = ""
    lat: Annotated[float, Field(allow_inf_nan=False)] = 0.0
    lon: Annotated[float, Field(allow_inf_nan=False)] = 0.0
    closed: list[_Day] = []
    opens: _Short = ""  # "10:00"
    closes: _Short = ""
    band: Literal["", "free", "low", "mid", "high"] = ""
    price: Annotated[float, Field(allow_inf_nan=False)] = 0.0
    currency: _Short = ""
    minutes: int = 0
    meals: list[MealName] = []
    tags: list[_Short] = []
    summary: _Sentence = ""

    @field_validator("*", mode="wrap")
    @classmethod
    def _lenient(cls, given: Any, read: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        try:
            return read(given)
        except ValidationError:
            if info.field_name == "name":
                raise
            default = cls.model_fields[info.field_name or ""].default
            if isinstance(given, list) and isinstance(default, list):
                return [one for each in given for one in _readable(read, each)]
            return default


def _readable(read: ValidatorFunctionWrapHandler, entry: Any) -> list:
    try:
        return read([entry])
    except ValidationError:
        return []


def _named_ones(given: Any) -> Any:
    """Without entries that are no place: one of them is no reason to refuse the whole answer."""
    if not isinstance(given, list):
        return []
    return [
        one for one in given if isinstance(one, NamedPlace) or (isinstance(one, dict) and one.get("name"))
    ]


#: What a model names beside its answer.
PlacesNamed = Annotated[list[NamedPlace], BeforeValidator(_named_ones)]


class Connection(Value):
    """A row about going from one city to another. Times are typical; no carrier is promised."""

    id: str
    from_city: int
    to_city: int
    both_ways: bool = True
    mode: Mode
    minutes: int  # platform to platform
    distance_km: float
    price: Price
    from_point: str = ""  # station or terminal
    to_point: str = ""
    every_minutes: int | None = None
    note: str = ""
    grade: Grade = "curated"
    as_of: str = ""
    source: str = ""
