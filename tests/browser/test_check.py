"""Check a plan in a browser: axe, policy, width; by htmx, by keys alone, and without script."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from tests.browser.looking import SIZES, THEMES, looking
from tests.browser.test_states import judged
from tests.driving import chromium, pictures
from tests.serving import serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
PLANS = Path(__file__).resolve().parents[1] / "trips" / "reading" / "itineraries"


def test_the_page_and_its_verdict(client):
    path = reverse("check_plan")
    with serving(work=False) as address, chromium() as browser, looking(browser, address) as looker:
        assert judged(looker, [("check", path)]) == []
        for name in ("lisbon_chat.txt", "spain_notes.txt"):
            looker.go(path)
            looker.page.fill("#plan", (PLANS / name).read_text("utf-8") + "\nblorp the wibble of zorp\n")
            looker.page.keyboard.press("Tab")
            looker.page.click("#check-it")
            looker.page.wait_for_selector("#said h2")
            assert looker.page.url == address + path
            for width in SIZES:
                for theme in THEMES:
                    looker.resize(width, theme)
                    assert looker.violations() == []
                    assert looker.overflow() <= 0
                    looker.picture(f"checked-{name.partition('.')[0]}-{width}-{theme}")
            if folder := pictures():
                looker.page.screenshot(path=folder / f"whole-{name}.png", full_page=True)
            looker.page.set_viewport_size({"width": 320, "height": 700})
            assert looker.overflow() <= 0
            looker.picture(f"checked-{name.partition('.')[0]}-320")
        looker.page.fill("#plan", "")
        looker.page.click("#check-it")
        looker.page.wait_for_selector("text=Paste a plan, or")
        assert [one for one in looker.complaints if "422" not in one] == []
        assert looker.outside == []


def test_without_script_a_file_gets_its_verdict(client):
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, java_script_enabled=False) as looker:
            looker.go(reverse("front"))
            looker.page.click("text=Check a plan >> nth=0")
            looker.page.set_input_files("input[type=file]", PLANS / "japan.ics")
            looker.page.click("#check-it")
            assert "not hold" in looker.page.inner_text("#said h2")
