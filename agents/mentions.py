"""Which words of an answer repeat something remembered, so that the page leads from them to its source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from memory.quotes import EMPTY_WORDS

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
#: Words that say something, in a run that counts; a sentence that has fewer is repeated whole.
ENOUGH = 2


def mentions(texts: Iterable[str], remembered: Iterable[str]) -> list[str]:
    """Of each remembered sentence the longest run of words that a text repeats, as that text spells it."""
    sentences = [_words(sentence) for sentence in remembered]
    found = (_repeated(text, sentence) for text in texts for sentence in sentences)
    return list(dict.fromkeys(filter(None, found)))


def _repeated(text: str, sentence: list[str]) -> str:
    places = list(_WORD.finditer(text))
    words = [place[0].casefold() for place in places]
    run = SequenceMatcher(None, words, sentence, autojunk=False).find_longest_match()
    said = _telling(words[run.a : run.a + run.size])
    if not said or len(said) < min(ENOUGH, len(_telling(sentence))):
        return ""
    return text[places[run.a].start() : places[run.a + run.size - 1].end()]


def _telling(words: list[str]) -> set[str]:
    return {word for word in words if word not in EMPTY_WORDS}


def _words(text: str) -> list[str]:
    return [place[0].casefold() for place in _WORD.finditer(text)]
