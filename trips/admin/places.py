"""Rows of staff over the bundled places: corrected, added, or closed for good."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from simple_history.admin import SimpleHistoryAdmin

from config.map_tiles import allow_tiles, map_tiles
from trips.admin.reading import OfTrip, ReadOnlyAdmin
from trips.forms.place_map import map_around, map_of_world
from trips.forms.places import StaffPlaceForm
from trips.models import StaffPlace, TripPlace
from trips.places import current_gazetteer
from trips.planning.wishes import place_meant


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
    list_filter = ("hidden", "city", "updated")
    search_fields = ("place_id", "data__name", "data__area", "reason")
    change_list_template = "trips/admin/staff_places.html"
    change_form_template = "trips/admin/staff_place.html"
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

    def get_readonly_fields(self, request: HttpRequest, obj: StaffPlace | None = None) -> tuple[str, ...]:
        return ("place_id",) if obj else ()

    def get_fields(self, request: HttpRequest, obj: StaffPlace | None = None) -> list[str]:
        """In the form's order. A row that is there has its id and its city."""
        last = ["hidden", "reason"]
        shown = [name for name in StaffPlaceForm.base_fields if name not in last]
        return [name for name in [*shown, *last] if not (obj and name == "city")]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A place may be asked for by name and city: "Freedom Trail, Boston"."""
        given = super().get_changeform_initial_data(request)
        gazetteer = current_gazetteer()
        name, _, town = given.get("place_id", "").rpartition(",")
        city = gazetteer.best_city(town.strip()) if name else None
        found = place_meant(name.strip(), city, gazetteer) if city else None
        return given | ({"place_id": found.id} if found else {})

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **how: Any
    ) -> HttpResponse:
        form: StaffPlaceForm = context["adminform"].form
        spot = (form.initial.get("lat"), form.initial.get("lon"))
        at = spot if None not in spot else None
        city, place_id = form.place_city, form.row.get("id", "")
        context["map"] = map_around(form.gazetteer, city, place_id, at) if city else map_of_world()
        context["tiles"] = map_tiles()
        if request.method == "GET" and form.initial.get("place_id") and not form.row:
            said = f"We have no place “{form.initial['place_id']}”: this form is empty and adds a new one."
            messages.warning(request, f"{said} Write name and city, like “Freedom Trail, Boston”, or its id.")
        return allow_tiles(super().render_change_form(request, context, *args, **how))
