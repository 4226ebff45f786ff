"""Every answer that is asked for, with another type than asked for at each of its places: read or refused,
never an error."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from agents.checks import outputs
from agents.llm.answers import InvalidAnswer, parse_answer
from agents.llm.wire_schema import wire_schema

ODD = (True, "x", [], [{}, []], {"kind": []})
WORDS = {"HH:MM": "09:30", "three letters": "USD"}


def sample(node: dict[str, Any], definitions: dict[str, Any]) -> Any:
    """A value of a schema, two rows in each list."""
    if "$ref" in node:
        node = definitions[node["$ref"].rpartition("/")[2]]
    if "anyOf" in node:
        return sample(node["anyOf"][-1], definitions)
    if "const" in node:
        return node["const"]
    if "enum" in node:
        return node["enum"][0]
    if node["type"] == "object":
        return {name: sample(entry, definitions) for name, entry in node["properties"].items()}
    if node["type"] == "array":
        return [sample(node["items"], definitions) for _row in range(2)]
    if node["type"] == "string":
        return "2027-03-01" if "format" in node else WORDS.get(node.get("description", ""), "in words")
    return {"boolean": True}.get(node["type"], 2)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each object or list of a value, with each of its keys."""
    for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(entry, dict | list):
            yield from places(entry)


@pytest.mark.parametrize("output", dict.fromkeys(output for _whose, output in outputs()))
def test_any_type_at_any_place_is_read_or_refused(output: type[BaseModel]) -> None:
    schema = wire_schema(output)
    value = sample(schema, schema.get("$defs", {}))
    read = 0
    for within, key in list(places(value)):
        asked = within[key]
        for odd in ODD:
            within[key] = copy.copy(odd)
            try:
                parse_answer(json.dumps(value), output).model_dump_json(warnings="error")
                read += 1
            except InvalidAnswer as invalid:
                assert invalid.problems
        within[key] = asked
    assert read
