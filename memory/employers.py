"""Whom somebody works for no more: "I've moved from Siemens to Bosch", where Siemens is what they told."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from memory.models import Document, DocumentLine
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Trip
from trips.reading.memory.kinds import employer_left


class Left(Enum):
    """What became of an employer that was told before."""

    STAYS = 0
    GONE = 1
    FOR_ANOTHER = 2


def leaves(sentence: str, trip: Trip) -> Left:
    """Only of an employer that a standing line of the owner's names; "I left Paris for Rome" is none."""
    old, new = employer_left(sentence)
    if not old or not _told(old, trip):
        return Left.STAYS
    if not new:
        return Left.GONE
    return Left.STAYS if _is_place(new) else Left.FOR_ANOTHER


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
