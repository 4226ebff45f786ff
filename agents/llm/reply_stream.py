"""The growing `reply` of an answer, read from raw JSON text while it arrives.

The text may be cut anywhere: in an escape, between the two halves of a surrogate pair, in a key.
What comes out, put together, is exactly what a JSON parser reads from the whole text.
"""

from __future__ import annotations

import re
from typing import Literal

REPLACEMENT = "\ufffd"
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_PLAIN = re.compile(r'[^"\\]+')
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
    """Feed it the deltas of a JSON object; it returns what they add to one string field of the root.

    Whatever stands before the first brace (white space, a code fence) is passed over. `done` is true
    once the field has ended; `found` once it has begun.
    """

    def __init__(self, field: str = "reply") -> None:
        self.field = field
        self.found = False
        self.done = False
        self._depth = 0
        self._inside: Literal["nothing", "key", "wanted", "other"] = "nothing"  # which string we are in
        self._expects: Literal["key", "value"] = "key"  # of the root object
        self._key = ""
        self._escape = ""  # an escape that is not whole yet, with its backslash
        self._joiner = SurrogateJoiner()

    def feed(self, delta: str) -> str:
        """Some more raw text in, the text it adds to the field out."""
        out: list[str] = []
        position = 0
        while position < len(delta) and not self.done:
            if self._inside == "nothing":
                self._structure(delta[position])
                position += 1
            elif self._escape:
                position = self._continue_escape(delta, position, out)
            else:
                position = self._string(delta, position, out)
        return "".join(out)

    def _structure(self, character: str) -> None:
        """One character outside strings."""
        if self._depth == 0:
            if character == "{":
                self._depth = 1
        elif character == '"':
            if self._depth > 1:
                self._inside = "other"
            elif self._expects == "key":
                self._inside, self._key = "key", ""
            else:
                wanted = self._key == self.field
                self._inside = "wanted" if wanted else "other"
                self.found = self.found or wanted
        elif character in "{[":
            self._depth += 1
        elif character in "}]":
            self._depth -= 1
            self.done = self._depth == 0
        elif self._depth == 1 and character == ":":
            self._expects = "value"
        elif self._depth == 1 and character == ",":
            self._expects = "key"

    def _string(self, delta: str, position: int, out: list[str]) -> int:
        """A run of plain characters, the start of an escape or the end of the string."""
        plain = _PLAIN.match(delta, position)
        if plain:
            self._add(plain.group(), out)
            return plain.end()
        if delta[position] == "\\":
            self._escape = "\\"
        else:
            self._end_of_string(out)
        return position + 1

    def _continue_escape(self, delta: str, position: int, out: list[str]) -> int:
        self._escape += delta[position]
        if self._escape[1] != "u":
            self._add(_ESCAPES.get(self._escape[1], REPLACEMENT), out)
            self._escape = ""
        elif len(self._escape) == 6:
            try:
                self._add(chr(int(self._escape[2:], 16)), out)
            except ValueError:  # not a JSON escape: the parser will refuse the whole answer
                self._add(REPLACEMENT, out)
            self._escape = ""
        return position + 1

    def _add(self, text: str, out: list[str]) -> None:
        if self._inside == "key":
            self._key += text
        elif self._inside == "wanted":
            out.append(self._joiner.feed(text))

    def _end_of_string(self, out: list[str]) -> None:
        if self._inside == "wanted":
            out.append(self._joiner.flush())
            self.done = True
        self._inside = "nothing"
