"""What is compiled of a schema, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire import schema_rules

TEXT = {"type": "string"}


def thing(properties: dict[str, Any], *optional: str, **more: Any) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    closed = {"type": "object", "additionalProperties": False}
    return {**closed, "properties": properties, "required": required, **more}


def many(number: int, entry: dict[str, Any], *, optional: bool = False) -> dict[str, Any]:
    properties = {f"p{n}": entry for n in range(number)}
    return thing(properties, *(properties if optional else ()))


DATE = {"type": "string", "format": "date"}
KEPT = {
    "texts and numbers": thing({"a": TEXT, "b": {"type": "integer"}, "c": {"type": "boolean"}, "d": DATE}),
    "a list that holds something": thing({"a": {"type": "array", "items": TEXT, "minItems": 1}}),
    "a choice": thing({"a": {"enum": ["x", "y"]}, "b": {"const": "z"}, "c": {"anyOf": [TEXT, DATE]}}),
    "a definition": thing({"a": {"$ref": "#/$defs/B"}}, **{"$defs": {"B": thing({"c": TEXT})}}),
    "a pattern": thing({"a": {"type": "string", "pattern": "^[A-Z]{3}$"}}),
    "words about it": thing({"a": {**TEXT, "description": "x", "title": "A", "default": ""}}),
    "24 optional": many(24, {"type": "integer"}, optional=True),
    "16 unions": many(16, {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_can_be_compiled_is_taken(name: str) -> None:
    assert schema_rules.refusal(KEPT[name]) == ""
    assert schema_rules.refusal_of_all([KEPT[name]]) == ""


BROKEN = {
    "an open object": ({"type": "object", "properties": {}}, "must be explicitly set to false"),
    "an open object inside": (thing({"a": {"type": "object"}}), "must be explicitly set to false"),
    "a least": (
        thing({"a": {"type": "integer", "minimum": 1}}),
        "For 'integer' type, property 'minimum' is not supported",
    ),
    "a least and a most": (
        thing({"a": {"type": "number", "minimum": 1, "maximum": 2}}),
        "For 'number' type, properties maximum, minimum are not supported",
    ),
    "steps": (thing({"a": {"type": "number", "multipleOf": 2}}), "'multipleOf' is not supported"),
    "a shortest": (thing({"a": {**TEXT, "minLength": 1}}), "'minLength' is not supported"),
    "a longest": (thing({"a": {**TEXT, "maxLength": 9}}), "'maxLength' is not supported"),
    "two at least": (
        thing({"a": {"type": "array", "items": TEXT, "minItems": 2}}),
        "For 'array' type, 'minItems' values other than 0 or 1 are not supported",
    ),
    "nine at most": (
        thing({"a": {"type": "array", "items": TEXT, "maxItems": 9}}),
        "For 'array' type, property 'maxItems' is not supported",
    ),
    "one of": (thing({"a": {"oneOf": [TEXT, DATE]}}), "Schema type 'oneOf' is not supported"),
    "a discriminator": (
        thing({"a": {"anyOf": [TEXT, DATE], "discriminator": {"propertyName": "k"}}}),
        "'discriminator' is not supported",
    ),
    "a strange format": (thing({"a": {**TEXT, "format": "binary"}}), "format 'binary' is not supported"),
    "a pattern that looks ahead": (thing({"a": {**TEXT, "pattern": "(?=a)"}}), "is not supported"),
    "anything": (thing({"a": {}}), "Schema must have a 'type'"),
    "a definition that is not there": (thing({"a": {"$ref": "#/$defs/B"}}), "could not be resolved"),
    "a definition of itself": (
        thing({"a": {"$ref": "#/$defs/B"}}, **{"$defs": {"B": thing({"c": {"$ref": "#/$defs/B"}})}}),
        "Circular reference detected in schema definitions: B -> B.",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_compiled_is_refused(name: str) -> None:
    schema, words = BROKEN[name]
    assert words in schema_rules.refusal(schema)


LARGE = {
    "25 optional": (many(25, {"type": "integer"}, optional=True), "too many optional parameters (25)"),
    "17 unions": (many(17, {"type": ["integer", "null"]}), "union types (17 parameters with type"),
    "33 texts": (many(33, TEXT), "The compiled grammar is too large"),
    "61 properties": (many(61, {"type": "integer"}), "The compiled grammar is too large"),
    "10 kB": (thing({"a": {**TEXT, "description": "x" * 10_000}}), "The compiled grammar is too large"),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_much_is_refused(name: str) -> None:
    schema, words = LARGE[name]
    assert schema_rules.refusal(schema) == ""
    assert words in schema_rules.refusal_of_all([schema])


def test_the_schemas_of_a_request_count_together_and_each_definition_once() -> None:
    shared = {"$defs": {"B": many(9, TEXT, optional=True)}}
    both = thing(
        {"a": {"$ref": "#/$defs/B"}, "b": {"type": "array", "items": {"$ref": "#/$defs/B"}}}, **shared
    )
    assert schema_rules.counts(both).optional == 9
    assert schema_rules.refusal_of_all([both, both]) == ""
    assert "too many optional parameters (27)" in schema_rules.refusal_of_all([both, both, both])


#: How many optional properties each object of a schema had that was refused: the shape of answers as they
#: were before every property was required.
REFUSED = {
    "PlanDraft": (26, {"PlanDraft": 13, "Stop": 3, "Meal": 3, "Day": 3, "Stay": 2, "Alternative": 2}),
    "ResearchAnswer": (25, {"ResearchAnswer": 6, "Place": 8, "Food": 11}),
    "ChangeAnswer": (30, {"ChangeAnswer": 4, "AddPlace": 7, "MoveItem": 3, "Cheaper": 3, "Others": 13}),
    "FeedbackAnswer": (50, {"FeedbackAnswer": 4, "DayReport": 5, "Edit": 41}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_answers_with_so_many_optional_properties_are_refused(name: str) -> None:
    total, objects = REFUSED[name]
    definitions = {
        kind: many(number, TEXT, optional=True) for kind, number in objects.items() if kind != name
    }
    lists = {kind: {"type": "array", "items": {"$ref": f"#/$defs/{kind}"}} for kind in definitions}
    root = many(objects[name], TEXT, optional=True)
    root["properties"] |= lists
    root["required"] += lists
    assert f"too many optional parameters ({total})" in schema_rules.refusal_of_all(
        [{**root, "$defs": definitions}]
    )
