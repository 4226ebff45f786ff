"""Charts are lengths of bars: none for nothing, none longer than the longest."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from agents.board.charts import FULL, MOST_DAYS, bars_of, days_of_spending
from tests.trips.planning.test_outlays import OUTLAYS, START, account, outlay
from trips.planning.outlays import Total

DAY = dt.timedelta(days=1)


def test_one_group_alone_is_no_chart() -> None:
    assert bars_of("x", "By city", [Total("Paris", Decimal(5), 1)]) is None
    assert bars_of("x", "By city", []) is None
    assert bars_of("x", "By city", [Total("Paris", Decimal(5), 1), Total("Lyon", Decimal(0), 0)]) is None


def test_one_group_against_the_plan_is_one() -> None:
    chart = bars_of("x", "By city", [Total("Paris", Decimal(5), 1, Decimal(10))])
    assert chart and (chart.rows[0].length, chart.rows[0].planned_length) == (FULL // 2, FULL)


def test_only_money_that_came_back_is_no_chart() -> None:
    assert bars_of("x", "By kind", [Total("a", Decimal(-5), 1), Total("b", Decimal(-1), 1)]) is None


def test_names_are_those_of_the_page() -> None:
    chart = bars_of("x", "By kind", [Total("a", Decimal(5), 1), Total("b", Decimal(1), 1)], {"a": "Food"})
    assert chart and [row.name for row in chart.rows] == ["Food", "b"]


def test_days_begin_with_what_was_paid_before() -> None:
    rows = [outlay(80, date=START - 9 * DAY), outlay(20, date=START - 2 * DAY), outlay(50)]
    chart = days_of_spending(account(rows, START))
    assert chart and (chart.rows[0].name, chart.rows[0].spent) == ("before the trip", 100)
    assert [row.name for row in chart.rows[1:]] == [f"{START + n * DAY:%a %-d %b}" for n in range(5)]


@given(st.lists(st.decimals(0, 10_000, places=2), min_size=2, max_size=9))
def test_whole_sums_add_up_to_the_whole_total(sums) -> None:
    chart = bars_of("x", "By kind", [Total(str(at), Decimal(0), 0, one) for at, one in enumerate(sums)])
    shown = [row.spent for row in chart.rows] if chart else []
    assert sum(shown) == (round(sum(sums)) if chart else 0)
    assert all(one == int(one) for one in shown)


def test_one_day_is_no_chart_and_neither_are_too_many() -> None:
    assert days_of_spending(account([outlay(50)], START, plan=None)) is None
    many = [outlay(5, date=START + number * DAY) for number in range(MOST_DAYS + 1)]
    assert days_of_spending(account(many, START, plan=None)) is None


@given(OUTLAYS)
def test_no_bar_is_longer_than_the_longest(outlays) -> None:
    told = account(outlays, START)
    charts = (bars_of("a", "A", told.by_category), bars_of("b", "B", told.by_payer), days_of_spending(told))
    for chart in filter(None, charts):
        lengths = [length for row in chart.rows for length in (row.length, row.planned_length)]
        assert min(lengths) >= 0 and max(lengths) == FULL
