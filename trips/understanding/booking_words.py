"""Does a sentence ask for what is booked or still to be booked, or that something be booked? Pure."""

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


_POLITE = (
    r"(?:(?:please|pls|and|then|also|now|just|so|ok(?:ay)?|yes|great|perfect|good|go\s+ahead(?:\s+and)?|"
    r"let(?:'|’)?s|(?:can|could|would|will|may)\s+(?:you|we|i)|(?:i|we)(?:'d|’d|\s+would)\s+like\s+(?:you\s+)?to|"
    r"(?:i|we)\s+(?:want|need)\s+(?:you\s+)?to)[\s,:]+)*"
)
#: What can be reserved or bought before one is there.
_BOOKABLE = (
    r"(?:it|that|this|them|these|those|everything|all(?:\s+of\s+(?:it|this|that|them))?|(?:the\s+)?(?:rest|whole\s+thing|"
    r"lot)|(?:(?:the|a|an|our|my|some|all|two|three|four|\d+)\s+)*(?:[\w'’-]+\s+){0,3}?(?:trip|plan|hotels?|rooms?|stays?|"
    r"accommodation|flights?|trains?|tickets?|seats?|tables?|restaurants?|tours?|ferr(?:y|ies)|bus(?:es)?|cars?|"
    r"transfers?|taxis?|cabs?|visits?|museums?|bookings?|reservations?))"
)
_BOOK_IT = re.compile(
    rf"(?:^|(?<=[.!?;,]\s)|(?<=\band\s)|(?<=\bthen\s))\W*{_POLITE}(?:(?:pre-?)?book|reserve|(?:buy|purchase|order|get)"
    rf"(?=\s+(?:(?:me|us)\s+)?(?:(?:the|our|my|some|two|three|four|\d+)\s+)?(?:[\w'’-]+\s+){{0,2}}?tickets?\b)|"
    rf"make\s+(?=(?:the\s+|all\s+)*(?:a\s+)?(?:bookings?|reservations?)\b))\s*(?:me\s+|us\s+)?{_BOOKABLE}\b",
    re.IGNORECASE,
)


def asks_to_book(text: str) -> bool:
    """ "Book it", "could you reserve the hotels for us?"; not "we booked the hotel"."""
    return len(text) <= 400 and bool(_BOOK_IT.search(text))


def concerns_bookings(text: str) -> bool:
    return asks_of_bookings(text) or asks_to_book(text)
