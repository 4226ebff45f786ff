"""Whole trips from facts to plans: the ones people ask for first, and the odd ones."""

import datetime as dt
import time
from collections import Counter
from decimal import Decimal

import pytest

from tests.trips.planning.asking import (
    BOSTON,
    IDS,
    JAPAN,
    MARRAKESH,
    PARIS,
    TODAY,
    day,
    facts_for,
    first_option,
    gazetteer,
    options_of,
)
from tests.trips.planning.holding import holds
from trips.catalogue.trip_gazetteer import with_rows
from trips.places import Misplaced, given_row
from trips.planning import compose
from trips.planning.items import NO_POSITION
from trips.planning.options import shared_visits, visits_of
from trips.planning.request import UnknownDestination
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan, chip
from trips.schemas import (
    Appointment,
    Budget,
    Cap,
    CarWish,
    Destination,
    FreeTime,
    Leg,
    Meal,
    Party,
    Plan,
    PlanDraft,
    Stay,
    StayWish,
    TripFacts,
    Visit,
)

#: Checks that must have been looked at on curated cities with complete facts.
LOOKED_AT = {1, 2, 3, 4, 7, 11, 12, 13, 16, 18, 22, 26}


def legs(plan: Plan, mode: str | None = None) -> list[Leg]:
    found = [item for item in plan.items() if isinstance(item, Leg)]
    return [leg for leg in found if mode is None or leg.mode == mode]


def journeys(plan: Plan) -> list[Leg]:
    return [leg for leg in legs(plan) if leg.origin.city_id != leg.destination.city_id]


def stays(plan: Plan) -> list[Stay]:
    return [item for item in plan.items() if isinstance(item, Stay)]


def offered_and_checked(plans: list[Plan], facts: TripFacts) -> None:
    for plan in plans:
        others = [other for other in plans if other is not plan]
        verdict = check_plan(plan, facts, gazetteer(), today=TODAY, others=others)
        assert not verdict.failed, [f"{r.id} {r.message}" for r in verdict.failed]
        assert verdict.passed >= 12
        assert not {result.id for result in verdict.not_checked} & LOOKED_AT
        holds(plan, facts, gazetteer())
        assert 3 <= len(plan.highlights) <= 5
    for index, plan in enumerate(plans):
        for other in plans[:index]:
            assert shared_visits(plan, other) <= 0.5


@pytest.mark.parametrize(
    "facts", [BOSTON, JAPAN, PARIS, MARRAKESH], ids=["boston", "japan", "paris", "marrakesh"]
)
def test_the_first_trips_people_ask_for_pass_every_check(facts):
    plans = options_of(facts)
    assert len(plans) == 3
    assert len({plan.total for plan in plans}) == 3
    offered_and_checked(plans, facts)


def test_boston_on_the_presidents_day_weekend():
    plan = first_option(BOSTON)
    assert any("Freedom Trail" in item.title for item in plan.items() if isinstance(item, Visit))
    assert plan.highlights[0].startswith("Freedom Trail")
    assert "Washington's Birthday" in plan.days[0].note
    assert any("Washington's Birthday" in risk for risk in plan.risks)
    monday = {item.place_id for item in plan.days[0].items if isinstance(item, Visit)}
    assert "boston:state-house" not in monday and "boston:public-library" not in monday  # closed on holidays
    assert plan.currency == "USD" and not plan.rates
    assert [stay.nights for stay in stays(plan)] == [3]
    first, last = journeys(plan)[0], journeys(plan)[-1]
    assert first.origin.city_id == last.destination.city_id == IDS["New York"]
    assert first.connection_id and first.buffer_minutes >= 20


def test_tokyo_and_kyoto_with_two_children():
    plan = first_option(JAPAN)
    assert [day.city for day in plan.days] == ["Tokyo"] * 5 + ["Kyoto"] * 5
    flight = journeys(plan)[0]
    assert flight.mode == "flight" and flight.end.date() == flight.start.date() + dt.timedelta(days=1)
    assert flight.zone != flight.end_zone and flight.buffer_minutes == 120
    assert [stay.nights for stay in stays(plan)] == [4, 4]
    assert all(stay.rooms * _occupancy(stay) >= 4 for stay in stays(plan))
    rows = [gazetteer().place(item.place_id) for item in plan.items() if isinstance(item, Visit)]
    assert all(row.children != "no" for row in rows)
    assert {rate.base for rate in plan.rates} == {"JPY"}
    halves = [line for item in plan.items() for line in item.costs if line.label == "Child ticket"]
    assert halves and all(line.quantity == 2 for line in halves)


