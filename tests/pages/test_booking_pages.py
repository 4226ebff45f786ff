"""Bookings on the page: noted by hand or from the plan, changed, cancelled, deleted; codes when asked for."""

from __future__ import annotations

import datetime as dt
import html
import re

import pytest
from django.test import Client

from config import clock
from tests.pages.reading import HTMX, address
from tests.trips.told import member_of, signed_in
from tests.trips.travelling import CODE, booked, with_plan
from trips.models import Booking

pytestmark = pytest.mark.django_db
FORM = {"booking-title": "A tea ceremony", "booking-kind": "visit", "booking-status": "to_book"}
FORM |= {"booking-zone": "Asia/Tokyo", "booking-currency": "JPY"}


@pytest.fixture(autouse=True)
def _weeks_before():
    clock.set_now(dt.datetime(2027, 11, 1, 12, tzinfo=dt.UTC))
    yield
    clock.set_now(None)


@pytest.fixture
def kyoto(trip):
    return with_plan(trip)


def board(client: Client, trip, view: str = "bookings") -> str:
    return html.unescape(client.get(address("board", trip), {"view": view}, **HTMX).content.decode())


def test_it_is_noted_and_shown(owner, kyoto) -> None:
    answer = owner.post(address("new_booking", kyoto), FORM | {"booking-book_by": "2027-11-05"}, **HTMX)
    assert (answer.status_code, answer["HX-Trigger"]) == (200, "board-changed")
    page = board(owner, kyoto)
    assert "A tea ceremony" in page and "Book by Fri 5 Nov, 4 days left" in page
    without_script = owner.post(address("new_booking", kyoto), FORM | {"booking-title": "Another"})
    assert without_script["Location"] == f"{address('workspace', kyoto)}?tab=trip&view=bookings"


def test_one_click_in_the_plan_fills_the_form(owner, kyoto) -> None:
    stay = next(item for item in kyoto.plan.plan.items() if item.kind == "stay")
    page = board(owner, kyoto)
    link = f"{address('new_booking', kyoto)}?item={stay.uid}"
    assert link in page
    assert f"Fri 19 Nov – Sun 21 Nov · {stay.nights} nights, 1 room · ¥56,000</p>" in page
    assert "2 seats · about ¥1,160</p>" in page
    assert re.search(r"<p class=.num.>\d things in your plan to book, about ¥[\d,]+\.</p>", page)
    form = owner.get(link, **HTMX).content.decode()
    assert stay.title in form and f'value="{stay.start:%Y-%m-%dT%H:%M}"' in form
    assert f'value="{stay.uid}"' in form and "A suggestion by what it is" in form
    row = booked(kyoto, item_uid=stay.uid, title=stay.title)
    assert link not in board(owner, kyoto)
    assert owner.get(link)["Location"] == address("edit_booking", kyoto, row.pk)


def test_a_wrong_form_says_why_and_saves_nothing(owner, kyoto) -> None:
    answer = owner.post(address("new_booking", kyoto), FORM | {"booking-title": ""}, **HTMX)
    assert answer.status_code == 422 and "This field is required" in answer.content.decode()
    assert not Booking.objects.exists()


def test_it_is_changed(owner, kyoto) -> None:
    row = booked(kyoto)
    page = owner.get(address("edit_booking", kyoto, row.pk))
    assert page.status_code == 200 and CODE not in page.content.decode()
    owner.post(address("edit_booking", kyoto, row.pk), FORM | {"booking-title": "A longer ceremony"})
    row.refresh_from_db()
    assert (row.title, row.code) == ("A longer ceremony", CODE)


def test_a_code_is_masked_until_it_is_asked_for(owner, kyoto) -> None:
    row = booked(kyoto)
    page = board(owner, kyoto)
    assert CODE not in page and "••••••" in page and "Show the code" in page
    assert owner.get(address("booking_code", kyoto, row.pk)).status_code == 405
    shown = owner.post(address("booking_code", kyoto, row.pk), **HTMX)
    assert CODE in shown.content.decode() and "no-store" in shown["Cache-Control"]
    assert CODE in owner.post(address("booking_code", kyoto, row.pk)).content.decode()


