"""What is fixed already: "wedding on Tuesday in Porto", and limits: "at most 500 on food"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from trips.facts.limits import date_problem
from trips.understanding.date_points import Point, read_points
from trips.understanding.date_years import Calendar
from trips.understanding.money_words import MONEY, SUM, sum_of
from trips.understanding.reading import Reading, Span

_EVENT = re.compile(
    r"\b(?:(?:there\s+is|there's|i|we)\s+(?:have|'ve|got|have\s+got|am\s+at|are\s+at|attend(?:ing)?|"
    r"need\s+to\s+be\s+at)\s+)?(?:(?:a|an|the|my|our)\s+)?"
    r"(?P<what>(?:(?:\w+'s|business|work|job|team|client|football|soccer|baseball|birthday|engagement|"
    r"family|graduation|dinner|wedding|theatre|opera|"
    r"doctor's|taylor\s+swift|rock|school)\s+){0,2}(?:wedding|conference|concert|meeting|interview|funeral|"
    r"graduation|marathon|match|gig|ceremony|"
    r"appointment|exam|presentation|workshop|seminar|race|reunion|baptism|christening|birthday|reception|"
    r"recital|convention|trade\s+fair|"
    r"reservation|party|show|game|dinner|lunch))\b",
    re.IGNORECASE,
)
_TICKETS = re.compile(
    r"\btickets?\s+(?:for|to)\s+(?:the\s+)?(?P<what>[A-Z][\w' ]{1,40}?)(?=\s+(?:on|at|in|this|next)\b)"
)
_REST = re.compile(
    r"^(?:\s+(?:with|at|of|for|in)\s+[^.!?;,\n\x00]{1,40}?)?\s*,?\s*(?:is\s+|takes\s+place\s+|happens\s+|"
    r"starts\s+)?(?=on\b|this\b|next\b|at\s+\d|at\s+noon|\d|mon|tue|wed|thu|fri|sat|sun|tomorrow|\()",
    re.I,
)
_TIME = re.compile(
    r"\b(?:at|from|@)\s+(?P<h>\d{1,2})(?:[:.h](?P<m>\d{2}))?\s*(?P<ap>am|pm|a\.m\.|p\.m\.|o'clock)?"
    r"(?:\s*(?:-|to|until|till)\s*(?P<h2>\d{1,2})(?:[:.h](?P<m2>\d{2}))?\s*(?P<ap2>am|pm|a\.m\.|"
    r"p\.m\.)?)?(?![\d/]|\s*(?:people|of\s+us|night|€|\$))|\bat\s+(?P<noon>noon|midday)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:in|at)\s+(?:the\s+)?(?P<where>(?-i:[A-Z][\w'-]+(?:\s+(?:(?:de|la|of|am)\s+)?[A-Z][\w'-]+){0,3}))",
    re.IGNORECASE,
)
_CATEGORIES = {
    "stay": r"hotels?|accommodation|lodging|stays?|rooms?|sleeping|hostels?|airbnbs?",
    "food": r"food|meals?|eating(?:\s+out)?|restaurants?|dining|dinners?|drinks",
    "transport": r"transport(?:ation)?|flights?|travel|trains?|getting\s+(?:around|there)|airfare|"
    r"plane\s+tickets?|the\s+flight",
    "visits": r"activities|sights|sightseeing|museums?|attractions?|tickets?|entrance\s+fees|visits|tours?|"
    r"entertainment",
}
_CATEGORY = "|".join(_CATEGORIES.values())
#: "The total is to stay below 3000" speaks of no hotel: before its sum a category is a noun.
_NOUN = _CATEGORY.replace("|stays?|", "|").replace("|travel|", "|")
_CAP = re.compile(
    rf"(?:\b(?P<lead>at\s+most|max(?:imum)?(?:\s+of)?|(?:no|not)\s+more\s+than|up\s+to|under|less\s+than|"
    rf"below|a\s+limit\s+of|spend(?:ing)?|limit\s+of|about|around)\s+)*"
    rf"(?:(?P<money>{MONEY.pattern.replace('?P<', '?P<m_')})|{SUM})\s*(?:max\s+|at\s+most\s+|"
    rf"in\s+total\s+)?(?:on|for)\s+(?:the\s+|our\s+|my\s+|all\s+)?(?P<c>{_CATEGORY})\b",
    re.IGNORECASE,
)
_CAP_AFTER = re.compile(
    rf"\b(?:budget\s+for\s+(?:the\s+|our\s+|my\s+|all\s+)?)?(?P<c>{_NOUN})\s+(?:budget|costs?|spending|limit)?\s*(?:is|of|:|should\s+(?:cost|be)|"
    rf"must\s+(?:cost|be)|to\s+be|can\s+cost)?\s*(?:at\s+most|max(?:imum)?|under|below|up\s+to|"
    rf"no\s+more\s+than|less\s+than|limited\s+to|budget\s+(?:of|"
    rf"is))\s+(?:(?P<money>{MONEY.pattern.replace('?P<', '?P<m_')})|{SUM})(?!\s*(?:a|per|each|"
    rf"/)\s*(?:night|day|person|head))",
    re.IGNORECASE,
)


#: "My budget for dinner is 50 euros", "a food budget of 300": a part of the money, not all of it.
_CAP_BUDGET = re.compile(
    rf"\b(?:(?:budget|limit)\s+for\s+(?:(?:the|our|my|all|each)\s+)?(?P<c>{_CATEGORY})|"
    rf"(?P<c2>{_NOUN})\s+budget)"
    rf"\s*(?:is|of|:|would\s+be|should\s+be|=)?\s*(?:about\s+|around\s+|max(?:imum)?\s+|at\s+most\s+|up\s+to\s+)?"
    rf"(?:(?P<money>{MONEY.pattern.replace('?P<', '?P<m_')})|{SUM})"
    r"(?!\s*(?:a|per|each|/)\s*(?:night|day|person|head))",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\b(?:at\s+most|max(?:imum)?|(?:no|not)\s+more\s+than|up\s+to|under|less\s+than|below|limit|spend)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Planned:
    """An appointment whose day is still to be worked out from the trip's dates."""

    what: str
    span: Span
    point: Point | None
    day: dt.date | None
    start: dt.time | None
    end: dt.time | None
    where: str


