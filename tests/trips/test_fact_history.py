"""Where the facts come from, in words; and what can be undone."""

from __future__ import annotations

import pytest

from tests.trips.told import TODAY
from trips import fact_history, fact_log
from trips.models import FactChange, Trip
from trips.schemas import Change

pytestmark = pytest.mark.django_db


def change(trip: Trip, *changes: tuple[str, str, object]) -> list[int]:
    """Make each (op, path, value) a change of its own; returns the numbers of the rows."""
    seqs = []
    for op, path, value in changes:
        made = Change(path=path, op=op, value=value)
        logged = fact_log.change_facts(trip, [made], by=FactChange.By.FORM, today=TODAY)
        assert not logged.problems
        seqs += [row.seq for row in logged.changes]
    return seqs


def undo(trip: Trip, seq: int) -> None:
    fact_history.undo(trip, trip.fact_changes.get(seq=seq))
    trip.refresh_from_db()


def undoable(trip: Trip) -> set[int]:
    return {line.change.seq for line in fact_history.history_of(trip) if line.may_undo}


def test_it_says_each_change_in_words(told_trip) -> None:
    said = [(line.label, line.old, line.new) for line in fact_history.history_of(told_trip)][::-1]
    assert said[:3] == [
        ("To", "", "Boston"),
        ("Who", "", "2 adults"),
        ("When", "", "15–18 February 2027 (4 days)"),
    ]
    assert said[-1] == ("Budget", "", "mid-range")


def test_an_undo_is_called_by_one_plain_label(told_trip) -> None:
    [seq] = change(told_trip, ("set", "budget.level", "high"))
    undo(told_trip, seq)
    undone = fact_history.history_of(told_trip)[0]
    assert (undone.by, undone.reason) == ("Undone: Budget", "")


def test_it_knows_where_each_change_came_from(told_trip) -> None:
    change(told_trip, ("set", "rooms", 2))
    lines = {line.change.path: line for line in fact_history.history_of(told_trip)}
    words, assumed, form = lines["party.adults"], lines["budget.level"], lines["rooms"]
    assert (words.by, words.turn_number, words.change.quote) == ("in your words", 1, "2 people")
    assert (assumed.by, assumed.change.reason) == ("assumed", "I assume a mid-range budget.")
    assert (form.by, form.turn_number) == ("in the form", None)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("destinations", ["Tokyo", "Kyoto"], "Tokyo, Kyoto"),
        ("destinations.nights", [{"city": "Tokyo", "nights": 3}], "3 in Tokyo"),
        ("budget.scope", "per_person", "per person"),
        ("budget.approximate", True, "yes"),
        ("car.at_hand", False, "no car of their own"),
        ("dates", {"start": "2027-02-15", "end": "2027-02-18", "days": 4}, "15–18 February 2027 (4 days)"),
        ("caps", [{"category": "food", "amount": "300", "currency": "EUR"}], "€300 for food"),
        ("interests", ["food", "history"], "food, history"),
        ("party.ages", [], ""),
        ("pace", None, ""),
    ],
)
def test_it_speaks_stored_values(path: str, value: object, words: str) -> None:
    assert fact_history.spoken(path, value) == words


def test_it_undoes_the_newest_change_of_a_fact_and_then_the_one_before(trip) -> None:
    food, history = change(trip, ("add", "interests", "food"), ("add", "interests", "history"))
    (pace,) = change(trip, ("set", "pace", "packed"))
    assert undoable(trip) == {history, pace}
    undo(trip, history)
    assert trip.facts.interests == ["food"]
    assert undoable(trip) == {food, pace}
    undo(trip, food)
    assert trip.facts.interests == []
    assert trip.facts.pace == "packed"
    assert undoable(trip) == {pace}


def test_what_one_message_said_of_a_fact_is_told_and_undone_as_one(told_trip) -> None:
    message = told_trip.messages.get(position=1)
    before = told_trip.facts.interests
    for wish in ("food", "history"):
        made = [Change(path="interests", op="add", value=wish)]
        fact_log.change_facts(told_trip, made, by=FactChange.By.TRAVELLER, message=message, today=TODAY)
    (line,) = [one for one in fact_history.history_of(told_trip) if one.may_undo and one.label == "Interests"]
    assert line.new == "food, history"
    undo(told_trip, line.change.seq)
    assert told_trip.facts.interests == before
    assert not {line.change.seq, *(one.seq for one in line.earlier)} & undoable(told_trip)


def test_it_refuses_to_undo_what_something_newer_stands_on(trip) -> None:
    food, history = change(trip, ("add", "interests", "food"), ("add", "interests", "history"))
    with pytest.raises(fact_history.NotTheNewest):
        undo(trip, food)
    undo(trip, history)
    with pytest.raises(fact_history.NotTheNewest):
        undo(trip, history)
    assert Trip.objects.get(pk=trip.pk).facts.interests == ["food"]


def test_a_change_after_an_undo_can_be_undone(trip) -> None:
    (packed,) = change(trip, ("set", "pace", "packed"))
    undo(trip, packed)
    (relaxed,) = change(trip, ("set", "pace", "relaxed"))
    assert undoable(trip) == {relaxed}
    undo(trip, relaxed)
    assert trip.facts.pace is None
    assert undoable(trip) == set()


def test_what_follows_from_a_change_goes_with_it(trip) -> None:
    change(trip, ("set", "dates.start", "2027-02-15"), ("set", "dates.end", "2027-02-18"))
    longer = change(trip, ("set", "dates.days", 6))
    assert len(longer) == 2  # the length, and the last day that follows from it
    assert undoable(trip) == {longer[0]}
    undo(trip, longer[0])
    assert (trip.facts.dates.end.day, trip.facts.dates.days) == (18, 4)
    assert not undoable(trip) & set(longer)


def test_the_ledger_tells_open_answered_and_left_open(told_trip) -> None:
    from trips import ledger

    ledger.ask(told_trip, told_trip.turns.last(), topic="origin", text="From?", required=False, asked_by="x")
    told = [(one.status, one.topic, bool(one.assumption)) for one in fact_history.questions_of(told_trip)]
    assert told == [("asked", "origin", False), ("answered", "dates", False), ("withdrawn", "pace", True)]
    answered = fact_history.questions_of(told_trip)[1]
    assert (answered.answer, answered.answered_by.turn.number) == ("Boston with Zoë, 2 people", 1)
