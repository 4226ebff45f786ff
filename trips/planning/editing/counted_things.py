"""Things named by their place in a day: "the first thing", "the second visit", "the last museum"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from trips.understanding.counting import ORDINALS, ordinal

_WHICH = rf"(?:{'|'.join(sorted(ORDINALS, key=len, reverse=True))}|\d{{1,2}}(?:st|nd|rd|th)|last|final)"
_ANYTHING = r"thing|item|entry|activity|visit|stop|sight|place|attraction|programme\s+point|point"
_COUNTED = re.compile(
    rf"^(?:(?:the|our|my|that)\s+)?(?:very\s+)?(?P<which>{_WHICH})\s+(?:(?:two|2)\s+)?(?P<what>[a-z][a-z ]*?)"
    r"(?:\s+(?:of|on|for|in)\s+(?:the|that|this)\s+day)?$",
    re.I,
)
_ANY = re.compile(rf"(?:{_ANYTHING})s?", re.I)


def counted_thing(said: str) -> tuple[int, str] | None:
    """Its place from 1 (0 = the last), and the word for a kind, "" = of any."""
    match = _COUNTED.match(said.strip(" ,.!?\"'"))
    if match is None:
        return None
    which = match["which"].lower()
    place = 0 if which in ("last", "final") else ordinal(which)
    if place is None:
        return None
    return place, "" if _ANY.fullmatch(match["what"]) else match["what"]


Found = TypeVar("Found")


def at_place(things: Sequence[Found], place: int) -> Found | None:
    """None where there are not so many."""
    if place > len(things) or not things:
        return None
    return things[place - 1]
