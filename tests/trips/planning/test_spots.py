"""Where money was spent: by what is named, by the plan's day, today by the clock."""

from __future__ import annotations

import datetime as dt

from tests.trips.travelling import told
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.spots import Spot, spot_of

PLAN, FACTS = told("10-tokyo")  # Tokyo from 23 March 2027, Kyoto from the 26th
MOVE = dt.date(2027, 3, 26)
FIRST = PLAN.days[0].date


def spot(date, what="", words="", category="other", now=None, plan=PLAN) -> Spot:
    now = now or dt.datetime.combine(date, dt.time(3), dt.UTC)
    return spot_of(
        plan, FACTS, default_gazetteer(), date=date, what=what, words=words, category=category, now=now,
        today=date,
    )  # fmt: skip


def test_it_is_the_city_of_the_day_and_what_is_paid_with_there() -> None:
    assert spot(FIRST) == Spot("Tokyo", "JPY")
    assert spot(PLAN.days[-1].date).city == "Kyoto"


def test_on_the_day_of_a_move_the_clock_decides() -> None:
    early = dt.datetime(2027, 3, 25, 22, tzinfo=dt.UTC)  # 7:00 in Tokyo
    late = dt.datetime(2027, 3, 26, 12, tzinfo=dt.UTC)  # 21:00 in Kyoto
    assert (spot(MOVE, now=early).city, spot(MOVE, now=late).city) == ("Tokyo", "Kyoto")


def test_outside_the_plan_nothing_is_known() -> None:
    assert spot(FIRST - dt.timedelta(days=40)) == Spot()
    assert spot(FIRST, plan=None) == Spot()


def test_a_city_of_the_trip_that_is_named_wins() -> None:
    assert spot(FIRST, what="tickets", words="tickets in Kyoto, 900 yen").city == "Kyoto"
    assert spot(FIRST, what="train to Kyoto", words="train to Kyoto 900 yen").city == "Tokyo"


def test_a_meal_and_a_sight_of_the_day_are_found_by_name() -> None:
    day = PLAN.days[1]
    meal = next(item for item in day.items if item.kind == "meal" and item.meal == "lunch")
    visit = next(item for item in day.items if item.kind == "visit")
    assert spot(day.date, what="lunch", category="food").item_uid == meal.uid
    assert spot(day.date, what=visit.title, category="visits").item_uid == visit.uid
    assert spot(day.date, what="umbrella").item_uid == ""


def test_the_hotel_is_that_of_the_night() -> None:
    stay = next(item for item in PLAN.items() if item.kind == "stay")
    assert spot(FIRST + dt.timedelta(days=1), what="hotel", category="stay").item_uid == stay.uid
