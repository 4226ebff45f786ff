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
from trips.schemas import Mode, Price

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
    before, after = BUFFERS["flight"]
    return [
        Way(
            mode="flight",
            origin=origin,
            destination=destination,
            start=airport_point(from_airport, origin),
            end=airport_point(to_airport, destination),
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
    before, after = BUFFERS[mode]
    breaks = 15 * int(path / speed / 2) if mode == "car" else 0
    stations = mode != "car"
    return [
        Way(
            mode=mode,
            origin=origin,
            destination=destination,
            start=station("", origin, mode, gazetteer) if stations else city_point(origin),
            end=station("", destination, mode, gazetteer) if stations else city_point(destination),
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


def last_resort(origin: City, destination: City, gazetteer: Gazetteer) -> Way:
    """Neither an airport nor a road is known: by sea and land at 30 km/h, and it says so."""
    straight = origin.distance_to(destination)
    return Way(
        mode="ferry",
        origin=origin,
        destination=destination,
        start=station("", origin, "ferry", gazetteer),
        end=station("", destination, "ferry", gazetteer),
        kilometres=round(straight, 1),
        minutes=to_five(straight / 30 * 60 + 30),
        before=BUFFERS["ferry"][0],
        after=BUFFERS["ferry"][1],
        price=Price(currency="USD", adult=rounded(Decimal(10) + Decimal("0.3") * round(straight), "USD")),
        source="30 km/h on the straight line: no connection is known",
        grade="estimate",
        note="No connection between the two is in our data: look for one first.",
    )
