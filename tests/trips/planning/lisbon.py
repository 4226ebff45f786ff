"""Lisbon as a language model knows it: here a city that the catalogue has no rows of."""

from __future__ import annotations

import datetime as dt
from typing import Any

from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.named_places import NamedPlaces
from trips.schemas import Budget, Dates, Destination, NamedPlace, Party, PlaceName, TripFacts

TODAY = dt.date(2026, 11, 23)
#: A Friday to a Monday.
ARRIVE, LEAVE = dt.date(2027, 4, 9), dt.date(2027, 4, 12)
CITY_ID = 2267057


def _open(opens: str, closes: str, *closed: str) -> dict[str, Any]:
    return {"opens": opens, "closes": closes, "closed": list(closed)}


def _euros(price: float) -> dict[str, Any]:
    return {"price": price, "currency": "EUR"}


def named(kind: str, name: str, area: str, lat: float, lon: float, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "name": name, "city": "Lisbon", "area": area, "lat": lat, "lon": lon, **more}


SIGHTS = [
    named(
        "visit",
        "Mosteiro dos Jerónimos",
        "Belém",
        38.6979,
        -9.2065,
        **_open("09:30", "18:00", "mon"),
        **_euros(12),
        minutes=75,
        tags=["history", "architecture"],
        summary="The age of discoveries in stone.",
    ),
    named(
        "visit",
        "Torre de Belém",
        "Belém",
        38.6916,
        -9.2160,
        **_open("09:30", "18:00", "mon"),
        **_euros(8),
        minutes=45,
        tags=["history", "view"],
        summary="A river fortress of 1519.",
    ),
    named(
        "visit",
        "Museu Nacional do Azulejo",
        "Xabregas",
        38.7247,
        -9.1136,
        **_open("10:00", "18:00", "mon"),
        **_euros(8),
        minutes=90,
        tags=["museum", "art"],
        summary="Five centuries of tiles.",
    ),
    named(
        "visit",
        "Castelo de São Jorge",
        "Alfama",
        38.7139,
        -9.1335,
        **_open("09:00", "18:00"),
        **_euros(15),
        minutes=90,
        tags=["history", "view"],
        summary="A Moorish castle over the roofs.",
    ),
    named(
        "visit",
        "Miradouro da Senhora do Monte",
        "Graça",
        38.7190,
        -9.1326,
        **_open("00:00", "24:00"),
        band="free",
        minutes=30,
        tags=["view", "walk"],
        summary="The widest view of the city.",
    ),
    named(
        "visit",
        "Museu Calouste Gulbenkian",
        "Avenidas Novas",
        38.7372,
        -9.1544,
        **_open("10:00", "18:00", "tue"),
        **_euros(10),
        minutes=120,
        tags=["museum", "art", "garden"],
        summary="A collector's house in a garden.",
    ),
    named(
        "activity",
        "Alfama walk",
        "Alfama",
        38.7118,
        -9.1300,
        band="free",
        minutes=90,
        tags=["walk", "neighbourhood", "history"],
        summary="Stairs, laundry and fado.",
    ),
    named(
        "visit",
        "Praça do Comércio",
        "Baixa",
        38.7075,
        -9.1364,
        **_open("00:00", "24:00"),
        band="free",
        minutes=30,
        tags=["architecture", "water"],
        summary="The square at the river.",
    ),
]
TABLES = [
    named(
        "food",
        "Cervejaria Ramiro",
        "Intendente",
        38.7206,
        -9.1355,
        **_open("12:00", "00:00", "mon"),
        **_euros(45),
        meals=["lunch", "dinner"],
        tags=["seafood"],
        summary="Seafood by weight.",
    ),
    named(
        "food",
        "Time Out Market",
        "Cais do Sodré",
        38.7069,
        -9.1459,
        **_open("10:00", "00:00"),
        **_euros(18),
        meals=["lunch", "dinner"],
        tags=["portuguese"],
        summary="Many kitchens under one roof.",
    ),
    named(
        "food",
        "Pastéis de Belém",
        "Belém",
        38.6975,
        -9.2032,
        **_open("08:00", "22:00"),
        **_euros(6),
        meals=["breakfast"],
        tags=["bakery"],
        summary="Custard tarts since 1837.",
    ),
    named(
        "food",
        "Zé da Mouraria",
        "Mouraria",
        38.7163,
        -9.1350,
        closed=["sun"],
        **_euros(16),
        meals=["lunch"],
        tags=["portuguese"],
        summary="Codfish for two.",
    ),
]
STAYS = [
    named(
        "stay",
        "Hotel Mundial",
        "Baixa",
        38.7152,
        -9.1366,
        **_euros(140),
        tags=["hotel", "breakfast"],
        summary="A large house at the foot of the castle.",
    ),
    named(
        "stay",
        "Memmo Alfama",
        "Alfama",
        38.7106,
        -9.1309,
        **_euros(260),
        band="high",
        tags=["hotel"],
        summary="Small, with a terrace over the river.",
    ),
]
EVERYTHING = [*SIGHTS, *TABLES, *STAYS]


def city():
    return default_gazetteer().city(CITY_ID)


def facts(**more: Any) -> TripFacts:
    values: dict[str, Any] = {
        "origin": PlaceName(name="London", city_id=2643743, country="GB"),
        "destinations": [Destination(name="Lisbon", city_id=CITY_ID, country="PT")],
        "dates": Dates(start=ARRIVE, end=LEAVE),
        "party": Party(adults=2),
        "budget": Budget(level="mid"),
        "interests": ["history"],
    }
    return TripFacts(**{**values, **more})


def places(rows=EVERYTHING) -> NamedPlaces:
    """With these places named in Lisbon."""
    found = NamedPlaces(default_gazetteer(), TODAY)
    for row in rows:
        found.add(NamedPlace.model_validate(row), city())
    return found


def one(**more: Any):
    """The row of one place."""
    row = {**named("visit", "Museu do Fado", "Alfama", 38.7113, -9.1278), **more}
    return NamedPlaces(default_gazetteer(), TODAY).add(NamedPlace.model_validate(row), city())
