"""A traveller who only reads is seen, and stays signed in."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from trips import accounts
from trips.models import Traveller

pytestmark = pytest.mark.django_db


def aged(client: Client, traveller: Traveller, days: float) -> None:
    """Nothing was heard for so many days, and the session has one day left."""
    long_ago = timezone.now() - dt.timedelta(days=days)
    Traveller.objects.filter(pk=traveller.pk).update(last_seen=long_ago, date_joined=long_ago)
    session = client.session
    session.set_expiry(86_400)
    session.save()
    del session["_session_expiry"]
    session.save()


def test_a_guest_who_reads_is_not_removed_and_their_session_begins_anew(client, guest) -> None:
    client.force_login(guest)
    aged(client, guest, 45)
    assert accounts.idle_guests(timezone.now()).count() == 1
    answer = client.get("/trips/")
    assert answer.status_code == 200
    assert accounts.idle_guests(timezone.now()).count() == 0
    assert answer.cookies["sessionid"]["max-age"] == 60 * 60 * 24 * 90


def test_it_is_noted_once_a_day(client, guest, django_assert_num_queries) -> None:
    client.force_login(guest)
    aged(client, guest, 0.5)
    before = Traveller.objects.get(pk=guest.pk).last_seen
    answer = client.get("/trips/")
    assert "sessionid" not in answer.cookies
    assert Traveller.objects.get(pk=guest.pk).last_seen == before


def test_a_refusal_and_the_way_out_note_nothing(client, traveller) -> None:
    client.force_login(traveller)
    aged(client, traveller, 45)
    before = Traveller.objects.get(pk=traveller.pk).last_seen
    assert client.get("/trips/00000000-0000-0000-0000-000000000000/").status_code == 404
    assert client.post("/account/sign-out").status_code == 302
    assert Traveller.objects.get(pk=traveller.pk).last_seen == before
    assert "_auth_user_id" not in client.session
