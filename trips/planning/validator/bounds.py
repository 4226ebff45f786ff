"""Integers of any size fit the schema; arithmetic and print do not take them. Cut to what could be true."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel

#: No count, year of age, number of minutes or geonames id is larger.
LARGEST = 10**9

Model = TypeVar("Model", bound=BaseModel)


def bounded(value: Model) -> Model:
    """The same value, or a copy with every integer cut to ±LARGEST where one is beyond."""
    changes = {}
    for name, old in value.__dict__.items():
        kind = type(old)
        if kind is int or kind is list or issubclass(kind, BaseModel):
            new = _bounded(old)
            if new is not old:
                changes[name] = new
    return value.model_copy(update=changes) if changes else value


def _bounded(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return bounded(value)
    if isinstance(value, list) and value:
        cut = [_bounded(element) for element in value]
        return cut if any(new is not old for new, old in zip(cut, value, strict=True)) else value
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        return LARGEST if value > 0 else -LARGEST
    return value
