"""Words about nights: one more in Kyoto, one less in Tokyo, and whether the trip gets longer by it."""

from __future__ import annotations

import re

from trips.planning.editing.edits import AddNight, DropNight, Edit
from trips.planning.editing.phrases import COUNT, Phrase, Reader, counted

#: "A day trip", "a day off" and "a day pass" are no days more.
_DAYS = r"(?:nights?|days?(?!\s*-?\s*(?:trips?|tours?|pass|off|out|bag)\b))\b"
_MORE = re.compile(
    rf"\b(?:{COUNT}\s+)?(?:more|extra|additional|further|another)\s+(?:{COUNT}\s+)?{_DAYS}|"
    rf"\b(?:{COUNT}\s+)?{_DAYS}\s+(?:more|longer|extra)\b|\b(?:add|extend)\b.{{0,40}}?\b{COUNT}\s+{_DAYS}|"
    r"\b(?:stay|be)\s+(?:in\s+)?[\w' -]{0,30}longer\b",
    re.I,
)
_LESS = re.compile(
    rf"\b(?:({COUNT})\s+)?(?:less|fewer)\s+(?:nights?|days?)\b|"
    rf"\b(?:({COUNT})\s+)(?:nights?|days?)\s+(?:less|fewer|shorter|earlier)\b|"
    rf"\b(?:cut|drop|remove|shorten|lose|skip)\b.{{0,30}}?\b({COUNT})\s+nights?\b",
    re.I,
)
#: Of a city beside another whose nights were named.
_MORE_THERE = re.compile(rf"\b(?:{COUNT}\s+)?(?:more|extra|longer|another(?:\s+one)?)\s+(?:in|at)\b", re.I)
_LESS_THERE = re.compile(rf"\b(?:{COUNT}\s+)?(?:less|fewer)\s+(?:in|at)\b", re.I)
_HOW_MANY = re.compile(
    rf"\b({COUNT})\s+(?:(?:more|extra|additional|further|less|fewer)\s+)?(?:nights?|days?)\b", re.I
)
#: "Can we start a day earlier".
_AT_THE_START = re.compile(
    r"\b(?:start|begin|arriv|set\s+off|fly\s+out|get\s+there|come)\w*\b[^.,;!?]{0,30}\bearlier\b", re.I
)
_KEEP_END = re.compile(
    r"\b(?:same\s+(?:end|return)|(?:still|must|have\s+to)\s+(?:be\s+)?(?:home|back|fly|return|leave)|"
    r"end\s+(?:date\s+)?(?:is\s+)?"
    r"(?:fixed|the\s+same)|without\s+(?:a\s+longer|making\s+the)\s+trip|keep\s+the\s+(?:end|return|flight))",
    re.I,
)


def read_exchange(reader: Reader, phrase: Phrase) -> list[Edit]:
    """Nights of two cities in one breath, or with the end of the trip fixed: read before the message is taken
    apart into clauses."""
    less = _LESS.search(phrase.text) or phrase.has(r"\b(?:less|fewer)\s+(?:in|at)\b")
    more = _MORE.search(phrase.text) or _MORE_THERE.search(phrase.text)
    both = more and less
    return read_nights(reader, phrase) if both or _KEEP_END.search(phrase.text) else []


def read_nights(reader: Reader, phrase: Phrase) -> list[Edit]:
    more, less = _MORE.search(phrase.text), _LESS.search(phrase.text)
    if less and _AT_THE_START.search(phrase.text):
        return []  # of the dates: a day more, not less
    if bool(more) != bool(less):  # "one night less in Venice and one more in Rome"
        more, less = more or _MORE_THERE.search(phrase.text), less or _LESS_THERE.search(phrase.text)
    if not more and not less:
        return []
    if (
        more
        and re.search(r"\bdays?\b", more[0], re.I)
        and not phrase.has(r"\b(?:in|to|at|stay|extend|trip)\b")
    ):
        return []
    cities = reader.cities_named(phrase.text)
    known = [name for _, name in cities]
    if more and not known and not re.search(r"night|day", more[0], re.I):
        return []  # longer in bed
    only = reader.cities()
    how_many = _HOW_MANY.search(phrase.text)
    nights = counted(how_many[1]) if how_many else 1
    if more and less:
        return _exchanged(cities, more, less, nights)
    keep_end = bool(_KEEP_END.search(phrase.text))
    instead = re.search(r"\b(?:instead\s+of|rather\s+than|less\s+in|from|fewer\s+in)\b", phrase.text, re.I)
    if more and instead and len(cities) > 1:
        giver = next((name for at, name in cities if at > instead.start()), "")
        taker = next((name for _, name in cities if name != giver), "")
        return [AddNight(city=taker, nights=nights, keep_end=True, instead_of=giver)] if taker else []
    if not known:
        there = re.search(r"\b(?:in|at)\s+([A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*)", phrase.text)
        if there and reader.gazetteer.best_city(there[1]) and not reader.days.find(there[0]):
            known = [there[1]]
        elif len(only) == 1 and not there:
            known = [only[0].name]
    if not known:
        return []
    if more:
        return [AddNight(city=known[0], nights=nights, keep_end=keep_end)]
    return [DropNight(city=known[0], nights=nights)]


def _exchanged(
    cities: list[tuple[int, str]], more: re.Match[str], less: re.Match[str], nights: int
) -> list[Edit]:
    """ "One more night in Kyoto and one less in Tokyo"; what one gives beyond what the other takes ends the
    trip earlier, and the other way round later."""
    if len(cities) < 2:
        return []
    first, second = cities[0][1], cities[1][1]
    taker, giver = (first, second) if more.start() <= less.start() else (second, first)
    taken, given = _count_of(more) or nights, _count_of(less) or nights
    both = min(taken, given)
    found: list[Edit] = [AddNight(city=taker, nights=both, keep_end=True, instead_of=giver)]
    if taken > both:
        found.append(AddNight(city=taker, nights=taken - both))
    if given > both:
        found.append(DropNight(city=giver, nights=given - both))
    return found


def _count_of(match: re.Match[str]) -> int | None:
    """None where its words hold no count of their own."""
    said = re.search(rf"\b{COUNT}\b", match[0], re.I)
    return counted(said[0]) if said else None
