"""Scripts come in any order: a page whose extension for streams is late still opens its stream."""

from __future__ import annotations

import pytest

from tests.agents.signed_in import cookies_of
from tests.driving import chromium
from tests.serving import serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_the_stream_opens_when_its_script_comes_last(trip, traveller):
    cookies = cookies_of(traveller)
    with serving(work=False) as address, chromium() as browser:
        context = browser.new_context()
        context.add_cookies([{"name": n, "value": v, "url": address} for n, v in cookies.items()])
        page = context.new_page()
        held = []
        page.route("**/hx-sse.min.js", lambda route: held.append(route))
        with page.expect_request(lambda request: "/stream" in request.url, timeout=10_000):
            page.goto(f"{address}/trips/{trip.uuid}/", wait_until="commit")
            page.wait_for_function("() => typeof htmx === 'object'")  # a bare expression is eval, refused
            page.wait_for_timeout(300)  # what would run without the extension has run by now
            held.pop().continue_()
