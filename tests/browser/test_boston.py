"""The conversation of the first visit, by hand, on a desk and on a phone, light and dark.

WAYFARE_PICTURES=folder keeps a picture of every step.
"""

from __future__ import annotations

import pytest

from tests.browser.looking import looking
from tests.driving import chromium
from tests.serving import serving
from trips.models import Trip

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

FIRST = "I want to visit Boston for a long weekend"
SECOND = "Feb 15-18, 2 people, mid-range budget"
THIRD = "From New York, moderate pace, love history and food, must see the Freedom Trail"
WATCH_RAIL = """
window.rails = [];
new MutationObserver(() => {
  const rows = [...document.querySelectorAll('.working .rail-row')];
  const shown = rows.map(row => `${row.querySelector('b').textContent}:${row.dataset.state}`).join(' ');
  if (shown && shown !== window.rails.at(-1)) window.rails.push(shown);
}).observe(document, {subtree: true, childList: true});
"""


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_from_a_first_sentence_to_a_plan(db, width, theme, settings):
    settings.OFFLINE_PAUSE = 0.012
    with serving() as address, chromium() as browser:
        with looking(browser, address, width=width, color_scheme=theme) as looker:
            page = looker.page
            page.add_init_script(WATCH_RAIL)

            def step(name: str) -> None:
                looker.picture(f"boston-{name}-{width}-{theme}")

            def answered(number: int):
                page.wait_for_selector(f'#turn-{number}[data-status="done"]', timeout=30_000)
                return page.locator(f"#turn-{number}")

            def show(part: str) -> None:
                if width == 390 and part == "Map":
                    page.click(".pages summary")
                if width == 390:
                    page.click(f".pages >> text={part}")

            looker.go("/")
            step("0-front")
            page.fill("#text", FIRST)
            page.click(".ask button")
            page.wait_for_url("**/trips/*/")
            turn = answered(1)
            assert 1 <= turn.locator(".question").count() <= 7
            step("1-asked")
            page.fill("#text", SECOND)
            page.click("#composer .send")
            turn = answered(2)
            assert turn.locator(".question").count() == 4
            step("2-optional")
            page.fill("#text", THIRD)
            page.click("#composer .send")
            turn = answered(3)
            summary = turn.locator(".summary").inner_text()
            assert "Boston" in summary and "Freedom Trail" in summary and "2 adults" in summary
            step("3-summary")
            turn.locator("button.primary").click()
            page.wait_for_selector("#turn-4 .rail-row", state="attached", timeout=20_000)
            step("4-working")
            answered(4)
            assert any(
                "Food:working Stay:working Transport:working" in rail
                for rail in page.evaluate("window.rails")
            )
            step("5-answered")
            show("Plan")
            page.wait_for_selector(".option .verdict")
            assert 2 <= page.locator(".option .verdict").count() <= 3
            assert "checks hold" in page.locator(".option .verdict").first.inner_text()
            step("6-options")
            page.click('#board >> text="Compare side by side"')
            page.wait_for_selector(".compare")
            step("7-compared")
            page.click('#board >> text="Back to the options"')
            page.click(".option-foot button[formaction]")
            page.wait_for_selector(".timeline")
            assert page.locator(".day").count() == 4
            assert "Freedom Trail" in page.locator(".timeline").text_content()
            step("8-plan")
            page.click(".days a >> nth=1")
            page.wait_for_selector(".day.shown figure.map .pin")
            page.click('.day.shown figure.map >> text="Whole way"')
            page.wait_for_function("() => document.querySelectorAll('.coast path').length > 100")
            page.wait_for_timeout(400)  # the view glides there
            step("9-map")
            assert looker.complaints == looker.outside == []
    assert Trip.objects.get().plan is not None
