"""Plain words that are an errand, and those that are not."""

from __future__ import annotations

import datetime as dt
import time

import pytest

from tests.trips.reading.routing.owner_of import Errand, context, errand_of, parts
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.compose import draft as composed
from trips.planning.compose import outlines
from trips.planning.schedule import schedule
from trips.reading.edits import read_edits
from trips.reading.routing import Context
from trips.schemas import Budget, Dates, Destination, Party, TripFacts

TODAY = dt.date(2027, 1, 4)
GAZETTEER = default_gazetteer()
FACTS = TripFacts(
    destinations=[
        Destination(name="Tokyo", city_id=1850147, country="JP", nights=3),
        Destination(name="Kyoto", city_id=1857910, country="JP", nights=3),
    ],
    dates=Dates(start=dt.date(2027, 4, 4), end=dt.date(2027, 4, 10)),
    party=Party(adults=2),
    budget=Budget(level="mid"),
)


@pytest.fixture(scope="module")
def planned() -> Context:
    draft = composed(FACTS, outlines(FACTS, GAZETTEER)[0], GAZETTEER, used=set())
    return context(FACTS, TODAY, schedule(draft, FACTS, GAZETTEER, today=TODAY))


@pytest.mark.parametrize(
    ("words", "errand"),
    [
        ("undo that", Errand("undo")),
        ("research tokyo and kyoto for us", Errand("research", "all")),
        ("can you dig up stuff for both cities please", Errand("research", "all")),
        ("can you look up concerts in kyoto", Errand("research", "Kyoto")),
        ("rank everything again", Errand("prioritize")),
        ("sort everything in Kyoto again", Errand("prioritize", "Kyoto")),
        ("Please take that back.", Errand("undo")),
        ("Remember that I can't stand cable cars", Errand("remember", "I can't stand cable cars")),
        ("Don't forget that Mia is allergic to nuts", Errand("remember", "Mia is allergic to nuts")),
        (
            "Remember for this trip that we want late breakfasts.",
            Errand("remember", "we want late breakfasts for this trip."),
        ),
        ("Please note just this once: I can't fly", Errand("remember", "I can't fly just this once.")),
        ("forget about the opera", Errand("forget", "the opera")),
        ("Could you export it as ics?", Errand("export", "ics")),
        ("put it into my calendar", Errand("export", "ics")),
        ("print the plan", Errand("export", "print")),
        ("what's on tomorrow?", Errand("agenda", "tomorrow")),
        ("What's the plan for today", Errand("agenda", "today")),
        ("show me the agenda", Errand("agenda")),
        ("what do we have on day 3?", Errand("agenda", "day 3")),
        ("How much have we spent?", Errand("cost")),
        ("where can we save?", Errand("cost")),
        ("lunch 2400 yen", Errand("cost", "lunch 2400 yen")),
        ("swap day 2 and 3", Errand("plan", "swap day 2 and 3")),
        ("less walking on day 2 please", Errand("plan", "less walking on day 2 please")),
        ("research Kyoto", Errand("research", "Kyoto")),
        ("please do the research for all cities", Errand("research", "all")),
        ("what can we see and do in Tokyo?", Errand("research", "Tokyo")),
        ("prioritize the findings", Errand("prioritize")),
        ("rank the places in Kyoto", Errand("prioritize", "Kyoto")),
    ],
)
def test_errands(planned, words: str, errand: Errand) -> None:
    assert errand_of(words, planned) == errand


@pytest.mark.parametrize(
    ("words", "nights"),
    [
        ("can we stay a day longer?", "1 more night in Kyoto"),
        ("could we fly home two days later?", "2 more nights in Kyoto"),
        ("extend the trip by 3 days", "3 more nights in Kyoto"),
        ("we go home on 11 April instead", "1 more night in Kyoto"),
        ("we want to come home a day earlier", "1 fewer night in Kyoto"),
    ],
)
def test_another_end_of_a_plan_is_a_change_of_its_nights(planned, words: str, nights: str) -> None:
    counted = FACTS.model_copy(update={"dates": FACTS.dates.model_copy(update={"days": 7})})
    assert errand_of(words, context(counted, TODAY, planned.plan)) == Errand("plan", nights)
    wish = read_edits(nights, planned.plan, FACTS, GAZETTEER, today=TODAY)
    assert [edit.kind for edit in wish.edits] == ["drop_night" if "fewer" in nights else "add_night"]


