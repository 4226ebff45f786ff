"""How long something holds that a sentence tells: from a day, until a day, on this trip alone.

"My daughter is allergic to milk, we stay until 18 February" has an end, and the allergy has not: a date
bounds a need where it stands behind the words that tell it, or before them all, and nobody stays, travels or
leaves in between. In doubt nothing ends. A date without a year is the next one, behind "since" the last one.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trips.reading import lexicon
from trips.reading.calendar import DAYS, POINTS, YEARS, relative
from trips.reading.chart import Grammar, Rule, Span
from trips.reading.numbers import base
from trips.reading.tokens import tokens_of
from trips.reading.values import ONE_DAY, Day, feast_of

_DAYS_OF = {"day": 1, "night": 1, "week": 7, "fortnight": 14}
_BORDERS = frozenset("and but because so ; , [ ] - . ! ?".split())
_TURNS = frozenset("but because so ;".split())
_SUBJECTS = frozenset("i we you he she it they my our".split())
#: A few words before a date that lead in.
_LEAD = 3


@dataclass(frozen=True, slots=True)
class Validity:
    """Of what some words tell: its first and its last day, or the end of the trip they are said for."""

    first: dt.date | None = None
    last: dt.date | None = None
    this_trip: bool = False

    @property
    def ends(self) -> bool:
        return self.last is not None or self.this_trip


def validity(sentence: str, on: dt.date, part: str = "") -> Validity:
    """Of the need or wish that a sentence tells; with `part`, that these of its words tell. `on`: the day it
    was said. An allergy has none: it ends with no stay."""
    if never_ends(part or sentence):
        return Validity()
    told = Parts(sentence, on)
    concerned = told.holding(part)
    return Validity(
        next(told.dates("from", concerned), None),
        next(told.dates("until", concerned), None),
        told.for_this_trip(concerned),
    )


def day_meant(words: str, today: dt.date, *, last: bool) -> dt.date | None:
    """The day that words mean and nothing else: of a month its first, or its last one."""
    kind = "until" if last else "from"
    tokens = tokens_of(f"{kind} {words}")
    found = GRAMMAR.parse(tokens, today=today).at(kind, 0)
    return found.value if found and found.j == len(tokens) else None


def never_ends(words: str) -> bool:
    """Do they tell an allergy or something like it?"""
    return any(one.value == "for_good" for one in Parts(words).chart.of("lasting"))


def restricts(sentence: str) -> bool:
    """Does it tell a state of somebody, or what they may not do?"""
    return any(one.value in ("state", "may_not") for one in Parts(sentence).chart.of("binding"))


def parts_of(sentence: str) -> list[str]:
    """What it tells one after the other, as it was typed."""
    told = Parts(sentence)
    return [told.tokens.quote(*part) for part in told.all]


def with_their_bounds(found: Iterable[str]) -> list[str]:
    """The sentences, spaces made even. One that only says how long another holds ("That's just for this
    trip, …", "Until March.") is part of the one before it."""
    told: list[str] = []
    for sentence in (" ".join(one.split()) for one in found):
        if told and Parts(sentence).begins_with_bounds():
            told[-1] = f"{told[-1]} {sentence}"
        elif sentence:
            told.append(sentence)
    return told


# --- Days -----------------------------------------------------------------------------------------


def _in_month(month: int, words: str, today: dt.date, year: int | None, last: bool) -> dt.date:
    said = set(words.split())
    ahead = (today.year - 1 if today.month < month else today.year) if "since" in said else today.year
    for one in (year,) if year else (ahead, ahead + 1):
        end = calendar.monthrange(one, month)[1]
        day = 1 if said & {"beginning", "start"} else 15 if "middle" in said else 0
        day = day or (end if last or said & {"end", "last"} else 1)
        if dt.date(one, month, day) >= today or "since" in said:
            break
    return dt.date(one, month, day)


def _on(day: Day, words: str, today: dt.date) -> dt.date | None:
    if not words.startswith("since"):
        return day.on(today)
    return day.before(today) if day.weekday is None else Day(weekday=day.weekday).before(today)


def _feast(feast: str, words: str, today: dt.date) -> dt.date | None:
    years = (today.year, today.year - 1) if words.startswith("since") else (today.year, today.year + 1)
    firsts = [found.first for year in years if (found := feast_of(feast, today, year)) and found.first]
    return next((one for one in firsts if (one < today) is words.startswith("since")), None)


def _unit(words: str, today: dt.date, *, last: bool) -> dt.date | None:
    window = relative(words.split()[-1], int("next" in words.split()), today)
    return window.last if last else window.first


def _after(number: int, unit: str, today: dt.date) -> dt.date | None:
    """The last of so many days, weeks, months or years from now on."""
    if unit in _DAYS_OF:
        return today + ONE_DAY * number * _DAYS_OF[unit] if number < 3_000 else None
    year, month = divmod(today.year * 12 + today.month - 1 + number * (12 if unit == "year" else 1), 12)
    return dt.date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))


