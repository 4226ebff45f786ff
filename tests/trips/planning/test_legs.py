"""Getting about in a city: the model for means, minutes and fares."""

from decimal import Decimal

import pytest

from tests.trips.planning.asking import TODAY, city, facts_for, gazetteer
from trips.planning.fares import CITY_FARES, local_fares, price_level, taxi_fare, transit_fare
from trips.planning.legs import LocalMeans, city_point, local_means, straight_km
from trips.planning.request import request_of
from trips.schemas import Point


def means(name: str = "Boston", *, has_car: bool = False, **more) -> LocalMeans:
    facts = facts_for(None, [name], "2027-03-01", "2027-03-04", **more)
    return local_means(request_of(facts, gazetteer(), today=TODAY), city(name), has_car=has_car)


def test_short_ways_are_walked_and_longer_ones_ridden():
    here = means()
    assert (here.move_over(1.0).mode, here.move_over(1.0).kilometres) == ("walk", 1.3)
    assert here.move_over(1.0).minutes == 20  # 17.3 at 4.5 km/h
    assert here.move_over(1.2).mode == "transit"


def test_the_same_spot_is_no_way():
    assert means().move_over(0.03).minutes == 0


def test_minutes_grow_with_distance_and_are_on_five():
    minutes = [means().move_over(step / 4).minutes for step in range(1, 200)]
    rides = [means().ride_over(step / 4).minutes for step in range(1, 200)]
    assert rides == sorted(rides)
    assert all(one % 5 == 0 for one in minutes)


def test_a_ride_far_out_is_faster_on_average():
    near, far = means().ride_over(5), means().ride_over(60)
    assert far.kilometres / far.minutes > 2 * near.kilometres / near.minutes


@pytest.mark.parametrize(
    ("more", "mode"),
    [
        ({}, "transit"),
        ({"level": "high"}, "taxi"),
        ({"access": ["wheelchair"]}, "taxi"),
        ({"has_car": True}, "car"),
        ({"transport_bans": ["transit"]}, "taxi"),
        ({"level": "high", "transport_bans": ["taxi"]}, "transit"),
        ({"avoid": ["taxis"], "level": "high"}, "transit"),
    ],
)
def test_the_usual_means_of_a_party(more, mode):
    assert means(**more).ride == mode


@pytest.mark.parametrize(
    ("more", "mode"),
    [({}, "transit"), ({"access": ["wheelchair"]}, "taxi"), ({"transport_bans": ["transit"]}, "taxi")],
)
def test_far_out_the_highest_level_goes_as_the_row_says(more, mode):
    here = means("Kyoto", level="high", **more)
    airport = Point(name="Kansai", kind="airport", code="KIX", lat=34.4273, lon=135.244)
    way = here.move(Point(name="hotel", kind="stay", lat=35.0113, lon=135.7692), airport)
    assert way.mode == mode and here.move_over(5).mode == "taxi"


def test_marrakesh_goes_by_taxi_with_three_seats():
    here = means("Marrakesh", adults=4)
    assert here.ride == "taxi"
    (line,) = here.costs(here.move_over(4))
    assert line.quantity == 2 and line.currency == "MAD" and line.amount == line.unit * 2


def test_when_everything_is_banned_they_walk():
    here = means(transport_bans=["transit", "taxi", "car"])
    assert here.ride is None and here.move_over(6).mode == here.ride_over(6).mode == "walk"


def test_those_who_walk_little_ride_sooner():
    assert means(access=["elderly"]).move_over(1.0).mode == "transit"
    assert means(ages=(3,)).move_over(1.0).mode == "transit"


def test_small_children_ride_free():
    here = means(ages=(3, 9))
    (line,) = here.costs(here.ride_over(3))
    assert line.quantity == 3 and line.amount == Decimal("7.20")


def test_fares_elsewhere_follow_the_price_level():
    assert local_fares(None, "US").transit > local_fares(None, "BR").transit > local_fares(None, "IN").transit
    assert local_fares("tokyo", "JP") is CITY_FARES["tokyo"]
    assert price_level("CH") > price_level("ES") > price_level("MA")
    assert price_level("XX") == price_level("PL")


def test_long_rides_and_taxis_cost_by_the_kilometre():
    tokyo = CITY_FARES["tokyo"]
    assert transit_fare(tokyo, 5) == 200 < transit_fare(tokyo, 60) == Decimal(1160)
    assert taxi_fare(tokyo, 10) == Decimal(4500)
    assert taxi_fare(CITY_FARES["boston"], 3.33) == Decimal("10.93")


def test_a_point_without_coordinates_has_no_distance():
    point = city_point(city("Paris"))
    assert straight_km(point, point.model_copy(update={"lat": None, "lon": None})) is None
    assert straight_km(point, city_point(city("London"))) == pytest.approx(343, abs=5)
