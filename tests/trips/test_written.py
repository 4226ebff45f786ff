"""What a model writes is read leniently: odd keys are passed over, and what says nothing is left out."""

from __future__ import annotations

import json
from typing import Annotated, Literal

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


@pytest.mark.parametrize(
    ("text", "most", "left"),
    [("東京 " + "は" * 50, 20, "東京 " + "は" * 17), ("x and " + "y" * 50, 20, "x and " + "y" * 14)],
)
def test_the_blank_where_a_text_is_cut_is_in_its_second_half(text: str, most: int, left: str) -> None:
    class Short(Written):
        text: Annotated[str, Field(max_length=most)]

    assert Short(text=text).text == left


class Stay(Written):
    kind: Literal["STAY"]
    nights: int = 1


class Visit(Written):
    kind: Literal["VISIT"]
    level: Literal["low", "high"] = "low"


class Day(Written):
    what: Annotated[Stay | Visit, Field(discriminator="kind")]
    level: Literal["low", "mid"] | None = None
    rows: Annotated[list[Row], Field(max_length=3)] = []


STAY, ROW = {"kind": "STAY", "nights": 2}, {"name": "x"}
DAY = {"what": STAY}


@pytest.mark.parametrize(
    "given",
    [
        json.dumps({**DAY, "rows": [ROW]}),
        {"answer": {**DAY, "rows": [ROW]}},
        {"answer": json.dumps({**DAY, "rows": [ROW]})},
        {"what": json.dumps(STAY), "rows": json.dumps([ROW])},
        {"what": {"what": STAY}, "rows": {"rows": [ROW]}},
        {"what": {**STAY, "kind": "stay"}, "rows": [json.dumps(ROW)]},
        {**DAY, "rows": ROW},
        {**DAY, "rows": [{"title": "no name"}, ROW, "words", 5]},
    ],
)
def test_another_form_of_the_same_answer_is_read(given: object) -> None:
    assert Day.model_validate(given) == Day(what=Stay(kind="STAY", nights=2), rows=[Row(name="x")])


@pytest.mark.parametrize("given", ["none", " None", "null", "", {}, [], None])
def test_words_for_nothing_are_an_empty_list(given: object) -> None:
    assert Day.model_validate({**DAY, "rows": given}) == Day.model_validate(DAY)
    assert Row.model_validate({"name": "x", "few": given}).few == []


def test_a_choice_is_read_in_any_case() -> None:
    read = Day.model_validate({"what": {"kind": "Visit", "level": "HIGH"}, "level": "Mid"})
    assert (read.what, read.level) == (Visit(kind="VISIT", level="high"), "mid")


@pytest.mark.parametrize("rows", ["a row", [{"title": "no name"}], "[1, 2", ["[[[["]])
def test_a_list_of_which_no_row_can_be_read_is_refused(rows: object) -> None:
    with pytest.raises(ValidationError, match="rows"):
        Day.model_validate({**DAY, "rows": rows})


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