@pytest.mark.parametrize(
    "words",
    [
        "can we start a day earlier?",
        "come home five days earlier",
        "stay a day longer, and we are three people now",
        "when do we go home?",
        "from 5 to 12 April",
    ],
)
def test_what_moves_its_beginning_or_says_more_is_none(planned, words: str) -> None:
    assert errand_of(words, planned) is None


def test_on_the_way_one_leaves_for_home(planned) -> None:
    on_the_way = context(FACTS, dt.date(2027, 4, 6), planned.plan, started=True)
    assert errand_of("let's leave a day later", on_the_way) == Errand("plan", "1 more night in Kyoto")
    assert errand_of("let's leave a day later", planned) is None


@pytest.mark.parametrize(
    "words",
    [
        "I want to visit Boston for a long weekend",
        "Feb 15-18, 2 people, mid-range budget",
        "Yes, that's perfect!",
        "No, let me change something",
        "forget it",
        "do I need a car?",
        "we love history and food",
        "make it four people",
        "the budget is 3000 euros",
        "is the agenda fixed?",
        "research is my job",
        "",
        "/help",
    ],
)
def test_what_is_no_errand(planned, words: str) -> None:
    assert errand_of(words, planned) is None


def test_without_a_plan_there_is_nothing_to_change_or_to_spend() -> None:
    setting = context(FACTS, TODAY)
    paid = "we paid 900 dollars for the flights"
    assert errand_of(paid, setting) == Errand("cost", paid)
    for words in ("swap day 2 and 3", "undo that", "what's on tomorrow?", "lunch 2400 yen", "print the plan"):
        assert errand_of(words, setting) is None


def test_on_the_way_words_of_how_it_was_are_feedback(planned) -> None:
    day = planned.plan.days[1].date
    started = context(FACTS, day, planned.plan, started=True)
    for words in (
        "ramen was the best meal, but I was exhausted after 3 pm",
        "We loved the gardens",
        "We were exhausted, less walking tomorrow please",
        "the castle tour was boring and cost 40 euros",
    ):
        assert errand_of(words, started).command == "feedback", words
        assert errand_of(words, context(FACTS, TODAY, planned.plan)) != Errand("feedback", words)
    for words, command in (
        ("lunch 2400 yen", "cost"),
        ("swap day 2 and 3", "plan"),
        ("swap the boring museum on day 3 for a garden", "plan"),
        ("less walking on day 3 please", "plan"),
        ("what's on tomorrow?", "agenda"),
        ("undo that", "undo"),
    ):
        found = errand_of(words, started)
        assert found is None or found.command == command, words
    assert errand_of("thanks, that's great", started) is None


@pytest.mark.parametrize(
    ("words", "owners"),
    [
        ("swap day 2 and 3 and lunch 2400 yen", ["edit", "expense"]),
        ("remember that we are vegetarian and swap day 2 and 3", ["remember", "edit"]),
        ("yes but cheaper", ["edit"]),
        ("undo that, and what's the weather like?", ["edit", "question"]),
        ("forget that I'm vegan. lunch 2000 yen", ["forget", "expense"]),
        ("thanks! do we need a visa?", ["question"]),
        ("blargh fnord", ["unread"]),
        ("haha just kidding", ["talk"]),
        ("Wir möchten noch eine Nacht in Kyoto bleiben", ["language"]),
    ],
)
def test_each_part_has_one_owner(planned, words: str, owners: list[str]) -> None:
    assert [part.owner for part in parts(words, planned)] == owners


def test_twenty_thousand_characters_are_routed_in_a_second(planned) -> None:
    text = "we paid 20 euros for lunch and move the museum to day 2, is it far? and so " * 300
    start = time.process_time()
    parts(text[:20_000], planned)
    assert time.process_time() - start < 1
