"""What is fixed already: "wedding on Tuesday in Porto", "dinner with my aunt on the first night"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

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
    "want would like love see watch find suggest recommend nice good somewhere some any".split()
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
    events, found = message.cover("event", "tickets"), []
    for at, event in enumerate(events):
        behind = (other.i for other in events[at + 1 :] if other.value != "travel" or event.value == "travel")
        if one := _fixed(message, event, next(behind, len(message.tokens))):
            found.append(one)
    return found


def _end(message: Message, i: int) -> int:
    """Where the sentence of a token ends."""
    stops = (at for at in range(i, len(message.tokens)) if message.word(at) in _STOPS)
    return next((at for at in stops if not message.tokens.tight(at + 1)), len(message.tokens))


def _fixed(message: Message, event: Span, after: int) -> Fixed | None:
    clause, name, of = message.clause(event.i), _name(message, event), event.value
    untold = clause.has("over.past", "supposed.if", "others.kin_says", "others.theirs")
    if name is None or untold or clause.asked or clause.denies(event):
        return None
    kinds = ("on_day", "moment", {"runs": "on_days", "travel": "nearly_moment"}.get(of, ""))
    whens = message.cover("on_day", "on_days", "moment", "nearly_moment")
    whens = [one for one in whens if one.kind in kinds and message.word(one.i - 1) not in _RANGES]
    whens = [one for one in whens if message.word(one.j) not in ("-", "to", "until")]  # "8 to 14 March"
    last = min(_end(message, event.j), after, event.j + _FAR)
    # "a wedding, free on Sunday": behind a comma something else begins, unless it is a day or an hour
    commas = (at for at in range(name.j, last) if message.word(at) == ",")
    asides = (at for at in commas if message.word(at + 1) not in _BEGINS | _GOES_ON | {""})
    last = next((at for at in asides if not any(one.i == at + 1 for one in whens)), last)

    def when(kind: str, before: bool) -> Span | None:
        """What stands behind it, or before it in its sentence: "on Saturday we have a wedding"."""
        own = [one for one in whens if kind in one.kind]
        near = [one for one in own if event.i - _BEFORE <= one.i and one.j <= event.i <= _end(message, one.i)]
        return next((one for one in own if name.j <= one.i < last), near[-1] if before and near else None)

    day, moment = when("on_day", of not in ("meal", "travel")), when("moment", of != "travel")
    if not (day or moment) or (not moment and _WISHES & set(message.norms(clause.i, event.i))):
        return None
    beside = [one for one in (day, moment) if one and clause.i <= one.i]
    if of in ("travel", "runs"):  # whoever reads days reads these, too
        if not day or not (moment or of == "runs") or message.planned:
            return None
        beside = []
    own = name.j if of in _SHARED else event.i
    read = tuple((i, j) for i, j in ((own, name.j), *((one.i, one.j) for one in beside)) if i < j)
    start, end = moment.value if moment else (None, None)
    where = _where(message, name.j, last)
    return Fixed(name.value, event.i, name.j, day.value if day else None, start, end, where, read)


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
    return Span("name", i, j, message.tokens.quote(i, j)[:MAX_ENTRY]) if i < j else None


def _where(message: Message, i: int, last: int) -> str:
    """The place with a capital behind "in" or "at"."""
    dated = {one.i for one in message.chart.of("on_day", "weekday", "month")}
    for at in (at for at in range(i, last) if message.word(at) in ("in", "at")):
        first = at + 1 + (message.word(at + 1) == "the")
        j = _capitals(message, first, min(last, first + 5))
        if j > first and first not in dated:
            return message.tokens.quote(first, j)
    return ""


def _capitals(message: Message, i: int, last: int) -> int:
    """Where a name ends that begins there."""
    small = (at for at in range(i, last) if not message.tokens[at].capital)
    return next((at for at in small if at == i or message.word(at) not in _IN_NAME), last)


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
        first = start if day.number > 0 else end
        return first + (day.number - (1 if day.number > 0 else -1)) * ONE_DAY if first else None
    if day.month or day.date or start is None:
        return day.on(today)
    found = day.on(start)
    return found if found and (end is None or found <= end) else day.on(today)
