"""Agenda and bookings in a browser: readable at both widths, no fault by axe, no sheet wasted on paper."""

from __future__ import annotations

import datetime as dt
import re
from operator import le

import pytest
from django.urls import reverse

from config import clock
from tests.browser.looking import THEMES, looking
from tests.driving import chromium
from tests.serving import serving
from tests.trips.travelling import CODE, PLANS, booked, with_plan
from trips.models import Booking, Trip
from trips.starting import start_trip

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


@pytest.fixture(autouse=True)
def _noon_in_tokyo_on_the_second_day():
    clock.set_now(dt.datetime(2027, 3, 24, 3, tzinfo=dt.UTC))
    yield
    clock.set_now(None)


@pytest.fixture
def japan(trip) -> Trip:
    """With children, in two cities; one thing booked, one overdue, one cancelled."""
    with_plan(trip, "10-tokyo")
    stay = next(item for item in trip.plan.plan.items() if item.kind == "stay")
    booked(trip, item_uid=stay.uid, title=stay.title, kind="stay", price=90000, currency="EUR")
    booked(trip, title="Ghibli Museum", status="to_book", code="", book_by=dt.date(2027, 3, 22), start=None)
    booked(trip, title="A boat", status="cancelled", item_uid="gone")
    return trip


def workspace(trip: Trip, view: str) -> str:
    return f"{reverse('workspace', args=[trip.uuid])}?tab=trip&view={view}"


@pytest.mark.parametrize("view", ["agenda", "bookings"])
def test_a_view_of_the_board_is_without_fault_at_both_widths(owner, japan, view: str) -> None:
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.go(workspace(japan, view))
        looker.page.wait_for_selector(f'#board-view[data-view="{view}"]', state="attached")
        for width in (1280, 390):
            for theme in THEMES:
                looker.resize(width, theme)
                looker.picture(f"{view}-{width}-{theme}")
                assert looker.violations() == [], (width, theme)
                assert looker.overflow() <= 0
        assert (looker.complaints, looker.outside) == ([], [])


def test_a_booking_is_noted_asked_for_its_code_and_deleted(owner, japan) -> None:
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(japan, "bookings"))
        page.click("text=Add a booking")
        page.wait_for_selector("#dialog-body form")
        assert looker.violations() == []
        page.fill("#id_booking-title", "A tea ceremony")
        page.fill("#id_booking-book_by", "2027-03-30")
        page.fill("#id_booking-code", "TEA-42")
        page.click("#dialog-body >> text=Save")
        page.wait_for_selector("#board >> text=A tea ceremony")
        page.wait_for_selector("#board-view[data-view='bookings']", state="attached")
        assert "TEA-42" not in page.content() and CODE not in page.content()
        menu = "#board li:has-text('A tea ceremony') .menu summary"
        page.click(menu)
        assert looker.violations() == []
        page.click("[aria-label='Show the code: A tea ceremony']")
        page.wait_for_selector("#dialog-body >> text=TEA-42")
        assert looker.violations() == []
        page.click("#dialog-body >> text=Close")
        page.click(menu)
        page.click("[aria-label='It is booked: A tea ceremony']")
        page.wait_for_selector("[aria-label='It is booked: A tea ceremony']", state="detached")
        page.click(menu)
        page.click("[aria-label='Delete …: A tea ceremony']")
        page.click("#dialog-body >> text=Delete it")
        page.wait_for_selector("#board >> text=A tea ceremony", state="detached")
        assert (looker.complaints, looker.outside) == ([], [])
    assert not Booking.objects.filter(title="A tea ceremony").exists()


def test_from_the_agenda_a_booking_is_one_click_away(owner, japan) -> None:
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(japan, "agenda") + "&day=3")
        page.locator("#board >> text=Note a booking").first.click()
        page.wait_for_selector("#dialog-body form")
        title = page.input_value("#id_booking-title")
        assert title and page.input_value("#id_booking-item_uid")
        page.click("#dialog-body >> text=Save")
        page.wait_for_selector("#dialog[open]", state="detached")
    assert Booking.objects.filter(title=title).exclude(item_uid="").exists()


def test_on_paper_no_day_takes_more_than_a_sheet(owner, japan) -> None:
    address_of = reverse("print_agenda", args=[japan.uuid])
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        for query, days in (("", 2), ("?days=all", len(japan.plan.plan.days))):
            looker.go(address_of + query)
            assert looker.violations() == []
            sheets = looker.page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", sheets)) <= days, query
        looker.resize(390, "light")
        assert looker.overflow() <= 0
        looker.page.emulate_media(media="print")
        assert not looker.page.is_visible("text=Back to the trip")
        written = looker.page.evaluate(
            "getComputedStyle(document.querySelector('main a[href^=http]'), '::after').content"
        )
        assert "attr(href)" in written or address in written


def test_plans_take_fewer_sheets_than_days(owner, traveller) -> None:
    trips = {path.stem: with_plan(start_trip(traveller), path.stem) for path in PLANS.glob("*.json")}
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        sheets, days = [], [len(trip.plan.plan.days) for trip in trips.values()]
        for trip in trips.values():
            looker.go(reverse("print_agenda", args=[trip.uuid]) + "?days=all")
            sheets.append(len(re.findall(rb"/Type\s*/Page\b", looker.page.pdf(prefer_css_page_size=True))))
    assert all(map(le, sheets, days)) and sum(sheets) < sum(days) * 0.8, list(
        zip(trips, sheets, days, strict=True)
    )


def test_forms_are_pages_too(owner, japan) -> None:
    row = japan.bookings.first()
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        for name in ("new_booking", "edit_booking", "delete_booking"):
            args = [japan.uuid] if name == "new_booking" else [japan.uuid, row.pk]
            looker.go(reverse(name, args=args))
            for width in (1280, 390):
                looker.resize(width, "light")
                assert looker.violations() == [], (name, width)
                assert looker.overflow() <= 0
