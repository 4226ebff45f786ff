"""One letter is an answer and no language."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import understand
from trips.reading.message.intents import adds_nothing, agrees


@pytest.mark.parametrize(("said", "intent"), [("y", "yes"), ("Y", "yes"), ("n", "no"), ("k", "yes")])
def test_a_letter(said: str, intent: str) -> None:
    read = understand(said, today=dt.date(2027, 1, 4), gazetteer=default_gazetteer())
    assert (read.intent, read.language in (None, "en")) == (intent, True)


AGREED = (
    "Go ahead.|Looks good to us!|sure, do it|OK, works for me|I'm happy with that|let's get started|👍|"
    "Sounds like a plan, thanks|Well, alright then|yes, that's perfect!|send the team out"
)
MORE = (
    "start in Boston|super cheap|yes, but cheaper|fine dining|Nice|ok, no flights|please|thanks|go to Rome|"
    "that's all we want to see|ready for three days"
)


@pytest.mark.parametrize("said", AGREED.split("|"))
def test_words_that_agree_are_a_yes_and_no_fact(said: str) -> None:
    asked = ["origin", "must_do"]
    read = understand(said, today=dt.date(2027, 1, 4), gazetteer=default_gazetteer(), asked=asked)
    assert (read.intent, read.changes, read.question) == ("yes", [], None) and agrees(said)


@pytest.mark.parametrize("said", MORE.split("|"))
def test_words_that_say_more_are_no_mere_yes(said: str) -> None:
    assert not agrees(said) and not adds_nothing(said)


@pytest.mark.parametrize("said", ["That's all.", "no changes", "No, that's it, go ahead!", "nothing to add"])
def test_nothing_to_add(said: str) -> None:
    assert adds_nothing(said) and not agrees(said)
