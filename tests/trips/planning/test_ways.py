"""Ways between cities: rows first, else the model; bans, tunnels, islands."""

from decimal import Decimal

import pytest

from tests.trips.planning.asking import TODAY, city, facts_for, gazetteer
from trips.catalogue.gazetteer import City
from trips.planning.land import connected
from trips.planning.request import Request, request_of
from trips.planning.ways import Way, choose, ways_between


def found(name: str, country: str | None = None) -> City:
    return gazetteer().find_cities(name, country, 1)[0].city


def request(**more) -> Request:
    days = more.pop("days", 5)
    facts = facts_for("New York", ["Boston"], "2027-03-01", f"2027-03-{days:02}", **more)
    return request_of(facts, gazetteer(), today=TODAY)


def ways(origin: City, destination: City, *, drives: bool = False, **more) -> list[Way]:
    return ways_between(origin, destination, request(**more), drives=drives)


def test_rows_win_over_the_model():
    rows = ways(city("New York"), city("Boston"))
    assert {way.mode for way in rows} >= {"train", "coach"}
    assert all(way.connection and way.grade == "curated" for way in rows)
    train = next(way for way in rows if way.mode == "train")
    assert train.minutes == train.connection.minutes
    assert train.start.city_id == city("New York").id and train.start.kind == "station"


def test_a_row_may_ask_for_more_time_before_departure():
    train = next(way for way in ways(city("London"), city("Paris")) if way.mode == "train")
    assert "60 minutes before" in train.note and train.before == 60


def test_without_rows_flights_and_land_ways_are_modelled_and_say_so():
    modelled = ways(found("Lyon", "FR"), found("Milan", "IT"))
    assert {way.mode for way in modelled} == {"train", "coach", "flight"}
    assert all(way.grade == "estimate" and way.source and way.note for way in modelled)


def test_over_an_ocean_only_a_flight_is_left():
    assert {way.mode for way in ways(city("Lisbon"), city("Porto Seguro"))} == {"flight"}


def test_a_small_city_far_away_means_a_change():
    far = ways(city("Lisbon"), city("Porto Seguro"))[0]
    near = ways(city("Madrid"), city("Lisbon"))
    assert "change" in far.note
    assert all("change" not in way.note for way in near)


def test_long_flights_leave_from_a_long_haul_airport():
    flight = next(way for way in ways(city("New York"), city("Tokyo")) if way.mode == "flight")
    assert flight.start.code in {"JFK", "EWR"} and flight.end.code in {"HND", "NRT"}


def test_banned_means_are_left_out_unless_nothing_else_is_possible():
    assert "flight" not in {
        way.mode for way in ways(city("New York"), city("Boston"), transport_bans=["flight"])
    }
    over = ways(city("Lisbon"), city("Porto Seguro"), transport_bans=["flight"])
    assert [way.mode for way in over] == ["flight"]


def test_children_pay_less_and_infants_nothing_by_plane():
    flight = ways(city("Lisbon"), city("Porto Seguro"))[0]
    costs = flight.costs(request(ages=(1, 8)))
    assert [line.quantity for line in costs] == [2, 1]
    assert costs[1].unit == (costs[0].unit * Decimal("0.75")).quantize(Decimal("0.01"))


def test_a_car_is_paid_by_the_car():
    car = next(way for way in ways(city("New York"), city("Boston"), drives=True) if way.mode == "car")
    (line,) = car.costs(request(adults=6))
    assert line.quantity == 2


def test_the_level_decides_what_comes_first():
    low = ways(city("New York"), city("Boston"), level="low")[0]
    mid = ways(city("New York"), city("Boston"), level="mid")[0]
    assert low.price.adult < mid.price.adult and low.minutes > mid.minutes


def test_on_a_short_trip_time_is_worth_more():
    assert ways(city("London"), city("Paris"), days=1, level="low")[0].mode != "coach"


def test_a_wished_mode_is_taken_where_it_is_possible():
    rows = ways(city("New York"), city("Boston"))
    assert choose(rows, "coach", drives=False).mode == "coach"
    assert choose(rows, "ferry", drives=False) is rows[0]


@pytest.mark.parametrize(
    ("one", "other", "linked"),
    [
        (("London", "GB"), ("Paris", "FR"), True),
        (("Madrid", "ES"), ("Marrakesh", "MA"), False),
        (("Copenhagen", "DK"), ("Malmo", "SE"), True),
        (("Jakarta", "ID"), ("Medan", "ID"), False),
        (("Jakarta", "ID"), ("Bandung", "ID"), True),
        (("Dublin", "IE"), ("Paris", "FR"), False),
        (("Dublin", "IE"), ("Belfast", "GB"), True),
        (("London", "GB"), ("Belfast", "GB"), False),
        (("Berlin", "DE"), ("Rome", "IT"), True),
    ],
)
def test_where_a_road_or_railway_leads(one, other, linked):
    assert connected(found(*one), found(*other), gazetteer()) is linked


def test_somewhere_without_airport_or_road_there_is_still_a_way_that_says_it_is_a_guess():
    near = found("Edinburgh", "GB")
    island = City(1, "Rock", "XX", "", "", -40.0, -140.0, 20_000, "Etc/GMT+9")
    (way,) = ways(near, island)
    assert way.mode == "ferry" and "No connection" in way.note
