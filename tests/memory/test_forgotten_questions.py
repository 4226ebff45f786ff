"""Who asks what is remembered names it, and tells nothing: the question is no reason to keep the words."""

from __future__ import annotations

import datetime as dt

import pytest

from config import clock
from memory import forgetting, notes
from memory.models import Note
from memory.models.notes import AuthorKind
from memory.search import search
from tests.memory.dump import places_of
from tests.memory.people import said, turn_of
from trips.models import Message, Trip, Turn

pytestmark = pytest.mark.django_db


def noted(trip: Trip) -> tuple[Note, Message]:
    told = said(trip, "I collect quokkabeere stamps.")
    written = notes.write(
        owner=trip.owner, trip=trip, agent="planner", author=AuthorKind.AGENT, message=told,
        text="They collect quokkabeere stamps.", quote="I collect quokkabeere stamps",
    )  # fmt: skip
    assert written.note is not None
    return written.note, told


@pytest.mark.parametrize(
    "asked", ["What do you know about quokkabeere?", "Have you still got my thing with the quokkabeere?"]
)
def test_a_question_about_what_is_remembered_does_not_keep_it(trip, asked):
    """It names the thing and tells nothing: it goes silent with the note, and the answer loses the word."""
    note, told = noted(trip)
    turn = turn_of(trip)
    Turn.objects.filter(pk=turn.pk).update(result={"command": "memory"})
    question = said(trip, asked, turn=turn)
    answer = said(trip, "Yes: the quokkabeere on paper.", author="agent", turn=turn)
    assert {hit.object_id for hit in search(trip.owner, "quokkabeere", kinds=["message"])} == {
        told.pk, question.pk, answer.pk,
    }  # fmt: skip
    forgetting.forget(note, trip.owner)
    assert search(trip.owner, "quokkabeere") == []
    forgetting.undo(note)
    assert len(search(trip.owner, "quokkabeere", kinds=["message"])) == 3
    forgetting.forget(note, trip.owner)
    forgetting.purge(clock.now() + dt.timedelta(days=8))
    assert places_of("quokkab") == {("trips_message", "text")}
    answer.refresh_from_db()
    assert answer.text == "Yes: the [forgotten] on paper."


def test_what_the_traveller_tells_beside_it_is_still_theirs(trip):
    note, _told = noted(trip)
    other = said(trip, "A quokkabeere would make a fine emblem of the hotel.", turn=turn_of(trip))
    forgetting.forget(note, trip.owner)
    assert [hit.object_id for hit in search(trip.owner, "quokkabeere")] == [other.pk]
