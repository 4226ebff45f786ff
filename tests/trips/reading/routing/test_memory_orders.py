"""Words that have something forgotten, or not remembered: what they name, what else the message says."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.reading.routing.owner_of import Errand, context, errand_of
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import understand
from trips.reading.routing.memory_orders import (
    forgetting_in,
    split,
    switch_in,
    thing_in,
    without_forgetting,
)
from trips.schemas import TripFacts

TODAY = dt.date(2027, 1, 4)
SETTING = context(TripFacts(), TODAY)

NAMED = {
    "forget that my wife is pregnant": "my wife is pregnant",
    "I don't want you to remember that I am vegan": "I am vegan",
    "do not remember that I am coeliac": "I am coeliac",
    "don’t remember that I hate museums": "I hate museums",
    "you can forget the thing about the quiet room": "the quiet room",
    "stop remembering that I like wine": "I like wine",
    "you needn't remember that I snore": "I snore",
    "please no longer remember that I snore": "I snore",
    "there is no need to remember my birthday": "my birthday",
    "I'd rather you didn't remember that I work for Bosch": "I work for Bosch",
    "I'd like it if you forgot that I smoke": "I smoke",
    "scratch that I'm vegan": "I'm vegan",
    "delete my diet from your memory": "my diet",
    "don't remember my hotel, please": "my hotel",
    "please delete the note about my wife": "my wife",
    "erase what you know about my wife": "my wife",
    "forget what I said about my knee": "my knee",
    "forget about the opera": "the opera",
    "let's forget the fact that I'm afraid of heights, ok?": "I'm afraid of heights",
}


@pytest.mark.parametrize("words", NAMED)
def test_what_is_to_be_forgotten(words: str) -> None:
    assert forgetting_in(words).what == NAMED[words]
    assert errand_of(words, SETTING) == Errand("forget", NAMED[words])


@pytest.mark.parametrize(
    "words",
    [
        "Don't forget that Mia is allergic to nuts", "I forgot that we are three", "forget it", "forget that",
        "we never remember names", "I can't remember that name", "Do you remember that I'm vegan?",
        "delete the museum on day 2", "drop everything on day 2", "remove the entry on day 3",
        "forget everything", "what do you know about me?", "keep in mind that I'm vegan",
        "we want to forget that we have a job",
    ],
)  # fmt: skip
def test_what_has_nothing_forgotten(words: str) -> None:
    assert forgetting_in(words) is None
    found = errand_of(words, SETTING)
    assert found is None or found.command != "forget"


@pytest.mark.parametrize(
    "words",
    [
        "I don't want you to remember that I am vegan", "do not remember that I am coeliac",
        "don't remember that I hate museums", "you can forget the thing about the quiet room",
        "stop remembering that I like wine", "forget that we are three vegetarians in Rome",
    ],
)  # fmt: skip
def test_it_tells_no_fact(words: str) -> None:
    assert understand(words, today=TODAY, gazetteer=default_gazetteer()).changes == []


def test_what_else_is_said_is_read() -> None:
    words = "2 adults. Don't remember that I'm vegan. Budget 2000 EUR"
    read = understand(words, today=TODAY, gazetteer=default_gazetteer())
    assert {change.path for change in read.changes} >= {"party.adults", "budget.amount"}
    assert all(change.path != "dietary" for change in read.changes)
    assert forgetting_in(words).rest_of(words) == "2 adults. Budget 2000 EUR"
    assert "vegan" not in without_forgetting(words)


def test_a_second_wish_ends_what_is_to_be_forgotten() -> None:
    words = "Could you forget that I hate museums and make it 5 days?"
    found = forgetting_in(words)
    assert (found.what, found.rest_of(words)) == ("I hate museums", "make it 5 days?")
    assert split("that I hate museums but keep the wine") == ("that I hate museums", "keep the wine")
    assert split("that I hate museums and love opera") == ("that I hate museums and love opera", "")


def test_a_thing_is_of_memory_where_it_is_a_persons_own() -> None:
    assert errand_of("forget my allergy", SETTING) == Errand("forget", "allergy")
    assert errand_of("please forget the peanut allergy", SETTING) == Errand("forget", "peanut allergy")
    assert errand_of("forget the window seat", SETTING) is None
    assert thing_in("forget the window seat").what == "window seat"
    assert not thing_in("forget the window seat").of_a_plan
    assert thing_in("remove the opera").of_a_plan


@pytest.mark.parametrize(
    "words",
    ["stop remembering things about me", "please don't remember anything about me", "switch off your memory"],
)
def test_remembering_nothing_at_all_is_the_switch(words: str) -> None:
    assert switch_in(words) == "off"
    assert errand_of(words, SETTING) == Errand("memory")


@pytest.mark.parametrize(
    "words", ["bring back what you forgot", "undo the forgetting", "please restore the forgotten notes"]
)
def test_what_was_forgotten_is_wanted_back(words: str) -> None:
    assert switch_in(words) == "back"
    assert errand_of(words, SETTING) == Errand("memory", "undo")
    assert not switch_in("give me back the old plan")


@pytest.mark.parametrize(
    "words", ["forget where I work", "please forget where we live", "forget how old my daughter is"]
)
def test_what_somebody_told_is_named_by_a_question(words: str) -> None:
    found = forgetting_in(words)
    assert found is not None and found.plain


@pytest.mark.parametrize(
    "words", ["forget what we planned for day 2", "forget where we are going", "forget what I said"]
)
def test_what_was_planned_is_not(words: str) -> None:
    assert forgetting_in(words) is None
