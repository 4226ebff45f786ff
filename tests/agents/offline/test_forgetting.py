"""Plain words that have something forgotten are heard in every phase; what is of the plan forgets nothing."""

from __future__ import annotations

import pytest

from agents.offline.corrections import NO_CHANGE
from config import clock
from memory import notes
from memory.models import Note
from memory.models.notes import AuthorKind
from tests.agents.planned import PARIS, paris_chosen
from tests.agents.stations import at, told
from trips.models import Message, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, ON_THE_WAY, AFTERWARDS = "2026-11-22T12:00", "2027-05-05T12:00", "2027-05-12T12:00"
FORGETTING = [
    "Forget everything about quokkabeere.",
    "please forget all about quokkabeere",
    "Could you erase everything related to quokkabeere?",
    "forget anything that has to do with quokkabeere",
    "forget every mention of quokkabeere",
    "forget quokkabeere",
    "you can forget quokkabeere entirely",
    "let go of everything concerning quokkabeere",
]


@pytest.fixture(autouse=True)
def clock_goes_back():
    yield
    clock.set_now(None)


@pytest.fixture
def asked(db, settings) -> Trip:
    settings.RESEARCH_AFTER_CHOICE = False
    at(BEFORE)
    trip = start_trip(Traveller.objects.create_user("ada"))
    told(trip, PARIS)
    return trip


@pytest.fixture
def chosen(built) -> Trip:
    trip = built(chosen_before)
    at(BEFORE)
    return trip


def chosen_before() -> Trip:
    at(BEFORE)
    return paris_chosen()


def answer(turn: Turn) -> str:
    return " ".join(turn.messages.filter(author=Message.Author.AGENT).values_list("text", flat=True))


def kept(trip: Trip, text: str) -> Note:
    return notes.write(owner=trip.owner, text=text, author=AuthorKind.TRAVELLER, pinned=True).note


@pytest.mark.parametrize("words", FORGETTING)
def test_before_a_plan_it_is_forgotten(asked: Trip, words: str) -> None:
    _is_forgotten(asked, words)


@pytest.mark.parametrize("words", FORGETTING)
@pytest.mark.parametrize("moment", [BEFORE, ON_THE_WAY, AFTERWARDS])
def test_beside_a_plan_it_is_forgotten(chosen: Trip, words: str, moment: str) -> None:
    at(moment)
    _is_forgotten(chosen, words)


def _is_forgotten(trip: Trip, words: str) -> None:
    note = kept(trip, "Drinks a glass of quokkabeere in the evening.")
    other = kept(trip, "Sleeps badly in trains.")
    turn = told(trip, words)
    assert "Forgotten" in answer(turn) and NO_CHANGE not in answer(turn)
    assert not Note.objects.filter(pk=note.pk, status="active").exists()
    assert Note.objects.filter(pk=other.pk, status="active").exists()


@pytest.mark.parametrize("words", FORGETTING)
def test_what_nobody_knows_is_said_to_be_unknown(chosen: Trip, words: str) -> None:
    assert "nothing that says" in answer(told(chosen, words))


@pytest.mark.parametrize("words", ["forget everything about me", "erase all about us"])
def test_one_who_is_to_be_forgotten_whole_is_led_to_the_page(chosen: Trip, words: str) -> None:
    assert told(chosen, words).result["command"] == "memory"


@pytest.mark.parametrize(
    "words",
    [
        "forget everything on day 2",
        "remove everything about history from the plan",
        "forget dinner tonight",
        "Don't forget everything about nuts",
        "we forgot everything about Lyon",
        "forget to pack",
    ],
)
def test_what_is_of_the_plan_or_no_order_forgets_nothing(chosen: Trip, words: str) -> None:
    stays = [kept(chosen, f"Loves {what}.") for what in ("history", "dinner in gardens", "nuts", "Lyon")]
    turn = told(chosen, words)
    assert turn.result["command"] != "forget"
    assert Note.objects.filter(pk__in=[note.pk for note in stays], status="active").count() == len(stays)


def test_a_place_that_the_trip_has_by_that_name_is_the_trips(asked: Trip) -> None:
    note = kept(asked, "Loves the light of Paris.")
    assert told(asked, "forget Paris").result["command"] != "forget"
    assert Note.objects.filter(pk=note.pk, status="active").exists()
