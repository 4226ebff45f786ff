"""The whole conversation in Chromium, from the first sentence to the plan, as a new visitor has it."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.urls import reverse

from config import clock
from tests.browser.looking import SIZES, THEMES, looking
from tests.browser.scene import Scene
from tests.driving import chromium
from tests.serving import serving
from trips.models import Message, Option, Traveller, Trip, Turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

SAID = (
    ("I want to visit Boston for a long weekend", "CLARIFY"),
    ("Feb 15-18, 2 people, mid-range budget", "CLARIFY"),
    ("From New York, moderate pace, love history and food, must see the Freedom Trail", "CONFIRM"),
    ("Yes, that's perfect!", "FINALIZE"),
)


@pytest.mark.quick
def test_from_the_first_sentence_to_a_plan(transactional_db):
    with serving() as address, chromium() as browser, looking(browser, address) as looker:
        page = looker.page
        looker.go("/")
        for number, (words, _mode) in enumerate(SAID, start=1):
            page.fill("textarea", words)
            page.keyboard.press("Enter")
            page.wait_for_selector(f'#turn-{number}[data-status="done"]', timeout=60_000)
            for width in SIZES:
                for theme in THEMES:
                    looker.resize(width, theme)
                    looker.picture(f"conversation-{number}-{width}-{theme}")
            looker.resize(1280, "light")
        page.wait_for_selector("#board button[formaction*=select]")
        page.click("#board button[formaction*=select]")
        page.wait_for_selector("#board .timeline, #board [class*=day]")
        page.wait_for_selector('#turn-5[data-status="done"] >> text=it is: ')
        for width in SIZES:
            for theme in THEMES:
                looker.resize(width, theme)
                looker.picture(f"conversation-plan-{width}-{theme}")
        live = page.inner_html("#turns")
        page.reload()
        assert page.inner_html("#turns") == live
        assert looker.complaints + looker.outside == []
    trip = Trip.objects.get()
    modes = [turn.mode for turn in trip.turns.exclude(kind="job").order_by("number")]
    assert modes == [*(mode for _words, mode in SAID), "ANSWER"]
    assert Traveller.objects.get().is_guest
    assert trip.plan is not None and trip.plan.verdict.offerable
    assert trip.options.filter(state=Option.State.KEPT).count() >= 1
    topics = [(question.topic, question.subject) for question in trip.questions.all()]
    assert len(set(topics)) == len(topics)


@pytest.mark.parametrize("width", SIZES)
def test_a_long_word_stays_in_the_note_that_welcomes_back(client, traveller, width):
    scene = Scene(traveller)
    turn = scene.turn("/cost add 10 eur tea")
    scene.run(turn)
    scene.end(turn)
    Turn.objects.filter(pk=turn.pk).update(short_summary=f"Noted {'tea' * 60}, 10 EUR")
    Message.objects.update(created=clock.now() - dt.timedelta(hours=7))
    client.force_login(traveller)
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, client, width=width) as looker:
            looker.go(reverse("workspace", args=[scene.trip.uuid]))
            note = looker.page.locator(".welcome")
            assert "teatea" in note.inner_text()
            assert note.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
            assert looker.overflow() <= 0


def test_it_works_without_javascript(transactional_db):
    with serving() as address, chromium() as browser:
        page = browser.new_context(java_script_enabled=False).new_page()
        page.goto(address)
        page.fill("textarea", "Paris from London, May 6-9 2027, just me, mid budget")
        page.click("form button[type=submit], form button.primary")
        assert re.search(r"/trips/[0-9a-f-]{36}/", page.url)
        assert page.locator(".bubble").count() == 1
        for _ in range(100):
            page.reload()
            if page.locator('#turn-1[data-status="done"]').count():
                break
            page.wait_for_timeout(100)
        assert page.locator("#turn-1 .question").count() >= 1
