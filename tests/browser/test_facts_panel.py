"""The facts panel in a real browser: a form in a dialog, clear sentences, the board after it, undo."""

from __future__ import annotations

import pytest

from tests.browser import scenes
from tests.browser.looking import looking
from tests.driving import chromium
from tests.serving import serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def client_of_owner(client, traveller):
    client.force_login(traveller)
    return client


def test_a_fact_is_edited_in_a_dialog_and_the_board_follows(client_of_owner, traveller):
    trip = scenes.confirming(traveller)
    with (
        serving(work=False) as address,
        chromium() as browser,
        looking(browser, address, client_of_owner) as looker,
    ):
        page = looker.page
        page.goto(f"{address}/trips/{trip.uuid}/")
        page.click("#board a.chip:has-text('Feb')")
        page.wait_for_selector("dialog[open] h2:has-text('When')")
        page.fill("dialog input[name=fact-end]", "2027-02-10")
        page.click("dialog button:has-text('Save')")
        page.wait_for_selector("dialog .errorlist:has-text('before it starts')")
        assert page.input_value("dialog input[name=fact-end]") == "2027-02-10"
        page.fill("dialog input[name=fact-end]", "2027-02-19")
        page.click("dialog button:has-text('Save')")
        page.wait_for_selector("dialog", state="hidden")
        page.wait_for_selector("#board a.chip:has-text('19')")
        assert [text for text in looker.complaints if "422" not in text] == []


def test_escape_and_cancel_change_nothing(client_of_owner, traveller):
    trip = scenes.confirming(traveller)
    with (
        serving(work=False) as address,
        chromium() as browser,
        looking(browser, address, client_of_owner) as looker,
    ):
        page = looker.page
        page.goto(f"{address}/trips/{trip.uuid}/")
        for leave in (
            lambda: page.keyboard.press("Escape"),
            lambda: page.click("dialog a:has-text('Cancel')"),
        ):
            page.click("#board a.chip:has-text('moderate')")
            page.check("dialog input[value=packed]")
            leave()
            page.wait_for_selector("dialog", state="hidden")
        assert page.url.startswith(f"{address}/trips/{trip.uuid}/")
    trip.refresh_from_db()
    assert trip.facts.pace == "moderate"


def test_what_was_told_is_read_and_undone_on_its_page(client_of_owner, traveller):
    trip = scenes.confirming(traveller)
    with (
        serving(work=False) as address,
        chromium() as browser,
        looking(browser, address, client_of_owner) as looker,
    ):
        page = looker.page
        page.goto(f"{address}/trips/{trip.uuid}/")
        page.click(".pages summary")
        page.click("a:has-text('What you told us')")
        page.wait_for_selector("#board h2:has-text('What you told us')")
        assert "“must see the Freedom Trail”" in page.inner_text("#board .rows")
        page.click("#board button:has-text('Undo Must do')")
        page.wait_for_selector("#board li:has-text('Must do'):has-text('not said any more')")
        page.wait_for_selector("#board button:has-text('Undo Must do')", state="detached")
        page.goto(f"{address}/trips/{trip.uuid}/?tab=trip")
        assert page.locator("#board a.chip:has-text('Freedom Trail')").count() == 0
        assert looker.complaints == []


def test_a_trip_is_renamed_in_its_card(client_of_owner, traveller):
    scenes.confirming(traveller)
    with (
        serving(work=False) as address,
        chromium() as browser,
        looking(browser, address, client_of_owner) as looker,
    ):
        page = looker.page
        page.goto(f"{address}/trips/")
        page.click(".trip-card summary")
        page.click(".trip-card a:has-text('Rename')")
        page.wait_for_selector(".trip-card input[name=title]:focus")
        page.keyboard.type("Winter in Boston")
        page.keyboard.press("Enter")
        page.wait_for_selector(".trip-card h2:has-text('Winter in Boston')")
        page.click(".trip-card summary")
        page.click(".trip-card a:has-text('Rename')")
        page.click(".trip-card a:has-text('Keep the name')")
        page.wait_for_selector(".trip-card h2:has-text('Winter in Boston')")
        assert page.url == f"{address}/trips/"
        assert looker.complaints == []


def test_it_all_works_without_a_script(client_of_owner, traveller):
    trip = scenes.confirming(traveller)
    with (
        serving(work=False) as address,
        chromium() as browser,
        looking(browser, address, client_of_owner, java_script_enabled=False) as looker,
    ):
        page = looker.page
        page.goto(f"{address}/trips/{trip.uuid}/?tab=trip")
        page.click("#board a.chip:has-text('moderate')")
        page.check("input[value=packed]")
        page.click("button:has-text('Save')")
        page.wait_for_selector("#board a.chip:has-text('packed')")
        page.goto(f"{address}/trips/{trip.uuid}/history")
        page.click("li:has-text('packed') button:has-text('Undo')")
        page.wait_for_selector("#board li:has-text('moderate'):has-text('Before that packed')")
        page.goto(f"{address}/trips/")
        page.click(".trip-card summary")
        page.click("a:has-text('Rename')")
        page.fill("input[name=title]", "Winter")
        page.click("main button:has-text('Rename')")
        page.wait_for_selector("h2:has-text('Winter')")
        assert page.url == f"{address}/trips/"
