"""What an edit of a plan names that the plan and our data do not have. Pure."""

from __future__ import annotations

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.editing import Edit
from trips.schemas import Plan


def items_of(edit: Edit) -> list[str]:
    """The uids it names: of the item it changes, and of the one that this comes before."""
    return [uid for name in ("uid", "before_uid") if (uid := getattr(edit, name, ""))]


def days_of(edit: Edit) -> list[int]:
    """The days it names, the first is 1. Two meals that are swapped are `first` and `second` as well."""
    named = (getattr(edit, name, None) for name in ("day", "first", "second"))
    return [day for day in named if isinstance(day, int) and day]


def unknown_in(edit: Edit, plan: Plan, gazetteer: Gazetteer) -> list[str]:
    """Sentences for the model that wrote it."""
    items, days = {item.uid for item in plan.items()}, len(plan.days)
    problems = [
        f"there is no item {uid!r} in the plan; take a uid from the list."
        for uid in items_of(edit)
        if uid not in items
    ]
    problems += [
        f"there is no day {day}; the plan has {days} days." for day in days_of(edit) if not 0 < day <= days
    ]
    place_id = getattr(edit, "place_id", "")
    if place_id and gazetteer.place(place_id) is None:
        problems.append(f"there is no place {place_id!r} in our data; take an id from the list, or a name.")
    return problems
