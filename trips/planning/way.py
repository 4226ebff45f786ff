"""One way from a city to another, hub to hub, and the hubs: airports and stations."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from trips.catalogue.gazetteer import City, Gazetteer, distance_km
from trips.catalogue.geography import Airport
from trips.catalogue.matching import means
from trips.planning.costing import line, person_lines
from trips.planning.legs import SEATS_SELF_DRIVE
from trips.planning.request import Request
from trips.schemas import Connection, CostLine, Grade, Mode, Point, Price

#: Minutes to be there before departure, and to be outside after arrival.
BUFFERS: dict[Mode, tuple[int, int]] = {
    "flight": (120, 45),
    "train": (20, 10),
    "coach": (20, 10),
    "ferry": (30, 10),
    "car": (0, 0),
}
LONG_HAUL_KM = 2_400.0
#: Airports with scheduled service that have next to no long flights.
SHORT_HAUL_ONLY = frozenset(
    "LGA DCA MDW DAL HOU BUR SNA LGB HHR ITM UKB OKD GMP SHA TSA LCY STN LTN LIN BVA ORY CIA BMA CGH SDU AEP "
    "YTZ DMK SZB HLP".split()
)


@dataclass(frozen=True)
class Way:
    """From hub to hub. `price` is a person's, or one car's where `per_car`."""

    mode: Mode
    origin: City
    destination: City
    start: Point
    end: Point
    kilometres: float
    minutes: int  # on the move
    before: int
    after: int
    price: Price
    source: str
    grade: Grade
    connection: Connection | None = None
    note: str = ""

    @property
    def per_car(self) -> bool:
        return self.mode == "car"

    @property
    def door_to_door(self) -> int:
        """With buffers, without the ways to the hubs."""
        return self.before + self.minutes + self.after

    def costs(self, request: Request) -> list[CostLine]:
        if self.per_car:
            cars = request.cars(SEATS_SELF_DRIVE)
            label = "Fuel and tolls, one car"
            return [line(label, self.price.adult, cars, self.price.currency, "transport", self.grade)]
        label = f"fare, {self.mode}"
        return person_lines(self.price, request.adults, request.ages, "transport", self.grade, label)

    def price_for_all(self, request: Request) -> Decimal:
        """In the trip's currency, not rounded; for comparing."""
        return request.sum_of(self.costs(request))


#: Of the rows of stations, by means.
STATIONS: dict[Mode, str] = {"train": "train", "coach": "bus", "ferry": "ferry"}


def station(name: str, city: City, mode: Mode, gazetteer: Gazetteer) -> Point:
    """The city's station of this name, without one its first for these means. Where no row says more, it is
    taken to be in the middle of the city."""
    rows = gazetteer.places(city.curated or "", "station")
    rows = [row for row in rows if STATIONS.get(mode) in row.tags]
    rows = [row for row in rows if means(name, row.names)] if name else rows
    if rows:
        ours = [row for row in rows if row.grade != "open"]  # in the order of their file, the main one first
        row = (
            ours[0] if ours else min(rows, key=lambda one: distance_km(one.lat, one.lon, city.lat, city.lon))
        )
        return Point(name=row.name, kind="station", city_id=city.id, lat=row.lat, lon=row.lon)
    usual = {"train": "main station", "coach": "coach station", "ferry": "port"}.get(mode, "station")
    label = name or f"{city.name} {usual}"
    return Point(name=label, kind="station", city_id=city.id, lat=city.lat, lon=city.lon)


def airport_point(airport: Airport, city: City) -> Point:
    return Point(
        name=airport.name,
        kind="airport",
        city_id=city.id,
        code=airport.iata,
        lat=airport.lat,
        lon=airport.lon,
    )


def airport_for(city: City, kilometres: float, gazetteer: Gazetteer) -> Airport | None:
    near = gazetteer.airports_near(city.lat, city.lon, 120, 6)
    near = near or gazetteer.airports_near(city.lat, city.lon, 300, 3)
    airports = [airport for airport, _ in near]
    if kilometres > LONG_HAUL_KM:
        far = [airport for airport in airports if airport.iata not in SHORT_HAUL_ONLY]
        airports = [airport for airport in far if airport.size == 2] or far or airports
    return airports[0] if airports else None
