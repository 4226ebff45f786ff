"""The form of a booking: times on their clocks, prices with a currency, a code that stays out of sight."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from tests.trips.travelling import CODE, booked, with_plan
from trips.catalogue.gazetteer import default_gazetteer
from trips.forms.bookings import BookingForm

pytestmark = pytest.mark.django_db
GOOD = {
    "title": "A tea ceremony",
    "kind": "visit",
    "status": "to_book",
    "zone": "Asia/Tokyo",
    "currency": "JPY",
}


def form(trip, booking=None, **typed: str) -> BookingForm:
    data = {f"booking-{name}": value for name, value in {**GOOD, **typed}.items()}
    return BookingForm(trip, default_gazetteer(), data, booking=booking)


def errors(trip, **typed: str) -> list[str]:
    return sorted(form(trip, **typed).errors)


@pytest.fixture
def kyoto(trip):
    return with_plan(trip)


def test_it_takes_a_whole_booking(kyoto) -> None:
    times = {"start": "2027-11-19T16:00", "end": "2027-11-19T17:30", "book_by": "2027-11-02"}
    filled = form(kyoto, **times, price="9000", code=" AB12 ")
    assert filled.is_valid(), filled.errors
    values = filled.values()
    assert values["start"] == dt.datetime(2027, 11, 19, 16) and values["start"].tzinfo is None
    assert (values["price"], values["currency"], values["code"]) == (Decimal(9000), "JPY", "AB12")


def test_only_title_kind_and_state_are_needed(kyoto) -> None:
    values = form(kyoto)
    assert values.is_valid() and values.values()["currency"] == ""
    assert errors(kyoto, title=" ") == ["title"]
    assert errors(kyoto, kind="spaceship") == ["kind"]


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"end": "2027-11-19T17:30"}, "start"),
        ({"start": "2027-11-19T17:30", "end": "2027-11-19T16:00"}, "end"),
        ({"start": "2027-11-19T17:30", "book_by": "2027-11-20"}, "book_by"),
        ({"start": "2029-11-19T16:00"}, "start"),
        ({"start": "2027-06-19T16:00"}, "start"),
        ({"start": "2027-11-19T16:00", "end": "2029-11-21T10:00"}, "end"),
        ({"price": "12", "currency": ""}, "currency"),
        ({"price": "-1"}, "price"),
        ({"zone": "Moon/Crater"}, "zone"),
        ({"title": "Train, code AB1234", "code": "AB1234"}, "title"),
        ({"code": "x" * 41}, "code"),
    ],
)
def test_what_can_not_be_is_said(kyoto, typed: dict, wrong: str) -> None:
    assert errors(kyoto, **typed) == [wrong]


def test_what_lies_far_from_the_trip_is_refused_with_its_dates(kyoto) -> None:
    far = form(kyoto, kind="stay", start="2029-11-19T16:00")
    assert far.errors["start"] == [
        "That is far from this trip, which is from 19 November 2027 to 21 November 2027: "
        "a booking lies within 60 days of it."
    ]
    assert errors(kyoto, kind="flight", start="2027-11-18T16:00", end="2027-12-30T10:00") == []


def test_the_clock_that_most_of_the_plan_goes_by_stands_first(trip) -> None:
    with_plan(trip, "12-paris")
    zones = [zone for zone, _ in BookingForm(trip, default_gazetteer()).fields["zone"].choices]
    assert zones[0] == "Europe/Paris" and len(zones) > 1


def test_an_end_is_read_on_its_own_clock(trip) -> None:
    with_plan(trip, "18-honolulu")
    over = {"start": "2027-05-10T21:00", "zone": "Pacific/Auckland", "end": "2027-05-10T09:30"}
    assert errors(trip, **over) == ["end"]
    assert errors(trip, **over, end_zone="Pacific/Honolulu") == []


def test_the_code_is_never_in_the_form_and_stays_unless_told_otherwise(kyoto) -> None:
    row = booked(kyoto)
    shown = BookingForm(kyoto, default_gazetteer(), booking=row)
    assert CODE not in str(shown)
    kept = form(kyoto, row)
    assert kept.is_valid() and kept.values()["code"] == CODE
    another = form(kyoto, row, code="NEW99")
    assert another.is_valid() and another.values()["code"] == "NEW99"
    gone = form(kyoto, row, forget_code="on")
    assert gone.is_valid() and gone.values()["code"] == ""
    told = form(kyoto, row, title=f"Code {CODE}")
    assert list(told.errors) == ["title"] and CODE not in str(told.errors)


def test_an_item_that_is_not_in_the_plan_is_dropped_unless_it_was_there(kyoto) -> None:
    uid = kyoto.plan.plan.items()[0].uid
    for given, kept in ((uid, uid), ("elsewhere", "")):
        one = form(kyoto, item_uid=given)
        assert one.is_valid() and one.values()["item_uid"] == kept
    row = booked(kyoto, item_uid="left-the-plan")
    one = form(kyoto, row, item_uid="left-the-plan")
    assert one.is_valid() and one.values()["item_uid"] == "left-the-plan"


def test_clocks_are_those_of_the_trip(kyoto, trip) -> None:
    zones = [zone for zone, _ in BookingForm(kyoto, default_gazetteer()).fields["zone"].choices]
    assert zones[0] == "Asia/Tokyo"
    kyoto.plan = None
    kyoto.facts_json = {}
    assert [zone for zone, _ in BookingForm(kyoto, default_gazetteer()).fields["zone"].choices] == ["UTC"]
