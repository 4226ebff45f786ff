"""Where the trip starts, when no "from" says it: "not London, we start in Lyon", "京都から東京へ"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from trips.catalogue.names import key
from trips.schemas import PlaceName
from trips.understanding.names import Name
from trips.understanding.reading import Reading

if TYPE_CHECKING:
    from trips.understanding.places import Mention

#: "We start in Lyon": a first stop, or where they come from when that is what is spoken of.
_START = re.compile(
    r"\b(?:(?:we|i|the\s+(?:trip|journey)|(?:our|my)\s+(?:trip|journey))(?:'ll|'re|'m|\s+(?:will|do|are|am|would|should|all))?\s+|"
    r"[,;]\s*(?:but\s+)?)(?:actually\s+|rather\s+|now\s+)?"
    r"(?:start|begin|set\s+off|set\s+out)(?:s|ing)?\s+(?:off\s+|out\s+)?(?:in|at)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
#: Behind and before a name in a script without spaces: where to, where from.
_GOES_THERE = re.compile(
    r"\s*(?:(?:に|へ)(?:行|い|旅|着|訪|飛)|を(?:訪|観|旅|巡)|へ?旅行|旅游|旅遊|에\s*(?:가|여행)|(?:으로|로)\s*(?:가|여행)|を見)"
)
_COMES_FROM = re.compile(r"\s*(?:から|発|を出|出发|出發|에서)")
_TO_THERE, _FROM_THERE = re.compile(r"(?:去|到|飞往|飛往|前往)$"), re.compile(r"(?:从|從|自)$")


def start_of(reading: Reading, mentions: Sequence[Mention]) -> Mention | None:
    """ "Not London, we start in Lyon", or the answer to where they start; else it is the first stop."""
    told = next(
        (
            one
            for one in mentions
            if one.role in ("destination", "weak")
            and one.name.known
            and _START.search(reading.view[: one.span.start])
        ),
        None,
    )
    origin = reading.facts.origin
    told = told or _in_place_of(reading, mentions)
    if told is None or any(one is not told and one.role == "destination" for one in mentions):
        return None
    if any(_same_as(one.name, origin) for one in mentions if one.role == "gone"):
        return told
    known = any(_same_as(told.name, place) for place in reading.facts.destinations)
    return (
        told if (origin or "origin" in reading.asked) and reading.facts.destinations and not known else None
    )


def _in_place_of(reading: Reading, mentions: Sequence[Mention]) -> Mention | None:
    """ "Not London, Lyon": the name beside a start that no longer holds."""
    places = [*reading.facts.destinations, reading.facts.origin]
    for one, other in [
        *zip(mentions, mentions[1:], strict=False),
        *zip(mentions[1:], mentions, strict=False),
    ]:
        if other.role not in ("destination", "weak") or one.role != "gone":
            continue
        gap = reading.open[min(one.span.end, other.span.end) : max(one.span.start, other.span.start)]
        meant = [place for place in places if _same_as(one.name, place)]
        if meant == [reading.facts.origin] and re.fullmatch(
            r"[\s,;.-]*(?:but|not|and)?[\s,]*(?:from|in)?\s*", gap, re.I
        ):
            return other
    return None


def _same_as(name: Name, place: PlaceName | None) -> bool:
    if place is None:
        return False
    if place.city_id and name.place and name.place.city_id:
        return place.city_id == name.place.city_id
    return key(place.name) == key(name.said)


def native_role(reading: Reading, name: Name) -> Literal["origin", "destination"] | None:
    """ "京都に行きたい", "从北京出发": the part a name plays in a script without spaces."""
    if reading.view[name.span.start] < "\u3040":
        return None
    before = reading.view[max(0, name.span.start - 2) : name.span.start]
    after = reading.view[name.span.end : name.span.end + 6]
    if _COMES_FROM.match(after) or _FROM_THERE.search(before):
        return "origin"
    return "destination" if _GOES_THERE.match(after) or _TO_THERE.search(before) else None
