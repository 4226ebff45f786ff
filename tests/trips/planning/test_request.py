"""What the facts ask for, and what is filled in and said."""

import datetime as dt
from decimal import Decimal

import pytest

from tests.trips.planning.asking import TODAY, day, facts_for, gazetteer
from trips.planning.request import Request, UnknownDestination, cities_of_country, request_of
from trips.schemas import Budget, Dates, Destination, Party, PlaceName, TripFacts


def asked(facts: TripFacts, **more) -> Request:
    return request_of(facts, gazetteer(), today=TODAY, **more)


def boston(**more) -> TripFacts:
    return facts_for("New York", ["Boston"], "2027-02-15", "2027-02-18", **more)


def test_what_was_said_is_taken_and_nothing_assumed():
    request = asked(boston(pace="packed", level="high"))
    assert (request.pace, request.level, request.people, request.days) == ("packed", "high", 2, 4)
    assert request.gaps == ()


def test_an_option_may_have_its_own_pace_and_level():
    request = asked(boston(pace="packed", level="high"), pace="relaxed", level="low")
    assert (request.pace, request.level) == ("relaxed", "low")


@pytest.mark.parametrize(
    ("dates", "start", "end"),
    [
        (Dates(start=day("2027-03-01"), days=5), "2027-03-01", "2027-03-05"),
        (Dates(end=day("2027-03-05"), days=3), "2027-03-03", "2027-03-05"),
        (Dates(earliest=day("2027-03-10"), latest=day("2027-03-31"), days=7), "2027-03-10", "2027-03-16"),
        (Dates(), "2026-12-21", "2026-12-24"),
    ],
)
def test_missing_dates_are_assumed_and_said(dates, start, end):
    request = asked(boston().model_copy(update={"dates": dates}))
    assert (request.start, request.end) == (day(start), day(end))
    assert any("Dates assumed" in gap for gap in request.gaps)


def test_children_without_ages_are_counted_and_said():
    party = Party(adults=2, children=2, ages=[4])
    request = asked(boston().model_copy(update={"party": party}))
    assert request.ages == (4, 8) and request.people == 4
    assert any("8 years old" in gap for gap in request.gaps)


def test_nobody_said_who_travels_is_one_adult():
    assert asked(boston().model_copy(update={"party": Party()})).adults == 1


@pytest.mark.parametrize(
    ("budget", "ceiling"),
    [
        (Budget(amount=Decimal(1000), currency="USD", scope="total"), 1000),
        (Budget(amount=Decimal(1000), currency="USD"), 1000),
        (Budget(amount=Decimal(500), currency="USD", scope="per_person"), 1000),
        (Budget(amount=Decimal(300), currency="USD", scope="per_day"), 1200),
        (Budget(level="low"), None),
    ],
)
def test_the_ceiling_is_for_everybody_and_the_whole_trip(budget, ceiling):
    assert asked(boston(budget=budget)).ceiling == ceiling


def test_the_currency_is_the_budgets_else_the_origins_else_dollars():
    assert asked(boston(budget=Budget(amount=Decimal(9), currency="eur"))).currency == "EUR"
    assert asked(facts_for("London", ["Boston"], "2027-02-15", "2027-02-18")).currency == "GBP"
    assert asked(facts_for(None, ["Kyoto"], "2027-02-15", "2027-02-18")).currency == "USD"


def test_a_trip_within_ones_own_city_has_no_way_there():
    assert asked(facts_for("Boston", ["Boston"], "2027-02-15", "2027-02-18")).origin is None


def test_an_unknown_origin_is_said_and_an_unknown_destination_is_an_error():
    facts = boston().model_copy(update={"origin": PlaceName(name="Qwxyzzy")})
    assert any("Qwxyzzy is not in our data" in gap for gap in asked(facts).gaps)
    nowhere = boston().model_copy(update={"destinations": [Destination(name="Qwxyzzy")]})
    with pytest.raises(UnknownDestination):
        asked(nowhere)


def test_one_of_two_destinations_that_is_unknown_is_left_out_and_said():
    facts = boston()
    facts = facts.model_copy(update={"destinations": [*facts.destinations, Destination(name="Qwxyzzy")]})
    request = asked(facts)
    assert [goal.city.name for goal in request.goals] == ["Boston"]
    assert any("Qwxyzzy" in gap for gap in request.gaps)


def test_a_destination_without_id_is_found_by_its_name():
    facts = boston().model_copy(update={"destinations": [Destination(name="Kyoto", country="JP")]})
    assert asked(facts).goals[0].city.country == "JP"


@pytest.mark.parametrize(
    ("name", "kind", "country", "days", "names"),
    [
        ("Japan", "country", "JP", 10, ["Tokyo", "Kyoto", "Osaka"]),
        ("Japan", "country", "JP", 3, ["Tokyo"]),
        ("Morocco", "country", "MA", 10, ["Marrakesh", "Fes", "Casablanca"]),
        ("Nepal", "country", "NP", 10, ["Kathmandu", "Pokhara", "Bharatpur"]),
    ],
)
def test_a_country_is_the_cities_that_trips_go_to(name, kind, country, days, names):
    found = cities_of_country(Destination(name=name, kind=kind, country=country), gazetteer(), days)
    assert [city.name for city in found] == names


def test_a_country_without_rows_is_its_best_known_cities():
    found = cities_of_country(Destination(name="Ghana", kind="country", country="GH"), gazetteer(), 12)
    assert len(found) == 3 and found[0].name == "Accra"


def test_access_words_mean_step_free_or_short_walks():
    chair, stroller = asked(boston(access=["wheelchair user"])), asked(boston(access=["stroller"]))
    assert chair.step_free and chair.walks_little
    assert not stroller.step_free and stroller.walks_little
    assert asked(boston()).walk_km > stroller.walk_km


def test_means_among_the_things_to_avoid_are_bans():
    request = asked(boston(avoid=["Flights", "crowds"], transport_bans=["coach"]))
    assert request.banned("flight") and request.banned("coach") and not request.banned("train")


def test_cars_hold_everybody():
    assert asked(boston(adults=6)).cars(5) == 2
    assert asked(boston()).start == dt.date(2027, 2, 15)
