"""From places and lengths to changes: origin, destinations in their order, nights in each."""

from __future__ import annotations

import re
from collections.abc import Callable

from trips.catalogue.names import key
from trips.facts.limits import days_problem
from trips.reading.facts.places import Mention, Places
from trips.reading.message.charted import DatesFound, Duration
from trips.reading.message.reading import Reading, Span

Fits = Callable[[Reading, Span, Span], bool]
#: What follows a place that nobody knows: another one in its stead.
_RATHER = re.compile(r"\W*(?:no|nope|ok(?:ay)?|then|sorry|well|all\s*right)\b", re.IGNORECASE)
_BEFORE_PLACE = re.compile(r"^[\s,]*(?:in|at|for|visiting|of)?\s*(?:the\s+|beautiful\s+)?$", re.IGNORECASE)
_AFTER_PLACE = re.compile(
    r"^\s*(?:\(|:|-|,|=|for|x)?\s*(?:for\s+|about\s+)?(?:the\s+first\s+)?$", re.IGNORECASE
)
_IN_ONE_BREATH = re.compile(r"\s*(?:,|and|&|\+|/|,\s*and|;\s*[-*•\d.]*)?\s*(?:the\s+)?", re.IGNORECASE)


def tell_itinerary(reading: Reading, places: Places, dates: DatesFound) -> None:
    """Tells origin, destinations and nights. Lengths that belong to a city leave `dates.durations`."""
    if places.origin:
        said = places.origin.name.said
        reading.change("origin", said, places.origin.span.start, places.origin.span.end)
    _nights(reading, places, dates)
    _destinations(reading, places)
    for mention in places.destinations:
        if mention.nights:
            nights, span = mention.nights
            start, end = min(span.start, mention.span.start), max(span.end, mention.span.end)
            reading.change("destinations.nights", nights, start, end, subject=_subject(reading, mention))


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


def _destinations(reading: Reading, places: Places) -> None:
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
    contains = reading.message.atlas.contains
    for area in known:  # "Which cities in Peru?"
        towns = [one for one in new if contains(area, area.name, one.name.place)]
        if towns and area.kind != "city":
            span = towns[0].span
            reading.change("destinations", area.name, span.start, span.end, op="remove")
    for one in gone:
        reading.change("destinations", _known(reading, one), one.span.start, one.span.end, op="remove")
    only_new = len(places.destinations) == len(new)
    nowhere = all(place.kind == "city" and place.city_id is None for place in known)
    instead = places.instead or (nowhere and bool(_RATHER.match(reading.view)))
    replaces = instead and bool(known) and not gone and only_new
    for index, one in enumerate(new):
        if replaces and len(known) == len(new) == 1:
            op, subject = "set", known[0].name
        else:
            op, subject = ("set" if replaces and index == 0 else "add"), ""
        reading.change("destinations", one.name.said, one.span.start, one.span.end, op=op, subject=subject)


def _around(one: Span, other: Span) -> Span:
    return Span(min(one.start, other.start), max(one.end, other.end))


def _nights(reading: Reading, places: Places, dates: DatesFound) -> None:
    """Pairs lengths with cities, if several cities are in play. Where days were said, the last city's last
    day is the journey home."""
    cities = {key(_known(reading, one) or one.name.said) for one in places.destinations}
    cities |= {key(place.name) for place in reading.facts.destinations} - {
        key(_known(reading, one) or "") for one in places.gone
    }
    if len(cities) < 2 or not places.destinations:
        return
    lengths = dates.durations + _stays_by_dates(dates)
    before = _pairs(reading, places.destinations, lengths, _precedes)
    after = _pairs(reading, places.destinations, lengths, _follows)
    pairs = before if len(before) >= len(after) else after
    if _is_whole_trip(reading, places, pairs):
        return
    for index, mention in enumerate(places.destinations):
        if duration := pairs.get(index):
            if problem := days_problem(duration.days):
                reading.problem(problem, duration.span)
                continue
            mention.nights = (max(1, duration.nights), duration.span)
    taken = list(pairs.values())
    dates.durations = [one for one in dates.durations if one not in taken]
    told = [one for one in places.destinations if one.nights]
    whole = bool(taken) and len(told) == len(places.destinations) and not reading.facts.destinations
    if whole and all(one.by_days for one in taken):
        nights, span = told[-1].nights
        told[-1].nights = (nights - 1, span) if nights > 1 else None


def _is_whole_trip(reading: Reading, places: Places, pairs: dict[int, Duration]) -> bool:
    """ "5 nights in Tokyo and Kyoto": one length for cities told in one breath."""
    mentions = places.destinations
    if len(pairs) != 1 or len(mentions) < 2:
        return False
    (index,) = pairs
    length, place = pairs[index].span, mentions[index].span
    if "," in reading.view[min(length.end, place.end) : max(length.start, place.start)]:
        return True  # "Porto and Lisbon, 8 days"
    if pairs[index].span.start < mentions[0].span.start:
        gap = reading.open[mentions[0].span.end : mentions[1].span.start]
        return index == 0 and bool(_IN_ONE_BREATH.fullmatch(gap))
    gap = reading.open[mentions[-2].span.end : mentions[-1].span.start]
    return index == len(mentions) - 1 and bool(_IN_ONE_BREATH.fullmatch(gap))


def _stays_by_dates(dates: DatesFound) -> list[Duration]:
    """ "Tokyo 3-8 April, Kyoto 8-12 April": several ranges are a stay each."""
    if len(dates.stays) < 2:
        return []
    stays = ((start, end, span) for start, end, span in dates.stays if end > start)
    return [Duration(span, (end - start).days + 1, (end - start).days) for start, end, span in stays]


def _pairs(
    reading: Reading, mentions: list[Mention], durations: list[Duration], fits: Fits
) -> dict[int, Duration]:
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
