"""From places and lengths to changes: origin, destinations in their order, nights in each."""

from __future__ import annotations

import re

from trips.planning.names import key
from trips.understanding.counting import count
from trips.understanding.dates import DatesFound
from trips.understanding.durations import Duration
from trips.understanding.places import Mention, PlacesFound
from trips.understanding.reading import Reading, Span

_BEFORE_PLACE = re.compile(r"^[\s,]*(?:in|at|for|visiting|of)?\s*(?:the\s+|beautiful\s+)?$", re.IGNORECASE)
_AFTER_PLACE = re.compile(
    r"^\s*(?:\(|:|-|,|=|for|x)?\s*(?:for\s+|about\s+)?(?:the\s+first\s+)?$", re.IGNORECASE
)
_BARE_COUNT = re.compile(
    r"\b(\d{1,2}|one|two|three|four|five|six|seven)\s+(?:in|at)\s+(?:the\s+)?$", re.IGNORECASE
)


def tell_itinerary(reading: Reading, places: PlacesFound, dates: DatesFound) -> Duration | None:
    """Tells origin, destinations and nights. Lengths that belong to a city leave `dates.durations`;
    the length of the whole trip that they add up to is returned."""
    if places.origin:
        said = places.origin.name.said
        reading.change("origin", said, places.origin.span.start, places.origin.span.end)
    total = _nights(reading, places, dates)
    _destinations(reading, places)
    for mention in places.destinations:
        if mention.nights:
            nights, span = mention.nights
            start, end = min(span.start, mention.span.start), max(span.end, mention.span.end)
            reading.change("destinations.nights", nights, start, end, subject=_subject(reading, mention))
    return total


def _subject(reading: Reading, mention: Mention) -> str:
    """The name under which the destination is or will be known."""
    known = _known(reading, mention)
    return known or mention.name.said.partition(",")[0]


def _known(reading: Reading, mention: Mention) -> str | None:
    place = mention.name.place
    for known in reading.facts.destinations:
        if key(known.name) == key(mention.name.said) or (
            place and place.city_id is not None and known.city_id == place.city_id
        ):
            return known.name
    return None


def _destinations(reading: Reading, places: PlacesFound) -> None:
    known = reading.facts.destinations
    new = [one for one in places.destinations if _known(reading, one) is None]
    gone = [one for one in places.gone if _known(reading, one)]
    if gone and len(new) == len(gone):
        # "not Boston, Chicago": the new one takes the place of the old
        for one, other in zip(gone, new, strict=True):
            span = _around(one.span, other.span)
            reading.change(
                "destinations", other.name.said, span.start, span.end, subject=_known(reading, one) or ""
            )
        return
    for one in gone:
        reading.change("destinations", _known(reading, one), one.span.start, one.span.end, op="remove")
    replaces = places.instead and known and new and not gone
    if replaces and len(known) == 1 and len(new) == 1 and new[0] in places.destinations:
        only = new[0]
        if len(places.destinations) == 1:
            reading.change(
                "destinations", only.name.said, only.span.start, only.span.end, subject=known[0].name
            )
            return
    for index, one in enumerate(new):
        op = "set" if replaces and index == 0 and len(places.destinations) == len(new) else "add"
        reading.change("destinations", one.name.said, one.span.start, one.span.end, op=op)


def _around(one: Span, other: Span) -> Span:
    return Span(min(one.start, other.start), max(one.end, other.end))


def _nights(reading: Reading, places: PlacesFound, dates: DatesFound) -> Duration | None:
    """Pairs lengths with cities, if several cities are in play; returns the total when every city of
    the message has its own."""
    cities = {key(one.name.said) for one in places.destinations}
    cities |= {key(place.name) for place in reading.facts.destinations}
    if len(cities) < 2 or not places.destinations:
        return None
    before = _pairs(reading, places.destinations, dates.durations, _precedes)
    after = _pairs(reading, places.destinations, dates.durations, _follows)
    pairs = before if len(before) >= len(after) else after
    if len(places.destinations) >= 2 and len(pairs) == 1 and len(places.destinations) > len(pairs):
        # "3 days in Rome and Florence" is the whole trip
        only = next(iter(pairs))
        mention, duration = places.destinations[only], pairs[only]
        if pairs is before and duration.unit != "night" and only == 0 and not _bare(reading, places, 1):
            return None
        if pairs is after and duration.unit != "night" and only == len(places.destinations) - 1:
            return None
        if duration.unit == "week" and not _bare(reading, places, 1):
            return None
        del mention
    taken: list[Duration] = []
    for index, mention in enumerate(places.destinations):
        duration = pairs.get(index)
        if duration:
            mention.nights = (max(1, duration.nights), duration.span)
            taken.append(duration)
        elif pairs and (bare := _bare(reading, places, index)):
            mention.nights = bare
    told = [one for one in places.destinations if one.nights]
    dates.durations = [one for one in dates.durations if one not in taken]
    if not taken or len(told) < len(places.destinations) or reading.facts.destinations:
        return None
    in_days = all(duration.unit == "day" for duration in taken)
    nights = sum(one.nights[0] for one in told if one.nights)
    if in_days:
        last = told[-1]
        nights -= 1
        if last.nights and last.nights[0] > 1:
            last.nights = (last.nights[0] - 1, last.nights[1])
        else:
            last.nights = None
    span = _around(told[0].span, told[-1].span)
    for one in taken:
        span = _around(span, one.span)
    if any(reading.said(path) for path in ("dates.days",)):
        return None
    return Duration(span, nights + 1, "night")


def _pairs(reading: Reading, mentions: list[Mention], durations: list[Duration], fits) -> dict[int, Duration]:
    found: dict[int, Duration] = {}
    for index, mention in enumerate(mentions):
        for duration in durations:
            if duration not in found.values() and fits(reading, mention.span, duration.span):
                found[index] = duration
                break
    return found


def _precedes(reading: Reading, place: Span, length: Span) -> bool:
    """ "5 nights in Tokyo"."""
    return length.end <= place.start and bool(_BEFORE_PLACE.match(reading.view[length.end : place.start]))


def _follows(reading: Reading, place: Span, length: Span) -> bool:
    """ "Tokyo 5 nights", "Tokyo (5 nights)", "Tokyo for 5 nights"."""
    return place.end <= length.start and bool(_AFTER_PLACE.match(reading.view[place.end : length.start]))


def _bare(reading: Reading, places: PlacesFound, index: int) -> tuple[int, Span] | None:
    """ "… and 4 in Kyoto"."""
    if index >= len(places.destinations):
        return None
    span = places.destinations[index].span
    match = _BARE_COUNT.search(reading.open[max(0, span.start - 20) : span.start])
    if not match or not (number := count(match[1])):
        return None
    start = max(0, span.start - 20) + match.start()
    reading.claim(start, span.start)
    return number, Span(start, span.end)
