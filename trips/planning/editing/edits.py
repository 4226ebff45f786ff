"""What can be changed in a plan: one small value an edit, told apart by its field `kind`.

Days count from 1. A `uid` is that of an item of the plan at hand.
"""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from trips.schemas import MealName, Value

#: A trip has at most so many days; 0 stands for "the day that suits best" where a day may be left open.
_Day = Annotated[int, Field(ge=1, le=400)]
_OpenDay = Annotated[int, Field(ge=0, le=400)]
_Nights = Annotated[int, Field(ge=1, le=30)]
_Name = Annotated[str, Field(max_length=120)]
_Uid = Annotated[str, Field(min_length=1, max_length=80)]


class SwapDays(Value):
    """What two days of one city hold changes places."""

    kind: Literal["swap_days"] = "swap_days"
    first: _Day
    second: _Day


class MoveItem(Value):
    """To another day of its city, before another item or at a time; without either where it fits best."""

    kind: Literal["move_item"] = "move_item"
    uid: _Uid
    day: _Day
    before_uid: Annotated[str, Field(max_length=80)] = ""
    start: dt.time | None = None


class RemoveItem(Value):
    kind: Literal["remove_item"] = "remove_item"
    uid: _Uid


class AddPlace(Value):
    """A listed place by id or name, or the traveller's own idea by name. A place to eat takes the place of
    the meal `meal` (None = the one it suits). `day` 0 = the day that suits best."""

    kind: Literal["add_place"] = "add_place"
    day: _OpenDay = 0
    place_id: _Name = ""
    name: _Name = ""
    meal: MealName | None = None


class SetTime(Value):
    """Starts at this hour, also outside opening hours: the verdict says what that breaks."""

    kind: Literal["set_time"] = "set_time"
    uid: _Uid
    start: dt.time


class Lock(Value):
    kind: Literal["lock"] = "lock"
    uid: _Uid
    locked: bool = True


class Lighter(Value):
    """Less of a day: shorter ways on foot, or fewer visits."""

    kind: Literal["lighter"] = "lighter"
    day: _Day
    what: Literal["walking", "visits"] = "walking"


class ReplaceMeal(Value):
    """Another table for a meal, for a diet or of a cuisine, or a certain one."""

    kind: Literal["replace_meal"] = "replace_meal"
    day: _Day
    meal: MealName
    diet: _Name = ""
    cuisine: _Name = ""
    place_id: _Name = ""


class ReplaceItem(Value):
    """Something else instead: a certain place, or the best one of a kind (`like`: "outdoors", "art")."""

    kind: Literal["replace_item"] = "replace_item"
    uid: _Uid
    place_id: _Name = ""
    like: _Name = ""


class AddNight(Value):
    """More nights in a city. The trip ends later; with its end fixed another city (`instead_of`, or the one
    with the most nights) gives them."""

    kind: Literal["add_night"] = "add_night"
    city: _Name
    nights: _Nights = 1
    keep_end: bool = False
    instead_of: _Name = ""


class DropNight(Value):
    """Fewer nights in a city; the trip ends earlier."""

    kind: Literal["drop_night"] = "drop_night"
    city: _Name
    nights: _Nights = 1


class Cheaper(Value):
    """Cheaper tables and sights of a day; of the whole trip also cheaper stays."""

    kind: Literal["cheaper"] = "cheaper"
    day: _Day | None = None


Edit = Annotated[
    SwapDays
    | MoveItem
    | RemoveItem
    | AddPlace
    | SetTime
    | Lock
    | Lighter
    | ReplaceMeal
    | ReplaceItem
    | AddNight
    | DropNight
    | Cheaper,
    Field(discriminator="kind"),
]

#: For edits as JSON: `EDITS.validate_python(rows)`.
EDITS: TypeAdapter[list[Edit]] = TypeAdapter(list[Edit])


class CannotDo(Exception):
    """An edit that can't be done; the sentence says why, and the plan stays as it was."""
