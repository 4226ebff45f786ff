"""Rows over the bundled data: of staff for everybody, of one trip for itself."""

from __future__ import annotations

from typing import Any

from django.db import models
from simple_history.models import HistoricalRecords

from trips import schemas
from trips.models.conversation import Turn
from trips.models.trip import Trip


class TripPlace(models.Model):
    """A row of one trip: a place that a model named, or a row of ours of which this trip knows better.

    `trips/places.py` is where rows are written.
    """

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="own_places")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    place_id = models.CharField(max_length=120, help_text="own:GeoNames number:name, or the row it replaces.")
    data = models.JSONField(help_text="The whole row, in the form of docs/data.md.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["trip", "pk"]
        constraints = [models.UniqueConstraint(fields=["trip", "place_id"], name="place_once_a_trip")]

    def __str__(self) -> str:
        return self.data.get("name", self.place_id) if isinstance(self.data, dict) else self.place_id


class StaffPlace(models.Model):
    """Replaces the bundled place of the same id, adds a new one, or hides one."""

    place_id = models.CharField(max_length=120, unique=True, help_text="city:name, e.g. boston:freedom-trail")
    city = models.CharField(max_length=120, db_index=True, blank=True, help_text="Slug of its city.")
    data = models.JSONField(help_text="The whole row, in the form of docs/data.md.")
    hidden = models.BooleanField(default=False, help_text="Closed for good: no plan uses it any more.")
    reason = models.CharField(max_length=200, blank=True)
    updated = models.DateTimeField(auto_now=True)

    history = HistoricalRecords()

    class Meta:
        ordering = ["place_id"]

    def __str__(self) -> str:
        return self.data.get("name", self.place_id) if isinstance(self.data, dict) else self.place_id

    def save(self, **how: Any) -> None:
        self.city = self.data.get("city") or self.place_id.partition(":")[0]
        super().save(**how)

    @property
    def place(self) -> schemas.Place:
        return schemas.Place.model_validate(self.data)
