"""What the scheduler reads, says and may not change: the agenda is data, a model only adds words to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agents.companion_schemas import AgendaAnswer
from agents.companion_schemas import AgendaDay as SaidDay
from agents.llm.base import ModelMessage
from agents.runtime import prompting
from agents.validation.figures import invented_prices, invented_times
from trips.catalogue.opening_hours import HOURS_UNKNOWN
from trips.planning.agenda_values import Agenda, AgendaDay, Deadline, Entry, RainPlan, Way
from trips.schemas import TripFacts
from trips.wording import day_in_words, time_in_words

MODE_WORDS = {"walk": "on foot", "transit": "by public transport"}
_KINDS = {"check_in": "Check in: ", "check_out": "Check out: "}
ATTRIBUTION = "Weather data by Open-Meteo.com, CC BY 4.0."
_PLAIN_HOURS = ("closed", "always open", HOURS_UNKNOWN)


@dataclass(frozen=True)
class ScheduleContext:
    """The agenda as code made it. `energy`: what the newest report said of it, "" = none."""

    agenda: Agenda
    facts: TripFacts
    energy: str = ""

    @property
    def days(self) -> tuple[AgendaDay, ...]:
        return self.agenda.days


# --- The task ------------------------------------------------------------------------------------


def task_of(context: ScheduleContext) -> list[ModelMessage]:
    """Every line is written by code; words of others in it are masked."""
    lines = [
        f"Today, where the travellers are: {context.agenda.today:%A %d %B %Y}. {context.agenda.sentence}"
    ]
    for day in context.days:
        lines += ["", f"{day.date.isoformat()}, {day_in_words(day.date)}, {day.city} (day {day.number})"]
        lines += [_data_line(entry) for entry in day.entries]
        lines += [f"- {line}" for line in around(day)]
    lines += ["", *(f"- To book: {deadline_in_words(one)}" for one in context.agenda.deadlines)]
    if context.energy:
        lines += ["", f"Energy in the newest report: {context.energy}."]
    return prompting.companion_task([prompting.masked(line) for line in lines])


def _data_line(entry: Entry) -> str:
    end = "" if entry.start == entry.end else time_in_words(entry.end)
    return (
        f"- item_uid {entry.uid} | start {time_in_words(entry.start)} | end {end} | {entry_in_words(entry)}"
    )


# --- The agenda in words, by code ----------------------------------------------------------------


def day_in_lines(day: AgendaDay, notes: dict[str, str] | None = None) -> list[str]:
    """One day as Markdown; `notes` by uid are a mind's words on an entry."""
    head = f"**{day_in_words(day.date)}, {day.city}**"
    lines = [f"{head} (day {day.number}{', today' if day.today else ''})", ""]
    for entry in day.entries:
        note = (notes or {}).get(entry.uid, "")
        lines.append(f"- {entry_in_words(entry)}{f' *{note}*' if note else ''}")
    lines += [f"- {day.note}"] if day.note else []
    return [*lines, "", *(f"- {line}" for line in around(day)), ""]


def entry_in_words(entry: Entry) -> str:
    """ "Leave by 10:43 (17 min by public transport). 11:00–12:15 Kiyomizu-dera. Open 06:00–18:00." """
    parts = []
    way = entry.way
    if way is not None:
        how = f"{way.minutes} min {MODE_WORDS.get(way.mode, f'by {way.mode}')}"
        where = f" to {way.to}" if way.to else ""
        parts.append(f"Leave by {time_in_words(way.leave_by)}{where} ({how}{_basis(way)}).")
    parts.append(f"{entry.times} {_KINDS.get(entry.kind, '')}{entry.title}.")
    if entry.hours:
        hours = _open(entry.hours)
        last = f", last entry {entry.last_entry}" if entry.last_entry else ""
        parts.append(f"{hours[0].upper()}{hours[1:]}{last}.")
    if entry.ticket is not None:
        parts.append(entry.ticket.sentence)
    return " ".join([*parts, *entry.warnings, *entry.notes])


def around(day: AgendaDay) -> list[str]:
    """Holidays, clocks, deadlines, what to take, plan B, climate: a line each."""
    lines = [f"Public holiday: {name}." for name in day.holidays]
    lines += day.clock
    lines += [f"Last day to book: {one.title}." for one in day.deadlines]
    if day.take:
        lines.append("Take along: " + " ".join(f"{one.what} ({_inside(one.reason)})." for one in day.take))
    lines += [rain_in_words(one, day.wet) for one in day.rain]
    forecast = f"{day.forecast} {ATTRIBUTION}" if day.forecast else ""
    return [*lines, *filter(None, (forecast, day.climate))]


