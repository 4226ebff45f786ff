"""What is fixed already: "wedding on Tuesday in Porto", "dinner with my aunt on the first night"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace

from trips.facts.limits import MAX_ENTRY, date_problem
from trips.reading.chart import Span
from trips.reading.facts.message import Found, Message
from trips.reading.values import ONE_DAY, Day

#: So many tokens from its event on, or before it, a day or an hour is looked for.
_FAR, _BEFORE = 16, 8
_STOPS = frozenset(". ! ? ;".split())
_BEGINS = frozenset("on at in from , [ is this next starts : - takes happens will and which that".split())
_WITH = frozenset("with of for against vs".split())
_GOES_ON = frozenset("it she he they we the".split())
_RANGES = frozenset("- to until till between before by after".split())
#: Who only wishes for it has nothing fixed.
_WISHES = frozenset(
    "want would like love see watch find suggest recommend nice good catch maybe somewhere some any".split()
)
#: Of these their name alone is nobody else's: who travels, or when, is read of the rest.
_SHARED = frozenset("day_of turns travel sails runs".split())
_IN_NAME = frozenset("of de la del da do di du the".split())


@dataclass(frozen=True)
class Fixed:
    """Tokens i to j name it; `read`: the stretches that nobody else reads."""

    what: str
    i: int
    j: int
    day: Day | None = None
    start: dt.time | None = None
    end: dt.time | None = None
    where: str = ""
    read: tuple[tuple[int, int], ...] = ()


def fixed_in(message: Message) -> list[Fixed]:
    """Events with a day or an hour, in order."""
    events = [one for one in message.cover("event", "tickets") if one.j - 1 not in message.closed]
    found: list[Fixed] = []
    for at, event in enumerate(events):
        behind = (other.i for other in events[at + 1 :] if other.value != "travel" or event.value == "travel")
        after = next(behind, len(message.tokens))
        one = _fixed(message, event, after)
        last = found[-1] if found else None
        if one and last and not last.start and not one.day and _end(message, last.i) == _end(message, one.i):
            # "the graduation is on the 24th, ceremony at 10": the hour of what has its day
            found[-1] = replace(
                last, what=f"{last.what} {one.what}", start=one.start, end=one.end, read=last.read + one.read
            )
        elif one:
            found.append(one)
    return [one for one in found if one.day or one.start]


def _end(message: Message, i: int) -> int:
    """Where the sentence of a token ends."""
    stops = (at for at in range(i, len(message.tokens)) if message.word(at) in _STOPS)
    return next((at for at in stops if not message.tokens.tight(at + 1)), len(message.tokens))


def _fixed(message: Message, event: Span, after: int) -> Fixed | None:
    clause = message.clause(event.i)
    told = not clause.asked and not clause.denies(event)
    name = _name(message, event)
    if not told or name is None or clause.has("over.past", "supposed.if", "others.kin_says", "others.theirs"):
        return None
    last = min(_end(message, event.j), after, event.j + _FAR)
    kinds = {"on_day", "moment", {"runs": "on_days", "travel": "nearly_moment"}.get(event.value, "")}
    whens = message.cover("on_day", "on_days", "moment", "nearly_moment")
    whens = [one for one in whens if one.kind in kinds and not _ranged(message, one)]
    days = [one for one in whens if one.kind.startswith("on_day")]
    moments = [one for one in whens if one not in days]
    last = _aside(message, name.j, last, [one.i for one in (*days, *moments)])
    day = next((one for one in days if name.j <= one.i < last), None)
    if day is None and event.value not in ("meal", "travel"):
        day = _earlier(message, days, event)
    moment = next((one for one in moments if name.j <= one.i < last and message.open(one)), None)
    if moment is None and event.value != "travel":
        moment = _earlier(message, [one for one in moments if message.open(one)], event)
    if not (day or moment) or (not moment and _WISHES & set(message.norms(clause.i, event.i))):
        return None
    beside = [one for one in (day, moment) if one and clause.i <= one.i]
    if event.value in ("travel", "runs"):  # whoever reads days reads these, too
        if not day or not (moment or event.value == "runs") or message.planned:
            return None
        beside = []
    own = name.j if event.value in _SHARED else event.i
    read = tuple((i, j) for i, j in ((own, name.j), *((one.i, one.j) for one in beside)) if i < j)
    start, end = moment.value if moment else (None, None)
    where = None if event.value == "turns" else _where(message, name.j, last)
    named = where.value if where else ""
    return Fixed(name.value, event.i, name.j, day.value if day else None, start, end, named, read)


def _aside(message: Message, i: int, last: int, whens: list[int]) -> int:
    """ "A wedding, free on Sunday": behind a comma something else begins, unless it is a day or an hour."""
    commas = (at for at in range(i, last) if message.word(at) == "," and at + 1 not in whens)
    return next((at for at in commas if message.word(at + 1) not in _BEGINS | _GOES_ON | {""}), last)


def _ranged(message: Message, span: Span) -> bool:
    """ "8 to 14 March" is no day of anything that is over in a day."""
    return message.word(span.i - 1) in _RANGES or message.word(span.j) in ("-", "to", "until")


def _earlier(message: Message, spans: list[Span], event: Span) -> Span | None:
    """What stands before it in its sentence: "on Saturday we have a wedding"."""
    near = (one for one in spans if event.i - _BEFORE <= one.i and one.j <= event.i <= _end(message, one.i))
    return max(near, key=lambda one: one.i, default=None)


def _name(message: Message, event: Span) -> Span | None:
    """What it is called, with whom or whose it is."""
    i, j = event.i, event.j
    if event.value == "meal" and message.chart.at("number", j + 1):
        return None  # "a party of four"
    if event.kind == "tickets":
        i, j = j, _capitals(message, j, len(message.tokens))
    elif message.word(j) in _WITH:
        ends = (at for at in range(j + 1, len(message.tokens)) if message.word(at) in _BEGINS | _STOPS)
        end = min(next(ends, len(message.tokens)), j + 6)
        j = end if end > j + 1 else j
    if i == j:
        return None
    return Span("name", i, j, message.tokens.quote(i, j)[:MAX_ENTRY])


def _where(message: Message, i: int, last: int) -> Span | None:
    """The place with a capital behind "in" or "at"."""
    for at in (at for at in range(i, last) if message.word(at) in ("in", "at")):
        first = at + 1 + (message.word(at + 1) == "the")
        j = _capitals(message, first, min(last, first + 5))
        if j > first and not any(one.i == first for one in message.chart.of("on_day", "weekday", "month")):
            return Span("where", first, j, message.tokens.quote(first, j))
    return None


def _capitals(message: Message, i: int, last: int) -> int:
    """Where a name ends that begins there."""
    within = (
        at
        for at in range(i, last)
        if not (message.tokens[at].capital or (at > i and message.word(at) in _IN_NAME))
    )
    return next(within, last)


# --- days of the trip -----------------------------------------------------------------------------


def told(found: list[Fixed], today: dt.date, start: dt.date | None, end: dt.date | None) -> Iterator[Found]:
    """Appointments as facts; `start` and `end` of the trip say which Tuesday is meant."""
    for one in found:
        day = _date(one.day, today, start, end) if one.day else None
        if day and (problem := date_problem(day, today)):
            yield Found("", problem, one.i, one.j, "problem", shared=True)
            continue
        hours = (f"{time:%H:%M}" if time else "" for time in (one.start, one.end))
        value = "|".join((one.what.replace("|", " "), day.isoformat() if day else "", *hours, one.where))
        spans = (*one.read, (one.i, one.j))
        i, j = min(i for i, _ in spans), max(j for _, j in spans)
        yield Found("appointments", value, i, j, "add", shared=True)


def _date(day: Day, today: dt.date, start: dt.date | None, end: dt.date | None) -> dt.date | None:
    if day.number:
        first, far = (start, day.number - 1) if day.number > 0 else (end, day.number + 1)
        return first + far * ONE_DAY if first else None
    if day.month or day.date or start is None:
        return day.on(today)
    found = day.on(start)
    return found if found and (end is None or found <= end) else day.on(today)
