"""What a remembered sentence is about, as far as its own words tell."""

from __future__ import annotations

from trips.reading.memory.kinds import is_eaten, kinds_of

EATEN, HARD = "What you eat", "What is hard"
SUBJECTS = (EATEN, HARD)


def subject_of(text: str) -> str:
    """ "What you eat" for "We are vegetarian."; "" where no word tells."""
    if is_eaten(text):
        return EATEN
    return HARD if kinds_of(text) & {"allergy", "health", "access"} else ""
