"""What the nouns are made of: grades, kinds, levels, and a value that refuses what it does not know."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

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
    left out: null or "" where there is a default, 0 where the default is None."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _without_nothing(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if not cls._says_nothing(name, value)}

    @classmethod
    def _says_nothing(cls, name: str, value: Any) -> bool:
        field = cls.model_fields.get(name)
        if field is None or field.is_required():
            return False
        if field.default is None and value == 0 and value is not False:
            return True
        return value is None or value == ""
