"""Words about when a journey departs, arrives, or when to be there for it."""

from __future__ import annotations

import datetime as dt
import re
from typing import Literal

from trips.planning.editing.edits import Edit, SetTime
from trips.planning.editing.phrases import Phrase, Reader, shifted
from trips.planning.editing.shifting import departure_of
from trips.planning.editing.sides import Side
from trips.schemas import Leg

JOURNEY = re.compile(r"\b(train|flight|fly|plane|bus|coach|ferry|drive)\b", re.I)
_HOME = re.compile(r"\b(?:home|back|return)\b", re.I)
#: To be at the airport or the station, which is not yet to depart.
_THERE = re.compile(
    r"\b(?:be|arrive|get|meet|set\s+out|leave)\s+(?:there\b|(?:at|to|for|home\s+for)\s+(?:the\s+)?[\w ]{0,20}"
    r"(?:airport|station|terminal|port)\b)|\b(?:check[\s-]?in|pick(?:ed)?\s+up|boarding)\b",
    re.I,
)
_ARRIVES = re.compile(
    r"\b(?:arriv(?:e|es|ing|al)|lands?|landing|gets?\s+(?:in|there|to)|reach(?:es)?|touch\w*\s+down)\b", re.I
)
_DEPARTS = re.compile(r"\b(?:leav(?:e|es|ing)|depart(?:s|ing|ure)?|goes|takes?\s+off|sets?\s+off)\b", re.I)
#: "UA123", "ICE 599": a number with letters before it.
_NUMBER = re.compile(r"\b(?-i:[A-Z]{2}|[A-Z]\d|\d[A-Z]|ICE|TGV|RJX)\s?\d{2,4}\b")
_CODE = re.compile(
    r"\b(?:confirmation|booking|reservation|record|reference|ref|pnr|locator|code)(?:\s+(?:code|number|no|ref(?:erence)?|"
    r"locator|is))*[\s.:#]+(?P<code>(?-i:[A-Z0-9]{5,10}))\b",
    re.I,
)


def journey_hours(
    reader: Reader, phrase: Phrase, said: str, hour: dt.time | None, side: Side, shift: int
) -> list[Edit]:
    """ "Our train leaves at 10:33" is its departure: one has to be there before it."""
    day = reader.day(phrase)
    mode = {"plane": "flight", "fly": "flight", "bus": "coach", "drive": "car"}.get(said, said)
    legs = [
        leg
        for number in ([day] if day else reader.ahead)
        for leg in reader.plan.days[number - 1].items
        if isinstance(leg, Leg) and leg.mode == mode and leg.origin.city_id != leg.destination.city_id
    ]
    if not legs or not (hour or side.way):
        return []
    leg = _meant(legs, phrase)
    if not hour:
        return [SetTime(uid=leg.uid, start=shifted(leg.start, shift * side.way))]
    of = "arrival" if side.limit == "over" and side.way < 0 else _hour_of(phrase)
    begins = {"start": leg.start, "departure": departure_of(leg), "arrival": leg.end}[of]
    start = side.hour(begins, 0, hour, shift)
    return [SetTime(uid=leg.uid, start=start, hour_of=of)] if start else []


def _meant(legs: list[Leg], phrase: Phrase) -> Leg:
    """The one whose end is named, else the way home, else the first."""
    for sign, end in ((r"to|for|into", "destination"), (r"from|leaves?|departs?|out\s+of", "origin")):
        for leg in legs:
            name = re.escape(getattr(leg, end).name)
            if phrase.has(rf"\b(?:{sign})\s+(?:the\s+)?{name}\b"):
                return leg
    return legs[-1] if _HOME.search(phrase.text) else legs[0]


def _hour_of(phrase: Phrase) -> Literal["start", "departure", "arrival"]:
    if _THERE.search(phrase.text):
        return "start"
    if _ARRIVES.search(phrase.text) and not _DEPARTS.search(phrase.text):
        return "arrival"
    return "departure"


def numbers_not_kept(message: str, plan_titles: list[str]) -> str:
    """What a journey's hour brought along that no edit of a plan holds: its number and its code."""
    found = [match[0] for match in _NUMBER.finditer(message)]
    found += [match["code"] for match in _CODE.finditer(message)]
    if not found or not plan_titles:
        return ""
    named = " and ".join(dict.fromkeys(found))
    is_or_are, it = ("is", "it") if len(set(found)) == 1 else ("are", "them")
    return (
        f"{named} {is_or_are} not kept with this change: note a booking for “{plan_titles[0]}” with {it}, "
        "on the page of your bookings."
    )
