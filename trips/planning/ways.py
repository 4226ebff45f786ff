"""How one can get from a city to another: rows first, else a stated model.

A `Way` is hub to hub (airport, station, or the city itself for a car). Rows of connections.json win
over the model for their pair of cities. The model asserts no timetable: its durations and prices are
estimates, each with its formula in words.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from trips.planning.costing import converted, line, person_lines
from trips.planning.fares import price_level, rounded
from trips.planning.gazetteer import Airport, City, Gazetteer
from trips.planning.legs import SEATS_SELF_DRIVE, city_point, to_five
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
#: Flights: minutes on the ground, km a minute in the air, least straight distance worth a flight.
FLIGHT_GROUND_MINUTES = 40
FLIGHT_KM_PER_MINUTE = 13.5
SHORTEST_FLIGHT_KM = 200.0
#: Between smaller cities, and beyond the range of most aeroplanes, one change is assumed.
CHANGE_MINUTES = 120
RANGE_KM = 11_500.0
DIRECT = ((1_500.0, 300_000), (7_000.0, 600_000))  # beyond this distance, fewer people = one change
#: US dollars: (basic, a km up to 1,500, a km beyond); a child's share; an infant's.
FLIGHT_FARE = (Decimal(40), Decimal("0.08"), Decimal("0.05"))
CHILD_SHARE = Decimal("0.75")
LAP_AGE = 2
LONG_HAUL_KM = 2_400.0
#: Airports with scheduled service that have next to no long flights.
SHORT_HAUL_ONLY = frozenset(
    "LGA DCA MDW DAL HOU BUR SNA LGB HHR ITM UKB OKD GMP SHA TSA LCY STN LTN LIN BVA ORY CIA BMA CGH SDU AEP "
    "YTZ DMK SZB HLP".split()
)

#: Land modes: (minutes besides driving, km/h of path, path ÷ straight line, longest straight km,
#: US dollars basic, US dollars a km at the price level of the United States).
TRAIN = (15, 100.0, 1.25, 800.0, Decimal(5), Decimal("0.16"))
FAST_TRAIN = (15, 190.0, 1.25, 1_000.0, Decimal(10), Decimal("0.20"))
COACH = (15, 70.0, 1.3, 500.0, Decimal(4), Decimal("0.07"))
CAR = (10, 80.0, 1.3, 600.0, Decimal(0), Decimal("0.15"))
SHORTEST_RAIL_KM = 15.0
#: Countries with a passenger railway between most of their larger cities; those with fast lines.
RAIL = frozenset(
    "GB FR DE IT ES PT NL BE LU CH AT CZ SK PL HU SI HR RO BG RS DK SE NO FI EE LV LT UA TR JP KR TW CN IN "
    "MA EG UZ RU TH MY VN".split()
)
FAST_RAIL = frozenset("FR DE IT ES JP KR TW CN BE".split())
#: Countries of islands, where "the same country" does not mean a road.
ARCHIPELAGOS = frozenset("ID PH GR CV MV SC BS FJ".split())
#: Neighbours on paper only: no road or railway that a visitor would use.
NO_CROSSING = frozenset(
    {frozenset(("ES", "MA")), frozenset(("MA", "DZ")), frozenset(("KR", "KP")), frozenset(("IE", "GB"))}
)
#: Connections under the sea.
TUNNELS = frozenset({frozenset(("GB", "FR")), frozenset(("DK", "SE"))})
ISLAND_ROAD_KM = 350.0  # within an archipelago only cities this close count as connected

#: What an hour is worth to a traveller, US dollars, when means are compared.
HOUR_VALUE = {"low": Decimal(6), "mid": Decimal(28), "high": Decimal(55)}
#: On a short trip an hour is worth more: it is a larger part of it. By days of the trip.
SHORT_TRIP = {1: Decimal(4), 2: Decimal(2), 3: Decimal("1.3")}
#: An hour on the road or in the air tires more than one on rails.
TIRING: dict[Mode, Decimal] = {"coach": Decimal("1.2"), "flight": Decimal("1.1")}


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
        return sum(
            (
                converted(cost.amount, cost.currency, request.currency, request.gazetteer, request.today)
                for cost in self.costs(request)
            ),
            Decimal(0),
        )


def ways_between(origin: City, destination: City, request: Request, *, drives: bool) -> list[Way]:
    """Every way that makes sense, best first for the request's level; never empty. `drives` = they have
    a car on this way. Banned modes are left out unless nothing else is possible."""
    gazetteer = request.gazetteer
    connections = gazetteer.connections(origin.id, destination.id)
    found = [_of_row(row, origin, destination, request) for row in connections]
    found = [way for way in found if way.mode != "car" or drives]
    rows = bool(found)
    if drives and not any(way.mode == "car" for way in found):
        found += _by_land("car", CAR, origin, destination, gazetteer)
    if not rows:
        found += _modelled(origin, destination, gazetteer)
    allowed = [way for way in found if not request.banned(way.mode)]
    if not allowed:
        allowed = [way for way in _modelled(origin, destination, gazetteer) if not request.banned(way.mode)]
    usable = allowed or found or [_last_resort(origin, destination)]
    return sorted(usable, key=lambda way: (_burden(way, request), way.mode))


def choose(ways: list[Way], wished: Mode | None, *, drives: bool) -> Way:
    """The wished mode where it is possible; a car at hand is driven; else the first."""
    for mode in (wished, "car" if drives else None):
        for way in ways:
            if way.mode == mode:
                return way
    return ways[0]


def _burden(way: Way, request: Request) -> Decimal:
    """Price of one person plus the value of the time, in the trip's currency."""
    hour = converted(HOUR_VALUE[request.level], "USD", request.currency, request.gazetteer, request.today)
    access = {"flight": 90, "train": 50, "coach": 50, "ferry": 60}.get(way.mode, 0)
    hours = Decimal(way.door_to_door + access) / 60 * TIRING.get(way.mode, Decimal(1))
    scarce = SHORT_TRIP.get(request.days, Decimal(1))
    return way.price_for_all(request) / max(1, request.people) + hour * scarce * hours


