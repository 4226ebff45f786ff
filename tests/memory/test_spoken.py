"""Which sentences tell a traveller's name: what stands behind "call me" can also be when to call."""

from __future__ import annotations

import datetime as dt

import pytest

from memory import spoken
from trips.models import Message


def names(words: str) -> list[str]:
    message = Message(pk=1, trip_id=1, text=words)
    message.created = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)
    return [event.what for event in spoken.profile_events(words, message) if event.trigger == "name"]


@pytest.mark.parametrize(
    "words",
    [
        "Please call me Tuesday morning.",
        "Call me Monday.",
        "Call me Mondays after six.",
        "Call me Tue at five.",
        "Call me Wed. morning.",
        "Please call me Tomorrow.",
        "Call me Easter Monday.",
        "Call me April 5.",
        "Call me May the 3rd.",
        "Call me June or July.",
        "Call me Tonight, please.",
        "Call me When you land.",
        "Call me If it rains.",
        "Please call me Later.",
        "Call me Any time.",
        "Call me At noon.",
        "CALL ME BACK ON MY PHONE.",
        "CALL ME A TAXI.",
        "CALL ME AN UBER.",
        "CALL ME ASAP.",
        "MY NAME IS ON THE BOOKING.",
        "Please don't call me Robert.",
        "Never call me Robert.",
    ],
)
def test_when_to_call_is_no_name(words: str) -> None:
    assert names(words) == []


@pytest.mark.parametrize(
    "words",
    [
        "My name is Ada.",
        "Please call me Bob.",
        "MY NAME IS ADA.",
        "People call me Will.",
        "My name is April.",
        "Call me May, please.",
        "Call me June.",
        "Call me Sun.",
        "I'm called Jan.",
        "My name is An Nguyen.",
        "I am called In-su.",
        "Call me Al.",
        "Call me Mona.",
        "Call me Thea, and call me Tuesday.",
        "My name is Ono.",
        "Call me O'Neill.",
    ],
)
def test_a_name_is_one_though_it_begins_like_another_word(words: str) -> None:
    assert names(words) == [words]
