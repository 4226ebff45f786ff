"""A long answer is judged an item at a time."""

from __future__ import annotations

import json

import pytest

from agents.companion_schemas import ResearchAnswer, ResearchedPlaces
from agents.llm.answers import InvalidAnswer, parse_answer
from agents.runtime.schemas import OrchestratorAnswer, Respond
from agents.windowing import ConversationSummary
from tests.agents.companions.researched import answer, large_answer, place


def test_the_largest_city_is_read_whole() -> None:
    text = json.dumps(large_answer(), ensure_ascii=False)
    assert len(text) > 14_000
    read = parse_answer(text, ResearchAnswer)
    assert [len(rows) for rows in (read.places, read.activities, read.food, read.facts)] == [10, 8, 15, 5]


def test_one_bad_item_costs_only_itself() -> None:
    places = [
        place("Good"),
        {"summary": "It has no name."},
        place("Long", summary="x" * 900, tips="y" * 900),
        place("Odd", minutes="an hour"),
        "not an object",
    ]
    read = parse_answer(json.dumps(answer(places=places)), ResearchAnswer)
    assert [one.name for one in read.places] == ["Good", "Long", "Odd"]
    assert (len(read.places[1].summary), len(read.places[1].tips), read.places[2].minutes) == (400, 400, 0)


def test_more_than_can_be_used_is_cut_not_refused() -> None:
    many = [place(f"Place {number}") for number in range(90)]
    assert len(parse_answer(json.dumps({"places": many}), ResearchedPlaces).places) == 40


def test_a_list_of_which_nothing_can_be_read_goes_back() -> None:
    with pytest.raises(InvalidAnswer, match="places"):
        parse_answer(json.dumps({"places": [{"title": "no"}]}), ResearchedPlaces)
    with pytest.raises(InvalidAnswer, match="places"):
        parse_answer(json.dumps({"places": "see above"}), ResearchedPlaces)


def test_a_summary_that_is_too_long_is_cut() -> None:
    text = json.dumps({"said": ["x" * 401] * 16, "decisions": None, "in_progress": "the plan"})
    read = parse_answer(text, ConversationSummary)
    assert (read.said, read.decisions, read.in_progress) == (["x" * 400] * 15, [], ["the plan"])


@pytest.mark.parametrize("field", ["decision", "changes"])
def test_what_escapes_of_json_text_spell_is_cleaned(field: str) -> None:
    change = {"path": "destinations", "op": "ADD", "value": "Bos\x00ton\u202e", "quote": "Boston"}
    given = {"reply": "Yes.", "changes": [change], "decision": {"mode": "answer"}}
    read = parse_answer(json.dumps({**given, field: json.dumps(given[field])}), OrchestratorAnswer)
    assert [(one.op, one.value) for one in read.changes] == [("add", "Boston")]
    assert read.decision == Respond(mode="ANSWER")