def _of_row(row: Connection, origin: City, destination: City, request: Request) -> Way:
    before, after = BUFFERS.get(row.mode, (15, 10))
    said = re.search(r"(\d+) minutes before", row.note)
    before = max(before, int(said.group(1)) if said else 0)
    if row.mode == "flight":
        start = _airport_of_row(row.from_point, origin, row.distance_km, request.gazetteer)
        end = _airport_of_row(row.to_point, destination, row.distance_km, request.gazetteer)
    elif row.mode == "car":
        start, end = city_point(origin), city_point(destination)
    else:
        start = _station(row.from_point, origin, row.mode)
        end = _station(row.to_point, destination, row.mode)
    often = f", about every {row.every_minutes} minutes" if row.every_minutes else ""
    return Way(
        mode=row.mode,
        origin=origin,
        destination=destination,
        start=start,
        end=end,
        kilometres=row.distance_km,
        minutes=row.minutes,
        before=before,
        after=after,
        price=row.price,
        source=f"row {row.id}, {row.as_of}{often}",
        grade=row.grade,
        connection=row,
        note=row.note,
    )


def _modelled(origin: City, destination: City, gazetteer: Gazetteer) -> list[Way]:
    found = _flights(origin, destination, gazetteer)
    if origin.country in RAIL and destination.country in RAIL:
        fast = {origin.country, destination.country} <= FAST_RAIL
        found += _by_land("train", FAST_TRAIN if fast else TRAIN, origin, destination, gazetteer)
    return found + _by_land("coach", COACH, origin, destination, gazetteer)


def _flights(origin: City, destination: City, gazetteer: Gazetteer) -> list[Way]:
    kilometres = origin.distance_to(destination)
    if kilometres < SHORTEST_FLIGHT_KM:
        return []
    from_airport = _airport(origin, kilometres, gazetteer)
    to_airport = _airport(destination, kilometres, gazetteer)
    if from_airport is None or to_airport is None or from_airport.iata == to_airport.iata:
        return []
    changes = kilometres > RANGE_KM or any(
        kilometres > beyond and min(origin.population, destination.population) < people
        for beyond, people in DIRECT
    )
    minutes = FLIGHT_GROUND_MINUTES + kilometres / FLIGHT_KM_PER_MINUTE + (CHANGE_MINUTES if changes else 0)
    basic, near, far = FLIGHT_FARE
    distance = Decimal(round(kilometres))
    fare = basic + near * min(distance, Decimal(1500)) + far * max(Decimal(0), distance - 1500)
    before, after = BUFFERS["flight"]
    return [
        Way(
            mode="flight",
            origin=origin,
            destination=destination,
            start=_airport_point(from_airport, origin),
            end=_airport_point(to_airport, destination),
            kilometres=round(kilometres, 1),
            minutes=to_five(minutes),
            before=before,
            after=after,
            price=Price(
                currency="USD",
                adult=rounded(fare, "USD"),
                child=rounded(fare * CHILD_SHARE, "USD"),
                free_under=LAP_AGE,
            ),
            source=(
                f"{FLIGHT_GROUND_MINUTES} minutes on the ground, {FLIGHT_KM_PER_MINUTE * 60:.0f} km/h"
                + (", one change of two hours" if changes else "")
                + "; fare by distance"
            ),
            grade="estimate",
            note=("One change assumed; l" if changes else "L") + "ook up real flights and times.",
        )
    ]


