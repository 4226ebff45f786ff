"""Commands are completed in the composer: by keys, and half a command is never sent."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.browser import scenes
from tests.browser.looking import looking
from tests.driving import chromium
from tests.serving import serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_a_slash_offers_commands_and_enter_completes_before_it_sends(client, traveller) -> None:
    client.force_login(traveller)
    trip = scenes.offered(traveller)
    sent = trip.messages.count()
    with serving(work=False) as address, chromium() as browser, looking(browser, address, client) as looker:
        page = looker.page
        looker.go(reverse("workspace", args=[trip.uuid]))
        page.type("#text", "/")
        page.wait_for_selector("#commands:not([hidden])")
        page.type("#text", "sta")
        page.wait_for_function("document.querySelectorAll('.command-row:not([hidden])').length === 1")
        page.keyboard.press("Enter")
        assert page.input_value("#text") == "/status"
        assert trip.messages.count() == sent
        page.keyboard.press("Enter")
        page.wait_for_selector(".bubble:has-text('/status')")
        assert (looker.complaints, looker.outside) == ([], [])
    assert trip.messages.filter(text="/status").count() == 1
