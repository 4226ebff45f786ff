"""The agenda on the board and on paper."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.test import Client

from config import clock
from tests.pages.reading import HTMX, address
from tests.trips.told import member_of, signed_in
from tests.trips.travelling import CODE, booked, with_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def kyoto(trip):
    return with_plan(trip)


@contextmanager
def at(text: str) -> Iterator[None]:
    """The product's clock, not the session's."""
    clock.set_now(dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC))
    try:
        yield
    finally:
        clock.set_now(None)


def text_of(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.unescape(response.content.decode())).split())


def board(client: Client, trip, **query: str) -> str:
    return text_of(client.get(address("board", trip), {"view": "agenda", **query}, **HTMX))


def test_before_the_trip_it_shows_its_first_two_days(owner, kyoto) -> None:
    with at("2027-11-01T12:00"):
        said = board(owner, kyoto)
    assert "The trip begins in 18 days, on Friday 19 November." in said
    assert "Friday 19 November 2027" in said and "Saturday 20 November 2027" in said
    assert "Sunday 21 November 2027" not in said
    assert "Leave by 10:43 · 17 min by public transport" in said
    assert "open 06:00–18:00" in said and "last entry 16:50" in said
    assert "Ticket needed, and none is recorded." in said
    assert "Instead of Kiyomizu-dera : Kyoto National Museum" in said
    assert "Clothes that cover shoulders and knees" in said
    assert "Long-term means, not a forecast." in said


def test_on_the_way_it_begins_today_and_marks_what_is_done_and_now(owner, kyoto) -> None:
    with at("2027-11-19T03:00"):  # noon in Kyoto
        raw = owner.get(address("board", kyoto), {"view": "agenda"}, **HTMX).content.decode()
    assert "Today is day 1 of 3." in raw
    assert raw.count('class="ag past"') == 2 and raw.count('class="ag now"') == 1
    assert 'class="today-mark"' in raw
    assert raw.count('href="https://www.openstreetmap.org/directions?to=') == raw.count('href="geo:') >= 4


def test_a_day_can_be_asked_for_and_nonsense_is_said(owner, kyoto) -> None:
    with at("2027-11-01T12:00"):
        assert "Friday 19 November 2027" not in board(owner, kyoto, day="2")
        assert "Sunday 21 November 2027" in board(owner, kyoto, day="sunday")
        said = board(owner, kyoto, day="<script>")
    assert "I don't read a day in" in said and "Friday 19 November 2027" in said


def test_a_booking_stands_at_its_item_and_its_deadline_above(owner, kyoto) -> None:
    stay = next(item for item in kyoto.plan.plan.items() if item.kind == "stay")
    booked(kyoto, item_uid=stay.uid, title=stay.title)
    booked(
        kyoto, title="Kaiseki dinner", status="to_book", code="", book_by=dt.date(2027, 10, 30), start=None
    )
    with at("2027-11-01T12:00"):
        said = board(owner, kyoto)
    assert "Booked. The code is under Bookings." in said and CODE not in said
    assert "Kaiseki dinner overdue since Sat 30 Oct" in said


def test_a_trip_that_is_over_says_so_and_still_shows_a_day(owner, kyoto) -> None:
    with at("2028-02-01T12:00"):
        assert "This trip ended on Sunday 21 November." in board(owner, kyoto)
        assert "Saturday 20 November 2027" in board(owner, kyoto, day="day 2")
        printed = text_of(owner.get(address("print_agenda", kyoto)))
        raw = owner.get(address("board", kyoto), {"view": "agenda"}, **HTMX).content.decode()
    assert "Friday 19 November 2027" in printed and "Saturday 20 November 2027" in printed
    assert '<p class="ag-links"></p>' not in raw


def test_a_viewer_reads_it_and_is_offered_nothing(kyoto) -> None:
    client = signed_in(member_of(kyoto, "vera", "viewer"))
    with at("2027-11-01T12:00"):
        said = board(client, kyoto)
    assert "Kiyomizu-dera" in said and "Note a booking" not in said and "Say it" not in said


def test_its_button_is_the_command(owner, kyoto) -> None:
    with at("2027-11-01T12:00"):
        for query, line in (({}, "/agenda"), ({"day": "sunday"}, "/agenda day 3")):
            raw = owner.get(address("board", kyoto), {"view": "agenda", **query}, **HTMX).content.decode()
            assert f'name="line" value="{line}"' in raw


def test_paper_has_a_sheet_a_day_no_navigation_and_its_link_written_out(owner, kyoto) -> None:
    with at("2027-11-01T12:00"):
        two = owner.get(address("print_agenda", kyoto)).content.decode()
        whole = owner.get(address("print_agenda", kyoto), {"days": "all"}).content.decode()
        last = owner.get(address("print_agenda", kyoto), {"day": "3"}).content.decode()
    assert [page.count('<section class="ag-day sheet-of-day"') for page in (two, whole, last)] == [2, 3, 1]
    assert "<nav" not in whole and '<header class="bar"' not in whole
    assert f'href="http://testserver{address("workspace", kyoto)}"' in whole
    assert "Note a booking" not in whole and whole.count("<script") == 1 and "directions" not in whole


def test_without_a_plan_there_is_no_tab_and_paper_says_so(owner, trip) -> None:
    assert (
        'data-view="agenda"'
        not in owner.get(address("board", trip), {"view": "agenda"}, **HTMX).content.decode()
    )
    assert "There is no plan yet." in owner.get(address("print_agenda", trip)).content.decode()
