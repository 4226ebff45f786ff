"""What is over, new, or of somebody else: which lines go and which stay."""

from __future__ import annotations

import pytest

from memory.models import DocumentLine, Note
from tests.agents.planned import boston_chosen
from tests.agents.talking import BOSTON, say
from tests.memory.test_last_said import talk
from trips.models import Trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture
def planned(built) -> Trip:
    return built(boston_chosen)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("I usually fly, but this once I'd rather take the train.", ["I usually fly."]),
        ("We normally eat late but on this trip we want dinner at six.", ["We normally eat late."]),
        ("I never drink, though this time I want some wine.", ["I never drink."]),
        ("On this trip we want no museums.", []),
        ("I can't drink wine but only this time.", []),
        ("Next time we'll take the night train.", ["Next time we'll take the night train."]),
        ("On the next trip I want a hotel closer to the centre.",
         ["On the next trip I want a hotel closer to the centre."]),
        ("Next time I'd rather have fewer museums.", ["Next time I'd rather have fewer museums."]),
        ("Next time will we see the queen?", []),
        ("Next time I'll ask you first.", []),
    ],
)  # fmt: skip
def test_what_is_usual_and_what_will_be_next_time(planned: Trip, said: str, stands: list[str]) -> None:
    assert talk(planned, said) == stands


@pytest.mark.parametrize(
    ("first", "words", "then"),
    [
        ("I love jazz.", "forget that I love jazz", "I live in Ghent."),
        ("I work for Bosch.", "forget where I work", "I never fly."),
        ("I live in Bristol.", "forget where I live", "I'm a teacher."),
    ],
)
def test_other_things_are_learnt_after_something_was_forgotten(planned: Trip, first, words, then) -> None:
    assert talk(planned, first) == [first]
    assert talk(planned, words, then) == [then]


def test_another_allergy_is_learnt_after_one_was_forgotten(planned: Trip) -> None:
    talk(planned, "I'm allergic to nuts.", "forget my allergy", "I'm allergic to eggs.")
    texts = DocumentLine.objects.filter(status="active").values_list("text", flat=True)
    assert [text for text in texts if "allerg" in text] == ["Diet: allergy: eggs"]


def test_another_ones_diet_is_not_the_travellers(trip: Trip) -> None:
    say(trip, f"{BOSTON}. I'm vegetarian.")
    talk(trip, "My brother is vegan.")  # while the summary waits for a yes
    texts = [line.text for line in DocumentLine.objects.filter(status="active")]
    assert not [text for text in texts if text.startswith("Diet: vegan")]
    assert "In the traveller's words: My brother is vegan." in texts
    assert [text for text in texts if "vegetarian" in text]


def test_what_a_companion_has_no_more(planned: Trip) -> None:
    planned.members.create(name="Clara", age=8)
    for words in ("Clara is allergic to milk.", "make day 2 slower"):
        talk(planned, words)
    for words in ("Clara isn't allergic to milk any more.", "make day 3 slower"):
        talk(planned, words)
    notes = Note.objects.filter(member__name="Clara", status="active")
    assert [note.text.partition("words: ")[2] for note in notes] == ["Clara isn't allergic to milk any more."]


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        (["I don't eat pork.", "Pork is fine now."], ["Pork is fine now."]),
        (["I hate jazz.", "Jazz is fine with me now."], ["Jazz is fine with me now."]),
        (["I'm allergic to nuts and I love trains.", "My nut allergy has cleared up."],
         ["I love trains.", "My nut allergy has cleared up."]),
        (["I'm allergic to shellfish.", "The shellfish allergy is gone."],
         ["The shellfish allergy is gone."]),
        (["I'm pregnant.", "We've had the baby!"], ["We've had the baby!"]),
        (["My wife is pregnant.", "We had a boy!"], ["We had a boy!"]),
        (["My sister is pregnant.", "I'm pregnant."], ["I'm pregnant.", "My sister is pregnant."]),
        (["I work for Siemens.", "I started a new job at Bosch."], ["I started a new job at Bosch."]),
        (["I work for Siemens.", "I've got a new job with Bosch."], ["I've got a new job with Bosch."]),
        (["I'm a teacher.", "I've retired."], ["I've retired."]),
        (["We have two kids.", "We now have three kids."], ["We now have three kids."]),
        (["I live in Berlin.", "I've moved house, I'm in Potsdam now."],
         ["I've moved house, I'm in Potsdam now."]),
        (["I love museums.", "I'm bored of museums."], ["I'm bored of museums."]),
        (["I stopped drinking coffee.", "I'm back on coffee."], ["I'm back on coffee."]),
        (["I'm allergic to eggs. Scratch that, I mean nuts."], ["I'm allergic to nuts."]),
        (["I have two kids.", "Oops, three kids."], ["I have three kids."]),
    ],
)  # fmt: skip
def test_what_is_over_or_new_takes_the_place_of_what_was(
    planned: Trip, said: list[str], stands: list[str]
) -> None:
    assert talk(planned, *said) == sorted(stands)
