"""What is said about a plan is true of it."""

import re

import pytest

from tests.trips.given_rows import GivenRows
from tests.trips.imported import VADUZ, imported_rows
from tests.trips.planning.asking import (
    BOSTON,
    JAPAN,
    MARRAKESH,
    PARIS,
    TODAY,
    facts_for,
    first_option,
    gazetteer,
    options_of,
)
from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.opening_hours import holidays_on
from trips.catalogue.trip_gazetteer import with_rows
from trips.planning.compose import draft, outlines
from trips.planning.schedule import schedule
from trips.schemas import Destination, Leg, Meal, Stay, Visit


@pytest.mark.parametrize("facts", [BOSTON, JAPAN, PARIS, MARRAKESH])
def test_every_highlight_is_in_the_plan(facts):
    for plan in options_of(facts):
        titles = [item.title for item in plan.items()]
        assert 3 <= len(plan.highlights) <= 5
        assert all(any(title in line for title in titles) for line in plan.highlights)


@pytest.mark.parametrize("facts", [BOSTON, JAPAN, PARIS, MARRAKESH])
def test_alternatives_are_real_and_not_used(facts):
    for plan in options_of(facts):
        used = {item.place_id for item in plan.items() if item.place_id}
        kinds = {one.kind for one in plan.alternatives}
        assert {"stay", "food"} <= kinds
        for one in plan.alternatives:
            assert one.reason
            assert one.place_id is None or (gazetteer().place(one.place_id) and one.place_id not in used)
        taken = {item.mode for item in plan.items() if isinstance(item, Leg)}
        ways = [one.name.split()[0].lower() for one in plan.alternatives if one.kind == "transport"]
        assert not set(ways[:1]) & (taken - {"walk", "transit", "taxi"})


def test_alternatives_at_estimated_prices_are_in_the_money_of_the_trip():
    rows = imported_rows()
    world = Gazetteer(GivenRows(rows, cities={VADUZ: rows[0].city}))
    there = Destination(name="Vaduz", city_id=VADUZ, country="LI")
    facts = facts_for("London", [], "2027-05-04", "2027-05-06").model_copy(update={"destinations": [there]})
    for plan in options_of(facts, world):
        told = [one.reason for one in plan.alternatives if one.kind in ("stay", "food")]
        assert told and all(re.search(r"about £\d+ a", line) for line in told), told


def test_few_rows_of_ours_beside_those_of_a_model_leave_its_word_said():
    rows = imported_rows()
    slug = rows[0].city
    named = [
        row.model_copy(update={"id": f"own:{VADUZ}:{n}", "grade": "unlisted"}) for n, row in enumerate(rows)
    ]
    world = with_rows(Gazetteer(GivenRows(rows[:1], cities={VADUZ: slug})), named)
    there = Destination(name="Vaduz", city_id=VADUZ, country="LI")
    facts = facts_for("London", [], "2027-05-04", "2027-05-06").model_copy(update={"destinations": [there]})
    for plan in options_of(facts, world):
        assert any("named from the language model's knowledge" in line for line in plan.assumptions)


def test_risks_name_holidays_bookings_and_weather_of_the_trip():
    plan = first_option(JAPAN)
    for item in plan.items():
        row = gazetteer().place(item.place_id or "")
        if row and row.booking == "required":
            assert f"{row.name} needs a booking." in plan.risks
    for one in plan.days:
        names = holidays_on(gazetteer().city(one.city_id), one.date, gazetteer())
        assert bool(names) == one.note.startswith("Public holiday")
    assert any("Boston is cold" in risk for risk in first_option(BOSTON).risks)


def test_assumptions_give_the_rates_with_their_dates():
    plan = first_option(JAPAN)
    rate = next(rate for rate in plan.rates if rate.base == "JPY")
    line = next(line for line in plan.assumptions if line.startswith("Exchange rates"))
    assert "1 JPY" in line and f"{rate.date:%Y}" in line


def test_rooms_are_said_where_nobody_asked_for_a_number():
    four = first_option(facts_for("New York", ["Boston"], "2027-03-01", "2027-03-04", adults=4))
    assert any(line.endswith(f"{'room' if four.rooms == 1 else 'rooms'} for 4.") for line in four.assumptions)
    asked = facts_for("New York", ["Boston"], "2027-03-01", "2027-03-04", rooms=1)
    assert not any("room for" in line for line in first_option(asked).assumptions)


def test_day_titles_say_where_the_day_goes():
    plan = first_option(BOSTON)
    assert plan.days[0].title.startswith("To Boston")
    assert plan.days[-1].title.endswith("Home")
    for one in plan.days:
        areas = {item.area for item in one.items if isinstance(item, Visit)}
        if areas:
            assert any(area in one.title for area in areas)


def test_tags_say_what_holds_for_the_whole_plan():
    plan = first_option(PARIS)
    assert {"vegan", "step-free", "moderate", "by train"} <= set(plan.tags)


def test_an_arrival_in_the_night_is_a_risk_and_coming_home_is_none():
    plan = first_option(BOSTON)
    home = [item for item in plan.items() if isinstance(item, Leg) and item.destination.city_id == 5128581]
    assert home and not any("tell the stay" in risk for risk in plan.risks)


def test_free_meals_and_breakfasts_say_that_their_price_is_an_estimate():
    for item in first_option(JAPAN).items():
        if isinstance(item, Meal) and item.style != "place":
            assert item.grade == "estimate" or "Included" in item.note
    stay = next(item for item in first_option(JAPAN).items() if isinstance(item, Stay))
    assert stay.grade == "curated" and stay.costs[0].grade == "curated"


def test_a_risk_of_a_place_that_is_not_visited_is_not_said():
    facts = facts_for(None, ["Paris"], "2027-05-06", "2027-05-09", level="mid", avoid=["the Louvre"])
    world = gazetteer()
    found = draft(facts, outlines(facts, world)[0], world, used=set())
    found.risks = ["Louvre Museum needs a booking.", "Strikes are possible."]
    plan = schedule(found, facts, world, today=TODAY)
    assert "Strikes are possible." in plan.risks
    assert not any("Louvre Museum" in risk for risk in plan.risks)


def test_a_trip_within_ramadan_says_so_with_its_dates():
    def risks(start: str, end: str, city: str = "Marrakesh") -> list[str]:
        return first_option(facts_for(None, [city], start, end, level="mid")).risks

    fasting = [risk for risk in risks("2027-02-20", "2027-02-24") if "Ramadan" in risk]
    assert len(fasting) == 1 and "8 February to 8 March 2027" in fasting[0] and "estimated" in fasting[0]
    assert not any("Ramadan" in risk for risk in risks("2027-06-20", "2027-06-24"))
    assert not any("Ramadan" in risk for risk in risks("2027-02-20", "2027-02-24", "Paris"))


def test_the_day_of_coming_home_is_one_at_home():
    plan = first_option(facts_for("London", ["New York"], "2027-05-06", "2027-05-10", level="mid"))
    last = plan.days[-1]
    assert (last.city, last.title) == ("London", "Back home in London")
    assert [item.kind for item in last.items] == ["leg"]
