"""The one door between what people type and the rules that read it: text on which no pattern is slow.

What is stored stays as it was typed; what is read has no run of what nobody writes: blanks, empty lines,
signs, a word of hundreds of letters, a page without the end of a sentence. Pure.
"""

from __future__ import annotations

import re

from trips.schemas.words import beginning

#: Rules read so much of a message, and the answer says so.
READ = 1_600  # characters
#: Of all that a message can hold, only whose words they are is told.
WHOLE = 20_000
_LONGEST_WORD = 64  # Latin letters and digits: Japanese has no blanks between its words
_LONGEST_SENTENCE = 800

#: A sentence; a stop that nothing parts from the next word ends none. \x1e parts messages.
SENTENCE = re.compile(r"[^.!?\n\x1e]+(?:[.!?]+(?=\S)[^.!?\n\x1e]+)*[.!?]*")

_BLANKS = re.compile(r"([^\S\n]{4})[^\S\n]+")
_EMPTY_LINES = re.compile(r"(\n[^\S\n]*+\n)(?:[^\S\n]*+\n)+")
_SIGNS = re.compile(r"([^\w\s]{8})[^\w\s]+")
_NO_WORDS = re.compile(r"(\W{16})\W+")
_WORD = re.compile(rf"([\d_a-zA-ZÀ-ɏ]{{{_LONGEST_WORD}}})[\d_a-zA-ZÀ-ɏ]+")
_ENDS = ".!?;。！？；\n"
_SENTENCE_END = re.compile(rf"(?<=[{_ENDS}])")


def bounded(text: str, most: int = READ) -> str:
    """At most `most` characters of `text`, without runs. What is bounded already stays as it is."""
    text = text[: 10 * WHOLE]
    for run in (_BLANKS, _EMPTY_LINES, _SIGNS, _NO_WORDS, _WORD):
        text = run.sub(r"\1", text)
    return beginning("".join(map(_sentence, _SENTENCE_END.split(text))), most)


def _sentence(text: str) -> str:
    if len(text) <= _LONGEST_SENTENCE:
        return text
    end = text[-1] if text[-1] in _ENDS else ""
    return beginning(text, _LONGEST_SENTENCE - 1) + end
