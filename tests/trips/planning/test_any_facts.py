"""Whatever is asked of the curated cities, in whatever season, the plans hold."""

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as some

from tests.trips.planning.asking import IDS, TODAY, city, facts_for, gazetteer, options_of
from tests.trips.planning.holding import holds
from trips.planning.options import shared_visits
from trips.planning.validator import check_plan
from trips.schemas import Budget, CarWish, TripFacts

#: The same examples every time; a failing one is not made smaller, which would take minutes.
QUICK = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
CURATED = ("Boston", "New York", "Tokyo", "Kyoto", "Paris", "Marrakesh")
ORIGINS = (None, "New York", "London", "Madrid", "Los Angeles", "Paris")
#: A trip from far away needs some days to be one.
FAR_KM, FAR_DAYS = 3000, 5


@some.composite
def wishes(draw) -> TripFacts:
    days = draw(some.sampled_from((2, 3, 4, 5, 7, 10, 14)))
    most = 1 if days < 4 else 2 if days < 7 else 3
    destinations = draw(some.lists(some.sampled_from(CURATED), min_size=1, max_size=most, unique=True))
    origin = draw(some.sampled_from(ORIGINS))
    assume(origin not in destinations)
    stops = [*([origin] if origin else []), *destinations]
    far = any(city(a).distance_to(city(b)) > FAR_KM for a in stops for b in stops)
    assume(not far or days >= FAR_DAYS + 3 * (len(stops) - 2))
    start = dt.date(2027, 1, 1) + dt.timedelta(days=draw(some.integers(0, 364)))
    return facts_for(
        origin,
        destinations,
        start.isoformat(),
        (start + dt.timedelta(days=days - 1)).isoformat(),
        adults=draw(some.integers(1, 5)),
        ages=draw(some.lists(some.integers(0, 15), max_size=2)),
        budget=draw(budgets()),
        pace=draw(some.sampled_from((None, "relaxed", "moderate", "packed"))),
        interests=draw(
            some.lists(some.sampled_from(("history", "food", "art", "views")), max_size=2, unique=True)
        ),
        dietary=draw(some.sampled_from(([], [], ["vegan"], ["vegetarian"], ["halal"], ["allergy: nuts"]))),
        access=draw(some.sampled_from(([], [], [], ["wheelchair"], ["stroller"]))),
        trip_type=draw(some.sampled_from((None, "round", "one_way"))),
        car=draw(some.sampled_from((CarWish(), CarWish(), CarWish(at_hand=True), CarWish(wanted=True)))),
    )


def budgets():
    return some.one_of(
        some.builds(Budget, level=some.sampled_from((None, "low", "mid", "high"))),
        some.builds(
            Budget,
            amount=some.integers(500, 9000).map(Decimal),
            currency=some.sampled_from(("USD", "EUR", "JPY")),
            scope=some.sampled_from(("total", "per_person", "per_day")),
        ),
    )


@QUICK
@pytest.mark.slow
@given(wishes())
def test_every_plan_is_in_order_connected_open_exact_and_within_its_pace(facts):
    for plan in options_of(facts):
        holds(plan, facts, gazetteer())


@QUICK
@pytest.mark.slow
@given(wishes())
def test_the_validator_finds_no_error_but_a_sum_that_nothing_can_keep(facts):
    plans = options_of(facts)
    assert 2 <= len(plans) <= 3
    for plan in plans:
        verdict = check_plan(plan, facts, gazetteer(), today=TODAY)
        assert {result.id for result in verdict.errors} <= {22}, [r.message for r in verdict.errors]
        if facts.budget.amount is None:
            assert not verdict.errors


@pytest.mark.slow
@pytest.mark.parametrize("name", CURATED)
@pytest.mark.parametrize("month", [1, 4, 7, 10])
def test_options_share_at_most_half_of_their_visits(name, month):
    origin = "London" if name != "London" else "Madrid"
    facts = facts_for(origin, [name], f"2027-{month:02}-10", f"2027-{month:02}-15", level="mid")
    plans = options_of(facts)
    for index, plan in enumerate(plans):
        for other in plans[:index]:
            assert shared_visits(plan, other) <= 0.5
    assert IDS[name] == plans[0].days[2].city_id
