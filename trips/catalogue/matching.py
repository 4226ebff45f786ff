"""Whether words of the traveller mean a thing of the plan: "the Freedom trail" and "Freedom Trail"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from trips.catalogue.names import KIND_WORDS, words
from trips.schemas import Place

#: Words that carry no meaning of their own in a wish.
_FILLER = frozenset(
    """a along an and around at be by day days do eat experience explore for from go going have i in into
    is it least like love must my of on once one our please see seeing some stop taste tasting the through
    to tour trip try trying up via visit visiting walk want we with would
    de des du el la le les""".split()
)
#: What is held somewhere: "the Roppongi Hills festival" is not Roppongi Hills.
_EVENTS = frozenset(
    "ceremony concert festival firework game mass match parade performance procession".split()
)
#: One wrong, missing or swapped letter is forgiven in words of six letters, two in words of ten.
_FORGIVEN_LENGTH = 6
_FORGIVEN_TWICE_LENGTH = 10


@lru_cache(maxsize=20_000)
def significant(text: str) -> tuple[str, ...]:
    """The words that carry meaning, singular, lower case, those for a kind in English; all of them when every
    one is filler."""
    every = [KIND_WORDS.get(word) or _singular(word) for word in words(text[:500])]
    return tuple(word for word in every if word not in _FILLER) or tuple(every)


def means(wish: str, candidates: Iterable[str]) -> bool:
    """Whether the wish names one of the candidates: all words of one are among those of the other. A
    candidate of one short word ("Met") must be the whole wish; in longer words misspelling is forgiven."""
    wanted = significant(wish)
    return bool(wanted) and any(_names(wanted, significant(candidate)) for candidate in candidates)


def is_among(wish: str, vocabulary: Iterable[str]) -> bool:
    """Whether every significant word of the wish is a word of one entry (a tag, a kind, a cuisine)."""
    wanted = significant(wish)
    return bool(wanted) and any(_covers(significant(entry), wanted) for entry in vocabulary)


def is_about(row: Place, interest: str) -> bool:
    """Whether a row carries what an interest or a theme says by its own word."""
    return is_among(interest, (tag.replace("_", " ") for tag in row.tags)) or (
        row.kind == "food" and is_among(interest, ("food", row.cuisine))
    )


def _names(wanted: tuple[str, ...], named: tuple[str, ...]) -> bool:
    if not named:
        return False
    if _covers(named, wanted):
        return True
    long_enough = len(named) > 1 or len(named[0]) >= _FORGIVEN_LENGTH
    return long_enough and _covers(wanted, named) and _EVENTS & set(wanted) <= set(named)


def _covers(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return all(any(_alike(word, other) for other in whole) for word in part)


@lru_cache(maxsize=100_000)
def _alike(word: str, other: str) -> bool:
    if word == other:
        return True
    shorter = min(len(word), len(other))
    if shorter < _FORGIVEN_LENGTH:
        return False
    forgiven = 2 if shorter >= _FORGIVEN_TWICE_LENGTH else 1
    return DamerauLevenshtein.distance(word, other, score_cutoff=forgiven) <= forgiven


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
