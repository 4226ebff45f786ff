from __future__ import annotations

import datetime as dt
from decimal import Decimal

from tests.trips.planning.validator import making as m
from trips.schemas import Alternative, Rate


def test_an_unknown_id_is_an_error():
    plan = m.plan()
    m.item(plan, "glass-garden").place_id = "boston:crystal-garden"
    result = m.result(5, plan)
    assert (result.status, result.severity, len(result.items)) == ("failed", "error", 1)


def test_a_name_without_an_id_is_a_ghost():
    plan = m.plan()
    m.item(plan, "glass-garden").place_id = None
    assert "not marked as unlisted" in m.result(5, plan).message


def test_a_place_of_the_wrong_kind():
    plan = m.plan()
    m.item(plan, "glass-garden").place_id = "boston:green-spoon"
    assert "is a place to eat, not something to visit" in m.result(5, plan).message


def test_a_place_said_to_be_in_another_city():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").city_id = 5128581
    assert "is in Boston, not where the plan says" in m.result(5, plan).message


def test_unlisted_is_not_checked_when_the_traveller_named_it():
    plan = m.plan()
    m.insert(plan, 1, m.unlisted_visit("Aunt Mary's house", m.TUESDAY, "14:00", "15:00"))
    result = m.result(5, plan, m.facts(must_do=["aunt Marys house"]))
    assert (result.status, result.grade) == ("not_checked", "unlisted")


def test_unlisted_in_a_curated_city_is_a_warning_when_nobody_named_it():
    plan = m.plan()
    m.insert(plan, 1, m.unlisted_visit("Secret bar", m.TUESDAY, "14:00", "15:00"))
    result = m.result(5, plan)
    assert (result.status, result.severity) == ("failed", "warning")


def test_the_last_of_the_alternatives_is_looked_at():
    plan = m.plan()
    plan.alternatives = [
        Alternative(kind="visit", name="Moon Tower", place_id="boston:moon-tower"),
        Alternative(kind="visit", name="Sun Tower", place_id="boston:sun-tower"),
    ]
    assert "The alternative Sun Tower" in m.result(5, plan).message


def test_a_connection_and_an_airport_exist():
    plan = m.plan()
    train = m.item(plan, "train-01")
    train.connection_id = "new-york:boston:unicorn"
    assert "names a connection that is not in our data" in m.result(5, plan).message
    plan = m.plan()
    m.item(plan, "train-01").origin.code = "QQQ"
    assert "no scheduled flights" in m.result(5, plan).message


def test_two_items_of_one_uid():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").uid = "stay"
    assert m.result(5, plan).status == "failed"


def test_the_price_of_the_row():
    plan = m.plan()
    costs = m.item(plan, "iron-museum-01").costs
    costs[0].unit, costs[0].amount = Decimal(15), Decimal(30)
    result = m.result(6, plan)
    assert (result.status, result.severity) == ("failed", "warning")
    assert result.message == "Iron Museum costs $30 in the plan, $40 in our data."
    assert result.repair == "Set it to $40."


def test_children_pay_their_price_and_the_youngest_nothing():
    plan = m.plan(ages=[2, 9])
    for item in plan.items():
        if item.place_id and item.kind in ("visit", "meal") and getattr(item, "style", "place") == "place":
            item.costs = [m.line("20", 2, "visits"), m.line("10", 1, "visits")]
    assert m.result(6, plan).status == "passed"


def test_a_room_between_its_seasons():
    plan = m.plan()
    for unit, status in (("150", "passed"), ("300", "passed"), ("149", "failed"), ("301", "failed")):
        m.item(plan, "stay").costs = [m.line(unit, 2, "stay")]
        assert m.result(6, plan).status == status, unit


def test_an_estimate_says_what_it_rests_on():
    plan = m.plan()
    m.item(plan, "train-01").source = ""
    assert "does not say what its figures rest on" in m.result(6, plan).message


def test_rates_are_those_of_our_data():
    ours = m.gazetteer().rate("EUR", "USD", m.TODAY)
    plan = m.plan()
    plan.rates = [ours]
    assert m.result(6, plan).status == "passed"
    plan.rates = [ours.model_copy(update={"rate": ours.rate * 2})]
    assert m.result(6, plan).status == "failed"
    plan.rates = [Rate(base="XXA", quote="USD", rate=Decimal(1), date=dt.date(2026, 1, 1), source="x")]
    assert m.result(6, plan).status == "not_checked"


def test_a_row_without_a_date_says_so():
    from tests.trips.given_rows import GivenRows
    from trips.catalogue.gazetteer import Gazetteer
    from trips.planning.validator import check_plan

    rows = [row.model_copy(update={"as_of": ""}) for row in m.ROWS]
    verdict = check_plan(m.plan(), m.facts(), Gazetteer(GivenRows(rows)))
    result = next(one for one in verdict.results if one.id == 6)
    assert result.status == "not_checked" and "Our data has no date: " in result.message


def test_no_way_is_shorter_than_the_straight_line():
    plan = m.plan()
    m.item(plan, "train-01").distance_km = 100
    result = m.result(6, plan)
    assert "is 100.0 km in the plan, the straight line is 302.4" in result.message
