"""A sentence and its opposite have the same words: which of them did the traveller say?"""

from __future__ import annotations

import time

import pytest

from memory.polarity import same_sense, says_change

SAME = [
    ("Ich esse kein Fleisch.", "esse kein Fleisch", "Isst kein Fleisch."),
    ("I am allergic to peanuts and I never fly at night.", "allergic to peanuts", "Allergic to peanuts."),
    ("I am allergic to peanuts and I never fly at night.", "never fly at night", "Never flies at night."),
    ("I am allergic to peanuts.", "allergic to peanuts", "Cannot eat peanuts because of an allergy."),
    ("We eat no meat, fish or eggs.", "We eat no meat", "They avoid meat, fish and eggs."),
    ("I'd rather take a train than a plane", "rather take a train", "Prefers trains to planes."),
    ("We prefer trains to flights.", "prefer trains to flights", "Prefers trains to flights."),
    ("I don't like museums, but I love temples.", "love temples", "Loves temples, does not like museums."),
    ("No, we are vegetarian.", "we are vegetarian", "Vegetarian."),
    ("I can't wait to see temples.", "see temples", "Wants to see temples."),
    ("I love temples not museums", "love temples", "Loves temples."),
    ("I love temples. I never fly Delta.", "I love temples", "Loves temples and never flies Delta."),
    ("We need gluten-free food.", "gluten-free food", "Avoids gluten."),
    ("My daughter is afraid of heights.", "afraid of heights",
     "In the traveller's words: My daughter is afraid of heights."),
    ("two lines\nof one sentence about temples", "lines of one", "A sentence about temples."),
    ("I never travel without my dog.", "without my dog", "Always travels with a dog."),
    ("Don't forget that I'm allergic to bees.", "I'm allergic to bees", "I'm allergic to bees."),
    ("You must never forget we are vegetarians!", "we are vegetarians", "They are vegetarians."),
    ("Please don’t let me forget I need my pills at noon.", "I need my pills", "Needs pills at noon."),
]  # fmt: skip

TURNED = [
    ("Ich esse kein Fleisch.", "esse kein Fleisch", "Isst Fleisch."),
    (
        "As I said, I am allergic to peanuts.",
        "allergic to peanuts",
        "The traveller is not allergic to peanuts.",
    ),
    ("As I said, I am allergic to peanuts.", "allergic to peanuts", "No peanut allergy."),
    ("As I said, I am not allergic to peanuts.", "allergic to peanuts", "Allergic to peanuts."),
    ("I am allergic to peanuts and I never fly at night.", "fly at night", "Always prefers to fly at night."),
    ("I don't like museums.", "like museums", "Likes museums."),
    ("I don't like museums or eat meat.", "eat meat", "Eats meat."),
    ("I don't eat meat, drink wine or smoke.", "drink wine", "Drinks wine."),
    ("I hate museums.", "museums", "Loves museums."),
    ("I love museums.", "I love museums", "Hates museums."),
    ("Meat is not for me.", "Meat is", "Eats meat."),
    ("Meat never, please.", "Meat never", "Eats meat."),
    ("We prefer trains to planes.", "prefer trains to planes", "Prefers planes to trains."),
    ("A hotel instead of a hostel.", "hotel instead of a hostel", "Wants a hostel."),
    ("I love temples. I never fly Delta.", "I love temples", "Loves temples and to fly Delta."),
    ("I used to love museums.", "love museums", "Loves museums."),
    ("We can’t walk far.", "walk far", "They can walk far."),
    ("Don't forget that I'm not allergic to bees.", "allergic to bees", "Allergic to bees."),
]


@pytest.mark.parametrize(("message", "quote", "text"), SAME)
def test_what_was_said(message: str, quote: str, text: str) -> None:
    assert same_sense(text, message, quote)


@pytest.mark.parametrize(("message", "quote", "text"), TURNED)
def test_the_opposite_of_what_was_said(message: str, quote: str, text: str) -> None:
    assert not same_sense(text, message, quote)


@pytest.mark.parametrize(
    ("old", "new", "message", "quote"),
    [
        ("Vegetarian.", "", "I am not vegetarian any more.", "not vegetarian any more"),
        ("Vegetarian.", "", "I'm no longer vegetarian", "no longer vegetarian"),
        ("Vegetarian.", "", "Forget that I am vegetarian.", "Forget that I am vegetarian"),
        ("Likes markets.", "", "I like gardens and markets. Forget all of that.", "Forget all of that"),
        ("Prefers window seats.", "Prefers aisle seats.", "I prefer aisle seats.", "aisle seats"),
        ("Vegetarian.", "", "I was vegetarian, but no longer.", "but no longer"),
        ("Vegetarian.", "vegetarian", "Are there temples?", "temples"),
    ],
)  # fmt: skip
def test_what_was_said_changes_what_is_kept(old: str, new: str, message: str, quote: str) -> None:
    assert says_change(old, new, message, quote)


@pytest.mark.parametrize(
    ("old", "new", "message", "quote"),
    [
        ("Vegetarian.", "", "Are there vegetarian restaurants near the temples?", "vegetarian restaurants"),
        ("Vegetarian.", "", "I want vegetarian restaurants near the temples.", "vegetarian restaurants"),
        ("Vegetarian.", "", "I am allergic to nuts and vegetarian.", "vegetarian"),
        ("Vegetarian.", "", "Sorry, I am vegetarian.", "I am vegetarian"),
        ("Vegetarian.", "Loves temples.", "We are vegetarian and love temples.", "love temples"),
        ("Vegetarian.", "Loves temples.", "We love temples.", "love temples"),
        ("Vegetarian, no nuts.", "Vegetarian.", "I am vegetarian.", "I am vegetarian"),
        ("Likes markets.", "", "I like markets. Forget the harbour.", "Forget the harbour"),
        ("Vegetarian.", "", "Forget the harbour, I love vegetarian food.", "vegetarian food"),
        ("Likes markets.", "", "Can I forget markets?", "forget markets"),
    ],
)
def test_what_was_said_beside_it_changes_nothing(old: str, new: str, message: str, quote: str) -> None:
    assert not says_change(old, new, message, quote)


@pytest.mark.parametrize(
    "part", ["not ", "a.b", "prefer x to ", "to ", ", ", "no longer ", "any ", "\n", "x"]
)
def test_long_messages_are_compared_quickly(part: str) -> None:
    started = time.monotonic()
    text = "\n\n".join([(part * 600)[:590]] * 20)
    same_sense((part * 600)[:500], text, part)
    says_change((part * 600)[:500], "x", text, part)
    assert time.monotonic() - started < 3.0
