"""Good plans of the composer, over varied facts: what the validator must not cry wolf at."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

from tests.bench.breakages import Trip
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.compose import draft, outlines
from trips.planning.options import label
from trips.planning.schedule import schedule
from trips.schemas import Plan, TripFacts, Visit

TODAY = dt.date(2026, 11, 21)

CITIES = {
    "Boston": (4930956, "US"),
    "New York": (5128581, "US"),
    "Chicago": (4887398, "US"),
    "Los Angeles": (5368361, "US"),
    "Tokyo": (1850147, "JP"),
    "Kyoto": (1857910, "JP"),
    "Osaka": (1853909, "JP"),
    "Paris": (2988507, "FR"),
    "Lyon": (2996944, "FR"),
    "London": (2643743, "GB"),
    "Berlin": (2950159, "DE"),
    "Marrakesh": (2542997, "MA"),
    "Casablanca": (2553604, "MA"),
    "Madrid": (3117735, "ES"),
    "Lisbon": (2267057, "PT"),
    "Porto": (2735943, "PT"),
    "Sydney": (2147714, "AU"),
    "Singapore": (1880252, "SG"),
}


def place(name: str, **more: Any) -> dict[str, Any]:
    number, country = CITIES[name]
    return {"name": name, "city_id": number, "country": country, **more}


def wish(
    start: str, end: str, *destinations: str, origin: str = "", party: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Facts as JSON would hold them."""
    facts = {
        "destinations": [place(name) for name in destinations],
        "dates": {"start": start, "end": end},
        "party": party,
        **more,
    }
    if origin:
        facts["origin"] = place(origin)
    return facts


ONE, TWO = {"adults": 1}, {"adults": 2}
FAMILY = {"adults": 2, "children": 2, "ages": [6, 9]}

#: What is asked, by a name for the table.
WISHES: dict[str, dict[str, Any]] = {
    "boston-long-weekend": wish(
        "2027-02-15", "2027-02-18", "Boston", origin="New York", party=TWO,
        budget={"level": "mid"}, pace="moderate", interests=["history", "food"], must_do=["Freedom Trail"],
    ),
    "boston-low-no-origin": wish(
        "2027-07-03", "2027-07-05", "Boston", party=ONE, budget={"level": "low"}, pace="relaxed",
    ),
    "boston-high": wish(
        "2027-10-08", "2027-10-12", "Boston", origin="London", party=TWO, budget={"level": "high"},
        interests=["art"],
    ),
    "new-york-family": wish(
        "2027-04-02", "2027-04-06", "New York", origin="Chicago", party=FAMILY, budget={"level": "mid"},
        interests=["animals", "science"],
    ),
    "new-york-per-person": wish(
        "2027-09-16", "2027-09-19", "New York", origin="Boston", party=TWO, pace="packed",
        budget={"amount": "900", "currency": "USD", "scope": "per_person"},
    ),
    "new-york-kosher": wish(
        "2027-05-09", "2027-05-12", "New York", party=TWO, budget={"level": "mid"}, dietary=["kosher"],
    ),
    "tokyo-kyoto-family": wish(
        "2027-03-20", "2027-03-29", "Tokyo", "Kyoto", origin="Singapore", party=FAMILY,
        budget={"level": "mid"}, interests=["animals"],
    ),
    "tokyo-short-walks": wish(
        "2027-05-20", "2027-05-23", "Tokyo", origin="Osaka", party=TWO, access=["short_walks"],
        budget={"level": "mid"}, interests=["garden"],
    ),
    "tokyo-over-the-date-line": wish(
        "2027-05-10", "2027-05-17", "Tokyo", origin="Los Angeles", party=TWO, budget={"level": "mid"},
        pace="packed",
    ),
    "kyoto-vegetarian": wish(
        "2027-11-19", "2027-11-22", "Kyoto", origin="Osaka", party=TWO, dietary=["vegetarian"],
        budget={"level": "mid"}, pace="relaxed", interests=["temple"],
    ),
    "tokyo-yen": wish(
        "2027-06-01", "2027-06-05", "Tokyo", party=ONE, interests=["anime"],
        budget={"amount": "250000", "currency": "JPY", "scope": "total"},
    ),
    "paris-vegan-wheelchair": wish(
        "2027-04-15", "2027-04-19", "Paris", origin="Lyon", party=TWO, dietary=["vegan"],
        access=["wheelchair"], budget={"level": "mid"},
    ),
    "paris-pounds": wish(
        "2027-06-18", "2027-06-22", "Paris", origin="London", party=TWO, transport_bans=["flight"],
        budget={"amount": "2500", "currency": "GBP", "scope": "total"}, interests=["art"],
    ),
    "paris-one-way": wish(
        "2027-08-10", "2027-08-13", "Paris", origin="Berlin", party=ONE, trip_type="one_way",
        budget={"level": "low"},
    ),
    "marrakesh-halal": wish(
        "2027-03-25", "2027-03-28", "Marrakesh", origin="Casablanca", party=FAMILY, dietary=["halal"],
        budget={"level": "low"},
    ),
    "marrakesh-high": wish(
        "2027-12-01", "2027-12-05", "Marrakesh", origin="Madrid", party=TWO, budget={"level": "high"},
        pace="relaxed",
    ),
    "porto-lisbon-elsewhere": wish(
        "2027-05-01", "2027-05-06", "Lisbon", "Porto", origin="Madrid", party=TWO, budget={"level": "mid"},
    ),
    "new-york-boston": wish(
        "2027-10-01", "2027-10-07", "New York", "Boston", origin="Sydney", party=TWO,
        budget={"level": "mid"},
    ),
}  # fmt: skip


def options_of(name: str, gazetteer: Gazetteer) -> list[Trip]:
    """The options of one wish as a turn would offer them, each with the others beside it."""
    facts = TripFacts.model_validate(WISHES[name])
    used: set[str] = set()
    plans: list[Plan] = []
    for outline in outlines(facts, gazetteer):
        made = schedule(draft(facts, outline, gazetteer, used=used), facts, gazetteer, today=TODAY)
        used |= {item.place_id for item in made.items() if isinstance(item, Visit) and item.place_id}
        plans.append(made)
    plans = label(plans)
    return [
        Trip(
            f"{name}-{number}",
            facts,
            plan,
            gazetteer,
            [other for other in plans if other is not plan],
        )
        for number, plan in enumerate(plans, 1)
    ]


def trips(gazetteer: Gazetteer, *, most: int = 40) -> list[Trip]:
    """`most` plans: the options of each wish in turn."""
    return [trip for trip, _ in zip(_all(gazetteer), range(most), strict=False)]


def _all(gazetteer: Gazetteer) -> Iterator[Trip]:
    for name in WISHES:
        yield from options_of(name, gazetteer)
