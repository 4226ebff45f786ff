"""What short messages mean after what was said last."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import apply_changes
from trips.reading import understand
from trips.reading.conversation import offer_in
from trips.reading.questions import plan_asked, subjects_in
from trips.schemas import TripFacts

TODAY = dt.date(2026, 11, 26)
WEEKS = "10–17 April 2027, 17–24 April 2027 or 24 April – 1 May 2027?"


def told(said: str, answer: str, known: str = "") -> set[tuple[str, str, str]]:
    """Path, op and value of what the answer changes."""
    facts, gazetteer = TripFacts(), default_gazetteer()
    if known:
        changes = understand(known, today=TODAY, gazetteer=gazetteer).changes
        facts = apply_changes(facts, changes, today=TODAY, gazetteer=gazetteer).facts
    read = understand(answer, today=TODAY, gazetteer=gazetteer, facts=facts, before=said)
    return {(one.path, one.op, str(one.value)) for one in read.changes}


@pytest.mark.parametrize(
    ("answer", "start"),
    [
        ("the second one", "2027-04-17"),
        ("the last", "2027-04-24"),
        ("neither, none of those", None),
        ("yes", None),
    ],
)
def test_one_of_several_is_taken(answer: str, start: str | None) -> None:
    found = {value for path, _op, value in told(WEEKS, answer) if path == "dates.start"}
    assert found == ({start} if start else set())


@pytest.mark.parametrize(
    ("answer", "start", "end"),
    [
        ("yes", "2027-04-10", "2027-04-17"),
        ("no, the week after", "2027-04-17", "2027-04-24"),
        ("two days earlier", "2027-04-08", "2027-04-15"),
        ("Sunday", "2027-04-11", "2027-04-18"),
    ],
)
def test_a_proposal_is_taken_as_it_is_or_moved(answer: str, start: str, end: str) -> None:
    found = told("A week in April from Chicago: 10–17 April 2027?", answer)
    assert ("dates.start", "set", start) in found
    assert answer == "Sunday" or ("dates.end", "set", end) in found


def test_a_start_instead_of_the_proposed_one_keeps_the_length_that_was_asked_for() -> None:
    found = told("Shall I plan for 15–19 May 2027?", "from the 12th", "Porto for 5 days in May")
    assert found == {("dates.start", "set", "2027-05-12")}


def test_both_and_all_but() -> None:
    assert told("Just Tokyo, or shall I add Kyoto or Osaka?", "both!!", "Tokyo") >= {
        ("destinations", "add", "Kyoto"),
        ("destinations", "add", "Osaka"),
    }
    found = told("Bungee, jet boat, skydiving - what appeals?", "all except the skydiving")
    assert ("avoid", "add", "skydiving") in found and ("must_do", "add", "jet boat") in found


@pytest.mark.parametrize(
    ("said", "answer", "change"),
    [
        ("How many nights?", "make it three", ("dates.days", "set", "4")),
        ("Until?", "12", ("dates.end", "set", "2026-12-12")),
        ("Where do you fly from?", "shannon", ("origin", "set", "Shannon")),
        ("How many of you are going?", "2", ("party.adults", "set", "2")),
        ("How old are the children?", "4 6 and 9", ("party.ages", "set", "4,6,9")),
        ("Budget per night for the hotel?", "200", ("stay.max_price", "set", "200")),
        ("Train or car from Porto to Lisbon?", "Train", ("travel_by", "add", "train")),
        ("Which pace do you like: relaxed, moderate or packed?", "the first", ("pace", "set", "relaxed")),
    ],
)
def test_a_bare_answer_fills_the_question(said: str, answer: str, change: tuple[str, str, str]) -> None:
    assert change in told(said, answer)


@pytest.mark.parametrize(
    ("answer", "nights"),
    [
        ("two nights each", {"2"}),
        ("4 in porto and split the rest", {"4", "2"}),
        ("make it three in Lisbon instead", {"3"}),
    ],
)
def test_nights_of_the_cities_of_the_trip(answer: str, nights: set[str]) -> None:
    found = told("How shall I share the nights?", answer, "Porto and Lisbon, 6 nights")
    assert {value for path, _op, value in found if path == "destinations.nights"} == nights


@pytest.mark.parametrize("answer", ["we love cheese", "what is that?", "maybe", "no"])
def test_what_is_no_answer_takes_nothing(answer: str) -> None:
    assert not any(path.startswith("dates") for path, _op, _value in told("10–17 April 2027?", answer))


def test_a_question_that_offers_nothing_has_no_choices() -> None:
    for said in (
        "Shall I plan it like this?",
        "How long will you stay, or when do you return?",
        "Anything else?",
    ):
        assert offer_in(said).choices == ()


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("is the tap water ok", "water"),
        ("do I need an adapter for my hairdryer", "plugs"),
        ("How much do people tip there?", "tipping"),
        ("Is there a dentist nearby?", "beyond"),
        ("can you book it for us?", "can_do"),
    ],
)
def test_a_question_has_a_subject(question: str, subject: str) -> None:
    assert subjects_in(question)[0] == subject


def test_of_the_plan() -> None:
    assert subjects_in("will it rain tomorrow?") == ("weather",)
    assert offer_in("Would you like to leave tomorrow?").choices == ("leave tomorrow",)
    assert plan_asked("What's on saturday afternoon?") and plan_asked("which day are we at the palace")
    assert plan_asked("is there a bookshop on the plan?")[-1] == "has_it"


@pytest.mark.parametrize(
    ("said", "answer", "known", "change"),
    [
        ("How many nights?", "3, from Friday 5 February", "", ("dates.days", "set", "4")),
        ("When would you like to start the day?", "half ten", "", ("hours.first", "set", "10:30")),
        ("Start at 9?", "8:30", "", ("hours.first", "set", "08:30")),
        (
            "Ghent is livelier, Bruges calmer. Which one, or both?",
            "both",
            "",
            ("destinations", "add", "Bruges"),
        ),
        (
            "Your plan for Turin: 4 nights. Anything else?",
            "I can't have nuts",
            "",
            ("dates.days", "set", "5"),
        ),
    ],
)
def test_an_answer_is_put_into_what_was_asked(said: str, answer: str, known: str, change: tuple) -> None:
    assert change in told(said, answer, known)


@pytest.mark.parametrize("answer", ["no wait, Madrid", "ugh no, Madrid", "lol no, Madrid"])
def test_an_interjection_is_no_dislike(answer: str) -> None:
    assert not any(path == "avoid" for path, _op, _value in told("Where to?", answer))


@pytest.mark.parametrize(
    ("said", "answer", "nights"),
    [
        ("How many nights in each?", "3 split 4 hvar", {"Split": 3, "Hvar": 4}),
        ("How many nights in each?", "1 and 3. hmm or 2 and 2", {"Split": 2, "Hvar": 2}),
        ("How many nights in each?", "three each", {"Split": 3, "Hvar": 3}),
        ("Two nights in each city?", "2 split yes, hvar 1 will do", {"Split": 2, "Hvar": 1}),
        ("Then how many nights in Hvar?", "4, and 2 in split", {"Split": 2, "Hvar": 4}),
        ("And how many nights in all?", "Six, split evenly", {"Split": 3, "Hvar": 3}),
        ("Who is coming?", "2 adults, 3 kids", {}),
    ],
)
def test_nights_are_told_of_each_town(said: str, answer: str, nights: dict[str, int]) -> None:
    facts, gazetteer = TripFacts(), default_gazetteer()
    changes = understand("Split then Hvar", today=TODAY, gazetteer=gazetteer).changes
    facts = apply_changes(facts, changes, today=TODAY, gazetteer=gazetteer).facts
    read = understand(answer, today=TODAY, gazetteer=gazetteer, facts=facts, before=said)
    assert {one.subject: one.value for one in read.changes if one.path == "destinations.nights"} == nights


@pytest.mark.parametrize(
    ("said", "answer", "change"),
    [
        ("When exactly in July?", "from the 3rd", ("dates.start", "set", "2027-07-03")),
        ("3 December it is. Until when?", "sunday", ("dates.end", "set", "2026-12-06")),
        ("3 December it is. Who is coming?", "no no, JUNE", ("dates.start", "set", "2027-06-03")),
        ("From when?", "we get there on boxing day", ("dates.start", "set", "2026-12-26")),
        ("Flights are cheapest 18-22 May.", "let's do those", ("dates.end", "set", "2027-05-22")),
        ("700 for both, or each?", "each", ("budget.scope", "set", "per_person")),
        ("What is your budget for the trip?", "dunno, 400?", ("budget.amount", "set", "400")),
        ("Budget?", "Say 800 pounds. Hm. 950", ("budget.amount", "set", "950")),
    ],
)
def test_the_hole_of_a_question_is_filled(said: str, answer: str, change: tuple[str, str, str]) -> None:
    assert change in told(said, answer, "Riga from 3 December" if "December" in said else "")
