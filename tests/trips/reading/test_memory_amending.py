"""What is said again because it was said wrongly, and what changes nothing though it begins like it."""

from __future__ import annotations

import pytest

from trips.reading.memory.amending import amended, amends


@pytest.mark.parametrize(
    ("before", "said", "meant"),
    [
        ("I'm vegetarian.", "Scratch that, I'm pescatarian.", "I'm pescatarian."),
        ("I prefer window seats.", "No wait, I prefer aisle seats.", "I prefer aisle seats."),
        ("I prefer window seats.", "I meant aisle.", "I prefer aisle seats."),
        ("We love hiking.", "I mean cycling.", "We love cycling."),
        ("I have two kids.", "Sorry, I meant three kids.", "I have three kids."),
        ("I'm allergic to cashews.", "Actually, it's pistachios I'm allergic to.",
         "It's pistachios I'm allergic to."),
        ("My wife is allergic to eggs.", "Correction: my wife is allergic to milk.",
         "My wife is allergic to milk."),
        ("My name's Tom.", "Actually it's Thom, with an h.", "My name's Thom."),
        ("My name is Kirsten", "Sorry, it's Kristin, not Kirsten.", "My name is Kristin"),
        ("I love museums.", "Scratch that, I hate them.", "I hate museums."),
        ("I live in Bristol", "Oops, I mean Bath", "I live in Bath"),
        ("I'm vegetarian", "make that vegan", "I'm vegan"),
        ("We love sushi", "or rather ramen", "We love ramen."),
        ("I have two kids.", "Oops, three kids.", "I have three kids."),
        ("I'm vegan.", "Correct that: I'm vegetarian again, not vegan.", "I'm vegetarian again, not vegan."),
        ("I'm afraid of dogs.", "Please change that to cats.", "I'm afraid of cats."),
        ("I like jazz.", "Please fix that, I like blues, not jazz.", "I like blues, not jazz."),
    ],
)  # fmt: skip
def test_a_correction_takes_the_place_of_what_was_said_just_before(
    before: str, said: str, meant: str
) -> None:
    (one,) = amended([said], [before])
    assert one.text == meant and one.quote in said
    assert amends(before, one.text, one.lead)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("I'm vegetarian, no wait, vegan.", ["I'm vegan"]),
        ("I love museums, no wait, I hate them.", ["I hate museums."]),
        ("I'm allergic to nuts - sorry, I mean eggs.", ["I'm allergic to eggs."]),
        ("We have two, I mean three kids", ["We have three kids"]),
    ],
)
def test_a_sentence_that_corrects_itself_is_told_as_it_is_meant(said: str, meant: list[str]) -> None:
    assert [one.text for one in amended([said])] == meant


def test_what_was_dropped_in_a_sentence_of_its_own_is_left_out() -> None:
    told = amended(["I hate trains.", "Scratch that.", "I love trains."])
    assert [one.text for one in told] == ["I love trains."]
    told = amended(["I'm allergic to eggs.", "Scratch that, I mean nuts."])
    assert [one.text for one in told] == ["I'm allergic to nuts."]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I hate boats", "I mean it"),
        ("I hate boats", "I mean, who doesn't?"),
        ("I hate boats", "Wait, is the museum open?"),
        ("I hate boats", "Wait for me at the hotel."),
        ("I don't eat pork", "Actually, could you make day 2 slower?"),
        ("I'm allergic to nuts", "Actually I'm allergic to eggs too"),
        ("I'm allergic to nuts", "Actually, I'm allergic to eggs"),  # in doubt both stand
        ("I'm vegan", "Forget that I am vegan"),
        ("We love trains", "Actually, we love the sea"),
    ],
)
def test_what_only_begins_like_a_correction_amends_nothing(before: str, said: str) -> None:
    assert not any(amends(before, one.text, one.lead) for one in amended([said], [before]))
