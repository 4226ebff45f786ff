"""Bookings as the domain keeps them: written by one door, told without codes, due by dates."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from tests.trips.travelling import CODE, booked, with_plan
from trips import bookings, removal
from trips.catalogue.gazetteer import default_gazetteer
from trips.exports.account_data import account_data
from trips.models import Booking

pytestmark = pytest.mark.django_db
TODAY = dt.date(2027, 11, 1)


def wanted(trip, today: dt.date = TODAY) -> list[bookings.Wanted]:
    return bookings.wanted(trip.plan.plan, bookings.reservations(trip), default_gazetteer(), today)


def test_moments_are_kept_in_their_zone(trip) -> None:
    row = booked(trip, end=dt.datetime(2027, 11, 19, 17, 30))
    row.refresh_from_db()
    assert row.start == dt.datetime(2027, 11, 19, 7, tzinfo=dt.UTC)
    line = bookings.lines_of(trip, TODAY)[0]
    assert (line.start, line.end) == (dt.datetime(2027, 11, 19, 16), dt.datetime(2027, 11, 19, 17, 30))


def test_an_end_in_another_zone_is_read_there(trip) -> None:
    row = booked(
        trip, kind="flight", start=dt.datetime(2027, 5, 10, 21), zone="Pacific/Auckland",
        end=dt.datetime(2027, 5, 10, 9, 30), end_zone="Pacific/Honolulu",
    )  # fmt: skip
    row.refresh_from_db()
    assert row.end > row.start
    (line,) = bookings.lines_of(trip, TODAY)
    assert (line.start.hour, line.end.hour) == (21, 9)
    assert bookings.reservations(trip)[0].end == dt.datetime(2027, 5, 10, 9, 30)


def test_the_same_booking_sent_twice_is_one_row_and_open_pages_hear_of_it(trip) -> None:
    first = booked(trip)
    trip.refresh_from_db()
    revision = trip.revision
    assert booked(trip).pk == first.pk and trip.bookings.count() == 1
    assert booked(trip, title="Another").pk != first.pk
    trip.refresh_from_db()
    assert trip.revision > revision


def test_reservations_hold_no_code(trip) -> None:
    booked(trip)
    (row,) = bookings.reservations(trip)
    assert row.has_code and CODE not in repr(row)
    assert CODE not in repr(bookings.deadlines(trip, TODAY))


def test_deadlines_are_those_still_open(trip) -> None:
    booked(trip, title="Done")
    booked(trip, title="Gone", status="cancelled", book_by=TODAY)
    booked(trip, title="Soon", status="to_book", code="", book_by=TODAY + dt.timedelta(days=2))
    booked(trip, title="Late", status="to_book", code="", book_by=TODAY - dt.timedelta(days=1))
    found = bookings.deadlines(trip, TODAY)
    assert [(one.title, one.overdue) for one in found] == [("Late", True), ("Soon", False)]
    lines = bookings.lines_of(trip, TODAY)
    assert [line.booking.title for line in lines] == ["Late", "Soon", "Done", "Gone"]
    assert [line.overdue for line in lines] == [True, False, False, False]


def test_an_item_of_the_plan_fills_the_form(trip) -> None:
    plan = with_plan(trip).plan.plan
    stay = next(item for item in plan.items() if item.kind == "stay")
    first = bookings.from_item(plan, stay.uid, default_gazetteer(), TODAY)
    assert (first["kind"], first["title"], first["zone"]) == ("stay", stay.title, "Asia/Tokyo")
    assert (first["start"], first["end"]) == (stay.start, stay.end)
    assert first["price"] == sum((line.amount for line in stay.costs), Decimal(0)) > 0
    assert first["currency"] == plan.currency
    assert first["book_by"] == TODAY  # thirty days ahead have passed
    early = bookings.from_item(plan, stay.uid, default_gazetteer(), dt.date(2027, 1, 1))
    assert early["book_by"] == stay.start.date() - dt.timedelta(days=30)
    late = bookings.from_item(plan, stay.uid, default_gazetteer(), dt.date(2028, 1, 1))
    assert late["book_by"] is None
    assert bookings.from_item(plan, "no-such-item", default_gazetteer(), TODAY) is None


def test_a_journey_is_booked_for_its_departure(trip) -> None:
    plan = with_plan(trip, "01-boston").plan.plan
    leg = next(item for item in plan.items() if item.kind == "leg" and item.buffer_minutes)
    first = bookings.from_item(plan, leg.uid, default_gazetteer(), dt.date(2026, 12, 1))
    assert first["start"] - leg.start == dt.timedelta(minutes=leg.buffer_minutes) > dt.timedelta(0)


def test_what_asks_for_a_booking_is_wanted_until_it_has_one(trip) -> None:
    plan = with_plan(trip).plan.plan
    stay = next(item for item in plan.items() if item.kind == "stay")
    before = wanted(trip)
    assert stay.uid in [one.item.uid for one in before]
    assert [one.strict for one in before] == sorted((one.strict for one in before), reverse=True)
    row = booked(trip, item_uid=stay.uid, title=stay.title)
    assert stay.uid not in [one.item.uid for one in wanted(trip)]
    assert bookings.states_by_item(trip) == {stay.uid: "booked"}
    bookings.cancel(row)
    assert stay.uid in [one.item.uid for one in wanted(trip)]
    assert bookings.states_by_item(trip) == {}
    assert wanted(trip, dt.date(2028, 1, 1)) == []


def test_a_booking_whose_item_left_the_plan_says_so(trip) -> None:
    plan = with_plan(trip).plan.plan
    there, gone = booked(trip, item_uid=plan.items()[0].uid), booked(trip, item_uid="gone", title="Gone")
    lines = {line.booking.pk: line for line in bookings.lines_of(trip, TODAY)}
    assert (lines[there.pk].left_the_plan, lines[there.pk].day_number) == (False, 1)
    assert (lines[gone.pk].left_the_plan, lines[gone.pk].day_number) == (True, None)


def test_another_currency_is_shown_in_the_trips_too_at_a_dated_rate(trip) -> None:
    with_plan(trip)
    trip.currency = "USD"
    trip.save()
    booked(trip, price=Decimal(9000), currency="JPY")
    booked(trip, title="Same", price=Decimal(50), currency="USD")
    booked(trip, title="Nobody's", price=Decimal(50), currency="XXX")
    yen, same, unknown = bookings.lines_of(trip, TODAY)
    assert yen.rate.base == "JPY" and yen.rate.date <= TODAY
    assert yen.in_trip == (Decimal(9000) * yen.rate.rate).quantize(Decimal("0.01"))
    assert (same.in_trip, same.rate, unknown.in_trip) == (None, None, None)


def test_cancelled_reopened_booked_deleted(trip) -> None:
    row = booked(trip, code="", status="to_book")
    bookings.mark_booked(row)
    assert row.status == Booking.Status.BOOKED
    bookings.cancel(row)
    bookings.reopen(row)
    row.refresh_from_db()
    assert row.status == Booking.Status.TO_BOOK  # nothing says that it was booked
    coded = booked(trip)
    bookings.cancel(coded)
    bookings.reopen(coded)
    assert coded.status == Booking.Status.BOOKED
    bookings.delete(row)
    assert list(trip.bookings.all()) == [coded]


def test_the_accounts_file_holds_them_and_erasure_takes_them(trip, traveller) -> None:
    booked(trip, price=Decimal("12.50"), currency="EUR", book_by=dt.date(2027, 11, 2))
    data = account_data(traveller, now=dt.datetime(2027, 11, 1, tzinfo=dt.UTC))
    (row,) = json.loads(json.dumps(data))["trips"][0]["bookings"]
    assert (row["code"], row["price"], row["start"], row["book_by"]) == (
        CODE, "12.50", "2027-11-19T16:00:00", "2027-11-02",
    )  # fmt: skip
    removal.delete_traveller(traveller)
    assert not Booking.objects.exists()


def test_without_a_zone_it_is_kept_on_the_clock_of_the_place(trip) -> None:
    with_plan(trip)
    row = booked(trip, zone="")
    assert (row.zone, row.start) == (
        "Asia/Tokyo",
        dt.datetime(2027, 11, 19, 16, tzinfo=ZoneInfo("Asia/Tokyo")),
    )


def test_a_booking_of_the_kind_and_day_is_offered_for_the_item_and_attached_by_a_yes(trip) -> None:
    plan = with_plan(trip).plan.plan
    stay = next(item for item in plan.items() if item.kind == "stay")
    row = booked(trip, kind="stay", title="Some ryokan", start=stay.start)
    (line,) = bookings.lines_of(trip, TODAY)
    assert line.meant.uid == stay.uid and line.question.startswith(f"Is this “{stay.title}” of your plan (")
    asked = next(one for one in wanted(trip) if one.item.uid == stay.uid)
    assert asked.maybe == "Some ryokan"
    assert bookings.attach(row) and not bookings.attach(row)
    (line,) = bookings.lines_of(trip, TODAY)
    assert (line.booking.item_uid, line.question, line.day_number) == (stay.uid, "", 1)
    assert stay.uid not in [one.item.uid for one in wanted(trip)]


def test_what_overlaps_the_plan_is_told_in_its_line(trip) -> None:
    plan = with_plan(trip).plan.plan
    visit = next(item for item in plan.items() if item.kind == "visit")
    booked(trip, title="Something else", start=visit.start, end=visit.end)
    (line,) = bookings.lines_of(trip, TODAY)
    assert visit.title in line.overlap and line.overlap.startswith("It overlaps ")


def test_a_price_is_told_in_the_currency_of_the_plan(trip) -> None:
    plan = with_plan(trip).plan.plan
    stay = next(item for item in plan.items() if item.kind == "stay")
    other = plan.model_copy(update={"currency": "EUR" if stay.costs[0].currency != "EUR" else "USD"})
    first = bookings.from_item(other, stay.uid, default_gazetteer(), TODAY)
    assert first["currency"] == other.currency
    assert 0 < first["price"] != sum((line.amount for line in stay.costs), Decimal(0))
