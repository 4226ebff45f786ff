"""One flat object for every edit of a plan: what a model writes, and code makes a typed edit of. A union of
fifteen shapes is more than a server compiles.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema

from trips.planning.editing import Edit
from trips.schemas import MealName

_EDITS: dict[str, type[BaseModel]] = {
    edit.model_fields["kind"].default: edit for edit in get_args(get_args(Edit)[0])
}
#: Fields of an edit that have another name on the wire.
_RENAMED = {
    ("swap_days", "first"): "day",
    ("swap_days", "second"): "other_day",
    ("swap_meals", "first"): "meal",
    ("swap_meals", "second"): "other_meal",
    ("replace_meal", "cuisine"): "like",
    ("lighter", "what"): "less",
    ("cheaper", "by"): "amount",
}


class WireEdit(BaseModel):
    """All fields of all edits; what one does not need says nothing."""

    kind: Literal[tuple(_EDITS)]  # type: ignore[valid-type]
    day: int
    other_day: int
    uid: str
    before_uid: str
    start: Annotated[str, Field(description="HH:MM")]
    about: bool
    hour_of: Literal["", "start", "departure", "arrival"]
    minutes: int
    meal: Literal["", MealName]
    other_meal: Literal["", MealName]
    place_id: str
    name: str
    like: str
    diet: str
    less: Literal["", "walking", "climbing", "visits"]
    city: str
    nights: int
    keep_end: bool
    instead_of: str
    amount: int
    currency: str
    locked: bool
    guests: int


def _typed(given: Any) -> Any:
    """The fields of its kind, those that say nothing left out; a typed edit as it is."""
    kind, values = given.get("kind") if isinstance(given, dict) else None, {}
    edit = _EDITS.get(kind) if isinstance(kind, str) else None
    if edit is None:
        return given
    for name, field in edit.model_fields.items():
        value = given.get(name, given.get(_RENAMED.get((kind, name), name)))
        if value in (None, "") or (value == 0 and value is not False and not field.is_required()):
            continue
        values[name] = value
    return values


#: A typed edit, read from its flat form (or from its own: what was kept of a turn).
WrittenEdit = Annotated[Edit, BeforeValidator(_typed), WithJsonSchema(WireEdit.model_json_schema())]
