"""Every address × method × person × id, asked one after the other, and compared with the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from urllib.parse import quote

from django.contrib import admin
from django.db import connection, transaction
from django.http import HttpResponse
from django.urls import reverse

from tests.access.routes import METHODS, Route
from tests.access.table import ADMIN, ADMIN_PAGES, PAGES, OfAccount, OfRow, OfTrip, Open
from tests.access.world import (
    MALFORMED,
    MISSING,
    MISSING_NUMBER,
    NOBODY,
    PEOPLE,
    STAFF,
    World,
    checksum,
)

TOKENS = re.compile(
    r'(?<="X-CSRFToken":")[^"]+|(?<=name="csrfmiddlewaretoken" value=")[^"]+|'
    r'(?<=name="client_key" value=")[^"]+'
)
_WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)
#: New with every answer.
_ITS_OWN = {"Set-Cookie", "X-Request-ID", "Date", "Expires"}
HTMX = {"HX-Request": "true"}


@dataclass
class Found:
    """What the matrix came to. A leak is a problem that tells somebody what is not theirs, or changes it."""

    rows: int = 0
    cases: int = 0
    leaks: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        self.rows += other.rows
        self.cases += other.cases
        self.leaks += other.leaks
        self.wrong += other.wrong

    @property
    def sentence(self) -> str:
        return f"rows {self.rows}, cases {self.cases:,}, leaks {len(self.leaks)}, otherwise {len(self.wrong)}"


@dataclass(frozen=True)
class Case:
    route: Route
    method: str
    person: str
    values: tuple[str, ...]
    expected: frozenset[int]
    form: dict[str, str] = field(default_factory=dict)
    htmx: bool = False
    group: str = ""  # answers of one group may not differ: they say "there is nothing here"

    @property
    def path(self) -> str:
        return self.route.filled(self.values)

    @property
    def weight(self) -> float:
        """How likely a short run asks it: always what may be answered, rarely what is refused in front."""
        if self.method not in ("GET", "POST") or self.htmx:
            return 0.05
        if self.route.in_admin:
            return 0.4 if self.person in STAFF else 0.03
        return 0.08 if 405 in self.expected else 0.8

    @property
    def sentence(self) -> str:
        return f"{self.method} {self.path} by {self.person}{' by htmx' if self.htmx else ''}"


def look_at(world: World, route: Route, sample: Random | None = None) -> Found:
    """Ask a route everything, or with `sample` what is likeliest to tell and some of the rest. Each request
    meets the same world: what it wrote is taken back."""
    found = Found(rows=1)
    same: dict[tuple, tuple[str, Case]] = {}
    before = checksum()
    for case in cases_of(world, route):
        if sample and sample.random() > case.weight:
            continue
        found.cases += 1
        with transaction.atomic():
            response, written = _ask(world, case)
            transaction.set_rollback(True)
        _judge(world, case, response, written, found)
        if case.group:
            key = (case.group, case.method, case.person, case.htmx)
            said = _said(case, response)
            first, of = same.setdefault(key, (said, case))
            if first != said:
                at = next((n for n, (a, b) in enumerate(zip(first, said, strict=False)) if a != b), 0)
                here = slice(max(0, at - 20), at + 60)
                difference = f"{first[here]!r} and {said[here]!r}"
                found.leaks.append(f"{case.sentence} is answered otherwise than {of.sentence}: {difference}")
    if checksum() != before:
        found.leaks.append(f"{route.name}: something stayed changed")
    return found


def _ask(world: World, case: Case) -> tuple[HttpResponse, list[str]]:
    written: list[str] = []

    def noting(execute, sql, params, many, context):
        if _WRITES.match(sql) and "django_session" not in sql:
            written.append(sql[:120])
        return execute(sql, params, many, context)

    client = world.clients[case.person]
    cookies = client.cookies.output()
    headers = HTMX if case.htmx else {}
    with connection.execute_wrapper(noting):
        if case.method == "POST":
            response = client.post(case.path, case.form, headers=headers)
        else:
            response = client.generic(case.method, case.path, headers=headers)
    if client.cookies.output() != cookies:  # the next request comes with the cookie of before
        client.cookies.clear()
        client.cookies.load("; ".join(line.split(": ", 1)[1] for line in cookies.splitlines()))
    return response, written


def _judge(world: World, case: Case, response: HttpResponse, written: list[str], found: Found) -> None:
    status = response.status_code
    if status >= 500:
        found.wrong.append(f"{case.sentence}: {status}")
    elif status not in case.expected:
        problem = f"{case.sentence}: {status} instead of {sorted(case.expected)}"
        (found.leaks if status < 300 else found.wrong).append(problem)
    refused = status >= 400 or _to_sign_in(response)
    if written and (case.method != "POST" or (refused and not _counts_tries(case))):
        found.leaks.append(f"{case.sentence} was answered by {status} and wrote: {written[0]}")
    if case.person == "staff" and case.route.in_admin:
        return
    text = response.content.decode("utf-8", "replace") + str(response.headers)
    for word in world.foreign_canaries(case.person):
        if word in text:
            found.leaks.append(f"{case.sentence} shows what is not theirs: {word}")


def _to_sign_in(response: HttpResponse) -> bool:
    to = response.headers.get("Location", "")
    return to.startswith((reverse("sign_in"), reverse("admin:login")))


def _counts_tries(case: Case) -> bool:
    """Wrong passwords are counted."""
    return case.route.name in ("sign_in", "sign_up", "admin:login", "change_password", "delete_account")


def _said(case: Case, response: HttpResponse) -> str:
    """Status, headers and body, without what is new with every answer and without the ids asked for."""
    text = TOKENS.sub("", response.content.decode("utf-8", "replace"))
    headers = {name: value for name, value in response.headers.items() if name not in _ITS_OWN}
    said = f"{response.status_code} {headers} {text}"
    for path in (case.path, quote(case.path)):
        said = said.replace(path, "PATH")
    for value in sorted(case.values, key=len, reverse=True):
        if len(value) > 3:
            said = said.replace(value, "ID")
    return re.sub(r"'Content-Length': '\d+'", "", said)


# --- Cases -------------------------------------------------------------------------------------


def cases_of(world: World, route: Route) -> Iterator[Case]:
    """All of a route. Raises LookupError when the table, or the list of values, does not know it."""
    if route.in_admin:
        yield from _admin_cases(world, route)
        return
    if route.name not in PAGES:
        raise LookupError(f"{route.name} ({route.path}) has no row in tests/access/table.py")
    row = PAGES[route.name]
    for method, person in product(METHODS, PEOPLE):
        if isinstance(row, OfTrip):
            yield from _cases_of_trip(world, route, row, method, person)
        elif isinstance(row, OfRow):
            yield from _cases_of_row(world, route, row, method, person)
        else:
            yield Case(route, method, person, (), _answer_of(row, method, person), row.form)


def _answer_of(row: OfAccount | Open, method: str, person: str) -> frozenset[int]:
    if isinstance(row, OfAccount):
        if person in NOBODY:
            return frozenset({302})
        return frozenset({row.answers.get(method, 405)})
    answers = row.answers if person in NOBODY or not row.signed_in else row.signed_in
    return frozenset({answers.get(method, 405)})


def _cases_of_trip(world: World, route: Route, row: OfTrip, method: str, person: str) -> Iterator[Case]:
    taken = method in row.answers
    rest = route.parameters[1:]
    of_trip = {trip: tuple(world.values_of(name, trip) for name in rest) for trip in world.trips}
    absent = tuple(MISSING.get(name, MISSING_NUMBER) for name in rest)
    for trip, uuid in [
        *((name, str(row.uuid)) for name, row in world.trips.items()),
        ("", MISSING["trip_uuid"]),
    ]:
        for values in {*of_trip.values(), absent}:
            there = bool(trip) and values == of_trip[trip]
            if there and world.may(person, trip, row.least):
                expected, group = {row.answers.get(method, 405)}, ""
            else:
                expected, group = {404 if taken else 405}, "not there"
            yield Case(route, method, person, (uuid, *values), frozenset(expected), row.form, group=group)
            if group and taken:
                yield Case(route, method, person, (uuid, *values), frozenset(expected), row.form, True, group)
    good = (str(world.trips["a"].uuid), *of_trip["a"])
    for index, name in enumerate(route.parameters):
        for wrong in MALFORMED[name]:
            wrong = wrong.format(upper=good[0].upper())
            values = (*good[:index], wrong, *good[index + 1 :])
            yield Case(
                route, method, person, values, frozenset({404, 405} - ({405} if taken else set())), row.form
            )


def _cases_of_row(world: World, route: Route, row: OfRow, method: str, person: str) -> Iterator[Case]:
    """One parameter, whose values are named after the route: a row of either trip's owner, and none."""
    rows = {world.values_of(route.name, trip): trip for trip in world.trips} | {MISSING_NUMBER: ""}
    taken = method in row.answers
    for value, trip in rows.items():
        if person in NOBODY:
            yield Case(route, method, person, (value,), frozenset({302}), row.form)
            continue
        if trip and world.may(person, trip, "owner"):
            yield Case(route, method, person, (value,), frozenset({row.answers.get(method, 405)}), row.form)
            continue
        for htmx in (False, True):
            expected = frozenset({404 if taken else 405})
            yield Case(route, method, person, (value,), expected, row.form, htmx, "not there")
    for wrong in MALFORMED["pk"]:
        expected = frozenset({404, 302} if person in NOBODY else {404, 405} - ({405} if taken else set()))
        yield Case(route, method, person, (wrong,), expected, row.form)


