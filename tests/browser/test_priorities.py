"""Priorities in a browser: moved by pointer and by key, the focus stays, spoken; without a script as well."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.browser.looking import THEMES, Looker, looking
from tests.driving import chromium
from tests.serving import serving
from trips import finding, prioritising
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Finding, Trip
from trips.schemas import Destination, TripFacts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

#: Both lists of a drag are in sight.
TALL = {"width": 1280, "height": 1700}
WHY = "It answers your interests in gardens and history, and it is free. 9 others come first in Kyoto."


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


@pytest.fixture
def found(trip: Trip) -> Trip:
    city = default_gazetteer().best_city("Kyoto")
    here = Destination(name="Kyoto", city_id=city.id, country="JP")
    trip.facts_json = TripFacts(destinations=[here]).model_dump(mode="json")
    trip.save()
    rows = [
        finding.FoundRow("place", f"Garden of the {n}th lantern", data={"area": "Kita"}) for n in range(9)
    ]
    saved = finding.save_findings(trip, None, city, rows)
    tiers = ("must", "could", "skip", "could")
    prioritising.by_team(trip, {row.pk: (tiers[number % 4], WHY) for number, row in enumerate(saved[:-1])})
    return trip


def address_of(trip: Trip) -> str:
    return f"{reverse('workspace', args=[trip.uuid])}?tab=trip&view=priorities"


def card(looker: Looker, row: Finding):
    return looker.page.locator(f"#rank-{row.pk}")


def in_tier(looker: Looker, row: Finding, tier: str) -> None:
    looker.page.wait_for_selector(f'[data-tier="{tier}"] #rank-{row.pk}', timeout=10_000)


def drag(looker: Looker, row: Finding, tier: str) -> None:
    """By the handle into a tier, in steps as a hand does it."""
    card(looker, row).locator(".handle").scroll_into_view_if_needed()
    grip = card(looker, row).locator(".handle").bounding_box()
    to = looker.page.locator(f'[data-tier="{tier}"]').bounding_box()
    mouse = looker.page.mouse
    mouse.move(grip["x"] + 20, grip["y"] + 20)
    mouse.down()
    mouse.move(to["x"] + to["width"] / 2, to["y"] + 40, steps=8)
    looker.page.wait_for_selector(f'[data-tier="{tier}"].over')
    mouse.up()


def test_moved_by_pointer_and_by_key_and_undone(owner, found) -> None:
    row = found.findings.filter(tier="could").first()
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        page.set_viewport_size(TALL)
        looker.go(address_of(found))
        page.wait_for_selector(".handle")
        drag(looker, row, "should")
        in_tier(looker, row, "should")
        page.wait_for_selector('#ranks-said:has-text("Should, your decision")')
        handle = card(looker, row).locator(".handle")
        page.wait_for_selector(f"#rank-{row.pk} .handle:focus")
        for key, to in (
            ("ArrowUp", "must"),
            ("ArrowRight", "should"),
            ("ArrowLeft", "must"),
            ("ArrowRight", "should"),
        ):
            handle.press(key)
            in_tier(looker, row, to)
            page.wait_for_selector(f"#rank-{row.pk} .handle:focus")
        handle.click()
        card(looker, row).get_by_role("button", name="Skip").click()
        in_tier(looker, row, "skip")
        page.wait_for_selector(f"#rank-{row.pk} .menu:not([open])")
        for back in ("should", "must", "should", "must", "should", "could"):
            page.locator('.ranks-said button[name="undo"]').click()
            in_tier(looker, row, back)
        assert (looker.complaints, looker.outside) == ([], [])
    row.refresh_from_db()
    assert (row.tier, row.tier_by, row.reason, row.tier_before) == ("could", "agent", WHY, [])


def test_a_row_is_put_in_order_by_pointer_key_and_menu(owner, found) -> None:
    names = list(found.findings.filter(tier="could").order_by("pk").values_list("name", flat=True))
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        page.set_viewport_size(TALL)
        looker.go(address_of(found))

        def stands(*order: int) -> None:
            said = "','".join(names[number] for number in order)
            page.wait_for_function(
                "said => [...document.querySelectorAll('.tier-could .rank b')].map(one => one.innerText)"
                ".join() === said",
                arg=said.replace("','", ","),
                timeout=10_000,
            )

        stands(0, 1, 2, 3)
        rows = [found.findings.get(name=name) for name in names]
        grip = card(looker, rows[3]).locator(".handle").bounding_box()
        to = card(looker, rows[1]).bounding_box()
        page.mouse.move(grip["x"] + 20, grip["y"] + 20)
        page.mouse.down()
        page.mouse.move(to["x"] + 60, to["y"] + 5, steps=8)
        page.wait_for_selector(f"#rank-{rows[1].pk}.next")
        page.mouse.up()
        stands(0, 3, 1, 2)
        page.wait_for_selector('#ranks-said:has-text("Could, 2 of 4, your decision")')
        page.wait_for_selector(f"#rank-{rows[3].pk} .handle:focus")
        page.keyboard.press("ArrowUp")
        stands(3, 0, 1, 2)
        card(looker, rows[0]).locator("summary").click()
        card(looker, rows[0]).get_by_role("button", name="One down").click()
        stands(3, 1, 0, 2)
        page.locator('.ranks-said button[name="undo"]').click()
        stands(3, 0, 1, 2)
        page.reload()
        stands(3, 0, 1, 2)
        assert (looker.complaints, looker.outside) == ([], [])


#: A change takes long to arrive, what is read meanwhile long to come back.
SLOW = """() => {
const fetched = window.fetch.bind(window), wait = ms => new Promise(done => setTimeout(done, ms));
window.fetch = async (url, request) => {
  if (request?.method === "POST") { await wait(400); return fetched(url, request); }
  const answer = await fetched(url, request);
  await wait(900);
  return answer;
};
}"""


def test_what_was_read_before_a_move_does_not_take_it_back(owner, found) -> None:
    first, row = found.findings.filter(tier="could")[:2]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.go(address_of(found))
        looker.page.wait_for_selector(".handle")
        card(looker, first).locator(".handle").press("ArrowUp")
        in_tier(looker, first, "should")
        looker.page.wait_for_timeout(600)
        looker.page.evaluate(SLOW)
        card(looker, row).locator(".handle").press("ArrowLeft")
        looker.page.evaluate("document.dispatchEvent(new Event('board-changed'))")
        in_tier(looker, row, "should")
        undo = looker.page.locator('.ranks-said button[name="undo"]')
        for _ in range(40):
            assert undo.get_attribute("value") == str(row.pk)
            looker.page.wait_for_timeout(50)
        in_tier(looker, row, "should")
        assert (looker.complaints, looker.outside) == ([], [])


def test_a_drag_that_is_given_up_changes_nothing(owner, found) -> None:
    row = found.findings.filter(tier="could").first()
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.page.set_viewport_size(TALL)
        looker.go(address_of(found))
        looker.page.wait_for_selector(".handle")
        grip = card(looker, row).locator(".handle").bounding_box()
        looker.page.mouse.move(grip["x"] + 20, grip["y"] + 20)
        looker.page.mouse.down()
        looker.page.mouse.move(grip["x"] + 60, grip["y"] + 60, steps=3)
        looker.page.wait_for_selector(f"#rank-{row.pk}.dragged")
        looker.page.keyboard.press("Escape")
        looker.page.wait_for_selector(f"#rank-{row.pk}:not(.dragged)")
        looker.page.mouse.up()
    row.refresh_from_db()
    assert (row.tier, row.tier_by) == ("could", "agent")


def test_without_a_script_the_menu_does_the_same(owner, found) -> None:
    row = found.findings.filter(tier="could").first()
    with (
        serving(work=False) as address,
        chromium() as browser,
        looking(browser, address, owner, java_script_enabled=False) as looker,
    ):
        looker.go(address_of(found))
        assert not card(looker, row).locator(".handle").is_visible()
        for name, to in (("Must", "must"), ("Should", "should"), ("Undo", "must")):
            card(looker, row).locator("summary").click()
            card(looker, row).get_by_role("button", name=name).click()
            in_tier(looker, row, to)


def test_the_view_is_without_fault_at_both_widths(owner, found) -> None:
    prioritising.by_hand(found.findings.filter(tier="could").first(), "must")
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.go(address_of(found))
        looker.page.wait_for_selector(".handle")
        for width in (1280, 390):
            for theme in THEMES:
                looker.resize(width, theme)
                looker.picture(f"priorities-{width}-{theme}")
                assert looker.violations() == [], (width, theme)
                assert looker.overflow() <= 0
        looker.page.locator(".rank summary").first.click()
        assert looker.violations() == []
        small = looker.page.evaluate(
            "[...document.querySelectorAll('.ranks .rank > button, .rank summary')]"
            ".map(one => one.getBoundingClientRect())"
            ".filter(box => box.width < 43.5 || box.height < 43.5).length"
        )
        assert small == 0
        assert (looker.complaints, looker.outside) == ([], [])
