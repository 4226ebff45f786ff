"""A change of the plan made by hand: what the forms of an item and of a day send, and the edits they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import forms

from agents.forms import SentenceForm
from trips.catalogue.gazetteer import City
from trips.forms.own_place import degrees
from trips.places import given_row
from trips.planning.editing import (
    AddPlace,
    Edit,
    Lock,
    MoveItem,
    RemoveItem,
    ReplaceItem,
    SetGuests,
    SetTime,
    ShiftDay,
    SwapDays,
)
from trips.schemas import Item, Place, Plan

GONE = "This is not in the plan any more."
ACTIONS = (
    "earlier", "later", "before", "to_day", "time", "guests", "lock", "unlock", "remove", "replace",
    "add", "swap", "shift",
)  # fmt: skip
#: By how much a day can begin later or earlier, minutes, with its words.
SHIFTS = (
    (30, "30 min later"),
    (60, "an hour later"),
    (120, "two hours later"),
    (-30, "30 min earlier"),
    (-60, "an hour earlier"),
)
#: A choice that is a name, in a list whose other values are ids of places.
BY_NAME = "name:"
#: What the hands can move; ways between follow from these.
MOVABLE = ("visit", "meal")


@dataclass(frozen=True, slots=True)
class ByHand:
    """The edits of one form. `cause` "" = as the editing says it."""

    edits: Sequence[Edit]
    cause: str = ""


class EditForm(SentenceForm):
    """One action on one item or one day of the version `seen`."""

    what = forms.ChoiceField(choices=[(name, name) for name in ACTIONS])
    seen = forms.IntegerField(min_value=1, error_messages={"required": "Reload the page, then try again."})
    uid = forms.CharField(required=False, max_length=80)
    day = forms.IntegerField(required=False, min_value=1, max_value=400)
    other = forms.IntegerField(required=False, min_value=1, max_value=400)
    minutes = forms.TypedChoiceField(required=False, coerce=int, choices=SHIFTS)
    guests = forms.IntegerField(required=False, min_value=0, max_value=20)
    before = forms.CharField(required=False, max_length=80)
    start = forms.TimeField(required=False, error_messages={"invalid": "Write the hour like 09:30."})
    place = forms.CharField(required=False, max_length=160)
    name = forms.CharField(required=False, max_length=120, strip=True)
    lat = degrees("Latitude", 90)
    lon = degrees("Longitude", 180)
    despite = forms.BooleanField(required=False)

    def by_hand(self, plan: Plan) -> ByHand:
        """The edits. Raises forms.ValidationError with a sentence for what is missing or gone."""
        given = self.cleaned_data
        what = given["what"]
        if what == "add":
            return ByHand([self._added(given)])
        if what == "swap":
            return ByHand([SwapDays(first=self._day("day", plan), second=self._day("other", plan))])
        if what == "shift":
            return ByHand([ShiftDay(day=self._day("day", plan), minutes=given["minutes"] or 60)])
        item = next((item for item in plan.items() if item.uid == given["uid"]), None)
        if item is None:
            raise forms.ValidationError(GONE)
        match what:
            case "earlier" | "later":
                return _shifted(plan, item, what)
            case "before":
                return ByHand([_put_before(plan, item, given["before"])])
            case "to_day":
                return ByHand([MoveItem(uid=item.uid, day=self._day("day", plan))])
            case "time":
                if given["start"] is None:
                    raise forms.ValidationError("Write the hour like 09:30.")
                return ByHand([SetTime(uid=item.uid, start=given["start"])])
            case "guests":
                return ByHand([SetGuests(uid=item.uid, guests=given["guests"] or 0)])
            case "replace":
                place_id = self._place(given)
                return ByHand([ReplaceItem(uid=item.uid, place_id=place_id)])
            case "remove":
                return ByHand([RemoveItem(uid=item.uid)])
            case _:
                return ByHand([Lock(uid=item.uid, locked=what == "lock")])

    def rows(self, cities: Iterable[City]) -> list[Place]:
        """What is added by its name, where the traveller says it lies. Raises Misplaced."""
        given = self.cleaned_data
        own = given["name"] and not given["place"]
        row = given_row(given["name"], (given["lat"], given["lon"]), cities) if own else None
        return [row] if row else []

    def _added(self, given: dict) -> AddPlace:
        place, name = given["place"], given["name"]
        if place.startswith(BY_NAME):
            place, name = "", place.removeprefix(BY_NAME)
        if not place and not name:
            raise forms.ValidationError("Choose something, or write its name.")
        start = given["start"] if name else None
        return AddPlace(day=given["day"] or 0, place_id=place, name=name[:120], start=start)

    def _place(self, given: dict) -> str:
        if not given["place"] or given["place"].startswith(BY_NAME):
            raise forms.ValidationError("Choose what comes instead.")
        return given["place"][:120]

    def _day(self, field: str, plan: Plan) -> int:
        day = self.cleaned_data[field]
        if not day or day > len(plan.days):
            raise forms.ValidationError("Choose a day of the plan.")
        return day


def _shifted(plan: Plan, item: Item, what: str) -> ByHand:
    """One place up or down among the visits and meals of its day."""
    number, row = _row_of(plan, item)
    at = row.index(item) if item in row else -1
    if at < 0 or (at == 0 and what == "earlier") or (at == len(row) - 1 and what == "later"):
        edge = "first" if what == "earlier" else "last"
        raise forms.ValidationError(f"{item.title} is the {edge} of its day already.")
    cause = f"{item.title} comes {what} on day {number}."
    if what == "earlier":
        return ByHand([MoveItem(uid=item.uid, day=number, before_uid=row[at - 1].uid)], cause)
    if at + 2 < len(row):
        return ByHand([MoveItem(uid=item.uid, day=number, before_uid=row[at + 2].uid)], cause)
    return ByHand([MoveItem(uid=row[at + 1].uid, day=number, before_uid=item.uid)], cause)


def _put_before(plan: Plan, item: Item, before: str) -> MoveItem:
    other = next((one for one in plan.items() if one.uid == before), None)
    if other is None or other is item:
        raise forms.ValidationError(GONE)
    return MoveItem(uid=item.uid, day=_row_of(plan, other)[0], before_uid=before)


def _row_of(plan: Plan, item: Item) -> tuple[int, list[Item]]:
    for number, day in enumerate(plan.days, start=1):
        if any(one.uid == item.uid for one in day.items):
            row = [one for one in day.items if one.kind in MOVABLE]
            return number, sorted(row, key=lambda one: one.start)
    raise forms.ValidationError(GONE)
