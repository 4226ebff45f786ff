"""Words about whole days: a day of rest, one moved to another, everything of it an hour later."""

from __future__ import annotations

import re

from trips.catalogue.names import words
from trips.planning.editing.edits import Edit, Lighter, RemoveItem, ShiftDay, SwapDays
from trips.planning.editing.phrases import Phrase, Reader, counted, hour_said
from trips.planning.editing.sides import side_of
from trips.schemas import Visit

#: What may stand around a day that is spoken of as a whole.
_AROUND = frozenset(
    """a an the our my that this please can could would should will shall may you we i us it s d ll let lets
    just too rather to for on of in and as be have make turn into want like prefer need whole entire full
    complete completely day days plan plans programme program itinerary instead so then maybe also rest us do
    ok okay out off""".split()
)
_THINGS = frozenset(
    """everything all anything activity activities visit visits sight sights sightseeing things stops
    events""".split()
)
_CLEARS = frozenset("cancel clear scrap".split())
_TAKES_OUT = frozenset("remove drop delete skip cut take leave".split())
_LEFT_FREE = frozenset("keep leave".split())
_RESTS = frozenset("rest resting lazy recovery relax relaxing".split())
_MOVES = frozenset("move shift put bring transfer postpone push".split())
_MORE_FREE_TIME = re.compile(
    r"\bmore\s+(?:of\s+)?(?:(?:free|spare|leisure|unplanned|own)\s+time|time\s+(?:off|free|(?:to|for)\s+"
    r"(?:ourselves|myself|us|me)))\b|\bmore\s+breathing\s+(?:space|room)\b",
    re.I,
)
_ALL_OF_IT = re.compile(
    r"\b(?:everything|all\s+of\s+it|it\s+all|the\s+(?:whole|entire|rest\s+of\s+the)\s+(?:day|programme|program|plan|"
    r"schedule|itinerary|afternoon|morning)|(?:whole|entire|rest\s+of)\s+(?:the\s+)?day)\b",
    re.I,
)
_DELAYS = re.compile(r"\b(?:delay|postpone|put\s+back|push\s+back|set\s+back)\b", re.I)
_BY = re.compile(
    r"\b(?P<count>an?|half\s+an|one|two|three|\d{1,3})\s+(?P<unit>hour|minute|min)s?\b"
    r"(?P<half>\s+and\s+a\s+half)?",
    re.I,
)
USUAL_SHIFT = 60


def read_whole_days(reader: Reader, phrase: Phrase) -> list[Edit]:
    return (
        _shifted_day(reader, phrase)
        or _moved_day(reader, phrase)
        or _rest_day(reader, phrase)
        or _more_free_time(reader, phrase)
    )


def is_a_day_of_rest(reader: Reader, phrase: Phrase) -> bool:
    """Whether it asks that nothing be done on the days it names."""
    said = _beside_the_days(reader, phrase)
    if said is None or phrase.has(r"\brest\s+of\b"):
        return False
    rest, verbs = said - _AROUND, said & (_CLEARS | _TAKES_OUT | _LEFT_FREE)
    if said & _RESTS and "do" not in said and not verbs - _LEFT_FREE:
        return not rest - _RESTS
    if rest & _CLEARS or ("call" in said and "off" in said):
        return not rest - _CLEARS - _THINGS - {"call"}
    if said & _TAKES_OUT and said & _THINGS:
        return not rest - _TAKES_OUT - _THINGS
    if said & _LEFT_FREE and said & {"free", "empty"}:
        return not rest - _LEFT_FREE - {"free", "empty"}
    return "nothing" in said and not rest - {"nothing", "planned"}


def _rest_day(reader: Reader, phrase: Phrase) -> list[Edit]:
    if not is_a_day_of_rest(reader, phrase):
        return []
    found: list[Edit] = []
    for number in dict.fromkeys(one.number for one in reader.named_days(phrase)):
        items = reader.plan.days[number - 1].items if number else []
        visits = [one for one in items if isinstance(one, Visit) and not (one.locked or reader.begun(one))]
        found += [RemoveItem(uid=one.uid) for one in visits]
    return found


def _moved_day(reader: Reader, phrase: Phrase) -> list[Edit]:
    """ "Move day 6 to day 9": what the two hold changes places."""
    said, days = _beside_the_days(reader, phrase), reader.named_days(phrase)
    if said is None or len(days) != 2 or not said & _MOVES:
        return []
    one, other = (named.number for named in days)
    whole = not said - _AROUND - _MOVES - _THINGS - {"from"}
    return [SwapDays(first=one, second=other)] if whole and one and other and one != other else []


def _shifted_day(reader: Reader, phrase: Phrase) -> list[Edit]:
    """ "Push everything back by an hour today"."""
    if not _ALL_OF_IT.search(phrase.text) or hour_said(reader.without_days(phrase.text)):
        return []
    way = 1 if _DELAYS.search(phrase.text) else side_of(phrase.text).way
    days = list(dict.fromkeys(one.number for one in reader.named_days(phrase)))
    if not days:
        days = [number for number in reader.ahead if reader.plan.days[number - 1].date == reader.today]
    if not way or not days or 0 in days:
        return []
    return [ShiftDay(day=number, minutes=way * _minutes(phrase.text)) for number in days]


def _more_free_time(reader: Reader, phrase: Phrase) -> list[Edit]:
    days = [one.number for one in reader.named_days(phrase)]
    if not _MORE_FREE_TIME.search(phrase.text) or not days or 0 in days:
        return []
    return [Lighter(day=number, what="visits") for number in dict.fromkeys(days)]


def _minutes(text: str) -> int:
    match = _BY.search(text)
    if match is None:
        return USUAL_SHIFT
    if match["count"].lower().startswith("half"):
        return 30
    number = counted(match["count"]) * (60 if match["unit"].lower() == "hour" else 1)
    return number + (30 if match["half"] else 0)


def _beside_the_days(reader: Reader, phrase: Phrase) -> set[str] | None:
    """The words that name no day; None where no day of the trip is named."""
    days = reader.named_days(phrase)
    if not days:
        return None
    text = phrase.text
    for start, end in sorted({(one.start, one.end) for one in days}, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return set(words(text.replace("'", " ")))
