"""Answers out of the days themselves: where to be at three, when dinner is, how to get on, what to take.

Read from the entries of the agenda, from today on while travelling. Nothing is moved and nothing is noted.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from agents.offline.rainy_days import of_children
from agents.view import TripView
from config import clock
from trips.catalogue.names import key
from trips.planning.agenda import agenda
from trips.planning.agenda_entries import is_local
from trips.planning.agenda_values import AgendaDay, Entry
from trips.reading.bounded import beginning
from trips.reading.questions import plan_asked
from trips.reading.routing.days import read_day
from trips.schemas import Item, Leg, Plan, Point
from trips.wording import counted, day_in_words, listed, time_in_words

Tells = Callable[[re.Match[str], "Asked"], str | None]
_MOST_TOLD = 8
_LONGEST = 400  # characters of a question
_NO_DAY = "I don't read a day"
#: From which hour to which a part of the day goes.
_PARTS = {"morning": (6, 12), "afternoon": (12, 17), "evening": (17, 23), "night": (19, 23), "day": (8, 22)}
#: Ways within a town leave an evening free.
_LOCAL = frozenset({"walk", "transit", "taxi"})
_SOON = "today|tomorrow|tonight|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|day\\s+\\d+"


class Asked:
    """A question beside a chosen plan. `index`: of the day that is meant, None where the trip has none."""

    def __init__(self, question: str, view: TripView, plan: Plan) -> None:
        self.question, self.view, self.plan = question, view, plan
        self.dates = [day.date for day in plan.days]
        read = read_day(question, self.dates, view.today)
        self.named = not read.problem.startswith(_NO_DAY)
        self.problem = read.problem if self.named else ""
        self.index = read.index
        if self.index is None and not self.problem:
            self.index = self.dates.index(view.today) if view.today in self.dates else None
            if self.index is None and self.dates and view.today < self.dates[0]:
                self.index = 0

    def day(self) -> AgendaDay | None:
        if self.index is None:
            return None
        view = self.view
        made = agenda(
            self.plan,
            now=clock.now(),
            bookings=view.bookings.noted,
            days=1,
            gazetteer=view.gazetteer,
            facts=view.facts,
            first=self.index,
            online=view.online,
        )
        return made.days[0] if made.days else None

    def day_called(self, day: AgendaDay) -> str:
        away = (day.date - self.view.today).days
        near = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}.get(away)
        return f"{near}, {day_in_words(day.date)}" if near else f"On {day_in_words(day.date)}"


_readers: list[tuple[re.Pattern[str], Tells]] = []


def asks(pattern: str) -> Callable[[Tells], Tells]:
    def add(tells: Tells) -> Tells:
        _readers.append((re.compile(pattern, re.IGNORECASE), tells))
        return tells

    return add


_QUESTION = re.compile(
    r"^\W*(?:(?:and|so|ok(?:ay)?|hey|hi|please|by\s+the\s+way)[\s,]+)*(?:what|where|when|which|how|is|are|do|does|"
    r"did|will|would|can|could|should|any)\b",
    re.IGNORECASE,
)


def asked_without_a_mark(message: str, view: TripView) -> str | None:
    """The same for a message that asks without saying so by a question mark."""
    return about_the_way(message, view) if _QUESTION.match(message) else None


def about_the_way(question: str, view: TripView) -> str | None:
    """The answer to what is asked of the days of the chosen plan; None when it asks for something else."""
    if view.plan is None or view.options or not view.plan.days:
        return None
    said = beginning(" ".join(question.replace("’", "'").split()), _LONGEST)
    asked = Asked(said, view, view.plan)
    for pattern, tells in _readers:
        if (match := pattern.search(said)) and (words := tells(match, asked)):
            return words
    return next((words for row in plan_asked(said) if (words := _OF_THE_PLAN[row](asked))), None)


@asks(
    r"\bwhere\b.*\b(?:be|are|am)\b.*\bat\s+(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s*(?P<half>[ap]\.?m)?"
)
def at_an_hour(match: re.Match[str], asked: Asked) -> str | None:
    """An hour up to seven without am is one of the afternoon."""
    day = asked.day()
    if day is None:
        return asked.problem or None
    hour, half = int(match["hour"]), (match["half"] or "").casefold()
    if hour < 12 and (half.startswith("p") or (not half and hour < 8)):
        hour += 12
    if hour > 23:
        return None
    moment = dt.datetime.combine(day.date, dt.time(hour, int(match["minute"] or 0)))
    timed = [entry for entry in day.entries if entry.kind != "check_out"]
    here = [entry for entry in timed if entry.start <= moment < entry.end]
    coming = [entry for entry in timed if entry.start >= moment]
    head = f"{asked.day_called(day)}, at {time_in_words(moment)}"
    if here:
        return f"{head} the plan has {_entry(here[-1])}."
    if coming:
        return f"{head} nothing is planned; next comes {_entry(coming[0])}."
    return f"{head} nothing is planned any more."


@asks(
    r"\b(?:what\s+time|when|where)(?:'s|\s+is|\s+are|\s+do\s+we\s+(?:have|eat|go\s+for))?\b[^.?!]{0,20}"
    r"\b(?P<meal>breakfast|lunch|dinner)\b"
)
@asks(
    r"\bwhat(?:'s|\s+is|\s+are\s+we\s+having|\s+do\s+we\s+have)\s+(?:planned\s+)?(?:for|at)\s+"
    r"(?P<meal>breakfast|lunch|dinner)\b"
)
def a_meal(match: re.Match[str], asked: Asked) -> str | None:
    day = asked.day()
    if day is None:
        return asked.problem or None
    meal = match["meal"].casefold()
    found = [
        entry for entry in day.entries if entry.kind == "meal" and entry.title.casefold().startswith(meal)
    ]
    if not found:
        return f"{asked.day_called(day)}: no {meal} is planned."
    return f"{asked.day_called(day)}: {'; '.join(map(_entry, found))}."


@asks(r"\b(?:tickets?|book(?:ed|ings?)?|reserv\w+)\b.*\b(?:" + _SOON + r")\b")
def tickets(match: re.Match[str], asked: Asked) -> str | None:
    day = asked.day()
    if day is None:
        return asked.problem or None
    needed = [entry for entry in day.entries if entry.ticket]
    if not needed:
        return (
            f"{asked.day_called(day)}: nothing planned needs a ticket or a booking, as far as our data knows."
        )
    told = "; ".join(
        f"{entry.title}: {entry.ticket.sentence.rstrip('.')}" for entry in needed if entry.ticket
    )
    return f"{asked.day_called(day)}: {told}."


@asks(
    r"\b(?:what|anything|something)\b.*\b(?:pack|take|bring|wear)\b.*\b(?:" + _SOON + r")\b|"
    r"\bdo\s+(?:we|i)\s+need\s+(?:an?\s+|the\s+)?(?:umbrellas?|sun\s?screen|jackets?)\b"
)
def to_take(match: re.Match[str], asked: Asked) -> str | None:
    day = asked.day()
    if day is None:
        return asked.problem or None
    if not day.take:
        return f"{asked.day_called(day)}: nothing in particular. {day.forecast or day.climate}".strip()
    told = "; ".join(f"{one.what} ({one.reason.rstrip('.')})" for one in day.take[:_MOST_TOLD])
    return f"{asked.day_called(day)}: {told}."


@asks(
    r"\b(?:free|nothing\s+planned|anything\s+planned|time\s+off)\b.*\b(?:morning|afternoon|evening|night)\b|"
    r"\b(?:morning|afternoon|evening|night)\b.*\bfree\b|"
    r"\b(?:is|are)\b.*\b(?:" + _SOON + r")\b.*\bfree\b|\bfree\b.*\b(?:" + _SOON + r")\b"
)
def is_free(match: re.Match[str], asked: Asked) -> str | None:
    day = asked.day()
    if day is None:
        return asked.problem or None
    named = re.search(r"\b(?:morning|afternoon|evening|night)\b", asked.question, re.IGNORECASE)
    part = named.group().casefold() if named else "day"
    first, last = (dt.datetime.combine(day.date, dt.time(hour)) for hour in _PARTS[part])
    busy = [
        entry
        for entry in day.entries
        if entry.kind not in ("free", "check_out")
        and entry.start < last
        and max(entry.end, entry.start) >= first
    ]
    when = "" if part == "day" else f" in the {part}" if part != "night" else " at night"
    if not busy:
        return f"{asked.day_called(day)}: yes, nothing is planned{when}."
    return f"{asked.day_called(day)}: not quite,{when} there is {'; '.join(map(_entry, busy[:_MOST_TOLD]))}."


@asks(r"\b(?:if|when|in\s+case|suppose|should)\b.*\brain(?:s|y|ing)?\b|\brainy?\s+(?:day|plan)\b")
def rain(match: re.Match[str], asked: Asked) -> str | None:
    if not asked.named and (asked.view.phase != "travelling" or of_children(asked.question)):
        return None
    day = asked.day()
    if day is None:
        return asked.problem or None
    if not day.rain:
        return f"{asked.day_called(day)}: nothing that still lies ahead is out of doors, rain changes little."
    told = [
        f"instead of {one.title}: {listed([place.name for place in one.places])}"
        if one.places
        else f"{one.title}: {one.sentence}".rstrip(".")
        for one in day.rain
    ]
    return f"{asked.day_called(day)}, if it rains: {'; '.join(told)}. Say which, and I change the day."


@asks(r"\bhow\s+many\s+(?:more\s+)?(?:days|nights)\b.*\b(?:left|remain\w*|still|more|to\s+go)\b")
def days_left(match: re.Match[str], asked: Asked) -> str | None:
    today, first, last = asked.view.today, asked.dates[0], asked.dates[-1]
    if today > last:
        return f"None: this trip ended on {day_in_words(last)}."
    if today < first:
        away, whole = counted((first - today).days, "day"), counted(len(asked.dates), "day")
        return f"The trip begins in {away}, and has {whole}."
    rest = (last - today).days
    if not rest:
        return "This is the last day of the trip."
    number, left = len(asked.dates) - rest, counted(rest, "day")
    return f"{left} after today, up to {day_in_words(last)}: this is day {number}."


@asks(r"\bwhat\s+(?:did|have)\s+we\s+(?:do|done|see|seen|visit\w*)\b.*\b(?:" + _SOON + r")\b")
def what_was(match: re.Match[str], asked: Asked) -> str | None:
    day = asked.day() if asked.index is not None else None
    if day is None or not asked.named:
        return asked.problem or None
    return f"{asked.day_called(day)}, the plan had {_short(day.entries)}." if day.entries else day.note


@asks(r"\b(?:when|what\s+time|how)\s+(?:do|will|are|can|shall|should)\s+we\s+(?P<does>get|go|leave|travel|depart|head|"
      r"going|leaving|travelling|move|change)\b(?P<rest>.*)")  # fmt: skip
def moving_on(match: re.Match[str], asked: Asked) -> str | None:
    """The next journey to the town that is named, or out of it; of several those of the day that is meant."""
    rest = match["rest"]
    if re.search(r"\b(?:home|back)\b", rest, re.IGNORECASE):
        return None  # the way home is told of the plan as a whole
    legs = [leg for leg in _journeys(asked.plan) if leg.start.date() >= asked.view.today] or _journeys(
        asked.plan
    )
    said = key(rest)
    there = [leg for leg in legs if _town(leg.destination, asked, said)]
    if not there and match["does"].casefold() in ("leave", "leaving", "depart", "move"):
        there = [leg for leg in legs if _town(leg.origin, asked, said)]
    if not there and re.search(r"\b(?:city|town|cities)\b", rest, re.IGNORECASE):
        there = legs
    on_day = [leg for leg in there if asked.named and asked.index is not None
              and leg.start.date() == asked.dates[asked.index]]  # fmt: skip
    leg = next(iter(on_day or there), None)
    if leg is None:
        return None
    hours = f"{leg.travel_minutes // 60} h {leg.travel_minutes % 60:02d}"
    return (
        f"On {day_in_words(leg.start.date())} by {leg.mode} from {leg.origin.name} at "
        f"{time_in_words(leg.start)}, in {leg.destination.name} at {time_in_words(leg.end)}: "
        f"{hours} on the way, times are estimates."
    )


@asks(
    r"\b(?:when|what\s+time|how\s+(?:early|late))\b[^.?!]*\b(?:leave|set\s+off|get\s+going|head\s+out|get\s+up|start|"
    r"begin|be\s+ready|go\s+out)\b(?!.*\b(?:home|back|trip|flight|plane|train|airport)\b)"
)
def setting_out(match: re.Match[str], asked: Asked) -> str | None:
    """When to leave, on a day that is named, for what comes first away from where they sleep."""
    if not asked.named and not re.search(
        r"\b(?:hotel|hostel|apartment|room)\b", asked.question, re.IGNORECASE
    ):
        return None
    day = asked.day()
    if day is None:
        return asked.problem or None
    out = next((entry for entry in day.entries if entry.way and not entry.past), None)
    if out is None or out.way is None:
        return f"{asked.day_called(day)}: nothing planned asks you to set out."
    return (
        f"{asked.day_called(day)}: leave by {time_in_words(out.way.leave_by)} for {out.title} ({out.times})."
    )


@asks(
    r"^\W*(?:so\s+|and\s+|ok\s+)*(?:where|what|what's|whats)\s*(?:to|now|is|do\s+we\s+(?:go|do)|"
    r"are\s+we\s+going)?\s*(?:next|now|after\s+(?:this|that))\W*$|"
    r"^\W*(?:so\s+)?what(?:'s|\s+is)\s+(?:the|our)\s+plan\W*$"
)
def next_of_all(match: re.Match[str], asked: Asked) -> str | None:
    return what_comes(asked.view)


def what_comes(view: TripView) -> str | None:
    """What is under way and what follows today; before the trip its first day."""
    if view.plan is None or not view.plan.days or view.phase == "done":
        return None
    asked = Asked("today", view, view.plan)
    day = asked.day()
    if day is None:
        return None
    coming = [entry for entry in day.entries if not entry.past]
    if not coming:
        return f"{asked.day_called(day)}: nothing more is planned."
    return f"{asked.day_called(day)}: {_short(coming)}."


def what_is_on(asked: Asked) -> str | None:
    """Of a day that is named, or of a part of it."""
    if not asked.named:
        return None
    day = asked.day()
    if day is None:
        return asked.problem or None
    first, last, when = _part_of(day, asked.question)
    entries = [entry for entry in day.entries if entry.start < last and entry.end > first]
    if re.search(r"\bfirst\b(?!\s+day)|\bstart|\bbegin", asked.question, re.IGNORECASE):
        entries = [entry for entry in entries if entry.kind in ("visit", "meal", "leg")][:1] or entries[:1]
    told = _short(entries) if len(entries) != 1 else _entry(entries[0])
    return f"{asked.day_called(day)}{when}: {told or 'nothing is planned'}."


def when_it_is(asked: Asked) -> str | None:
    """The days and hours of the item that the question names; when it opens is of the place."""
    if _OPENS & set(key(asked.question).split()):
        return None
    found = [(day, item) for day in asked.plan.days for item in day.items if _names(asked.question, item)]
    told = [
        f"{item.title}: {day_in_words(day.date)}, {time_in_words(item.start)}–{time_in_words(item.end)}"
        for day, item in found[:_MOST_TOLD]
        if item.kind != "leg"
    ]
    if not told and re.search(r"\b(?:which|what) day\b", asked.question, re.IGNORECASE):
        return NOTHING_OF_THAT_NAME
    return f"{'; '.join(told)}." if told else None


def whether_it_is(asked: Asked) -> str | None:
    """ "Is there a bookshop on the plan?": by names and by what places are."""
    if (told := when_it_is(asked)) and told != NOTHING_OF_THAT_NAME:
        return f"Yes. {told}"
    return NOTHING_OF_THAT_NAME


_OF_THE_PLAN: dict[str, Callable[[Asked], str | None]] = {
    "day_plan": what_is_on,
    "when_at": when_it_is,
    "has_it": whether_it_is,
}
NOTHING_OF_THAT_NAME = (
    "I find nothing of that name or kind on the plan. Say where you want it, and I propose a change."
)
_OPENS = frozenset("open opens opening close closes closing shut".split())
_LEAST_LETTERS = 4
#: Words of a question that name nothing on a plan.
_NO_NAMES = frozenset(
    "what when where which there plan time long have does will visit going trip itinerary with that this "
    "take your the our are into from than then free some hotel".split()
)


def _names(question: str, item: Item) -> bool:
    asked = {word for word in key(question).split() if len(word) >= _LEAST_LETTERS} - _NO_NAMES
    return bool(asked & set(key(item.title).split()))


def _part_of(day: AgendaDay, question: str) -> tuple[dt.datetime, dt.datetime, str]:
    named = re.search(r"\b(?:morning|afternoon|evening|night)\b", question, re.IGNORECASE)
    first, last = _PARTS[named.group().casefold()] if named else (0, 0)
    start = dt.datetime.combine(day.date, dt.time(first))
    end = start.replace(hour=last) if named else start + dt.timedelta(days=2)
    return start, end, f" in the {named.group().casefold()}" if named else ""


def _journeys(plan: Plan) -> list[Leg]:
    legs: list[Item] = sorted(plan.items(), key=lambda item: item.start_utc)
    return [leg for leg in legs if isinstance(leg, Leg) and not is_local(leg)]


def _town(point: Point, asked: Asked, said: str) -> bool:
    city = asked.view.gazetteer.city(point.city_id) if point.city_id else None
    return any(key(one) in said for one in (point.name, city.name if city else "") if key(one))


def _entry(entry: Entry) -> str:
    where = f", {entry.area}" if entry.area else ""
    way = f", leave by {time_in_words(entry.way.leave_by)}" if entry.way and not entry.past else ""
    return f"{entry.title} ({entry.times}{where}{way})"


def _short(entries: tuple[Entry, ...] | list[Entry]) -> str:
    told = [f"{entry.times.split('–')[0].split(' ')[-1]} {entry.title}" for entry in entries[:_MOST_TOLD]]
    more = len(entries) - _MOST_TOLD
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")
