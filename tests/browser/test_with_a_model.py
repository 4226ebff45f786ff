"""Lisbon with children, a city without rows of ours, in Chromium while a model answers: at a desk up to the
options, then with a phone. Its places are on page and map with their grade, answers come from the plan.

WAYFARE_PICTURES=folder keeps a picture of every station.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from config import clock
from tests.browser.claude import claude_answering
from tests.browser.journey import Journey
from tests.browser.looking import looking
from tests.driving import chromium
from tests.serving import serving
from tests.story import lisbon_answers as lisbon
from trips.models import Trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("no_rows_of_lisbon"),
]

CASTLE, MONASTERY = "Castelo de São Jorge", "Mosteiro dos Jerónimos"


@pytest.fixture
def journey(transactional_db, settings) -> Iterator[Journey]:
    settings.RESEARCH_AFTER_CHOICE = True
    with claude_answering(settings, lisbon.team), serving() as address, chromium() as browser:
        with looking(browser, address) as looker:
            journey = Journey(looker)
            journey.at("2026-11-23T10:00")
            yield journey
    clock.set_now(None)


def test_real_places_and_answers_from_the_plan(journey: Journey) -> None:
    page = journey.page
    assert journey.begin(lisbon.LINES[0]).locator(".question").count() == 3
    assert journey.say(lisbon.LINES[1]).locator(".question").count() == 4
    summary = journey.say(lisbon.LINES[2]).locator(".summary").inner_text()
    assert CASTLE in summary and "2 children (6, 9)" in summary
    page.locator(".turn .decide button.primary").last.click()
    page.wait_for_selector("#board .option .verdict")
    journey.answered(lisbon.LINES[3])
    assert page.locator("#board .option .verdict").count() == 2
    first = page.locator("#board .option:has(.verdict)").first.inner_text()
    assert lisbon.TOWERS.title in first and "For history: Mosteiro dos Jerónimos and Torre de Belém" in first
    assert "on what nobody looked up" in page.locator(".option .verdict").first.text_content()
    said = journey.say(lisbon.KIDS).inner_text()
    assert f"“{lisbon.FISH.title}”: 4 of its 6 visits" in said and "Oceanário de Lisboa" in said
    journey.station("options", dark=True)

    journey.hold(390, "dark")
    journey.part("trip")
    page.click(".option-foot button[formaction]")
    page.wait_for_selector(".timeline")
    for name in (CASTLE, MONASTERY, "Hotel Mundial", "Zé da Mouraria"):
        entry = page.locator(".timeline li", has=page.get_by_text(name, exact=True)).first
        assert "check before you go" in entry.inner_text(), name
    journey.beside_done(1)
    journey.station("plan")
    pins = page.eval_on_selector_all(
        "figure.map .pin title", "titles => titles.map(one => one.textContent.match(/: (.*)/)[1])"
    )
    assert {CASTLE, MONASTERY, "Hotel Mundial", "Cervejaria Ramiro"} <= set(pins)

    plan = Trip.objects.get().plan.plan
    second = journey.say(lisbon.SECOND_DAY).inner_text()
    for item in plan.days[1].items:
        assert item.kind != "visit" or f"{item.start:%H:%M} {item.title}" in second
    monday = journey.say(lisbon.MONDAY).inner_text()
    assert f"{MONASTERY} (planned for Sun 11 Apr)" in monday and CASTLE not in monday
    journey.station("answered", "chat")
