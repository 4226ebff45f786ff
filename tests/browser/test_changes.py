"""Changing the plan in a browser: an item's forms, their warnings, a proposal, the history; by keyboard."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.browser import scenes
from tests.browser.looking import THEMES, looking
from tests.driving import chromium
from tests.serving import serving
from trips import changing
from trips.planning.editing import AddNight, RemoveItem, SwapDays
from trips.schemas import Visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


def board(trip, query: str = "") -> str:
    return reverse("workspace", args=[trip.uuid]) + f"?tab=trip{query}"


def visits(trip) -> list[Visit]:
    return [item for item in trip.plan.plan.items() if isinstance(item, Visit)]


def test_an_item_is_changed_by_keyboard_and_breaking_something_asks_first(owner, traveller):
    trip = scenes.planned(traveller)
    must = next(item for item in visits(trip) if "Freedom Trail" in item.title)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(board(trip, f"#item-{must.uid}"))
        change = page.locator(f"#item-{must.uid} .more")
        change.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open] >> text=Lock it here")
        looker.picture("change-item")
        assert looker.violations() == []
        page.locator("dialog >> text=Lock it here").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#item-{must.uid} .held", state="attached")
        page.wait_for_selector("dialog:not([open])", state="attached")
        page.locator(f"#item-{must.uid} .more").click()
        page.click('dialog button:text("Unlock")')
        page.wait_for_selector(f"#item-{must.uid} .held", state="detached")
        page.locator(f"#item-{must.uid} .more").click()
        page.click('dialog button:text("Take it out")')
        page.wait_for_selector("dialog >> text=This would break something")
        looker.picture("change-warned")
        assert looker.violations() == []
        page.click("dialog >> text=Leave it as it is")
        assert page.locator(f"#item-{must.uid}").count() == 1
        page.locator(f"#item-{must.uid} .more").click()
        page.click('dialog button:text("Take it out")')
        page.click("dialog >> text=Do it anyway")
        page.wait_for_selector(f"#item-{must.uid}", state="detached")
        page.click("text=Undo the last change")
        page.wait_for_selector(f"#item-{must.uid}")
        assert looker.complaints == looker.outside == []


def hurried(page, what: str) -> None:
    """A double click on a machine that is slow to answer: both come before the answer does."""
    page.route("**/plan/**", lambda route: (page.wait_for_timeout(400), route.continue_()))
    page.dblclick(what)
    page.wait_for_timeout(1500)
    page.unroute("**/plan/**")


@pytest.mark.parametrize("label", ["Lock it here", "Take it out"])
def test_a_double_click_is_one_change_and_nothing_says_it_was_not_done(owner, traveller, label):
    trip = scenes.planned(traveller)
    must = next(item for item in visits(trip) if "Freedom Trail" in item.title)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(board(trip, f"#item-{must.uid}"))
        page.locator(f"#item-{must.uid} .more").click()
        if label == "Take it out":
            page.click("dialog >> text=Take it out")
            label = "Do it anyway"
        hurried(page, f"dialog >> text={label}")
        page.wait_for_selector("dialog:not([open])", state="attached")
        hurried(page, "#board >> text=Undo the last change")
        page.wait_for_selector("text=Undo the last change", state="detached")
        assert page.locator("#board [role=alert]").count() == 0
        assert looker.complaints == []
    trip.refresh_from_db()
    assert (trip.plan.number, trip.plan_versions.count()) == (1, 2)


def test_without_a_script_the_same_is_done_by_pages(owner, traveller):
    trip = scenes.planned(traveller)
    must = next(item for item in visits(trip) if "Freedom Trail" in item.title)
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, java_script_enabled=False) as looker:
            page = looker.page
            looker.go(board(trip))
            page.locator(f"#item-{must.uid} .more").click()
            page.click("text=Take it out")
            page.click("text=Do it anyway")
            page.wait_for_selector("text=Undo the last change")
            assert page.locator(f"#item-{must.uid}").count() == 0
            page.locator("#day-2 .day-head .more").click()
            page.select_option("#edit-swap", "3")
            page.click("button:text('Swap')")
            if page.locator("text=Do it anyway").count():
                page.click("text=Do it anyway")
            page.wait_for_selector("text=Days 2 and 3 are swapped.")
            page.click(".pages summary")
            page.click(".pages >> text=History")
            page.locator("text=Go back to this").last.click()
            page.wait_for_selector(f"#item-{must.uid}")
    trip.refresh_from_db()
    assert trip.plan.number == 1


@pytest.mark.parametrize("width", [1280, 390])
def test_a_proposal_and_the_history_are_for_everybody(owner, traveller, width):
    trip = scenes.planned(traveller)
    changing.edit_now(trip, [RemoveItem(uid=visits(trip)[1].uid)], despite=True)
    changing.edit_now(trip, [SwapDays(first=2, second=3)], despite=True)
    changing.propose(trip, [AddNight(city="Boston")], cause="Asked for: one more night in Boston")
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, width=width) as looker:
            page = looker.page
            for theme in THEMES:
                looker.resize(width, theme)
                looker.go(board(trip))
                page.wait_for_selector("#proposal")
                looker.picture(f"proposal-{width}-{theme}")
                assert looker.violations() == []
                assert looker.overflow() <= 0
                looker.go(board(trip, "&view=history&of=3"))
                page.wait_for_selector(".history .what")
                looker.picture(f"history-{width}-{theme}")
                assert looker.violations() == []
                assert looker.overflow() <= 0
                for query in (f"?item={visits(trip)[0].uid}", "?day=2"):
                    looker.go(reverse("edit_plan", args=[trip.uuid]) + query)
                    looker.picture(f"edit{query[1:4]}-{width}-{theme}")
                    assert looker.violations() == []
                    assert looker.overflow() <= 0
            looker.go(board(trip))
            page.click("#proposal >> text=Change the plan")
            page.wait_for_selector("#proposal", state="detached")
            page.wait_for_selector("#day-5", state="attached")
            assert looker.complaints == looker.outside == []
    trip.refresh_from_db()
    assert (trip.plan.number, len(trip.plan.plan.days)) == (4, 5)


def test_an_item_is_dragged_onto_a_day_and_before_another_and_moved_by_keys(owner, traveller):
    trip = scenes.planned(traveller)
    first, second = [item for item in trip.plan.plan.days[1].items if isinstance(item, Visit)][:2]
    js = "() => [...document.querySelectorAll('.day.shown .entry[id]')].map(one => one.id.slice(5))"
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.resize(1280, "light")
        looker.go(board(trip, "&day=2"))

        def settled(change: str) -> None:
            """The change is made, also where it breaks something."""
            page.wait_for_selector("dialog[open] button, .undo", state="attached")
            if page.locator("dialog[open]").count():
                page.click("dialog >> text=Do it anyway")
            page.wait_for_function(f"wanted => ({js})().join() !== wanted", arg=change)

        def dragged(uid: str, to: str) -> None:
            page.hover(f"#item-{uid} .n")
            page.wait_for_timeout(300)  # the script that moves is loaded by the first touch
            page.mouse.down()
            page.hover(to, force=True)
            page.hover(to, force=True)
            page.mouse.up()

        before = page.evaluate(js)
        dragged(second.uid, f"#item-{first.uid} h4")
        settled(",".join(before))
        assert page.evaluate(js).index(second.uid) < page.evaluate(js).index(first.uid)
        page.click("text=Undo the last change")
        page.wait_for_function(f"wanted => ({js})().join() === wanted", arg=",".join(before))
        page.focus(f"#item-{second.uid} .more")
        page.keyboard.press("Alt+ArrowUp")
        settled(",".join(before))
        assert "comes earlier on day 2" in page.inner_text(".undo")
        page.click("text=Undo the last change")
        page.wait_for_function(f"wanted => ({js})().join() === wanted", arg=",".join(before))
        dragged(second.uid, ".days a >> nth=2")
        settled(",".join(before))
        assert second.uid not in page.evaluate(js)
        assert looker.complaints == looker.outside == []
