"""The nouns that every app shares: facts, places, plans, verdicts.

Pure values (pydantic), no database. Times are local and naive, each with the IANA zone they are
read in; money is `Decimal` with a currency code; distances are kilometres, durations minutes.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

Grade = Literal["official", "curated", "estimate", "unlisted"]
#: From best to worst: a verdict carries the lowest grade it rests on.
GRADES: tuple[Grade, ...] = ("official", "curated", "estimate", "unlisted")

Pace = Literal["relaxed", "moderate", "packed"]
Level = Literal["low", "mid", "high"]
Mode = Literal["walk", "transit", "taxi", "train", "coach", "flight", "car", "ferry"]
PlaceKind = Literal["visit", "food", "stay"]
MealName = Literal["breakfast", "lunch", "dinner"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Value(BaseModel):
    """Base of every noun here: unknown fields are an error, not a surprise."""

    model_config = ConfigDict(extra="forbid")


# --- Facts -------------------------------------------------------------------------------------


class PlaceName(Value):
    """A city or country as said, and what the gazetteer makes of it."""

    name: str
    kind: Literal["city", "country", "region"] = "city"
    city_id: int | None = None  # geonames id; None = not found in the gazetteer
    country: str | None = None  # ISO 3166 alpha-2


class Destination(PlaceName):
    nights: int | None = None
    fixed: bool = False  # the traveller fixed the nights or the order


class Dates(Value):
    """Either start and end, or a window with a length. `days` counts both travel days."""

    start: dt.date | None = None
    end: dt.date | None = None
    earliest: dt.date | None = None
    latest: dt.date | None = None
    days: int | None = None


class Party(Value):
    adults: int | None = None
    children: int | None = None
    ages: list[int] = Field(default_factory=list)  # of the children, years

    @property
    def size(self) -> int:
        """How many travel; 0 when nobody has said."""
        return (self.adults or 0) + (self.children or 0)


class Budget(Value):
    amount: Decimal | None = None
    currency: str | None = None
    scope: Literal["total", "per_person", "per_day"] | None = None
    approximate: bool = False
    level: Level | None = None


class StayWish(Value):
    name: str | None = None
    stars: Decimal | None = None
    max_price: Decimal | None = None  # a night, trip currency
    area: str | None = None
    kind: str | None = None  # hotel, hostel, apartment, ryokan, riad …


class CarWish(Value):
    at_hand: bool | None = None  # "I have a car": local means unless they drive there
    wanted: bool | None = None  # wants to rent one
    kind: str | None = None
    seats: int | None = None
    price_per_day: Decimal | None = None


class Appointment(Value):
    """Something fixed: 'wedding on Tuesday in Porto'."""

    what: str
    date: dt.date | None = None
    start: dt.time | None = None
    end: dt.time | None = None
    where: str | None = None


class Cap(Value):
    category: Literal["stay", "food", "transport", "visits"]
    amount: Decimal
    currency: str | None = None


class TripFacts(Value):
    """All that is known of a trip. None or empty = nobody has said."""

    origin: PlaceName | None = None
    destinations: list[Destination] = Field(default_factory=list)
    trip_type: Literal["round", "one_way"] | None = None
    dates: Dates = Field(default_factory=Dates)
    party: Party = Field(default_factory=Party)
    rooms: int | None = None
    budget: Budget = Field(default_factory=Budget)
    pace: Pace | None = None
    interests: list[str] = Field(default_factory=list)
    dietary: list[str] = Field(
        default_factory=list
    )  # vegan, vegetarian, halal, kosher, gluten_free, … and allergies "allergy: nuts"
    access: list[str] = Field(default_factory=list)  # wheelchair, step_free, stroller, elderly …
    cuisines: list[str] = Field(default_factory=list)
    stay: StayWish = Field(default_factory=StayWish)
    car: CarWish = Field(default_factory=CarWish)
    transport_bans: list[Mode] = Field(default_factory=list)
    must_do: list[str] = Field(default_factory=list)
    avoid: list[str] = Field(default_factory=list)
    appointments: list[Appointment] = Field(default_factory=list)
    caps: list[Cap] = Field(default_factory=list)
    wishes: list[str] = Field(default_factory=list)  # "warm", "by the sea": what a vague start said


FactOp = Literal["set", "add", "remove"]


class Change(Value):
    """One change of the facts. `path` is dotted ("party.adults"); `subject` names one of several
    ("Kyoto" for "destinations.nights"). Lists take add and remove, one value a change."""

    path: str
    op: FactOp = "set"
    value: str | int | Decimal | bool | None = None
    subject: str = ""
    quote: str = ""


# --- Places ------------------------------------------------------------------------------------


class Hours(Value):
    """Opening times of a week, local. A weekday that is missing from `week` is closed.
    `always` = open at all hours (a square, a trail). Both empty = unknown: not checked.
    An end before its start runs past midnight. Seasons: `exceptions` win over `week`."""

    always: bool = False
    week: dict[Weekday, list[tuple[dt.time, dt.time]]] = Field(default_factory=dict)
    closed_holidays: list[str] = Field(
        default_factory=list
    )  # "12-25", or a public holiday's English name, or "*" for all
    exceptions: list[HoursException] = Field(default_factory=list)
    last_entry_min: int = 0  # minutes before closing


class HoursException(Value):
    """Other hours between two month-days, both included ("11-01" to "03-31")."""

    start: str
    end: str
    week: dict[Weekday, list[tuple[dt.time, dt.time]]] = Field(default_factory=dict)


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
    low: Decimal | None = None  # a stay's cheapest season
    high: Decimal | None = None  # a stay's dearest season


class Place(Value):
    id: str  # "boston:freedom-trail"
    city: str  # the curated city's slug
    kind: PlaceKind
    name: str
    local_name: str = ""
    aliases: list[str] = Field(default_factory=list)
    area: str
    lat: float
    lon: float
    hours: Hours = Field(default_factory=Hours)
    visit: VisitMinutes | None = None  # visits; meals use it too when given
    price: Price
    tags: list[str] = Field(default_factory=list)
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
    band: Level | None = None  # stays and food
    stay_type: str = ""  # hotel, hostel, apartment, guesthouse, ryokan, riad
    occupancy: int | None = None  # persons a room
    min_nights: int = 1
    check_in: dt.time | None = None
    check_out: dt.time | None = None
    breakfast_included: bool = False
    amenities: list[str] = Field(default_factory=list)
    # where it comes from
    grade: Grade = "curated"
    as_of: str = ""  # "2026-11"
    source: str = ""


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


# --- Plans -------------------------------------------------------------------------------------


class CostLine(Value):
    """`amount` = `unit` × `quantity` in `currency`; check 22 proves it."""

    label: str
    unit: Decimal
    quantity: int
    currency: str
    amount: Decimal
    category: Literal["stay", "food", "transport", "visits"]
    grade: Grade = "estimate"


class Rate(Value):
    """1 `base` = `rate` `quote` on `date`."""

    base: str
    quote: str
    rate: Decimal
    date: dt.date
    source: str


class Point(Value):
    """Where a leg starts or ends."""

    name: str
    kind: Literal["place", "stay", "station", "airport", "city", "area"] = "place"
    place_id: str | None = None
    city_id: int | None = None
    code: str = ""  # IATA
    lat: float | None = None
    lon: float | None = None


class ItemBase(Value):
    uid: str
    title: str
    start: dt.datetime  # local, naive
    end: dt.datetime
    zone: str
    end_zone: str = ""  # only where it differs from `zone`
    place_id: str | None = None
    unlisted: bool = False  # somebody's suggestion, in none of our data
    city_id: int | None = None
    lat: float | None = None
    lon: float | None = None
    area: str = ""
    costs: list[CostLine] = Field(default_factory=list)
    grade: Grade = "estimate"
    note: str = ""
    locked: bool = False  # the traveller holds it to its day and time: edits go around it

    @property
    def start_utc(self) -> dt.datetime:
        return self.start.replace(tzinfo=ZoneInfo(self.zone)).astimezone(dt.UTC)

    @property
    def end_utc(self) -> dt.datetime:
        return self.end.replace(tzinfo=ZoneInfo(self.end_zone or self.zone)).astimezone(dt.UTC)

    @property
    def minutes(self) -> int:
        return round((self.end_utc - self.start_utc).total_seconds() / 60)


class Leg(ItemBase):
    """A way from one point to another. Start and end include `buffer_minutes` before departure."""

    kind: Literal["leg"] = "leg"
    mode: Mode
    origin: Point
    destination: Point
    distance_km: float
    travel_minutes: int
    buffer_minutes: int = 0  # at the airport or station, before and after
    connection_id: str | None = None
    source: str = ""  # the row, or the formula in words


class Stay(ItemBase):
    """From check-in (start) to check-out (end); sits in the day of its check-in."""

    kind: Literal["stay"] = "stay"
    nights: int
    rooms: int
    stay_type: str = ""


class Visit(ItemBase):
    kind: Literal["visit"] = "visit"
    reason: str = ""
    outdoor: bool = False


class Meal(ItemBase):
    """`style`: a listed place, breakfast at the stay, or a free choice near a point."""

    kind: Literal["meal"] = "meal"
    meal: MealName
    style: Literal["place", "at_stay", "free"] = "place"
    cuisine: str = ""


class FreeTime(ItemBase):
    kind: Literal["free"] = "free"


Item = Annotated[Leg | Stay | Visit | Meal | FreeTime, Field(discriminator="kind")]


class Day(Value):
    date: dt.date
    city: str  # the name of the city where the night is spent (or the day, if the last)
    city_id: int | None = None
    title: str = ""
    items: list[Item] = Field(default_factory=list)
    note: str = ""


class Alternative(Value):
    """Found, not used."""

    kind: Literal["transport", "stay", "food", "visit"]
    name: str
    place_id: str | None = None
    reason: str = ""


class Plan(Value):
    """One itinerary. `total` is in `currency`; lines in other currencies use `rates`."""

    title: str
    for_whom: str = ""
    focus: list[str] = Field(default_factory=list)
    pace: Pace = "moderate"
    level: Level = "mid"
    label: Literal["cheapest", "balanced", "finest", "other"] = "other"
    highlights: list[str] = Field(default_factory=list)
    tags: list[str] = Field(default_factory=list)
    currency: str
    adults: int
    ages: list[int] = Field(default_factory=list)
    rooms: int = 1
    days: list[Day]
    rates: list[Rate] = Field(default_factory=list)
    total: Decimal
    alternatives: list[Alternative] = Field(default_factory=list)
    assumptions: list[str] = Field(default_factory=list)
    risks: list[str] = Field(default_factory=list)

    @property
    def travellers(self) -> int:
        return self.adults + len(self.ages)

    @property
    def per_person(self) -> Decimal:
        return (self.total / max(1, self.travellers)).quantize(Decimal("0.01"))

    def items(self) -> list[Item]:
        return [item for day in self.days for item in day.items]


# --- Drafts: what a planner proposes before code schedules it -------------------------------------


class DraftStop(Value):
    place_id: str = ""  # empty = unlisted
    name: str
    minutes: int | None = None
    reason: str = ""


class DraftMeal(Value):
    meal: MealName
    place_id: str = ""  # empty with style free/at_stay, or unlisted with style place
    name: str = ""
    style: Literal["place", "at_stay", "free"] = "place"


class DraftDay(Value):
    date: dt.date
    city: str
    stops: list[DraftStop] = Field(default_factory=list)  # in the wished order
    meals: list[DraftMeal] = Field(default_factory=list)
    note: str = ""


class DraftStay(Value):
    city: str
    place_id: str = ""
    name: str = ""
    check_in: dt.date
    nights: int


class DraftMove(Value):
    """A change of city (the way there and the way home included)."""

    date: dt.date
    from_city: str
    to_city: str
    mode: Mode


class PlanDraft(Value):
    title: str
    for_whom: str = ""
    pace: Pace = "moderate"
    level: Level = "mid"
    stay_band: Level | None = None  # where the room is of another level than the rest
    focus: list[str] = Field(default_factory=list)
    highlights: list[str] = Field(default_factory=list)
    tags: list[str] = Field(default_factory=list)
    stays: list[DraftStay] = Field(default_factory=list)
    moves: list[DraftMove] = Field(default_factory=list)
    days: list[DraftDay] = Field(default_factory=list)
    alternatives: list[Alternative] = Field(default_factory=list)
    assumptions: list[str] = Field(default_factory=list)
    risks: list[str] = Field(default_factory=list)


class OptionOutline(Value):
    """What makes one option different, before it is written in full."""

    title: str
    for_whom: str
    label: Literal["cheapest", "balanced", "finest", "other"] = "other"
    pace: Pace
    level: Level
    focus: list[str] = Field(default_factory=list)
    transport: Mode | None = None  # wished for the way between cities; None = the best for the level
    stay_band: Level | None = None
    idea: str = ""  # one sentence


# --- Verdicts ----------------------------------------------------------------------------------

Severity = Literal["error", "warning", "info"]
CheckStatus = Literal["passed", "failed", "not_checked"]


class CheckResult(Value):
    id: int  # the number in docs/checks.md
    title: str
    severity: Severity
    status: CheckStatus
    message: str
    repair: str = ""
    grade: Grade = "official"
    items: list[str] = Field(default_factory=list)  # uids


class Verdict(Value):
    results: list[CheckResult] = Field(default_factory=list)

    def with_status(self, status: CheckStatus) -> list[CheckResult]:
        return [result for result in self.results if result.status == status]

    @property
    def passed(self) -> int:
        return len(self.with_status("passed"))

    @property
    def on_curated(self) -> int:
        """How many of the passed rest on curated rows or worse."""
        return sum(result.grade != "official" for result in self.with_status("passed"))

    @property
    def failed(self) -> list[CheckResult]:
        return self.with_status("failed")

    @property
    def not_checked(self) -> list[CheckResult]:
        return self.with_status("not_checked")

    @property
    def errors(self) -> list[CheckResult]:
        return [result for result in self.failed if result.severity == "error"]

    @property
    def offerable(self) -> bool:
        return not self.errors


Hours.model_rebuild()
