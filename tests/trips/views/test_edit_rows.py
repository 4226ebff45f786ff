"""Places with their nights, appointments, limits: forms of several rows."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.trips.told import TODAY
from tests.trips.views.filling import HTMX, facts_of, fill, know
from trips import fact_log
from trips.models import FactChange, Trip
from trips.schemas import Change

pytestmark = pytest.mark.django_db

# --- Places and nights -------------------------------------------------------------------------


def places(trip: Trip) -> list[tuple[str, int | None]]:
    return [(place.name, place.nights) for place in facts_of(trip).destinations]


@pytest.fixture
def japan(trip) -> Trip:
    know(trip, ("destinations", "Tokyo"), ("destinations", "Kyoto"))
    know_nights(trip, Tokyo=5, Kyoto=4)
    return trip


def know_nights(trip: Trip, **nights: int) -> None:
    made = [Change(path="destinations.nights", value=n, subject=city) for city, n in nights.items()]
    assert not fact_log.change_facts(trip, made, by=FactChange.By.TRAVELLER, today=TODAY).problems


def test_it_adds_the_first_place(as_owner, trip) -> None:
    assert fill(as_owner, trip, "destinations", row_0_name="Bosotn", row_0_nights="3").status_code == 302
    assert places(trip) == [("Boston", 3)]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"row_2_name": "Osaka"}, [("Tokyo", 5), ("Kyoto", 4), ("Osaka", None)]),
        ({"row_1_name": "Osaka"}, [("Tokyo", 5), ("Osaka", 4)]),
        ({"row_1_name": ""}, [("Tokyo", 5)]),
        ({"row_0_order": "2", "row_1_order": "1"}, [("Kyoto", 4), ("Tokyo", 5)]),
        (
            {"row_0_order": "2", "row_1_order": "1", "row_0_nights": "6", "row_1_nights": "3"},
            [("Kyoto", 3), ("Tokyo", 6)],
        ),
        ({"row_0_nights": "6", "row_1_nights": "3"}, [("Tokyo", 6), ("Kyoto", 3)]),
        ({"row_0_nights": "4", "row_1_nights": "5"}, [("Tokyo", 4), ("Kyoto", 5)]),
        ({"row_0_nights": ""}, [("Tokyo", None), ("Kyoto", 4)]),
        (
            {"row_0_nights": "4", "row_2_name": "Osaka", "row_2_nights": "1"},
            [("Tokyo", 4), ("Kyoto", 4), ("Osaka", 1)],
        ),
        (
            {"row_2_name": "Osaka", "row_2_order": "1", "row_0_order": "2", "row_1_order": "3"},
            [("Osaka", None), ("Tokyo", 5), ("Kyoto", 4)],
        ),
        ({"row_0_name": "", "row_1_name": ""}, []),
        ({"row_0_name": "", "row_2_name": "Paris", "row_2_nights": "5"}, [("Kyoto", 4), ("Paris", 5)]),
    ],
)
def test_it_changes_places_and_nights_together(as_owner, japan, typed, expected) -> None:
    response = fill(as_owner, japan, "destinations", **typed)
    assert response.status_code == 302, response.context["form"].errors
    assert places(japan) == expected


def test_it_refuses_more_nights_than_the_trip_has(as_owner, japan) -> None:
    know(japan, ("dates.start", "2027-03-01"), ("dates.end", "2027-03-10"))
    response = fill(as_owner, japan, "destinations", row_0_nights="9", htmx=True)
    assert response.status_code == 422
    assert "10 days have 9" in response.content.decode()
    assert places(japan) == [("Tokyo", 5), ("Kyoto", 4)]


def test_it_keeps_a_place_it_does_not_know(as_owner, trip) -> None:
    fill(as_owner, trip, "destinations", row_0_name="Qwxzyland")
    (place,) = facts_of(trip).destinations
    assert (place.name, place.city_id) == ("Qwxzyland", None)


# --- Appointments and limits -------------------------------------------------------------------


def test_it_keeps_adds_changes_and_drops_appointments(as_owner, trip) -> None:
    know(
        trip, ("appointments", "Wedding|2027-02-16|14:00|18:00|Porto"), ("appointments", "Dinner|2027-02-17")
    )
    typed = {"row_0_start": "15:00", "row_1_what": "", "row_2_what": "Match | final", "row_2_where": "Dragão"}
    assert fill(as_owner, trip, "appointments", **typed).status_code == 302
    wedding, match = facts_of(trip).appointments
    assert (wedding.what, wedding.start, wedding.end) == ("Wedding", dt.time(15), dt.time(18))
    assert (match.what, match.where, match.date) == ("Match / final", "Dragão", None)


def test_it_renames_an_appointment(as_owner, trip) -> None:
    know(trip, ("appointments", "Wedding|2027-02-16|14:00|18:00|Porto"))
    fill(as_owner, trip, "appointments", row_0_what="Party")
    (party,) = facts_of(trip).appointments
    assert (party.what, party.date) == ("Party", dt.date(2027, 2, 16))


def test_it_sets_changes_and_clears_limits(as_owner, trip) -> None:
    assert fill(as_owner, trip, "caps", food="300", stay="900.50", currency="EUR").status_code == 302
    caps = {cap.category: (cap.amount, cap.currency) for cap in facts_of(trip).caps}
    assert caps == {"food": (Decimal(300), "EUR"), "stay": (Decimal("900.50"), "EUR")}
    fill(as_owner, trip, "caps", food="", stay="800")
    assert [(cap.category, cap.amount) for cap in facts_of(trip).caps] == [("stay", Decimal(800))]


def test_it_survives_a_form_without_its_rows(as_owner, japan) -> None:
    address = reverse("edit_fact", args=[japan.uuid, "destinations"])
    response = as_owner.post(address, {}, headers=HTMX)
    assert response.status_code == 422
    assert places(japan) == [("Tokyo", 5), ("Kyoto", 4)]
