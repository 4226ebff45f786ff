"""My trips: what a card says, a new name, and the end of a trip."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse

from tests.trips.told import TODAY
from trips import fact_log
from trips.cards import cards_of
from trips.models import FactChange, Member, Option, Trip, Turn
from trips.schemas import Change
from trips.starting import start_trip

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def phase(traveller, today: dt.date = TODAY) -> str:
    (card,) = cards_of(traveller, today)
    return card.phase


def know(trip: Trip, **facts: str | int) -> None:
    changes = [Change(path=path.replace("__", "."), value=value) for path, value in facts.items()]
    logged = fact_log.change_facts(trip, changes, by=FactChange.By.FORM, today=TODAY)
    assert not logged.problems


WHOLE = {
    "destinations": "Boston",
    "dates__start": "2027-02-15",
    "dates__end": "2027-02-18",
    "party__adults": 2,
    "budget__level": "mid",
}


def test_a_card_says_where_the_trip_stands(traveller, trip) -> None:
    assert phase(traveller) == "clarify"
    know(trip, **WHOLE)
    assert phase(traveller) == "confirm"
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.RUNNING)
    assert phase(traveller) == "dispatch"
    turn.status = Turn.Status.DONE
    turn.save()
    offered = Option.objects.create(
        trip=trip, turn=turn, position=1, plan_json={}, verdict_json={}, facts_version=trip.facts_version
    )
    assert phase(traveller) == "choose"
    know(trip, rooms=1)
    assert phase(traveller) == "confirm"
    offered.delete()


def test_a_card_of_a_planned_trip_follows_the_clock(traveller, told_trip) -> None:
    assert phase(traveller) == "planned"
    assert phase(traveller, dt.date(2027, 2, 15)) == "travelling"
    assert phase(traveller, dt.date(2027, 2, 18)) == "travelling"
    assert phase(traveller, dt.date(2027, 2, 19)) == "done"


def test_it_folds_past_trips_and_shows_the_others(as_owner, traveller, told_trip) -> None:
    Trip.objects.filter(pk=told_trip.pk).update(start=dt.date(2020, 1, 1), end=dt.date(2020, 1, 5))
    new = start_trip(traveller)
    page = as_owner.get(reverse("my_trips"))
    assert [card.trip.pk for card in page.context["cards"]] == [new.pk]
    assert [card.trip.pk for card in page.context["past"]] == [told_trip.pk]
    assert "1 past trip<" in page.content.decode()


def test_it_shows_nobody_elses_trips(as_owner, stranger, trip) -> None:
    start_trip(stranger)
    assert [card.trip for card in as_owner.get(reverse("my_trips")).context["cards"]] == [trip]


def test_it_asks_the_database_the_same_number_of_times_for_many_trips(
    as_owner, traveller, trip, django_assert_num_queries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(
        connection,
    ) as few:
        as_owner.get(reverse("my_trips"))
    for _ in range(5):
        start_trip(traveller)
    with django_assert_num_queries(len(few)):
        as_owner.get(reverse("my_trips"))


def test_it_escapes_names(as_owner, trip) -> None:
    as_owner.post(reverse("rename_trip", args=[trip.uuid]), {"title": "<script>alert(1)</script>"})
    page = as_owner.get(reverse("my_trips")).content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page


# --- Rename ------------------------------------------------------------------------------------


def test_it_renames_a_trip_for_good(as_owner, trip) -> None:
    response = as_owner.post(reverse("rename_trip", args=[trip.uuid]), {"title": "  Winter   in Boston "})
    assert response.url == reverse("workspace", args=[trip.uuid])
    know(trip, destinations="Paris")
    trip.refresh_from_db()
    assert trip.name == "Winter in Boston"


def test_it_goes_back_to_the_list_it_was_asked_from(as_owner, trip) -> None:
    words = {"title": "Winter", "next": reverse("my_trips")}
    assert as_owner.post(reverse("rename_trip", args=[trip.uuid]), words).url == reverse("my_trips")


def test_an_empty_name_is_the_destinations(as_owner, trip) -> None:
    know(trip, destinations="Paris")
    as_owner.post(reverse("rename_trip", args=[trip.uuid]), {"title": "Spring"})
    as_owner.post(reverse("rename_trip", args=[trip.uuid]), {"title": ""})
    trip.refresh_from_db()
    assert (trip.title, trip.title_is_own) == ("Paris", False)


def test_it_renames_in_place(as_owner, trip) -> None:
    address = reverse("rename_trip", args=[trip.uuid])
    form = as_owner.get(address, headers=HTMX).content.decode()
    assert "<form" in form and "<html" not in form
    card = as_owner.post(address, {"title": "Winter"}, headers=HTMX).content.decode()
    assert "Winter" in card and "<form" not in card and "<html" not in card
    kept = as_owner.get(f"{address}?keep", headers=HTMX).content.decode()
    assert "Winter" in kept and "<form" not in kept


def test_it_refuses_a_name_that_is_too_long(as_owner, trip) -> None:
    response = as_owner.post(reverse("rename_trip", args=[trip.uuid]), {"title": "x" * 121}, headers=HTMX)
    assert response.status_code == 422
    assert "at most 120 characters" in response.content.decode()
    trip.refresh_from_db()
    assert not trip.title_is_own


# --- Delete ------------------------------------------------------------------------------------


def test_it_asks_before_it_deletes(as_owner, told_trip) -> None:
    address = reverse("delete_trip", args=[told_trip.uuid])
    page = as_owner.get(address).content.decode()
    assert "2 messages" in page
    assert Trip.objects.filter(pk=told_trip.pk).exists()
    assert as_owner.post(address).url == reverse("my_trips")
    assert not Trip.objects.exists()
    assert not Turn.objects.exists()
    assert not Member.objects.exists()
    assert "is deleted" in as_owner.get(reverse("my_trips")).content.decode()


@pytest.mark.parametrize(
    ("query", "back"), [("?next=/trips/", "/trips/"), ("?next=//evil.example/", None), ("", None)]
)
def test_who_keeps_a_trip_goes_back_where_they_came_from(
    as_owner, trip, query: str, back: str | None
) -> None:
    page = as_owner.get(reverse("delete_trip", args=[trip.uuid]) + query).content.decode()
    assert f'href="{back or reverse("workspace", args=[trip.uuid])}">Keep it' in page
