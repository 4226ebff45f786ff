"""Ways and order of the days (28), and what other dates change (30). Remarks, never a gate."""

from __future__ import annotations

import datetime as dt

from tests.trips.planning.validator import making as m
from trips.schemas import Leg


def test_it_tells_the_averages():
    result = m.result(28, m.plan())
    assert (result.status, result.severity) == ("passed", "info")
    assert "minutes a day on ways in town" in result.message


def test_it_tells_distances_likings_and_prices():
    message = m.result(28, m.plan(), m.facts(interests=["museum"])).message
    assert "From stop to stop" in message and "km on average" in message
    assert "1 of 2 visits is about what you like." in message
    assert "Days cost $" in message and "." not in message.partition("Days cost ")[2].partition(",")[0]


def test_a_day_that_is_far_dearer_than_the_others():
    plan = m.plan()
    visit = next(item for item in plan.days[1].items if item.kind == "visit" and item.costs)
    visit.costs[0].unit *= 500
    visit.costs[0].amount = visit.costs[0].unit * visit.costs[0].quantity
    result = m.result(28, plan)
    assert result.status == "failed" and "Tuesday 2 March costs $" in result.message


def test_a_day_on_the_bus_is_remarked_on():
    plan = m.plan()
    local = [item for item in plan.days[1].items if isinstance(item, Leg)]
    local[0].travel_minutes = 320
    result = m.result(28, plan)
    assert (result.status, result.severity) == ("failed", "info")
    assert "on ways in town on Tuesday 2 March" in result.message


def test_zigzag_is_remarked_on():
    """The order of stops is what is judged, by straight lines; the first and the last stay."""
    from tests.trips.given_rows import GivenRows
    from trips.catalogue.gazetteer import Gazetteer
    from trips.planning.validator import check_plan

    places = [
        m.place(f"stop-{n}", "visit", 42.30 + step, -71.06)
        for n, step in enumerate((0, 0.09, 0.01, 0.08, 0.1))
    ]
    plan = m.plan()
    first = next(item for item in plan.items() if item.kind == "visit")
    plan.days[1].items = [
        first.model_copy(
            update={
                "uid": f"v{n}", "title": row.name, "place_id": row.id, "lat": row.lat, "lon": row.lon,
                "start": m.at(m.TUESDAY, f"{9 + 2 * n:02d}:00"),
                "end": m.at(m.TUESDAY, f"{10 + 2 * n:02d}:00"),
            }
        )
        for n, row in enumerate(places)
    ]  # fmt: skip
    verdict = check_plan(plan, m.facts(), Gazetteer(GivenRows([*m.ROWS, *places])))
    result = next(one for one in verdict.results if one.id == 28)
    assert result.status == "failed" and "in another one" in result.message
    straight = plan.model_copy(deep=True)
    for item, row in zip(straight.days[1].items, sorted(places, key=lambda one: one.lat), strict=True):
        item.place_id, item.lat, item.title = row.id, row.lat, row.name
    verdict = check_plan(straight, m.facts(), Gazetteer(GivenRows([*m.ROWS, *places])))
    assert next(one for one in verdict.results if one.id == 28).status == "passed"


def test_other_dates_are_told():
    result = m.result(30, m.plan())
    assert (result.status, result.severity) == ("passed", "info")
    assert "A week later nothing changes." in result.message and "Half a year later" in result.message
    assert "°C instead of" in result.message


def test_a_holiday_that_nobody_mentions():
    plan = m.plan()
    ahead = dt.date(2027, 5, 31) - m.TUESDAY  # Memorial Day
    for day in plan.days:
        day.date += ahead
        for item in day.items:
            item.start, item.end = item.start + ahead, item.end + ahead
    result = m.result(30, plan)
    assert result.status == "failed" and "Memorial Day" in result.message
    plan.days[1].note = "Public holiday: Memorial Day."
    assert m.result(30, plan).status == "passed"
