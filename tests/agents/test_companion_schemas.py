"""A long answer is judged an item at a time."""

from __future__ import annotations

import json

import pytest

from agents.companion_schemas import ResearchAnswer, ResearchedPlaces
from agents.llm.answers import InvalidAnswer, parse_answer
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
        parse_answer(json.dumps({"places": "none"}), ResearchedPlaces)
