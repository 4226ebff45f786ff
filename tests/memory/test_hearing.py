"""What is said while remembering is off is never learnt, whatever the switches say afterwards."""

from __future__ import annotations

import pytest
from django.test import override_settings

from memory import documents, extraction, notes
from memory.documents import LineEdit
from memory.models import DocumentLine, Note, UnheardMessage
from tests.agents.background import run_due
from tests.agents.talking import BOSTON, say
from tests.memory.extracting import row_of, turn_of
from trips.models import Message, Traveller, Trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
SECRET = "I am allergic to quokkabeere and my name is Ottokar."


def switch(what: Trip | Traveller, on: bool) -> None:
    type(what).objects.filter(pk=what.pk).update(remember=on)
    what.refresh_from_db()


def kept() -> list[str]:
    found = [*Note.objects.all(), *DocumentLine.objects.all()]
    return [row.text for row in found if "quokkabeere" in row.text or "Ottokar" in row.text]


@pytest.mark.parametrize("of_the_trip", [True, False])
def test_said_while_off_is_not_learnt_once_it_is_on(trip: Trip, of_the_trip: bool) -> None:
    say(trip, BOSTON)
    switched = trip if of_the_trip else trip.owner
    switch(switched, False)
    say(trip, SECRET)
    assert trip.messages.get(text=SECRET).unheard
    switch(switched, True)
    say(trip, "I always want a quiet room. Just plan it, please.")
    run_due()
    assert kept() == []
    assert Note.objects.filter(text__contains="quiet room").exists(), "what was said since is"
    assert not DocumentLine.objects.filter(text__contains="quokkabeere").exists()


def test_the_operators_switch_counts_as_well(trip: Trip) -> None:
    with override_settings(MEMORY=False):
        turn_of(trip, SECRET)
    turn = turn_of(trip, "We would like a garden near by.")
    (told,) = extraction.words_since(row_of(turn))
    assert told[1] == "We would like a garden near by."


def test_an_editors_words_of_while_they_were_not_remembered_stay_unheard(
    trip: Trip, editor: Traveller
) -> None:
    switch(editor, False)
    row = {"trip": trip, "author": "traveller", "sender": editor, "by_owner": False}
    Message.objects.create(text="I never fly at night.", position=1, **row)
    switch(editor, True)
    Message.objects.create(text="I like gardens a lot.", position=2, turn=turn_of_none(trip), **row)
    words = [said for _message, said in extraction.words_since(row_of(turn_of(trip, "A garden, please.")))]
    assert "I never fly at night." not in words and "I like gardens a lot." in words


def turn_of_none(trip: Trip):
    return trip.turns.create(number=trip.turns.count() + 1, status="done")


def test_nothing_durable_rests_on_it(trip: Trip) -> None:
    switch(trip, False)
    turn = turn_of(trip, SECRET)
    switch(trip, True)
    message = turn.messages.get()
    written = notes.write(
        owner=trip.owner, text=SECRET, author="agent", agent="planner", message=message, quote=SECRET,
        pinned=True,
    )  # fmt: skip
    assert written.outcome == "refused"
    (done,) = documents.edit_lines(
        trip.owner, "profile", [LineEdit("add", SECRET, quote=SECRET)],
        author="agent", by="curator", message=message, trip=trip,
    )  # fmt: skip
    assert done.outcome == "refused" and kept() == []


def test_what_is_said_while_it_is_on_is_heard(trip: Trip) -> None:
    turn_of(trip, SECRET)
    switch(trip, False)
    switch(trip, True)
    assert not UnheardMessage.objects.exists()
