"""What is said later takes the place of what it contradicts: offline and by /remember."""

from __future__ import annotations

import datetime as dt

import pytest

from agents.remembered import Claim
from agents.validation.assumptions import carried
from memory import extraction
from memory.brief import brief_for
from memory.extraction import Work
from memory.models import DocumentLine, Note
from tests.agents.background import run_due
from tests.agents.talking import BOSTON, say
from tests.memory.extracting import turn_of
from trips.models import Traveller, Trip
from trips.reading.memory import NEEDS, durable
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
TODAY = dt.date(2027, 2, 15)


def told(owner: Traveller, *words: str) -> list[str]:
    """The sentences with one of these words that stand, without their announcement."""
    rows = [*Note.objects.filter(owner=owner, status="active")]
    rows += DocumentLine.objects.filter(document__owner=owner, status="active")
    return sorted(
        row.text.partition("words: ")[2] or row.text
        for row in rows
        if any(word in row.text.lower() for word in words)
    )


def talk(trip: Trip, *said: str) -> None:
    for text in said:
        say(trip, text)
    run_due()


# --- As it is said -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        (
            ["I am vegetarian.", "I am not vegetarian any more, I always want meat.", "I am vegan now."],
            ["I am vegan now.|Diet: vegan"],
        ),
        (["I'm allergic to peanuts.", "I can eat peanuts again."], ["I can eat peanuts again."]),
        (["I use a wheelchair.", "I no longer use a wheelchair."], ["I no longer use a wheelchair."]),
        (["My wife is vegetarian.", "My wife is vegan now, not vegetarian."],
         ["Diet: vegan|", "My wife is vegan now, not vegetarian."]),
        (["I'm allergic to peanuts.", "My son is not allergic to peanuts."],
         ["I'm allergic to peanuts.|Diet: allergy: peanuts", "My son is not allergic to peanuts."]),
        (["I am vegetarian.", "This time I eat meat."], ["I am vegetarian.|Diet: vegetarian"]),
        (["I'm allergic to nuts.", "I'm allergic to eggs."],
         ["I'm allergic to eggs.|Diet: allergy: eggs", "I'm allergic to nuts.|Diet: allergy: nuts"]),
    ],
)  # fmt: skip
def test_offline_the_newer_sentence_stands_alone(trip: Trip, said: list[str], stands: list[str]) -> None:
    talk(trip, BOSTON)
    for sentence in said:
        talk(trip, sentence)
    words = ("veg", "peanut", "wheelchair", "nuts", "eggs")
    found = told(trip.owner, *words)
    forms = [
        one.split("|") for one in stands
    ]  # a fact that is corrected while a summary waits has its own form
    assert all(sum(one in form for one in found) == ("" not in form) or "" in form for form in forms), found
    assert all(any(one in form for form in forms) for one in found), found


@pytest.mark.parametrize(
    ("word", "first", "later"),
    [
        ("early", "I hate early flights.", "I don't mind early flights any more."),
        ("fly", "We don't fly.", "We fly again, no problem."),
        ("walk far", "I can't walk far.", "Good news: I can walk far again."),
        ("ground-floor", "We need a ground-floor room.", "A ground-floor room is no longer needed."),
        ("cable", "I dislike cable cars.", "Cable cars are no problem now, I do not dislike them."),
    ],
)
def test_what_takes_something_back_is_heard_though_it_is_no_need_itself(
    trip: Trip, word: str, first: str, later: str
) -> None:
    talk(trip, BOSTON, "just plan it, please", "/select 1", first, "make day 2 slower")
    (stood,) = told(trip.owner, word)
    talk(trip, "That is over now, we never said so.")  # takes back nothing that stands
    assert told(trip.owner, word, "never said") == [stood]
    talk(trip, later)
    assert told(trip.owner, word) == [later]


def test_a_fellow_travellers_change_of_mind_takes_back_nothing_of_the_owners(trip: Trip) -> None:
    trip.members.create(name="Karim")
    talk(trip, BOSTON, "just plan it, please", "/select 1", "I hate early flights.", "make day 2 slower")
    talk(trip, "Karim doesn't mind early flights any more.", "make day 3 slower")
    assert "I hate early flights." in told(trip.owner, "flights")


