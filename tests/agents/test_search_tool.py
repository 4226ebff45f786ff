"""search_memory: whose, by whom, and what it leaves behind."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from agents.models import StepResult
from agents.tools.search_memory import SearchMemoryInput
from memory import documents, notes
from memory.documents import LineEdit
from memory.models import NoteUse, SearchLog
from memory.models.notes import AuthorKind
from tests.agents.talking import answer, run, say, send
from tests.agents.test_briefs_in_prompts import pin, prefer
from tests.scripted_mind import ScriptedMind, use_tool
from trips.finding import FoundRow, judge, save_findings, save_intel
from trips.models import Traveller, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


def searched(trip, arguments: dict, text: str = "Hello") -> tuple[dict, Turn]:
    mind = ScriptedMind([use_tool("search_memory", arguments), answer()])
    turn = say(trip, text, mind)
    assert turn.status == Turn.Status.DONE
    result = mind.calls[1].messages[-1].tool_results[0]
    return (json.loads(result.content) if not result.is_error else {"error": result.content}), turn


def test_an_agent_finds_a_note_and_its_use_is_recorded(trip):
    note = notes.write(
        owner=trip.owner,
        trip=trip,
        agent="orchestrator",
        author=AuthorKind.AGENT,
        text="The lighthouse is booked.",
    ).note
    told, turn = searched(trip, {"query": "lighthouse"})
    assert told["found"][0]["text"] == "The lighthouse is booked."
    assert told["found"][0]["from"].startswith("[from orchestrator")
    use = NoteUse.objects.get(turn=turn, note=note)
    assert use.searched and use.agent == "orchestrator"
    log = SearchLog.objects.get(turn=turn)
    assert (log.agent, log.found) == ("orchestrator", 1)


def test_a_namespace_without_a_query_is_read_whole(trip):
    prefer(trip.owner, "Sits at the window in trains.")
    prefer(trip.owner, "Drinks tea.")
    told, turn = searched(trip, {"namespace": "preferences"})
    assert told == {"document": "preferences", "text": "- Sits at the window in trains.\n- Drinks tea."}
    assert NoteUse.objects.filter(turn=turn).count() == 2


def test_the_longest_document_is_read_whole(trip):
    edits = [LineEdit("add", f"Line {number}: {chr(34)}{'so it is said, ' * 31}") for number in range(100)]
    done = documents.edit_lines(trip.owner, "preferences", edits, author=AuthorKind.STAFF, by="staff")
    assert {edited.outcome for edited in done} == {"added"}
    told, _turn = searched(trip, {"namespace": "preferences"})
    assert told["text"] == documents.whole_text(trip.owner, "preferences") and len(told["text"]) > 45_000


def test_it_asks_for_something() -> None:
    with pytest.raises(ValidationError):
        SearchMemoryInput()


def test_an_unknown_namespace_is_refused(trip):
    told, _turn = searched(trip, {"query": "x", "namespace": "secrets"})
    assert "namespace" in told["error"]


def test_another_travellers_memory_is_not_found(trip):
    other = Traveller.objects.create_user("bob", password="a-long-enough-word")
    pin(other, "Bob collects beetles.")
    say(start_trip(other), "I collect beetles in jars")
    told, _turn = searched(trip, {"query": "beetles"})
    assert told["found"] == [] and told["note"]


def test_an_earlier_trip_is_found_and_named_so(trip):
    say(trip, "My grandmother was born in Trieste")
    second = start_trip(trip.owner)
    told, _turn = searched(second, {"query": "grandmother Trieste"})
    assert told["found"][0]["trip"] == "an earlier trip"


def test_codes_and_addresses_are_masked(trip):
    say(trip, "The booking code is XK42ZZ for the lighthouse, write to ada@example.org")
    told, _turn = searched(trip, {"query": "lighthouse"})
    assert "XK42ZZ" not in str(told) and "ada@example.org" not in str(told)


def test_a_turn_taken_over_keeps_what_was_found(trip):
    note = notes.write(
        owner=trip.owner,
        trip=trip,
        agent="orchestrator",
        author=AuthorKind.AGENT,
        text="The lighthouse is booked.",
    ).note
    turn = send(trip, "Hello")
    run(turn, ScriptedMind([use_tool("search_memory", {"query": "lighthouse"}), answer()]))
    NoteUse.objects.all().delete()
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.QUEUED)
    turn.messages.filter(author="agent").delete()
    run(turn, ScriptedMind([]))  # the answer was validated before
    assert NoteUse.objects.get(turn=turn).note_id == note.pk


def test_nothing_is_found_with_remembering_off(trip):
    say(trip, "My grandmother was born in Trieste")
    type(trip).objects.filter(pk=trip.pk).update(remember=False)
    told, turn = searched(trip, {"query": "grandmother"})
    assert told["found"] == []
    assert not StepResult.objects.filter(turn=turn, step__startswith="found:").exists()


def test_what_was_found_out_is_told_with_its_source(trip):
    say(trip, "Hello there")
    save_findings(trip, trip.turns.get(), "Boston", [FoundRow("food", "Oyster Shed", source="city data")])
    save_intel(trip, None, "Boston", {"food": "Oyster bars open at noon."})
    told, _turn = searched(trip, {"query": "oyster"})
    finding, intel = sorted(told["found"], key=lambda row: row["text"], reverse=True)
    assert finding["from"] == "[from research, turn 1]"
    assert finding["text"].startswith("Oyster Shed (food, Boston; unlisted, city data, ")
    assert intel["text"].endswith("food: Oyster bars open at noon.")
    judge(trip.findings.get(), "dismissed")
    told, _turn = searched(trip, {"query": "oyster"})
    assert [row["text"] for row in told["found"]] == [intel["text"]]
