"""An answer's pydantic model as the JSON schema that goes to a model, small enough to be compiled. Pure.

On the wire every property is required: each optional one doubles the states of the grammar that a server
makes of a schema. What may be missing is "", 0 or [] there, which `trips.schemas.Written` reads back.
Keywords that no server compiles go; the limits among them stay as a few words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]

#: Of one schema. The first two are documented by the Messages API; the size of the compiled grammar is not,
#: the others stay below what was seen refused.
MOST_OPTIONAL = 24
MOST_UNIONS = 16
MOST_PROPERTIES = 60
MOST_TEXTS = 32
MOST_BYTES = 10_000
#: Characters of what is a name or a word: nobody writes a longer one, and code cuts it.
NAME = 120
#: Said of the whole answer.
NOTHING = 'Every key is written; where there is nothing to say, "", 0, false or [].'
_SCALARS = frozenset({"string", "integer", "number", "boolean"})


class NotOnTheWire(ValueError):
    """A model of which no such schema can be made; the sentence says where and why."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a schema costs whoever compiles it; each definition counts once."""

    optional: int
    unions: int
    properties: int  # that hold no object of their own
    texts: int  # strings that may hold anything
    bytes: int


@cache
def wire_schema(output: type[BaseModel]) -> Schema:
    """The schema of an answer: objects closed, all properties required, definitions once.

    Raises NotOnTheWire.
    """
    whole = output.model_json_schema()
    definitions = whole.get("$defs", {})
    root = definitions[_name(whole["$ref"])] if "$ref" in whole else whole
    if root.get("type") != "object":
        raise NotOnTheWire(f"{output.__name__}: the root is not an object; put a union inside one.")
    made = {"description": NOTHING, **_object(root, output.__name__)}
    kept = {name: _node(definitions[name], name) for name in _reached(made, definitions)}
    return {**made, "$defs": kept} if kept else made


def counts(schema: Schema) -> Counts:
    """Of one schema, as `wire_schema` made it."""
    nodes = list(_nodes(schema))
    properties = [entry for node in nodes for entry in node.get("properties", {}).values()]
    return Counts(
        optional=sum(len(node.get("properties", {})) - len(node.get("required", ())) for node in nodes),
        unions=sum("anyOf" in node for node in nodes),
        properties=sum(not _holds_objects(entry) for entry in properties),
        texts=sum(node.get("type") == "string" and "format" not in node for node in nodes),
        bytes=len(json.dumps(schema, ensure_ascii=False).encode()),
    )


def problems(output: type[BaseModel]) -> list[str]:
    """Sentences: why an answer cannot be asked for, or hardly (for a system check)."""
    try:
        schema = wire_schema(output)
    except NotOnTheWire as error:
        return [str(error)]
    found = counts(schema)
    said = [
        f"{output.__name__} has {have} {what}, {most} at most."
        for have, most, what in (
            (found.optional, MOST_OPTIONAL, "optional properties"),
            (found.unions, MOST_UNIONS, "unions"),
            (found.properties, MOST_PROPERTIES, "properties"),
            (found.texts, MOST_TEXTS, "free texts"),
            (found.bytes, MOST_BYTES, "bytes"),
        )
        if have > most
    ]
    properties = list(schema["properties"])
    if "reply" in properties and properties[0] != "reply":
        said.append(f"{output.__name__}: `reply` is not the first field, so it cannot stream first.")
    return said


# --- One node after the other ------------------------------------------------------------------


def _object(node: Schema, place: str) -> Schema:
    properties = node.get("properties")
    if not properties:
        raise NotOnTheWire(f"{place}: a free dictionary can only come back empty; use a list of typed rows.")
    return {
        "type": "object",
        "properties": {name: _node(entry, f"{place}.{name}") for name, entry in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


def _node(node: Schema, place: str) -> Schema:
    """`node` with the keywords that are compiled. Raises NotOnTheWire."""
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    if variants := node.get("anyOf") or node.get("oneOf"):
        made = _union(variants, place)
    elif "enum" in node or "const" in node:
        made = {name: node[name] for name in ("enum", "const") if name in node}
    elif node.get("type") == "object":
        return _object(node, place)  # the words of its class are for who reads the code
    elif node.get("type") == "array":
        made = {"type": "array", "items": _node(node.get("items", {}), f"{place}[]")}
    elif node.get("type") in _SCALARS:
        made = {name: node[name] for name in ("type", "format") if name in node and node[name] != "time"}
    else:
        raise NotOnTheWire(f"{place}: no type that can be asked for.")
    words = ", ".join(filter(None, [node.get("description", ""), made.pop("description", ""), _limits(node)]))
    return {**made, "description": words} if words else made


def _union(variants: list[Schema], place: str) -> Schema:
    """Of objects a union; of anything or nothing the thing with its empty value; of scalars the first."""
    some = [variant for variant in variants if variant.get("type") != "null"]
    if all(variant.get("type") in _SCALARS for variant in some):
        some = some[:1]  # a decimal is a number or a string: a number
    if len(some) > 1:
        return {"anyOf": [_node(variant, place) for variant in some]}
    if len(variants) == 1 or "null" not in [variant.get("type") for variant in variants]:
        return _node(some[0], place)
    if "$ref" in some[0] or some[0].get("type") == "object":
        raise NotOnTheWire(f"{place}: an object that may be missing; use a list of at most one.")
    made = _node(some[0], place)
    if "enum" in made:
        return {**made, "enum": [*made["enum"], ""]}
    made.pop("format", None)
    return made


def _limits(node: Schema) -> str:
    """In a few words what no grammar says: "at most 12", "0 to 5"."""
    for least, most, unit in (
        ("minItems", "maxItems", ""),
        ("minimum", "maximum", ""),
        ("exclusiveMinimum", "exclusiveMaximum", ""),
        ("", "maxLength", " characters"),
    ):
        low, high = node.get(least), node.get(most)
        if unit and high is not None and high <= NAME:
            return ""
        if low and high is not None:
            return f"{low} to {high}{unit}"
        if high is not None:
            return f"at most {high}{unit}"
        if low:
            return f"at least {low}{unit}"
    return ""


# --- Definitions -------------------------------------------------------------------------------


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]


def _children(node: Schema) -> Iterator[Schema]:
    for name in ("properties", "$defs"):
        yield from node.get(name, {}).values()
    yield from node.get("anyOf") or node.get("oneOf") or ()
    if "items" in node:
        yield node["items"]


def _nodes(node: Schema) -> Iterator[Schema]:
    yield node
    for child in _children(node):
        yield from _nodes(child)


def _reached(root: Schema, definitions: dict[str, Schema]) -> list[str]:
    """The names of all definitions that `root` needs. Raises NotOnTheWire where one holds itself."""
    found: dict[str, None] = {}

    def walk(node: Schema, way: tuple[str, ...]) -> None:
        for one in _nodes(node):
            if "$ref" not in one:
                continue
            name = _name(one["$ref"])
            if name in way:
                raise NotOnTheWire(f"{name}: a definition holds itself, which cannot be compiled.")
            found[name] = None
            walk(definitions[name], (*way, name))

    walk(root, ())
    return list(found)


def _holds_objects(node: Schema) -> bool:
    while "items" in node:
        node = node["items"]
    return "properties" in node or "$ref" in node or "anyOf" in node
