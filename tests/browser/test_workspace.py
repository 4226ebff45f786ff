"""The workspace under the hand: sending once, chips, tabs, dialog, map, reload, second tab, no script."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from django.urls import reverse

from tests.browser import scenes
from tests.browser.looking import looking
from tests.driving import chromium
from tests.grown.running import environment
from tests.house.sources import ROOT
from tests.serving import serving
from tests.web_process import WebProcess
from trips.models import Message, Trip, Turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

SENTENCE = "I want to visit Boston for a long weekend"


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


def workspace(trip, query: str = "") -> str:
    return reverse("workspace", args=[trip.uuid]) + query


def conversation(page) -> list[str]:
    """What is read in it, turn by turn."""
    return [re.sub(r"\s+", " ", text).strip() for text in page.locator("#turns > article").all_inner_texts()]


def settled(page, number: int) -> None:
    page.wait_for_selector(f'#turn-{number}:is([data-status="done"], [data-status="failed"])', timeout=30_000)


def test_a_first_sentence_by_enter_and_an_impatient_second_click(db):
    with serving() as address, chromium() as browser, looking(browser, address) as looker:
        page = looker.page
        looker.go("/")
        page.fill("#text", SENTENCE)
        page.keyboard.press("Shift+Enter")
        page.keyboard.type("with trains")
        page.evaluate(
            "document.querySelector('.ask button').click(); document.querySelector('.ask button').click()"
        )
        page.wait_for_url("**/trips/*/")
        settled(page, 1)
        assert page.locator(".bubble").all_inner_texts() == [f"{SENTENCE}\nwith trains"]
        assert looker.complaints == looker.outside == []
    assert Trip.objects.count() == Message.objects.filter(author="traveller").count() == 1


def test_double_click_and_resend_are_one_message(owner, trip):
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        page.fill("#text", "Do I need a car?")
        page.dblclick("#composer button.send")
        page.wait_for_selector("#turn-1 .bubble")
        page.wait_for_function("() => document.querySelector('#text').value === ''")
        page.reload()
        assert page.locator(".bubble").all_inner_texts() == ["Do I need a car?"]
    assert trip.messages.count() == 1


def test_reload_second_tab_and_back_show_the_same_once_also_while_it_works(owner, traveller):
    trip = scenes.working(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        page.wait_for_selector(".working .rail-row", state="attached")
        first = conversation(page)
        ids = page.eval_on_selector_all("#turns > article", "all => all.map(one => one.id)")
        assert len(ids) == len(set(ids)) == trip.turns.count()
        second = page.context.new_page()
        second.goto(page.url)
        second.wait_for_selector(".working .rail-row", state="attached")
        assert conversation(second) == first
        page.reload()
        page.wait_for_selector(".working .rail-row", state="attached")
        assert conversation(page) == first
        looker.go("/trips/")
        page.go_back()
        page.wait_for_selector(".working .rail-row", state="attached")
        assert conversation(page) == first
        newest = f"#turn-{trip.turns.count() + 1}"
        second.fill("#text", "and a museum")
        second.keyboard.press("Enter")
        for tab in (page, second):
            tab.wait_for_selector(f"{newest} .bubble")
            assert tab.locator(f"{newest}").count() == 1
        assert conversation(page) == conversation(second)


def test_a_whole_conversation_stays_the_same_after_a_reload(owner, trip):
    with serving() as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        for number, words in enumerate(
            (SENTENCE, "Feb 15-18, 2 people, mid-range budget", "Just plan it."), 1
        ):
            page.fill("#text", words)
            page.keyboard.press("Enter")
            settled(page, number)
        page.wait_for_selector(".option .verdict")
        live, board = page.inner_html("#turns"), page.inner_html("#board")
        page.reload()
        assert page.inner_html("#turns") == live
        changing = re.compile(
            r'value="[0-9a-zA-Z-]{36,}"|data-htmx-powered="true"|\s+'
        )  # keys, tokens, spaces
        assert changing.sub("", page.inner_html("#board")) == changing.sub("", board)
        assert looker.complaints == looker.outside == []


def test_suggestions_join_in_the_field_and_the_yes_is_one_click(owner, traveller):
    trip = scenes.asked(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        for words in ("15–18 February", "two adults", "you choose"):
            page.locator("#turn-1 .chip", has_text=words).last.click()
        assert page.input_value("#text") == "15–18 February, two adults, You choose the budget."
        assert page.evaluate("document.activeElement.id") == "text"
        page.keyboard.press("Enter")
        page.wait_for_selector("#turn-2 .bubble")
        assert page.locator("#turn-1 .chip:visible").count() == 0  # only the newest answer asks
    assert trip.messages.count() == 3
    confirming = scenes.confirming(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.go(workspace(confirming))
        looker.page.fill("#text", "half a thou")
        looker.page.click("text=Yes, plan it >> nth=0")
        looker.page.wait_for_selector("#turn-3 .bubble")
        assert looker.page.input_value("#text") == "half a thou"
    assert confirming.messages.last().text == "Yes, plan it."


def test_what_is_refused_stays_in_the_field(owner, trip):
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        words = "x" * 20_001
        page.fill("#text", words)
        page.keyboard.press("Enter")
        page.wait_for_selector("#composer-error [role=alert]")
        assert "20,001 characters" in page.inner_text("#composer-error")
        assert page.input_value("#text") == words
        page.fill("#text", "shorter")
        page.keyboard.press("Enter")
        page.wait_for_selector("#turn-1 .bubble")
        page.wait_for_function("() => !document.querySelector('#composer-error').childElementCount")


def test_stop_and_try_again(owner, traveller):
    trip = scenes.working(traveller)
    running = trip.turns.get(status=Turn.Status.RUNNING).number
    waiting = trip.turns.get(status=Turn.Status.QUEUED).number
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        for number in (running, waiting):
            page.click(f"#turn-{number} .stop")
            page.wait_for_selector(f'#turn-{number}[data-status="stopped"]')
        page.click(f"#turn-{waiting} .retry")
        page.wait_for_selector(f'#turn-{waiting + 1}[data-status="queued"]')
        live = page.inner_html("#turns")
        page.reload()
        assert page.inner_html("#turns") == live


def test_scroll_follows_only_who_is_at_the_end(owner, traveller):
    scene = scenes.Scene(traveller)
    for number in range(12):
        turn = scene.turn(f"message {number}")
        scene.run(turn)
        scene.say(turn, "Words. " * 60)
        scene.end(turn)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(scene.trip))
        position = "document.querySelector('#log').scrollTop"
        end = "(log => log.scrollHeight - log.clientHeight - log.scrollTop)(document.querySelector('#log'))"
        assert page.evaluate(end) < 5
        page.evaluate("document.querySelector('#log').scrollTop = 300")
        page.wait_for_function(f"() => {position} === 300")
        page.wait_for_timeout(150)  # scroll events come a frame later
        page.evaluate("document.querySelector('#turns').lastElementChild.append('one more line')")
        page.wait_for_timeout(150)
        assert page.evaluate(position) == 300
        page.fill("#text", "I am here again")
        page.keyboard.press("Enter")
        page.wait_for_selector("#turn-13 .bubble")
        page.wait_for_function(f"() => {end} < 5")


def test_choose_by_keyboard_read_the_checks_and_come_back(owner, traveller):
    trip = scenes.offered(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        page.focus(".option .verdict summary")
        page.keyboard.press("Enter")
        page.focus(".option .verdict a")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open] .check")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="hidden")
        assert page.evaluate("document.activeElement.innerText") == "All checks"
        page.click('#board >> text="Compare side by side"')
        page.wait_for_selector(".compare")
        page.click("text=Back to the options")
        page.focus(".option-foot button[formaction]")
        page.keyboard.press("Enter")
        page.wait_for_selector(".timeline")
        assert page.evaluate("document.activeElement.id") == "board"
        assert looker.complaints == []
    trip.refresh_from_db()
    assert trip.plan is not None


def tabbed_to(page, words: str) -> None:
    """By the Tab key alone, to what is called so."""
    called = (
        "(one => one.ariaLabel || one.innerText || one.labels?.[0]?.innerText || '')(document.activeElement)"
    )
    passed = []
    for _ in range(120):
        page.keyboard.press("Tab")
        passed.append(page.evaluate(called))
        if passed[-1].startswith(words):
            return
    raise AssertionError((words, passed))


def test_from_the_first_sentence_to_a_changed_plan_with_the_keyboard_alone(db):
    with serving() as address, chromium() as browser, looking(browser, address) as looker:
        page = looker.page
        looker.go("/")
        page.keyboard.type("Boston from New York, Feb 15-18, 2 adults, mid-range, history, no must-dos")
        page.keyboard.press("Enter")  # the field has the focus from the start
        page.wait_for_url("**/trips/*/")
        settled(page, 1)
        tabbed_to(page, "Your message")
        page.keyboard.type("moderate pace, no restrictions")
        page.keyboard.press("Enter")
        settled(page, 2)
        page.keyboard.type("Just plan it.")
        page.keyboard.press("Enter")
        page.wait_for_selector(".option .verdict", timeout=30_000)
        tabbed_to(page, "Choose: ")
        page.keyboard.press("Enter")
        page.wait_for_selector(".timeline")
        tabbed_to(page, "Mon 15")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("#day-2.shown")
        uid = page.locator("#day-2 .entry.visit").first.get_attribute("id").removeprefix("item-")
        tabbed_to(page, page.locator(f"#item-{uid} .more").get_attribute("aria-label"))
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open] >> text=Take it out")
        tabbed_to(page, "Take it out")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#item-{uid}", state="detached")
        page.wait_for_selector("dialog:not([open])", state="attached")
        tabbed_to(page, "Undo the last change")
        assert looker.complaints == looker.outside == []
    assert Trip.objects.get().plan.number == 2


def test_rows_and_pins_point_at_each_other_and_the_outlines_come_when_asked_for(owner, traveller):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        looker.go(workspace(trip))
        row = page.locator(".entry:has(.to-map)").first
        uid = row.get_attribute("id").removeprefix("item-")
        row.hover()
        assert "lit" in page.get_attribute(f"#pin-{uid}", "class")
        page.focus(f"#pin-{uid}")
        assert "lit" in page.get_attribute(f"#item-{uid}", "class")
        page.click(".days a >> nth=2")
        page.wait_for_selector("#day-3.shown figure.map")
        assert not any("countries" in url for url in asked)
        page.click('#map-3 >> text="Whole way"')
        page.wait_for_function("() => document.querySelectorAll('#map-3 .coast path').length > 100")
        assert any("countries" in url for url in asked)
        assert looker.complaints == looker.outside == []


def test_a_board_that_is_read_again_stays_where_the_reader_was(owner, traveller):
    trip = scenes.planned(traveller)
    again = "() => htmx.trigger(document, 'board-changed')"
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        page.click(".days a >> nth=1")
        page.click('#map-2 >> text="Whole way"')
        with page.expect_response(lambda answer: "/board?" in answer.url):
            page.evaluate(again)
        page.wait_for_selector("#day-2.shown [data-frame=way].on")
        page.click('#board >> text="Compare"')
        page.wait_for_selector(".compare")
        with page.expect_response(lambda answer: "/board?" in answer.url):
            page.evaluate(again)
        assert page.locator(".compare").is_visible()
        page.locator(".compare .take button").first.click()
        page.wait_for_selector(".timeline")  # another plan: the board shows it
        assert looker.complaints == []


def test_on_a_phone_one_part_at_a_time(owner, traveller):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, width=390) as looker:
            page = looker.page
            looker.go(workspace(trip))
            assert page.locator("#composer").is_visible()
            assert not page.locator(".timeline").is_visible()
            page.click(".pages >> text=Plan")
            assert page.locator(".timeline").is_visible()
            page.locator(".day.shown .to-map").first.click()
            page.wait_for_selector(".day.shown .pin.lit")
            page.reload()
            assert page.locator(".timeline").is_visible()


def test_one_day_at_a_time_by_link_by_keys_and_in_the_address(owner, traveller):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip, "?tab=trip"))

        def shown() -> list[str]:
            return page.eval_on_selector_all(
                ".day", "all => all.filter(one => one.offsetParent).map(one => one.id)"
            )

        assert shown() == ["day-1"]
        page.click(".days a >> nth=1")
        page.wait_for_selector("#day-2.shown")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("#day-3.shown")
        assert shown() == ["day-3"] and "day=3" in page.url
        assert page.evaluate("document.activeElement.hash") == "#day-3"
        page.reload()
        assert shown() == ["day-3"]
        assert page.locator("#day-3 figure.map").bounding_box()["height"] > 200
        page.evaluate("location.hash = document.querySelector('#day-2 .entry:has(.to-map)').id")
        page.wait_for_selector("#day-2.shown")
        page.emulate_media(media="print")
        assert len(shown()) == 4
        assert looker.complaints == looker.outside == []


def test_the_map_stays_beside_its_day(owner, traveller):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip, "?tab=trip&day=2"))
        page.wait_for_selector("#map-2 .pin")
        page.evaluate("document.querySelector('#day-2 .entry:nth-of-type(4)').scrollIntoView()")
        page.wait_for_timeout(300)
        top = page.locator("#map-2").bounding_box()["y"]
        bar = page.locator(".days").bounding_box()
        assert bar["y"] + bar["height"] <= top < 200  # under the days, which stay too


@pytest.mark.parametrize("width", [1280, 390])
def test_reading_and_sending_work_without_a_script(owner, traveller, width):
    trip = scenes.offered(traveller)
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, width=width, java_script_enabled=False) as looker:
            page = looker.page
            looker.go(workspace(trip))
            page.fill("#text", "without a script")
            page.click("#composer button.send")
            assert "without a script" in page.locator(".bubble").last.inner_text()
            if width == 390:
                page.click(".pages >> text=Plan")
            page.click(".option >> nth=0 >> text=Day by day")
            assert page.locator(".timeline .entry").count() > 5
            page.click("text=All options")
            page.click('#board >> text="Compare side by side"')
            assert page.locator(".compare").is_visible()
            page.click("text=Back to the options")
            page.click(".option-foot button[formaction]")
            assert page.locator(".timeline").is_visible()
            assert page.locator(".day").count() == page.locator(".day >> visible=true").count() == 4
            assert page.locator("figure.map .pin").count() > 5
    assert Trip.objects.get(pk=trip.pk).plan is not None


def test_the_page_is_light(owner, traveller, tmp_path):
    """What a browser receives on a first visit, headers too, from a server as an operator starts it."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.collected_settings", "COLLECTED": str(tmp_path / "static")}
    trips = {scenes.planned(traveller): 60_000, scenes.planned(traveller, rows=scenes.JAPAN): 66_000}
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "-v", "0"]
    subprocess.run(collect, cwd=ROOT, env=environment(**settings), check=True, timeout=60)
    with WebProcess(tmp_path, **settings) as web, chromium() as browser:
        for trip, most in trips.items():
            sizes: dict[str, int] = {}
            with looking(browser, web.address, owner) as looker:
                network = looker.page.context.new_cdp_session(looker.page)
                network.send("Network.enable")
                network.on(
                    "Network.loadingFinished",
                    lambda done, sizes=sizes: sizes.update({done["requestId"]: done["encodedDataLength"]}),
                )
                looker.go(workspace(trip))
                looker.page.wait_for_selector("figure.map .pin", state="attached")
                looker.page.wait_for_load_state("load")
            print(f"{sum(sizes.values()):,.0f} bytes in {len(sizes)} requests")
            assert sum(sizes.values()) < most
