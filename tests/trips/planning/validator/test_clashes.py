"""Wishes that exclude each other: the smallest set, why, and what would help (check 27)."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from tests.trips.given_rows import GivenRows
from tests.trips.planning.validator import making as m
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.validator import check_plan
from trips.schemas import (
    Appointment,
    Budget,
    CarWish,
    CheckResult,
    Destination,
    Party,
    Place,
    PlaceName,
    StayWish,
    TripFacts,
)


def clash(facts: TripFacts, *rows: Place) -> CheckResult:
    """With rows of their own beside those of the trip."""
    found = explained(facts, *rows)
    assert found is not None, "nothing is explained"
    assert (found.status, found.severity) == ("failed", "warning")
    return found


def explained(facts: TripFacts, *rows: Place) -> CheckResult | None:
    verdict = check_plan(m.plan(), facts, Gazetteer(GivenRows([*m.ROWS, *rows])), today=m.TODAY)
    return next((one for one in verdict.results if one.id == 27), None)


def test_where_all_can_be_had_there_is_nothing_to_explain():
    assert explained(m.facts()) is None


def test_nights_that_the_dates_do_not_have():
    boston = Destination(name="Boston", city_id=m.BOSTON, country="US", nights=5)
    result = clash(m.facts(destinations=[boston]))
    assert result.message == "Not together: 5 nights in Boston and 3 days. 3 days have 2 nights."
    assert result.repair == "Stay 3 days longer or take 3 nights less in Boston."


def test_of_many_cities_the_fewest_that_are_too_many():
    cities = [
        Destination(name=name, city_id=number, nights=nights)
        for number, (name, nights) in enumerate([("A", 1), ("B", 2), ("C", 1)], start=1)
    ]
    result = clash(m.facts(destinations=cities))
    assert result.message.startswith("Not together: 1 night in A, 2 nights in B and 3 days.")


@pytest.mark.parametrize(
    ("kind", "price", "named"),
    [
        ("riad", None, "the stay is a riad."),
        (None, "1", "at most $1 a night."),
        ("hotel", "1", "at most $1 a night."),
    ],
)
def test_the_smallest_set_about_a_stay_leaves_out_what_is_no_part_of_it(kind, price, named):
    """No riad stands in Boston; nothing costs $1, hotels or others."""
    wish = StayWish(kind=kind, max_price=Decimal(price) if price else None)
    result = clash(m.facts(stay=wish))
    assert result.message.startswith(f"Not together: {named}")


def test_kind_and_price_that_only_clash_together():
    cheap = m.place("bunk-house", "stay", 42.35, -71.06, stay_type="hostel", occupancy=2,
                    price={"currency": "USD", "adult": "30"})  # fmt: skip
    result = clash(m.facts(stay=StayWish(kind="hotel", max_price=Decimal(40))), cheap)
    assert result.message.startswith("Not together: the stay is a hotel and at most $40 a night.")
    assert result.repair == "Drop “hotel” or raise the price a night."
    assert explained(m.facts(stay=StayWish(kind="hostel", max_price=Decimal(40))), cheap) is None


def test_what_a_row_does_not_say_is_possible():
    """Prices of the cheapest season count, and rows without a word on steps."""
    unknown = m.place("plain-inn", "stay", 42.35, -71.06, stay_type="guesthouse", step_free=None,
                      price={"currency": "USD", "adult": "90", "low": "35"})  # fmt: skip
    wish = StayWish(kind="guesthouse", max_price=Decimal(40))
    assert explained(m.facts(stay=wish, access=["wheelchair"]), unknown) is None


def test_a_sight_with_steps_and_a_wheelchair():
    tower = m.place("stair-tower", "visit", 42.35, -71.06, step_free="no")
    facts = m.facts(must_do=["Stair Tower"], access=["wheelchair"])
    result = clash(facts, tower)
    assert "Not together: Stair Tower and wheelchair. Stair Tower is not step-free." in result.message
    assert "Drop Stair Tower or drop wheelchair." in result.repair


def test_a_sight_that_is_shut_on_all_days_offers_the_nearest_day():
    week = m.week("10:00", "16:00", closed=("mon", "tue", "wed"))
    result = clash(
        m.facts(must_do=["Late Gallery"]),
        m.place("late-gallery", "visit", 42.35, -71.06, hours={"week": week}),
    )
    assert result.message == (
        "Not together: Late Gallery and the dates. Late Gallery is closed on all days from 1 March to "
        "3 March 2027."
    )
    assert result.repair == "Drop Late Gallery or go on 4 March 2027 too."


def test_seen_and_avoided():
    result = clash(m.facts(must_do=["Iron Museum"], avoid=["The Iron"]))
    assert result.message == "Not together: see Iron Museum and avoid The Iron. One is the other."


def test_appointments_at_one_hour_and_outside_the_dates():
    def wedding(what: str, date: dt.date, start: int, end: int) -> Appointment:
        return Appointment(what=what, date=date, start=dt.time(start), end=dt.time(end))

    both = [wedding("a wedding", m.TUESDAY, 11, 14), wedding("a launch", m.TUESDAY, 13, 15)]
    result = clash(m.facts(appointments=both))
    assert result.message.startswith("Not together: a wedding and a launch.")
    apart = [both[0], wedding("a launch", m.TUESDAY, 14, 15)]
    assert explained(m.facts(appointments=apart)) is None
    late = [wedding("a launch", m.TUESDAY + dt.timedelta(days=9), 9, 10)]
    result = clash(m.facts(appointments=late))
    assert result.message.startswith("Not together: a launch and the dates.")


def test_a_budget_below_the_cheapest_beds_says_by_how_much():
    facts = m.facts(budget=Budget(amount=Decimal(50), currency="USD", scope="total"))
    result = clash(facts)
    asked = [
        (row.price.adult if row.price.low is None else row.price.low) * -(-2 // (row.occupancy or 2))
        for row in Gazetteer(GivenRows(m.ROWS)).places("boston", "stay")
    ]
    assert "Not together: a budget of $50, 2 nights and 2 travellers." in result.message
    assert f"Raise the budget by ${2 * min(asked) - 50} at least" in result.repair


def test_a_budget_that_the_plan_keeps_is_enough():
    facts = m.facts(budget=Budget(amount=m.plan().total, currency="USD", scope="total"))
    assert explained(facts) is None


def test_tickets_beside_the_cheapest_beds():
    dear = m.place("dear-show", "visit", 42.35, -71.06, price={"currency": "USD", "adult": "5000"})
    facts = m.facts(
        budget=Budget(amount=m.plan().total - 1, currency="USD", scope="total"),
        must_do=["Dear Show", "Iron Museum"],
    )
    result = clash(facts, dear)
    assert "and Dear Show." in result.message and "Iron Museum" not in result.message
    assert "drop Dear Show" in result.repair


def test_over_the_sea_without_a_flight_and_a_car_without_cars():
    london = PlaceName(name="London", city_id=2643743, country="GB")
    result = clash(m.facts(origin=london, transport_bans=["flight"]))
    assert result.message.startswith("Not together: no flights and from London to Boston.")
    by_land = explained(m.facts(transport_bans=["flight"]))
    assert by_land is None
    cars = clash(m.facts(transport_bans=["car"], car=CarWish(wanted=True)))
    assert cars.message.startswith("Not together: a rental car and no car.")


def test_diets_that_no_place_has_together():
    rows = Gazetteer(GivenRows(m.ROWS)).places("boston", "food")
    diets = next(
        pair
        for pair in (["halal", "kosher"], ["vegan", "kosher"], ["vegan", "halal"])
        if not any(set(pair) <= set(row.diet) for row in rows)
    )
    result = clash(m.facts(dietary=diets, party=Party(adults=2)))
    assert "No place to eat of our data in Boston" in result.message
