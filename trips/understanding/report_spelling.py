"""Slips of the hand in words that judge or tell of strength: "exausted", "delicous", "tierd". Pure.

Only a letter left out, doubled, too many or in the other's place; another letter makes another word.
"""

from __future__ import annotations

import re
from functools import cache

from trips.understanding.report_words import TERMS

_WORD = re.compile(r"[a-z]{5,}", re.IGNORECASE)
_OF_STRENGTH = (
    "exhausted exhausting tired tiring knackered shattered drained fatigued sleepy jetlagged blisters "
    "crowds headache "
    "migraine stomach vomiting vomited nauseous diarrhea diarrhoea swollen disliked disappointed enjoyed "
    "hated loved raining freezing scorching boiling soaked highlight favourite"
).split()
_SLANG = {"luved": "loved", "luvved": "loved", "tyred": "tired", "yummie": "yummy"}
#: Words of their own that look like slips.
_NO_SLIPS = frozenset("tried bring camped peasant paced staple staples camping rained lovey".split())


def respelt(text: str) -> str:
    """The text with such slips mended, for reading alone: what is quoted stays as it was written."""
    text = re.sub(r"(?i)\bluv'?d\b", "loved", text)
    return _WORD.sub(lambda found: _mended(found.group()), text)


@cache
def _terms() -> tuple[frozenset[str], dict[str, str]]:
    """The words that are meant, and those of at least seven letters by what is left without one inside."""
    terms = frozenset(word for word in (*TERMS, *_OF_STRENGTH) if word.isalpha() and len(word) >= 5)
    shorter: dict[str, str] = {}
    for word in sorted(terms):
        if len(word) >= 7:
            for at in range(1, len(word) - 1):
                shorter.setdefault(word[:at] + word[at + 1 :], word)
    return terms, shorter


def _mended(word: str) -> str:
    terms, shorter = _terms()
    folded = word.lower()
    if folded in terms or folded in _NO_SLIPS or folded.removesuffix("s") in terms:
        return word
    if folded in _SLANG:
        return _SLANG[folded]
    if folded in shorter and folded.endswith("s") <= shorter[folded].endswith("s"):
        return shorter[folded]
    for at in range(1, len(folded)):
        swapped = folded[: at - 1] + folded[at] + folded[at - 1] + folded[at + 1 :]
        without = folded[:at] + folded[at + 1 :]
        inside = at < len(folded) - 1 and len(without) >= 6
        doubled = folded[at] == folded[at - 1] and len(without) >= 5
        if swapped in terms or ((inside or doubled) and without in terms):
            return swapped if swapped in terms else without
    return _by_consonants().get(_consonants(folded), word) if _is_alike(folded) else word


def _is_alike(word: str) -> bool:
    """Is another spelling of its vowels, or of what is doubled, a word that is meant, and a long one?"""
    term = _by_consonants().get(_consonants(word), "")
    if not term or abs(len(term) - len(word)) > 1 or term.startswith(word) or word.startswith(term):
        return False
    consonants = len(_consonants(word))
    return (consonants >= 5 and len(word) >= 7) or (consonants >= 4 and min(len(word), len(term)) >= 8)


@cache
def _by_consonants() -> dict[str, str]:
    terms, _shorter = _terms()
    return {_consonants(term): term for term in sorted(terms, reverse=True)}


def _consonants(word: str) -> str:
    """The first letter and the consonants after it, doubled ones once: "dspntng" of "disappointing"."""
    return word[:1] + re.sub(r"(.)\1+", r"\1", re.sub(r"[aeiouy]", "", word[1:]))
