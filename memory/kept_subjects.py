"""What a remembered sentence is about, as far as its own words tell."""

from __future__ import annotations

import re

#: Title of a subject, and the words that tell it; the first that has one of them.
_BY_WORDS = (
    (
        "What you eat",
        "eats? eating food vegetarians? vegans? pescatarians? nuts? peanuts? gluten lactose dairy kosher "
        "halal meat fish seafood shellfish breakfasts? lunch(?:es)? dinners? meals? restaurants? cuisines? "
        "dish(?:es)? co?eliacs? coffee wine spicy",
    ),
    (
        "What is hard",
        "allerg(?:y|ies|ic) wheelchairs? stairs? steps? climb(?:s|ing)? knees? hips? pregnant "
        "pregnancy asthma diabet(?:es|ic) blind deaf heights? crutch(?:es)? strollers? prams? mobility",
    ),
)
_FOUND = tuple(
    (title, re.compile(rf"\b(?:{'|'.join(words.split())})\b", re.IGNORECASE)) for title, words in _BY_WORDS
)
SUBJECTS = tuple(title for title, _ in _BY_WORDS)


def subject_of(text: str) -> str:
    """ "What you eat" for "We are vegetarian."; "" where no word tells."""
    return next((title for title, words in _FOUND if words.search(text)), "")
