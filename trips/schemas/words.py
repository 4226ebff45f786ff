"""What the nouns are made of: grades, kinds, levels, and a value that refuses what it does not know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args, get_origin

from annotated_types import MaxLen
from pydantic import BaseModel, ConfigDict, model_validator
from pydantic.fields import FieldInfo

Grade = Literal["official", "curated", "open", "web", "common", "estimate", "unlisted"]
#: From best to worst: a verdict carries the lowest grade it rests on.
GRADES: tuple[Grade, ...] = ("official", "curated", "open", "web", "common", "estimate", "unlisted")
#: Nobody looked these figures up: they are told with an "about".
ROUGH_GRADES: frozenset[Grade] = frozenset({"common", "estimate", "unlisted"})

Pace = Literal["relaxed", "moderate", "packed"]
Level = Literal["low", "mid", "high"]
Mode = Literal["walk", "transit", "taxi", "train", "coach", "flight", "car", "ferry"]
PlaceKind = Literal["visit", "food", "stay"]
MealName = Literal["breakfast", "lunch", "dinner"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Value(BaseModel):
    """Base of every noun here: unknown fields are an error, not a surprise."""

    model_config = ConfigDict(extra="forbid")


class Written(BaseModel):
    """Base of what a model writes. Keys nobody asked for are passed over, and what says nothing counts as
    left out: null or "" where there is a default, 0 where the default is None. A number is taken as text
    where text is wanted, one thing as a list; texts and lists that are too long are cut."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {
            name: _fitted(field.annotation, field.metadata, given[name])
            for name, field in cls.model_fields.items()
            if name in given and not _says_nothing(field, given[name])
        }


def _says_nothing(field: FieldInfo, value: Any) -> bool:
    if field.is_required():
        return False
    if field.default is None and value == 0 and value is not False:
        return True
    return value is None or value == ""


def _fitted(kind: Any, bounds: Iterable[Any], value: Any) -> Any:
    """A value as its type wants it, as far as that takes nothing away but what is too long."""
    if get_origin(kind) is Annotated:
        return _fitted(kind.__origin__, kind.__metadata__, value)
    most = _most(bounds)
    if kind is str:
        return _cut(_text(value), most)
    if get_origin(kind) is list:
        entries = value if isinstance(value, list) else [value]
        return [_fitted(get_args(kind)[0], (), one) for one in entries[:most] if one is not None]
    return value


def _text(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
        return ", ".join(map(str, value))
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _cut(text: Any, most: int | None) -> Any:
    """The whole words that fit."""
    if most is None or not isinstance(text, str) or len(text) <= most:
        return text
    return text[: most + 1].rpartition(" ")[0] or text[:most]


def _most(bounds: Iterable[Any]) -> int | None:
    """The `max_length` among what is annotated."""
    every = (one for bound in bounds for one in (bound, *getattr(bound, "metadata", ())))
    return next((one.max_length for one in every if isinstance(one, MaxLen)), None)
