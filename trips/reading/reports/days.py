"""The reports of a message: which day and which item of the plan each part is about."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from trips.catalogue.gazetteer import Gazetteer
from trips.reading import lexicon
from trips.reading.clauses import Clause
from trips.reading.edits.things import MEAL_WORDS, Thing, Things, is_kind, singular, stems
from trips.reading.reports.judge import Judge, Judgement
from trips.reading.reports.message import ALL, THE_DAY, Message
from trips.reading.reports.values import Cause, Report, each_once, says
from trips.reading.values import Day
from trips.schemas import Meal, Plan, Stay

MOST_THINGS = 10
_LONGEST_QUOTE = 400
#: Of none of the things that a sentence names.
_APART = lexicon.words("reports", "apart")


@dataclass(frozen=True, slots=True)
class Told:
    """`unread`: what was told and not understood, in its words."""

    reports: tuple[Report, ...] = ()
    unread: tuple[str, ...] = ()


class Days:
    """The days of a trip so far, seen from `today`."""

    def __init__(self, plan: Plan, today: dt.date) -> None:
        self.all = [day.date for day in plan.days]
        self.dates = [date for date in self.all if date <= today]
        self.plan = plan.model_copy(update={"days": plan.days[: len(self.dates)]})
        self.today = today

    @property
    def newest(self) -> dt.date | None:
        return self.dates[-1] if self.dates else None

    def number(self, date: dt.date) -> int:
        return self.dates.index(date) + 1

    def named(self, message: Message, part: Clause) -> dt.date | None:
        """The day so far that a part names; None when it names none, or one that is not of the trip."""
        spans = message.spans(part, "date", "bare_day", "trip_day")
        return next((date for span in spans if (date := self._date(span.value)) in self.dates), None)

    def _date(self, said: Day) -> dt.date | None:
        number = said.number
        if number is None:
            return said.before(self.today)
        return self.all[number if number < 0 else number - 1] if number <= len(self.all) else None


@dataclass
class _Said:
    """Parts of one day, or of one item of it, while they are gathered."""

    judgements: list[Judgement] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)


def read_told(text: str, plan: Plan, gazetteer: Gazetteer, *, today: dt.date) -> Told:
    """The reports in a message, by day and in the plan's order; none before the first day, and where nothing
    is told. `today`: where the traveller is. What names no day is of the day told of before it, of today, or
    of the last day of a trip that is over."""
    days = Days(plan, today)
    if not days.dates or not text.strip():
        return Told()
    message = Message(text, today)
    things = Things(days.plan, gazetteer, today)
    gathered: dict[tuple[dt.date, str], _Said] = {}
    unread: list[Clause] = []
    about, mentioned, before, end = "", None, None, 0
    last, there = "", days.newest
    topic: tuple[int | None, dt.date, str] = (-1, days.newest, "")  # the sentence that is about it
    for part, date, tells in _told(message, days):
        if date != before or (not tells and part.i > end):
            about, before = "", date
        found = Judge(message, part, about, last, near=topic[0] in (None, part.end)).judge()
        end, about = part.end, found.about or about
        if not tells:
            continue
        nothing = message.is_glue(part.i, part.j)
        about = about or (THE_DAY if date and nothing else "")
        placed = _placed(found, date, there, days, things)
        if placed[1]:
            topic = (part.end if says(found) else None, *placed)
        elif topic[0] in (None, part.end) and _goes_with(found, about):
            topic = (part.end, *topic[1:])  # "Ramiro: prawns superb, waiter rude"
            placed = topic[1:]
        if not says(found):
            mentioned = part if found.about else None
            if not nothing and not message.spans(part, "small_talk", "went", "copula"):
                unread.append(part)
            continue
        last = found.verdict or last
        there, uid = placed
        said = gathered.setdefault((there, uid), _Said())
        said.judgements.append(found)
        said.quotes.append(message.tokens.quote(mentioned.i if mentioned else part.i, part.j))
        unread = [one for one in unread if one is not mentioned]
        mentioned = None
    reports = (_report(date, uid, said, text) for (date, uid), said in sorted(_joined(gathered).items()))
    return Told(tuple(reports), tuple(message.quote(one.i, one.j) for one in unread))


def read_reports(text: str, plan: Plan, gazetteer: Gazetteer, *, today: dt.date) -> list[Report]:
    """As `read_told`: the reports alone."""
    return list(read_told(text, plan, gazetteer, today=today).reports)


def tells_how_it_was(text: str, plan: Plan, gazetteer: Gazetteer, *, today: dt.date) -> bool:
    """Is the message a report, rather than a question, a wish or a fact?"""
    return any(report.says for report in read_reports(text, plan, gazetteer, today=today))


def day_said(text: str, plan: Plan, today: dt.date) -> dt.date | None:
    """The day so far that a text names first, else the one it is about when it names none."""
    named = (date for _words, date in days_said(text, plan, today) if date)
    return next(named, Days(plan, today).newest)


def days_said(text: str, plan: Plan, today: dt.date) -> list[tuple[str, dt.date | None]]:
    """Each part of a message that tells, and the day that is named for it."""
    message = Message(text, today)
    told = _told(message, Days(plan, today))
    return [(message.quote(part.i, part.j), date) for part, date, tells in told if tells]


def rating_in(text: str) -> int | None:
    """The rating a text gives, of 5; None when it gives none."""
    cover = Message(text, dt.date(2000, 1, 3)).cover
    return next((span.value for span in cover if span.kind == "rating"), None)


# --- What tells ------------------------------------------------------------------------------------


def _told(message: Message, days: Days) -> Iterator[tuple[Clause, dt.date | None, bool]]:
    """The parts, each with the day named for it or before it and whether it tells of days so far: questions,
    wishes, other journeys and what others say do not."""
    date: dt.date | None = None
    elsewhere = quoted = -1
    for part in message.parts:
        date = days.named(message, part) or date
        if part.has("over.past") or message.spans(part, "elsewhere"):
            elsewhere = part.end
        if _apart(message, part, "others.said", "others.kin_says", "supposed.if"):
            quoted = part.end
        elif any(
            one.i <= part.head for one in message.spans(part, "people", "this")
        ):  # "… says it is overrated and rude" goes on
            quoted = -1
        apart = part.end in (elsewhere, quoted) or _asks(message, part) or _is_supposed(message, part)
        yield part, date, not apart


def _asks(message: Message, part: Clause) -> bool:
    """ "The castle was closed??" tells; "is it closed?" asks."""
    if message.has("shut", part.i, part.j) and not part.begins("asks"):
        return False
    return part.asked and (part.begins("asks", "supposed") or not part.has("over.done", "denies"))


def _is_supposed(message: Message, part: Clause) -> bool:
    """Supposed, wished, of others or to come."""
    later = [
        one for one in message.spans(part, "ahead", "wish") if one.value != "begins" or one.i <= part.i + 1
    ]
    kinds = ("supposed", "orders", "others.said", "others.kin_says", "others.theirs", "others.kin")
    return _apart(message, part, *kinds, also=[span.i for span in later])


def _apart(message: Message, part: Clause, *kinds: str, also: Sequence[int] = ()) -> bool:
    """Whether such a cue stands there, not inside the words of a judgement ("if it had been open")."""
    held = {at for span in message.cover for at in range(span.i, span.j)}
    return not held.issuperset([*also, *(at for kind in kinds for at, _ in part.cues.get(kind, ()))])


# --- Where it belongs ------------------------------------------------------------------------------


def _placed(
    found: Judgement, named: dt.date | None, there: dt.date, days: Days, things: Things
) -> tuple[dt.date, str]:
    """The date and the item that a judgement is about. `there`: the day that was told of before it."""
    date = named or there
    for name in found.names:
        thing = _thing(name, things, days.number(date))
        if thing is None:
            continue
        own = days.dates[thing.number - 1]
        if isinstance(thing.item, Stay) or own == date:
            return date, thing.item.uid
        if named is None and (not isinstance(thing.item, Meal) or _by_its_name(name, thing.item)):
            return own, thing.item.uid
    return date, ""


def _goes_with(found: Judgement, about: str) -> bool:
    """ "Ramiro: prawns superb, queue endless": of what its sentence is about."""
    apart = any(_APART & stems(name) for name in found.names)
    return bool(found.names or "crowds" in found.causes) and not apart and not {*found.names, about} & {*ALL}


def _thing(name: str, things: Things, day: int) -> Thing | None:
    """What a plan calls so: a meal only of that day, else the only sight of its kind."""
    found = things.find(name, day)
    if found is not None and (not MEAL_WORDS.search(name) or found.number == day):
        return found
    part = things.by_its_parts(name, day)
    if part and (isinstance(part.item, Stay) or part.number == day):
        return part
    kinds = {singular(word) for word in stems(name) if is_kind(word)}
    alike = [one for one in things.all if kinds & {singular(word) for word in stems(one.item.title)}]
    return alike[0] if len(alike) == 1 else None


def _by_its_name(name: str, meal: Meal) -> bool:
    """Not only by what is eaten there: ramen may be had on every day."""
    return bool(stems(name) & (stems(meal.title) - stems(meal.cuisine)))


def _joined(gathered: dict[tuple[dt.date, str], _Said]) -> dict[tuple[dt.date, str], _Said]:
    """What was said of a day in general goes with the one item that is named of it; with several it stands
    alone."""
    joined = dict(gathered)
    for date in {date for date, _uid in gathered}:
        items = [uid for day, uid in gathered if day == date and uid]
        if len(items) == 1 and (date, "") in joined:
            general, own = joined.pop((date, "")), joined[date, items[0]]
            joined[date, items[0]] = _Said(own.judgements + general.judgements, own.quotes + general.quotes)
    return joined


# --- One report ------------------------------------------------------------------------------------


def _report(date: dt.date, uid: str, said: _Said, text: str) -> Report:
    energies = {one.energy for one in said.judgements}
    return Report(
        date=date,
        quote=_stretch(sorted(said.quotes, key=text.find), text),
        item_uid=uid,
        **{
            kind: tuple(
                each_once(name for one in said.judgements for name in getattr(one, kind))[:MOST_THINGS]
            )
            for kind in ("liked", "disliked", "mixed", "skipped")
        },
        energy=next((level for level in ("low", "medium", "high") if level in energies), ""),
        rating=_rating(said.judgements),
        causes=tuple(
            Cause(kind, _tidy(words), one.hour, next(iter(one.names), ""), one.general)
            for one, words in zip(said.judgements, said.quotes, strict=True)
            for kind in one.causes
        ),
    )


def _stretch(quotes: Sequence[str], text: str) -> str:
    """One stretch of the message where the parts stand together, else the parts."""
    start, end = text.find(quotes[0]), text.find(quotes[-1]) + len(quotes[-1])
    whole = text[start:end] if 0 <= start < end else ""
    if whole and len(whole) <= sum(map(len, quotes)) + 8 * len(quotes):
        return _tidy(whole)
    return "; ".join(map(_tidy, quotes))[: _LONGEST_QUOTE * 2]


def _tidy(quote: str) -> str:
    """Without the word that joins it to what was said before."""
    said = re.sub(r"^(?:(?:but|and|though|although)\b\W*)+", "", quote.strip(" ,;\n\t"), flags=re.I)
    return re.sub(r"[\s,;]+(?:and|but|so)?$", "", said[:_LONGEST_QUOTE])


def _rating(said: Sequence[Judgement]) -> int | None:
    """The one that was given; of several different ones that of the day, for several things there is none."""
    given = [one for one in said if one.rating]
    whole = [one for one in given if not one.names]
    ratings = {one.rating for one in given}
    if len(ratings) < 2:
        return next(iter(ratings), None)
    return whole[-1].rating if whole else None
