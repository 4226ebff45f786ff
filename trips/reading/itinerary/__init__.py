"""An itinerary that somebody pasted: read into a plan, checked like any other, told by day.

`checked` takes text of any form (lines, prose, tables, a calendar, JSON, our plan file), `judged` what a
model made of it. Pure: nothing is stored."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Literal

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.opening_hours import is_open
from trips.planning.validator import reports_of
from trips.planning.validator.document import PlanFileError, read_document
from trips.planning.validator.report import Finding
from trips.reading import lexicon
from trips.reading.chart import Grammar
from trips.reading.itinerary.forms import MOST_BYTES, MOST_ROWS, NotRead, form_of, loaded, rows_of
from trips.reading.itinerary.lines import itinerary_of
from trips.reading.itinerary.names import Names
from trips.reading.itinerary.plan import Read, plan_of
from trips.reading.itinerary.stops import ELSEWHERE
from trips.reading.itinerary.values import MOST_DAYS, WrittenItinerary
from trips.reading.tokens import tokens_of
from trips.schemas import Item, Leg, Meal, Visit
from trips.wording import counted

__all__ = [
    "Checked", "NotRead", "checked", "hour_of", "is_structured", "judged", "read", "verdict_of", "wants_check"
]  # fmt: skip

State = Literal["does not hold", "worth a look", "not checked", "holds"]
#: Checks whose gaps are about single items: ways between cities, opening hours.
_OF_ITEMS = (9, 13)
_HOURS, _LENGTH = 13, 14
#: Of the least time that a place takes so much is enough; so many minutes one may wait at its doors.
_QUICKER, _QUEUE = 0.85, 30
#: Days that a plan without dates is tried on.
_A_WEEK = 7
#: Lines, or items, of a message that is an itinerary; of one line the wish stands in so many words at an end.
_LEAST, _ASIDE = 3, 25
_WISH = Grammar(lexicon.rules("itinerary", "check"))
UNDATED = "No date is written: hours were looked up for the weekdays that suit the plan best."


@dataclass(frozen=True, slots=True)
class Line:
    """An item of the plan and what the checks say of it; `hour` as it was written."""

    item: Item
    hour: dt.datetime
    state: State
    said: list[Finding]

    @property
    def repairs(self) -> list[str]:
        return [one.repair for one in self.said if one.repair]


@dataclass(frozen=True, slots=True)
class CheckedDay:
    """`said`: of the day as a whole."""

    date: dt.date
    city: str
    lines: list[Line]
    said: list[Finding]


@dataclass
class Checked:
    """The verdict on somebody's plan: by day, of the `whole`, what passed and what could not be looked at."""

    read: Read
    days: list[CheckedDay] = field(default_factory=list)
    whole: list[Finding] = field(default_factory=list)
    findings: list[tuple[int, Finding]] = field(default_factory=list)  # with the number of the check
    passed: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def failed(self) -> int:
        return self.states["does not hold"]

    @property
    def look(self) -> int:
        return self.states["worth a look"]

    @property
    def states(self) -> Counter[str]:
        """As they are marked: of each line one, beside them what is said of a day or of the whole."""
        beside = [one for said in (self.whole, *(day.said for day in self.days)) for one in said]
        states = Counter[str](line.state for day in self.days for line in day.lines)
        states.update("does not hold" if one.severity == "error" else "worth a look" for one in beside)
        return states + Counter({"does not hold": len(self.read.wrong)})

    @property
    def tally(self) -> list[tuple[str, int]]:
        """How many items hold, and how many nobody could check."""
        return [(state, self.states[state]) for state in ("holds", "not checked") if self.states[state]]

    @property
    def verdict(self) -> str:
        """One sentence."""
        if not self.read.plan.days:
            return "No day of a plan was found in this text."
        if not self.failed:
            told = f"It holds, with {counted(self.look, 'thing')} to look at."
            return told if self.look else "It holds, as far as we know."
        wrong = f"{counted(self.failed, 'thing')} {'does' if self.failed == 1 else 'do'} not hold"
        return f"{wrong}, {self.look} to look at." if self.look else f"{wrong}."


def is_structured(text: str) -> bool:
    """A calendar or JSON: nothing in it has to be understood."""
    return form_of(text)[0] != "text"