# --- Staff's pages -----------------------------------------------------------------------------


def _admin_cases(world: World, route: Route) -> Iterator[Case]:
    kind, view = _kind_and_view(route)
    if route.name in ADMIN_PAGES:
        values = {"app_label": ["trips"], "url": ["nowhere", "trips/nowhere/"]}
        lists = [values.get(name, ["1", MISSING_NUMBER, "x"]) for name in route.parameters]
        for method, person in product(METHODS, PEOPLE):
            for one in product(*lists):
                expected = _admin_page(route.name, method, person)
                group = "not there" if person not in STAFF else ""
                yield Case(route, method, person, one, expected, {}, group=group)
        return
    if kind not in ADMIN:
        raise LookupError(f"{route.name} ({route.path}) has no row in tests/access/table.py")
    ids = _ids_of(kind)
    lists = [[*ids, MISSING_NUMBER, "x"]] if route.parameters else []
    if len(route.parameters) > 1:
        lists.append([*ids, MISSING_NUMBER, "x"])
    for method, person in product(METHODS, PEOPLE):
        for values in product(*lists):
            there = all(value in ids for value in values)
            expected = _admin_answer(kind, view, method, person, there)
            if person in STAFF and "x" in values:
                expected.add(404)
            group = "not there" if person != "staff" else ""
            yield Case(route, method, person, values, frozenset(expected), {}, group=group)


