"""What the tests of extraction share: a turn of a trip as it stands after its answer, and its rows."""

from __future__ import annotations

from memory import extraction
from memory.extraction import Work
from memory.models import Extraction
from trips.models import Message, Trip, Turn


def turn_of(trip: Trip, said: str, *, status: str = Turn.Status.DONE) -> Turn:
    """The next turn of a trip, with the traveller's message."""
    number = trip.turns.count() + 1
    turn = Turn.objects.create(trip=trip, number=number, status=status)
    Message.objects.create(
        trip=trip,
        turn=turn,
        position=trip.messages.count() + 1,
        author=Message.Author.TRAVELLER,
        text=said,
    )
    return turn


def row_of(turn: Turn, answer: str = "Three days in Kyoto.", agent: str = "planner") -> Extraction:
    """The row of one agent's work in a turn."""
    extraction.due_after(turn, [Work(agent, answer)])
    return Extraction.objects.get(turn=turn, agent=agent)


def learnt(turn: Turn, answer: str, agent: str = "planner") -> list[dict]:
    """What becomes of a model's answer about this turn."""
    row = row_of(turn, agent=agent)
    extraction.ask(row)
    return extraction.apply(row, answer)
