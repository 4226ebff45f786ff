"""Every address of trips: who may do what; somebody else's is as if it did not exist."""

from __future__ import annotations

import re
import uuid

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client
from django.urls import reverse

from tests.trips.told import signed_in
from trips import urls
from trips.models import Trip

pytestmark = pytest.mark.django_db

PEOPLE = ("anonymous", "stranger", "viewer", "editor", "owner")
#: name of the address: (methods it has, the least of the people that may use it)
OF_A_TRIP = {
    "rename_trip": ({"GET", "POST"}, "editor"),
    "delete_trip": ({"GET", "POST"}, "owner"),
    "edit_fact": ({"GET", "POST"}, "editor"),
    "undo_change": ({"POST"}, "editor"),
    "facts_history": ({"GET"}, "viewer"),
}
OF_AN_ACCOUNT = {
    "my_trips": {"GET"},
    "account": {"GET"},
    "change_password": {"GET", "POST"},
    "move_trips": {"GET", "POST"},
    "download_data": {"GET"},
    "delete_account": {"GET", "POST"},
}
OPEN = {"sign_in": {"GET", "POST"}, "sign_up": {"GET", "POST"}, "sign_out": {"POST"}}


@pytest.fixture
def clients(told_trip, traveller, stranger, editor, viewer) -> dict[str, Client]:
    people = {"stranger": stranger, "viewer": viewer, "editor": editor, "owner": traveller}
    return {"anonymous": Client()} | {name: signed_in(person) for name, person in people.items()}


def address(name: str, trip_uuid: object) -> str:
    more = {"edit_fact": ["pace"], "undo_change": [1]}.get(name, [])
    return reverse(name, args=[trip_uuid, *more])


def database() -> str:
    """Every row there is, sessions aside (they note that somebody was here)."""
    models = [model for model in apps.get_models() if model._meta.label != "sessions.Session"]
    rows = [row for model in models for row in model.objects.order_by("pk")]
    return serializers.serialize("json", rows)


TOKENS = re.compile(r'(?<="X-CSRFToken":")[^"]+|(?<=name="csrfmiddlewaretoken" value=")[^"]+')


def body(response) -> str:
    """The page without the token that is new every time."""
    return TOKENS.sub("", response.text)


def test_the_tables_above_know_every_address() -> None:
    assert {pattern.name for pattern in urls.urlpatterns} == {*OF_A_TRIP, *OF_AN_ACCOUNT, *OPEN}


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("name", OF_A_TRIP)
@pytest.mark.parametrize("htmx", [False, True])
def test_only_those_who_may_reach_a_trip(clients, told_trip, person: str, name: str, htmx: bool) -> None:
    methods, least = OF_A_TRIP[name]
    client, headers = clients[person], {"HX-Request": "true"} if htmx else {}
    for method in sorted(methods):
        before = database()
        send = client.get if method == "GET" else client.post
        response = send(address(name, told_trip.uuid), headers=headers)
        if PEOPLE.index(person) >= PEOPLE.index(least):
            assert response.status_code in (200, 302, 409, 422)
        else:
            missing = send(address(name, uuid.uuid4()), headers=headers)
            assert (response.status_code, missing.status_code) == (404, 404)
            assert body(response) == body(missing)
            assert database() == before


@pytest.mark.parametrize("name", OF_AN_ACCOUNT)
@pytest.mark.parametrize("method", ["get", "post"])
def test_pages_of_the_account_lead_a_visitor_to_sign_in(told_trip, name: str, method: str) -> None:
    before = database()
    response = getattr(Client(), method)(reverse(name))
    assert response.status_code == 302
    assert response.url == f"{reverse('sign_in')}?next={reverse(name)}"
    assert database() == before


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("method", ["get", "head", "options", "put", "delete", "patch"])
def test_reading_never_changes_anything(clients, told_trip, person: str, method: str) -> None:
    before = database()
    for name in OF_A_TRIP:
        getattr(clients[person], method)(address(name, told_trip.uuid))
    for name in [*OF_AN_ACCOUNT, *OPEN]:
        getattr(clients[person], method)(reverse(name))
    assert database() == before


@pytest.mark.parametrize("name", [*OF_A_TRIP, *OF_AN_ACCOUNT, *OPEN])
def test_each_address_takes_its_own_methods_only(clients, told_trip, name: str) -> None:
    methods = OF_A_TRIP[name][0] if name in OF_A_TRIP else {**OF_AN_ACCOUNT, **OPEN}[name]
    where = address(name, told_trip.uuid) if name in OF_A_TRIP else reverse(name)
    for method in ("GET", "POST", "PUT", "DELETE", "PATCH"):
        if method not in methods:
            assert clients["owner"].generic(method, where).status_code == 405


@pytest.mark.parametrize("name", [*OF_A_TRIP, *OF_AN_ACCOUNT, *OPEN])
def test_it_takes_no_form_from_elsewhere(traveller, told_trip, name: str) -> None:
    methods = OF_A_TRIP[name][0] if name in OF_A_TRIP else {**OF_AN_ACCOUNT, **OPEN}[name]
    if "POST" not in methods:
        return
    client = Client(enforce_csrf_checks=True)
    client.force_login(traveller)
    before = database()
    where = address(name, told_trip.uuid) if name in OF_A_TRIP else reverse(name)
    assert client.post(where, {"sure": "yes", "answer": "move"}).status_code == 403
    assert database() == before


@pytest.mark.parametrize("person", PEOPLE)
def test_nothing_personal_is_kept_by_a_cache(clients, told_trip, person: str) -> None:
    for name in OF_A_TRIP:
        response = clients[person].get(address(name, told_trip.uuid))
        if response.status_code == 200:
            assert "no-store" in response.headers["Cache-Control"]
    for name in [*OF_AN_ACCOUNT, *OPEN]:
        response = clients[person].get(reverse(name))
        if response.status_code == 200:
            assert "no-store" in response.headers["Cache-Control"]


def test_an_editor_who_leaves_has_no_access(clients, told_trip, editor) -> None:
    told_trip.members.filter(traveller=editor).delete()
    assert clients["editor"].get(address("facts_history", told_trip.uuid)).status_code == 404


def test_a_member_without_an_account_opens_nothing(told_trip) -> None:
    told_trip.members.create(name="Zoë", role="viewer")
    assert Client().get(address("facts_history", told_trip.uuid)).status_code == 404


def test_another_trips_change_is_missing(clients, traveller, told_trip) -> None:
    other = Trip.objects.create()
    other.members.create(traveller=traveller, role="owner")
    response = clients["owner"].post(reverse("undo_change", args=[other.uuid, 1]))
    assert response.status_code == 404