def _occupancy(stay: Stay) -> int:
    row = gazetteer().place(stay.place_id)
    return row.occupancy


def test_paris_vegan_in_a_wheelchair():
    plans = options_of(PARIS)
    for plan in plans:
        for item in plan.items():
            row = gazetteer().place(item.place_id) if item.place_id else None
            if row:
                assert row.step_free == "yes", row.name
            if row and isinstance(item, Meal):
                assert "vegan" in row.diet, row.name
        assert all(leg.distance_km <= 0.8 for leg in legs(plan, "walk"))
    assert journeys(plans[0])[0].mode == "train"


def test_a_one_way_trip_ends_at_its_last_city():
    facts = facts_for("Paris", ["Boston", "New York"], "2027-06-01", "2027-06-08", trip_type="one_way")
    plans = options_of(facts)
    offered_and_checked(plans, facts)
    assert journeys(plans[0])[-1].destination.city_id == IDS["New York"]
    assert any("one-way" in line for line in plans[0].assumptions)


def test_without_an_origin_the_plan_begins_in_the_city_and_says_so():
    facts = facts_for(None, ["Kyoto"], "2027-11-01", "2027-11-05", level="high", pace="relaxed")
    plans = options_of(facts)
    assert not journeys(plans[0])
    assert any("Where you start from is not known" in line for line in plans[0].assumptions)
    for plan in plans:
        assert not check_plan(plan, facts, gazetteer(), today=TODAY).errors
        holds(plan, facts, gazetteer())


@pytest.mark.parametrize(
    ("total", "scope", "ceiling"),
    [(1300, "total", 1300), (900, "per_person", 1800), (400, "per_day", 1600), (4000, "total", 4000)],
)
def test_a_sum_is_kept_by_every_option(total, scope, ceiling):
    budget = Budget(amount=Decimal(total), currency="USD", scope=scope)
    facts = facts_for("New York", ["Boston"], "2027-02-15", "2027-02-18", budget=budget)
    plans = options_of(facts)
    assert all(plan.total <= ceiling for plan in plans)
    assert all("keeps the sum" in " ".join(plan.assumptions) for plan in plans)
    offered_and_checked(plans, facts)


def test_a_generous_sum_is_used_and_a_small_one_is_not_stretched():
    def dearest(total: int) -> Decimal:
        facts = facts_for("New York", ["Boston"], "2027-02-15", "2027-02-18", total=total, currency="USD")
        return max(plan.total for plan in options_of(facts))

    assert dearest(4200) > 2500 > 1300 >= dearest(1300)


def test_an_impossible_sum_is_said_by_the_check_not_hidden():
    facts = facts_for("Los Angeles", ["Tokyo"], "2027-04-03", "2027-04-09", total=300, currency="USD")
    for plan in options_of(facts):
        verdict = check_plan(plan, facts, gazetteer(), today=TODAY)
        assert [result.id for result in verdict.errors] == [22]
        assert verdict.errors[0].repair
        holds(plan, facts, gazetteer())


def test_caps_are_kept_where_something_cheaper_is_there():
    caps = [Cap(category="stay", amount=Decimal(600), currency="USD")]
    plan = first_option(facts_for("New York", ["Boston"], "2027-02-15", "2027-02-18", level="mid", caps=caps))
    assert sum(line.amount for stay in stays(plan) for line in stay.costs) <= 600


def test_a_city_without_curated_rows_gets_an_honest_frame():
    facts = facts_for(
        "Lisbon", ["Porto Seguro"], "2027-01-10", "2027-01-17", level="mid", must_do=["whale watching"]
    )
    plan = first_option(facts)
    holds(plan, facts, gazetteer())
    assert any("no sights of Porto Seguro" in line for line in plan.assumptions)
    whale = next(item for item in plan.items() if item.title == "whale watching")
    assert whale.unlisted and isinstance(whale, Visit) and (whale.lat, whale.place_id) == (None, None)
    assert whale.note == NO_POSITION
    assert not [leg for leg in legs(plan) if "whale watching" in (leg.origin.name, leg.destination.name)]
    others = [item for item in plan.items() if isinstance(item, Visit) and item is not whale]
    assert not others
    assert any(isinstance(item, FreeTime) and item.minutes >= 120 for item in plan.items())
    assert all(item.unlisted for item in stays(plan)) and stays(plan)[0].costs[0].grade == "estimate"
    assert all(item.style == "free" and item.costs for item in plan.items() if isinstance(item, Meal))
    verdict = check_plan(plan, facts, gazetteer(), today=TODAY)
    assert not verdict.errors
    assert {2, 5, 11, 13} <= {result.id for result in verdict.not_checked}
    assert verdict.placeless and "passed on dates, travel and sums, no places to check · " in chip(verdict)


