"""Every page in every state, on a desk and on a phone, light and dark: no violation found by axe, nothing
blocked by the policy, nothing asked of another host, nothing wider than the window.

WAYFARE_PICTURES=folder keeps a picture of each.
"""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.browser import scenes
from tests.browser.looking import SIZES, THEMES, looking
from tests.driving import chromium
from tests.serving import serving

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


def test_the_conversation_in_every_state(owner, traveller):
    pages = [("front", "/")]
    for name in ("empty", "asked", "confirming", "working", "failed", "stopped"):
        trip = getattr(scenes, name)(traveller)
        pages += [(name, workspace(trip))]
    pages += [("working-failed", workspace(scenes.working(traveller, failing=True)))]
    pages += [("asked-trip", workspace(scenes.asked(traveller), "?tab=trip"))]
    pages += [("empty-trip", workspace(scenes.empty(traveller), "?tab=trip"))]
    pages += [("reset", reverse("reset_trip", args=[trip.uuid]))]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        assert judged(looker, pages) == []
    with serving(work=False) as address, chromium() as browser, looking(browser, address) as looker:
        looker.go("/nowhere")
        looker.complaints.clear()  # the browser notes the 404 itself
        assert looker.violations() == []
        assert judged(looker, [("front-unknown", "/"), ("sample", "/sample?day=2")]) == []


def test_the_board_in_every_state(owner, traveller):
    offered = scenes.offered(traveller)
    planned = scenes.planned(traveller)
    japan = scenes.planned(traveller, rows=scenes.JAPAN)
    option = offered.options.first().pk
    last = scenes.offered(traveller, spoil=(0, 1, 2), last_resort=True)
    partly = scenes.offered(traveller, spoil=(2,), failing=True)
    pages = [
        ("options", workspace(offered, "?tab=trip")),
        ("options-chat", workspace(offered)),
        ("options-compared", workspace(offered, "?tab=trip&view=compare")),
        ("option-by-day", workspace(offered, f"?tab=trip&view=option&option={option}")),
        ("option-checks", workspace(offered, f"?tab=trip&view=checks&option={option}")),
        ("options-partly", workspace(partly, "?tab=trip")),
        ("options-partly-chat", workspace(partly)),
        ("options-last-resort", workspace(last, "?tab=trip")),
        ("plan", workspace(planned, "?tab=trip")),
        ("plan-map", workspace(planned, "?tab=trip&day=2")),
        ("plan-two-cities", workspace(japan, "?tab=trip")),
        ("plan-whole-way", workspace(japan, "?tab=trip&day=3&frame=way")),
        ("plan-stale", workspace(scenes.stale(traveller), "?tab=trip")),
        ("plan-past", workspace(scenes.past(traveller), "?tab=trip")),
    ]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        assert judged(looker, pages) == []


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
