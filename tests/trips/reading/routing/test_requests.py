"""Plain words for the commands that are asked for by what they tell, and sentences that are none of them."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.reading.routing.owner_of import Errand, context, errand_of
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.compose import draft as composed
from trips.planning.compose import outlines
from trips.planning.schedule import schedule
from trips.reading.routing import Context
from trips.reading.routing.message import Message
from trips.reading.routing.requests import asks_of_bookings, asks_what_there_is, request_in
from trips.schemas import Budget, Dates, Destination, Party, TripFacts

TODAY = dt.date(2027, 1, 4)
GAZETTEER = default_gazetteer()
FACTS = TripFacts(
    destinations=[
        Destination(name="Tokyo", city_id=1850147, country="JP", nights=2),
        Destination(name="Kyoto", city_id=1857910, country="JP", nights=2),
    ],
    dates=Dates(start=dt.date(2027, 4, 4), end=dt.date(2027, 4, 8)),
    party=Party(adults=2),
    budget=Budget(level="mid"),
)

ASKED_FOR = {
    "help": [
        "help", "Help me, please!", "what can you do?", "What can you do for me?", "how does this work?",
        "what can I say here?", "which commands are there?", "I'm lost", "show me what you can do",
    ],
    "status": [
        "status", "what is the status?", "what comes next?", "what's next?", "where do we stand?",
        "Where are we with the planning?", "how far are we?", "what is still missing?", "what's left to do?",
        "what else do you need from me?", "What should I do next?", "what now?", "are we done?",
        "bring me up to speed", "give me a quick overview of the trip", "what have we decided so far?",
        "can you summarise where we are?", "show me the checklist", "the next steps, please",
    ],
    "options": [
        "options", "show me the options again", "what were the options?",
        "Can I see the three options once more?",
        "go back to the options",
        "which options do I have?", "what did you offer me?", "what is on offer?",
    ],
    "memory": [
        "what do you remember about me?", "What do you know about us?", "do you still remember me?",
        "which notes do you keep about me?", "show me what you remember", "what is stored about me?",
        "forget everything you know about me",
    ],
    "reset": [
        "start over", "Let's start all over again.", "I want to start from scratch", "can we begin again?",
        "reset the trip", "forget everything", "delete everything and start again", "back to square one",
    ],
}  # fmt: skip
WHAT_IS_ASKED_FOR = [(words, name) for name, rows in ASKED_FOR.items() for words in rows]

NONE_OF_THEM = [
    # facts and answers
    "two adults", "in May", "next week", "we love markets and food", "mid-range budget", "now we are three",
    "we are new to Japan", "yes", "no", "start with Rome", "start over with Rome", "we start from Lyon",
    "remember that I like trains",
    # wishes for a change
    "start again from day 3", "clear day 3", "delete the museum on day 2", "start earlier on day 2",
    "move the museum to the next day", "the next day is too full", "forget the opera", "plan again",
    "put dinner on my calendar for Friday", "add a print museum", "drop everything on day 2",
    # of places, the plan, the weather
    "what can you do in Paris?", "what can we do on a rainy day?", "what is the weather like?",
    "what do you know about Boston?", "where are we going?", "where do we sleep?", "how far is the station?",
    "is anything open today?", "what is open now?", "what is open on Monday?",
    "is everything open on Sunday?", "what else is there to see?", "are there any good museums in Kyoto?",
    "what are the options for dinner?", "what are the options for getting to Kyoto?",
    # of what was said, of options to choose or to turn down
    "what do you know so far?", "do you remember my hotel?", "what do you remember about the wedding?",
    "show me other options", "show me something else", "none of these options", "option 2",
    "what about option 3?",
    "help me plan a trip to Rome", "help us find a quiet hotel", "find us a hotel in Kyoto",
]  # fmt: skip


@pytest.fixture(scope="module")
def planned() -> Context:
    draft = composed(FACTS, outlines(FACTS, GAZETTEER)[0], GAZETTEER, used=set())
    return context(FACTS, TODAY, schedule(draft, FACTS, GAZETTEER, today=TODAY))


@pytest.mark.parametrize(("words", "name"), WHAT_IS_ASKED_FOR)
def test_what_is_asked_for_with_a_plan_and_without(planned: Context, words: str, name: str) -> None:
    assert errand_of(words, planned) == Errand(name)
    assert errand_of(words, context(TripFacts(), TODAY)) == Errand(name)


def request(words: str, setting: Context) -> tuple[str, str] | None:
    message = Message(words, TODAY)
    return request_in(message, 0, len(message.tokens), setting)


@pytest.mark.parametrize("words", NONE_OF_THEM)
@pytest.mark.parametrize("started", [False, True])
def test_what_is_none_of_them(planned: Context, words: str, started: bool) -> None:
    assert request(words, context(TripFacts(), TODAY)) is None
    assert request(words, context(FACTS, TODAY, planned.plan, started=started)) is None


@pytest.mark.parametrize("words", [one for one in NONE_OF_THEM if " " in one])
def test_nor_sends_it_research_out_or_sorts(planned: Context, words: str) -> None:
    found = errand_of(words, planned)
    assert found is None or found.command in ("plan", "agenda", "remember", "cost"), found


def test_on_the_way_the_next_thing_is_in_the_agenda(planned: Context) -> None:
    setting = context(FACTS, TODAY, planned.plan, started=True)
    assert request("what's next?", setting) == ("agenda", "")
    assert request("what are the next steps?", setting) == ("status", "")
    assert request("what can I do here?", setting) is None


@pytest.mark.parametrize(
    ("words", "errand"),
    [
        ("can I have this as markdown?", Errand("export", "md")),
        ("export the plan as a calendar file", Errand("export", "ics")),
        ("give me the calendar file", Errand("export", "ics")),
        ("could you put it in my calendar", Errand("export", "ics")),
        ("I need it as a pdf", Errand("export", "print")),
        ("is there a json version?", Errand("export", "json")),
        ("download the plan", Errand("export", "")),
        ("show me the other options", Errand("options")),
        ("look for more restaurants in Tokyo", Errand("research", "Tokyo")),
        ("search for other things to do in Kyoto", Errand("research", "Kyoto")),
        ("do some more research on Kyoto", Errand("research", "Kyoto")),
        ("what else is there to see in Tokyo?", Errand("research", "Tokyo")),
        ("research Rome", Errand("research", "Rome")),
        ("what should we prioritise?", Errand("prioritize")),
        ("sort what you found", Errand("prioritize")),
        ("put the findings in order", Errand("prioritize")),
        ("what are the must-sees in Kyoto?", Errand("prioritize", "Kyoto")),
        ("which places matter most?", Errand("prioritize")),
        ("change it back", Errand("undo")),
        ("I want the old plan back", Errand("undo")),
        ("remember I always want an aisle seat", Errand("remember", "I always want an aisle seat")),
    ],
)
def test_beside_a_plan(planned: Context, words: str, errand: Errand) -> None:
    assert errand_of(words, planned) == errand


def test_what_there_is_and_what_else_there_is() -> None:
    assert asks_what_there_is("What is there to see in Kyoto?") and asks_what_there_is(
        "what can we do in Kyoto"
    )
    assert not asks_what_there_is("what else is there to see in Kyoto?")
    assert not asks_what_there_is("research Kyoto") and not asks_what_there_is("find more museums in Kyoto")


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("which bookings are still open?", True),
        ("what do we still need to book?", True),
        ("is the hotel booked?", True),
        ("when do I have to book the Skytree?", True),
        ("show me the reservations", True),
        ("I booked the hotel in Kyoto, code ABC123", False),
        ("we have booked the flights", False),
        ("can you book the hotel?", False),
        ("which museums are open?", False),
    ],
)
def test_of_bookings(words: str, asks: bool) -> None:
    assert asks_of_bookings(words) is asks


@pytest.mark.parametrize(
    "piece", ["please ", "and so ", "show me the options ", "what is the status of ", "it "]
)
def test_long_repetitions_are_read_at_once(piece: str) -> None:
    assert request(piece * 30, context(FACTS, TODAY)) is None
