"""What our data says on a task, in short rows: looked up by code, so that no agent has to ask for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from typing import get_args

from trips.catalogue.city_facts import city_facts
from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.opening_hours import hours_in_words
from trips.planning.fares import local_fares
from trips.planning.picking import LEVELS, Pool, ranked_visits
from trips.planning.request import Request
from trips.planning.ways import Way, route_pairs, ways_between
from trips.schemas import Level, MealName, Place, PlaceKind

BEST_KNOWN = 8
ABOUT_A_CITY = ("climate", "money", "holidays")
AIRPORTS = 3
WAYS = 4
TABLES_A_MEAL = 6  # of a city, as a specialist is told them; it names four


def cities_of(request: Request) -> list[City]:
    """The cities they stay in, each once."""
    return list({goal.city.id: goal.city for goal in request.goals}.values())


def city_rows(request: Request) -> list[str]:
    """Climate, public holidays and money of the trip's cities on its dates."""
    return [
        row
        for city in cities_of(request)
        for row in about_city(city, request.start, request.end, request.currency, request)
    ]


def about_city(city: City, start: dt.date, end: dt.date, currency: str, request: Request) -> list[str]:
    """One city's climate on these days, its holidays, what its money is worth."""
    facts = city_facts(city, request.gazetteer, today=request.today, start=start, end=end, currency=currency)
    return [f"- {city.name}: {fact.sentence}" for fact in facts if fact.topic in ABOUT_A_CITY]


def way_rows(request: Request) -> list[str]:
    """Every way between the trip's cities: rows with their id, else estimates; airports; fares about town."""
    rows = []
    for start, end in route_pairs(request):
        ways = ways_between(start, end, request, drives=request.own_car)
        rows += [_way_row(way) for way in ways[:WAYS]]
    for city in [*([request.origin] if request.origin else []), *cities_of(request)]:
        near = request.gazetteer.airports_near(city.lat, city.lon)[:AIRPORTS]
        if named := ", ".join(f"{airport.iata} {km:.0f} km" for airport, km in near):
            rows.append(f"- Airports of {city.name}: {named}")
    for city in cities_of(request):
        fares = local_fares(city.curated, city.country)
        transit = f"public transport {fares.transit} a ride, " if fares.transit is not None else ""
        taxi = f"taxi {fares.taxi_base} and {fares.taxi_per_km} a km"
        rows.append(f"- Within {city.name}, in {fares.currency}: {transit}{taxi}")
    return rows


def _way_row(way: Way) -> str:
    what = f"connection {way.connection.id}" if way.connection else f"estimate: {way.source}"
    price = f"{way.price.adult} {way.price.currency}{' a car' if way.per_car else ''}"
    return (
        f"- {way.origin.name} to {way.destination.name}: {way.mode}, {way.minutes} min, "
        f"{way.kilometres:.0f} km, about {price}; {what}"
    )


def stay_rows(request: Request) -> list[str]:
    """The stays of our rows that suit the party, by city."""
    return [place_row(place) for city in cities_of(request) for place in Pool(request, city).stays]


def table_rows(request: Request) -> list[str]:
    """The tables of our rows that suit the party, by city: for each meal those nearest their level, the best
    known first, with their hours on the first day that they are open."""
    dates = [request.start + dt.timedelta(days=day) for day in range(request.days)]
    rows = []
    for city in cities_of(request):
        pool = Pool(request, city)
        fit = sorted(pool.tables, key=lambda place: (_away(place, request.level), -pool.ranks[place.id]))
        meals = [[place for place in fit if meal in place.meals] for meal in get_args(MealName)]
        for place in {place.id: place for best in meals for place in best[:TABLES_A_MEAL]}.values():
            hours = (hours_in_words(place, date, request.gazetteer) for date in dates)
            rows += [place_row(place, open_at) for open_at in hours if open_at != "closed"][:1]
    return rows


def _away(place: Place, level: Level) -> int:
    return abs(LEVELS.index(place.band or "mid") - LEVELS.index(level))


def best_known(request: Request) -> list[str]:
    """A line a city: the sights of our rows that fit best."""
    rows = []
    for city in cities_of(request):
        ranked = ranked_visits(Pool(request, city), request.facts.interests, level=request.level)
        if names := [place.name for _fit, place in ranked[:BEST_KNOWN]]:
            rows.append(f"- {city.name}: {', '.join(names)}")
    return rows


def place_row(place: Place, hours: str = "") -> str:
    """A place of our rows in a line, with its closing days, and hours in words where they are told."""
    parts: list[str] = [place.area]
    if place.visit and place.kind != "food":
        parts.append(f"{place.visit.typical} min")
    parts.append(f"{place.price.adult} {place.price.currency}" if place.price else "price unknown")
    parts += [place.band] if place.band else []
    parts += {
        "visit": [*place.tags[:5]],
        "food": [place.cuisine, "/".join(place.meals), *place.diet],
        "stay": [place.stay_type, f"sleeps {place.occupancy}" if place.occupancy else ""],
    }[place.kind]
    parts += [f"closed {' '.join(closed)}"] if (closed := place.hours.closing_days) else []
    return f"- {place.id}: {place.name} ({', '.join(filter(None, [*parts, hours]))})"


def listed_rows(
    cities: Iterable[City],
    gazetteer: Gazetteer,
    kinds: Collection[PlaceKind] = ("visit", "food", "stay"),
    used: Collection[str] = (),
) -> list[str]:
    """Every row of these cities, by city and kind, but for those `used` (ids)."""
    rows = []
    for city in cities:
        places = [place for place in gazetteer.places(city.slug) if place.id not in used]
        for kind, title in (("visit", "Sights"), ("food", "Places to eat"), ("stay", "Stays")):
            listed = [place_row(place) for place in places if kind in kinds and place.kind == kind]
            rows += ["", f"{title} in {city.name}:", *listed] if listed else []
    return rows
