"""The growing `reply` of an answer, read from its raw text while it arrives.

What a model puts around the object (prose, a code fence, `<think>…</think>`) is passed over; a partial parser
reads the rest. Where it cannot (a raw line feed in a string), the text waits for the whole answer.
"""

from __future__ import annotations

import json
import re

from pydantic_core import from_json

REPLACEMENT = "\ufffd"
THOUGHT, THOUGHT_ENDS = "<think", "</think>"
OBJECTS_TRIED = 60  # braces of a text that may open the answer
_SURROGATES = re.compile("[\ud800-\udfff]")


class SurrogateJoiner:
    """Puts together characters whose UTF-16 halves arrive apart (servers written in JavaScript cut
    between them). A half without its other one becomes U+FFFD."""

    def __init__(self) -> None:
        self._high = ""

    def feed(self, text: str) -> str:
        """The text with whole characters; a last high half is kept back until the next call."""
        text = self._high + text
        self._high = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            self._high, text = text[-1], text[:-1]
        return join_surrogates(text)

    def flush(self) -> str:
        """What is left when nothing follows: a lone half, as U+FFFD."""
        lone, self._high = self._high, ""
        return REPLACEMENT if lone else ""


def join_surrogates(text: str) -> str:
    """Pairs of surrogate code points become one character, lone ones U+FFFD."""
    if not _SURROGATES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class ReplyStream:
    """Feed it an answer's deltas; it returns what they add to one string `field` of its object, at most
    `limit` characters in all. `done` once nothing more can come; `found` once the field has begun."""

    def __init__(self, field: str = "reply", limit: int | None = None) -> None:
        self.field = field
        self.limit = limit
        self.found = False
        self.done = False
        self._text = ""  # from the brace on that may open the object
        self._length = 0  # of what was returned
        self._tried = 0  # braces that open no object

    def feed(self, delta: str) -> str:
        """Some more raw text in, the text it adds to the field out."""
        if self.done:
            return ""
        self._text += delta
        answer = self._object()
        value = answer.get(self.field)
        if not isinstance(value, str):
            return ""
        self.found = True
        more = value[self._length : self.limit]
        self._length += len(more)
        self.done = next(reversed(answer)) != self.field or self._length == self.limit
        return more

    def _object(self) -> dict:
        """As much of the object as has arrived; an empty one where there is none yet."""
        if self._text[:64].lstrip().startswith(THOUGHT):
            if THOUGHT_ENDS not in self._text:
                return {}
            self._text = self._text.partition(THOUGHT_ENDS)[2]
        while self._tried < OBJECTS_TRIED and (start := self._text.find("{")) >= 0:
            self._text = self._text[start:]
            try:
                answer = from_json(self._text, allow_partial="trailing-strings")
            except ValueError:
                if self.found:
                    return {}
                self._text = self._text[1:]
                self._tried += 1
                continue
            if self.field in answer or not (end := _end_of_object(self._text)):
                return answer
            self._text = self._text[end:]  # an object of the prose
        return {}


def _end_of_object(text: str) -> int:
    """The index after the object that begins the text; 0 as long as it is open."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(text)[1]
    except ValueError:
        return 0
