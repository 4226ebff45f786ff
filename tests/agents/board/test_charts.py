"""Charts are figures in the units of their box: none for nothing, none wider than its box."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from hypothesis import given

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
    assert chart and (chart.rows[0].width, chart.rows[0].planned_width) == (FULL // 2, FULL)


def test_only_money_that_came_back_is_no_chart() -> None:
    assert bars_of("x", "By kind", [Total("a", Decimal(-5), 1), Total("b", Decimal(-1), 1)]) is None


def test_names_are_those_of_the_page() -> None:
    chart = bars_of("x", "By kind", [Total("a", Decimal(5), 1), Total("b", Decimal(1), 1)], {"a": "Food"})
    assert (
        chart and [row.name for row in chart.rows] == ["Food", "b"] and chart.sentence == "Most of it: Food."
    )


def test_days_begin_with_what_was_paid_before() -> None:
    rows = [outlay(80, date=START - 9 * DAY), outlay(20, date=START - 2 * DAY), outlay(50)]
    chart = days_of_spending(account(rows, START))
    assert chart and (chart.columns[0].name, chart.columns[0].spent) == ("before the trip", 100)
    assert chart.columns[0].date is None and chart.columns[1].date == START
    assert chart.width == 40 * len(chart.columns) and chart.last.date == START + 4 * DAY


def test_one_day_is_no_chart_and_neither_are_too_many() -> None:
    assert days_of_spending(account([outlay(50)], START, plan=None)) is None
    many = [outlay(5, date=START + number * DAY) for number in range(MOST_DAYS + 1)]
    assert days_of_spending(account(many, START, plan=None)) is None


@given(OUTLAYS)
def test_nothing_leaves_its_box(outlays) -> None:
    told = account(outlays, START)
    for chart in (bars_of("a", "A", told.by_category), bars_of("b", "B", told.by_payer)):
        for row in chart.rows if chart else ():
            assert 0 <= row.width <= FULL and 0 <= row.planned_width <= FULL
    days = days_of_spending(told)
    for column in days.columns if days else ():
        assert 0 <= column.height <= FULL and column.y + column.height == FULL
        assert column.x + 14 <= days.width and column.planned_x + 14 <= days.width
