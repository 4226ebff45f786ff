"""Changing a plan: an edit is a small value, code works out what it does to the days, the ways and the sums.

`apply_edits` takes a plan and edits and gives the plan after them with its verdict and a diff; days that an
edit doesn't touch keep their very items. Pure: no database, no model.
"""

from trips.planning.editing.applying import Edited, apply_edits, warnings_of
from trips.planning.editing.diffs import DayDiff, Mention, PlanDiff, diff_of
from trips.planning.editing.edits import (
    EDITS,
    AddNight,
    AddPlace,
    Cheaper,
    DropNight,
    Edit,
    Lighter,
    Lock,
    MoveItem,
    RemoveItem,
    ReplaceItem,
    ReplaceMeal,
    SetGuests,
    SetLength,
    SetTime,
    ShiftDay,
    SwapDays,
    SwapMeals,
)