def _kind_and_view(route: Route) -> tuple[str, str]:
    """("trips_trip", "change"); ("", "") for pages that are of no kind."""
    parts = route.path.split("/")
    if len(parts) < 4 or parts[1] == "r":
        return "", ""
    kind = f"{parts[1]}_{parts[2]}"
    if not route.name.startswith("admin:"):
        return kind, "redirect"
    if route.name == "admin:auth_user_password_change":
        return kind, "password"
    return kind, route.name.removeprefix(f"admin:{kind}_")


def _ids_of(kind: str) -> list[str]:
    """The first and the last row: of one trip and of the other."""
    model = next(
        model for model in admin.site._registry if model._meta.label_lower == kind.replace("_", ".", 1)
    )
    keys = list(model._default_manager.order_by("pk").values_list("pk", flat=True))
    return [str(key) for key in dict.fromkeys([keys[0], keys[-1]])]


def _admin_page(name: str, method: str, person: str) -> frozenset[int]:
    if person not in STAFF:
        if name == "admin:login":
            return frozenset({200, 405}) if method != "POST" else frozenset({200})
        return frozenset({302})
    answers = ADMIN_PAGES[name][STAFF.index(person)]
    if method in answers:
        return frozenset({answers[method]})
    return frozenset({answers["GET"], 405} | ({200} if method == "OPTIONS" else set()))


def _admin_answer(kind: str, view: str, method: str, person: str, there: bool) -> set[int]:
    if person not in STAFF:
        return {302}
    if view == "redirect":
        return {302, 405} if method != "GET" else {302}
    if person == "staff without permission":
        return {403}
    rights = ADMIN[kind]
    needs = {"add": "add", "delete": "delete", "password": "change"}.get(view, "")
    if method == "POST" and view == "change":
        needs = "change"
    if needs and needs not in rights:
        return {403}
    if view not in ("changelist", "add") and not there:
        return {302, 404}
    return {200, 302} if method == "POST" or view == "changelist" else {200}
