"""Words of an answer that repeat something remembered."""

from __future__ import annotations

import pytest

from agents.mentions import mentions


@pytest.mark.parametrize(
    ("answer", "remembered", "found"),
    [
        ("You wrote that two big sights a day are enough; I hold to that.",
         "Two big sights a day are enough.", ["two big sights a day are enough"]),
        ("Vegetarian, as I remember it.", "I am vegetarian.", ["Vegetarian"]),
        ("A room with a view of the sea.", "Prefers quiet rooms with a view.", []),
        ("The trains are fast.", "Prefers night trains.", []),
        ("I took *night trains* again.", "Prefers night trains.", ["night trains"]),
        ("It is what it is.", "It is so.", []),
        ("", "I am vegetarian.", []),
    ],
)  # fmt: skip
def test_a_run_of_words_counts_when_it_says_enough(answer: str, remembered: str, found: list[str]) -> None:
    assert mentions([answer], [remembered]) == found


def test_each_text_is_looked_through_for_each_sentence() -> None:
    told = ["We take night trains.", "Nothing loud: quiet rooms only."]
    assert mentions(told, ["Prefers night trains.", "Wants quiet rooms."]) == ["night trains", "quiet rooms"]