_EDGE = "the? ((beginning | start | middle | end | last day) of)? the?"
_UNTIL = "(until | till | through | up to) (and including)?"
_FROM = "(from | since | starting | as of | as from)"


def _dated(kind: str, lead: str) -> list[Rule]:
    last = kind == "until"
    return [
        Rule(kind, f"{lead} the? (<day> | <date:day>)", lambda day, words, today: _on(day, words, today)),
        Rule(kind, f"{lead} {_EDGE} <month> <said_year>?",
             lambda month, words, today, said_year=None: _in_month(month, words, today, said_year, last)),
        Rule(kind, f"{lead} the? <feast>", lambda feast, words, today: _feast(feast, words, today)),
        Rule(kind, f"{lead} {_EDGE} (the | this | next) (week | month | year)",
             lambda words, today: _unit(words, today, last=last)),
    ]  # fmt: skip


_AHEAD = "for (the? (next | coming) | another)"
BOUNDS = [
    *_dated("until", _UNTIL),
    *_dated("from", _FROM),
    Rule("until", f"{_AHEAD} <many>? more? <time_unit>",
         lambda time_unit, today, many=1: _after(many, time_unit, today)),
    Rule("until", f"{_AHEAD} <many>? more? year", lambda today, many=1: _after(many, "year", today)),
    Rule("each_week", f"from <weekday> ({_UNTIL} | to | -) <weekday:b>"),
]  # fmt: skip
GRAMMAR = Grammar(
    *base(),
    lexicon.rules("calendar"),
    POINTS,
    YEARS,
    DAYS,
    [*lexicon.rules("memory", "binding", "staying", "lasting"), *lexicon.rules("routing", "only_now")],
    BOUNDS,
)
_FILLS = lexicon.words("memory", "of_bounds")


# --- Whose they are -------------------------------------------------------------------------------

Part = tuple[int, int]


