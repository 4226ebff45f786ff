"""Feedback on the board and by its form: told, read, corrected, taken back; who may."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from django.urls import reverse

from config import clock
from tests.trips.travelling import with_plan
from trips import changing
from trips.models import Member, Traveller, Trip

pytestmark = pytest.mark.django_db


@pytest.fixture
def kyoto(trip, client, traveller) -> Iterator[Trip]:
    clock.set_now(dt.datetime(2027, 11, 19, 12, tzinfo=dt.UTC))
    client.force_login(traveller)
    yield with_plan(trip)
    clock.set_now(None)


def told(client, trip: Trip, name: str = "new_feedback", *args, **fields):
    data = {f"feedback-{field}": value for field, value in ({"date": "2027-11-19"} | fields).items()}
    return client.post(reverse(name, args=[trip.uuid, *args]), data)


def board(client, trip: Trip) -> str:
    return client.get(
        reverse("workspace", args=[trip.uuid]), {"tab": "trip", "view": "feedback"}
    ).content.decode()


def test_a_form_is_read_like_words_and_calls_for_the_same(client, kyoto) -> None:
    page = client.get(reverse("new_feedback", args=[kyoto.uuid])).content.decode()
    assert "Friday 19 November" in page and "Saturday 20 November" not in page
    answer = told(client, kyoto, text="ramen was the best meal, but I was exhausted after 3 pm", rating="4")
    assert answer.status_code == 302
    row = kyoto.feedback.get()
    assert (row.liked, row.energy, row.rating) == (["ramen"], "low", 4)
    proposal = changing.open_proposal(kyoto)
    assert "exhausted after 3 pm" in proposal.cause and kyoto.plan.number == 1
    shown = board(client, kyoto)
    assert "Energy low" in shown and "Liked: ramen" in shown and proposal.sentence in shown
    told(client, kyoto, text="ramen was the best meal, but I was exhausted after 3 pm", rating="4")
    assert kyoto.feedback.count() == 1


def test_what_is_chosen_wins_over_what_is_read(client, kyoto) -> None:
    told(client, kyoto, text="I was exhausted", energy="high", liked="tofu, the garden")
    row = kyoto.feedback.get()
    assert (row.energy, row.liked) == ("high", ["tofu", "the garden"])
    assert changing.open_proposal(kyoto) is None


def test_answers_without_words_are_enough_and_nothing_at_all_is_not(client, kyoto) -> None:
    assert told(client, kyoto).status_code == 422
    assert told(client, kyoto, energy="low").status_code == 302
    assert kyoto.feedback.get().text == "Energy: low"
    assert changing.open_proposal(kyoto) is not None


def test_a_day_that_has_not_come_is_refused(client, kyoto) -> None:
    assert told(client, kyoto, date="2027-11-20", text="Lovely").status_code == 422
    assert not kyoto.feedback.exists()


def test_a_report_is_corrected_and_deleted_after_asking(client, kyoto) -> None:
    told(client, kyoto, text="The market was overpriced")
    row = kyoto.feedback.get()
    told(client, kyoto, "edit_feedback", row.pk, text="The market was fine", disliked="")
    row.refresh_from_db()
    assert (row.text, row.disliked) == ("The market was fine", [])
    address = reverse("delete_feedback", args=[kyoto.uuid, row.pk])
    assert "Delete this report?" in client.get(address).content.decode() and kyoto.feedback.exists()
    client.post(address)
    assert not kyoto.feedback.exists()


@pytest.mark.parametrize(("role", "status"), [("editor", 302), ("viewer", 404)])
def test_editors_may_report_and_viewers_may_not(client, kyoto, role: str, status: int) -> None:
    other = Traveller.objects.create_user("bo", password="a-long-enough-word")
    Member.objects.create(trip=kyoto, traveller=other, role=role)
    client.force_login(other)
    assert told(client, kyoto, text="Lovely day").status_code == status
    assert ("Say how a day was" in board(client, kyoto)) == (role == "editor")


def test_before_the_trip_there_is_no_tab_and_the_form_says_why(client, kyoto) -> None:
    clock.set_now(dt.datetime(2027, 11, 1, 12, tzinfo=dt.UTC))
    assert "has not begun" in client.get(reverse("new_feedback", args=[kyoto.uuid])).content.decode()
    assert "view=feedback" not in board(client, kyoto)
