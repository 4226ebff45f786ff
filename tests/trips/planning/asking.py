"""Facts for tests of the planner, in a line each; and the planner run from facts to plans."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from trips.catalogue.gazetteer import City, Gazetteer, default_gazetteer
from trips.planning.compose import draft, outlines
from trips.planning.schedule import schedule
from trips.schemas import Budget, Dates, Destination, Party, PlaceName, Plan, TripFacts

TODAY = dt.date(2026, 11, 21)
#: geonames ids.
IDS = {
    "Boston": 4930956,
    "New York": 5128581,
    "Tokyo": 1850147,
    "Kyoto": 1857910,
    "Paris": 2988507,
    "Marrakesh": 2542997,
    "Los Angeles": 5368361,
    "London": 2643743,
    "Madrid": 3117735,
    "Lisbon": 2267057,
    "Vaduz": 3042030,
    "Braga": 2742032,
    "Rome": 3169070,
    "Manchester": 2643123,
    "Porto Seguro": 3452640,
}


def gazetteer() -> Gazetteer:
    return default_gazetteer()


def city(name: str) -> City:
    found = gazetteer().city(IDS[name])
    assert found is not None, name
    return found


def named(name: str) -> dict[str, Any]:
    return {"name": name, "city_id": IDS[name], "country": city(name).country}


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def facts_for(
    origin: str | None,
    destinations: Sequence[str | tuple[str, int]],
    start: str,
    end: str,
    *,
    adults: int = 2,
    ages: Sequence[int] = (),
    level: str | None = None,
    total: int | None = None,
    currency: str | None = None,
    **more: Any,
) -> TripFacts:
    """`destinations` are names, or (name, nights)."""
    wanted = [
        Destination(**named(one)) if isinstance(one, str) else Destination(**named(one[0]), nights=one[1])
        for one in destinations
    ]
    budget = Budget.model_validate(
        {"level": level, "amount": total, "currency": currency, "scope": "total" if total else None}
    )
    return TripFacts(
        origin=PlaceName(**named(origin)) if origin else None,
        destinations=wanted,
        dates=Dates(start=day(start), end=day(end)),
        party=Party(adults=adults, children=len(ages), ages=list(ages)),
        budget=more.pop("budget", budget),
        **more,
    )


def options_of(facts: TripFacts, rows: Gazetteer | None = None) -> list[Plan]:
    """All options, each composed knowing what those before it visit."""
    world = rows or gazetteer()
    used: set[str] = set()
    plans = []
    for outline in outlines(facts, world):
        found = draft(facts, outline, world, used=used)
        used |= {stop.place_id for one in found.days for stop in one.stops if stop.place_id}
        plans.append(schedule(found, facts, world, today=TODAY))
    return plans


def first_option(facts: TripFacts) -> Plan:
    """The one that is what was asked."""
    world = gazetteer()
    return schedule(draft(facts, outlines(facts, world)[0], world, used=set()), facts, world, today=TODAY)


def money(text: str) -> Decimal:
    return Decimal(text)


BOSTON = facts_for(
    "New York",
    ["Boston"],
    "2027-02-15",
    "2027-02-18",
    level="mid",
    pace="moderate",
    interests=["history", "food"],
    must_do=["the Freedom Trail"],
)
JAPAN = facts_for("Los Angeles", ["Tokyo", "Kyoto"], "2027-04-03", "2027-04-12", ages=(6, 9), level="mid")
PARIS = facts_for(
    "London",
    ["Paris"],
    "2027-05-06",
    "2027-05-09",
    level="mid",
    dietary=["vegan"],
    access=["wheelchair"],
    interests=["art"],
)
MARRAKESH = facts_for(
    "Madrid", ["Marrakesh"], "2027-03-08", "2027-03-12", level="mid", interests=["markets", "gardens"]
)
