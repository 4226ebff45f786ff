"""What is learnt is taken back at once, in part, or by where somebody works now."""

from __future__ import annotations

import pytest

from memory.models import DocumentLine, Note
from tests.agents.background import run_due
from tests.agents.planned import boston_chosen
from tests.agents.talking import say
from trips.models import Trip
from trips.reading.memory.amending import drops_all

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture
def planned(built) -> Trip:
    """Its plan is chosen: no fact waits for a yes, which would be a line of its own."""
    return built(boston_chosen)


def talk(trip: Trip, *said: str, learnt_between: bool = True) -> list[str]:
    """The lines and notes that stand after it, without their announcement."""
    for text in said:
        say(trip, text)
        if learnt_between:
            run_due()
    run_due()
    rows = [*DocumentLine.objects.filter(status="active"), *Note.objects.filter(status="active", trip=None)]
    return sorted(row.text.partition("words: ")[2] for row in rows if row.quote and "words: " in row.text)


@pytest.mark.parametrize("learnt_between", [True, False])
@pytest.mark.parametrize(
    ("said", "back"),
    [("I'm a light sleeper.", "scratch that"), ("I live in Ghent and I'm a teacher.",
     "Forget what I just said."),
     ("I never fly.", "Never mind what I just said, sorry!")],
)  # fmt: skip
def test_the_last_thing_is_taken_back(planned: Trip, said: str, back: str, learnt_between: bool) -> None:
    assert talk(planned, "I speak Dutch.", said, back, learnt_between=learnt_between) == ["I speak Dutch."]


def test_and_can_be_brought_back(planned: Trip) -> None:
    assert talk(planned, "I'm a light sleeper.", "scratch that") == []
    assert talk(planned, "bring back what you forgot") == ["I'm a light sleeper."]


def test_only_the_message_just_before(planned: Trip) -> None:
    assert talk(planned, "I'm a light sleeper.", "make day 2 slower", "scratch that") == [
        "I'm a light sleeper."
    ]


@pytest.mark.parametrize(
    ("words", "all_of_it"),
    [("Scratch that.", True), ("no wait, forget what I just said please", True), ("Ignore that!", True),
     ("Scratch that, I hate boats.", False), ("forget it", False), ("cancel that", False), ("No.", False),
     ("Undo that.", False), ("Forget that I'm vegan.", False)],
)  # fmt: skip
def test_words_that_take_back_and_say_nothing_else(words: str, all_of_it: bool) -> None:
    assert drops_all(words) == all_of_it


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        (["I hate museums and I love trains.", "Museums are fine now."],
         ["I love trains.", "Museums are fine now."]),
        (["I live with my wife in Bristol.", "I live alone now."], ["I live alone now.",
         "I live in Bristol."]),
        (["I work for Siemens.", "I've moved from Siemens to Bosch."],
         ["I've moved from Siemens to Bosch."]),
        (["I work for Acme.", "I left Acme for Globex."], ["I left Acme for Globex."]),
        (["I work for Acme.", "I left Acme."], []),
        (["I work for Acme.", "I left Globex for Initech."], ["I work for Acme."]),
        (["I work for Acme.", "I left Paris for Rome."], ["I work for Acme."]),
        (["I work for Acme.", "My boss insists on economy."], ["I work for Acme.",
         "My boss insists on economy."]),
        (["I live in Bristol.", "I've moved from Siemens to Bosch."], ["I live in Bristol."]),
        (["My name is Ada, I work for Acme, our travel policy is economy only."],
         ["I work for Acme.", "My name is Ada.", "Our travel policy is economy only."]),
        (["I hate museums.", "Scratch that, I never fly and I'm a light sleeper."],
         ["I never fly.", "I'm a light sleeper."]),
    ],
)  # fmt: skip
def test_what_is_taken_back_goes_and_the_rest_stands(
    planned: Trip, said: list[str], stands: list[str]
) -> None:
    assert talk(planned, *said) == sorted(stands)