def read_caps(reading: Reading) -> None:
    """Tells `caps`; what a night or a day may cost is read elsewhere."""
    for pattern in (_CAP, _CAP_AFTER, _CAP_BUDGET):
        for match in reading.find(pattern, claim=False):
            if match["money"]:
                inner = MONEY.search(match["money"])
                told = sum_of(inner) if inner else None
            else:
                told = sum_of(match)
            if reading.planned and pattern is _CAP and not _LIMITED.search(match.group()):
                continue  # "about 20 euros for dinner", once there is a plan, is no limit
            if told is None or told.amount <= 0 or (told.currency is None and told.amount < 20):
                continue
            if re.search(
                r"\bbudget\s*(?:is|of|:)?\s*$", reading.view[max(0, match.start() - 14) : match.start()], re.I
            ):
                continue
            category = next(
                name for name, words in _CATEGORIES.items() if re.fullmatch(words, _category(match), re.I)
            )
            value = "|".join((category, f"{told.amount:f}", told.currency or ""))
            reading.change("caps", value, *match.span(), op="add")
            reading.claim(*match.span())


def _category(match: re.Match[str]) -> str:
    return match["c"] or match.groupdict().get("c2") or ""


def read_appointments(reading: Reading) -> list[Planned]:
    """Events with a day or an hour, claimed but for the place, which is a destination too."""
    found = []
    for pattern in (_TICKETS, _EVENT):
        for match in reading.find(pattern, claim=False):
            sentence = reading.sentence_of(match.start())
            rest = reading.open[match.end() : min(sentence.end, match.end() + 90)]
            lead = _REST.match(rest)
            if not lead:
                continue
            planned = _planned(reading, match, rest, lead.end())
            if planned:
                found.append(planned)
    return found


def _planned(reading: Reading, match: re.Match[str], rest: str, lead: int) -> Planned | None:
    what = " ".join((match["what"] + rest[:lead].rstrip(" ,(")).split())
    what = re.sub(r"\s+(?:on|is|this|next|takes\s+place|happens|starts)$", "", what, flags=re.I)
    inner = Reading(rest, today=reading.today, gazetteer=reading.gazetteer, facts=reading.facts)
    time = _TIME.search(inner.open)
    if time and time.start() <= 50:
        inner.claim(*time.span())
    else:
        time = None
    ranges, points = read_points(inner)
    point = points[0] if points and points[0].span.start <= lead + 14 and not ranges else None
    if point is None and time is None:
        return None
    day = Calendar(inner, (), ()).day(point) if point else None
    reading.problems += [problem for problem in inner.problems if problem not in reading.problems]
    where = _WHERE.search(rest, max(lead, point.span.end if point else 0)) or _WHERE.search(what)
    if where and where.string is what:
        what = what[: where.start()].strip()
    offset = match.end()
    end = offset + max(point.span.end if point else 0, time.end() if time else 0)
    span = Span(match.start("what"), end)
    reading.claim(match.start(), match.end())
    for part in (point.span if point else None, Span(*time.span()) if time else None):
        if part:
            reading.claim(offset + part.start, offset + part.end)
    first, last = _times(time)
    return Planned(what, span, point, day, first, last, where["where"] if where else "")


def _times(match: re.Match[str] | None) -> tuple[dt.time | None, dt.time | None]:
    if match is None:
        return None, None
    if match["noon"]:
        return dt.time(12), None
    second = _time(match["h2"], match["m2"], match["ap2"])
    first = _time(match["h"], match["m"], match["ap"] or (match["ap2"] if match["h2"] else None))
    return first, second if first and second and second > first else None


def _time(hour: str | None, minute: str | None, half: str | None) -> dt.time | None:
    if hour is None:
        return None
    number, minutes = int(hour), int(minute or 0)
    if half and half.lower().startswith("p") and number < 12:
        number += 12
    if half and half.lower().startswith("a") and number == 12:
        number = 0
    return dt.time(number, minutes) if number <= 23 and minutes <= 59 else None


def tell_appointments(reading: Reading, planned: list[Planned]) -> None:
    """Tells `appointments`. A weekday is the one within the trip, when the trip has dates."""
    for one in planned:
        day = one.day
        if one.point and one.point.weekday and day:
            day = _within_trip(reading, day)
        if day and (problem := date_problem(day, reading.today)):
            reading.problem(problem)
            continue
        parts = (
            one.what,
            day.isoformat() if day else "",
            f"{one.start:%H:%M}" if one.start else "",
            f"{one.end:%H:%M}" if one.end else "",
            one.where,
        )
        reading.change("appointments", "|".join(parts), one.span.start, one.span.end, op="add")


def _within_trip(reading: Reading, day: dt.date) -> dt.date:
    said_start, said_end = reading.said("dates.start"), reading.said("dates.end")
    start = dt.date.fromisoformat(str(said_start.value)) if said_start else reading.facts.dates.start
    end = dt.date.fromisoformat(str(said_end.value)) if said_end else reading.facts.dates.end
    if not start:
        return day
    meant = start + dt.timedelta(days=(day.weekday() - start.weekday()) % 7)
    return meant if end is None or meant <= end else day
