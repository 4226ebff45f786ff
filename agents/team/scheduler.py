"""Scheduler: the agenda of the next two days. Code makes it; a mind adds a few words."""

from __future__ import annotations

from agents.companion_schemas import AgendaAnswer, AgendaDay, AgendaItem
from agents.companions.scheduler import ScheduleContext, deadline_in_words
from agents.runtime.agent import Agent
from agents.runtime.registry import register
from trips.catalogue.matching import means
from trips.planning.agenda_values import AgendaDay as Day
from trips.planning.agenda_values import Entry
from trips.wording import counted, day_in_words, listed, time_in_words

_ITEMS = 30
_SIGHTS_NAMED = 3


def offline(context: ScheduleContext) -> AgendaAnswer:
    """The same agenda; its words are counted and named by code."""
    first = context.days[0]
    return AgendaAnswer(
        reply=" ".join(
            filter(
                None, (context.agenda.sentence, *map(_day, context.days), _urgent(context), _tired(context))
            )
        ),
        short_summary=f"Agenda: {listed(day_in_words(day.date) for day in context.days)}",
        next_step=_next_step(first, context),
        days=[
            AgendaDay(
                date=day.date, city=day.city[:80], items=[_item(entry) for entry in day.entries[:_ITEMS]]
            )
            for day in context.days
        ],
    )


def _item(entry: Entry) -> AgendaItem:
    end = "" if entry.start == entry.end else time_in_words(entry.end)
    return AgendaItem(
        item_uid=entry.uid[:80], start=time_in_words(entry.start), end=end, what=entry.title[:160]
    )


def _day(day: Day) -> str:
    """ "Friday 19 November in Kyoto: Kiyomizu-dera, Nanzen-ji; you leave at 10:43." """
    ahead = [entry for entry in day.entries if not entry.past]
    name = f"{'Today' if day.today else day_in_words(day.date)} in {day.city}"
    if not ahead:
        return f"{name}: nothing {'more ' if day.entries else ''}is planned."
    sights = [entry.title for entry in ahead if entry.kind == "visit"]
    journeys = [entry.title for entry in ahead if entry.kind == "leg" and entry.mode]
    named = sights[:_SIGHTS_NAMED] if sights else journeys[:1]
    more = len(sights) - len(named) if sights else 0
    words = listed([*named, *([f"{more} more"] if more > 0 else [])]) if named else "no sights"
    start = ahead[0]
    begins = start.way.leave_by if start.way else start.start
    verb = "you leave by" if start.way else "it begins at"
    return f"{name}: {words}; {verb} {time_in_words(begins)}."


def _urgent(context: ScheduleContext) -> str:
    late = [one for one in context.agenda.deadlines if one.overdue]
    open_ones = sum(
        entry.ticket is not None and entry.ticket.state in ("needed", "overdue")
        for day in context.days
        for entry in day.entries
    )
    if late:
        return f"Still to book: {deadline_in_words(late[0])}"
    return (
        f"{counted(open_ones, 'thing')} of these days still needs a booking."
        if open_ones == 1
        else (f"{counted(open_ones, 'thing')} of these days still need a booking." if open_ones else "")
    )


def _tired(context: ScheduleContext) -> str:
    """After a day of low energy: what can be left out, the last sight that nobody has booked, locked or named
    as a must."""
    if context.energy != "low":
        return ""
    musts = context.facts.must_do
    for day in context.days:
        sights = [entry for entry in day.entries if entry.kind == "visit" and not entry.past]
        spare = [
            entry
            for entry in sights
            if not entry.locked
            and not (entry.ticket and entry.ticket.state == "booked")
            and not any(means(text, [entry.title]) for text in musts)
        ]
        if spare and len(sights) > 1:
            return f"You said you were tired: {spare[-1].title} is the easiest to leave out."
    return ""


def _next_step(first: Day, context: ScheduleContext) -> str:
    if context.agenda.deadlines:
        return f"Book {deadline_in_words(context.agenda.deadlines[0])}"[:400]
    following = next((entry for entry in first.entries if not entry.past), None)
    return (
        f"Next: {following.times} {following.title}."[:400]
        if following
        else "Say /agenda and a day for another one."
    )


register(
    Agent(
        name="scheduler",
        title="Scheduler",
        prompt="scheduler.md",
        output=AgendaAnswer,
        tools=("city_facts", "search_memory"),
        memory="scheduler",
        offline=offline,
        subject="the agenda",
    )
)
