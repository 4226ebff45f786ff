"""Plan B: an indoor place near, open then, not in the plan; and honest words when there is none."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.planning.validator.making import BOSTON, MONDAY, ZONE, place, week
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.rain import rain_plan
from trips.schemas import TripFacts, Visit

GARDEN = place("garden-of-glass", "visit", 42.3600, -71.0600, tags=["garden"], outdoor=True)
NEAR = place(
    "near-hall",
    "visit",
    42.3605,
    -71.0610,
    tags=["museum", "rainy_day"],
    hours={"week": week("09:00", "18:00")},
)
FAR = place(
    "far-hall", "visit", 42.3900, -71.0600, tags=["art", "rainy_day"], hours={"week": week("09:00", "18:00")}
)
VISIT = Visit(
    uid="garden", title="Garden", place_id=GARDEN.id, zone=ZONE, city_id=BOSTON, outdoor=True,
    start=dt.datetime.combine(MONDAY, dt.time(10)), end=dt.datetime.combine(MONDAY, dt.time(11)),
    lat=42.3600, lon=-71.0600,
)  # fmt: skip


class Rows(Gazetteer):
    """Boston with these rows alone."""

    def __init__(self, *rows) -> None:
        super().__init__(rows)
        self.rows = list(rows)

    def places(self, slug, kind=None):
        return [row for row in self.rows if row.city == slug and (kind is None or row.kind == kind)]


def named(*rows, facts: TripFacts | None = None, planned: frozenset[str] = frozenset(), ages=()) -> list[str]:
    return [
        one.name for one in rain_plan(VISIT, facts or TripFacts(), Rows(GARDEN, *rows), planned, ages).places
    ]


def test_the_nearest_open_shelter_comes_first_and_two_are_enough() -> None:
    third = place("third-hall", "visit", 42.3700, -71.0600, tags=["rainy_day"])
    found = rain_plan(VISIT, TripFacts(), Rows(GARDEN, FAR, third, NEAR), frozenset())
    assert [one.name for one in found.places] == ["Near Hall", "Third Hall"]
    assert found.places[0].hours == "09:00–18:00" and 0 < found.places[0].kilometres < 0.2
    assert found.sentence == ""


@pytest.mark.parametrize(
    "change",
    [
        {"outdoor": True},
        {"hours": {"week": week("09:00", "18:00", closed=("mon",))}},
        {"hours": {"week": week("12:00", "18:00")}},
        {"hours": {}},
        {"booking": "required"},
        {"lat": 42.9},
        {"tags": ["park"]},
        {"kind": "food"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_is_no_shelter_then_is_not_named(change: dict) -> None:
    row = place(
        "near-hall", **({"kind": "visit", "lat": 42.3605, "lon": -71.0610, "tags": ["rainy_day"]} | change)
    )
    assert named(row) == []
    assert named(NEAR) == ["Near Hall"]


def test_what_is_in_the_plan_or_unwanted_is_not_named() -> None:
    assert named(NEAR, planned=frozenset({NEAR.id})) == []
    assert named(NEAR, facts=TripFacts(avoid=["museums"])) == []
    assert named(NEAR, facts=TripFacts(avoid=["near hall"])) == []


def test_access_and_children_are_minded() -> None:
    steps = NEAR.model_copy(update={"step_free": "no"})
    unknown = NEAR.model_copy(update={"step_free": None})
    wheels = TripFacts(access=["wheelchair"])
    assert (named(steps), named(steps, facts=wheels), named(unknown, facts=wheels)) == (["Near Hall"], [], [])
    grown = NEAR.model_copy(update={"children": "no"})
    assert (named(grown), named(grown, ages=(7,))) == (["Near Hall"], [])


def test_with_nothing_it_says_so() -> None:
    assert "No indoor place within 5 km" in rain_plan(VISIT, TripFacts(), Rows(GARDEN), frozenset()).sentence
    braga = VISIT.model_copy(update={"city_id": 2742032})
    assert "no indoor places of Braga" in rain_plan(braga, TripFacts(), Gazetteer(), frozenset()).sentence
    nowhere = VISIT.model_copy(update={"lat": None})
    assert "not in our data" in rain_plan(nowhere, TripFacts(), Rows(NEAR), frozenset()).sentence
