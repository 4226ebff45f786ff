"""How days went, out of plain words: "ramen was the best meal, but I was exhausted after 3 pm". Pure.

What was liked and what not, how much strength was left, a rating where one is given, the day and the item of
the plan it is about, and the causes that something can be done about. Nothing that was not said: what may
mean this or that is left in the quote.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from trips.catalogue.gazetteer import Gazetteer
from trips.reading.edits.things import MEAL_WORDS, Thing, Things, is_kind
from trips.schemas import Meal, Plan, Stay
from trips.understanding.report_clauses import Clause, Days, clauses, plain
from trips.understanding.report_judging import Judgement, judge
from trips.understanding.report_things import each_once

MOST_CHARACTERS = 4_000
MOST_THINGS = 10
_LONGEST_QUOTE = 400
#: Words that name no meal in particular.
_ANY_MEAL = frozenset("food meal place local traditional style street lunch dinner breakfast best".split())


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that calls for a change. `hour`: from when on; `thing`: what it was said of; `general`: of a
    kind of things, not of one."""

    kind: str
    quote: str
    hour: dt.time | None = None
    thing: str = ""
    general: bool = False


@dataclass(frozen=True)
class Report:
    """What was said of a day, or of one thing in it. `quote`: the words, as they were written."""

    date: dt.date
    quote: str
    item_uid: str = ""
    liked: tuple[str, ...] = ()
    disliked: tuple[str, ...] = ()
    energy: str = ""  # "", low, medium, high
    rating: int | None = None  # 1 to 5
    causes: tuple[Cause, ...] = ()

    @property
    def says(self) -> bool:
        """Is there more in it than its words?"""
        return bool(self.liked or self.disliked or self.energy or self.rating or self.causes)


@dataclass
class _Said:
    """Clauses of one day, or of one item of it, while they are gathered."""

    judgements: list[Judgement] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)


def read_reports(text: str, plan: Plan, gazetteer: Gazetteer, *, today: dt.date) -> list[Report]:
    """The reports in a message, by day and in the plan's order; [] before the first day, and where nothing is
    told. `today`: where the traveller is. What names no day is of today, or of the last day of a trip that
    is over."""
    days = Days(plan, today)
    if not days.dates or not text.strip() or len(text) > MOST_CHARACTERS:
        return []
    things = Things(days.plan, gazetteer, today)
    gathered: dict[tuple[dt.date, str], _Said] = {}
    about, mentioned = "", None
    last: Judgement | None = None
    for clause in clauses(text, days):
        if clause.named:
            about = ""
        found = judge(plain(clause.text), about, last)
        about = found.about or about
        if not found.says:
            mentioned = clause if found.about else None
            continue
        last = found
        date, uid = _placed(found, clause, days, things)
        said = gathered.setdefault((date, uid), _Said())
        said.judgements.append(found)
        begin = mentioned.start if mentioned else clause.start  # "we went to the castle and it was amazing"
        said.quotes.append(text[begin : clause.start + len(clause.text)])
        mentioned = None
    return [_report(date, uid, said, text) for (date, uid), said in sorted(_joined(gathered).items())]


def tells_how_it_was(text: str, plan: Plan, gazetteer: Gazetteer, *, today: dt.date) -> bool:
    """Is the message a report, rather than a question, a wish or a fact?"""
    return any(report.says for report in read_reports(text, plan, gazetteer, today=today))


def default_day(plan: Plan, today: dt.date) -> dt.date | None:
    """What a report is about that names no day: today, or the last day so far; None before the first."""
    return Days(plan, today).newest


def day_said(text: str, plan: Plan, today: dt.date) -> dt.date | None:
    """The day so far that a text names first, else the one it is about when it names none."""
    days = Days(plan, today)
    return days.named(plain(text)) or days.newest


# --- Where it belongs ------------------------------------------------------------------------------


