"""Accounts, my trips, the panel's forms and the history, in each state a page has: judged like all pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.browser import scenes
from tests.browser.looking import looking
from tests.browser.test_states import judged
from tests.driving import chromium
from tests.serving import serving
from trips.models import Traveller
from trips.starting import start_trip

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

#: One form of each shape: days, rows, boxes, buttons, lines, pairs.
SHAPES = ("dates", "destinations", "appointments", "dietary", "pace", "must_do", "budget")


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


def test_my_trips_and_the_account(owner, traveller):
    trip = scenes.confirming(traveller)
    scenes.past(traveller)
    of_trip = [(name, reverse(name, args=[trip.uuid])) for name in ("rename_trip", "delete_trip")]
    pages = [(name, reverse(name)) for name in ("my_trips", "account", "change_password", "delete_account")]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        assert judged(looker, [*pages, *of_trip]) == []


#: Trip names, headings and cards whose words leave their own box or the window.
OUTSIDE = """name => [...document.querySelectorAll('h1, h2, p, a, b')].filter(box => {
    if (!box.textContent.includes(name) || box.querySelector('.unseen') || !box.checkVisibility()) return;
    const range = document.createRange();
    range.selectNodeContents(box);
    const words = range.getBoundingClientRect();
    const around = (box.closest('.panel') || document.body).getBoundingClientRect();
    return getComputedStyle(box).overflow === 'visible' && box.tagName !== 'H1'
        ? words.left < around.left - 1 || words.right > around.right + 1
        : box.getBoundingClientRect().right > innerWidth + 1;
}).map(box => box.outerHTML.slice(0, 120))"""


def test_a_long_name_stays_within_its_card(owner, traveller):
    trip = scenes.wide(traveller)
    pages = [reverse(name) for name in ("my_trips", "front")]
    pages += [
        reverse(name, args=[trip.uuid])
        for name in ("rename_trip", "delete_trip", "facts_history", "workspace")
    ]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        for page in pages:
            looker.go(page)
            for width in (1280, 390, 320):
                looker.page.set_viewport_size({"width": width, "height": 800})
                assert looker.page.evaluate(OUTSIDE, scenes.LONG) == [], (page, width)


def test_signing_in_and_up_and_being_a_guest(client):
    guest = Traveller.objects.create_guest()
    client.force_login(guest)
    empty = [("my_trips_empty", reverse("my_trips")), ("account_guest", reverse("account"))]
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address) as looker:
            pages = [("sign_in", reverse("sign_in")), ("sign_up", reverse("sign_up"))]
            assert judged(looker, pages) == []
        with looking(browser, address, client) as looker:
            assert judged(looker, empty) == []
        start_trip(guest)
        with looking(browser, address, client) as looker:
            pages = [("sign_up_guest", reverse("sign_up")), ("delete_guest", reverse("delete_account"))]
            assert judged(looker, pages) == []
            looker.go(reverse("my_trips"))
            looker.page.click(".menu summary")
            assert looker.page.locator("text=Keep my trips").is_visible()


def test_taking_trips_along(traveller):
    client = Client()
    guest = Traveller.objects.create_guest()
    client.force_login(guest)
    scenes.confirming(guest)
    client.post(reverse("sign_in"), {"username": "ada", "password": "a-long-enough-word"})
    pages = [("move_trips", reverse("move_trips")), ("my_trips_waiting", reverse("my_trips"))]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, client) as looker:
        assert judged(looker, pages) == []


def test_the_history_and_the_forms(owner, traveller):
    trip = scenes.confirming(traveller)
    pages = [("history", reverse("facts_history", args=[trip.uuid]))]
    pages += [(f"fact-{group}", reverse("edit_fact", args=[trip.uuid, group])) for group in SHAPES]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        assert judged(looker, pages) == []


def test_forms_that_say_what_is_wrong(owner, traveller):
    trip = scenes.confirming(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(reverse("edit_fact", args=[trip.uuid, "dates"]))
        page.fill("input[name=fact-end]", "2027-02-01")
        page.click("button:has-text('Save')")
        page.wait_for_selector(".errorlist:has-text('before it starts')")
        assert looker.violations() == []
        looker.go(reverse("change_password"))
        page.fill("input[name=old_password]", "wrong")
        page.fill("input[name=new_password1]", "12345")
        page.fill("input[name=new_password2]", "12345")
        page.click("button:has-text('Change it')")
        page.wait_for_selector(".errorlist:has-text('not your current password')")
        assert looker.violations() == []
        assert all("422" in text for text in looker.complaints)
