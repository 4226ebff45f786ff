"""A refusal that is no answer of the view's own still reaches the reader, and takes no words away."""

from __future__ import annotations

import pytest

from tests.browser.looking import looking
from tests.driving import chromium
from tests.serving import serving
from trips import limits
from trips.models import Message

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture(autouse=True)
def limited(settings):
    settings.RATE_LIMITS = True
    limits.forget_this_process()
    yield
    limits.forget_this_process()


def test_the_page_says_it_and_keeps_the_words(client, traveller, trip, settings):
    client.force_login(traveller)
    settings.MESSAGES_A_MINUTE = 1
    with serving(work=False) as address, chromium() as browser, looking(browser, address, client) as looker:
        page = looker.page
        looker.go(f"/trips/{trip.uuid}/")

        def send(words: str) -> None:
            page.fill("#text", words)
            page.press("#text", "Enter")

        send("Boston")
        page.wait_for_selector("text=Boston")
        send("and Salem")
        page.wait_for_selector("#composer-error :text('many messages in a short time')")
        settings.REQUESTS_A_MINUTE = 0
        limits.forget_this_process()
        send("and Cape Cod")
        page.wait_for_selector("#composer-error :text('very many pages')")
        assert page.input_value("#text") == "and Cape Cod"
        settings.REQUESTS_A_MINUTE = 600
        limits.forget_this_process()
        send("x" * (settings.BODY_LIMIT + 10))
        page.wait_for_selector("#composer-error :text('too large to send')")
        assert len(page.input_value("#text")) > settings.BODY_LIMIT
        assert [line for line in looker.complaints if "429" not in line and "413" not in line] == []
    assert Message.objects.count() == 1
