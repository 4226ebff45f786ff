"""What of a pydantic model goes to a server: closed, required throughout, and small."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from agents.checks import outputs
from agents.llm.wire_schema import NotOnTheWire, counts, problems, wire_schema
from tests.wire import schema_rules


class Row(BaseModel):
    """Words for those who read the code."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
    score: Annotated[int, Field(ge=0, le=5)] = 0


class Whole(BaseModel):
    reply: str
    day: dt.date
    later: dt.date | None = None
    hour: dt.time | None = None
    minutes: int | None = None
    sum: Decimal
    level: Literal["low", "high"] | None = None
    rows: Annotated[list[Row], Field(min_length=2, max_length=3)] = []
    first: Row
    code: Annotated[str, Field(pattern="^[A-Z]{3}$", description="three letters")] = ""


def test_every_property_is_required_and_what_may_be_missing_has_an_empty_value() -> None:
    schema = wire_schema(Whole)
    assert schema["required"] == list(schema["properties"]) == list(Whole.model_fields)
    assert schema["properties"] == {
        "reply": {"type": "string"},
        "day": {"type": "string", "format": "date"},
        "later": {"type": "string"},
        "hour": {"type": "string"},
        "minutes": {"type": "integer"},
        "sum": {"type": "number"},
        "level": {"enum": ["low", "high", ""]},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}, "description": "2 to 3"},
        "first": {"$ref": "#/$defs/Row"},
        "code": {"type": "string", "description": "three letters"},
    }
    assert schema["$defs"]["Row"] == {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "score": {"type": "integer", "description": "at most 5"},
        },
        "required": ["name", "score"],
        "additionalProperties": False,
    }


class One(BaseModel):
    mode: Literal["one"]


class Two(BaseModel):
    mode: Literal["two"]
    more: list[One]


class Either(BaseModel):
    decision: Annotated[One | Two, Field(discriminator="mode")]


def test_a_union_stays_one_and_a_definition_stands_once() -> None:
    schema = wire_schema(Either)
    assert schema["properties"] == {"decision": {"anyOf": [{"$ref": "#/$defs/One"}, {"$ref": "#/$defs/Two"}]}}
    assert list(schema["$defs"]) == ["One", "Two"]
    assert counts(schema).unions == 1 and schema_rules.refusal(schema) == ""


class Dictionary(BaseModel):
    days: dict[str, int]


class Anything(BaseModel):
    days: list


class Perhaps(BaseModel):
    row: Row | None = None


class Tree(BaseModel):
    branches: list[Tree]


class Late(BaseModel):
    days: int
    reply: str


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (Dictionary, "Dictionary.days: a free dictionary"),
        (Anything, "Anything.days[]: no type"),
        (Perhaps, "Perhaps.row: an object that may be missing"),
        (Tree, "Tree: a definition holds itself"),
        (Late, "`reply` is not the first field"),
    ],
)
def test_what_cannot_be_asked_for_is_told(output: type[BaseModel], words: str) -> None:
    assert words in " ".join(problems(output))


def test_no_schema_is_made_of_what_cannot_be_asked_for() -> None:
    with pytest.raises(NotOnTheWire):
        wire_schema(Dictionary)


def test_too_much_is_told() -> None:
    texts = {f"text_{number}": (str, ...) for number in range(33)}
    from pydantic import create_model

    assert problems(create_model("Texts", **texts)) == ["Texts has 33 free texts, 32 at most."]


@pytest.mark.parametrize(("name", "output"), list(outputs()), ids=lambda value: str(value))
def test_every_answer_of_the_team_is_compiled(name: str, output: type[BaseModel]) -> None:
    """By the rules of the API, which know nothing of how it was made; and both count alike."""
    schema = wire_schema(output)
    assert problems(output) == []
    assert schema_rules.refusal(schema) == "" and schema_rules.refusal_of_all([schema]) == ""
    ours, theirs = counts(schema), schema_rules.counts(schema)
    assert (ours.optional, ours.unions, ours.properties, ours.texts, ours.bytes) == (
        theirs.optional,
        theirs.unions,
        theirs.leaves,
        theirs.strings,
        theirs.bytes,
    )
    assert ours.optional == 0