def _by_land(
    mode: Mode,
    model: tuple[int, float, float, float, Decimal, Decimal],
    origin: City,
    destination: City,
    gazetteer: Gazetteer,
) -> list[Way]:
    extra, speed, detour, longest, basic, per_km = model
    straight = origin.distance_to(destination)
    if not SHORTEST_RAIL_KM <= straight <= longest or not connected(origin, destination, gazetteer):
        return []
    path = straight * detour
    level = (price_level(origin.country) + price_level(destination.country)) / 2
    fare = rounded((basic + per_km * Decimal(round(path))) * level, "USD")
    before, after = BUFFERS[mode]
    breaks = 15 * int(path / speed / 2) if mode == "car" else 0
    stations = mode != "car"
    return [
        Way(
            mode=mode,
            origin=origin,
            destination=destination,
            start=_station("", origin, mode) if stations else city_point(origin),
            end=_station("", destination, mode) if stations else city_point(destination),
            kilometres=round(path, 1),
            minutes=to_five(extra + path / speed * 60 + breaks),
            before=before,
            after=after,
            price=Price(currency="USD", adult=fare, child=rounded(fare / 2, "USD"), free_under=4),
            source=f"{speed:.0f} km/h over {detour} × the straight line; price by distance",
            grade="estimate",
            note="" if mode == "car" else "Check that it runs on this day: no timetable in our data.",
        )
    ]


def _last_resort(origin: City, destination: City) -> Way:
    """Neither an airport nor a road is known: by sea and land at 30 km/h, and it says so."""
    straight = origin.distance_to(destination)
    return Way(
        mode="ferry",
        origin=origin,
        destination=destination,
        start=_station("", origin, "ferry"),
        end=_station("", destination, "ferry"),
        kilometres=round(straight, 1),
        minutes=to_five(straight / 30 * 60 + 30),
        before=BUFFERS["ferry"][0],
        after=BUFFERS["ferry"][1],
        price=Price(currency="USD", adult=rounded(Decimal(10) + Decimal("0.3") * round(straight), "USD")),
        source="30 km/h on the straight line: no connection is known",
        grade="estimate",
        note="No connection between the two is in our data: look for one first.",
    )


def _station(name: str, city: City, mode: Mode) -> Point:
    """Where no row says more, it is taken to be in the middle of the city."""
    usual = {"train": "main station", "coach": "coach station", "ferry": "port"}.get(mode, "station")
    label = name or f"{city.name} {usual}"
    return Point(name=label, kind="station", city_id=city.id, lat=city.lat, lon=city.lon)


def _airport_of_row(name: str, city: City, kilometres: float, gazetteer: Gazetteer) -> Point:
    for code in re.findall(r"\b[A-Z]{3}\b", name):
        if airport := gazetteer.airport(code):
            return _airport_point(airport, city)
    airport = _airport(city, kilometres, gazetteer)
    return _airport_point(airport, city) if airport else replace_kind(city_point(city), name)


def replace_kind(point: Point, name: str) -> Point:
    return point.model_copy(update={"kind": "airport", "name": name or f"{point.name} airport"})


def _airport_point(airport: Airport, city: City) -> Point:
    return Point(
        name=airport.name,
        kind="airport",
        city_id=city.id,
        code=airport.iata,
        lat=airport.lat,
        lon=airport.lon,
    )


def _airport(city: City, kilometres: float, gazetteer: Gazetteer) -> Airport | None:
    near = gazetteer.airports_near(city.lat, city.lon, 120, 6)
    near = near or gazetteer.airports_near(city.lat, city.lon, 300, 3)
    airports = [airport for airport, _ in near]
    if kilometres > LONG_HAUL_KM:
        far = [airport for airport in airports if airport.iata not in SHORT_HAUL_ONLY]
        airports = [airport for airport in far if airport.size == 2] or far or airports
    return airports[0] if airports else None


def connected(origin: City, destination: City, gazetteer: Gazetteer) -> bool:
    """Whether a road or railway leads from one to the other, by countries and their neighbours."""
    here, there = _land_of(origin), _land_of(destination)
    if here == there:
        return here not in ARCHIPELAGOS or origin.distance_to(destination) <= ISLAND_ROAD_KM
    return there in _reachable(here, gazetteer)


def _land_of(city: City) -> str:
    """The country whose roads a city is on: Belfast's are those of Ireland."""
    return "IE" if city.admin1 == "Northern Ireland" else city.country


@lru_cache(maxsize=512)
def _reachable(country: str, gazetteer: Gazetteer) -> frozenset[str]:
    """Countries that land routes lead to over at most three borders."""
    seen, queue = {country: 0}, deque([country])
    while queue:
        here = queue.popleft()
        if seen[here] == 3:
            continue
        row = gazetteer.country(here)
        tunnels = [code for pair in TUNNELS if here in pair for code in pair - {here}]
        for code in (*(row.neighbours if row else ()), *tunnels):
            if code not in seen and frozenset((here, code)) not in NO_CROSSING:
                seen[code] = seen[here] + 1
                queue.append(code)
    return frozenset(seen)
