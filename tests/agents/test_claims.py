"""What remembered sentences say about a trip's facts: carried over, or asked."""

from __future__ import annotations

import datetime as dt

import pytest

from agents.llm import budget
from agents.llm.base import ModelMessage, ModelRequest, SystemBlock
from agents.remembered import Claim
from agents.validation import assumptions
from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import apply_changes
from trips.schemas import Change, TripFacts

TODAY = dt.date(2026, 11, 22)
WHEN = {"today": TODAY, "gazetteer": default_gazetteer()}


def sentences(*texts: str) -> list[Claim]:
    return [Claim(kind="note", pk=pk, text=text, pinned=True) for pk, text in enumerate(texts)]


def facts(*changes: tuple[str, str, str]) -> TripFacts:
    rows = [Change(path=path, op=op, value=value) for path, op, value in changes]
    return apply_changes(TripFacts(), rows, **WHEN).facts


def said(*texts: str) -> list[tuple[str, str]]:
    found = assumptions.carried(sentences(*texts), today=TODAY)
    return [(entry.change.path, str(entry.change.value)) for entry in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The traveller is vegan since 12 May 2026.", [("dietary", "vegan")]),
        ("Allergic to peanuts (since 2020-05-12).", [("dietary", "allergy: peanuts")]),
        ("Uses a wheelchair.", [("access", "wheelchair")]),
        ("Ada eats vegetarian food.", [("dietary", "vegetarian")]),
        ("Prefers a relaxed pace as of March 2026.", [("pace", "relaxed")]),
        ("Goes to Kyoto on 3 May 2027 with 4 people for 9000 dollars.", []),
        ("Is not vegetarian any more.", []),
        ("Chose the cheaper hotel.", []),
    ],
)
def test_what_a_sentence_carries(text: str, expected: list) -> None:
    assert said(text) == expected


def test_of_a_single_value_the_strongest_stands_of_lists_all() -> None:
    found = assumptions.carried(
        sentences("A relaxed pace, please.", "A packed pace.", "Vegetarian.", "Has a nut allergy."),
        today=TODAY,
    )
    taken = assumptions.assumptions(found, TripFacts(), frozenset(), **WHEN)
    assert [(change.path, change.value) for change, _ in taken] == [
        ("pace", "relaxed"),
        ("dietary", "vegetarian"),
        ("dietary", "allergy: nuts"),
    ]
    assert taken[2][1] == "What you eat: an allergy to nuts, as I remember it from before."


COUPLE, ALONE, WITH_A_CHILD = ("2", "0"), ("1", "0"), ("1", "1")


@pytest.mark.parametrize(
    ("text", "told", "of"),
    [
        ("Clara is allergic to nuts.", "For Clara: an allergy to nuts", (COUPLE, ALONE, WITH_A_CHILD)),
        ("In the traveller's words: Clara is allergic to nuts.", "For Clara: an allergy to nuts",
         (COUPLE, WITH_A_CHILD)),  # nobody speaks so of themselves
        ("My wife is vegan.", "For your wife: vegan", (COUPLE,)),
        ("My mother uses a wheelchair.", "For your mother: wheelchair", (COUPLE,)),
        ("Our son Max needs step-free access.", "For your son: step free", (WITH_A_CHILD,)),
        ("My kids are vegetarian.", "For your kids: vegetarian", (WITH_A_CHILD,)),
        ("My daughter, 24, is vegan.", "For your daughter: vegan", (COUPLE,)),
        ("I am vegan.", "What you eat: vegan", (COUPLE, ALONE, WITH_A_CHILD)),
        ("Vegan.", "What you eat: vegan", (COUPLE, ALONE, WITH_A_CHILD)),
    ],
)  # fmt: skip
def test_what_is_assumed_says_whose_it_is_and_leaves_at_home_who_does_not_come(text, told, of) -> None:
    found = assumptions.carried(sentences(text), today=TODAY)
    for party in (COUPLE, ALONE, WITH_A_CHILD):
        adults, children = party
        now = facts(("party.adults", "set", adults), ("party.children", "set", children))
        taken = assumptions.assumptions(found, now, frozenset(), **WHEN)
        assert [words.split(", as I")[0] for _, words in taken] == [told] * (party in of)


def test_what_this_trip_spoke_of_is_not_assumed() -> None:
    found = assumptions.carried(sentences("Vegetarian."), today=TODAY)
    assert assumptions.assumptions(found, TripFacts(), frozenset({"dietary"}), **WHEN) == []


def test_a_clash_is_asked_and_what_keeps_both_is_not() -> None:
    found = assumptions.carried(sentences("Vegetarian."), today=TODAY)
    touched = frozenset({"dietary"})
    asked = assumptions.clash(found, facts(("dietary", "add", "halal")), touched, **WHEN)
    assert asked is not None and asked.topic == "other:remembered-dietary"
    assert "halal" in asked.text and "vegetarian" in asked.text
    assert assumptions.clash(found, facts(("dietary", "add", "vegan")), touched, **WHEN) is None
    assert assumptions.clash(found, facts(("dietary", "add", "vegetarian")), touched, **WHEN) is None
    assert assumptions.clash(found, facts(("dietary", "add", "halal")), frozenset(), **WHEN) is None


def test_a_pace_is_one_or_the_other() -> None:
    found = assumptions.carried(sentences("A relaxed pace."), today=TODAY)
    asked = assumptions.clash(found, facts(("pace", "set", "packed")), frozenset({"pace"}), **WHEN)
    assert asked is not None and "Which one" in asked.text


def test_more_interests_are_no_contradiction() -> None:
    found = assumptions.carried(sentences("Likes museums."), today=TODAY)
    assert (
        assumptions.clash(found, facts(("interests", "add", "food")), frozenset({"interests"}), **WHEN)
        is None
    )


def test_an_allergy_is_asked_before_a_pace() -> None:
    found = assumptions.carried(sentences("A relaxed pace.", "Has a nut allergy."), today=TODAY)
    now = facts(("pace", "set", "packed"), ("dietary", "add", "vegan"))
    asked = assumptions.clash(found, now, frozenset({"pace", "dietary"}), **WHEN)
    assert asked is not None and "nuts" in asked.text


def test_remembered_words_are_reserved_as_what_others_wrote() -> None:
    def bytes_of(theirs: bool) -> int:
        block = SystemBlock("x" * 300, theirs=theirs)
        request = ModelRequest("p", "planner", "fast", (block,), (ModelMessage("user", text="y"),), 10)
        return budget._bytes(request)

    assert bytes_of(theirs=True) - bytes_of(theirs=False) == 600