def wants_check(text: str, gazetteer: Gazetteer, today: dt.date) -> bool:
    """Whether a message is somebody's itinerary with the wish to have it checked."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < _LEAST:  # a plan of one paragraph
        words = text.split()
        lines = [" ".join(words[:_ASIDE]), " ".join(words[_ASIDE:][-_ASIDE:])]
    if not _WISH.parse(tokens_of(" ; ".join([*lines[:2], *lines[-2:]]))).of("check"):
        return False
    days = [] if is_structured(text) else read(text, gazetteer, today).days
    named = any(day.date or day.weekday or day.number for day in days)
    return is_structured(text) or (named and sum(len(day.items) for day in days) >= _LEAST)


def read(text: str, gazetteer: Gazetteer, today: dt.date) -> WrittenItinerary:
    """The text by rules. Raises NotRead."""
    rows, unread = rows_of(text)
    letters = [row.text[0] for row in rows if row.text[:1].isalpha()]
    small = 2 * sum(letter.islower() for letter in letters) > len(letters)
    found = itinerary_of(rows, Names(gazetteer, small=small), today)
    found.unread = [*unread, *found.unread]
    return found


def checked(text: str, gazetteer: Gazetteer, today: dt.date) -> Checked:
    """The verdict on a pasted or uploaded plan. Raises NotRead."""
    own = _own_file(text, gazetteer)
    return own or judged(read(text, gazetteer, today), gazetteer, today)


def judged(found: WrittenItinerary, gazetteer: Gazetteer, today: dt.date) -> Checked:
    """The verdict on an itinerary as written."""
    names = Names(gazetteer)
    first = plan_of(found, names, today)
    if first.dated or not first.plan.days:
        return verdict_of(first, gazetteer)
    tried = (verdict_of(plan_of(found, names, today, shift=days), gazetteer) for days in range(_A_WEEK))
    best = min(tried, key=lambda one: (one.failed, one.look))
    best.unknown.append(UNDATED)
    return best


def _own_file(text: str, gazetteer: Gazetteer) -> Checked | None:
    """A plan file of ours, with all checks. None for anything else."""
    kind, bare = form_of(text)
    if kind != "json" or len(bare) > MOST_BYTES or "plan" not in loaded(bare):
        return None
    try:
        document = read_document(bare)
    except PlanFileError as problem:
        raise NotRead(f"This plan file can't be read: {problem}") from problem
    if len(document.plan.days) > MOST_DAYS or len(document.plan.items()) > MOST_ROWS:
        raise NotRead(f"This plan has more than {MOST_DAYS} days or {MOST_ROWS} items.")
    return verdict_of(Read(document.plan, document.facts, None), document.gazetteer(gazetteer))


def verdict_of(read: Read, gazetteer: Gazetteer) -> Checked:
    """What the checks say of an itinerary, by day."""
    result = Checked(read)
    unknown: set[str] = set()
    told_of_ways: set[str] = set()
    told: set[str] = set()  # items of which something was found: nothing more is said
    items = {item.uid: item for item in read.plan.items()}
    order = [*items]
    day_of = {item.uid: day.date for day in read.plan.days for item in day.items}
    for report in reports_of(read.plan, read.facts, gazetteer, told=read.told) if read.plan.days else ():
        of_it = [one for one in report.failures if one.severity != "info"]
        of_it = [one for one in of_it if not one.items or not told.issuperset(one.items)]
        found = [one for one in of_it if not _is_near(report.check.id, one, items, gazetteer)]
        if report.check.id == _LENGTH:  # the way beside it has said so
            found = [one for one in found if not told_of_ways.issuperset(one.items)]
        told |= {uid for one in found for uid in one.items}
        ways = [uid for uid in told if isinstance(items[uid], Leg)] if report.check.id < _LENGTH else []
        told_of_ways |= {one for uid in ways for one in order[max(order.index(uid) - 1, 0) :][:3]}
        result.findings += [(report.check.id, one) for one in found]
        gaps = report.unknowns()
        result.unknown += [one.message for one in gaps]
        unknown |= {uid for one in gaps for uid in one.items} if report.check.id in _OF_ITEMS else set()
        result.passed += [] if found or gaps else [report.result().message]
    said: dict[object, list[Finding]] = defaultdict(list)
    for _id, one in result.findings:
        behind = order[order.index(one.items[-1]) :] if one.items else ()
        theirs = (uid for uid in behind if day_of[uid] == day_of[behind[0]] and not _of_ours(items[uid]))
        said[next(theirs, day_of[behind[0]] if behind else one.date)].append(one)
    for day in read.plan.days:
        shown = [item for item in day.items if not _of_ours(item)]
        lines = [
            Line(
                item,
                hour_of(item),
                _state(said[item.uid], item.unlisted or item.uid in unknown),
                said[item.uid],
            )
            for item in shown
        ]
        result.days.append(CheckedDay(day.date, day.city, lines, said[day.date]))
    result.whole = said[None]
    return result


def _is_near(check: int, found: Finding, items: dict[str, Item], gazetteer: Gazetteer) -> bool:
    """Not worth a word: a few minutes less than usual, the queue before the doors open, the hours of a table
    of which nobody made sure."""
    item = items.get(found.items[-1]) if found.items else None
    row = gazetteer.place(item.place_id) if isinstance(item, Visit | Meal) and item.place_id else None
    if row is None or item is None:
        return False
    if check == _LENGTH and row.visit:
        return item.minutes >= _QUICKER * row.visit.shortest
    if check == _HOURS and isinstance(item, Meal):
        return row.grade == "common"
    doors = item.start + dt.timedelta(minutes=_QUEUE)
    return check == _HOURS and is_open(row, doors, max(item.end, doors), gazetteer) is not False


def _of_ours(item: Item) -> bool:
    """A way that nobody wrote."""
    return isinstance(item, Leg) and item.source.startswith("Model")


def hour_of(item: Item) -> dt.datetime:
    """Nobody wrote when a ride leaves that only arrives."""
    return item.end if isinstance(item, Leg) and item.origin.name == ELSEWHERE else item.start


def _state(findings: list[Finding], unknown: bool) -> State:
    if any(one.severity == "error" for one in findings):
        return "does not hold"
    return "worth a look" if findings else "not checked" if unknown else "holds"
