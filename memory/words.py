"""The words of what was forgotten: where they stand in another text, and the text without them.

Two kinds: phrases (the sentence as it was kept, the quote it rested on) and telling words: words of these
that the traveller said nowhere else, that nothing still remembered holds, and that are no everyday word and
no place. Agents, logs and summaries paraphrase; a telling word gives the forgotten thing away all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from memory.quotes import EMPTY_WORDS
from memory.text import bare, normalised
from trips.places import current_gazetteer
from trips.reading.lexicon import EVERYDAY

MARK = "[forgotten]"
SHORTEST = 3  # letters of a telling word
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_GAP = r"[\s\W_]{1,8}"  # between two words of a phrase, however it was wrapped or marked up


@dataclass(frozen=True)
class Words:
    """Of one owner; truthy when there is anything to look for."""

    phrases: frozenset[str]
    telling: frozenset[str]

    def __bool__(self) -> bool:
        return self._pattern is not None

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        parts = sorted({_loose(phrase) for phrase in self.phrases} - {""}, key=len, reverse=True)
        parts += sorted((rf"{_letters(word)}" for word in self.telling), key=len, reverse=True)
        return re.compile(rf"(?<![^\W_])(?:{'|'.join(parts)})(?![^\W_])", re.IGNORECASE) if parts else None

    def within(self, text: str) -> bool:
        return bool(text and self._pattern and self._pattern.search(text))

    def besides(self, text: str) -> Words:
        """Those that are not in this text."""
        left = {phrase for phrase in self.phrases if not Words(frozenset([phrase]), frozenset()).within(text)}
        told = {word for word in self.telling if not Words(frozenset(), frozenset([word])).within(text)}
        return Words(frozenset(left), frozenset(told))

    def scrubbed(self, text: str) -> str:
        """The text with a mark in the place of the words."""
        return self._pattern.sub(MARK, text) if text and self._pattern else text

    def within_value(self, value: Any) -> bool:
        """Anywhere in a JSON value, also as a key?"""
        return any(self.within(text) for text in texts_of(value))

    def scrubbed_value(self, value: Any) -> Any:
        """A JSON value with every string scrubbed; keys stay."""
        if isinstance(value, str):
            return self.scrubbed(value)
        if isinstance(value, list):
            return [self.scrubbed_value(entry) for entry in value]
        if isinstance(value, dict):
            return {key: self.scrubbed_value(entry) for key, entry in value.items()}
        return value

    def without(self, value: Any) -> Any:
        """A JSON value without what holds the words: entries of lists go, other texts are emptied."""
        if isinstance(value, str):
            return "" if self.within(value) else value
        if isinstance(value, list):
            return [self.without(entry) for entry in value if not self.within_value(entry)]
        if isinstance(value, dict):
            return {key: self.without(entry) for key, entry in value.items()}
        return value


def words_of(sentences: Iterable[str], elsewhere: Iterable[str], *, telling: bool = True) -> Words:
    """The words to look for. `sentences`: what is forgotten; `elsewhere`: texts that may go on saying what
    they say (other messages of the traveller, whatever stays remembered); `telling`: not phrases alone."""
    sentences = {bare(sentence) for sentence in sentences if bare(sentence).strip()}
    phrases = frozenset(sentence for sentence in sentences if len(_WORD.findall(sentence)) > 1)
    if not telling:
        return Words(phrases, frozenset())
    found: dict[str, str] = {}
    for sentence in sentences:
        for word in _WORD.findall(sentence):
            if len(word) >= SHORTEST:
                found.setdefault(normalised(word), word)
    left = set(found) - EVERYDAY - EMPTY_WORDS
    for text in elsewhere:
        if not left:
            break
        left -= {normalised(word) for word in _WORD.findall(text)}
    left = {word for word in left if not _a_place(word)}
    return Words(phrases, frozenset(left) | frozenset(found[word] for word in left))


def texts_of(value: Any) -> Iterable[str]:
    """Every string of a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from texts_of(entry)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield str(key)
            yield from texts_of(entry)


def _loose(phrase: str) -> str:
    return _GAP.join(_letters(word) for word in _WORD.findall(phrase))


def _letters(word: str) -> str:
    return re.escape(word).replace("'", "['’]").replace("’", "['’]")


def _a_place(word: str) -> bool:
    gazetteer = current_gazetteer()
    if gazetteer.is_in_a_name(word):
        return True
    if gazetteer.find_country(word) is not None:
        return True
    return any(match.exact for match in gazetteer.find_cities(word, limit=1))