def test_a_place_of_the_travellers_own_lies_where_they_say():
    facts = facts_for("Paris", ["Vaduz"], "2027-05-10", "2027-05-13", level="mid", must_do=["Vaduz Castle"])
    vaduz = gazetteer().best_city("Vaduz")
    row = given_row("Vaduz Castle", (47.1394, 9.5244), [vaduz])
    assert row.price is None  # nobody said that it is free
    mine = with_rows(gazetteer(), [row])
    assert mine.city(vaduz.id).curated is None  # one place of somebody's own makes no city known
    (outline,) = compose.outlines(facts, mine)
    plan = schedule(compose.draft(facts, outline, mine, used=set()), facts, mine, today=TODAY)
    castle = next(item for item in plan.items() if item.title == "Vaduz Castle")
    assert (castle.lat, castle.lon, castle.unlisted, castle.note) == (47.1394, 9.5244, True, "")
    there = next(leg for leg in legs(plan) if leg.destination.name == "Vaduz Castle")
    assert 0 < there.distance_km < 5
    verdict = check_plan(plan, facts, mine, today=TODAY)
    assert not verdict.errors and verdict.placeless
    with pytest.raises(Misplaced, match="km from Vaduz"):
        given_row("Vaduz Castle", (9.5244, 47.1394), [vaduz])


def test_with_their_own_car_they_drive_where_a_day_is_enough():
    facts = facts_for("New York", ["Boston"], "2027-07-01", "2027-07-05", car=CarWish(at_hand=True))
    plan = first_option(facts)
    assert {leg.mode for leg in journeys(plan)} == {"car"}
    assert not legs(plan, "flight") and not legs(plan, "taxi") and not legs(plan, "transit")
    assert journeys(plan)[0].costs[0].label.startswith("Fuel")


def test_where_it_is_too_far_to_drive_the_car_stays_at_home():
    facts = facts_for("Madrid", ["Marrakesh"], "2027-03-08", "2027-03-12", car=CarWish(at_hand=True))
    plan = first_option(facts)
    assert journeys(plan)[0].mode == "flight" and not legs(plan, "car")
    assert any("the car stays at home" in line for line in plan.assumptions)


def test_a_hired_car_is_paid_once_for_all_its_days():
    facts = facts_for("Madrid", ["Marrakesh"], "2027-03-08", "2027-03-12", car=CarWish(wanted=True))
    plan = first_option(facts)
    hire = [line for item in plan.items() for line in item.costs if line.label.startswith("Hired car")]
    assert [line.quantity for line in hire] == [5]
    assert legs(plan, "car") and not legs(plan, "taxi")[1:]


def test_an_overnight_flight_takes_a_night_from_the_stay():
    facts = facts_for("New York", ["Paris"], "2027-09-01", "2027-09-07", level="high")
    plan = first_option(facts)
    flight = journeys(plan)[0]
    assert flight.end.date() == day("2027-09-02")
    assert [stay.nights for stay in stays(plan)] == [5]
    assert plan.days[0].city == "Paris" and not [i for i in plan.days[0].items if isinstance(i, Visit)]
    assert not any("arrives on" in risk for risk in plan.risks)  # its line says when
    offered_and_checked(options_of(facts), facts)


def test_four_weeks_over_six_cities():
    names = ["Boston", "New York", "Tokyo", "Kyoto", "Paris", "Marrakesh"]
    facts = facts_for("Madrid", names, "2027-04-01", "2027-04-28", level="mid")
    plans = options_of(facts)
    for plan in plans:
        holds(plan, facts, gazetteer())
        assert not check_plan(plan, facts, gazetteer(), today=TODAY).errors
        cities = list(dict.fromkeys(one.city_id for one in plan.days))
        assert sorted(cities) == sorted(IDS[name] for name in names)
        assert min(stay.nights for stay in stays(plan)) >= 2


def test_a_day_trip_has_no_stay_and_comes_home():
    facts = facts_for("London", ["Paris"], "2027-05-05", "2027-05-05")
    plan = first_option(facts)
    holds(plan, facts, gazetteer())
    assert not stays(plan)
    assert visits_of(plan)
    assert journeys(plan)[-1].destination.city_id == IDS["London"]


