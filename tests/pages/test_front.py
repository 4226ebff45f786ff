"""The first page: one field; a sentence makes a guest, a trip and a turn, once."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from agents.guests import FirstForm
from tests.pages.reading import SENTENCE, address, key_in
from trips.models import Message, Traveller, Trip, Turn

pytestmark = pytest.mark.django_db


def test_it_asks_one_thing_and_makes_no_guest_for_looking(client):
    page = client.get("/").content.decode()
    assert page.count("<textarea") == 1
    assert page.count('class="chip"') == 3
    assert reverse("sign_in") in page
    assert not Traveller.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_sentence_makes_a_guest_a_trip_and_a_turn(client):
    page = client.get("/").content.decode()
    answer = client.post("/start", {"text": SENTENCE, "client_key": key_in(page)})
    trip = Trip.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == address("workspace", trip)
    assert trip.owner.is_guest
    assert trip.turns.get().status == Turn.Status.QUEUED
    assert SENTENCE in client.get(answer["Location"]).content.decode()


def test_an_example_is_a_sentence_too(client):
    client.post("/start", {"text": "", "say": "Somewhere warm in March", "client_key": uuid.uuid4()})
    assert Message.objects.get().text == "Somewhere warm in March"


def test_the_same_form_sent_twice_is_one_trip_and_one_guest(client):
    key = key_in(client.get("/").content.decode())
    token = client.cookies["csrftoken"].value
    first = client.post("/start", {"text": SENTENCE, "client_key": key})
    again = Client()  # the second click left before the first one's answer was there
    again.cookies["csrftoken"] = token
    second = again.post("/start", {"text": SENTENCE, "client_key": key})
    assert first["Location"] == second["Location"]
    assert Trip.objects.count() == Traveller.objects.count() == Message.objects.count() == 1
    assert again.get(second["Location"]).status_code == 200


def test_the_same_form_at_once_is_one_trip_and_one_guest(client, monkeypatch):
    """The second finds nothing when it looks, and the first one's trip when it stores its own."""
    key = key_in(client.get("/").content.decode())
    token = client.cookies["csrftoken"].value
    again = Client()
    again.cookies["csrftoken"] = token
    look = FirstForm.trip
    answers = []

    def too_early(form: FirstForm):
        monkeypatch.setattr(FirstForm, "trip", look)
        answers.append(again.post("/start", {"text": SENTENCE, "client_key": key}))

    monkeypatch.setattr(FirstForm, "trip", too_early)
    first = client.post("/start", {"text": SENTENCE, "client_key": key})
    assert first["Location"] == answers[0]["Location"]
    assert Trip.objects.count() == Traveller.objects.count() == Message.objects.count() == 1
    for browser in (client, again):
        assert browser.get(first["Location"]).status_code == 200


def test_the_same_form_after_its_process_died_is_one_trip(client):
    """Nothing of the first try is left but what was committed: no cache, no session."""
    key = key_in(client.get("/").content.decode())
    token = client.cookies["csrftoken"].value
    client.post("/start", {"text": SENTENCE, "client_key": key})
    cache.clear()
    Session.objects.all().delete()
    again = Client()
    again.cookies["csrftoken"] = token
    answer = again.post("/start", {"text": SENTENCE, "client_key": key})
    assert Trip.objects.count() == Traveller.objects.count() == Message.objects.count() == 1
    assert SENTENCE in again.get(answer["Location"]).content.decode()


def test_a_key_from_another_browser_opens_nothing(client):
    key = key_in(client.get("/").content.decode())
    client.post("/start", {"text": SENTENCE, "client_key": key})
    other = Client()
    other.get("/")
    other.post("/start", {"text": "Paris", "client_key": key})
    assert Trip.objects.count() == 2


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_an_empty_sentence_is_told_and_makes_nobody(client, text):
    answer = client.post("/start", {"text": text})
    assert answer.status_code == 422
    assert "Write something first." in answer.content.decode()
    assert not Traveller.objects.exists()


def test_too_many_guests_of_one_address_are_told_and_not_made(client, settings):
    settings.RATE_LIMITS = True
    settings.GUESTS_AN_HOUR = 2
    for _ in range(2):
        Client().post("/start", {"text": SENTENCE})
    answer = client.post("/start", {"text": SENTENCE})
    assert answer.status_code == 429
    assert "Many conversations" in answer.content.decode()
    assert SENTENCE in answer.content.decode()
    assert Traveller.objects.count() == Trip.objects.count() == 2


def test_who_is_signed_in_is_no_guest_and_finds_the_trips(owner, traveller, trip):
    page = owner.get("/").content.decode()
    assert address("workspace", trip) in page
    owner.post("/start", {"text": SENTENCE})
    assert Trip.objects.owned_by(traveller).count() == 2
