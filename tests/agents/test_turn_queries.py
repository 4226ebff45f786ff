"""What a turn asks of the database before its first request to the model, and after the answer: counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from django.db import connection

from agents import turns
from agents.llm.base import ModelEvent, ModelRequest
from agents.runtime.db_thread import close_recorder_connection, in_database
from memory import documents, notes
from memory.documents import LineEdit
from memory.models import NoteUse
from memory.models.notes import AuthorKind
from tests.agents.talking import answer, send
from tests.memory import story
from tests.scripted_mind import ScriptedMind
from trips.models import Trip, Turn

pytestmark = pytest.mark.django_db(transaction=True)

#: Of a planned trip on its way, with notes and lines; statements that begin or mark a transaction count. Five
#: read what the orchestrator is told of the trip: findings, facts of cities, reports, expenses, bookings.
BEFORE = 44
AFTER = 44


@dataclass
class Counting(ScriptedMind):
    """Notes how many statements there were when it was asked first."""

    statements: list[str] = field(default_factory=list)
    before: int = 0

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        self.before = self.before or len(self.statements)
        async for event in super().stream(request):
            yield event


def remembered(trip: Trip, count: int) -> None:
    """So many pinned notes about the traveller, and as many lines of preferences."""
    for number in range(count):
        text = f"Wish number {number} is a room with a view of garden {number}."
        notes.write(owner=trip.owner, text=text, author=AuthorKind.TRAVELLER, pinned=True)
        edits = [LineEdit("add", f"Likes hill number {number} best in the morning.")]
        documents.edit_lines(trip.owner, "preferences", edits, author=AuthorKind.TRAVELLER, by="traveller")


def counted(trip: Trip) -> tuple[Turn, Counting]:
    """Run one turn of it to its end; every statement of the thread it writes in is noted."""
    turn = send(trip, "Is it quiet there?")
    mind = Counting([answer()], name="claude")

    def note(execute, sql, params, many, context):
        mind.statements.append(sql)
        return execute(sql, params, many, context)

    async def main() -> None:
        await in_database(lambda: connection.execute_wrappers.append(note))
        try:
            await turns.run_turn(turn.pk, mind)
        finally:
            await in_database(lambda: connection.execute_wrappers.remove(note))
            await close_recorder_connection()

    asyncio.run(main())
    turn.refresh_from_db()
    return turn, mind


@pytest.fixture(autouse=True)
def unwatched(monkeypatch):
    """How often the lease is looked after is a matter of time."""

    async def rests(*_given) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(turns, "_watch", rests)


@pytest.fixture
def under_way(traveller) -> Trip:
    trip = story.onboarded(traveller, story.JAPAN)
    story.researched(trip, story.JAPAN)
    story.prioritised(trip)
    story.planned(trip)
    story.travelling(trip, story.JAPAN)
    return Trip.objects.get(pk=trip.pk)


def test_few_questions_are_asked_before_the_model_and_after_it(under_way):
    remembered(under_way, 3)
    counted(under_way)  # the first one makes the row of the switchboard
    turn, mind = counted(under_way)
    assert turn.status == Turn.Status.DONE and NoteUse.objects.filter(turn=turn).count() == 6
    assert 0 < mind.before <= BEFORE
    assert len(mind.statements) - mind.before <= AFTER


def test_what_is_remembered_and_said_does_not_raise_their_number(under_way):
    remembered(under_way, 1)
    counted(under_way)
    _turn, few = counted(under_way)
    remembered(under_way, 12)
    for _again in range(3):
        turn, many = counted(under_way)
    assert NoteUse.objects.filter(turn=turn).count() == 24  # what is said a second time is kept once
    assert many.before <= few.before + 1
    assert len(many.statements) - many.before <= len(few.statements) - few.before + 1
