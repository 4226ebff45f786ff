"""Over a limit: a clear sentence in the page's own form, 429, when to come back, and nothing done."""

from __future__ import annotations

import uuid

import httpx
import pytest
from axes.models import AccessAttempt
from django.db import connection
from django.test import Client
from django.urls import reverse

from agents.models import TurnEvent
from tests.agents.signed_in import cookies_of
from tests.pages.reading import HTMX, SENTENCE, address
from tests.serving import serving
from trips import limits
from trips.models import Message, Tally, Traveller, Trip, Turn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limited(settings):
    settings.RATE_LIMITS = True
    limits.forget_this_process()
    yield
    limits.forget_this_process()


def said(answer, words: str) -> None:
    assert answer.status_code == 429
    assert words in answer.text
    assert 1 <= int(answer.headers["Retry-After"]) <= 3600


@pytest.mark.parametrize("by", [{}, HTMX], ids=["form", "htmx"])
def test_a_message_too_many_is_not_taken_and_stays_in_the_field(owner, trip, settings, by):
    settings.MESSAGES_A_MINUTE = 1
    send = address("send", trip)
    assert owner.post(send, {"text": "Boston"}, **by).status_code in (200, 302)
    answer = owner.post(send, {"text": "and Salem"}, **by)
    said(answer, "Nothing was sent. Try again in")
    assert Message.objects.count() == 1
    assert by or "and Salem" in answer.text
    assert ("<html" in answer.text) is not bool(by)


def test_trying_again_and_turning_down_count_as_messages(owner, trip, settings):
    settings.MESSAGES_A_MINUTE = 1
    owner.post(address("send", trip), {"text": "Boston"})
    Turn.objects.update(status=Turn.Status.FAILED)
    said(owner.post(address("retry_turn", trip, 1), **HTMX), "Nothing was sent.")
    said(owner.post(address("reject_options", trip), {"reason": "dull"}, **HTMX), "Nothing was sent.")
    assert owner.post(address("retry_turn", trip, 1)).status_code == 302  # says it on the page it leads to
    assert Turn.objects.count() == 1


def test_a_trip_too_many_is_not_started(owner, settings):
    settings.TRIPS_AN_HOUR = 1
    owner.post("/start", {"text": SENTENCE})
    answer = owner.post("/start", {"text": SENTENCE, "client_key": str(uuid.uuid4())})
    said(answer, "Many trips were started")
    assert SENTENCE in answer.text
    assert Trip.objects.count() == 1


def test_guests_of_a_network_are_counted_by_its_address(settings):
    settings.GUESTS_AN_HOUR = 1
    Client(REMOTE_ADDR="2001:db8:1:2::1").post("/start", {"text": SENTENCE})
    said(Client(REMOTE_ADDR="2001:db8:1:2:9::1").post("/start", {"text": SENTENCE}), "Many conversations")
    assert Client(REMOTE_ADDR="2001:db8:1:3::1").post("/start", {"text": SENTENCE}).status_code == 302
    assert Traveller.objects.count() == 2


def test_signing_up_too_often(client, settings):
    settings.SIGN_UPS_AN_HOUR = 1
    words = {"username": "ada", "password1": "three-green-doors", "password2": "three-green-doors"}
    client.post(reverse("sign_up"), words | {"password2": "x"})
    answer = client.post(reverse("sign_up"), words)
    said(answer, "many tries to make an account")
    assert not Traveller.objects.exists()
    assert client.get(reverse("sign_up")).status_code == 200


def test_signing_in_too_often_from_everywhere(traveller, settings):
    settings.SIGN_INS_AN_HOUR = 2
    wrong = {"username": "ada", "password": "wrong"}
    right = {"username": "ADA ".strip().lower(), "password": "a-long-enough-word"}
    for host in (1, 2):
        assert Client(REMOTE_ADDR=f"203.0.113.{host}").post(reverse("sign_in"), wrong).status_code == 422
    other = Client(REMOTE_ADDR="203.0.113.3")
    said(other.post(reverse("sign_in"), right), "many tries to sign in that failed")
    assert "_auth_user_id" not in other.session
    said(other.post(reverse("admin:login"), right), "many tries to sign in that failed")
    assert not Tally.objects.filter(key__contains="ada").exists()


