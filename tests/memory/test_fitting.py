"""Which remembered sentences a few words mean."""

from __future__ import annotations

import pytest

from memory.fitting import means, says, says_more, telling


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("the peanut allergy", "I'm allergic to peanuts"),
        ("that I cannot stand crowded museums", "In the traveller's words: I hate crowded museums."),
        ("my diet", "We are vegetarian"),
        ("my allergies", "I'm intolerant to lactose"),
        ("my job", "I work for Bosch"),
        ("the window seat", "I always want a window seat"),
    ],
)
def test_words_mean_a_sentence(words: str, text: str) -> None:
    assert says(text, telling(words))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("that I like opera", "I like museums"),
        ("the peanut allergy", "I'm allergic to milk"),
        ("my diet", "I work for Bosch"),
        ("that I like it", "I love trains"),
    ],
)
def test_words_mean_no_other(words: str, text: str) -> None:
    assert not says(text, telling(words))


def test_who_hates_a_thing_does_not_mean_that_they_love_it() -> None:
    both = "I hate museums and I love opera"
    assert means(both, "that I love opera") and means(both, "that I hate museums")
    assert not means(both, "that I love museums")


@pytest.mark.parametrize(
    ("text", "words", "more"),
    [
        ("I'm vegetarian and I hate crowded museums.", "my diet", True),
        ("I hate museums, opera and crowds", "opera", True),
        ("My wife is pregnant and needs a quiet room.", "my wife is pregnant", True),
        ("I hate steep stairs because of my knee.", "steep stairs", False),
        ("I work for Bosch", "that I work for Bosch", False),
    ],
)
def test_a_sentence_that_says_something_else_as_well(text: str, words: str, more: bool) -> None:
    assert says_more(text, [telling(words)]) == more
