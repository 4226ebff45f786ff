"""Does a sentence ask for what is booked, or still to be booked? Pure."""

from __future__ import annotations

import re

_OF_BOOKINGS = re.compile(
    r"\b(?:bookings?|reservations?|booked|reserved|pre-?booked|(?:to|we|i|must|should|you) (?:pre-?)?(?:book|"
    r"reserve)|need (?:\w+ )?tickets?|tickets? (?:do|are|is|for|needed))\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^\W*(?:(?:and|so|ok(?:ay)?|please|hey|hi|now|well|by the way)[\s,]+)*(?:(?:can|could|would) you "
    r"(?:please )?)?"
    r"(?:which|what|how many|how much|when|where|who|is|are|was|were|do|does|did|have|has|any|anything|must|"
    r"should|show|list|"
    r"tell|give|check|open|see|(?:the |my |our |all |open )*(?:bookings|reservations))\b",
    re.IGNORECASE,
)
#: "Could you book …?", "which tours can be booked": not of what is noted.
_NO_LIST = re.compile(
    r"\b(?:could|can|would|will) you (?:please )?(?:book|reserve|make)\b|\bcan be (?:booked|reserved)\b|"
    r"\b(?:can|could|may) (?:we|i) (?:book|reserve)\b",
    re.IGNORECASE,
)


def asks_of_bookings(text: str) -> bool:
    """ "Which bookings are still open?", "Is the hotel booked?"; not "I booked the hotel"."""
    if len(text) > 200 or _NO_LIST.search(text):
        return False
    return bool(_ASKS.match(text) and _OF_BOOKINGS.search(text))
