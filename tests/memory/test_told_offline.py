"""What is kept of a message without a model: whose it is, and until when."""

from __future__ import annotations

import datetime as dt

import pytest

from config import clock
from memory.companions import companions, told_of
from memory.models import DocumentLine, Note
from tests.agents.background import run_due
from tests.agents.planned import boston_chosen
from tests.agents.talking import say
from trips.models import Trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
IN_TWO_WEEKS = dt.timedelta(days=14)


@pytest.fixture
def planned(built) -> Trip:
    """Its plan is chosen: a wish to change it is the planner's work, which notes are taken of."""
    return built(boston_chosen)


def kept(trip: Trip, words: str) -> list[Note]:
    say(trip, words)
    say(trip, "make day 2 slower")
    run_due()
    return list(Note.objects.exclude(quote="").order_by("pk"))


@pytest.mark.parametrize(
    "words",
    [
        "We don't eat shellfish. That's just for this trip, because my sister is pregnant.",
        "I can't drink wine. But only this time!",
        "We eat no cheese, it's for this trip only.",
    ],
)
def test_what_is_for_this_trip_ends_with_it_though_the_next_sentence_says_so(
    planned: Trip, words: str
) -> None:
    (note,) = kept(planned, words)
    assert (note.trip, note.valid_to, note.status) == (planned, planned.end, "active")
    assert not DocumentLine.objects.exclude(quote="").exists()


@pytest.mark.parametrize(
    ("words", "lasts"),
    [
        ("For the next two weeks I can't drink alcohol.", IN_TWO_WEEKS),
        ("I can't climb stairs; that lasts for the next 14 days.", IN_TWO_WEEKS),
        ("My wife can't swim. It's for another 14 days.", IN_TWO_WEEKS),
    ],
)
def test_what_ends_by_itself_is_no_line_for_good(planned: Trip, words: str, lasts: dt.timedelta) -> None:
    (note,) = kept(planned, words)
    assert note.valid_to == clock.today() + lasts
    assert not DocumentLine.objects.exclude(quote="").exists()


def test_what_fellow_travellers_wish_is_kept_as_theirs(planned: Trip) -> None:
    for name in ("Ines", "Otto"):
        planned.members.create(name=name)
    found = kept(planned, "Otto asks for a single room. Ines would rather share.")
    assert [(note.member.name, note.text.partition("words: ")[2]) for note in found] == [
        ("Otto", "Otto asks for a single room."),
        ("Ines", "Ines would rather share."),
    ]


def test_what_the_owner_wants_now_or_asks_is_none(planned: Trip) -> None:
    planned.members.create(name="Ines")
    assert kept(planned, "We want to see the opera. Does Ines want a taxi?") == []


def test_what_two_disagree_on_is_one_sentence_of_both(planned: Trip) -> None:
    for name in ("Ines", "Otto"):
        planned.members.create(name=name)
    (note,) = kept(planned, "Ines adores sushi but Otto can't stand raw fish.")
    assert note.member is None and "Ines adores sushi but Otto" in note.text


@pytest.mark.parametrize(
    ("name", "words", "told"),
    [
        ("Karim", "Karim changed his mind, he likes sushi now.", True),
        ("Karim", "Karim refuses to fly.", True),
        ("May", "May turned out too hot for us.", False),
        ("Art", "Art changed a lot in Paris.", False),
        ("Rose", "Rose gardens changed a lot.", False),
    ],
)
def test_a_name_that_begins_a_sentence(trip: Trip, name: str, words: str, told: bool) -> None:
    member = trip.members.create(name=name)
    assert told_of(words, companions(trip)) == ([member] if told else [])


def test_do_not_forget_is_a_wish_to_remember(planned: Trip) -> None:
    say(planned, "Don't forget that I'm allergic to bees.")
    note = Note.objects.get(text__contains="bees")
    assert (note.status, note.trip, note.pinned) == ("active", None, True)
