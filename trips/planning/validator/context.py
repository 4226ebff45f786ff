"""A plan as the checks see it: rows, cities, instants and positions, worked out once.

Everything is recomputed from the rows and the plan's own items; nothing here comes from the code that
composes plans. Whatever cannot be worked out (an unknown zone, a missing row) is None, never an error.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeGuard
from zoneinfo import ZoneInfo

from trips.catalogue.geography import distance_km
from trips.catalogue.names import words
from trips.catalogue.tickets import covered
from trips.planning.validator import limits
from trips.planning.validator.moments import naive
from trips.planning.validator.position import Position, coordinates, straight_km
from trips.schemas import (
    Connection,
    Day,
    FreeTime,
    Item,
    ItemBase,
    Leg,
    Meal,
    Place,
    PlaceName,
    Plan,
    Point,
    Stay,
    TripFacts,
    Visit,
)

if TYPE_CHECKING:
    from trips.catalogue.gazetteer import City, Gazetteer

Stop = Visit | Meal | FreeTime


class Context:
    """`today` is the date where the traveller is; None when the caller has none. `told`: what the writer of
    the plan told at all (names of meals, "stay", "prices"); None: everything."""

    def __init__(
        self,
        plan: Plan,
        facts: TripFacts,
        gazetteer: Gazetteer,
        *,
        today: dt.date | None = None,
        others: Sequence[Plan] = (),
        told: Collection[str] | None = None,
    ) -> None:
        self.plan = plan
        self.facts = facts
        self.gazetteer = gazetteer
        self.today = today
        self.others = list(others)
        self._told = told
        self._moments: dict[int, tuple[dt.datetime | None, dt.datetime | None]] = {}
        self._zones: dict[str, ZoneInfo | None] = {}

    def has_rows_of(self, city: City | None) -> bool:
        """Enough rows of ours for the days that the plan spends in this city?"""
        days = sum(day.city_id == city.id for day in self.plan.days) if city else 0
        return city is not None and self.gazetteer.catalogue.can_fill(city, days)

    def tells(self, what: str) -> bool:
        return self._told is None or what in self._told

    # --- items ----------------------------------------------------------------------------------

    @cached_property
    def placed_items(self) -> list[tuple[int, Item]]:
        """Every item with the index of its day, in the plan's order."""
        return [(index, item) for index, day in enumerate(self.plan.days) for item in day.items]

    @cached_property
    def items(self) -> list[Item]:
        return [item for _, item in self.placed_items]

    @cached_property
    def legs(self) -> list[Leg]:
        return [item for item in self.items if isinstance(item, Leg)]

    @cached_property
    def stays(self) -> list[Stay]:
        return [item for item in self.items if isinstance(item, Stay)]

    @cached_property
    def visits(self) -> list[Visit]:
        return [item for item in self.items if isinstance(item, Visit)]

    @cached_property
    def meals(self) -> list[Meal]:
        return [item for item in self.items if isinstance(item, Meal)]

    @cached_property
    def timeline(self) -> list[Leg | Visit | Meal | FreeTime]:
        """All items but the stays, by instant; those without one are left out."""
        found = [
            (start, index, item)
            for index, item in enumerate(self.items)
            if not isinstance(item, Stay) and (start := self.start(item)) is not None
        ]
        return [item for *_, item in sorted(found, key=lambda entry: entry[:2])]

    # --- rows -----------------------------------------------------------------------------------

    def place(self, place_id: str | None) -> Place | None:
        return self.gazetteer.place(place_id) if place_id else None

    def row(self, item: ItemBase) -> Place | None:
        """The listed place of an item; None for unlisted and free ones."""
        return None if item.unlisted else self.place(item.place_id)

    def connection(self, leg: Leg) -> Connection | None:
        """The row a leg names, where it exists between its two cities."""
        if not leg.connection_id or leg.origin.city_id is None or leg.destination.city_id is None:
            return None
        rows = self.gazetteer.connections(leg.origin.city_id, leg.destination.city_id)
        return next((row for row in rows if row.id == leg.connection_id), None)

    def is_placed_roughly(self, item: ItemBase) -> bool:
        """Nobody knows where it is: its row has the middle of its area or city."""
        row = self.row(item)
        return row is not None and row.grade_of("position") == "estimate"

    def rests_on(self, item: ItemBase) -> Place | None:
        """The row a check of hours, prices or access can rest on: a visit's, a stay's, or that of a
        meal at a listed place. None for unlisted items and meals that name no place."""
        if isinstance(item, Meal) and item.style != "place":
            return None
        return self.row(item)

    @cached_property
    def covered(self) -> dict[str, Place]:
        """By uid, visits on the ticket of another place."""
        return covered(self.visits, self.rests_on)

    # --- cities ---------------------------------------------------------------------------------

    def city_named(self, name: str) -> City | None:
        """The city a name certainly means: exactly written, the largest of its namesakes."""
        matches = self.gazetteer.find_cities(name[:100], limit=1) if name.strip() else []
        return matches[0].city if matches and matches[0].exact else None

    @cached_property
    def rows(self) -> list[Place]:
        """Those of the plan's cities, in the order of the days."""
        slugs = dict.fromkeys(city.curated for city in self.day_cities if city and city.curated)
        return [row for slug in slugs for row in self.gazetteer.places(slug)]

    @cached_property
    def day_cities(self) -> list[City | None]:
        """The city of each day, as stated; None where the gazetteer has no such city."""
        return [self.city_of_day(day) for day in self.plan.days]

    def city_of_day(self, day: Day) -> City | None:
        if day.city_id is not None:
            return self.gazetteer.city(day.city_id)
        for destination in self.facts.destinations:
            if destination.kind == "city" and words(destination.name) == words(day.city):
                return self.gazetteer.city(destination.city_id)
        return self.city_named(day.city)

    @cached_property
    def origin(self) -> City | None:
        """The city the trip starts from, when one was named and found."""
        named = self.facts.origin
        return self.gazetteer.city(named.city_id) if named and named.kind == "city" else None

    def city_id_of(self, item: ItemBase) -> int | None:
        """Where an item lies: by its row, else as it states."""
        row = self.row(item)
        city = self.gazetteer.city_of(row) if row else None
        return city.id if city else item.city_id

    def lies_in(self, city: City, asked: PlaceName) -> bool | None:
        """Whether a city is, or lies in, what was asked: a city, a country, a region ("Tuscany",
        "Scandinavia"). None when the region is not known."""
        if asked.kind == "city":
            return city.id == asked.city_id
        if asked.kind == "country" and (code := asked.country or self._country_code(asked.name)):
            return city.country == code
        region = self.gazetteer.find_region(asked.name[:100])
        if region is None:
            return city.country == asked.country if asked.country else None
        if region.cities:
            return city.id in region.cities
        return city.country in region.countries and (not region.admin1 or city.admin1_code in region.admin1)

    def _country_code(self, name: str) -> str | None:
        country = self.gazetteer.find_country(name[:100])
        return country.code if country else None

    @property
    def is_round_trip(self) -> bool:
        return self.facts.trip_type != "one_way"

    # --- time -----------------------------------------------------------------------------------

    def zone(self, name: str) -> ZoneInfo | None:
        if name not in self._zones:
            try:
                self._zones[name] = ZoneInfo(name)
            except (ValueError, OSError, KeyError):  # no such zone, or no name of one at all
                self._zones[name] = None
        return self._zones[name]

    def instant(self, local: dt.datetime, zone_name: str) -> dt.datetime | None:
        """A local time as UTC; None when the zone is unknown."""
        zone = self.zone(zone_name)
        return local.replace(tzinfo=zone).astimezone(dt.UTC) if zone else None

    def start(self, item: ItemBase) -> dt.datetime | None:
        return self._instants(item)[0]

    def end(self, item: ItemBase) -> dt.datetime | None:
        return self._instants(item)[1]

    def _instants(self, item: ItemBase) -> tuple[dt.datetime | None, dt.datetime | None]:
        """Worked out once an item: the plan outlives the context, so its items keep their identity."""
        known = self._moments.get(id(item))
        if known is None:
            start = self.instant(item.start, item.zone)
            known = start, self.instant(item.end, item.end_zone or item.zone)
            self._moments[id(item)] = known
        return known

    def minutes(self, item: ItemBase) -> float | None:
        """From start to end, by UTC."""
        start, end = self.start(item), self.end(item)
        return None if start is None or end is None else (end - start).total_seconds() / 60

    # --- position -------------------------------------------------------------------------------

    def position_of_place(self, place: Place, kind: str = "place") -> Position:
        city = self.gazetteer.city_of(place)
        return Position(
            name=place.name,
            kind=kind,
            place_id=place.id,
            city_id=city.id if city else None,
            lat=place.lat,
            lon=place.lon,
        )

    def position_of_point(self, point: Point) -> Position:
        """By the row or the airport where there is one, else as the plan states."""
        row = self.place(point.place_id)
        if row:
            return self.position_of_place(row, "stay" if row.kind == "stay" else "place")
        airport = self.gazetteer.airport(point.code) if point.code else None
        pair = (airport.lat, airport.lon) if airport else coordinates(point.lat, point.lon)
        if pair is None and point.kind == "city" and (city := self.gazetteer.city(point.city_id)):
            pair = (city.lat, city.lon)
        return Position(
            name=point.name,
            kind="airport" if airport else point.kind,
            place_id=point.place_id,
            city_id=point.city_id,
            code=point.code,
            lat=pair[0] if pair else None,
            lon=pair[1] if pair else None,
        )

    def position_of_item(self, item: ItemBase) -> Position:
        """Of a visit, meal, free time or stay."""
        row = self.row(item)
        if row:
            return self.position_of_place(row, "stay" if row.kind == "stay" else "place")
        if isinstance(item, Meal) and item.style == "at_stay" and (stay := self.stay_at(item)):
            return self.position_of_item(stay)
        pair = coordinates(item.lat, item.lon)
        chosen_there = isinstance(item, FreeTime) or (isinstance(item, Meal) and item.style == "free")
        kind = "near" if chosen_there else "stay" if isinstance(item, Stay) else "place"
        if pair is None and chosen_there and item.area:
            pair, kind = self.centre_of_area(item.city_id, item.area), "area"
        return Position(
            name=item.title,
            kind=kind,
            place_id=item.place_id,
            city_id=item.city_id,
            lat=pair[0] if pair else None,
            lon=pair[1] if pair else None,
            unlisted=item.unlisted,
        )

    def centre_of_area(self, city_id: int | None, area: str) -> tuple[float, float] | None:
        """The middle of the listed places of an area of a curated city."""
        city = self.gazetteer.city(city_id)
        if city is None or not city.curated:
            return None
        wanted = words(area)
        rows = [row for row in self.gazetteer.places(city.curated) if words(row.area) == wanted]
        if not rows:
            return None
        return sum(row.lat for row in rows) / len(rows), sum(row.lon for row in rows) / len(rows)

    def stay_at(self, item: ItemBase) -> Stay | None:
        """The stay whose span, widened to the whole of its last day, holds an item."""
        for stay in self.stays:
            if stay.start.date() <= item.start.date() <= stay.end.date():
                begins_there = item.start.date() > stay.start.date() or naive(item.start) >= naive(stay.start)
                if begins_there and (item.place_id is None or item.place_id == stay.place_id):
                    return stay
        return None

    # --- legs -----------------------------------------------------------------------------------

    def is_intercity(self, leg: Leg) -> bool:
        """A way from one city to another; not a transfer to or from an airport."""
        if leg.mode == "flight":
            return True
        if "airport" in (leg.origin.kind, leg.destination.kind):
            return False
        here, there = self.position_of_point(leg.origin), self.position_of_point(leg.destination)
        if here.city_id is not None and there.city_id is not None:
            return here.city_id != there.city_id
        return (straight_km(here, there) or leg.distance_km) > 60

    @cached_property
    def intercity_legs(self) -> list[Leg]:
        return [leg for leg in self.legs if self.is_intercity(leg)]

    def touches(self, leg: Leg, date: dt.date) -> bool:
        """Whether a leg leaves or arrives on this local date, or is under way."""
        first, last = sorted((leg.start.date(), leg.end.date()))
        return first <= date <= last

    def point_is_in(self, point: Point, city: City) -> bool | None:
        """Whether a leg's end lies in a city or is its airport or station; None = cannot be told."""
        position = self.position_of_point(point)
        if position.city_id == city.id:
            return True
        if position.lat is not None and position.lon is not None:
            if position.kind == "airport":
                reach = limits.AIRPORT_RADIUS_KM
            else:  # said to be in another city: then only a suburb of this one
                reach = limits.CITY_RADIUS_KM if position.city_id is None else limits.SUBURB_KM
            return distance_km(position.lat, position.lon, city.lat, city.lon) <= reach
        if position.city_id is not None:
            return False
        return True if set(words(city.name)) <= set(words(position.name)) else None


def is_stop(item: Item) -> TypeGuard[Stop]:
    """A visit, a meal or free time: something at one position."""
    return isinstance(item, Visit | Meal | FreeTime)


def uids(items: Iterable[ItemBase]) -> list[str]:
    return [item.uid for item in items]
