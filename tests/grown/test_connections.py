"""PostgreSQL: a process takes few connections, whoever reads and however many streams are open."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from django.db import connection

from tests.agents.signed_in import cookies_of
from tests.agents.talking import send
from tests.agents.test_stream import stream_url
from tests.serving import serving
from tests.sse_client import Reading

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL's connections"),
]

STREAMS = 30
PAGES = 120


def connections_now() -> int:
    """Of everybody, to this test's database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return cursor.fetchone()[0]


def test_pages_and_streams_share_a_few(trip, traveller, settings, record_property):
    settings.STREAMS_AN_ACCOUNT = STREAMS
    cookies = cookies_of(traveller)
    with serving(work=False) as address:
        readings = [Reading(stream_url(address, trip), cookies) for _ in range(STREAMS)]
        for reading in readings:
            reading.__enter__()
        try:
            send(trip, "Boston")
            for reading in readings:
                reading.until(lambda r: r.frames, seconds=60)
            with httpx.Client(cookies=cookies, timeout=60) as client, ThreadPoolExecutor(16) as threads:
                url = f"{address}/trips/{trip.uuid}/"
                answers = list(threads.map(lambda _number: client.get(url).status_code, range(PAGES)))
            count = connections_now()
        finally:
            for reading in readings:
                reading.__exit__()
    record_property("connections", count)
    assert answers == [200] * PAGES
    pool = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    # this process is web, test and client in one; one more connection hears of commits (agents/changes.py)
    assert count <= pool + 1