def _basis(way: Way) -> str:
    if way.asked:
        return f", by the routing service, {day_in_words(way.asked)}"
    return ", reckoned" if way.reckoned else ""


def _inside(sentence: str) -> str:
    return f"{sentence[0].lower()}{sentence[1:]}".rstrip(".")


def _open(hours: str) -> str:
    return hours if hours in _PLAIN_HOURS else f"open {hours}"


def rain_in_words(plan: RainPlan, wet: bool | None = None) -> str:
    if_it = "Rain is forecast" if wet else "If it rains"
    if not plan.places:
        return f"{if_it} at {plan.title}: {_inside(plan.sentence)}."
    named = " or ".join(f"{one.name} ({one.kilometres:.1f} km, {_open(one.hours)})" for one in plan.places)
    return f"{if_it}, instead of {plan.title}: {named}."


def deadline_in_words(one: Deadline) -> str:
    if one.book_by is None:
        return f"{one.title}, no date noted."
    if one.overdue:
        return f"{one.title}, overdue since {day_in_words(one.book_by)}."
    left = {0: "today is the last day", 1: "1 day left"}.get(one.days_left or 0, f"{one.days_left} days left")
    return f"{one.title} by {day_in_words(one.book_by)}, {left}."


def written(answer: AgendaAnswer, context: ScheduleContext) -> str:
    """The whole reply: the mind's words, then every time, ticket and deadline from the data."""
    said = {day.date: day for day in answer.days}
    lines = [answer.reply.strip(), ""]
    for day in context.days:
        mine = said.get(day.date)
        notes = {item.item_uid: item.note.strip() for item in mine.items if item.note.strip()} if mine else {}
        lines += day_in_lines(day, notes)
        reminders = [f"- {line.strip()}" for line in (mine.reminders if mine else []) if line.strip()]
        lines += [*reminders, ""] if reminders else []
    lines += [f"- To book: {deadline_in_words(one)}" for one in context.agenda.deadlines]
    return "\n".join(lines).strip()


# --- What a mind may not do ----------------------------------------------------------------------


def problems_of(answer: AgendaAnswer, context: ScheduleContext) -> list[str]:
    """Sentences for a correction: other days, items that are not in the agenda, other times, figures that
    nobody gave."""
    days = {day.date: day for day in context.days}
    found: list[str] = []
    if len({day.date for day in answer.days}) < len(answer.days):
        found.append("The same date stands twice in `days`.")
    for said in answer.days:
        day = days.get(said.date)
        if day is None:
            shown = " and ".join(date.isoformat() for date in days)
            found.append(f"{said.date.isoformat()} is not asked for: the days are {shown}.")
            continue
        found += _moved(said, day)
    return found + _figures(answer, context)


def _moved(said: SaidDay, day: AgendaDay) -> Iterable[str]:
    times: dict[str, set[tuple[str, str]]] = {}
    for entry in day.entries:
        start, end = time_in_words(entry.start), time_in_words(entry.end)
        times.setdefault(entry.uid, set()).update({(start, end), (start, "")})
    for item in said.items:
        own = times.get(item.item_uid)
        if own is None:
            yield f"No item_uid “{item.item_uid}” (“{item.what[:60]}”) is in the agenda of {said.date}."
        elif (item.start, item.end) not in own:
            start, end = max(own)
            theirs = f"from {item.start} to {item.end}" if item.end else f"at {item.start}"
            yield f"{item.item_uid} goes from {start} to {end or start}, not {theirs}: you move nothing."


def _figures(answer: AgendaAnswer, context: ScheduleContext) -> list[str]:
    """Times of day and sums of money in the words that are in no line of the task."""
    given = "\n".join(message.text for message in task_of(context))
    words = [answer.reply, answer.short_summary, answer.next_step]
    for day in answer.days:
        words += [*day.reminders, *(item.note for item in day.items)]
    said = "\n".join(words)
    found = [
        f"The time {time} is nowhere in the agenda: leave it out." for time in invented_times(said, given)
    ]
    return found + [
        f"The sum {price} is nowhere in the agenda: name no prices." for price in invented_prices(said, given)
    ]
