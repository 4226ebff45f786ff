"""A place that the traveller adds by hand: its name, and what else they know of it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from trips.forms.fact_parts import day
from trips.forms.fact_rows import appointment_words
from trips.forms.facts import FactForm
from trips.places import Misplaced, current_gazetteer, given_row
from trips.planning.request import cities_of_trip
from trips.schemas import Appointment, Change, Place, TripFacts


def degrees(label: str, most: int) -> forms.FloatField:
    widget = forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"})
    return forms.FloatField(label=label, required=False, min_value=-most, max_value=most, widget=widget)


class OwnPlaceForm(FactForm):
    """A must-do, on a set day a fixed date; with both coordinates it has a position on the trip's map."""

    group = "must_do"
    title = "A place of your own"
    hint = "It goes into the plan as you name it. Without coordinates no way there can be planned."
    pairs = (("date", "start"), ("lat", "lon"))

    name = forms.CharField(label="Name", max_length=90)
    date = day("Day, if it is set")
    start = forms.TimeField(
        label="From", required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    lat = degrees("Latitude", 90)
    lon = degrees("Longitude", 180)

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        return {}

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if given.get("start") and not given.get("date"):
            self.add_error("date", "Say the day too.")
        self._rows: list[Place] = []
        if "name" in given and {"lat", "lon"} <= given.keys():
            try:
                cities = cities_of_trip(self.facts, current_gazetteer())
                row = given_row(given["name"], (given["lat"], given["lon"]), cities)
            except Misplaced as problem:
                raise ValidationError(str(problem)) from problem
            self._rows = [row] if row else []
        return given

    def changes(self) -> list[Change]:
        given = self.cleaned_data
        if given["date"]:
            row = Appointment(what=given["name"], date=given["date"], start=given["start"])
            return [Change(path="appointments", op="add", value=appointment_words(row))]
        return [Change(path="must_do", op="add", value=given["name"])]

    def places(self) -> list[Place]:
        return self._rows
