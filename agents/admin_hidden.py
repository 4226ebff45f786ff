"""What was forgotten, hidden on staff's pages of the work until the purge takes it from the rows."""

from __future__ import annotations

from collections.abc import Iterable

from agents.models import ModelCall, StepResult, TurnEvent
from memory.hidden_words import hidden_words
from memory.words import Words
from trips.models import Member

Row = TurnEvent | StepResult | ModelCall


def words_hidden_in(row: Row) -> Words:
    """Of the traveller whose trip (or, of a call without one, whose account) the row belongs to."""
    told = getattr(row, "words_hidden", None)
    if told is not None:
        return told
    trip = row.trip if isinstance(row, ModelCall) else row.turn.trip
    if trip is not None:
        return hidden_words(trip.owner)
    return hidden_words(row.traveller if isinstance(row, ModelCall) else None)


def look_up_once(events: Iterable[TurnEvent]) -> None:
    """For a page of many: the words of each traveller, not of each row."""
    trips = {event.turn.trip_id for event in events}
    owners = dict(
        Member.objects.filter(trip__in=trips, role=Member.Role.OWNER).values_list("trip", "traveller")
    )
    words = {owner: hidden_words(owner) for owner in {*owners.values(), None}}
    for event in events:
        event.words_hidden = words[owners.get(event.turn.trip_id)]