def test_a_trip_too_short_for_its_way_says_so():
    facts = facts_for("Los Angeles", ["Tokyo"], "2027-05-05", "2027-05-06")
    plan = first_option(facts)
    assert any("too short" in line for line in plan.assumptions)
    assert check_plan(plan, facts, gazetteer(), today=TODAY).errors


def test_nights_that_were_named_are_kept():
    facts = facts_for(None, [("Tokyo", 3), ("Kyoto", 6)], "2027-04-03", "2027-04-12")
    assert [stay.nights for stay in stays(first_option(facts))] == [3, 6]


def test_a_country_gets_the_cities_that_trips_go_to():
    japan = Destination(name="Japan", kind="country", country="JP")
    facts = facts_for("London", [], "2027-10-01", "2027-10-11").model_copy(update={"destinations": [japan]})
    plan = first_option(facts)
    assert {one.city for one in plan.days} == {"Tokyo", "Kyoto", "Osaka"}
    assert any(item.area in plan.title for item in plan.items() if isinstance(item, Visit) and item.area)


def test_an_unknown_destination_is_named():
    nowhere = Destination(name="Qwxyzzy", kind="city")
    facts = TripFacts(destinations=[nowhere], party=Party(adults=1))
    with pytest.raises(UnknownDestination, match="Qwxyzzy"):
        schedule(PlanDraft(title="x"), facts, gazetteer(), today=TODAY)


def test_an_appointment_keeps_its_hours():
    wedding = Appointment(
        what="Wedding of Ana", date=day("2027-02-16"), start=dt.time(14), end=dt.time(17), where="Boston"
    )
    facts = facts_for("New York", ["Boston"], "2027-02-15", "2027-02-18", appointments=[wedding])
    for plan in options_of(facts):
        item = next(item for item in plan.items() if item.title == "Wedding of Ana")
        assert (item.start, item.end) == (dt.datetime(2027, 2, 16, 14), dt.datetime(2027, 2, 16, 17))
        assert not check_plan(plan, facts, gazetteer(), today=TODAY).errors


def test_a_must_eat_is_a_meal():
    facts = facts_for("New York", ["Boston"], "2027-02-15", "2027-02-18", must_do=["Union Oyster House"])
    for plan in options_of(facts):
        meals = [item for item in plan.items() if isinstance(item, Meal)]
        assert "boston:union-oyster-house" in {meal.place_id for meal in meals}


def test_a_stay_that_was_named_is_taken():
    facts = facts_for(
        "New York", ["Boston"], "2027-02-15", "2027-02-18", stay=StayWish(name="Omni Parker House")
    )
    assert {stays(plan)[0].title for plan in options_of(facts)} == {"Omni Parker House"}


def test_what_is_to_be_avoided_is_not_there():
    facts = facts_for("New York", ["Boston"], "2027-07-05", "2027-07-09", avoid=["museums", "seafood"])
    for plan in options_of(facts):
        rows = [gazetteer().place(item.place_id) for item in plan.items() if item.place_id]
        assert not [row.name for row in rows if "museum" in row.tags or "seafood" in row.cuisine]


def test_each_cuisine_that_was_asked_is_had():
    facts = facts_for("New York", ["Boston"], "2027-07-05", "2027-07-09", cuisines=["Thai", "Italian"])
    for plan in options_of(facts):
        had = Counter(item.cuisine for item in plan.items() if isinstance(item, Meal))
        assert had["Thai"] >= 1 and had["Italian"] >= 1


def test_banned_means_are_not_used():
    facts = facts_for(
        "New York", ["Boston"], "2027-02-15", "2027-02-18", transport_bans=["coach", "flight"], level="low"
    )
    for plan in options_of(facts):
        assert {leg.mode for leg in journeys(plan)} == {"train"}


def test_an_allergy_no_row_knows_is_named_at_every_table():
    facts = facts_for("New York", ["Boston"], "2027-02-15", "2027-02-18", dietary=["allergy: nuts"])
    plan = first_option(facts)
    meals = [item for item in plan.items() if isinstance(item, Meal)]
    assert any(meal.place_id for meal in meals)
    assert all("Ask about nuts" in meal.note and "Look for nuts" not in meal.note for meal in meals)
    assert "nuts" in plan.risks[0]
    verdict = check_plan(plan, facts, gazetteer(), today=TODAY)
    assert 24 in [result.id for result in verdict.not_checked]


def test_planning_is_quick():
    options_of(JAPAN)  # data is read once
    started = time.process_time()
    options_of(JAPAN)
    assert time.process_time() - started < 1.5
