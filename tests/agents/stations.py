"""A trip brought from its first word to its end and its new beginning, by words and by the clock.

`walk` goes through every station a trip can stand at, once; what is looked at there must leave it as it is.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Callable, Iterator

from agents import finishing
from agents.llm.base import ModelEvent, ModelRequest
from agents.llm.offline import OfflineMind
from agents.runtime.db_thread import in_database
from agents.view import TripView, picture
from config import clock
from tests.agents.talking import BOSTON, run, say
from trips import fact_log
from trips.models import Trip, Turn

#: In the order of the walk, and the phase each belongs to.
STATIONS = {
    "new": "clarify",
    "asked": "clarify",
    "summary": "confirm",
    "at work": "dispatch",
    "options": "choose",
    "turned down": "confirm",
    "chosen": "planned",
    "researched": "planned",
    "on the way": "travelling",
    "over": "done",
    "finished": "done",
    "started over": "clarify",
}
PLANNED_ON = "2026-11-22T12:00"
FIRST_DAY, LAST_DAY = dt.date(2027, 2, 15), dt.date(2027, 2, 18)
Look = Callable[[str, Trip], None]


def at(moment: str) -> None:
    """Set the clock, by UTC."""
    clock.set_now(dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC))


def told(trip: Trip, words: str) -> Turn:
    """One message and its whole turn, answered by code."""
    turn = say(trip, words, OfflineMind(0))
    assert turn.status == Turn.Status.DONE, turn.error
    trip.refresh_from_db()
    return turn


def seen(trip: Trip) -> TripView:
    """What the next turn would know. The turn itself is not kept."""
    turn = Turn.objects.create(
        trip=trip, number=(trip.turns.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    )
    try:
        return picture(turn, Trip.objects.select_related("plan").get(pk=trip.pk))
    finally:
        turn.delete()


class Interrupted(OfflineMind):
    """Lets somebody look once, as soon as a specialist is at work."""

    def __init__(self, look: Callable[[], None]) -> None:
        super().__init__()
        self.look: Callable[[], None] | None = look

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        if self.look is not None and request.purpose == "specialist":
            look, self.look = self.look, None
            await in_database(look)
        async for event in super().stream(request):
            yield event


def walk(trip: Trip, look: Look) -> None:
    """Stand at every station once, in order, and look."""
    for station in _stations(trip, look):
        look(station, Trip.objects.select_related("plan").get(pk=trip.pk))


def _stations(trip: Trip, look: Look) -> Iterator[str]:
    at(PLANNED_ON)
    yield "new"
    assert told(trip, "Boston, 2 people").mode == "CLARIFY"
    yield "asked"
    assert told(trip, BOSTON).mode == "CONFIRM"
    yield "summary"
    _out_and_back(trip, lambda: look("at work", Trip.objects.select_related("plan").get(pk=trip.pk)))
    yield "options"
    told(trip, "I don't like any of these, they are all too expensive")
    yield "turned down"
    assert told(trip, "just plan it").mode == "FINALIZE"
    told(trip, "/select 1")
    yield "chosen"
    told(trip, "/research all")
    yield "researched"
    at("2027-02-16T15:00")
    yield "on the way"
    at("2027-02-19T15:00")
    yield "over"
    assert finishing.finish_due() == 1
    run(trip.turns.get(kind=Turn.Kind.JOB), OfflineMind(0))
    yield "finished"
    fact_log.reset_facts(trip)
    yield "started over"


def _out_and_back(trip: Trip, look: Callable[[], None]) -> None:
    mind = Interrupted(look)
    turn = say(trip, "yes", mind)
    trip.refresh_from_db()
    assert mind.look is None and turn.mode == "FINALIZE", turn.error
