"""Costs in a browser: no fault by axe at both widths, light and dark; noted, changed, taken back, deleted."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from django.urls import reverse

from config import clock
from tests.browser.looking import THEMES, looking
from tests.driving import chromium
from tests.serving import serving
from tests.trips.travelling import with_plan
from trips import spending
from trips.models import Expense, Trip
from trips.schemas import Budget
from trips.spending import Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
DAY = dt.date(2027, 3, 25)


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


@pytest.fixture(autouse=True)
def _noon_in_tokyo_on_the_third_day():
    clock.set_now(dt.datetime(2027, 3, 25, 3, tzinfo=dt.UTC))
    yield
    clock.set_now(None)


@pytest.fixture
def japan(trip) -> Trip:
    """Six days with children, spending of three of them, flights paid before, one sum without a rate."""
    with_plan(trip, "10-tokyo")
    facts = trip.facts
    facts.budget = Budget(amount=Decimal(900_000), currency="JPY", scope="total")
    trip.facts_json = facts.model_dump(mode="json")
    trip.save()
    for amount, currency, what, category, city, back, payer in (
        ("1450", "EUR", "flights", "transport", "", 60, ""),
        ("5400", "JPY", "ramen for four", "food", "Tokyo", 2, "Ben"),
        ("12800", "JPY", "Ghibli tickets", "visits", "Tokyo", 1, ""),
        ("38", "USD", "taxi", "transport", "Tokyo", 1, "Ben"),
        ("9200", "JPY", "dinner at the izakaya", "food", "Tokyo", 0, ""),
        ("-1200", "JPY", "umbrella given back", "other", "Tokyo", 0, ""),
        ("50", "VES", "a coin for the collection", "other", "Tokyo", 0, ""),
    ):
        entry = Entry(
            Decimal(amount), currency, DAY - dt.timedelta(days=back), what, category, city, payer=payer
        )
        spending.add(trip, entry, by=trip.members.filter(role="owner").get())
    return trip


def costs(trip: Trip) -> str:
    return f"{reverse('workspace', args=[trip.uuid])}?tab=trip&view=spending"


def test_costs_are_without_fault_at_both_widths(owner, japan) -> None:
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.go(costs(japan))
        looker.page.wait_for_selector('#board-view[data-view="spending"]', state="attached")
        for table in looker.page.query_selector_all(".sp-table > summary"):
            table.click()
        for width in (1280, 390):
            for theme in THEMES:
                looker.resize(width, theme)
                looker.picture(f"spending-{width}-{theme}")
                assert looker.violations() == [], (width, theme)
                assert looker.overflow() <= 0
        bar = looker.page.locator(".sp-chart .sp-spent").first.bounding_box()
        assert bar and bar["width"] > 10 and bar["height"] > 3
        assert (looker.complaints, looker.outside) == ([], [])


def test_an_expense_is_noted_changed_taken_back_and_deleted(owner, japan) -> None:
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(costs(japan))
        page.click("#board >> text=Note an expense")
        page.wait_for_selector("#dialog-body form")
        assert looker.violations() == []
        assert page.input_value("#id_expense-currency") == "JPY"
        page.fill("#id_expense-what", "Tea bowls")
        page.fill("#id_expense-amount", "3600")
        page.click("#dialog-body >> text=Save")
        page.wait_for_selector("#board >> text=Tea bowls")
        page.wait_for_selector("#board-view[data-view='spending']", state="attached")
        menu = "#board li:has-text('Tea') .menu summary"
        page.click(menu)
        assert looker.violations() == []
        page.click("[aria-label='Change: Tea bowls']")
        page.fill("#id_expense-what", "Tea cups")
        page.click("#dialog-body >> text=Save")
        page.wait_for_selector("#board >> text=Tea cups")
        page.click(menu)
        page.click("[aria-label='Take the change back: Tea cups']")
        page.wait_for_selector("#board >> text=Tea bowls")
        page.click(menu)
        page.click("[aria-label='Delete: Tea bowls']")
        page.wait_for_selector("#dialog-body >> text=Delete this expense?")
        assert looker.violations() == []
        page.click("#dialog-body >> text=Delete it")
        page.wait_for_selector("#board >> text=Tea bowls", state="detached")
        assert (looker.complaints, looker.outside) == ([], [])
    assert not Expense.objects.filter(what__startswith="Tea").exists()


def test_forms_are_pages_too(owner, japan) -> None:
    row = japan.expenses.first()
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        for name in ("new_expense", "edit_expense", "delete_expense"):
            args = [japan.uuid] if name == "new_expense" else [japan.uuid, row.pk]
            looker.go(reverse(name, args=args))
            for width in (1280, 390):
                looker.resize(width, "light")
                assert looker.violations() == [], (name, width)
                assert looker.overflow() <= 0
