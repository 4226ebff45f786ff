"""Rows of staff over the bundled places: corrected, added, or closed for good."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from trips.admin.reading import OfTrip, ReadOnlyAdmin
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import StaffPlace, TripPlace


class CityFilter(admin.SimpleListFilter):
    title = "city"
    parameter_name = "city"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        ids = StaffPlace.objects.values_list("place_id", flat=True)
        return [(slug, slug) for slug in sorted({place_id.split(":")[0] for place_id in ids})]

    def queryset(self, request: HttpRequest, queryset: QuerySet[StaffPlace]) -> QuerySet[StaffPlace]:
        if not self.value():
            return queryset
        known = self.value() in dict(self.lookup_choices)  # anything else may be typed into the address
        return queryset.filter(place_id__startswith=f"{self.value()}:") if known else queryset.none()


class IndentedJSON(json.JSONEncoder):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "indent": 2, "ensure_ascii": False})


class StaffPlaceForm(forms.ModelForm):
    data = forms.JSONField(
        label="Row",
        encoder=IndentedJSON,
        widget=forms.Textarea(attrs={"rows": 30, "cols": 100, "spellcheck": "false"}),
        help_text="The whole row as JSON, in the form of docs/data.md; id and city have to fit.",
        error_messages={"invalid": "This is no JSON. Look for a missing comma, quote or bracket."},
    )

    class Meta:
        model = StaffPlace
        fields = ("place_id", "data", "hidden", "reason")

    def _post_clean(self) -> None:
        """The row is judged only when it could be read: one mistake, one sentence."""
        if "data" in self.cleaned_data:
            super()._post_clean()


@admin.register(TripPlace)
class TripPlaceAdmin(OfTrip, ReadOnlyAdmin):
    list_display = ("__str__", "place_id", "trip_link", "created")
    list_select_related = ("trip",)
    list_filter = ("created",)
    search_fields = ("place_id", "data__name")


@admin.register(StaffPlace)
class StaffPlaceAdmin(SimpleHistoryAdmin):
    form = StaffPlaceForm
    list_display = ("called", "place_id", "kind", "area", "hidden", "reason", "updated")
    list_filter = ("hidden", CityFilter, "updated")
    search_fields = ("place_id", "data__name", "data__area", "reason")
    change_list_template = "trips/admin/staff_places.html"
    object_history_list_template = "trips/admin/_place_history.html"

    @admin.display(description="name", ordering="data__name")
    def called(self, row: StaffPlace) -> str:
        return str(row)

    @admin.display(ordering="data__kind")
    def kind(self, row: StaffPlace) -> str:
        return row.data.get("kind", "–")

    @admin.display(ordering="data__area")
    def area(self, row: StaffPlace) -> str:
        return row.data.get("area", "–")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """`?place_id=boston:freedom-trail` starts from the bundled row."""
        place_id = request.GET.get("place_id", "").strip()
        if not place_id:
            return {}
        place = default_gazetteer().place(place_id)
        if place is None:
            messages.warning(request, f"There is no bundled place “{place_id}”: an empty row to fill in.")
            city = place_id.split(":")[0]
            return {"place_id": place_id, "data": {"id": place_id, "city": city, **EMPTY_ROW}}
        return {"place_id": place.id, "data": place.model_dump(mode="json", exclude_defaults=True)}


#: What a new place has to say at least.
EMPTY_ROW: dict[str, Any] = {
    "kind": "visit",
    "name": "",
    "area": "",
    "lat": 0.0,
    "lon": 0.0,
    "price": {"currency": "USD", "adult": "0"},
}
