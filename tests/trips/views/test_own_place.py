"""A place that the traveller adds by hand, before there is a plan."""

from __future__ import annotations

import pytest

from tests.trips.views.filling import facts_of, fill, know
from trips.places import gazetteer_for
from trips.planning.wishes import point_given

pytestmark = pytest.mark.django_db


@pytest.fixture
def vaduz(trip):
    know(trip, ("destinations", "Vaduz"))
    trip.refresh_from_db()
    (city,) = (gazetteer_for(trip).city(place.city_id) for place in facts_of(trip).destinations)
    return city


def point(trip, name, city):
    found = point_given(name, city, gazetteer_for(trip))
    return found and (found.lat, found.lon)


def test_a_name_alone_is_a_must_do_without_a_position(as_owner, trip, vaduz) -> None:
    assert fill(as_owner, trip, "own_place", name="Red House").status_code == 302
    assert facts_of(trip).must_do == ["Red House"]
    assert not trip.own_places.exists() and point(trip, "Red House", vaduz) is None


def test_with_coordinates_it_lies_there_and_can_be_moved(as_owner, trip, vaduz) -> None:
    fill(as_owner, trip, "own_place", name="Red House", lat="47.1445", lon="9.5225")
    assert point(trip, "red house", vaduz) == (47.1445, 9.5225)
    fill(as_owner, trip, "own_place", name="Red House", lat="47.1450", lon="9.5225")
    assert point(trip, "Red House", vaduz) == (47.145, 9.5225)
    assert trip.own_places.count() == 1
    assert gazetteer_for(trip).city(vaduz.id).curated is None  # nothing else is known of the city by it


def test_on_a_set_day_it_is_a_fixed_date(as_owner, trip, vaduz) -> None:
    fill(as_owner, trip, "own_place", name="Red House", date="2027-05-11", start="15:00")
    (fixed,) = facts_of(trip).appointments
    assert (fixed.what, f"{fixed.date} {fixed.start:%H:%M}") == ("Red House", "2027-05-11 15:00")
    assert not facts_of(trip).must_do


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"lat": "47.14"}, "A position needs latitude and longitude."),
        ({"lat": "9.52", "lon": "47.14"}, "km from Vaduz: look at the coordinates again."),
        ({"lat": "97", "lon": "9.5"}, "less than or equal to 90"),
        ({"start": "15:00"}, "Say the day too."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_kept(as_owner, trip, vaduz, typed, sentence) -> None:
    answer = fill(as_owner, trip, "own_place", name="Red House", **typed)
    assert answer.status_code == 422 and sentence in answer.content.decode()
    assert not trip.own_places.exists() and not facts_of(trip).must_do


def test_without_a_destination_a_position_waits(as_owner, trip) -> None:
    answer = fill(as_owner, trip, "own_place", name="Red House", lat="47.14", lon="9.52")
    assert answer.status_code == 422 and "Say first which city" in answer.content.decode()
