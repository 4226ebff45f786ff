"""The fault bench at the size of `make test`; `make bench` runs all of it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.bench import (
    break_clashes,
    break_houses,
    break_quality,
    break_route,
    break_time,
    break_wishes,
    breakages,
    composed,
    faults,
)
from trips.catalogue.gazetteer import default_gazetteer

#: For every way to spoil a plan, this many plans are tried here.
PLANS_A_WAY = 2


@pytest.fixture(scope="module")
def by_hand() -> list[breakages.Trip]:
    return faults.written_by_hand()


@pytest.fixture(scope="module")
def by_composer() -> list[breakages.Trip]:
    wishes = ("boston-long-weekend", "marrakesh-halal", "porto-lisbon-elsewhere")
    return [trip for name in wishes for trip in composed.options_of(name, default_gazetteer())]


def test_twenty_plans_are_written_by_hand(by_hand):
    assert len(by_hand) == 20
    assert len({trip.plan.title for trip in by_hand}) == 20


def test_no_alarm_on_good_plans(by_hand, by_composer):
    assert {trip.name: found for trip in by_hand + by_composer if (found := faults.alarms(trip))} == {}


def test_the_plans_are_of_many_kinds(by_hand):
    legs = [leg.mode for trip in by_hand for leg in trip.plan.items() if leg.kind == "leg"]
    assert {"walk", "transit", "taxi", "train", "coach", "flight", "car"} <= set(legs)
    assert {trip.plan.currency for trip in by_hand} >= {"USD", "EUR", "GBP", "JPY", "MAD", "NZD"}
    assert {len(trip.plan.days) for trip in by_hand} >= {1, 2, 3, 4, 5, 6}
    assert any(trip.plan.ages for trip in by_hand)
    assert any(trip.facts.trip_type == "one_way" for trip in by_hand)
    assert any(trip.facts.origin is None for trip in by_hand)
    assert any(item.end < item.start for trip in by_hand for item in trip.plan.items())  # the date line


@pytest.mark.parametrize("breakage", breakages.BREAKAGES, ids=lambda breakage: breakage.name)
def test_each_fault_is_caught_by_the_check_meant_for_it(breakage, by_hand):
    tried = 0
    for trip in by_hand:
        spoiled = trip.copy()
        if tried < PLANS_A_WAY and breakage.spoil(spoiled):
            tried += 1
            assert breakage.check not in faults.failed_checks(trip)
            assert breakage.check in faults.failed_checks(spoiled), trip.name
    assert tried


def test_spoiling_leaves_the_good_plan_alone(by_hand):
    trip = by_hand[0]
    before = trip.plan.model_dump_json(), trip.facts.model_dump_json()
    for breakage in breakages.BREAKAGES:
        breakage.spoil(trip.copy())
    assert (trip.plan.model_dump_json(), trip.facts.model_dump_json()) == before


def test_every_implemented_check_has_a_fault():
    from trips.planning.validator.registry import checks

    assert {breakage.check for breakage in breakages.BREAKAGES} == {check.id for check in checks()}


@pytest.mark.parametrize(
    "module", [breakages, break_clashes, break_houses, break_quality, break_route, break_time, break_wishes]
)
def test_what_spoils_knows_nothing_of_the_validator(module):
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert not [name for name in imported if name and "validator" in name]
    own = {name for name in imported if name and name.startswith(("trips", "tests"))}
    assert own <= {"trips.schemas", "trips.catalogue.gazetteer", "tests.bench.breakages"}
