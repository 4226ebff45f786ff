"""What somebody had and has no more: "the nut allergy is gone", "my knee is fine again". Pure."""

from __future__ import annotations

import re

from memory.fitting import says, telling
from memory.stances import stances
from memory.text import bare
from trips.reading.memory import NEEDS, durable

_I = r"(?<![\w.])(?:i|we|he|she|they|(?:my|our)\s+[\w-]+|(?-i:[A-ZÀ-Þ])[\w-]+)"
_HAVE = r"(?:['’](?:ve|s)|\s+(?:have|has))?"
_WHOSE = r"(?:the|my|our|his|her|(?:(?:my|our)\s+[\w-]+|(?-i:[A-ZÀ-Þ])[\w-]+)['’]s)"
_THING = r"(?P<thing>(?:[\w-]+\s+){0,3}?[\w-]+)"
_SO = (
    r"(?:\s+(?:completely|finally|now|all|totally|fully|much|pretty|really|thankfully|"
    r"luckily|just|also)){0,8}"
)
_GONE = (
    r"(?:gone|over|cured|healed|history|no\s+more|cleared\s+up|back\s+to\s+normal|as\s+good\s+as\s+new|"
    r"a\s+thing\s+of\s+the\s+past|(?:fine|ok(?:ay)?|better|good|well|healthy|all\s+right|alright)\s+(?:again|now))"
)
_OVER = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_WHOSE}\s+{_THING}(?:['’]s|\s+(?:is|are)){_SO}\s+{_GONE}\b",
        rf"\b{_WHOSE}\s+{_THING}\s+(?:has|have){_SO}\s+(?:gone(?:\s+away)?|healed|cleared\s+up|disappeared|"
        r"recovered|got(?:ten)?\s+better)\b",
        rf"{_I}{_HAVE}{_SO}\s+(?:recovered\s+from|got(?:ten)?\s+(?:rid\s+of|over)|beaten|outgrown)\s+"
        rf"(?:the|my|our|his|her|an?)\s+{_THING}(?=\s*(?:[,.;!]|$|and\b|but\b|now\b|at\s+last\b))",
        rf"{_I}(?:['’](?:m|s|re)|\s+(?:am|is|are)){_SO}\s+(?:off|out\s+of|rid\s+of)\s+"
        rf"(?:the|my|his|her)\s+{_THING}(?=\s*(?:[,.;!]|$|and\b|but\b|now\b|again\b|at\s+last\b))",
    )
)
#: What can be over: of a hotel that "is fine again" nobody was ill.
_ILL = re.compile(
    r"\b(?:bad|sore|broken|sprained|injured|hurts?|aches?|shot|weak|dodgy|stiff|pain\w*|ill|sick|fracture\w*|"
    r"surgery|crutches|cast|sling|brace|wheelchair)\b",
    re.IGNORECASE,
)


def over_now(sentence: str) -> list[str]:
    """The things that it says are over."""
    return [match["thing"] for pattern in _OVER for match in pattern.finditer(bare(sentence))]


def healed(old: str, new: str) -> bool:
    """Does the later sentence say that the illness, need or dislike which the earlier one tells is over?"""
    things = over_now(new)
    if not things:
        return False
    had = durable(old, *NEEDS) or _ILL.search(old) or any(one.way < 0 for one in stances(old))
    return bool(had) and any(says(old, telling(thing)) for thing in things)
