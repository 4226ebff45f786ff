"""The view is in the address, the map has something to say in every state, errors are told, nothing scrolls
the page itself on a wide window."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.browser import scenes
from tests.browser.looking import THEMES, looking
from tests.driving import chromium
from tests.serving import serving
from trips.models import Message

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

FAULT = "<!doctype html><title>x</title><h1>Bad gateway</h1>"


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


def workspace(trip, query: str = "") -> str:
    return reverse("workspace", args=[trip.uuid]) + query


def answering(status: int, body: str, kind: str):
    return lambda route: route.fulfill(status=status, body=body, content_type=kind)


def shown(page, view: str) -> None:
    page.wait_for_selector(f'#board-view[data-view="{view}"]', state="attached")


def test_back_returns_to_the_options_and_a_reload_keeps_the_view(owner, traveller):
    trip = scenes.offered(traveller)
    option, turns = trip.options.order_by("position").first(), trip.turns.count()
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        shown(page, "options")
        page.click("#board >> text=Compare")
        shown(page, "compare")
        assert "view=compare" in page.url
        page.reload()
        shown(page, "compare")
        page.go_back()
        shown(page, "options")
        assert "view=" not in page.url
        page.locator("#board >> text=Day by day").first.click()
        shown(page, f"option:{option.pk}")
        page.fill("#text", "Do I need a car?")  # the stream brings a turn; the view stays
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#turn-{turns + 1} .bubble")
        page.evaluate("document.dispatchEvent(new Event('board-changed'))")
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
        shown(page, f"option:{option.pk}")
        page.reload()
        shown(page, f"option:{option.pk}")
        page.go_back()
        shown(page, "options")
        page.go_forward()
        shown(page, f"option:{option.pk}")
        page.click("#board >> text=All options")
        shown(page, "options")
        assert looker.complaints == looker.outside == []


@pytest.mark.parametrize("begun", ["before", "after"])
def test_a_board_read_again_takes_no_chosen_view_away(owner, traveller, begun):
    """The board was read again before or after a view was chosen; that answer comes last."""
    trip = scenes.offered(traveller)
    held = []
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        shown(page, "options")

        def hold(route) -> None:
            asked = route.request.url
            if "view=options" in asked and not held:
                held.append(route)
            else:
                route.continue_()

        page.route("**/board?*", hold)
        if begun == "before":
            page.evaluate("document.dispatchEvent(new Event('board-changed'))")
        if begun == "before":
            page.click("#board >> text=Compare")
        else:  # in one task: before the answer to the click can be there
            compare = page.locator("#board >> text=Compare")
            compare.evaluate("one => { one.click(); document.dispatchEvent(new Event('board-changed')); }")
        shown(page, "compare")
        assert len(held) == 1
        with page.expect_response("**/board?*") as late:
            held[0].continue_()
        late.value.finished()
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
        shown(page, "compare")
        assert looker.complaints == looker.outside == []


def test_a_board_read_again_takes_no_chosen_day_away(owner, traveller):
    """The board was read again before another day was chosen; that answer comes last."""
    trip = scenes.planned(traveller)
    held = []
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip, "?tab=trip"))
        page.wait_for_selector("#day-1.shown")
        page.route("**/board?*", lambda route: route.continue_() if held else held.append(route))
        page.evaluate("document.dispatchEvent(new Event('board-changed'))")
        page.click(".days a >> nth=1")
        page.wait_for_selector("#day-2.shown")
        assert "day=1" in held[0].request.url
        with page.expect_response("**/board?*day=2*"):
            held[0].continue_()
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
        assert page.eval_on_selector_all(".day.shown", "all => all.map(one => one.id)") == ["day-2"]
        assert looker.complaints == looker.outside == []


@pytest.mark.parametrize("scene", [scenes.asked, scenes.confirming])
def test_the_way_is_on_a_map_before_there_is_a_plan(owner, traveller, scene):
    trip = scene(traveller)
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, width=390) as looker:
            page = looker.page
            for theme in THEMES:
                looker.resize(390, theme)
                looker.go(workspace(trip, "?tab=trip"))
                page.click("text=On the map")
                page.wait_for_selector(".map .coast path", state="attached")
                assert "Boston. Stops and ways appear with the plan." in page.inner_text("figure.map")
                assert looker.overflow() <= 0
            assert looker.violations() == []
            assert looker.complaints == looker.outside == []


@pytest.mark.parametrize("target", ["", "#turn-1", "#turn-3"])
def test_a_wide_page_never_scrolls_as_a_whole(owner, traveller, target):
    trip = scenes.offered(traveller)
    scene = scenes.Scene.of(trip)
    for number in range(4):
        turn = scene.turn(f"and {number}? " + "words " * 200)
        scene.run(turn)
        scene.say(turn, "An answer. " * 60)
        scene.end(turn)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip, target))
        page.wait_for_selector("#turn-3")
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
        assert page.evaluate("document.documentElement.scrollTop") == 0
        assert page.locator("header.bar").bounding_box()["y"] == 0
        if target:
            box = page.locator(target).bounding_box()
            assert 0 <= box["y"] < 800


def test_every_refusal_is_told_beside_the_composer_and_keeps_the_words(owner, traveller, trip):
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        answers = {
            404: "not here any more",
            413: "too large",
            422: "Reload the page",
            429: "Wait a minute",
            500: "on our side",
            503: "on our side",
        }
        looker.go(workspace(trip))
        for status, words in answers.items():
            for body, kind in (("", "text/plain"), (FAULT, "text/html")):
                page.route("**/send", answering(status, body, kind))
                page.fill("#text", f"words {status}")
                page.keyboard.press("Enter")
                page.wait_for_selector(f"#composer-error [role=alert]:has-text('{words}')")
                assert page.input_value("#text") == f"words {status}"
                assert "Bad gateway" not in page.content()
                page.unroute("**/send")
                page.evaluate("document.querySelector('#composer-error').replaceChildren()")
        page.context.clear_cookies(name="csrftoken")
        page.keyboard.press("Enter")
        page.wait_for_selector("#composer-error [role=alert]:has-text('Reload the page')")
        page.click("#composer-error button")
        page.wait_for_function("() => document.querySelector('#text')?.value === 'words 503'")
        page.press("#text", "Enter")
        page.wait_for_selector("#turn-1 .bubble")
    assert Message.objects.get().text == "words 503"


def test_refusals_of_other_forms_are_told_where_they_are_sent(owner, traveller):
    trip = scenes.offered(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        page.route(
            re.compile(r"/(facts/pace|options/reject|select)"),
            lambda route: (
                route.fulfill(status=500, body=FAULT, content_type="text/html")
                if route.request.method == "POST"
                else route.continue_()
            ),
        )
        looker.go(workspace(trip))
        page.click("#board >> text=None of these")
        page.fill("#reason", "too far")
        page.click("text=Turn them down")
        page.wait_for_selector(".reject form [role=alert]:has-text('on our side')")
        assert page.input_value("#reason") == "too far"
        shown(page, "options")
        page.click(".facts summary")
        page.click(".facts .chip:has-text('pace')")
        page.wait_for_selector("dialog[open] form")
        page.click("dialog >> text=Packed")
        page.click("dialog >> text=Save")
        page.wait_for_selector("dialog[open] form [role=alert]:has-text('on our side')")
        assert page.locator("dialog input[value=packed]").is_checked()
