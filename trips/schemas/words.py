"""What the nouns are made of: grades, kinds, levels, and a value that refuses what it does not know."""

from __future__ import annotations

import json
from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin

from annotated_types import MaxLen
from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic.fields import FieldInfo

Grade = Literal["official", "curated", "open", "web", "common", "estimate", "unlisted"]
#: From best to worst: a verdict carries the lowest grade it rests on.
GRADES: tuple[Grade, ...] = ("official", "curated", "open", "web", "common", "estimate", "unlisted")
#: Nobody looked these figures up: they are told with an "about".
ROUGH_GRADES: frozenset[Grade] = frozenset({"common", "estimate", "unlisted"})

Pace = Literal["relaxed", "moderate", "packed"]
Level = Literal["low", "mid", "high"]
Label = Literal["cheapest", "balanced", "finest", "other"]
Mode = Literal["walk", "transit", "taxi", "train", "coach", "flight", "car", "ferry"]
PlaceKind = Literal["visit", "food", "stay", "station", "day_trip"]
#: What one goes to see; a day trip only where it is asked for.
SEEN_KINDS: tuple[PlaceKind, ...] = ("visit", "day_trip")
#: What a plan is made of; stations and day trips are rows too, but no sights.
PLANNED_KINDS: tuple[PlaceKind, ...] = ("visit", "food", "stay")
MealName = Literal["breakfast", "lunch", "dinner"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Value(BaseModel):
    """Base of every noun here: unknown fields are an error, not a surprise."""

    model_config = ConfigDict(extra="forbid")


class Written(BaseModel):
    """Base of what a model writes. Keys nobody asked for are passed over, "Short Summary" is short_summary,
    and what says nothing counts as left out: null or "" where there is a default, 0 where the default is
    None. A number is taken as text where text is wanted, one thing as a list, "Low" as "low"; texts and lists
    that are too long are cut. JSON text where an object or a list is wanted is read, an object under other
    keys, each alone, unwrapped; of a choice of objects a word that tells which one is enough. A row that
    cannot be read is left out of its list, as long as another can."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="wrap")
    @classmethod
    def _as_meant(cls, given: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        given = _unwrapped(given, cls.model_fields)
        if not isinstance(given, dict):
            return read(given)
        fields = cls.model_fields
        values = {
            name: _fitted(fields[name].annotation, fields[name].metadata, value)
            for name, value in named(given, fields).items()
            if not _says_nothing(fields[name], value)
        }
        try:
            return read(values)
        except ValidationError as error:
            readable = _without_rows(values, {entry["loc"][:2] for entry in error.errors()})
            if readable == values:
                raise
            return read(readable)


def named(given: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """What is given under these names, in any spelling of the key: "shortSummary" for short_summary."""
    spelt = {_plain(key): value for key, value in given.items()}
    return {name: given.get(name, spelt[_plain(name)]) for name in names if _plain(name) in spelt}


def _plain(key: str) -> str:
    return "".join(filter(str.isalnum, key)).casefold()


def _without_rows(values: dict[str, Any], wrong: set[tuple[int | str, ...]]) -> dict[str, Any]:
    """The lists among these values without the rows at (name, index), where another row is left."""
    readable = dict(values)
    for name, rows in values.items():
        if isinstance(rows, list):
            left = [row for number, row in enumerate(rows) if (name, number) not in wrong]
            readable[name] = left or rows
    return readable


def _says_nothing(field: FieldInfo, value: Any) -> bool:
    if field.is_required():
        return False
    if field.default is None and value == 0 and value is not False:
        return True
    return value is None or value == ""


def _fitted(kind: Any, bounds: Iterable[Any], value: Any) -> Any:
    """A value as its type wants it, as far as that takes nothing away but what is too long."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _fitted(kind.__origin__, kind.__metadata__, value)
    if kind is str:
        return _cut(_text(value), _most(bounds))
    if origin is Literal:
        return _member(get_args(kind), value)
    if origin is list:
        return [
            _fitted(get_args(kind)[0], (), one) for one in _rows(value)[: _most(bounds)] if one is not None
        ]
    if origin in (Union, UnionType) and value is not None:
        kinds = [one for one in get_args(kind) if one is not NoneType]
        return _fitted(kinds[0], bounds, value) if len(kinds) == 1 else _tagged(kinds, value)
    return value


def _rows(value: Any) -> list[Any]:
    """The rows of a list: of JSON text, of an object that holds only them; one thing is one row."""
    value = _unpacked(value)
    if isinstance(value, dict) and len(value) == 1 and isinstance(only := next(iter(value.values())), list):
        return only
    if value == {} or (isinstance(value, str) and value.strip().casefold() in ("", "none", "null")):
        return []
    return value if isinstance(value, list) else [value]


def _tagged(kinds: Iterable[Any], value: Any) -> Any:
    """An object of a union of objects, with its tag as it is spelt there."""
    tags: dict[str, tuple[Any, ...]] = {}
    for kind in kinds:
        for name, field in getattr(kind, "model_fields", {}).items():
            if get_origin(field.annotation) is Literal:
                tags[name] = tags.get(name, ()) + get_args(field.annotation)
    value = _unwrapped(value, tags) if tags else value
    if isinstance(value, str):
        said = {name: _member(members, value) for name, members in tags.items()}
        return {name: one for name, one in said.items() if one in tags[name]} or value
    if not isinstance(value, dict):
        return value
    return {name: _member(tags.get(name, ()), one) for name, one in {**value, **named(value, tags)}.items()}


def _member(members: Iterable[Any], value: Any) -> Any:
    """The one of these that a text spells, in any case."""
    said = value.strip().casefold() if isinstance(value, str) else value
    return next((one for one in members if isinstance(one, str) and one.casefold() == said), value)


def _unwrapped(value: Any, names: Iterable[str]) -> Any:
    """An object itself, where it is JSON text or stands under keys, each alone, that are none of `names`."""
    value = inside = _unpacked(value)
    while isinstance(inside, dict):
        value = inside
        inside = _unpacked(*value.values()) if len(value) == 1 and not named(value, names) else None
    return value


def _unpacked(value: Any) -> Any:
    """What JSON text holds; everything else as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    try:
        return json.loads(value, strict=False)
    except (ValueError, RecursionError):
        return value


def _text(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
        return ", ".join(map(str, value))
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _cut(text: Any, most: int | None) -> Any:
    return text if most is None or not isinstance(text, str) else beginning(text, most)


def beginning(text: str, most: int) -> str:
    """At most so many characters, up to a blank of the second half where there is one: half a number is
    another number."""
    if len(text) <= most:
        return text
    blank = max(text.rfind(mark, most // 2, most + 1) for mark in " \n")
    return text[: blank if blank > 0 else most]


def _most(bounds: Iterable[Any]) -> int | None:
    """The `max_length` among what is annotated."""
    every = (one for bound in bounds for one in (bound, *getattr(bound, "metadata", ())))
    return next((one.max_length for one in every if isinstance(one, MaxLen)), None)
