"""Sums of what was spent: exact, the same by every grouping, beside plan and budget."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trips import travelling
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.outlays import CATEGORIES, JOURNEYS, Outlay, account_of, total, totals
from trips.schemas import Budget, Dates, Leg, Party, Plan, TripFacts

START = dt.date(2027, 4, 5)
FACTS = TripFacts(
    dates=Dates(start=START, end=START + dt.timedelta(days=4)),
    party=Party(adults=2),
    budget=Budget(amount=Decimal(1000), currency="EUR", scope="total"),
)


def day(number: int, cost: int, category: str, city: str, currency: str = "EUR") -> dict:
    date = START + dt.timedelta(days=number - 1)
    line = {"label": "Entry", "unit": cost, "quantity": 1, "currency": currency, "amount": cost}
    return {
        "date": date,
        "city": city,
        "items": [
            {
                "kind": "visit", "uid": f"d{number}", "title": "Tower", "zone": "Europe/Paris",
                "start": dt.datetime.combine(date, dt.time(10)),
                "end": dt.datetime.combine(date, dt.time(11)),
                "costs": [line | {"category": category}],
            }
        ],
    }  # fmt: skip


PLAN = Plan.model_validate(
    {
        "title": "Two towns",
        "currency": "EUR",
        "adults": 2,
        "total": "700",
        "days": [
            day(1, 100, "visits", "Paris"), day(2, 200, "food", "Paris"), day(3, 100, "food", "Lyon"),
            day(4, 100, "transport", "Lyon"), day(5, 200, "stay", "Lyon"),
        ],
    }
)  # fmt: skip


def outlay(value, date=START, category="food", city="Paris", payer="Ada") -> Outlay:
    value = None if value is None else Decimal(str(value))
    return Outlay(date, "something", category, city, payer, value or Decimal(7), "EUR", value)


def account(outlays, today, facts=FACTS, plan=PLAN):
    return account_of(
        outlays, currency="EUR", facts=facts, plan=plan, today=today, gazetteer=default_gazetteer()
    )


VALUES = st.decimals(min_value=-9999, max_value=99999, places=2, allow_nan=False)
OUTLAYS = st.lists(
    st.builds(
        Outlay,
        date=st.dates(START - dt.timedelta(days=30), START + dt.timedelta(days=10)),
        what=st.text(max_size=5),
        category=st.sampled_from(CATEGORIES),
        city=st.sampled_from(["Paris", "Lyon", ""]),
        payer=st.sampled_from(["Ada", "Ben", ""]),
        amount=VALUES,
        currency=st.just("EUR"),
        value=st.none() | VALUES,
    ),
    max_size=60,
)


@given(OUTLAYS, st.booleans())
def test_every_grouping_adds_up_to_the_whole(outlays: list[Outlay], planned: bool) -> None:
    told = account(outlays, START, plan=PLAN if planned else None)
    expected = sum((one.value for one in outlays if one.value is not None), Decimal(0))
    assert told.spent == expected
    counted = sum(one.value is not None for one in outlays)
    for groups in (told.by_category, told.by_city, told.by_day, told.by_payer):
        assert sum((group.spent for group in groups), Decimal(0)) == expected
        assert sum(group.count for group in groups) == counted
        assert len({group.name for group in groups}) == len(groups)
    assert len(told.unvalued) == len(outlays) - counted
    assert told.left == 1000 - expected


@given(OUTLAYS)
def test_what_the_plan_has_does_not_depend_on_what_is_spent(outlays: list[Outlay]) -> None:
    told = account(outlays, START)
    for groups in (told.by_category, told.by_city, told.by_day):
        assert sum((group.planned for group in groups), Decimal(0)) == told.planned == 700


def test_a_currency_without_a_rate_is_counted_and_in_no_sum() -> None:
    told = account([outlay(10), outlay(None)], START)
    assert (told.spent, told.count, len(told.unvalued)) == (10, 2, 1)
    assert [group.spent for group in told.by_category if group.name == "food"] == [Decimal(10)]


def test_before_the_trip_all_days_are_left() -> None:
    told = account([outlay(400, date=START - dt.timedelta(days=60))], START - dt.timedelta(days=10))
    assert (told.phase, told.days_left, told.left, told.a_day) == ("before", 5, 600, 120)
    assert (told.planned, told.planned_so_far) == (700, 0)


def test_on_the_way_what_is_spent_stands_against_what_was_planned_so_far() -> None:
    today = START + dt.timedelta(days=1)
    told = account([outlay(150), outlay(250, date=today)], today)
    assert (told.phase, told.day, told.days, told.days_left) == ("during", 2, 5, 4)
    assert (told.planned_so_far, told.ahead) == (300, 100)
    assert told.a_day == 150
    assert [one.name for one in told.unnoted] == ["visits"]
    assert told.expected == 400 + 400 + 100


@pytest.mark.parametrize(("noted", "told"), [("3", True), ("4000", False)])
def test_a_taxi_noted_is_not_the_journey_there(noted: str, told: bool) -> None:
    plan, facts = travelling.told("09-kyoto")
    today = plan.days[0].date
    value = Decimal(noted)
    outlays = [Outlay(today, "transport", "transport", "Kyoto", "", value, plan.currency, value)]
    found = account_of(
        outlays, currency=plan.currency, facts=facts, plan=plan, today=today, gazetteer=default_gazetteer()
    )
    ways = [one.planned for one in found.unnoted if one.name == JOURNEYS]
    assert bool(ways) is told
    there = next(
        item
        for item in plan.items()
        if isinstance(item, Leg) and item.origin.city_id != item.destination.city_id
    )
    assert not told or ways[0] > 3 and there.costs


def test_afterwards_nothing_is_left_a_day() -> None:
    told = account([outlay(1100)], START + dt.timedelta(days=5))
    assert (told.phase, told.days_left, told.a_day, told.left) == ("after", 0, None, -100)


def test_who_is_over_the_budget_has_nothing_left_a_day() -> None:
    assert account([outlay(1200)], START).a_day == 0


@pytest.mark.parametrize(
    ("scope", "expected"), [("total", 1000), ("per_person", 2000), ("per_day", 5000), (None, 1000)]
)
def test_the_budget_is_for_everybody_and_the_whole_trip(scope, expected) -> None:
    facts = FACTS.model_copy(update={"budget": FACTS.budget.model_copy(update={"scope": scope})})
    assert account([], START, facts).budget == expected


def test_without_a_sum_there_is_no_budget_and_nothing_left() -> None:
    told = account([outlay(5)], START, TripFacts(budget=Budget(level="mid")))
    assert (told.budget, told.left, told.a_day) == (None, None, None)


def test_groups_come_with_the_largest_first_and_days_in_their_order() -> None:
    rows = [outlay(1, category="visits"), outlay(9, category="food", date=START + dt.timedelta(days=2))]
    assert [group.name for group in account(rows, START).by_category[:2]] == ["food", "visits"]
    dates = [group.name for group in account(rows, START).by_day]
    assert dates == sorted(dates)


def test_what_nobody_said_has_a_name_of_its_own() -> None:
    rows = [outlay(5, city="", payer="")]
    told = account(rows, START, plan=None)
    assert [told.by_city[0].name, told.by_payer[0].name] == ["elsewhere", "not said"]


def test_sums_are_exact_where_floats_are_not() -> None:
    rows = [outlay("0.10") for _ in range(10_000)]
    assert total(rows) == Decimal("1000.00")
    assert totals(rows, lambda one: one.category)[0].spent == Decimal("1000.00")
