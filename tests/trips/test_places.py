"""Rows of one trip: kept once, over staff's and ours, for this trip alone."""

from __future__ import annotations

import asyncio

import pytest

from tests.trips.planning import lisbon
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import StaffPlace, Trip, TripPlace
from trips.places import current_gazetteer, gazetteer_for, own_rows, save_own_rows
from trips.schemas import Source

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rows_of_lisbon")]


@pytest.fixture
def other(trip: Trip) -> Trip:
    return Trip.objects.create(title="Another")


def test_a_trip_without_rows_has_the_gazetteer_of_all(trip: Trip) -> None:
    assert gazetteer_for(trip) is current_gazetteer()


def test_a_city_with_rows_of_the_trip_behaves_like_one_of_ours(trip: Trip, other: Trip) -> None:
    save_own_rows(trip, None, lisbon.places().rows.values())
    own, ours = gazetteer_for(trip), default_gazetteer()
    city = own.city(lisbon.CITY_ID)
    assert city.curated and not city.in_catalogue and own.best_city("Lisbon").curated == city.curated
    assert len(own.places(city.curated)) == len(lisbon.EVERYTHING)
    castle = own.place("own:2267057:castelo-de-sao-jorge")
    assert own.city_of(castle).id == city.id and castle in own.places(city.curated, "visit")
    assert own.place("boston:freedom-trail") and len(own.places("boston")) == len(ours.places("boston"))
    assert own.cities_with_rows() == ours.cities_with_rows() and own.catalogue is ours
    assert gazetteer_for(other).place(castle.id) is None and not ours.city(lisbon.CITY_ID).curated


def test_a_row_is_kept_once_and_as_it_was_named_first(trip: Trip) -> None:
    rows = list(lisbon.places().rows.values())
    save_own_rows(trip, None, rows)
    save_own_rows(trip, None, [row.model_copy(update={"name": "Other"}) for row in rows])
    assert trip.own_places.count() == len(rows) and "Other" not in {row.name for row in own_rows(trip.pk)}


def test_a_row_of_ours_is_replaced_on_this_trip_by_what_was_read_last(trip: Trip) -> None:
    row = default_gazetteer().place("boston:freedom-trail")
    for page in ("https://a.example", "https://b.example"):
        read = Source(grade="web", url=page, as_of="2026-11-23")
        save_own_rows(trip, None, [row.model_copy(update={"provenance": {"hours": read}})])
    own = gazetteer_for(trip)
    assert own.place(row.id).source_of("hours").url == "https://b.example"
    assert sum(one.id == row.id for one in own.places("boston")) == 1
    assert own.place(row.id).grade_of("price") == "curated"


def test_a_row_that_cannot_be_read_is_left_out(trip: Trip) -> None:
    save_own_rows(trip, None, lisbon.places().rows.values())
    TripPlace.objects.create(trip=trip, place_id="own:1:broken", data={"id": "own:1:broken", "name": 3})
    nowhere = own_rows(trip.pk)[0].model_copy(update={"id": "own:0:nowhere", "city": "geonames-0"})
    save_own_rows(trip, None, [nowhere])
    assert len(own_rows(trip.pk)) == len(lisbon.EVERYTHING) + 1
    assert gazetteer_for(trip).place("own:0:nowhere") is None


def test_rows_of_a_city_that_became_one_of_ours_lie_in_it(trip: Trip) -> None:
    """Whatever the catalogue gets later, plans made before still find what they name."""
    row = lisbon.one()
    boston = default_gazetteer().best_city("Boston")
    moved = row.model_copy(update={"id": "own:4930956:museu-do-fado", "city": f"geonames-{boston.id}"})
    save_own_rows(trip, None, [moved])
    own = gazetteer_for(trip)
    assert own.city(boston.id).curated == "boston"
    assert own.place(moved.id) in own.places("boston") and own.city_of(own.place(moved.id)).id == boston.id


def test_they_go_with_the_trip(trip: Trip) -> None:
    save_own_rows(trip, None, lisbon.places().rows.values())
    trip.delete()
    assert not TripPlace.objects.exists()


# --- Rows of staff --------------------------------------------------------------------------------


def by_staff(place_id: str, **changes) -> StaffPlace:
    row = default_gazetteer().place(place_id).model_copy(update=changes)
    found, _ = StaffPlace.objects.update_or_create(
        place_id=place_id, defaults={"data": row.model_dump(mode="json", exclude_defaults=True)}
    )
    return found


def test_a_row_of_staff_that_is_saved_changes_its_city_alone() -> None:
    by_staff("boston:freedom-trail", name="Red Line")
    by_staff("rome:pantheon", name="The Round Temple")
    before = current_gazetteer()
    rome, boston = before.places("rome"), before.places("boston")
    assert before.place("rome:pantheon").name == "The Round Temple"
    by_staff("boston:freedom-trail", name="Redder Line")
    after = current_gazetteer()
    assert after.place("boston:freedom-trail").name == "Redder Line"
    assert after.place("rome:pantheon") is before.place("rome:pantheon")
    assert [row.id for row in after.places("boston")] == [row.id for row in boston]
    assert after.places("rome") == rome


def test_a_row_that_staff_hid_is_nowhere() -> None:
    row = by_staff("boston:freedom-trail")
    row.hidden = True
    row.save()
    gazetteer = current_gazetteer()
    assert gazetteer.place(row.place_id) is None and gazetteer.sights_named("Freedom Trail") == []
    assert row.place_id not in {one.id for one in gazetteer.places("boston")} and row.city == "boston"


@pytest.mark.django_db(transaction=True)
def test_rows_of_staff_are_read_from_an_event_loop_too() -> None:
    by_staff("boston:freedom-trail", name="Red Line")
    gazetteer = current_gazetteer()

    async def ask() -> str:
        return gazetteer.place("boston:freedom-trail").name

    assert asyncio.run(ask()) == "Red Line"
