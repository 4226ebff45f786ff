"""What a traveller wants: the facts of a trip, and changes of them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Literal

from pydantic import Field

from trips.schemas.words import Level, Mode, Pace, Value


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


class Hours(Value):
    """When days begin and end for the travellers, as HH:MM; `rest` as HH:MM–HH:MM (naps, siestas)."""

    first: str | None = None
    last: str | None = None
    rest: str | None = None


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
    travel_by: list[str] = Field(default_factory=list)  # "train", "direct flights"
    stay_wishes: list[str] = Field(default_factory=list)  # "pool", "quiet room"
    hours: Hours = Field(default_factory=Hours)
    seen_before: list[str] = Field(default_factory=list)  # places they know already
    must_do: list[str] = Field(default_factory=list)
    avoid: list[str] = Field(default_factory=list)
    appointments: list[Appointment] = Field(default_factory=list)
    caps: list[Cap] = Field(default_factory=list)
    wishes: list[str] = Field(default_factory=list)  # "warm", "by the sea": what a vague start said
    said: dict[str, str] = Field(default_factory=dict)  # what a value was called: "architecture" → "tiles"


FactOp = Literal["set", "add", "remove"]


class Change(Value):
    """One change of the facts. `path` is dotted ("party.adults"); `subject` names one of several
    ("Kyoto" for "destinations.nights"). Lists take add and remove, one value a change."""

    path: str
    op: FactOp = "set"
    value: str | int | Decimal | bool | None = None
    subject: str = ""
    quote: str = ""
