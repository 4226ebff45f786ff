"""What of an older sentence stands when a later one takes back only a part of it. Pure.

"I live with my wife in Bristol" and "I live alone now" leave "I live in Bristol"; "I hate museums and I love
trains" and "museums are fine now" leave "I love trains".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from memory.amending import Told
from memory.parting import parted
from memory.subjects import subjects
from memory.text import bare

_ONE = r"(?:my|our|his|her|a|an|the|two|three|four)\s+(?:[\w-]+\s+)?[\w'’-]+|(?-i:[A-ZÀ-Þ])[\w'’-]+"
_ALONE = r"(?:alone|by\s+myself|on\s+my\s+own|together)"
#: The words of a home, and of whom somebody shares it with.
_WORDS_OF = {
    "living": re.compile(
        rf",?\s+(?:{_ALONE}|with\s+(?:{_ONE})(?:(?:,\s*|,?\s+and\s+)(?:{_ONE}))*)"
        rf"(?=\s+(?:in|near|outside|at|just)\b|\s*[.!,]|\s*$)",
        re.IGNORECASE,
    ),
    "home": re.compile(
        r"\s+(?:in|near|outside(?:\s+of)?|"
        r"at)\s+(?:the\s+)?(?-i:[A-ZÀ-Þ])[\w'’-]+(?:,?\s+(?-i:[A-ZÀ-Þ])[\w'’-]+)*",
        re.IGNORECASE,
    ),
}


def still_true(old: str, new: str, gone: Callable[[str], bool]) -> list[str]:
    """The sentences that are left of the older one; [] where all of it stands, or nothing does. `gone`: does
    the later sentence take this one back?"""
    said = bare(old)
    was, now = subjects(said), subjects(new)
    if was == {"home", "living"} and len(told_anew := was & now) == 1:
        (one,) = told_anew
        rest = _WORDS_OF[one].sub("", said, count=1)
        return [rest] if subjects(rest) == was - told_anew else []
    pieces = [part.text for part in parted(Told(said, said), lambda _piece: "told")]
    left = [piece for piece in pieces if not gone(piece)]
    return left if 0 < len(left) < len(pieces) else []
