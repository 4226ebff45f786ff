"""What a model writes is read leniently: odd keys are passed over, and what says nothing is left out."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import Field, ValidationError

from trips.schemas import DraftStop, OptionOutline, PlanDraft, Written


class Row(Written):
    name: str
    level: str = "mid"
    minutes: int | None = None
    share: int = 3
    open: bool = True
    rows: list[str] = []
    quote: Annotated[str, Field(max_length=10)] = ""
    few: Annotated[list[Annotated[str, Field(max_length=3)]], Field(max_length=2)] = []


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({"odd": 1}, {}),
        ({"level": "", "minutes": 0, "rows": ""}, {}),
        ({"level": None, "minutes": None, "share": None, "open": None, "rows": None}, {}),
        ({"share": 0, "open": False, "minutes": 5}, {"share": 0, "open": False, "minutes": 5}),
    ],
)
def test_what_says_nothing_counts_as_left_out(given: dict, left: dict) -> None:
    assert Row.model_validate({"name": "x", **given}) == Row(name="x", **left)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"name": 2}, {"name": "2"}),
        ({"name": 2.5}, {"name": "2.5"}),
        ({"name": None}, {"name": ""}),
        ({"name": ["art", "food"]}, {"name": "art, food"}),
        ({"rows": "art"}, {"rows": ["art"]}),
        ({"rows": [1, None, "b"]}, {"rows": ["1", "b"]}),
        ({"quote": "so we went there"}, {"quote": "so we went"}),
        ({"quote": "x" * 600}, {"quote": "x" * 10}),
        ({"few": ["ab cd", 12345] * 500}, {"few": ["ab", "123"]}),
    ],
)
def test_a_wrong_type_and_a_length_too_great_lose_nothing_else(given: dict, read: dict) -> None:
    assert Row.model_validate({"name": "x", **given}) == Row(**{"name": "x", **read})


@pytest.mark.parametrize("given", [{"name": {"a": 1}}, {"level": "low"}, "x", None])
def test_what_is_wanted_has_to_be_there(given: object) -> None:
    with pytest.raises(ValidationError):
        Row.model_validate(given)


def test_a_draft_with_an_odd_key_and_empty_words_is_a_draft() -> None:
    stop = {"place_id": "", "name": "Castle", "minutes": 0, "reason": "", "mood": "calm"}
    day = {"date": "2027-05-07", "city": "Lisbon", "stops": [stop], "meals": [], "note": ""}
    draft = PlanDraft.model_validate(
        {"title": "Hills", "days": [day], "stay_band": "", "pace": "", "theme": 1}
    )
    assert draft == PlanDraft(title="Hills", days=[{**day, "stops": [DraftStop(name="Castle")]}])
    outline = {"title": "Hills", "for_whom": "two", "pace": "relaxed", "level": "mid", "transport": ""}
    assert OptionOutline.model_validate(outline).transport is None
