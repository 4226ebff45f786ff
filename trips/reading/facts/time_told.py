"""Which of the days, windows and lengths of a message are said of the trip.

Once its days are known, only clauses that speak of nothing but the trip and its days tell them anew.
"""

from __future__ import annotations

from trips.reading import calendar, lexicon
from trips.reading.chart import Span
from trips.reading.facts.message import Found, Message
from trips.reading.facts.time_said import TimeSaid, ends
from trips.reading.values import Day, Length

_PLAIN = lexicon.words("calendar", "plain")
_DOUBTFUL = frozenset("may march mar jan".split())
_LEADS = frozenset(
    "in during for around sometime time over throughout of by from until since before after".split()
)
_STOPS = frozenset(", . ; ! ? [ ] :".split())
_BETWEEN = frozenset("in on the for from at of to be going it 's is a that early late".split())
_DENYING = frozenset("not never except without avoid instead".split())
_COVERS = frozenset("see do visit cover explore tour experience".split())
_BEFORE_PAST = frozenset("the our my their since than from until".split())
_REASONS = frozenset(("because", "since", "as"))
_BEDS, _PAID = frozenset("hotel room flat bed".split()), frozenset("paid booked sorted covered pays".split())
_MARKS = frozenset("st nd rd th .".split())
_CUES = frozenset("start till by before after from move".split())


def read_said(message: Message, make: type[TimeSaid]) -> TimeSaid:
    """All that is said of the trip."""
    chart = calendar.chart_of(message.chart, message.today)
    cover = chart.cover(*calendar.KINDS)
    spans = [one for one in cover if message.open(one) and one.kind not in ("counted", "no_feast", "past")]
    said = [one for one in cover if one.kind in ("day", "days")]
    found = make(message, chart, [one for one in spans if not one.kind.startswith("loose")], said)
    found.spans = [fit for one in spans if (fit := _fitted(found, one)) and _told(message, fit)]
    found.__dict__.pop("hint", None)
    found.problems = [past for one in cover if one.kind == "past" and (past := _past(message, one))]
    if known_days(message):
        found.spans = [one for one in found.spans if one.kind == "length" or of_trip(found, one)]
    return found


def known_days(message: Message) -> bool:
    """Whether the trip's days are known and were not asked for, so that not every date tells them."""
    dates = message.facts.dates
    asked = {"dates", "dates.start", "dates.end", "dates.days"} & set(message.asked)
    return dates.start is not None and dates.end is not None and not asked


def started(message: Message) -> bool:
    """Whether a chosen plan's first day has come."""
    start = message.facts.dates.start
    return message.planned and start is not None and start <= message.today


def _past(message: Message, span: Span) -> Found | None:
    """A trip for a time that is over: "Paris last month", not "we were there last year"."""
    theirs = _BEFORE_PAST & set(message.norms(span.i - 1, span.i))
    over = message.clause(span.i).has("over.done")
    if theirs or over or message.word(span.j) == "of" or known_days(message):
        return None
    said = message.tokens.quote(span.i, span.j).capitalize()
    return Found("", f"{said} is in the past: when do you want to travel?", span.i, span.j, "problem")


def _fitted(said: TimeSaid, span: Span) -> Span | None:
    """A span as what it is here; None where it is no time at all."""
    message = said.message
    asked = bool({"dates.start", "dates.end"} & set(message.asked)) and len(message.tokens) < 15
    match span.kind:
        case "loose":
            return Span("day", span.i, span.j, span.value) if _is_day(said, span, asked) else None
        case "loose_days":
            beside = any(one.kind == "window" and 0 <= span.i - one.j < 3 for one in said.spans)
            beside = beside or any(one.kind == "days" and one.j <= span.i for one in said.said)
            return Span("days", span.i, span.j, span.value) if asked or beside else None
        case "step" if span.value.moves and not message.facts.dates.start:
            counted = any(end.month for one in said.said for end in ends(one) if one.i < span.i)
            day = Day(shift=span.value.days)
            return Span("day", span.i, span.j, day) if counted else span
        case "ahead":
            return _ahead(message, span)
        case "in_month":
            month = said.hint if asked and not said.said else None
            window = month and calendar.within_month(span.value, month, message.today)
            return Span("window", span.i, span.j, window) if window else None
        case "window" if not _is_month(message, span, asked):
            return None
        case "window" if span.value.core and span.value.days == 1:
            role = said.role(span)  # "we arrive on Boxing Day"
            on_it = asked or role.verb or role.near in ("start", "till")
            return Span("day", span.i, span.j, Day(date=span.value.first)) if on_it else span
        case "length" if message.norms(span.i, span.j) == ["one", "day"]:
            return span if message.norms(span.j, span.j + 1) in (["in"], ["trip"], ["only"], ["at"]) else None
    return span


