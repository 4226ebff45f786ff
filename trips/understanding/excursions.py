"""Day trips: "with a day trip to Nara" is something to do, no other destination."""

from __future__ import annotations

import re

from trips.catalogue.names import key
from trips.understanding.bases import bases
from trips.understanding.counting import COUNT, count
from trips.understanding.reading import Reading, Span

_INSIDE = r"(?:de|la|le|of|du|des|del|am|san|sur|the|el)"
_NAME = rf"(?:(?-i:[A-Z])[\w'-]+(?:\s+(?:{_INSIDE}\s+){{0,2}}(?-i:[A-Z])[\w'-]+){{0,3}})"
_TRIP = (
    r"(?:(?:full|half|whole|one|1)[\s-]?)?day[\s-]?(?:trips?|tours?|excursions?|visits?|outings?)|daytrips?|excursions?|"
    r"side[\s-]trips?|day\s+out"
)
_TO = re.compile(
    rf"\b(?:(?:{COUNT}|an?|another|some|the)\s+)?(?P<trip>{_TRIP})\s+(?:out\s+)?(?:(?:from\s+there\s+)?to|in|at|into|"
    rf"around)\s+(?P<names>(?:the\s+)?(?:{_NAME}|[a-z]{{4,}}\b)"
    rf"(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+)(?:(?:one\s+)?to\s+)?(?:the\s+)?{_NAME})*)",
    re.IGNORECASE,
)
_AS = re.compile(
    rf"(?P<names>{_NAME})\s+(?:as|on|for)\s+(?:a\s+|one\s+|the\s+)?(?:(?P<trip>{_TRIP})|day)\b(?!\s+(?:from|\d))"
    rf"|(?P<names2>{_NAME})\s+(?P<trip2>day[\s-]?trips?)\b",
    re.IGNORECASE,
)
_GAP = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:(?:one\s+)?to\s+)?(?:the\s+)?", re.IGNORECASE)


def read_excursions(reading: Reading) -> None:
    """Tells `must_do` "day trip to …" when the trip goes elsewhere; else the day trip is the trip."""
    for pattern in (_TO, _AS):
        for match in reading.find(pattern, claim=False):
            words = match.groupdict()
            group = "names" if words.get("names") else "names2"
            span = Span(match.start(), match.end())
            elsewhere = [
                city
                for city in bases(reading, span)
                if key(city.name) not in {key(name) for name in _names(words[group])}
            ]
            if not elsewhere or reading.replaced(match.start()) or _takes_days(reading, match):
                continue
            if not words[group][0].isupper() and not _is_place(reading, words[group]):
                continue
            for name in _names(words[group]):
                known = next(
                    (one.name for one in reading.facts.destinations if key(one.name) == key(name)), None
                )
                if known and len(reading.facts.destinations) > 1:
                    reading.change("destinations", known, *match.span(), op="remove")
                spelt = name if name[:1].isupper() else name.title()
                reading.change("must_do", f"{_kind(words)} to {spelt}", *match.span(), op="add")
            reading.claim(*match.span())


def _takes_days(reading: Reading, match: re.Match[str]) -> bool:
    """ "A 10-day trip to Italy" is none of a day."""
    words = match.groupdict()
    start = match.start("trip") if words.get("trip") else match.start("trip2") if words.get("trip2") else -1
    if start < 0 or (words.get("trip") or words.get("trip2") or "").lower().endswith("s"):
        return False
    before = re.search(rf"({COUNT}|\w+)[\s-]*$", reading.view[max(0, start - 16) : start], re.IGNORECASE)
    return bool(before and (count(before[1]) or 1) != 1) or reading.view[max(0, start - 1) : start] == "-"


def _kind(words: dict[str, str | None]) -> str:
    trip = (words.get("trip") or "").lower()
    return (
        "half-day trip"
        if "half" in trip
        else "excursion"
        if "excursion" in trip and "day" not in trip
        else "day trip"
    )


def _names(text: str) -> list[str]:
    return [name for part in _GAP.split(text) if (name := _ARTICLE.sub("", part.strip()).strip())]


def _is_place(reading: Reading, words: str) -> bool:
    name = _ARTICLE.sub("", words)
    return any(one.exact and one.city.prominence >= 7 for one in reading.gazetteer.find_cities(name, limit=2))
