"""The form of a row of staff: fields of `trips.schemas.Place`, hours as text, a position with a map."""

from __future__ import annotations

import datetime as dt
from typing import Any, get_args

from django import forms
from django.core.exceptions import ValidationError
from pydantic import ValidationError as SchemaError

from trips.catalogue.city_hours import hours_in, hours_text
from trips.catalogue.diets import STATED
from trips.catalogue.gazetteer import distance_km
from trips.catalogue.names import name_in_id
from trips.models import StaffPlace
from trips.places import current_gazetteer
from trips.schemas import Hours, Place, Price, Source
from trips.schemas.words import MealName, PlaceKind

#: A row is at most so far from the middle of its city, kilometres: day trips and airports included.
FARTHEST_KM = 200
#: Fields of the form that are fields of the row as they are.
PLAIN = (
    "name", "local_name", "aliases", "kind", "area", "lat", "lon", "importance", "tags", "meals", "diet",
    "children", "step_free", "booking", "summary", "source", "url", "as_of",
)  # fmt: skip
IN_PRICE = ("currency", "adult", "child", "free_under")
#: Parts of the row that may have a source of their own, where they are not fields of the same name.
SOURCED = {"position": {"lat", "lon"}, "price": set(IN_PRICE)}
VISIT = ("shortest", "typical", "longest")


def _choices(*values: str, empty: str = "") -> list[tuple[str, str]]:
    words = [(value, value.replace("_", " ").capitalize()) for value in values]
    return [("", empty), *words] if empty else words


def _text(longest: int = 120, **how: Any) -> forms.CharField:
    return forms.CharField(required=False, max_length=longest, **how)


def _one_of(*values: str, **how: Any) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, choices=_choices(*values, empty="Unknown"), **how)


def _some_of(*values: str, **how: Any) -> forms.MultipleChoiceField:
    boxes = forms.CheckboxSelectMultiple
    return forms.MultipleChoiceField(required=False, choices=_choices(*values), widget=boxes, **how)