class Parts:
    """A sentence as what it tells one after the other. One more thing of a list, and a date alone, belong to
    the part before; a few words that lead in to the next one."""

    def __init__(self, sentence: str, on: dt.date = dt.date(2000, 1, 1)) -> None:
        self.tokens = tokens_of(sentence)
        self.chart = GRAMMAR.parse(self.tokens, today=on)
        self._now = [one for one in self.chart.of("only_now") if not self._words(one) & {"week", "month"}]
        weekly = self.chart.of("each_week")
        self.bounds = [
            one for one in self.chart.cover("until", "from") if not any(w.i <= one.i < w.j for w in weekly)
        ]
        self.all = list(self._parts())

    def dates(self, kind: str, concerned: list[Part]) -> Iterator[dt.date]:
        """The dates that bound what these parts tell, in their order."""
        for part in self.all:
            for date in (one for one in self.bounds if one.kind == kind and part[0] <= one.i < part[1]):
                leads = self._leads(part, date)
                if (leads or self._follows(part, date)) and all(
                    one == part or self._covers(part, one, leads) for one in concerned
                ):
                    yield date.value

    def for_this_trip(self, concerned: list[Part]) -> bool:
        """Are these words said for one trip only?"""
        needs = any(self.spans("binding", *part) for part in self.all)
        return any(
            i <= now.i < j
            and (self.spans("binding", i, j) or not needs)
            and not any(one != (i, j) and self.spans("lasting", *one) for one in concerned)
            for now in self._now
            for i, j in self.all
        )

    def holding(self, words: str) -> list[Part]:
        """The parts that these words are from; all of them where that cannot be said."""
        said = [(token.norm, at) for at, token in enumerate(self.tokens.all) if token.norm.isalnum()]
        wanted = [token.norm for token in tokens_of(words).all if token.norm.isalnum()]
        for at in range(len(said) - len(wanted) + 1) if wanted else ():
            if [norm for norm, _ in said[at : at + len(wanted)]] == wanted:
                first, last = said[at][1], said[at + len(wanted) - 1][1]
                return [part for part in self.all if part[0] <= last and first < part[1]]
        return self.all

    def begins_with_bounds(self) -> bool:
        first = next(self._pieces(), (0, 0))
        return self._only_bounds(*first)

    def spans(self, kind: str, i: int, j: int) -> list[Span]:
        return [one for one in self.chart.of(kind) if i <= one.i and one.j <= j]

    def has_subject(self, part: Part) -> bool:
        """Does it say who needs it, or is that said by the part before ("… and need a lift")?"""
        i, j = part
        need = next((one.i for one in self.spans("binding", i, j)), j)
        first = next((at for at in range(i, j) if self.tokens[at].norm not in _BORDERS), i)
        return self.tokens[first].capital or bool(_SUBJECTS & set(self.tokens.norms(i, need)))

    def _words(self, span: Span) -> set[str]:
        return set(self.tokens.norms(span.i, span.j))

    def _pieces(self) -> Iterator[Part]:
        """What stands between commas, brackets, dashes and joining words; no date is cut."""
        inside = {at for one in [*self.bounds, *self._now] for at in range(one.i, one.j)}
        start = 0
        for at in [*(at for at in range(len(self.tokens)) if at not in inside), len(self.tokens)]:
            if at == len(self.tokens) or self.tokens[at].norm in _BORDERS:
                if any(token.norm.isalnum() for token in self.tokens.all[start:at]):
                    yield start, at
                    start = at

    def _parts(self) -> Iterator[Part]:
        found: list[list[int]] = []
        lead: int | None = None
        for i, j in self._pieces():
            tells = not self._only_bounds(i, j) and self._tells(i, j)
            if tells:
                found.append([i if lead is None else lead, j])
                lead = None
            elif found:
                found[-1][1] = j
            else:
                lead = i if lead is None else lead
        if not found and lead is not None:
            found.append([lead, len(self.tokens)])
        yield from ((i, j) for i, j in found)

    def _tells(self, i: int, j: int) -> bool:
        told = self.spans("binding", i, j) or self._stays(i, j)
        return bool(told or _SUBJECTS & set(self.tokens.norms(i, j))) or self.tokens[i].norm in _TURNS

    def _only_bounds(self, i: int, j: int) -> bool:
        bounds = [one for one in [*self.bounds, *self._now] if i <= one.i and one.j <= j]
        inside = {at for one in bounds for at in range(one.i, one.j)}
        rest = {self.tokens[at].norm for at in range(i, j) if at not in inside}
        return bool(bounds) and not {one for one in rest if one.isalnum()} - _FILLS - _BORDERS

    def _stays(self, i: int, j: int) -> list[Span]:
        states = [one for one in self.chart.of("binding") if one.value == "state"]
        found = self.spans("staying", i, j)
        return [one for one in found if not any(one.i < state.j and state.i < one.j for state in states)]

    def _follows(self, part: Part, date: Span) -> bool:
        i = part[0]
        if not self.spans("binding", i, date.i):
            return False
        stays = [one.j for one in self._stays(i, date.i)]
        if (
            date.i - 1 > i
            and self.tokens[date.i - 1].capital
            and not any(one.j == date.i for one in self.bounds)
        ):
            return False  # "Rome until 5 March"
        needs = (one.i for one in self.spans("binding", i, date.i) if one.value != "turn")
        return not stays or any(at >= stays[-1] for at in needs)

    def _leads(self, part: Part, date: Span) -> bool:
        """ "Until the end of March I can't drink": nothing but a few words before, and the need behind."""
        i, j = part
        words = sum(token.norm.isalnum() for token in self.tokens.all[i : date.i])
        told = self.spans("binding", date.j, j)
        if words > _LEAD or self._stays(i, date.i) or not told:
            return False
        needs = any(one.value != "turn" for one in told)
        return not self._stays(date.j, told[0].i if needs else j)

    def _covers(self, part: Part, other: Part, leads: bool) -> bool:
        """Does the date of a part bound what another one tells?"""
        if self.spans("lasting", *other):
            return False
        own = any(one.value != "state" for one in self.spans("binding", *other))
        return leads or not own or (other < part and not self.has_subject(part))