def _is_day(said: TimeSaid, span: Span, asked: bool) -> bool:
    """Whether a number is a day: "back on 16th", "until 5" beside a full date, "11" to the question when."""
    message, role = said.message, said.role(span)
    words = set(message.norms(span.i, span.j))
    cued, marked = role.near in _CUES or bool(role.verb), bool(words & _MARKS)
    before_stop = message.word(span.j) in _STOPS | {""}
    alone = len(message.tokens) < 4 and message.facts.dates.earliest
    if asked and (marked or cued or ("the" in words and before_stop) or alone):
        return True
    dated = any(end.month for one in said.said for end in ends(one)) or span.value.month
    return cued and (marked or (bool(dated) and not message.planned))


def _ahead(message: Message, span: Span) -> Span:
    """ "Rome in 3 days" is how long, "we leave in 3 days" is when."""
    i = span.i
    named = i > 0 and (message.tokens[i - 1].capital or i - 1 in message.closed)
    named = named and message.norms(i - 1, i) != ["i"]
    if _COVERS & set(message.norms(message.clause(i).i, i)) or named:
        return Span("length", i + 1, span.j, Length((span.value.date - message.today).days))
    return Span("day", i, span.j, span.value)


def _is_month(message: Message, span: Span, asked: bool) -> bool:
    """ "May", "march" and the like are months beside words of time, or alone between two stops."""
    words, norms = message.norms(span.i, span.j), message.norms
    before, after = norms(span.i - 1, span.i), norms(span.j, span.j + 1)
    if len(words) > 1 or words[0] not in _DOUBTFUL:
        return words != ["mars"]
    capital = message.tokens[span.i].capital
    if after and after[0] in ("del", "de"):
        return False
    if capital and span.i > 1 and message.tokens[span.i - 1].capital:
        return False
    closed = not after or after[0] in _STOPS or (asked and not before)
    return bool(before) and before[0] in _LEADS or (closed and (capital or not before or before[0] in _STOPS))


def _told(message: Message, span: Span) -> bool:
    """Whether it is said of this trip: nothing asked, over, supposed, of others."""
    clause = message.clause(span.i)
    if clause.supposes(span) or clause.has("others.away", "over.past"):
        return False
    before = set(message.norms(clause.i, span.i))
    if span.kind != "days" and _BEDS & before and _PAID & before:
        return False  # "the hotel is paid until the 19th"
    theirs = [end for _, end in clause.cues.get("others.theirs", ())]
    if theirs and not {"i", "we"} & set(message.norms(theirs[0], span.i)):
        return False
    if clause.has("over.done") and span.kind in ("day", "window"):
        return False
    return not (span.kind == "day" and clause.first and clause.begins("asks") and clause.asked)


def denied(message: Message, span: Span) -> bool:
    """ "Not in May", "instead of the 3rd"."""
    at = span.i - 1
    while at >= 0 and message.tokens[at].norm in _BETWEEN:
        at -= 1
    return message.word(at) in _DENYING or message.norms(at - 1, at + 1) == ["rather", "than"]


def of_trip(said: TimeSaid, span: Span) -> bool:
    """Whether a clause speaks of nothing but the trip and its days."""
    message, facts = said.message, said.message.facts
    clause = message.clause(span.i)
    if clause.begins("asks") and not clause.has("orders"):
        return False
    hi = min((clause.j, *(at for at in range(span.j, clause.j) if message.tokens[at].norm in _REASONS)))
    cues = [cue for cue in said.chart.of("near", "day_verb", "trip_word") if clause.i <= cue.i < hi]
    times = (*cues, *said.chart.of(*calendar.TIMES), *said.spans)
    known = {at for one in times for at in range(one.i, one.j)}
    places = (facts.origin, *(facts.destinations if span.kind == "step" else ()))
    names = {word.lower() for place in places if place for word in place.name.split()}
    words = {message.tokens[at].norm for at in range(clause.i, hi) if at not in known}
    return words <= _PLAIN | names and (span.kind != "day" or _is_end(said, span, cues))


def _is_end(said: TimeSaid, span: Span, cues: list[Span]) -> bool:
    """Whether a day is the trip's first or last: within the trip, or by weekday, only where that is said."""
    dates, day, problems = said.message.facts.dates, span.value, list(said.problems)
    date = said.date(day, span)
    gone = [said.date(one.value, one) for one in said.of("day") if denied(said.message, one)]
    said.problems = problems
    bare = day.day is None and day.month is None and not day.beside
    if not bare and not (date and dates.start <= date <= dates.end):
        return True
    return dates.start in gone or any(cue.kind == "day_verb" or cue.value == "trip" for cue in cues)