class ListField(forms.CharField):
    """Words divided by commas."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [
            word for part in super().to_python(self.prepare_value(value)).split(",") if (word := part.strip())
        ]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return self.to_python(initial or "") != self.to_python(data or "")


class StaffPlaceForm(forms.ModelForm):
    """What it does not show stays as it is in the row: of staff, else shipped or imported."""

    place_id = _text(label="Id", help_text="boston:freedom-trail; empty for a new place.")
    city = _text(
        help_text="Of a new place without an id; any city of the world.",
        widget=forms.TextInput({
            "data-hx-get": "", "data-hx-trigger": "change", "data-hx-select": ".place-map figure",
            "data-hx-target": ".place-map",
        }),
    )  # fmt: skip
    name = forms.CharField(max_length=120)
    local_name = _text()
    aliases = ListField(label="Other names", required=False, help_text="Divided by commas.")
    kind = forms.ChoiceField(choices=_choices(*get_args(PlaceKind)))
    area = _text(label="District")
    lat = forms.FloatField(label="Latitude", min_value=-90, max_value=90)
    lon = forms.FloatField(label="Longitude", min_value=-180, max_value=180)
    importance = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, choices=[("", "Unknown"), *((n, n) for n in range(6))],
        help_text="5: nearly every first visitor is shown it.",
    )  # fmt: skip
    visit = forms.CharField(
        label="Minutes of a visit", required=False, help_text="90, or shortest-usual-longest: 30-90-180."
    )
    hours = _text(
        1000, widget=forms.Textarea({"rows": 2, "cols": 80}),
        help_text="As OpenStreetMap writes them: Tu-Su 10:00-18:00; Nov-Mar Mo off; Dec 25 off; PH off "
        '"last entry 30". 24/7 = always open; empty = unknown.',
    )  # fmt: skip
    currency = forms.RegexField(r"^[A-Z]{3}$", required=False, help_text="EUR", label="Price: currency")
    adult = forms.DecimalField(
        label="Price", required=False, min_value=0, help_text="Ticket, meal or night; 0 = free."
    )
    child = forms.DecimalField(label="Price of a child", required=False, min_value=0)
    free_under = forms.IntegerField(label="Free under, years", required=False, min_value=0, max_value=30)
    tags = ListField(required=False, help_text="history, museum, view, park …, divided by commas.")
    meals = _some_of(*get_args(MealName))
    diet = _some_of(*STATED, label="Can be eaten well")
    step_free = _one_of("yes", "partly", "no")
    children = _one_of("good", "ok", "no", label="With children")
    booking = forms.ChoiceField(choices=_choices("none", "recommended", "required"))
    summary = _text(400, help_text="What it is and why go.")
    source = _text(200)
    url = forms.URLField(label="Page", required=False, max_length=500, assume_scheme="https")
    as_of = forms.RegexField(
        r"^\d{4}-\d\d(-\d\d)?$", required=False, help_text="2026-11, or the day it was looked up: 2026-11-23."
    )

    class Meta:
        model = StaffPlace
        fields = ("place_id", "hidden", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gazetteer = current_gazetteer()
        given = self.data.get if self.is_bound else self.initial.get
        place_id = self.instance.place_id or str(given("place_id", "")).strip()
        known = self.gazetteer.place(place_id)
        self.row: dict[str, Any] = self.instance.data if self.instance.pk else known.stored() if known else {}
        slug, name = place_id.partition(":")[0], str(given("city", "")).strip()
        self.place_city = self.gazetteer.city_of_slug(slug) if slug else self.gazetteer.best_city(name)
        self.initial = {"booking": "none", "currency": self._currency()} | self.initial | _shown(self.row)

    def _currency(self) -> str:
        country = self.gazetteer.country(self.place_city.country) if self.place_city else None
        return country.currency if country else ""

    def clean_as_of(self) -> str:
        said = self.cleaned_data["as_of"]
        try:
            if said:
                dt.date.fromisoformat(f"{said}-01"[:10])
        except ValueError as error:
            raise ValidationError(f"{said} is not in the calendar.") from error
        return said

    def clean_visit(self) -> dict[str, int] | None:
        text = self.cleaned_data["visit"].replace(" ", "")
        if not text:
            return None
        parts = [int(part) for part in text.split("-") if part.isdigit() and int(part) <= 1440]
        if len(parts) != text.count("-") + 1 or len(parts) not in (1, 3) or parts != sorted(parts):
            raise ValidationError("Write minutes, 90, or shortest-usual-longest, 30-90-180.")
        return dict(zip(VISIT, parts if len(parts) == 3 else parts * 3, strict=True))

    def clean_hours(self) -> dict[str, Any] | None:
        """The hours of the row where the text is as it was; closures with a year stay."""
        old = self.row.get("hours")
        if "hours" not in self.changed_data:
            return old
        text = " ".join(self.cleaned_data["hours"].split())
        try:
            hours = hours_in(text) if text else Hours()
        except ValueError as error:
            raise ValidationError(f"This is not how OpenStreetMap writes hours: {error}.") from error
        kept = {"shut": Hours.model_validate(old).shut} if old else {}
        return hours.model_copy(update=kept).model_dump(mode="json", exclude_defaults=True) or None

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if self.place_city and {"lat", "lon"} <= given.keys():
            away = distance_km(given["lat"], given["lon"], self.place_city.lat, self.place_city.lon)
            if away > FARTHEST_KM:
                self.add_error("lat", f"This is {away:,.0f} km from {self.place_city.name}.")
        if given.get("adult") is not None and not given.get("currency") and "currency" not in self.errors:
            self.add_error("currency", "Say in which currency.")
        if given.get("place_id") and self.place_city is None:
            self.add_error("place_id", "It begins with a city that we do not know.")
        if not self.errors:
            given["place_id"] = self.instance.place_id or given.get("place_id") or self._new_id(given["name"])
        if not self.errors:
            self._lay_over(given)
        return given

    def _post_clean(self) -> None:
        """The model judges the row that was made of the fields; what is wrong with these is said already."""
        if not self.errors:
            super()._post_clean()

    def _new_id(self, name: str) -> str:
        if self.place_city is None:
            self.add_error("city", "Write the id of the place, or the name of a city we know.")
            return ""
        made = f"{self.place_city.catalogue_slug}:{name_in_id(name)}"
        if self.gazetteer.place(made) or StaffPlace.objects.filter(place_id=made).exists():
            self.add_error("name", f"{made} is there already: start from its row, or write another name.")
        return made

    def _lay_over(self, given: dict[str, Any]) -> None:
        """The new row into the instance, or what is wrong with it at the fields."""
        place_id = given["place_id"]
        price = {key: value for key, value in (self.row.get("price") or {}).items() if key not in IN_PRICE}
        price |= {key: given[key] for key in IN_PRICE if given[key] not in (None, "")}
        values: dict[str, Any] = {name: given.get(name) for name in (*PLAIN, "visit", "hours")}
        values["price"] = price if given["adult"] is not None else None
        row = {"city": place_id.partition(":")[0], **self.row, **values, "id": place_id}
        row = {"area": ""} | {name: value for name, value in row.items() if value not in (None, "", [])}
        changed = set(self.changed_data)
        sources = row.pop("provenance", {})
        kept = {name: one for name, one in sources.items() if not SOURCED.get(name, {name}) & changed}
        if self.row.get("grade") == "open" and {"source", "url"} & changed:  # its licence still asks for it
            row["grade"] = "curated"
            kept.setdefault("position", {name: self.row.get(name, "") for name in Source.model_fields})
        if kept:
            row["provenance"] = kept
        try:
            place = Place.model_validate(row)
        except SchemaError as error:
            for fault in error.errors():
                where = "adult" if fault["loc"][0] == "price" else fault["loc"][0]
                self.add_error(where if where in self.fields else None, f"{fault['loc'][0]}: {fault['msg']}.")
            return
        self.instance.place_id = place_id
        self.instance.data = place.stored()


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """What the form shows of a row."""
    if not row:
        return {}
    visit = row.get("visit") or {}
    parts = [str(visit[name]) for name in VISIT if name in visit]
    return {
        **{name: row[name] for name in PLAIN if name in row},
        **(Price.model_validate(row["price"]).model_dump(include=set(IN_PRICE)) if row.get("price") else {}),
        "visit": parts[0] if len(set(parts)) == 1 else "-".join(parts),
        "hours": hours_text(Hours.model_validate(row.get("hours") or {})),
    }
