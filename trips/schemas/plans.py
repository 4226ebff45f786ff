"""What comes of both: plans, the drafts and outlines before them, and what the checks say."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from trips.schemas.places import Credit, Hours, PlacesNamed
from trips.schemas.words import Grade, Label, Level, MealName, Mode, Pace, Value, Written


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
    guests: int = 0  # who come along to this alone, beside the travellers, and pay for themselves

    @property
    def named_by_model(self) -> bool:
        """A row of this trip that stands on what the language model knows."""
        return self.grade == "unlisted" and not self.unlisted

    @property
    def position(self) -> tuple[float, float] | None:
        """Latitude and longitude of a place; None of what is nowhere yet, though its ways are reckoned from
        the middle of its city or the place before."""
        return None if self.lat is None or self.lon is None else (self.lat, self.lon)

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

    @property
    def departs(self) -> dt.datetime:
        """Local; its start is when one has to be there."""
        return self.start + dt.timedelta(minutes=self.buffer_minutes)

    @property
    def lands(self) -> dt.datetime:
        """Local; its end is when one is outside, an hour after at most: more is time that somebody left."""
        left = self.minutes - self.buffer_minutes - self.travel_minutes
        return self.end - dt.timedelta(minutes=left if self.travel_minutes and 0 < left <= 60 else 0)

    @property
    def between_cities(self) -> bool:
        return self.origin.city_id != self.destination.city_id


class Stay(ItemBase):
    """From check-in (start) to check-out (end); sits in the day of its check-in."""

    kind: Literal["stay"] = "stay"
    nights: int
    rooms: int
    stay_type: str = ""

    @property
    def position(self) -> tuple[float, float] | None:
        return None if self.unlisted else super().position


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

    @property
    def position(self) -> tuple[float, float] | None:
        return None if self.unlisted or self.style != "place" else super().position


class FreeTime(ItemBase):
    kind: Literal["free"] = "free"

    @property
    def position(self) -> None:
        return None


Item = Annotated[Leg | Stay | Visit | Meal | FreeTime, Field(discriminator="kind")]


def walks(items: Iterable[Item]) -> list[Leg]:
    return [item for item in items if isinstance(item, Leg) and item.mode == "walk"]


def walking_km(items: Iterable[Item]) -> float:
    return sum(leg.distance_km for leg in walks(items))


class Day(Value):
    date: dt.date
    city: str  # the name of the city where the night is spent (or the day, if the last)
    city_id: int | None = None
    title: str = ""
    items: list[Item] = Field(default_factory=list)
    note: str = ""


class Alternative(Written):
    """Found, not used."""

    kind: Literal["transport", "stay", "food", "visit"]
    name: str
    place_id: str | None = None
    reason: str = ""


class Plan(Value):
    """One itinerary. `total` is in `currency`; lines in other currencies use `rates`. `credits`: for rows it
    names, due also when these are gone."""

    title: str
    for_whom: str = ""
    focus: list[str] = Field(default_factory=list)
    pace: Pace = "moderate"
    level: Level = "mid"
    label: Label = "other"
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
    credits: list[Credit] = Field(default_factory=list)

    @property
    def travellers(self) -> int:
        return self.adults + len(self.ages)

    @property
    def per_person(self) -> Decimal:
        return (self.total / max(1, self.travellers)).quantize(Decimal("0.01"))

    def items(self) -> list[Item]:
        return [item for day in self.days for item in day.items]


# --- Drafts: what a planner proposes before code schedules it -------------------------------------


class DraftStop(Written):
    place_id: str = ""  # empty = unlisted
    name: str
    minutes: int | None = None
    reason: str = ""


class DraftMeal(Written):
    meal: MealName
    place_id: str = ""  # empty with style free/at_stay, or unlisted with style place
    name: str = ""
    style: Literal["place", "at_stay", "free"] = "place"


class DraftDay(Written):
    date: dt.date
    city: str
    stops: list[DraftStop] = Field(default_factory=list)  # in the wished order
    meals: list[DraftMeal] = Field(default_factory=list)
    note: str = ""


class DraftStay(Written):
    city: str
    place_id: str = ""
    name: str = ""
    check_in: dt.date
    nights: int


class DraftMove(Written):
    """A change of city (the way there and the way home included)."""

    date: dt.date
    from_city: str
    to_city: str
    mode: Mode


class PlanDraft(Written):
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
    places: PlacesNamed = Field(default_factory=list)  # those of its names that are in no row


class OptionOutline(Written):
    """What makes one option different, before it is written in full."""

    title: str = ""  # "" = named by what its plan has
    for_whom: str = ""
    label: Label = "other"
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
    """`placeless`: no item of the plan is a place of our data, so what passed says nothing of places."""

    results: list[CheckResult] = Field(default_factory=list)
    placeless: bool = False

    def with_status(self, status: CheckStatus) -> list[CheckResult]:
        return [result for result in self.results if result.status == status]

    @property
    def passed(self) -> int:
        return len(self.with_status("passed"))

    @property
    def on_curated(self) -> int:
        """How many of the passed rest on rows of ours or on formulas."""
        return sum(result.grade not in ("official", "unlisted") for result in self.with_status("passed"))

    @property
    def on_model(self) -> int:
        """How many of the passed rest on what a model or somebody named, looked up by nobody."""
        return sum(result.grade == "unlisted" for result in self.with_status("passed"))

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
