"""Every page in every state, at a desk, on a phone and at 400 %, light and dark: no violation found by axe,
nothing blocked by the policy, nothing asked of another host, nothing wider than the window.

WAYFARE_PICTURES=folder keeps a picture of each.
"""

from __future__ import annotations

import datetime as dt
from contextlib import ExitStack

import pytest
from django.test import Client
from django.urls import reverse

from config import clock
from tests.browser import scenes
from tests.browser.looking import DESK, PHONE, SIZES, THEMES, looking
from tests.browser.states import PAGES, STATES
from tests.driving import chromium
from tests.serving import serving
from trips.models import Traveller

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


def judged(looker, pages: list[tuple[str, str]]) -> list[str]:
    """What is wrong with which page, at which width and in which theme."""
    wrong: list[str] = []
    for name, path in pages:
        looker.go(path)
        for width in SIZES:
            for theme in THEMES:
                looker.resize(width, theme)
                wrong += [f"{name} {width} {theme}: {line}" for line in looker.violations()]
                if looker.overflow() > 0:
                    wrong.append(f"{name} {width}: {looker.overflow()} pixels too wide")
                looker.picture(f"{name}-{width}-{theme}")
    return wrong + looker.complaints + looker.outside


def workspace(trip, query: str = "") -> str:
    return reverse("workspace", args=[trip.uuid]) + query


def faults(looker, name: str, path: str) -> list[str]:
    """What is wrong with one state: at a desk, on a phone, and at 400 % (1280 × 1024 is 320 × 256 then)."""
    wrong: list[str] = []
    for (width, height), theme in ((DESK, "light"), (PHONE, "dark"), ((320, 256), "light")):
        looker.page.set_viewport_size({"width": width, "height": height})
        looker.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        looker.go(path)
        wrong += [f"{name} {width}: {line}" for line in looker.violations()]
        if looker.overflow() > 0:
            wrong.append(f"{name} {width}: {looker.overflow()} pixels too wide")
        looker.picture(f"{name.replace(' ', '-')}-{width}-{theme}")
    return wrong


@pytest.mark.parametrize("page", PAGES)
def test_a_page_in_every_state(traveller, settings, page):
    """With a script, then without one: what tells the state is there to read."""
    reader = Traveller.objects.create_user("ben", password="a-long-enough-word")
    people = {role: Client() for role in ("owner", "member")}
    people["owner"].force_login(traveller)
    people["member"].force_login(reader)
    states, trips = [state for state in STATES if state.page == page], {}
    for state in states:
        trips[state.key] = trips.get(state.key) or state.trip_of(traveller, reader)
    with serving(work=False) as address, chromium() as browser, ExitStack() as open_windows:
        windows = {
            (who, script): open_windows.enter_context(looking(browser, address, client, **script_or_not))
            for who, client in people.items()
            for script, script_or_not in ((True, {}), (False, {"java_script_enabled": False}))
        }
        wrong = []
        for state in states:
            who, path = "member" if state.role else "owner", state.path(trips[state.key])
            settings.ANTHROPIC_API_KEY = "key" if state.model else ""
            clock.set_now(
                state.moment and dt.datetime.fromisoformat(state.moment).replace(tzinfo=dt.UTC) or None
            )
            try:
                wrong += faults(windows[who, True], state.name, path)
                windows[who, False].go(path)
                for script in (True, False):
                    read = windows[who, script].page.locator("body").inner_text()
                    if state.shows not in " ".join(read.split()):
                        wrong.append(
                            f"{state.name}{'' if script else ' without a script'}: no “{state.shows}”"
                        )
            finally:
                clock.set_now(None)
        for looker in windows.values():
            wrong += looker.complaints + looker.outside
    assert wrong == []


def test_pages_of_no_trip(owner, traveller):
    trip = scenes.wide(traveller)
    pages = [("front", "/"), ("trips", "/trips/"), ("reset", reverse("reset_trip", args=[trip.uuid]))]
    pages += [("sources", reverse("facts_history", args=[trip.uuid]))]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        assert judged(looker, pages) == []
    with serving(work=False) as address, chromium() as browser, looking(browser, address) as looker:
        looker.go("/nowhere")
        looker.complaints.clear()  # the browser notes the 404 itself
        assert looker.violations() == []
        assert judged(looker, [("front-unknown", "/"), ("sample", "/sample?day=2")]) == []


def test_zoomed_to_four_hundred_percent_everything_is_still_there(owner, traveller):
    """1280 × 1024 at 400 % is a window of 320 × 256."""
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.page.set_viewport_size({"width": 320, "height": 256})
        for query in ("", "?tab=trip", "?tab=trip&day=2"):
            looker.go(workspace(trip, query))
            assert looker.overflow() <= 0
        looker.go(workspace(trip))
        looker.page.fill("#text", "Still room to write")
        assert looker.page.locator("#composer button.send").is_visible()
        looker.go("/")
        assert looker.overflow() <= 0


def test_what_a_finger_hits_is_large_enough(owner, traveller):
    """44 pixels high on a phone, counting the invisible rim of small chips."""
    pages = [workspace(scenes.asked(traveller)), workspace(scenes.offered(traveller), "?tab=trip"), "/"]
    measure = """() => [...document.querySelectorAll('a, button, summary, input, textarea')]
        .filter(one => one.checkVisibility({visibilityProperty: true}))
        .filter(one => !one.closest('.unseen, .skip, p a, .to-map, figure.map svg')) // these have their row
        .map(one => {
            const rim = getComputedStyle(one, '::after');
            const extra = rim.content !== 'none' && rim.position === 'absolute'
                ? -(parseFloat(rim.top) || 0) - (parseFloat(rim.bottom) || 0) : 0;
            const height = Math.round(one.getBoundingClientRect().height + Math.max(0, extra));
            return [height, one.outerHTML.slice(0, 90)];
        }).filter(([height]) => height < 44)"""
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, width=390) as looker:
            small = []
            for path in pages:
                looker.go(path)
                small += looker.page.evaluate(measure)
    assert small == []
