"""Which remembered sentences a few words mean, and what else these sentences say."""

from __future__ import annotations

import pytest

from memory.fitting import Part, parts_of, says, telling


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


@pytest.mark.parametrize(
    ("text", "words", "meant", "rest"),
    [
        (
            "In the traveller's words: I'm vegetarian and I hate crowded museums.",
            "that I hate crowded museums",
            "I hate crowded museums",
            [Part("I'm vegetarian", "I'm vegetarian")],
        ),
        (
            "I'm vegetarian and hate museums",
            "my diet",
            "I'm vegetarian",
            [Part("I hate museums", "hate museums")],
        ),
        (
            "I'm vegetarian and allergic to nuts",
            "that I'm vegetarian",
            "I'm vegetarian",
            [Part("I'm allergic to nuts", "allergic to nuts")],
        ),
        (
            "I hate museums, opera and crowds",
            "opera",
            "opera",
            [Part("I hate museums", "I hate museums"), Part("I hate crowds", "crowds")],
        ),
        (
            "My wife is pregnant and needs a quiet room.",
            "my wife is pregnant",
            "My wife is pregnant",
            [Part("My wife needs a quiet room", "needs a quiet room")],
        ),
        ("I work for Bosch", "that I work for Bosch", "I work for Bosch", []),
    ],
)
def test_the_rest_of_a_sentence_is_a_sentence(text: str, words: str, meant: str, rest: list[Part]) -> None:
    assert parts_of(text, telling(words)) == (meant, rest)


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ("I hate steep stairs because of my knee.", "steep stairs", []),
        ("I hate steep stairs because of my knee.", "my knee", ["I hate steep stairs"]),
        ("I can't fly because of my ears", "fly", []),
        ("I'm afraid of flying because of my ears", "flying", []),
        ("I hate stairs, with my bad knee", "stairs", []),
        ("I love jazz but not on weekdays", "jazz", []),
        ("I'm allergic to nuts, especially peanuts", "nuts", []),
        (
            "I need a ground floor room because of my hip, and I'm vegetarian",
            "ground floor room",
            ["I'm vegetarian"],
        ),
    ],
)
def test_what_says_nothing_by_itself_goes_with_what_it_says_more_of(
    text: str, words: str, rest: list
) -> None:
    assert [part.text for part in parts_of(text, telling(words))[1]] == rest


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ("I'm afraid of dogs and of heights", "dogs", ["I'm afraid of heights"]),
        ("I'm allergic to milk and to nuts", "milk", ["I'm allergic to nuts"]),
        ("We get sick on boats and on buses", "boats", ["We get sick on buses"]),
        ("I don't eat gluten because I'm coeliac", "gluten", ["I'm coeliac"]),
        ("I hate queues, in winter I ski", "queues", ["in winter I ski"]),
        ("I drink coffee before noon and wine after dinner", "coffee", ["I drink wine after dinner"]),
    ],
)
def test_what_stands_by_itself_is_kept(text: str, words: str, rest: list) -> None:
    kept = [part.text for part in parts_of(text, telling(words))[1]]
    assert [one.casefold().removeprefix("i hate ") for one in kept] == [one.casefold() for one in rest]
