"""What the nouns are made of: grades, kinds, levels, and a value that refuses what it does not know."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

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
