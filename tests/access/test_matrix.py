"""Whose is it: every address, method, person and id, against the table of tests/access/table.py.

A sample of the cases, every address in it; `python -m tests.bench access` asks them all and prints the sum.
"""

from __future__ import annotations

import logging
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.access.matrix import Found, cases_of, look_at
from tests.access.routes import Route, django_routes, native_routes
from tests.access.table import ADMIN, ADMIN_PAGES, NATIVE, PAGES
from tests.access.world import checksum, make_world

pytestmark = pytest.mark.django_db

ROUTES = django_routes()
SEED = 3


def parts() -> dict[str, list[Route]]:
    """Routes that are asked in one world: pages, each kind of staff's rows, the rest of the admin."""
    result: dict[str, list[Route]] = {}
    for route in ROUTES:
        pieces = route.path.split("/")
        of_a_kind = route.in_admin and len(pieces) > 3 and pieces[1] != "r"
        name = f"{pieces[1]}.{pieces[2]}" if of_a_kind else "admin" if route.in_admin else route.name
        result.setdefault(name, []).append(route)
    return result


def test_every_row_of_the_table_is_an_address() -> None:
    """The other way round, a new address without a row, fails below."""
    names = {route.name for route in ROUTES}
    assert set(PAGES) - names == set()
    assert set(ADMIN_PAGES) - names == set()
    assert {kind for kind in ADMIN if f"admin:{kind}_changelist" not in names} == set()
    assert {route.name for route in native_routes()} == set(NATIVE)


@pytest.mark.parametrize("name", parts())
def test_nobody_reaches_what_is_not_theirs(name: str, settings, record_property) -> None:
    settings.BACKGROUND = "worker"
    world = make_world()
    found, sample = Found(), Random(SEED)
    logging.disable(logging.CRITICAL)  # a line for every request
    try:
        for route in parts()[name]:
            found.add(look_at(world, route, None if name == "admin" else sample))
    finally:
        logging.disable(logging.NOTSET)
    print(f"{name}: {found.sentence}")
    record_property("cases", found.cases)
    assert found.leaks == []
    assert found.wrong == []


def test_no_address_takes_a_form_from_elsewhere() -> None:
    """A browser that is signed in and was led to post by another site."""
    world, asked = make_world(), 0
    before = checksum()
    for route in ROUTES:
        person = "staff" if route.in_admin else "owner"
        case = next(
            (
                case
                for case in cases_of(world, route)
                if case.method == "POST" and case.person == person and case.expected <= {200, 302, 422}
            ),
            None,
        )
        if case is None:  # takes no form
            continue
        client = Client(enforce_csrf_checks=True)
        client.cookies = world.clients[person].cookies
        answer = client.post(case.path, case.form)
        assert answer.status_code == 403, case.sentence
        asked += 1
    assert asked > 60
    assert checksum() == before


@pytest.mark.parametrize("person", ["anonymous", "owner", "viewer"])
def test_nothing_personal_is_kept_by_a_cache(person: str) -> None:
    world = make_world()
    for route in ROUTES:
        if route.in_admin or route.name == "security_txt":
            continue
        for case in cases_of(world, route):
            if (case.method, case.person, case.group) == ("GET", person, ""):
                answer = world.clients[person].get(case.path)
                if answer.status_code == 200:
                    assert "no-store" in answer.headers["Cache-Control"], case.sentence


def test_a_member_without_an_account_opens_nothing() -> None:
    world = make_world()
    world.trips["a"].members.create(name="Zoë", role="viewer")
    address = reverse("workspace", args=[world.trips["a"].uuid])
    assert Client().get(address).status_code == 404


def test_an_address_without_a_row_fails() -> None:
    world = make_world()
    with pytest.raises(LookupError, match="has no row"):
        look_at(world, Route("new_page", "trips/<uuid:trip_uuid>/new", ("trip_uuid",)))
    with pytest.raises(LookupError, match="has no row"):
        look_at(world, Route("admin:trips_new_add", "admin/trips/new/add/", ()))
    with pytest.raises(LookupError, match="no values of <new>"):
        look_at(world, Route("send", "trips/<uuid:trip_uuid>/<int:new>", ("trip_uuid", "new")))