def test_by_remember_the_newest_stands_and_the_next_trip_does_not_ask_it(trip: Trip) -> None:
    talk(trip, BOSTON, "/remember I'm allergic to peanuts")
    talk(trip, "/remember I'm not allergic to peanuts")
    assert told(trip.owner, "peanut") == ["I'm not allergic to peanuts"]
    talk(trip, "/remember I eat everything, I am no longer allergic to peanuts")
    assert told(trip.owner, "peanut") == ["I eat everything, I am no longer allergic to peanuts"]
    other = start_trip(trip.owner)
    say(other, BOSTON)
    assert "peanut" not in str(other.facts_json)
    assert "peanut" not in " ".join(other.messages.filter(author="agent").values_list("text", flat=True))


def test_an_employer_is_left(trip: Trip) -> None:
    talk(trip, BOSTON, "I work for Siemens.")
    assert told(trip.owner, "siemens") == ["I work for Siemens."]
    talk(trip, "I no longer work for Bosch.")
    assert told(trip.owner, "siemens") == ["I work for Siemens."]
    talk(trip, "I no longer work for Siemens.")
    assert told(trip.owner, "siemens") == []


def test_another_members_words_change_nothing_of_the_owners(trip: Trip, editor: Traveller) -> None:
    talk(trip, BOSTON, "I am vegetarian.")
    before = told(trip.owner, "vegetarian")
    turn = turn_of(trip, "I am not vegetarian any more.")
    turn.messages.update(sender=editor, by_owner=False)
    extraction.due_after(turn, [Work("planner", "Three days.")])
    run_due()
    assert before and set(before) <= set(told(trip.owner, "vegetarian"))


# --- What is remembered of diet and access -------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    ["I'm vegetarian", "I’m allergic to peanuts.", "I'm a vegan", "We're vegetarians",
     "I'm lactose intolerant", "I have a nut allergy", "I use a wheelchair", "My wife is coeliac",
     "I'm afraid of heights", "I get seasick", "I am a type 1 diabetic"],
)  # fmt: skip
def test_it_is_remembered_for_every_trip_in_whatever_spelling(trip: Trip, sentence: str) -> None:
    talk(trip, BOSTON, sentence, "just plan it, please")
    other = start_trip(trip.owner)
    brief = brief_for(other, "planner").text
    claims = [Claim(kind="note", pk=1, text=sentence, pinned=False)]
    values = [str(one.change.value).replace("_", "-") for one in carried(claims, today=TODAY)]
    assert sentence in brief or any(f": {value}\n" in brief for value in values), brief


@pytest.mark.parametrize(
    "sentence",
    ["I have a vegan friend", "Is there a vegetarian restaurant?", "If I am vegetarian, where do we eat?",
     "I love the vegetarian food there", "We have dinner at eight now", "I need a hotel with a pool"],
)  # fmt: skip
def test_what_is_no_need_of_theirs_is_none(sentence: str) -> None:
    assert not durable(sentence, *NEEDS)


def test_for_this_trip_only_it_stays_with_the_trip(trip: Trip) -> None:
    talk(trip, BOSTON, "On this trip I'm vegetarian.", "just plan it, please")
    assert "vegetarian" not in brief_for(start_trip(trip.owner), "planner").text


def test_what_is_pasted_is_no_need_of_theirs(trip: Trip) -> None:
    talk(
        trip, BOSTON, "Look at this:\n\n> I'm allergic to peanuts and I use a wheelchair.\n\nNice, is it not?"
    )
    assert told(trip.owner, "peanut", "wheelchair") == []


def test_the_next_trip_takes_the_diet_over(trip: Trip) -> None:
    talk(trip, BOSTON, "I am vegetarian. I am allergic to peanuts.", "just plan it, please")
    other = start_trip(trip.owner)
    say(other, BOSTON)
    say(other, "What do you remember about my diet?")
    answer = other.messages.filter(author="agent").order_by("position").last().text
    assert "vegetarian" in answer and "peanuts" in answer and "Nobody" not in answer
    say(other, "just plan it, please")
    other.refresh_from_db()
    assert set(other.facts.dietary) == {"vegetarian", "allergy: peanuts"}
