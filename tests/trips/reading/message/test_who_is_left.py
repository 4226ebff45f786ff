"""Who comes along after all, said beside a plan: "it's just me now", "my wife isn't coming"."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import apply_changes
from trips.reading import understand
from trips.schemas import Change, TripFacts

TODAY = dt.date(2026, 11, 22)
WHEN = {"today": TODAY, "gazetteer": default_gazetteer()}
COUPLE = apply_changes(TripFacts(), [Change(path="party.adults", op="set", value="2")], **WHEN).facts
FAMILY = apply_changes(COUPLE, [Change(path="party.children", op="set", value="1")], **WHEN).facts


def told(words: str, facts: TripFacts = COUPLE, *, planned: bool = True) -> list[tuple[str, object]]:
    found = understand(words, facts=facts, planned=planned, **WHEN)
    return [(change.path, change.value) for change in found.changes if change.path.startswith("party")]


@pytest.mark.parametrize("planned", [True, False])
@pytest.mark.parametrize(
    "words",
    [
        "no, Paul is not coming, it's just me",
        "It's just me now, Paul has to work",
        "Paul can't come after all, I'm going alone",
        "it will be only me",
        "Sorry, I'll be travelling on my own",
        "My wife isn't coming after all",
        "My husband can't make it.",
        "My friend Tom can't join us any more, sadly",
    ],
)
def test_one_of_two_is_left(words: str, planned: bool) -> None:
    assert told(words, planned=planned) == [("party.adults", 1)]


def test_a_child_stays_at_home() -> None:
    assert told("My son isn't coming", FAMILY) == [("party.children", 0)]
    assert told("My daughter is staying at home after all.", FAMILY) == [("party.children", 0)]


@pytest.mark.parametrize(
    "words",
    [
        "just me at dinner tonight",
        "It's just me in the museum on day 2",
        "I'm going alone to the market tomorrow",
        "My wife can't come to dinner on day 2",
        "My wife isn't coming to the museum",
        "My wife isn't joining the walk",
        "Is it just me or is it expensive?",
    ],
)
def test_one_evening_is_no_party(words: str) -> None:
    assert told(words) == []


@pytest.mark.parametrize(
    "words",
    [
        "Clara is allergic to milk.",
        "Rosa is vegetarian.",
        "Paul isn't vegetarian.",
        "Anna Maria has a nut allergy.",
    ],
)
def test_a_companion_is_no_sight(words: str) -> None:
    found = understand(words, facts=COUPLE, asked=["must_do", "interests", "pace"], **WHEN)
    assert not [change for change in found.changes if change.path == "must_do"]
