"""What a day is made of before it has times: spots, stops, meals, and the stretch they are to fill."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from trips.catalogue.gazetteer import City
from trips.planning.legs import city_point, place_point
from trips.planning.packing import Window
from trips.schemas import Item, MealName, Place, Point


@dataclass(frozen=True)
class Spot:
    """A position with its words."""

    point: Point
    area: str = ""


@dataclass(frozen=True)
class PlannedStop:
    """`place` None = unlisted, at the `point` that the traveller gave, if any. `at` = fixed hours of an
    appointment, in minutes of the day."""

    name: str
    place: Place | None = None
    minutes: int | None = None
    reason: str = ""
    must: bool = False
    at: Window | None = None
    point: Point | None = None


@dataclass(frozen=True)
class PlannedMeal:
    """`place` None with style "free" or "at_stay"; `name` = somebody's own idea, unlisted; `asked` = by
    the traveller, as a place or for its cuisine."""

    meal: MealName
    style: str = "free"
    place: Place | None = None
    name: str = ""
    asked: bool = False


@dataclass(frozen=True)
class Stretch:
    """Hours of one date in one city. `start` and `end` in minutes since midnight, local; both at the
    base. `departs` = a journey follows: what is left over is spent at the last stop."""

    date: dt.date
    city: City
    base: Spot
    start: int
    end: int
    stops: tuple[PlannedStop, ...] = ()
    meals: tuple[PlannedMeal, ...] = ()
    departs: bool = False


@dataclass
class Filled:
    """A stretch with times. `dropped` = stops that did not fit, `walked` = km on foot."""

    items: list[Item] = field(default_factory=list)
    dropped: list[PlannedStop] = field(default_factory=list)
    walked: float = 0.0


def base_of(city: City, stay: Place | None, *, sleeps: bool) -> Spot:
    """Where days in a city begin and end: the stay, or a point for one; on a day trip its middle."""
    if stay:
        return spot_of(stay, city)
    centre = f"the centre of {city.name}"
    named = {"name": f"stay in {city.name}", "kind": "stay"} if sleeps else {"name": centre}
    return Spot(city_point(city).model_copy(update=named), centre)


def spot_of(place: Place, city: City) -> Spot:
    return Spot(place_point(place, city.id), place.area)
