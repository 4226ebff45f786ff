"""What comes after a turn: rows written with its result, done in the background, whatever dies when."""

from __future__ import annotations

import pytest

from agents import afterwork
from agents.models import ModelCall
from memory.models import Extraction, Note
from tests.agents.talking import BOSTON, say
from trips.models import Option, Trip, Turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def planned(trip: Trip) -> Turn:
    """A trip with options, answered offline."""
    say(trip, BOSTON)
    turn = say(trip, "just plan it, please")
    if turn.mode != "FINALIZE":
        turn = say(trip, "yes, go ahead")
    assert turn.mode == "FINALIZE", (turn.mode, turn.error)
    return turn


def test_a_turn_in_which_the_planner_wrote_options_leaves_a_row_for_each(trip: Trip) -> None:
    turn = planned(trip)
    rows = Extraction.objects.filter(kind="notes").order_by("option_position")
    positions = list(trip.options.filter(turn=turn).values_list("position", flat=True))
    assert [(row.turn_id, row.agent, row.option_position) for row in rows] == [
        (turn.pk, "planner", position) for position in sorted(positions)
    ]
    assert {row.status for row in rows} == {"waiting"}
    assert all(0 < len(row.source["answer"]) <= 1_500 for row in rows)


def test_the_offline_extractor_writes_notes_of_each_option(trip: Trip) -> None:
    turn = planned(trip)
    count = Extraction.objects.filter(kind="notes").count()
    assert afterwork.run_due() >= count
    rows = list(Extraction.objects.filter(kind="notes"))
    assert {row.status for row in rows} == {"done"}, [(row.status, row.error) for row in rows]
    notes = list(Note.objects.filter(trip=trip, agent="planner"))
    assert notes
    assert {note.owner for note in notes} == {trip.owner}
    assert {note.turn_id for note in notes} == {turn.pk}
    for option in Option.objects.filter(turn=turn):
        assert any(note.option_id == option.pk and option.plan.title in note.text for note in notes)
    assert not ModelCall.objects.filter(purpose="extraction").exists()
    before = set(Note.objects.values_list("pk", flat=True))
    assert afterwork.run_due() == 0
    assert set(Note.objects.values_list("pk", flat=True)) == before
