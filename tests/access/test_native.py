"""Whose is it, where Django is not asked: the stream of a trip, and the probes, by a real server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

import httpx
import pytest
from django.conf import settings
from django.urls.converters import UUIDConverter

from config import asgi
from tests.access.matrix import TOKENS, Found
from tests.access.routes import METHODS, Route, native_routes
from tests.access.table import NATIVE, OfTrip
from tests.access.world import MALFORMED, MISSING_UUID, PEOPLE, World, checksum, make_world
from tests.serving import serving

pytestmark = pytest.mark.django_db(transaction=True)

_UUID = re.compile(UUIDConverter.regex)
CURSORS = ("", "1:1", "7:999", "x")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple[tuple[str, str], ...]
    text: str


def ask(client: httpx.Client, method: str, path: str, cookie: str) -> Answer:
    """What is answered; of a stream that opens the first piece."""
    cookies = {"cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"} if cookie else {}
    with client.stream(method, path, headers=cookies) as response:
        opened = response.status_code == 200 and "event-stream" in response.headers["content-type"]
        text = next(response.iter_text()) if opened and method == "GET" else response.read().decode()
    left_out = ("date", "x-request-id", "set-cookie", "expires")
    headers = tuple(sorted((k, v) for k, v in response.headers.items() if k not in left_out))
    return Answer(response.status_code, headers, _UUID.sub("ID", TOKENS.sub("", text)))


def test_nobody_reads_a_stream_that_is_not_theirs(record_property) -> None:
    world, found = make_world(), Found()
    before = checksum()
    with serving(work=False) as address, httpx.Client(base_url=address, timeout=30) as client:
        for route in native_routes():
            found.add(look_at_native(world, client, route))
    assert checksum() == before
    assert not asgi.streams.open
    print(f"native: {found.sentence}")
    record_property("cases", found.cases)
    assert (found.leaks, found.wrong) == ([], [])


def look_at_native(world: World, client: httpx.Client, route: Route) -> Found:
    """All cases of one route, at a server that the client knows."""
    return _stream(world, client, route) if route.parameters else _probe(world, client, route)


def _cookie(world: World, person: str) -> str:
    morsel = world.clients[person].cookies.get(settings.SESSION_COOKIE_NAME)
    return morsel.value if morsel else ""


def _stream(world: World, client: httpx.Client, route: Route) -> Found:
    row, found = NATIVE[route.name], Found(rows=1)
    assert isinstance(row, OfTrip) and route.parameters == ("trip_uuid",)
    uuids = {name: str(trip.uuid) for name, trip in world.trips.items()} | {"": MISSING_UUID}
    wrong = [value.format(upper=uuids["a"].upper()) for value in MALFORMED["trip_uuid"]]
    for method, person in product(METHODS, PEOPLE):
        refused = set()
        for trip, uuid in uuids.items():
            may = bool(trip) and method in row.answers and world.may(person, trip, row.least)
            for cursor in CURSORS if method == "GET" else CURSORS[:1]:
                path = route.filled((uuid,)) + f"?after={cursor}"
                answer = ask(client, method, path, _cookie(world, person))
                found.cases += 1
                said = f"{method} {path} by {person}: {answer.status}"
                if answer.status != (row.answers[method] if may else 404):
                    (found.wrong if may else found.leaks).append(said)
                if not may:
                    refused.add(answer)
                for word in world.foreign_canaries(person):
                    if word in answer.text:
                        found.leaks.append(f"{said} shows {word}")
        if len(refused) > 1:
            found.leaks.append(f"{method} by {person} is refused in {len(refused)} ways: {refused}")
        for value in wrong:
            found.cases += 1
            status = ask(client, method, route.filled((value,)), _cookie(world, person)).status
            if status not in (301, 404):
                found.wrong.append(f"{method} {value} by {person}: {status}")
    return found


def _probe(world: World, client: httpx.Client, route: Route) -> Found:
    """The same for everybody, and nothing of anybody in it."""
    row, found = NATIVE[route.name], Found(rows=1)
    for method in METHODS:
        statuses = set()
        for person in PEOPLE:
            answer = ask(client, method, route.path, _cookie(world, person))
            found.cases += 1
            statuses.add(answer.status)
            for word in world.foreign_canaries("anonymous"):
                if word in answer.text:
                    found.leaks.append(f"{method} {route.path} by {person} shows {word}")
        if len(statuses) > 1 or (method not in row.answers and statuses & {200}):
            found.wrong.append(f"{method} {route.path}: {statuses}")
    return found
