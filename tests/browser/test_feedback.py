"""Feedback in a browser: no fault by axe at both widths, light and dark; told, corrected, deleted."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse

from config import clock
from tests.browser.looking import THEMES, looking
from tests.driving import chromium
from tests.serving import serving
from tests.trips.travelling import with_plan
from trips import changing, reporting
from trips.models import Trip
from trips.reporting import Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


@pytest.fixture
def kyoto(trip) -> Trip:
    clock.set_now(dt.datetime(2027, 11, 20, 2, tzinfo=dt.UTC))  # the forenoon of the second day
    with_plan(trip)
    first = dt.date(2027, 11, 19)
    reporting.report(
        trip,
        [
            Entry(
                first, "Ramen was the best meal, but I was exhausted after 3 pm", "", ("ramen",), (), "low", 4
            ),
            Entry(first, "Kiyomizu was magical", "visit-5", ("Kiyomizu",)),
            Entry(
                dt.date(2027, 11, 20), "The market was overpriced", "", (), ("market (overpriced)",), "high"
            ),
        ],
    )
    yield trip
    clock.set_now(None)


def page_of(trip: Trip) -> str:
    return f"{reverse('workspace', args=[trip.uuid])}?tab=trip&view=feedback"


def test_feedback_is_without_fault_and_told_corrected_deleted(owner, kyoto) -> None:
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(page_of(kyoto))
        page.wait_for_selector('#board-view[data-view="feedback"]', state="attached")
        for width in (1280, 390):
            for theme in THEMES:
                looker.resize(width, theme)
                looker.picture(f"feedback-{width}-{theme}")
                assert looker.violations() == [], (width, theme)
                assert looker.overflow() <= 0
        looker.resize(1280, THEMES[0])
        page.click("#board >> text=Say how a day was")
        page.wait_for_selector("#dialog-body form")
        assert looker.violations() == []
        page.fill("#id_feedback-text", "my feet hurt, too much walking")
        page.click("#dialog-body >> text=Save")
        page.wait_for_selector("#board >> text=A change waits for your answer")
        assert looker.violations() == []
        page.click("[aria-label='Correct: The market was overpriced']")
        page.fill("#id_feedback-text", "The market was fine")
        page.click("#dialog-body >> text=Save")
        page.wait_for_selector("#board >> text=The market was fine")
        page.click("[aria-label='Delete: The market was fine']")
        page.wait_for_selector("#dialog-body >> text=Delete this report?")
        assert looker.violations() == []
        page.click("#dialog-body >> text=Delete it")
        page.wait_for_selector("#board >> text=The market was fine", state="detached")
        assert (looker.complaints, looker.outside) == ([], [])
    assert kyoto.feedback.count() == 3 and changing.open_proposal(kyoto) is not None
