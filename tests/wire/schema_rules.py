"""What the Messages API compiles of a JSON schema, and what it refuses, in its own words.

Documented (structured outputs, read in November 2026): optional properties, union types, keywords, closed
objects, no recursion. The size of the compiled grammar is not: `BYTES`, `LEAVES` and `STRINGS` stand in for
it, below what others measured as refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]

OPTIONAL = 24
UNIONS = 16
BYTES = 10_000
LEAVES = 60
STRINGS = 32

FORMATS = frozenset("date-time time date duration email hostname uri ipv4 ipv6 uuid".split())
#: Keywords that are read or passed over, whatever the type.
ANYWHERE = frozenset(
    "type description title default examples enum const anyOf allOf $ref $defs $schema $id".split()
)
OF_TYPE = {
    "object": frozenset({"properties", "required", "additionalProperties"}),
    "array": frozenset({"items", "minItems"}),
    "string": frozenset({"format", "pattern"}),
}
_PATTERN_REFUSED = re.compile(r"\(\?|\\b|\\B|\\[1-9]")


@dataclass
class Counts:
    """What a schema costs its compiler; each definition counts once."""

    optional: int = 0
    unions: int = 0
    leaves: int = 0
    strings: int = 0
    bytes: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


def refusal(schema: Schema) -> str:
    """Why one schema is not compiled; "" = it is."""
    return next(_faults(schema), "")


def refusal_of_all(schemas: list[Schema]) -> str:
    """Why those of one request are not compiled together; "" = they are."""
    total = sum(map(counts, schemas), Counts())
    if total.optional > OPTIONAL:
        return (
            f"Schemas contains too many optional parameters ({total.optional}), which would make grammar "
            "compilation inefficient. Reduce the number of optional parameters in your tool schemas "
            f"(limit: {OPTIONAL})."
        )
    if total.unions > UNIONS:
        return (
            f"Schemas contains too many parameters with union types ({total.unions} parameters with type "
            "arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or "
            f"union-typed parameters (limit: {UNIONS} parameters with unions)."
        )
    if total.bytes >= BYTES or total.leaves > LEAVES or total.strings > STRINGS:
        return (
            "The compiled grammar is too large, which would cause performance issues. Simplify your tool "
            "schemas or reduce the number of strict tools."
        )
    return ""


def counts(schema: Schema) -> Counts:
    """Of one schema."""
    total = Counts(bytes=len(json.dumps(schema, ensure_ascii=False).encode()))
    for node in _nodes(schema):
        properties = node.get("properties", {})
        total.optional += len(set(properties) - set(node.get("required", ())))
        for entry in properties.values():
            total.leaves += _is_leaf(entry, schema)
        total.unions += "anyOf" in node or isinstance(node.get("type"), list)
        total.strings += _is_free_string(node)
    return total


def _is_free_string(node: Schema) -> bool:
    return node.get("type") == "string" and not node.keys() & {"enum", "const", "format"}


def _is_leaf(node: Schema, root: Schema) -> bool:
    while "items" in node or "$ref" in node:
        node = node["items"] if "items" in node else _definition(node["$ref"], root) or {}
    return "properties" not in node and "anyOf" not in node


def _definition(ref: str, root: Schema) -> Schema | None:
    prefix, _, name = ref.rpartition("/")
    return root.get("$defs", {}).get(name) if prefix == "#/$defs" else None


def _children(node: Schema) -> Iterator[Schema]:
    for name in ("properties", "$defs"):
        yield from node.get(name, {}).values()
    for name in ("anyOf", "allOf", "oneOf"):
        yield from node.get(name, ())
    if isinstance(node.get("items"), dict):
        yield node["items"]


def _nodes(node: Schema) -> Iterator[Schema]:
    yield node
    for child in _children(node):
        yield from _nodes(child)


# --- Keywords --------------------------------------------------------------------------------------


def _faults(root: Schema) -> Iterator[str]:
    for node in _nodes(root):
        yield from _faults_of(node, root)
    if circle := _circle(root):
        yield f"Circular reference detected in schema definitions: {circle}. Recursion is not supported"


def _faults_of(node: Schema, root: Schema) -> Iterator[str]:
    for name in ("oneOf", "not", "if", "patternProperties", "prefixItems", "contains"):
        if name in node:
            yield f"Schema type '{name}' is not supported"
    if "$ref" in node and _definition(node["$ref"], root) is None:
        yield f"Reference '{node['$ref']}' could not be resolved"
    kind = node.get("type", "")
    if not node.keys() & {"type", "enum", "const", "anyOf", "allOf", "$ref"}:
        yield "Schema must have a 'type', 'anyOf', 'allOf', '$ref', 'enum' or 'const'"
    kinds = kind if isinstance(kind, list) else [kind]
    if "object" in kinds and node.get("additionalProperties") is not False:
        yield "For 'object' type, 'additionalProperties' must be explicitly set to false"
    if node.get("minItems", 0) not in (0, 1):
        yield "For 'array' type, 'minItems' values other than 0 or 1 are not supported"
    if "format" in node and node["format"] not in FORMATS:
        yield f"For 'string' type, format '{node['format']}' is not supported"
    if _PATTERN_REFUSED.search(node.get("pattern", "")):
        yield f"For 'string' type, pattern '{node['pattern']}' is not supported"
    known = ANYWHERE.union(*(OF_TYPE.get(one, frozenset()) for one in kinds))
    if odd := sorted(set(node) - known):
        what = f"property '{odd[0]}' is" if len(odd) == 1 else f"properties {', '.join(odd)} are"
        yield f"For '{kinds[0]}' type, {what} not supported"


def _circle(root: Schema) -> str:
    """ "A -> B -> A" where a definition holds itself; "" where none does."""
    held = {
        name: {node["$ref"].rpartition("/")[2] for node in _nodes(one) if "$ref" in node}
        for name, one in root.get("$defs", {}).items()
    }

    def walk(name: str, way: tuple[str, ...]) -> str:
        if name in way:
            return " -> ".join((*way[way.index(name) :], name))
        return next(filter(None, (walk(other, (*way, name)) for other in held.get(name, ()))), "")

    return next(filter(None, (walk(name, ()) for name in held)), "")
