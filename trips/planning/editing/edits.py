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


class ShiftDay(Value):
    """All of a day that has not begun, so many minutes later, or earlier with a minus."""

    kind: Literal["shift_day"] = "shift_day"
    day: _Day
    minutes: Annotated[int, Field(ge=-720, le=720)]


class MoveItem(Value):
    """To another day of its city, before another item or at a time; without either where it fits best.
    `about`: `start` begins a part of the day, and any hour of it will do."""

    kind: Literal["move_item"] = "move_item"
    uid: _Uid
    day: _Day
    before_uid: Annotated[str, Field(max_length=80)] = ""
    start: dt.time | None = None
    about: bool = False


class RemoveItem(Value):
    kind: Literal["remove_item"] = "remove_item"
    uid: _Uid


class AddPlace(Value):
    """A listed place by id or name, or the traveller's own idea by name. A place to eat takes the place of
    the meal `meal` (None = the one it suits). `like`: the best sight of a kind ("garden", "jazz club"), not
    a certain one. `day` 0 = the day that suits best. `start`: of what is no meal; `about`: any hour of the
    part of the day that begins then."""

    kind: Literal["add_place"] = "add_place"
    day: _OpenDay = 0
    place_id: _Name = ""
    name: _Name = ""
    meal: MealName | None = None
    like: _Name = ""
    start: dt.time | None = None
    about: bool = False


class SetTime(Value):
    """Starts at this hour, also outside opening hours: the verdict says what that breaks. Of a journey
    `hour_of` tells what the hour is: when one has to be there, when it departs, or when it arrives. `about`:
    it begins a part of the day, and any hour of that will do."""

    kind: Literal["set_time"] = "set_time"
    uid: _Uid
    start: dt.time
    hour_of: Literal["start", "departure", "arrival"] = "start"
    about: bool = False


class SetLength(Value):
    """Takes so many minutes from now on; the rest of the day gives way."""

    kind: Literal["set_length"] = "set_length"
    uid: _Uid
    minutes: Annotated[int, Field(ge=10, le=720)]


class Lock(Value):
    kind: Literal["lock"] = "lock"
    uid: _Uid
    locked: bool = True


class SetGuests(Value):
    """So many people join the travellers for one visit or meal; 0 = nobody any more."""

    kind: Literal["set_guests"] = "set_guests"
    uid: _Uid
    guests: Annotated[int, Field(ge=0, le=20)]


class Lighter(Value):
    """Less of a day: shorter ways on foot, sights without steps, or fewer visits."""

    kind: Literal["lighter"] = "lighter"
    day: _Day
    what: Literal["walking", "climbing", "visits"] = "walking"


class ReplaceMeal(Value):
    """Another table for a meal, for a diet or of a cuisine, or a certain one."""

    kind: Literal["replace_meal"] = "replace_meal"
    day: _Day
    meal: MealName
    diet: _Name = ""
    cuisine: _Name = ""
    place_id: _Name = ""


class SwapMeals(Value):
    """What is had at two meals of a day changes places."""

    kind: Literal["swap_meals"] = "swap_meals"
    day: _Day
    first: MealName
    second: MealName


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
    """Cheaper tables and sights of a day; of the whole trip also cheaper stays. `by`: a sum to save, in
    `currency` ("" = the plan's), with as few changes as it takes; 0 = whatever can be saved."""

    kind: Literal["cheaper"] = "cheaper"
    day: _Day | None = None
    by: Annotated[int, Field(ge=0, le=100_000_000)] = 0
    currency: Annotated[str, Field(max_length=3)] = ""


Edit = Annotated[
    SwapDays
    | ShiftDay
    | MoveItem
    | RemoveItem
    | AddPlace
    | SetTime
    | SetLength
    | Lock
    | SetGuests
    | Lighter
    | ReplaceMeal
    | SwapMeals
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
