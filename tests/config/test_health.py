"""`/healthz` and `/readyz`: what they answer, whom they let in, and that they never hang."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable

import httpx
import pytest
from django.db import InterfaceError, OperationalError

from config import (
    asgi,  # noqa: F401  (the application is made once in a process: not with a test's own settings)
    health,
)
from config.health import Check, Health
from tests.closing import closed, however
from tests.serving import serving

WELL = [Check("database", True, "well"), Check("migrations", True, "all applied"), Check("queue", True, "-")]


async def ask(probes: Health, path: str = "/readyz", *, query: str = "", method: str = "GET"):
    """(status, what was said, seconds)"""
    sent: list[dict] = []

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": []}
    started = time.monotonic()
    await probes.answer(scope, None, send)
    body = sent[1]["body"]
    return sent[0]["status"], json.loads(body) if body else None, time.monotonic() - started


def seen(*checks: Check) -> Callable[[], list[Check]]:
    return lambda: list(checks)


# --- What they say -----------------------------------------------------------------------------


async def test_ready_when_every_check_is_well() -> None:
    status, said, _seconds = await ask(Health(seen(*WELL)))
    assert status == 200
    assert said["ready"] is True
    assert said["checks"]["migrations"] == {"well": True, "words": "all applied"}


async def test_not_ready_when_one_is_not_and_the_details_are_for_nobody_outside() -> None:
    ill = Check("worker", False, "none", detail="password=canary")
    status, said, _seconds = await ask(Health(seen(*WELL, ill)))
    assert status == 503
    assert said["ready"] is False and said["checks"]["worker"] == {"well": False, "words": "none"}
    assert "canary" not in json.dumps(said)


async def test_pages_need_no_worker() -> None:
    probes = Health(seen(*WELL, Check("worker", False, "none")))
    status, said, _seconds = await ask(probes, query="for=pages")
    assert status == 200 and set(said["checks"]) == {"database", "migrations"}


async def test_a_check_that_breaks_says_no_and_the_next_one_is_made_anew() -> None:
    looks = iter([RuntimeError("canary"), OperationalError("canary"), None])

    def look() -> list[Check]:
        if error := next(looks):
            raise error
        return WELL

    probes = Health(look)
    assert (await ask(probes))[:2] == (
        503,
        {"ready": False, "checks": {"checks": {"well": False, "words": "one broke (RuntimeError)"}}},
    )
    probes._known = 0.0
    status, said, _seconds = await ask(probes)
    assert status == 503 and said["checks"]["database"]["words"] == "does not answer (OperationalError)"
    probes._known = 0.0
    assert (await ask(probes))[0] == 200


@pytest.mark.parametrize("path", health.PATHS)
async def test_only_looking_is_allowed(path: str) -> None:
    probes = Health(seen(*WELL))
    assert (await ask(probes, path, method="POST"))[0] == 405
    assert (await ask(probes, path, method="HEAD"))[:2] == (200, None)


# --- That they never hang ----------------------------------------------------------------------


async def test_a_look_that_hangs_is_answered_with_no_within_two_seconds_and_waited_for_once(
    monkeypatch,
) -> None:
    release, threads = threading.Event(), []

    def look() -> list[Check]:
        threads.append(threading.current_thread())
        release.wait(30)
        return WELL

    probes = Health(look)
    answers = await asyncio.gather(*(ask(probes) for _ in range(20)), ask(probes, "/healthz"))
    alive = answers.pop()
    assert alive[0] == 200 and alive[2] < 0.5
    assert all(status == 503 and seconds < 2 for status, _said, seconds in answers)
    assert answers[0][1]["checks"]["database"]["words"] == "has not answered for 2 s"
    assert len(threads) == 1
    monkeypatch.setattr(health, "FORSAKEN_SECONDS", 0.0)
    monkeypatch.setattr(health, "ANSWER_SECONDS", 0.05)
    await ask(probes)
    assert len(threads) == 2  # the first is not waited for any more
    release.set()
    for thread in threads:
        thread.join(10)
    assert (await ask(probes))[0] == 200


async def test_many_who_ask_share_one_look() -> None:
    looks = []
    probes = Health(lambda: looks.append(1) or WELL)
    for _ in range(5):
        await asyncio.gather(*(ask(probes) for _ in range(50)))
    assert len(looks) == 1
    probes._known -= health.GOOD_FOR_SECONDS
    await ask(probes)
    assert len(looks) == 2


# --- In the web process ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_probe_comes_by_any_name_and_without_https(settings, trip) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["travel.example"]
    with serving(work=True) as address, httpx.Client(headers={"Host": "10.0.0.7"}) as client:
        assert client.get(f"{address}/").status_code in (301, 400)
        alive = client.get(f"{address}/healthz")
        assert (alive.status_code, alive.json()) == (200, {"alive": True})
        said = client.get(f"{address}/readyz?for=pages").json()
        assert said["ready"] is True, said
        waited = threading.Event()
        for _ in range(100):  # the worker signs when it has begun
            ready = client.get(f"{address}/readyz")
            if ready.status_code == 200 or waited.wait(0.2):
                break
        assert ready.status_code == 200, ready.text
        assert set(ready.json()["checks"]) == {"database", "migrations", "queue", "worker"}
        assert ready.headers["cache-control"] == "no-store"


# --- The connection is closed under a check -----------------------------------------------------


@however
@pytest.mark.django_db(transaction=True)
def test_a_closed_connection_is_a_database_that_does_not_answer(how: str) -> None:
    assert [check.well for check in health.ground_checks()] == [True, True]
    with closed(how):
        database, migrations = health.database_check(), health.migrations_check()
    assert not database.well and database.words.startswith("does not answer (")
    assert not migrations.well and "run `manage.py migrate`" in migrations.words
    assert [check.well for check in health.ground_checks()] == [True, True]


async def test_a_look_that_is_closed_in_between_says_so() -> None:
    def look() -> list[Check]:
        raise InterfaceError("connection already closed")

    status, said, _seconds = await ask(Health(look))
    assert (status, said["checks"]["database"]["words"]) == (503, "does not answer (InterfaceError)")
