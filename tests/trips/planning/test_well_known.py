"""What a first visit sees, and what goes before it: wishes, bans; unknown prices, day trips, stations."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.bench.cities import seen
from tests.trips.given_rows import GivenRows
from tests.trips.planning.asking import TODAY, city, day, facts_for, first_option, gazetteer, options_of
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.benchmarks import benchmarks_of
from trips.planning.compose import draft, outlines
from trips.planning.picking import Pool
from trips.planning.request import request_of
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan
from trips.planning.wishes import place_meant
from trips.schemas import Hours, Leg, Meal, Plan, TripFacts, Visit

FOUR_DAYS = ("2027-05-11", "2027-05-14")


def visits(plan: Plan) -> list[str]:
    return [item.place_id for item in plan.items() if isinstance(item, Visit) and item.place_id]


def planned(facts: TripFacts, world: Gazetteer) -> Plan:
    return schedule(draft(facts, outlines(facts, world)[0], world, used=set()), facts, world, today=TODAY)


@pytest.mark.parametrize("name", ["Lisbon", "Tokyo", "Marrakesh"])
def test_a_first_visit_sees_what_nearly_everybody_is_shown(name: str) -> None:
    plans = options_of(facts_for(None, [name], *FOUR_DAYS))
    assert len(seen(city(name), plans[0])) >= 5
    named = [item for plan in plans for item in plan.items() if isinstance(item, Visit | Meal)]
    free = [item for item in named if isinstance(item, Meal) and item.style == "free"]
    assert len(free) <= len(named) // 10


def test_rows_that_are_imported_push_none_of_the_best_known_out() -> None:
    rome = city("Rome")
    imported = [
        gazetteer().place("rome:borghese-gallery").model_copy(
            update={
                "id": f"rome:osm-n{number}", "name": f"Museo {number}", "importance": 3,
                "price": None, "hours": Hours(), "tags": ["museum", "history", "food"],
                "lat": rome.lat + 0.001 * (number % 10 - 5), "lon": rome.lon + 0.001 * (number // 10 - 5),
            }
        )
        for number in range(100)
    ]  # fmt: skip
    facts = facts_for(None, ["Rome"], "2027-05-12", "2027-05-15", level="mid", interests=["museums", "food"])

    def best_known(world: Gazetteer) -> int:
        return sum(world.place(one).importance == 5 for one in visits(planned(facts, world)))

    assert best_known(Gazetteer(GivenRows(imported))) >= best_known(gazetteer()) > 5


def test_what_is_asked_for_goes_before_what_is_well_known() -> None:
    little = "lisbon:ajuda-palace"
    facts = facts_for(None, ["Lisbon"], "2027-05-11", "2027-05-12", must_do=["Ajuda National Palace"])
    assert gazetteer().place(little).importance == 2 and little in visits(first_option(facts))


def test_what_is_to_be_avoided_is_not_seen_however_well_known() -> None:
    plans = options_of(facts_for(None, ["Lisbon"], *FOUR_DAYS, avoid=["Belém Tower", "Alfama"]))
    assert not {"lisbon:belem-tower", "lisbon:alfama"} & {one for plan in plans for one in visits(plan)}


def test_a_wet_month_keeps_nobody_out_of_gardens() -> None:
    wet = facts_for(None, ["Kyoto"], "2027-06-22", "2027-06-25", interests=["gardens"])
    request = request_of(wet, gazetteer(), today=TODAY)
    assert not Pool(request, city("Kyoto")).indoors_season
    rows = [gazetteer().place(one) for one in visits(first_option(wet))]
    assert sum(row.outdoor for row in rows) >= len(rows) / 2


# --- Unknown prices --------------------------------------------------------------------------------


def unpriced(place_id: str) -> Gazetteer:
    row = gazetteer().place(place_id).model_copy(update={"price": None})
    return Gazetteer(GivenRows([row]))


def test_an_unknown_price_is_an_estimate_that_says_so_and_never_nothing() -> None:
    world = unpriced("lisbon:gulbenkian-museum")
    facts = facts_for(None, ["Lisbon"], *FOUR_DAYS, must_do=["Calouste Gulbenkian Museum"])
    plan = planned(facts, world)
    visit = next(item for item in plan.items() if item.place_id == "lisbon:gulbenkian-museum")
    assert [line.grade for line in visit.costs] == ["estimate"] and visit.costs[0].amount > 0
    verdict = check_plan(plan, facts, world, today=TODAY)
    assert verdict.offerable and not verdict.errors
    assert any("no price" in result.message for result in verdict.not_checked)


def test_estimates_are_in_no_benchmark() -> None:
    facts = facts_for(None, ["Lisbon"], *FOUR_DAYS)

    def tickets(world: Gazetteer) -> int:
        return next(one.rows for one in benchmarks_of(facts, None, world) if "sight" in one.what)

    assert tickets(unpriced("lisbon:jeronimos-monastery")) == tickets(gazetteer()) - 1


# --- Day trips, stations ---------------------------------------------------------------------------


def test_a_day_trip_is_no_sight_of_the_city_until_it_is_asked_for() -> None:
    plain = options_of(facts_for(None, ["Lisbon"], *FOUR_DAYS))
    assert not [one for plan in plain for one in visits(plan) if gazetteer().place(one).kind != "visit"]
    assert place_meant("a day trip to Sintra", city("Lisbon"), gazetteer()).id == "lisbon:sintra"


def test_a_day_trip_that_is_asked_for_is_planned_by_the_way_its_row_says() -> None:
    facts = facts_for(None, ["Lisbon"], *FOUR_DAYS, level="mid", must_do=["day trip to Sintra"])
    plan = first_option(facts)
    there = next(item for item in plan.items() if item.place_id == "lisbon:sintra")
    ways = [item for item in plan.items() if isinstance(item, Leg) and "Sintra" in item.title]
    assert [(way.travel_minutes, way.mode, str(way.costs[0].unit)) for way in ways] == [
        (40, "transit", "2.45")
    ]
    assert ways[0].end == there.start and there.end.time() <= dt.time(18, 30)
    assert not check_plan(plan, facts, gazetteer(), today=TODAY).errors


def test_one_arrives_at_the_station_where_it_is() -> None:
    facts = facts_for("Paris", ["London"], "2027-05-11", "2027-05-14")
    arrival = next(
        item for item in first_option(facts).items() if isinstance(item, Leg) and item.mode == "train"
    )
    london = city("London")
    assert arrival.destination.kind == "station"
    assert (arrival.destination.lat, arrival.destination.lon) != (london.lat, london.lon)
    assert day("2027-05-11") == arrival.end.date()


@pytest.mark.parametrize(
    ("name", "wish", "table"),
    [("Lisbon", "Sintra", "lisbon:area-sintra"), ("Paris", "Giverny", "paris:area-giverny")],
)
def test_a_day_trip_fills_the_morning_of_a_full_day_and_lunch_is_had_there(
    name: str, wish: str, table: str
) -> None:
    facts = facts_for(None, [name], *FOUR_DAYS).model_copy(update={"must_do": [wish]})
    plan = planned(facts, gazetteer())
    number, trip = next(
        (number, item)
        for number, one in enumerate(plan.days)
        for item in one.items
        if item.title.startswith(wish) and isinstance(item, Visit)
    )
    lunch = next(item for item in plan.days[number].items if isinstance(item, Meal) and item.meal == "lunch")
    assert number in (1, 2) and trip.start.hour < 12 and lunch.place_id == table
    assert check_plan(plan, facts, gazetteer(), today=TODAY).errors == []
