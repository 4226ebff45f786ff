"""Several things told in one sentence, and who of them a need is of."""

from __future__ import annotations

import pytest

from memory.extraction_offline import lasting_sentences
from memory.spoken import parted, told_for
from trips.reading.memory import of_who_travels
from trips.reading.memory.amending import Told


def parts(sentence: str) -> list[tuple[str, str]]:
    told = parted(Told(sentence, sentence), told_for)
    assert all(one.quote in sentence for one in told)
    return [(one.text, told_for(one.text)) for one in told]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "My name is Ada, I work for Acme, our travel policy is economy only",
            [("My name is Ada.", "profile name"), ("I work for Acme.", "company employer"),
             ("Our travel policy is economy only.", "company travel policy")],
        ),
        (
            "Hello, I'm a nurse and I can't swim.",
            [("I'm a nurse.", "profile role"), ("I can't swim.", "preferences need")],
        ),
        (
            "I live in Ghent with my wife, we speak Dutch and we hate crowds!",
            [("I live in Ghent with my wife.", "profile household"), ("We speak Dutch.",
        "profile household"),
             ("We hate crowds!", "preferences need")],
        ),
        ("I work for Acme but I live in Leeds.",
         [("I work for Acme.", "company employer"), ("I live in Leeds.", "profile household")]),
        ("I hate museums and I love trains.",
         [("I hate museums.", "preferences need"), ("I love trains.", "preferences need")]),
    ],
)  # fmt: skip
def test_each_clause_is_a_sentence_in_its_own_place(sentence: str, told: list[tuple[str, str]]) -> None:
    assert parts(sentence) == told


@pytest.mark.parametrize(
    ("sentence", "lasts"),
    [
        ("Japan 3–16 April, two of us, 4000 EUR, and I'm vegetarian", ["I'm vegetarian."]),
        ("Lisbon in May, 5 days, 1500 euros, we're vegan and I use a wheelchair.",
         ["We're vegan.", "I use a wheelchair."]),
        ("Two of us want to go to Rome on 3 March, I'm allergic to shellfish.",
         ["I'm allergic to shellfish."]),
        ("I work for Siemens and need to be in Tokyo from 4 to 9 May.", ["I work for Siemens."]),
    ],
)  # fmt: skip
def test_of_a_plan_only_what_lasts_is_kept(sentence: str, lasts: list[str]) -> None:
    assert [text for text, _kind in parts(sentence)] == lasts


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm vegetarian but I eat fish.",
        "I'm vegan because I love animals.",
        "I have two sons, they are both allergic to eggs.",
        "My daughter is allergic to milk and she carries an EpiPen.",
        "I love my dog, my cat and my garden.",
        "I snore so my wife wants a separate room.",
        "When I travel, I always take insulin.",
        "I'm allergic to nuts, my sons too.",
    ],
)
def test_what_belongs_together_stays_one_sentence(sentence: str) -> None:
    assert [text for text, _kind in parts(sentence)] == [sentence]


@pytest.mark.parametrize(
    ("found", "stays"),
    [
        (["The kids of my sister are allergic to nuts, but they stay at home."], []),
        (["My husband is vegetarian but he isn't travelling with us."], []),
        (["My mother uses a wheelchair, she stays at home."], []),
        (["My son is allergic to nuts.", "He's not coming though."], []),
        (["My dad isn't coming.", "He is in a wheelchair."], []),
        (["My parents aren't coming, but I'm diabetic."], ["I'm diabetic."]),
        (["My son is allergic to nuts.", "He loves trains."], ["My son is allergic to nuts.",
         "He loves trains."]),
        (["I stay at home with the kids, I'm a housewife."],
         ["I stay at home with the kids, I'm a housewife."]),
        (["I'm not coming to the museum, my knees are bad."],
         ["I'm not coming to the museum, my knees are bad."]),
    ],
)  # fmt: skip
def test_the_needs_of_who_stays_at_home_are_nobodys(found: list[str], stays: list[str]) -> None:
    assert of_who_travels(found) == stays


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("I broke my ankle last week, so no walking tours on this trip",
         ["No walking tours on this trip."]),
        ("My back went out yesterday, so no boats on this trip please.", ["No boats on this trip please."]),
        ("We're vegetarian on this trip because of my sister.",
         ["We're vegetarian on this trip because of my sister."]),
    ],
)  # fmt: skip
def test_what_holds_on_this_trip_is_kept_without_a_day_of_its_reason(words: str, kept: list[str]) -> None:
    assert [one.text for one in lasting_sentences(words)] == kept


@pytest.mark.parametrize(
    ("words", "document"),
    [
        ("coffee first thing or I'm useless", "preferences"),
        ("I can't function without breakfast.", "preferences"),
        ("I'm grumpy before ten.", "preferences"),
        ("im moving to Lisbon in may", "profile"),
        ("We're relocating to Canada next year.", "profile"),
        ("One more museum or I'm late.", ""),
        ("I'm moving to Kyoto on Tuesday.", ""),
        ("We're moving to the next hotel.", ""),
    ],
)
def test_what_somebody_needs_to_function_and_where_they_move(words: str, document: str) -> None:
    assert told_for(words).partition(" ")[0] == document


@pytest.mark.parametrize(
    "words",
    ["My wife is afraid of heights.", "My mother uses a wheelchair.", "Our daughter is allergic to eggs.",
     "My husband hates museums."],
)  # fmt: skip
def test_what_somebody_else_needs_is_no_preference_of_the_travellers(words: str) -> None:
    assert told_for(words) == "profile household"
