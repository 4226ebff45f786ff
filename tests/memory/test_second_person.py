"""The page speaks to its reader: kept sentences in the second person."""

from __future__ import annotations

import pytest

from memory.second_person import to_reader
from memory.text import FELLOWS_WORDS, TRAVELLERS_WORDS


@pytest.mark.parametrize(
    "said, told",
    [
        ("my mother has a bad knee.", "Your mother has a bad knee."),
        ("i am vegetarian and hate crowds", "You are vegetarian and hate crowds."),
        ("I’m allergic to nuts", "You're allergic to nuts."),
        ("I was in World War I museums, in the US.", "You were in World War I museums, in the US."),
        ("Our daughter sleeps with us!", "Your daughter sleeps with you!"),
        ("Trains, always.", "“Trains, always.”"),
        ("Could you spare us the crowds?", "“Could you spare us the crowds?”"),
        ("Wir essen kein Fleisch.", "“Wir essen kein Fleisch.”"),
    ],
)
def test_own_words(said, told) -> None:
    assert to_reader(f"{TRAVELLERS_WORDS}{said}") == told
    assert to_reader(f"{FELLOWS_WORDS}{said}") == f"“{said}”"


@pytest.mark.parametrize(
    "kept, told",
    [
        ("Pace: relaxed", "Your pace is relaxed."),
        (
            "Pace: relaxed, in their words: slow, please",
            "Your pace is relaxed, in your words: “slow, please”",
        ),
        ("Prefers trains.", "You prefer trains."),
        ("Never flies at night.", "You never fly at night."),
        ("The traveller has a dog.", "You have a dog."),
        ("The travellers are vegetarian.", "You are vegetarian."),
        ("Was in Rome, 1–3 May 2026.", "You were in Rome, 1–3 May 2026."),
        ("Not for them: Tram 28 (sight) in Lisbon.", "Not for you: Tram 28 (sight) in Lisbon."),
        ("The Freedom Trail takes half a day.", "The Freedom Trail takes half a day."),
    ],
)
def test_what_code_and_agents_wrote(kept, told) -> None:
    assert to_reader(kept) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [("Eats no meat.", "Eats no meat."), (f"{TRAVELLERS_WORDS}I eat no meat.", "“I eat no meat.”")],
)
def test_what_is_kept_of_a_companion_is_not_said_of_the_reader(text: str, told: str) -> None:
    assert to_reader(text, of_other=True) == told