def test_a_viewer_sees_bookings_and_no_code_nor_that_there_is_one(kyoto) -> None:
    row = booked(kyoto)
    client = signed_in(member_of(kyoto, "vera", "viewer"))
    page = board(client, kyoto)
    assert "A tea ceremony" in page
    for word in (CODE, "••••••", "Show the code", "Add a booking", "Delete"):
        assert word not in page
    for name in ("booking_code", "edit_booking", "delete_booking", "cancel_booking"):
        assert client.post(address(name, kyoto, row.pk)).status_code == 404
    assert client.get(address("new_booking", kyoto)).status_code == 404


def test_an_editor_may_ask_for_the_code_and_a_stranger_for_nothing(kyoto, stranger) -> None:
    row = booked(kyoto)
    editor = signed_in(member_of(kyoto, "edith", "editor"))
    assert CODE in editor.post(address("booking_code", kyoto, row.pk)).content.decode()
    assert stranger.post(address("booking_code", kyoto, row.pk)).status_code == 404


def test_a_booking_of_another_trip_is_not_there(owner, kyoto, traveller) -> None:
    from trips.starting import start_trip

    other = booked(start_trip(traveller))
    for name in ("booking_code", "edit_booking", "delete_booking", "cancel_booking"):
        assert owner.post(address(name, kyoto, other.pk)).status_code == 404


def test_buttons_book_cancel_and_count_again(owner, kyoto) -> None:
    row = booked(kyoto, status="to_book", code="", book_by=dt.date(2027, 10, 30))
    page = board(owner, kyoto)
    assert "1 thing was to be booked by now." in page and "Overdue: to be booked by Sat 30 Oct" in page
    for name, status in (
        ("mark_booked", "booked"),
        ("cancel_booking", "cancelled"),
        ("reopen_booking", "to_book"),
    ):
        answer = owner.post(f"{address(name, kyoto, row.pk)}?view=bookings", **HTMX)
        row.refresh_from_db()
        assert (answer.status_code, row.status) == (200, status)
        assert 'data-view="bookings"' in answer.content.decode()


def test_a_click_says_that_it_is_the_item_of_the_plan(owner, kyoto) -> None:
    stay = next(item for item in kyoto.plan.plan.items() if item.kind == "stay")
    row = booked(kyoto, kind="stay", title="Some ryokan", start=stay.start, end=stay.end)
    page = board(owner, kyoto)
    assert (
        f"Is this “{stay.title}” of your plan" in page and "“Some ryokan” of your bookings may be it" in page
    )
    assert address("attach_booking", kyoto, row.pk) in page
    viewer = signed_in(member_of(kyoto, "vera", "viewer"))
    assert "attach" not in board(viewer, kyoto)
    answer = owner.post(address("attach_booking", kyoto, row.pk))
    row.refresh_from_db()
    assert (answer.status_code, row.item_uid) == (302, stay.uid)
    assert "Is this" not in board(owner, kyoto)


def test_deleting_asks_first(owner, kyoto) -> None:
    row = booked(kyoto)
    assert "Delete “A tea ceremony”?" in owner.get(address("delete_booking", kyoto, row.pk)).content.decode()
    assert Booking.objects.count() == 1
    assert owner.post(address("delete_booking", kyoto, row.pk), **HTMX)["HX-Trigger"] == "board-changed"
    assert Booking.objects.count() == 0


def test_a_price_is_shown_in_both_currencies_with_the_rate(owner, kyoto) -> None:
    kyoto.currency = "USD"
    kyoto.save()
    booked(kyoto, price=9000, currency="JPY")
    page = board(owner, kyoto)
    assert "¥9,000" in page and "European Central Bank" in page and "$" in page


def test_the_plan_marks_what_is_booked_and_to_book(owner, kyoto) -> None:
    items = [item for item in kyoto.plan.plan.items() if item.kind in ("stay", "meal")][:2]
    booked(kyoto, item_uid=items[0].uid)
    booked(kyoto, item_uid=items[1].uid, title="A table", status="to_book", code="")
    page = board(owner, kyoto, "plan")
    marks = [page.count(f'<span class="held">{state}</span>') for state in ("booked", "to book")]
    assert marks == [1, 1]


def test_what_left_the_plan_says_so(owner, kyoto) -> None:
    booked(kyoto, item_uid="gone")
    assert "not in your plan any more" in board(owner, kyoto)


def test_titles_are_words_not_markup(owner, kyoto) -> None:
    booked(kyoto, title="<b onclick=x>Ryokan</b>")
    raw = owner.get(address("board", kyoto), {"view": "bookings"}, **HTMX).content.decode()
    assert "<b onclick" not in raw and "&lt;b onclick" in raw
