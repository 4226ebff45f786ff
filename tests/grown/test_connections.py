"""PostgreSQL: a process takes few connections, whoever reads and however many streams are open."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import httpx
import psycopg
import pytest
from django.db import connection
from psycopg_pool import PoolTimeout

from config import asgi
from tests.agents.signed_in import cookies_of
from tests.agents.talking import send
from tests.agents.test_stream import stream_url
from tests.grown.running import until
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


def pool_size() -> int:
    return connection.settings_dict["OPTIONS"]["pool"]["max_size"]


def connections_by_use() -> Counter[str]:
    """Asked by one more connection, which does not count."""
    values = connection.settings_dict
    with psycopg.connect(
        host=values["HOST"], port=values["PORT"], user=values["USER"], dbname=values["NAME"]
    ) as outside:
        rows = outside.execute(
            "SELECT query FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    return Counter("listens" if query.startswith("LISTEN ") else "of the pool" for (query,) in rows)


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
    # this process is web, test and client in one
    assert count <= pool_size() + 1


def test_a_process_takes_its_pool_and_one_connection_that_listens(trip):
    """However much it has to do: that is what docs/operations.md has `max_connections` reckoned by."""
    with serving(work=False), ExitStack() as stack:
        until(lambda: asgi.streams.tailer._changes.works)
        pool = connection.pool
        with suppress(PoolTimeout):
            while True:  # until none is left for anybody
                stack.callback(pool.putconn, pool.getconn(timeout=1))
        taken = connections_by_use()
    assert taken == {"listens": 1, "of the pool": pool_size()}
