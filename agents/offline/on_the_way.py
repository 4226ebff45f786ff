"""Answers out of the days themselves: where to be at three, when dinner is, how to get on, what to take.

Read from the entries of the agenda, from today on while travelling. Nothing is moved and nothing is noted.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from agents.view import TripView
from config import clock
from trips.catalogue.names import key
from trips.planning.agenda import agenda
from trips.planning.agenda_entries import is_local
from trips.planning.agenda_values import AgendaDay, Entry
from trips.reading.bounded import beginning
from trips.reading.questions import asked as rows_of
from trips.reading.questions import ends_with, hour_asked
from trips.reading.routing.days import read_day
from trips.reading.routing.questions import begins_as_a_question
from trips.schemas import Item, Leg, Plan, Point
from trips.wording import counted, day_in_words, listed, time_in_words

Tells = Callable[["Asked"], str | None]
OfDay = Callable[["Asked", AgendaDay], str | None]
_MOST_TOLD = 8
_LONGEST = 400  # characters of a question
_NO_DAY = "I don't read a day"
#: From which hour to which a part of the day goes.
_PARTS = {"morning": (6, 12), "afternoon": (12, 17), "evening": (17, 23), "night": (19, 23), "day": (0, 48)}
_IN = {"day": "", "night": " at night"} | {one: f" in the {one}" for one in [*_PARTS][:3]}


class Asked:
    """A question beside a chosen plan. `index`: of the day that is meant, None where the trip has none."""

    def __init__(self, question: str, view: TripView, plan: Plan) -> None:
        self.question, self.view, self.plan = question, view, plan
        self.dates = [day.date for day in plan.days]
        read = read_day(question, self.dates, view.today)
        self.named = not read.problem.startswith(_NO_DAY)
        self.problem = read.problem if self.named else ""
        self.beside = frozenset(rows_of(question, "beside"))
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


def asked_without_a_mark(message: str, view: TripView) -> str | None:
    """The same for a message that asks without saying so by a question mark."""
    return about_the_way(message, view) if begins_as_a_question(message) else None


def about_the_way(question: str, view: TripView) -> str | None:
    """The answer to what is asked of the days of the chosen plan; None when it asks for something else."""
    if view.plan is None or view.options or not view.plan.days:
        return None
    said = beginning(" ".join(question.replace("’", "'").split()), _LONGEST)
    asked = Asked(said, view, view.plan)
    for row in (*rows_of(said, "of_days"), *rows_of(said, "of_the_plan")):
        if words := _of_a_day(row, asked) if row in _OF_A_DAY else _OF_THE_PLAN[row](asked):
            return words
    return None


def _of_a_day(row: str, asked: Asked) -> str | None:
    only_named, tells = _OF_A_DAY[row]
    if only_named and not asked.named:
        return None
    day = asked.day()
    return tells(asked, day) if day else asked.problem or None


def at_an_hour(asked: Asked, day: AgendaDay) -> str | None:
    hour = hour_asked(asked.question)
    if hour is None:
        return None
    moment = dt.datetime.combine(day.date, hour)
    timed = [entry for entry in day.entries if entry.kind != "check_out"]
    here = [entry for entry in timed if entry.start <= moment < entry.end]
    coming = [entry for entry in timed if entry.start >= moment]
    head = f"{asked.day_called(day)}, at {time_in_words(moment)}"
    if here:
        return f"{head} the plan has {_entry(here[-1])}."
    if coming:
        return f"{head} nothing is planned; next comes {_entry(coming[0])}."
    return f"{head} nothing is planned any more."


def a_meal(asked: Asked, day: AgendaDay) -> str | None:
    meal = rows_of(asked.question, "meal")[0]
    found = [one for one in day.entries if one.kind == "meal" and one.title.casefold().startswith(meal)]
    if not found:
        return f"{asked.day_called(day)}: no {meal} is planned."
    return f"{asked.day_called(day)}: {'; '.join(map(_entry, found))}."


def tickets(asked: Asked, day: AgendaDay) -> str | None:
    needed = [entry for entry in day.entries if entry.ticket]
    if not needed:
        return (
            f"{asked.day_called(day)}: nothing planned needs a ticket or a booking, as far as our data knows."
        )
    told = "; ".join(
        f"{entry.title}: {entry.ticket.sentence.rstrip('.')}" for entry in needed if entry.ticket
    )
    return f"{asked.day_called(day)}: {told}."


def to_take(asked: Asked, day: AgendaDay) -> str | None:
    if not day.take:
        return f"{asked.day_called(day)}: nothing in particular. {day.forecast or day.climate}".strip()
    told = "; ".join(f"{one.what} ({one.reason.rstrip('.')})" for one in day.take[:_MOST_TOLD])
    return f"{asked.day_called(day)}: {told}."


def is_free(asked: Asked, day: AgendaDay) -> str | None:
    part, first, last = _part_of(day, asked)
    busy = [
        entry
        for entry in day.entries
        if entry.kind not in ("free", "check_out")
        and entry.start < last
        and max(entry.end, entry.start) >= first
    ]
    when = _IN[part]
    if not busy:
        return f"{asked.day_called(day)}: yes, nothing is planned{when}."
    return f"{asked.day_called(day)}: not quite,{when} there is {'; '.join(map(_entry, busy[:_MOST_TOLD]))}."


def rain(asked: Asked, day: AgendaDay) -> str | None:
    if not asked.named and (asked.view.phase != "travelling" or "children" in asked.beside):
        return None
    if not day.rain:
        return f"{asked.day_called(day)}: nothing that still lies ahead is out of doors, rain changes little."
    told = [
        f"instead of {one.title}: {listed([place.name for place in one.places])}"
        if one.places
        else f"{one.title}: {one.sentence}".rstrip(".")
        for one in day.rain
    ]
    return f"{asked.day_called(day)}, if it rains: {'; '.join(told)}. Say which, and I change the day."


def days_left(asked: Asked) -> str | None:
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


def what_was(asked: Asked, day: AgendaDay) -> str | None:
    return f"{asked.day_called(day)}, the plan had {_short(day.entries)}." if day.entries else day.note


def moving_on(asked: Asked) -> str | None:
    """The next journey to the town that is named, or out of it; of several those of the day that is meant."""
    if "home" in asked.beside:
        return None  # the way home is told of the plan as a whole
    legs = [leg for leg in _journeys(asked.plan) if leg.start.date() >= asked.view.today] or _journeys(
        asked.plan
    )
    there = [leg for leg in legs if _town(leg.destination, asked)]
    there = there or [leg for leg in legs if _town(leg.origin, asked) or "town" in asked.beside]
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


def setting_out(asked: Asked, day: AgendaDay) -> str | None:
    """When to leave, on a day that is named, for what comes first away from where they sleep."""
    if asked.beside & {"home", "away"} or not (asked.named or "bed" in asked.beside):
        return None
    out = next((entry for entry in day.entries if entry.way and not entry.past), None)
    if out is None or out.way is None:
        return f"{asked.day_called(day)}: nothing planned asks you to set out."
    return (
        f"{asked.day_called(day)}: leave by {time_in_words(out.way.leave_by)} for {out.title} ({out.times})."
    )


def what_is_next(asked: Asked) -> str | None:
    return what_comes(asked.view) if ends_with(asked.question, "of_days", "what_next") else None


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


def what_is_on(asked: Asked, day: AgendaDay) -> str | None:
    """Of a day that is named, or of a part of it."""
    part, first, last = _part_of(day, asked)
    entries = [entry for entry in day.entries if entry.start < last and entry.end > first]
    if "start" in asked.beside:
        entries = [entry for entry in entries if entry.kind in ("visit", "meal", "leg")][:1] or entries[:1]
    told = _short(entries) if len(entries) != 1 else _entry(entries[0])
    return f"{asked.day_called(day)}{_IN[part]}: {told or 'nothing is planned'}."


def when_it_is(asked: Asked) -> str | None:
    """The days and hours of the item that the question names; when it opens is of the place."""
    if asked.beside & {"opens", "shut"}:
        return None
    found = [(day, item) for day in asked.plan.days for item in day.items if _names(asked.question, item)]
    told = [
        f"{item.title}: {day_in_words(day.date)}, {time_in_words(item.start)}–{time_in_words(item.end)}"
        for day, item in found[:_MOST_TOLD]
        if item.kind != "leg"
    ]
    if not told and "which_day" in asked.beside:
        return NOTHING_OF_THAT_NAME
    return f"{'; '.join(told)}." if told else None


def whether_it_is(asked: Asked) -> str | None:
    """ "Is there a bookshop on the plan?": by names and by what places are."""
    if (told := when_it_is(asked)) and told != NOTHING_OF_THAT_NAME:
        return f"Yes. {told}"
    return NOTHING_OF_THAT_NAME


#: Who answers a row of `of_days` or `of_the_plan`; of those that tell of one day, whether it must be named.
_OF_A_DAY: dict[str, tuple[bool, OfDay]] = {
    "at_hour": (False, at_an_hour), "meal_on": (False, a_meal), "tickets": (True, tickets),
    "to_take": (True, to_take), "is_free": (True, is_free), "rain": (False, rain),
    "what_was": (True, what_was), "setting_out": (False, setting_out), "day_plan": (True, what_is_on),
}  # fmt: skip
_OF_THE_PLAN: dict[str, Tells] = {
    "days_left": days_left, "moving_on": moving_on, "what_next": what_is_next, "when_at": when_it_is,
    "has_it": whether_it_is,
}  # fmt: skip
NOTHING_OF_THAT_NAME = (
    "I find nothing of that name or kind on the plan. Say where you want it, and I propose a change."
)
_LEAST_LETTERS = 4
#: Words of a question that name nothing on a plan.
_NO_NAMES = frozenset(
    "what when where which there plan time long have does will visit going trip itinerary with that this "
    "take your the our are into from than then free some hotel".split()
)


def _names(question: str, item: Item) -> bool:
    asked = {word for word in key(question).split() if len(word) >= _LEAST_LETTERS} - _NO_NAMES
    return bool(asked & set(key(item.title).split()))


def _part_of(day: AgendaDay, asked: Asked) -> tuple[str, dt.datetime, dt.datetime]:
    """The part of the day that is named, "day" for none, from when to when."""
    part = next((one for one in _PARTS if f"part_{one}" in asked.beside), "day")
    midnight = dt.datetime.combine(day.date, dt.time(0))
    first, last = (midnight + dt.timedelta(hours=hour) for hour in _PARTS[part])
    return part, first, last


def _journeys(plan: Plan) -> list[Leg]:
    legs: list[Item] = sorted(plan.items(), key=lambda item: item.start_utc)
    return [leg for leg in legs if isinstance(leg, Leg) and not is_local(leg)]


def _town(point: Point, asked: Asked) -> bool:
    said = key(asked.question)
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