def test_one_address_does_not_use_up_a_name_for_everybody(traveller, settings):
    wrong = {"username": "ada", "password": "wrong"}
    right = {"username": "ada", "password": "a-long-enough-word"}
    stranger = {"REMOTE_ADDR": "203.0.113.1"}
    statuses = [Client(**stranger).post(reverse("sign_in"), wrong).status_code for _ in range(70)]
    assert statuses.count(422) == settings.SIGN_IN_TRIES - 1 and set(statuses[7:]) == {429}
    assert Client(REMOTE_ADDR="203.0.113.2").post(reverse("sign_in"), right).status_code == 302
    for _pause in range(10):  # as soon as it may again
        AccessAttempt.objects.all().delete()
        for _ in range(settings.SIGN_IN_TRIES):
            Client(**stranger).post(reverse("sign_in"), wrong)
    assert Client(REMOTE_ADDR="203.0.113.2").post(reverse("sign_in"), right).status_code == 302


def test_who_has_used_up_its_share_of_a_name_is_held_up_with_the_others(traveller, settings):
    settings.SIGN_IN_TRIES = settings.SIGN_INS_AN_HOUR = 2
    wrong = {"username": "ada", "password": "wrong"}
    here = {"REMOTE_ADDR": "203.0.113.1"}
    for _ in range(2):
        Client(**here).post(reverse("sign_in"), wrong)
    AccessAttempt.objects.all().delete()
    said(Client(**here).post(reverse("sign_in"), wrong), "many tries to sign in that failed")


def test_signing_in_rightly_does_not_count(traveller, settings):
    settings.SIGN_INS_AN_HOUR = 1
    for _ in range(3):
        right = {"username": "ada", "password": "a-long-enough-word"}
        assert Client().post(reverse("sign_in"), right).status_code == 302


@pytest.mark.parametrize("name", ["change_password", "delete_account"])
def test_asking_for_the_password_too_often(owner, settings, name: str):
    settings.PASSWORDS_AN_HOUR = 1
    new = {"new_password1": "three-green-doors", "new_password2": "three-green-doors"}
    owner.post(reverse(name), {"old_password": "wrong", "password": "wrong", **new})
    right = {"old_password": "a-long-enough-word", "password": "a-long-enough-word", **new}
    said(owner.post(reverse(name), right), "Nothing was changed")
    assert Traveller.objects.get().check_password("a-long-enough-word")


def test_downloading_too_often(owner, settings):
    settings.DOWNLOADS_AN_HOUR = 1
    assert owner.get(reverse("download_data")).status_code == 200
    answer = owner.get(reverse("download_data"))
    said(answer, "Your data was fetched many times")
    assert "<h1>Too much at once</h1>" in answer.text


def test_too_many_pages_of_all_kinds(owner, trip, settings):
    settings.REQUESTS_A_MINUTE = 2
    for path in (reverse("front"), "/nowhere"):
        owner.get(path)
    said(owner.get(address("workspace", trip)), "very many pages")
    said(owner.get(reverse("admin:login")), "very many pages")
    assert owner.get("/static/icon.svg").status_code == 200
    part = owner.post(address("send", trip), {"text": "Boston"}, **HTMX)
    said(part, "very many pages")
    assert part["HX-Retarget"] == "#notices" and "<html" not in part.text
    assert not Message.objects.exists()
    assert Client(REMOTE_ADDR="203.0.113.9").get(reverse("front")).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_counted_is_not_refused(client):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE trips_tally RENAME TO trips_tally_away")
    try:
        assert client.get(reverse("front")).status_code == 200
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE trips_tally_away RENAME TO trips_tally")


@pytest.mark.django_db(transaction=True)
def test_streams_too_many_and_whose_address_it_is(trip, traveller, settings):
    """The proxy is believed, and nobody who pretends to be behind one more."""
    settings.STREAMS_A_MINUTE = 1
    cookies = cookies_of(traveller)

    def status(http: httpx.Client, forwarded: str) -> tuple[int, dict]:
        headers = {"X-Forwarded-For": forwarded}
        with http.stream("GET", f"/trips/{trip.uuid}/stream", headers=headers) as answer:
            return answer.status_code, dict(answer.headers)

    with serving(work=False) as base, httpx.Client(base_url=base, cookies=cookies, timeout=20) as http:
        assert status(http, "203.0.113.7")[0] == 200
        refused, headers = status(http, "203.0.113.7")
        assert refused == 429 and 1 <= int(headers["retry-after"]) <= 60
        assert status(http, "198.51.100.1, 203.0.113.7")[0] == 429  # what the proxy added counts
        assert status(http, "203.0.113.8")[0] == 200
    assert sorted(Tally.objects.filter(key__startswith="stream ").values_list("key", flat=True)) == [
        "stream address 203.0.113.7",
        "stream address 203.0.113.8",
    ]
    assert not TurnEvent.objects.exists()
