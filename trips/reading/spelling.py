"""Slips of the hand in words that a reader waits for: "exausted", "delicous", "tierd".

Only a letter left out, doubled, too many or in the other's place; another letter makes another word.
"""

from __future__ import annotations

from dataclasses import replace

from rapidfuzz.distance import OSA

from trips.reading.tokens import Tokens

#: Shorter words are other words.
SHORTEST = 5
#: Words of their own that look like slips.
_NO_SLIPS = frozenset("tried bring camped peasant staple clear large place".split())


def mended(tokens: Tokens, words: frozenset[str], known: frozenset[str]) -> Tokens:
    """The tokens; one that is a slip of one of `words`, and none of the `known`, reads as that as well."""
    forms = ((*one.forms, *_meant(one.norm, words, known | _NO_SLIPS)) for one in tokens.all)
    return replace(tokens, all=tuple(map(lambda one, found: replace(one, forms=found), tokens.all, forms)))


def _meant(word: str, words: frozenset[str], known: frozenset[str]) -> list[str]:
    if len(word) < SHORTEST or not word.isalpha() or {word, word.removesuffix("s")} & known:
        return []
    near = (one for one in words if one[0] == word[0] and abs(len(one) - len(word)) <= 1)
    return [one for one in near if _is_slip(word, one)][:1]


def _is_slip(word: str, meant: str) -> bool:
    if sorted(word) == sorted(meant):
        return OSA.distance(word, meant, score_cutoff=1) <= 1
    longer, shorter = sorted((word, meant), key=len, reverse=True)
    if len(longer) == len(shorter) or len(shorter) < SHORTEST or shorter in (longer[1:], longer[:-1]):
        return _vowels_apart(word, meant)
    return OSA.distance(word, meant, score_cutoff=1) <= 1 or _vowels_apart(word, meant)


def _vowels_apart(word: str, meant: str) -> bool:
    """Long words with the same consonants, doubled ones once: "dissapointing", "beautyful"."""
    return min(len(word), len(meant)) >= 8 and _consonants(word) == _consonants(meant)


def _consonants(word: str) -> str:
    kept = [letter for letter in word if letter not in "aeiouy"]
    return "".join(letter for at, letter in enumerate(kept) if at == 0 or letter != kept[at - 1])
