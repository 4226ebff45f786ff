"""Findings in a browser: without a fault by axe at both widths, by keyboard, nobody loses their place."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.agents.commands.test_research import going_to
from tests.agents.talking import run
from tests.browser.looking import THEMES, looking
from tests.driving import chromium
from tests.serving import serving
from trips import finding
from trips.models import Trip

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


@pytest.fixture
def researched(trip) -> Trip:
    from agents import sending

    going_to(trip, "Kyoto", "Porto", interests="history")
    run(sending.start_job(trip, "/research Kyoto"))
    first, second, *_rest = trip.findings.order_by("pk")
    finding.judge(first, "kept")
    finding.judge(second, "dismissed")
    return trip


def workspace(trip: Trip, query: str = "") -> str:
    return f"{reverse('workspace', args=[trip.uuid])}?tab=trip&view=research{query}"


def test_the_view_is_without_fault_at_both_widths(owner, researched) -> None:
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.go(workspace(researched))
        looker.page.wait_for_selector('#board-view[data-view="research"]', state="attached")
        looker.page.click(".found-facts summary")
        looker.page.click(".finding summary")
        for width in (1280, 390):
            for theme in THEMES:
                looker.resize(width, theme)
                looker.picture(f"research-{width}-{theme}")
                assert looker.violations() == [], (width, theme)
                assert looker.overflow() <= 0
                assert small_targets(looker.page) == []
        looker.go(reverse("workspace", args=[researched.uuid]) + "?tab=chat")
        assert looker.violations() == []
        looker.picture("research-line")
        assert (looker.complaints, looker.outside) == ([], [])


def small_targets(page) -> list[str]:
    """Buttons of the view that a finger would miss."""
    return page.evaluate(
        """[...document.querySelectorAll('.found-city :is(button, summary), .found-filter a')]
        .filter(one => one.offsetParent)
        .filter(one => one.getBoundingClientRect().height < (one.matches('.chip') ? 36 : 44))
        .map(one => one.outerHTML)"""
    )


def test_by_keyboard_a_finding_is_kept_and_the_reader_stays_there(owner, researched) -> None:
    row = researched.findings.filter(kind="food")[2]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(researched))
        page.focus(f"#finding-{row.pk} summary")
        page.keyboard.press("Enter")
        button = page.locator(f"#keep-{row.pk}")
        button.focus()
        before = page.evaluate("document.querySelector('#board').scrollTop")
        assert before > 500
        page.keyboard.press("Enter")
        page.wait_for_selector(f'#keep-{row.pk}[aria-pressed="true"]')
        assert page.evaluate("document.activeElement.id") == f"keep-{row.pk}"
        assert abs(page.evaluate("document.querySelector('#board').scrollTop") - before) < 60
        page.focus(f"#judge-{row.pk}")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#finding-{row.pk}.is-dismissed")
        assert page.evaluate("document.activeElement.id") == f"judge-{row.pk}"
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#finding-{row.pk}:not(.is-dismissed)")
        row.refresh_from_db()
        assert row.state == "new"
        assert looker.complaints == []


def test_the_filter_is_in_the_address_and_asking_more_is_a_message(owner, researched) -> None:
    row = researched.findings.filter(kind="food").first()
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(researched))
        page.click(".found-filter >> text=To eat")
        page.wait_for_selector('#board-view[data-view="research:food"]', state="attached")
        assert "option=food" in page.url and not page.locator("text=Places >> h4").count()
        page.click(f"#finding-{row.pk} summary")
        page.click(f"#finding-{row.pk} >> text=Ask more")
        page.wait_for_selector(f".bubble:has-text('Tell me more about {row.name}')", state="attached")
        page.reload()
        page.wait_for_selector('#board-view[data-view="research:food"]', state="attached")


def test_without_a_script_a_click_comes_back_to_its_card(owner, researched) -> None:
    row = researched.findings.filter(kind="activity").last()
    with (
        serving(work=False) as address,
        chromium() as browser,
        looking(browser, address, owner, java_script_enabled=False) as looker,
    ):
        looker.go(f"{workspace(researched)}#read-{row.pk}")
        looker.page.click(f"#keep-{row.pk}")
        looker.page.wait_for_selector(f"#finding-{row.pk}.is-kept")
        assert looker.page.url.endswith(f"#finding-{row.pk}")
        assert (
            looker.page.locator(f"#finding-{row.pk}").evaluate("one => one.getBoundingClientRect().top") < 800
        )