def _placed(found: Judgement, clause: Clause, days: Days, things: Things) -> tuple[dt.date, str]:
    """The date and the item that a judgement is about."""
    date = clause.date or days.newest or days.today
    for name in found.names:
        thing = _thing(name, things, days.number(date))
        if thing is None:
            continue
        there = days.dates[thing.number - 1]
        if isinstance(thing.item, Stay) or there == date:
            return date, thing.item.uid
        if clause.date is None and not isinstance(thing.item, Meal) and _by_its_name(name, thing):
            return there, thing.item.uid
    return date, ""


def _thing(name: str, things: Things, day: int) -> Thing | None:
    found = things.find(name, day)
    if found is not None and (not MEAL_WORDS.search(name) or found.number == day):
        return found
    said = _stems(name) - _ANY_MEAL
    meals = [one for one in things.all if one.number == day and isinstance(one.item, Meal)]
    for one in meals:
        if said & _stems(f"{one.item.cuisine} {one.item.title} {' '.join(one.row.tags) if one.row else ''}"):
            return one
    return None


def _by_its_name(name: str, thing: Thing) -> bool:
    """Not only by the kind of thing it is."""
    own = {word for word in _stems(name) if not is_kind(word)}
    return bool(own & {word for said in thing.names for word in _stems(said)})


def _stems(text: str) -> set[str]:
    return {word.removesuffix("s") for word in re.findall(r"[^\W\d_]{4,}", text.casefold())}


def _joined(gathered: dict[tuple[dt.date, str], _Said]) -> dict[tuple[dt.date, str], _Said]:
    """What was said of a day in general goes with the one item that is named of it; with several it stands
    alone."""
    joined = dict(gathered)
    for date in {date for date, _uid in gathered}:
        items = [uid for day, uid in gathered if day == date and uid]
        if len(items) == 1 and (date, "") in joined:
            general, own = joined.pop((date, "")), joined[date, items[0]]
            pairs = zip([*own.judgements, *general.judgements], [*own.quotes, *general.quotes], strict=True)
            kept = list(pairs)
            joined[date, items[0]] = _Said([one for one, _ in kept], [quote for _, quote in kept])
    return joined


def _report(date: dt.date, uid: str, said: _Said, text: str) -> Report:
    quotes = sorted(said.quotes, key=text.find)
    quote = _stretch(quotes, text)
    return Report(
        date=date,
        quote=quote,
        item_uid=uid,
        liked=_once([name for one in said.judgements for name in one.liked]),
        disliked=_once([name for one in said.judgements for name in one.disliked]),
        energy=_energy([one.energy for one in said.judgements if one.energy]),
        rating=_rating(said.judgements),
        causes=tuple(
            Cause(kind, _tidy(words), one.hour, one.thing, one.general)
            for one, words in zip(said.judgements, said.quotes, strict=True)
            for kind in one.causes
        ),
    )


def _stretch(quotes: Sequence[str], text: str) -> str:
    """One stretch of the message where the clauses stand together, else the clauses."""
    start, end = text.find(quotes[0]), text.find(quotes[-1]) + len(quotes[-1])
    whole = text[start:end] if 0 <= start < end else ""
    if whole and len(whole) <= sum(map(len, quotes)) + 8 * len(quotes):
        return _tidy(whole)
    return "; ".join(map(_tidy, quotes))[: _LONGEST_QUOTE * 2]


def _tidy(quote: str) -> str:
    return quote.strip(" ,;\n\t")[:_LONGEST_QUOTE].strip()


def _rating(said: Sequence[Judgement]) -> int | None:
    """The one that was given; of several different ones that of the day, for several things there is none."""
    given = [one for one in said if one.rating]
    whole = [one for one in given if not one.names]
    ratings = {one.rating for one in given}
    if len(ratings) < 2:
        return next(iter(ratings), None)
    return whole[-1].rating if whole else None


def _energy(said: Sequence[str]) -> str:
    """The lowest that was said: that is what the days after it have to mind."""
    return next((level for level in ("low", "medium", "high") if level in said), "")


def _once(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(each_once(names))[:MOST_THINGS]
