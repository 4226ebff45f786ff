"""`/agenda`: the next two days from where the travellers are, or the one day that they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.commands.registry import Command, register
from agents.companions.scheduler import ScheduleContext, problems_of, task_of, written
from agents.outcome import Outcome, plain_answer
from agents.planning import computed
from agents.runtime.db_thread import in_database
from agents.view import TripView
from config import clock
from memory.extraction import Work
from trips import bookings
from trips.models import Trip
from trips.planning.agenda import agenda
from trips.planning.agenda_values import Reservation
from trips.planning.whereabouts import today_of
from trips.reading.routing.days import read_day
from trips.wording import day_in_words, listed

if TYPE_CHECKING:
    from agents.thinking import Thinking

AGENT = "scheduler"
NO_PLAN = "There is no plan yet: say where you want to go, then choose an option with /select and its number."


@dataclass(frozen=True, slots=True)
class Stored:
    """What of the trip's rows an agenda needs besides the plan."""

    bookings: tuple[Reservation, ...]
    energy: str


async def carry_out(thinking: Thinking, argument: str) -> Outcome:
    """By code, with words of the scheduler around it. Raises what ends the turn, but for a failing agent."""
    view = thinking.view
    now = clock.now()
    today = await computed(today_of, view.plan, now, view.gazetteer)
    asked = read_day(argument, [day.date for day in view.plan.days], today)
    if asked.problem:
        return plain_answer(asked.problem, "Write /agenda and a day of the plan.", agent=AGENT)
    stored = await in_database(_stored, view)
    made = await computed(
        agenda,
        view.plan,
        now=now,
        bookings=stored.bookings,
        days=2 if asked.index is None else 1,
        gazetteer=view.gazetteer,
        facts=view.facts,
        first=asked.index,
        online=view.online,
    )
    if not made.days:
        reply = f"{made.sentence} /agenda and a day, like /agenda day 1, shows how it was planned."
        return plain_answer(reply, "Say how it was.", agent=AGENT)
    context = ScheduleContext(made, view.facts, stored.energy)
    days = [day_in_words(day.date) for day in context.days]
    entries = sum(len(day.entries) for day in context.days)
    answer = await thinking.companion(
        AGENT,
        context,
        doing=f"agenda of {' and '.join(days)}",
        task=task_of(context),
        check=lambda candidate: problems_of(candidate, context),
        step=f"{AGENT}:{context.days[0].date.isoformat()}",
        said=lambda _answer: f"{entries} entries, {len(made.deadlines)} deadlines",
    )
    reply = written(answer, context)
    return Outcome(
        mode="DELEGATE",
        agent=AGENT,
        reply=reply,
        work=[Work(AGENT, reply, task=f"Agenda of {listed(days)}.")],
        links=_links(view, asked.index),
        short_summary=answer.short_summary,
        next_step=answer.next_step,
    )


def _stored(view: TripView) -> Stored:
    """In the database's thread."""
    trip = Trip.objects.get(pk=view.trip_id)
    newest = trip.feedback.exclude(energy="").order_by("-date", "-pk").first()
    return Stored(tuple(bookings.reservations(trip)), newest.energy if newest else "")


def _links(view: TripView, index: int | None) -> list[tuple[str, str]]:
    day = f"day={index + 1}" if index is not None else ""
    paper = view.page("print_agenda")
    return [
        view.on_board(f"agenda{f'&{day}' if day else ''}"),
        ("To print", f"{paper}{f'?{day}' if day else ''}"),
        ("The whole plan to print", f"{paper}?days=all"),
    ]


def missing(view: TripView, argument: str) -> str:
    """ "" or why it is too early, or which day can't be read."""
    if view.plan is None:
        return NO_PLAN
    if not argument.strip():
        return ""
    today = today_of(view.plan, clock.now(), view.gazetteer)
    return read_day(argument, [day.date for day in view.plan.days], today).problem


def arguments(view: TripView) -> Sequence[str]:
    """For the composer: days of the plan."""
    days = view.plan.days if view.plan else []
    named = [f"day {number}" for number in range(1, min(len(days), 3) + 1)]
    return [*(["tomorrow"] if view.phase == "travelling" else []), *named] if days else []


register(
    Command(
        name="agenda",
        usage="/agenda [DAY]",
        summary="the next two days, or one: times, ways, tickets, hours, what to take",
        carry_out=carry_out,
        missing=missing,
        agent=AGENT,
        arguments=arguments,
        words=("Show me the next two days", "Show me {}"),
    )
)
