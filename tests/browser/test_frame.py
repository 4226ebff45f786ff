"""The frame of a trip's pages: where they are, how they open, what stands in the first screen."""

from __future__ import annotations

import pytest

from tests.browser import scenes
from tests.browser.looking import looking
from tests.browser.test_states import workspace
from tests.driving import chromium
from tests.serving import serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
CURRENT = "[...document.querySelectorAll('.pages > [aria-current]')].filter(one => one.checkVisibility())"


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


def test_the_first_day_begins_in_the_first_screen_and_a_chosen_plan_takes_seventy_percent(owner, traveller):
    planned, offered = scenes.planned(traveller), scenes.offered(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        for width, height in ((1280, 900), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            looker.go(workspace(planned, "?tab=trip"))
            foot = 0 if width == 1280 else page.locator(".pages").bounding_box()["height"]
            for part in (".day h3", ".tl .entry h4"):
                box = page.locator(part).first.bounding_box()
                assert box["y"] + box["height"] <= height - foot, (width, part, box)
        share = "document.querySelector('#board').getBoundingClientRect().width / innerWidth"
        page.set_viewport_size({"width": 1280, "height": 900})
        looker.go(workspace(planned))
        assert page.evaluate(share) == pytest.approx(0.7, abs=0.01)
        looker.go(workspace(offered))
        assert page.evaluate(share) == pytest.approx(0.6, abs=0.01)


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_open_by_keys_and_say_which_is_open(owner, traveller, width):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, width=width) as looker:
            page = looker.page
            looker.go(workspace(trip))
            names = f"{CURRENT}.map(one => one.textContent.trim()).join()"
            assert page.evaluate(names) == ("Plan" if width == 1280 else "Talk")
            page.focus('.pages > a[data-page="research"]')
            page.keyboard.press("Enter")
            page.wait_for_selector('#board-view[data-view="research"]', state="attached")
            assert page.evaluate(names) == "Research" and "view=research" in page.url
            page.focus(".pages summary")
            page.keyboard.press("Enter")
            assert page.locator(".pages .menu > div").is_visible()
            assert looker.violations() == []
            page.keyboard.press("Escape")
            assert not page.locator(".pages .menu > div").is_visible()
            assert page.evaluate("document.activeElement.matches('.pages summary')")
            page.click(".pages summary")
            page.click(".brand", position={"x": 1, "y": 1}, modifiers=["Shift"], no_wait_after=True)
            assert not page.locator(".pages .menu > div").is_visible()
            page.click(".pages summary")
            page.click(".pages .menu a[data-page=history]")
            page.wait_for_selector('#board-view[data-view="history"]', state="attached")
            assert not page.locator(".pages .menu > div").is_visible()
            page.go_back()
            page.wait_for_selector('#board-view[data-view="research"]', state="attached")
            assert looker.complaints == looker.outside == []


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_and_facts_open_without_a_script(owner, traveller, width):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, width=width, java_script_enabled=False) as looker:
            page = looker.page
            looker.go(workspace(trip))
            page.click(".pages summary")
            page.click(".pages .menu a[data-page=agenda]")
            page.wait_for_selector('#board-view[data-view="agenda"]', state="attached")
            page.click('.pages > a[data-page="plan"]')
            page.wait_for_selector(".timeline")
            assert not page.locator(".facts .chip").first.is_visible()
            page.click(".facts summary")
            assert page.locator(".facts .chip").first.is_visible()
            if width == 390:
                page.click(".pages .talk")
                assert page.locator("#composer").is_visible() and not page.locator(".timeline").is_visible()


def test_the_frame_holds_at_three_hundred_and_twenty_pixels(owner, traveller):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        page.set_viewport_size({"width": 320, "height": 640})
        for query in ("", "?tab=trip", "?tab=trip&view=research", "?tab=trip&view=priorities"):
            looker.go(workspace(trip, query))
            assert looker.overflow() <= 0, query
            small = page.evaluate(
                """() => [...document.querySelectorAll('.pages > a, .pages summary')]
                .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect())
                .filter(box => box.height < 44 || box.width < 44 || box.right > 321).length"""
            )
            assert small == 0, query


def test_what_comes_next_stands_under_the_last_answer_alone(owner, traveller):
    planned, working = scenes.planned(traveller), scenes.working(traveller)
    asked = scenes.asked(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(planned))
        assert page.locator("#suggested :is(a, button) >> visible=true").count() > 0
        assert page.locator(".choices >> visible=true").count() == 0  # it is chosen
        looker.go(workspace(asked))
        assert page.locator(".suggestions >> visible=true").count() == 3
        looker.go(workspace(scenes.confirming(traveller)))
        assert page.locator(".question").count() == 1 and page.locator(".question").is_hidden()
        looker.go(workspace(working))
        assert page.locator("#suggested :is(a, button) >> visible=true").count() == 0
        assert page.locator(".suggestions >> visible=true").count() == 0
        assert page.locator(".doing .rail").first.is_hidden()
        page.click(".doing summary >> nth=0")
        assert page.locator(".doing .rail").first.is_visible()
