"""Words about where a thing goes instead: another day, another hour, before another thing."""

from __future__ import annotations

import datetime as dt
import re

from trips.planning.editing.edits import Edit, MoveItem, SetTime
from trips.planning.editing.phrases import Phrase, Reader, hour_said
from trips.planning.editing.reading_places import plain_name, things_said
from trips.planning.editing.thing_words import MEAL_WORDS, Thing
from trips.schemas import Meal, Visit

_MOVE = re.compile(
    r"\b(?:move|shift|put|bring|push|reschedule|postpone|transfer|pull|do|visit|see|go\s+to|have|"
    r"schedule)\s+(.+)$",
    re.I,
)
_STRONG_MOVE = re.compile(r"\b(?:move|shift|bring|push|reschedule|postpone|transfer|pull)\b", re.I)


def read_moving(reader: Reader, phrase: Phrase) -> list[Edit]:
    match = _MOVE.search(phrase.text)
    if not match:
        return []
    strong = bool(_STRONG_MOVE.search(match[0]))
    if not strong and MEAL_WORDS.search(match[1]):
        return []  # "have a halal dinner on Friday" is about the dinner
    before = re.search(r"^(.*?)\s+(?:before|ahead\s+of)\s+(.+)$", match[1], re.I)
    days = reader.named_days(phrase)
    if any(one.number == 0 for one in days):
        return []
    exactly = hour_said(reader.without_days(phrase.text))
    hour, about = exactly or part_of_day(phrase), exactly is None
    target = days[-1].number if days else None
    source = days[0].number if len(days) > 1 else None
    if strong and _BACK_OR_FORTH.search(phrase.text) and not _A_DAY.search(phrase.text) and not hour:
        return []  # earlier or later: read as hours
    if strong and hour and len(days) == 1 and not _TO_A_DAY.search(phrase.text[: days[0].start]):
        source = target  # "push dinner on Sunday to 9 pm": its own day
    if before and not re.match(r"\s*(?:noon|lunch|dinner|\d)", before[2], re.I) or before and strong:
        thing = reader.things.find(plain_name(reader, before[1]), source)
        other = reader.things.find(plain_name(reader, before[2]), target or (thing.number if thing else None))
        if thing and other and thing.item.uid != other.item.uid:
            return [MoveItem(uid=thing.item.uid, day=target or other.number, before_uid=other.item.uid)]
        return []
    evening = hour_said(reader.without_days(phrase.text), evening=True)
    found: list[Edit] = []
    for thing in things_said(reader, match[1], source):
        if not isinstance(thing.item, Visit | Meal):
            continue
        own = evening if isinstance(thing.item, Meal) and thing.item.meal == "dinner" else hour
        there = _target(reader, phrase, thing, target)
        if there and there != thing.number:
            found.append(MoveItem(uid=thing.item.uid, day=there, start=own, about=about and own is not None))
        elif own and (strong or target):
            found.append(SetTime(uid=thing.item.uid, start=own, about=about))
    return found


def _target(reader: Reader, phrase: Phrase, thing: Thing, target: int | None) -> int | None:
    """The day named, of a weekday that comes twice the one in the thing's city; or a day later or earlier."""
    city = reader.plan.days[thing.number - 1].city
    for named in reader.named_days(phrase)[-1:]:
        same = [one for one in (named.number, *named.others) if reader.plan.days[one - 1].city == city]
        return (same or [target])[0]
    if step := _A_DAY.search(phrase.text):
        there = thing.number + (1 if step[1].lower() in ("later", "forward", "back") else -1)
        return there if 1 <= there <= len(reader.plan.days) else None
    return target


def part_of_day(phrase: Phrase) -> dt.time | None:
    part = re.search(
        r"\b(?:to|into|in|until|on|for)\s+(?:the\s+)?(?:\w+day\s+)?(morning|afternoon|evening)\b",
        phrase.text,
        re.I,
    )
    return (
        {"morning": dt.time(10), "afternoon": dt.time(14), "evening": dt.time(18)}[part[1].lower()]
        if part
        else None
    )


_BACK_OR_FORTH = re.compile(
    r"\b(?:forward|forwards|back|backwards|ahead)\b|\bby\s+\w+\s+(?:hours?|minutes?)\b", re.I
)
_TO_A_DAY = re.compile(r"\b(?:to|onto|until|till|into|for)\s+(?:the\s+)?$", re.I)
_A_DAY = re.compile(r"\b(?:a|one)\s+day\s+(later|earlier|sooner|forward|back)\b", re.I)
