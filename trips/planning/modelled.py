"""Ways between cities that no row knows, by a stated model: distance, speed, fare by the kilometre.

It asserts no timetable. Durations and fares are estimates of 2026, each with its formula in words.
"""

from __future__ import annotations

from decimal import Decimal

from trips.catalogue.gazetteer import City, Gazetteer
from trips.planning.fares import price_level, rounded
from trips.planning.land import connected
from trips.planning.legs import city_point, to_five
from trips.planning.way import BUFFERS, Way, airport_for, airport_point, station
from trips.schemas import Mode, Point, Price

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

#: Land modes: (minutes besides driving, km/h of path, path ÷ straight line, longest straight km,
#: US dollars basic, US dollars a km at the price level of the United States).
TRAIN = (15, 100.0, 1.25, 800.0, Decimal(5), Decimal("0.16"))
FAST_TRAIN = (15, 190.0, 1.25, 1_000.0, Decimal(10), Decimal("0.20"))
COACH = (15, 70.0, 1.3, 500.0, Decimal(4), Decimal("0.07"))
CAR = (10, 80.0, 1.3, 600.0, Decimal(0), Decimal("0.15"))
SHORTEST_RAIL_KM = 15.0
NO_TIMETABLE = "Check that it runs on this day: no timetable in our data."
#: Countries with a passenger railway between most of their larger cities; those with fast lines.
RAIL = frozenset(
    "GB FR DE IT ES PT NL BE LU CH AT CZ SK PL HU SI HR RO BG RS DK SE NO FI EE LV LT UA TR JP KR TW CN IN "
    "MA EG UZ RU TH MY VN".split()
)
FAST_RAIL = frozenset("FR DE IT ES JP KR TW CN BE".split())


def modelled_ways(origin: City, destination: City, gazetteer: Gazetteer) -> list[Way]:
    found = _flights(origin, destination, gazetteer)
    if origin.country in RAIL and destination.country in RAIL:
        fast = {origin.country, destination.country} <= FAST_RAIL
        found += by_land("train", FAST_TRAIN if fast else TRAIN, origin, destination, gazetteer)
    return found + by_land("coach", COACH, origin, destination, gazetteer)


def _flights(origin: City, destination: City, gazetteer: Gazetteer) -> list[Way]:
    kilometres = origin.distance_to(destination)
    if kilometres < SHORTEST_FLIGHT_KM:
        return []
    from_airport = airport_for(origin, kilometres, gazetteer)
    to_airport = airport_for(destination, kilometres, gazetteer)
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
    child = rounded(fare * CHILD_SHARE, "USD")
    change = ", one change of two hours" if changes else ""
    speed = f"{FLIGHT_GROUND_MINUTES} minutes on the ground, {FLIGHT_KM_PER_MINUTE * 60:.0f} km/h"
    return [
        _estimate(
            "flight",
            (origin, destination),
            (airport_point(from_airport, origin), airport_point(to_airport, destination)),
            kilometres,
            minutes,
            Price(currency="USD", adult=rounded(fare, "USD"), child=child, free_under=LAP_AGE),
            f"{speed}{change}; fare by distance",
            ("One change assumed; l" if changes else "L") + "ook up real flights and times.",
        )
    ]


def _estimate(
    mode: Mode,
    cities: tuple[City, City],
    ends: tuple[Point, Point],
    kilometres: float,
    minutes: float,
    price: Price,
    source: str,
    note: str,
) -> Way:
    before, after = BUFFERS[mode]
    minutes, kilometres = to_five(minutes), round(kilometres, 1)
    return Way(mode, *cities, *ends, kilometres, minutes, before, after, price, source, "estimate", note=note)


def by_land(
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
    ends, breaks, note = _stations(origin, destination, mode, gazetteer), 0, NO_TIMETABLE
    if mode == "car":
        ends, breaks, note = (city_point(origin), city_point(destination)), 15 * int(path / speed / 2), ""
    minutes = extra + path / speed * 60 + breaks
    price = Price(currency="USD", adult=fare, child=rounded(fare / 2, "USD"), free_under=4)
    source = f"{speed:.0f} km/h over {detour} × the straight line; price by distance"
    return [_estimate(mode, (origin, destination), ends, path, minutes, price, source, note)]


def _stations(origin: City, destination: City, mode: Mode, gazetteer: Gazetteer) -> tuple[Point, Point]:
    return station("", origin, mode, gazetteer), station("", destination, mode, gazetteer)


def last_resort(origin: City, destination: City, gazetteer: Gazetteer) -> Way:
    """Neither an airport nor a road is known: by sea and land at 30 km/h, and it says so."""
    straight = origin.distance_to(destination)
    price = Price(currency="USD", adult=rounded(Decimal(10) + Decimal("0.3") * round(straight), "USD"))
    ends = _stations(origin, destination, "ferry", gazetteer)
    minutes, source = straight / 30 * 60 + 30, "30 km/h on the straight line: no connection is known"
    note = "No connection between the two is in our data: look for one first."
    return _estimate("ferry", (origin, destination), ends, straight, minutes, price, source, note)
