"""Whom somebody works for no more: "I've moved from Siemens to Bosch", where Siemens is what they told."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from memory.models import Document, DocumentLine
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Trip

_NAME = r"(?-i:[A-ZÀ-Þ])[\w&'’-]*(?:\s+(?-i:[A-ZÀ-Þ])[\w&'’-]+)*"
_CHANGES = tuple(
    re.compile(rf"(?<![\w.])i(?:['’](?:ve|m)|\s+(?:have|am))?\s+(?:\w+\s+)?{pattern}", re.IGNORECASE)
    for pattern in (
        rf"(?:moved|switched|gone|went|changed|transferred)(?:\s+jobs)?\s+from\s+(?P<old>{_NAME})\s+to\s+"
        rf"(?P<new>{_NAME})",
        rf"(?:left|quit|leaving)\s+(?P<old>{_NAME})(?:\s+(?:for|to\s+(?:join|work\s+(?:for|at)))\s+"
        rf"(?P<new>{_NAME}))?",
        rf"(?:no\s+longer|not)\s+(?:with|at)\s+(?P<old>{_NAME})(?P<new>\b(?!))?",
    )
)


class Left(Enum):
    """What became of an employer that was told before."""

    STAYS = 0
    GONE = 1
    FOR_ANOTHER = 2


def leaves(sentence: str, trip: Trip) -> Left:
    """Only of an employer that a standing line of the owner's names; "I left Paris for Rome" is none."""
    for pattern in _CHANGES:
        match = pattern.search(sentence)
        if match is None or not _told(match["old"], trip):
            continue
        if not match["new"]:
            return Left.GONE
        return Left.STAYS if _is_place(match["new"]) else Left.FOR_ANOTHER
    return Left.STAYS


def _told(name: str, trip: Trip) -> bool:
    lines = DocumentLine.objects.filter(
        document__owner=trip.owner, document__namespace=Document.Namespace.COMPANY,
        status=DocumentLine.Status.ACTIVE,
    )  # fmt: skip
    named = re.compile(rf"(?<![\w]){re.escape(name)}(?![\w])", re.IGNORECASE)
    return any(named.search(text) for text in lines.values_list("text", flat=True))


@lru_cache(maxsize=512)
def _is_place(name: str) -> bool:
    """Is a city, country or region called so?"""
    known = default_gazetteer()
    if known.find_country(name) or known.find_region(name):
        return True
    return any(match.exact for match in known.find_cities(name, limit=1))
