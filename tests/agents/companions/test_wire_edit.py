"""An edit as a model writes it, flat, becomes the edit it means."""

from __future__ import annotations

import datetime as dt

import pytest
from pydantic import TypeAdapter, ValidationError

from agents.companions.wire_edit import WireEdit, WrittenEdit
from trips.planning.editing import (
    AddNight,
    AddPlace,
    Cheaper,
    Edit,
    Lighter,
    Lock,
    MoveItem,
    RemoveItem,
    ReplaceMeal,
    SetTime,
    SwapDays,
    SwapMeals,
)

READ: TypeAdapter[Edit] = TypeAdapter(WrittenEdit)
#: Every key is there, and says nothing.
NOTHING = {
    name: {str: "", int: 0, bool: False}.get(field.annotation, "")
    for name, field in WireEdit.model_fields.items()
}

MEANT = [
    ({"kind": "swap_days", "day": 2, "other_day": 3}, SwapDays(first=2, second=3)),
    (
        {"kind": "swap_meals", "day": 1, "meal": "lunch", "other_meal": "dinner"},
        SwapMeals(day=1, first="lunch", second="dinner"),
    ),
    ({"kind": "remove_item", "uid": "a"}, RemoveItem(uid="a")),
    (
        {"kind": "move_item", "uid": "a", "day": 2, "start": "09:30"},
        MoveItem(uid="a", day=2, start=dt.time(9, 30)),
    ),
    ({"kind": "add_place", "like": "garden"}, AddPlace(like="garden")),
    ({"kind": "set_time", "uid": "a", "start": "09:30"}, SetTime(uid="a", start=dt.time(9, 30))),
    (
        {"kind": "set_time", "uid": "a", "start": "09:30", "hour_of": "arrival"},
        SetTime(uid="a", start=dt.time(9, 30), hour_of="arrival"),
    ),
    ({"kind": "lock", "uid": "a", "locked": True}, Lock(uid="a")),
    ({"kind": "lock", "uid": "a"}, Lock(uid="a", locked=False)),
    ({"kind": "lighter", "day": 2, "less": "visits"}, Lighter(day=2, what="visits")),
    ({"kind": "lighter", "day": 2, "less": "climbing"}, Lighter(day=2, what="climbing")),
    (
        {"kind": "replace_meal", "day": 2, "meal": "dinner", "like": "ramen"},
        ReplaceMeal(day=2, meal="dinner", cuisine="ramen"),
    ),
    ({"kind": "add_night", "city": "Kyoto"}, AddNight(city="Kyoto")),
    ({"kind": "cheaper", "amount": 300, "currency": "USD"}, Cheaper(by=300, currency="USD")),
]


@pytest.mark.parametrize(("written", "meant"), MEANT, ids=lambda value: getattr(value, "kind", ""))
def test_a_flat_object_is_the_edit_it_means(written: dict, meant: Edit) -> None:
    assert READ.validate_python(NOTHING | written) == meant
    assert READ.validate_python({**NOTHING, **written, "why": "an odd key"}) == meant


@pytest.mark.parametrize(("written", "meant"), MEANT, ids=lambda value: getattr(value, "kind", ""))
def test_a_typed_edit_is_read_as_it_was_kept(written: dict, meant: Edit) -> None:
    assert READ.validate_python(meant) == READ.validate_python(meant.model_dump(mode="json")) == meant


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ({"kind": "sing"}, ""),
        ({}, ""),
        ({"kind": "remove_item"}, "remove_item.uid"),
        ({"kind": "swap_days", "day": 1}, "swap_days.second"),
        ({"kind": "set_time", "uid": "a", "start": "soon"}, "set_time.start"),
    ],
)
def test_what_means_no_edit_is_refused(written: dict, place: str) -> None:
    with pytest.raises(ValidationError) as refused:
        READ.validate_python(NOTHING | written)
    assert ".".join(map(str, refused.value.errors()[0]["loc"])) == place
