"""One traveller: "just me", "solo", or somebody who only ever speaks of themselves."""

from __future__ import annotations

import re

from trips.understanding.party import People
from trips.understanding.reading import Reading, Span

_ALONE = re.compile(
    r"\b(?:just|only)\s+(?:for\s+)?(?:me|myself)\b(?!\s*(?:and|&|\+|,\s*my|plus))|\bby\s+myself\b|"
    r"\bon\s+my\s+own\b"
    r"|\bmyself\s+only\b|\bme\s+alone\b|"
    r"(?<!evening )(?<!night )(?<!dinner )(?<!day )(?<!time )(?<!hours )(?<!moment )\balone\b(?!\s+time)|"
    r"\bfor\s+(?:me|myself)(?=\s*(?:[,.;!?]|$))"
    r"|\bsolo\b|\ba\s+single\s+(?:travell?er|person|adult|parent|m[ou]m|mother|dad|father)\b|"
    r"\bmyself\s+alone\b",
    re.IGNORECASE,
)


def read_alone(reading: Reading, found: People) -> None:
    for match in reading.find(_ALONE):
        said = found.total is not None or found.adults is not None
        if not said and not reading.replaced(match.start()):
            found.adults, found.adults_span = 1, Span(*match.span())
    if found.total is None and found.adults is None and reading.facts.party.adults is None:
        if span := _speaks_for_one(reading):
            found.adults, found.adults_span = 1, span


_I_TRAVEL = re.compile(
    r"\bI(?:'ll|\s+will|'m\s+going\s+to|\s+plan\s+to|\s+want\s+to|\s+am|'m)\s+(?:be\s+)?"
    r"(?:stay(?:ing)?|travell?ing|travel)\b",
    re.IGNORECASE,
)
_MY_BUDGET = re.compile(r"\bmy\s+(?:\w+\s+)?budget\b|\b(?:I|me)\s+keep\b|\bcan\s+I\s+keep\b", re.IGNORECASE)
_ONE_ROOM = re.compile(
    r"\b(?:1|one|a\s+single|a)\s+(?:hotel\s+|single\s+|bed)?room(?:\(s\))?\b", re.IGNORECASE
)
_ONE_TICKET = re.compile(
    r"\ba\s+(?:(?:one|round)[\s-](?:way|trip)\s+|return\s+|single\s+)?ticket\b", re.IGNORECASE
)
_PLURAL = re.compile(
    r"\b(?:we|us|our|ours|we're|we'll|we'd|ourselves|family|friends|wife|husband|partner)\b", re.I
)
_SEVERAL_ROOMS = re.compile(r"\b(?:[2-9]|\d\d|two|three|four|five|several)\s+(?:\w+\s+)?rooms?\b", re.I)


def _speaks_for_one(reading: Reading) -> Span | None:
    """Somebody who says "I'll stay", "my budget" and "one room", and never "we", travels alone: two
    such signs are needed, one is only a way of speaking."""
    if _PLURAL.search(reading.view) or _SEVERAL_ROOMS.search(reading.view):
        return None
    signs = [pattern.search(reading.view) for pattern in (_I_TRAVEL, _MY_BUDGET, _ONE_ROOM, _ONE_TICKET)]
    found = [sign for sign in signs if sign]
    return Span(*found[0].span()) if len(found) >= 2 else None
