"""The part of a long text that answers: ten results are to stay under 1,000 tokens."""

from __future__ import annotations

import re
from collections.abc import Collection

from memory.stemming import terms as terms_of

#: Characters of one result: with author and date ten of them are under 1,000 tokens of three characters.
LONGEST = 260
_SPACE = re.compile(r"\s+")
_PIECE = re.compile(r"\S+")


def snippet(text: str, wanted: Collection[str], longest: int = LONGEST) -> str:
    """The text on one line; a longer one cut to the stretch with most wanted stems, with dots where cut."""
    line = _SPACE.sub(" ", text).strip()
    if len(line) <= longest:
        return line
    pieces = list(_PIECE.finditer(line))
    marks = [(piece.start(), piece.end(), set(wanted).intersection(terms_of(piece[0]))) for piece in pieces]
    best, start_of_best = -1, 0
    room = longest - 4
    for index, (start, _, stems) in enumerate(marks):
        if not stems:
            continue
        within: set[str] = set()
        for _, end, others in marks[index:]:
            if end - start > room:
                break
            within |= others
        if len(within) > best:
            best, start_of_best = len(within), start
    first = _beginning(line, start_of_best, room)
    last = len(line) if len(line) - first <= room else line.rfind(" ", first, first + room + 1)
    if last <= first:
        last = first + room
    return ("… " if first else "") + line[first:last].strip() + (" …" if last < len(line) else "")


def _beginning(line: str, start: int, room: int) -> int:
    """A little before the first match, at a word; not so late that the end of the text leaves room unused."""
    wanted = max(0, min(start - 40, len(line) - room))
    if not wanted:
        return 0
    space = line.find(" ", wanted, start)
    return space + 1 if space >= 0 else min(wanted, start)
