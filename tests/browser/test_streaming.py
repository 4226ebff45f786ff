"""Words reach the page while they are being written, and the finished page is the one a reload shows."""

from __future__ import annotations

import pytest

from tests.agents.talking import BOSTON_CHANGES, clarify
from tests.browser.claude import claude_answering
from tests.driving import chromium
from tests.serving import serving
from tests.wire.messages import text_answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

DELTAS, PAUSE = 50, 0.1
WORDS = " ".join(f"Boston in winter is quiet, word {number}." for number in range(60))
#: Writes down when the growing reply had which length, in the page's clock (milliseconds since 1970).
WATCH = """
window.seen = [];
new MutationObserver(() => {
  const text = document.querySelector('#turn-1-text');
  const length = text ? text.innerText.trim().length : 0;
  const last = window.seen.length ? window.seen[window.seen.length - 1][1] : 0;
  if (length && length !== last) window.seen.push([Date.now(), length]);
}).observe(document, {subtree: true, childList: true, characterData: true});
window.moved = [];
new PerformanceObserver(list => {
  for (const entry of list.getEntries())
    if (!entry.hadRecentInput)
      window.moved.push([entry.value, ...entry.sources.map(({node}) => node?.id || node?.className || "")]);
}).observe({type: "layout-shift", buffered: true});
"""


@pytest.fixture
def claude(settings):
    with claude_answering(settings) as server:
        yield server


def test_words_grow_on_the_page_and_the_end_is_what_a_fresh_page_shows(claude):
    claude.script(text_answer(clarify(WORDS, changes=BOSTON_CHANGES[:1]), deltas=DELTAS, pause=PAUSE))
    with serving() as address, chromium() as browser:
        page = browser.new_page()
        page.add_init_script(WATCH)
        page.goto(address)
        page.fill("textarea", "I want to visit Boston")
        page.keyboard.press("Enter")
        page.wait_for_selector('#turn-1[data-status="done"]', timeout=30_000)
        seen = page.evaluate("window.seen")
        live, moved = page.inner_html("#turns"), page.evaluate("window.moved")
        page.reload()
        fresh = page.inner_html("#turns")
        moved += page.evaluate("window.moved")
    sent = [moment for moment, data in claude.exchanges[0].sent if b"text_delta" in data]
    delay = seen[0][0] / 1000 - sent[0]
    print(f"first words on the page {delay * 1000:.0f} ms after they were sent; {len(seen)} lengths")
    assert len({length for _, length in seen}) >= 20
    assert delay <= 1.0  # the goal is 0.3 s and printed; a slow day must not fail the suite
    assert live == fresh
    assert moved == []  # nothing jumps while words come, nor while the page loads


def test_a_second_tab_and_a_reload_in_the_middle_show_the_same_once(claude):
    claude.script(text_answer(clarify(WORDS, changes=BOSTON_CHANGES[:1]), deltas=20, pause=PAUSE))
    with serving() as address, chromium() as browser:
        context = browser.new_context()
        first = context.new_page()
        first.goto(address)
        first.fill("textarea", "I want to visit Boston")
        first.keyboard.press("Enter")
        first.wait_for_selector("#turn-1-text p")
        second = context.new_page()
        second.goto(first.url)
        first.reload()
        for page in (first, second):
            page.wait_for_selector('#turn-1[data-status="done"]', timeout=30_000)
            assert page.locator("article.turn").count() == 1
            assert page.locator(".bubble").count() == 1
        assert first.inner_html("#turns") == second.inner_html("#turns")
        first.goto(address)
        first.go_back()
        first.wait_for_selector('#turn-1[data-status="done"]')
        assert first.inner_html("#turns") == second.inner_html("#turns")


def test_a_double_click_sends_once(claude):
    claude.script(text_answer(clarify("One moment."), deltas=3))
    with serving() as address, chromium() as browser:
        page = browser.new_page()
        page.goto(address)
        page.fill("textarea", "I want to visit Boston")
        page.dblclick("form button[type=submit], form button.primary")
        page.wait_for_selector('#turn-1[data-status="done"]', timeout=30_000)
        assert page.locator(".bubble").count() == 1
    assert len(claude.exchanges) == 1


def test_stop_ends_a_running_answer_and_keeps_what_was_said(claude):
    claude.script(text_answer(clarify(WORDS), deltas=DELTAS, pause=PAUSE))
    with serving() as address, chromium() as browser:
        page = browser.new_page()
        page.goto(address)
        page.fill("textarea", "I want to visit Boston")
        page.keyboard.press("Enter")
        page.wait_for_selector("#turn-1-text p")
        page.click("#turn-1 .stop")
        page.wait_for_selector('#turn-1[data-status="stopped"]', timeout=5_000)
        assert "Boston in winter" in page.inner_text("#turn-1")
        assert page.locator("#turn-1 .retry").count() == 1
