"""Rows read from files of OpenStreetMap and Wikivoyage. Each licence has a table of its own, and none of them
ships. The import alone writes here; deleting a `PlaceSource` undoes it."""

from __future__ import annotations

from django.db import models


class PlaceSource(models.Model):
    """What was imported for one city from one source."""

    class Kind(models.TextChoices):
        OSM = "osm", "OpenStreetMap"
        WIKIVOYAGE = "wikivoyage", "Wikivoyage"

    city_id = models.PositiveIntegerField(help_text="GeoNames id.")
    city = models.CharField(max_length=60, help_text="Slug of the rows: boston, city-3042030.")
    town = models.JSONField(default=dict, help_text="The city itself, where the bundled world lacks it.")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    file = models.CharField(max_length=255, help_text="Names of the files, without folders.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the files and of what is kept of them.")
    as_of = models.CharField(max_length=10, blank=True, help_text="Date of the data, 2026-11-23.")
    licence = models.CharField(max_length=60)
    attribution = models.CharField(max_length=200)
    url = models.CharField(max_length=500)
    counts = models.JSONField(default=dict, help_text="Rows read, kept, merged, refused by reason.")
    imported = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["city", "kind"]
        constraints = [models.UniqueConstraint(fields=["city", "kind"], name="one_source_of_a_kind_a_city")]

    def __str__(self) -> str:
        return f"{self.city}: {self.get_kind_display()}"


class ImportedPlace(models.Model):
    """One row of one source; the columns beside `data` are there to be asked for."""

    source = models.ForeignKey(PlaceSource, on_delete=models.CASCADE, related_name="%(class)s_rows")
    city = models.CharField(max_length=60, db_index=True)
    place_id = models.CharField(max_length=120, unique=True, help_text="boston:osm-n123, boston:wv-old-house")
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=200)
    lat = models.FloatField()
    lon = models.FloatField()
    data = models.JSONField(help_text="The whole row, in the form of docs/data.md.")

    class Meta:
        abstract = True
        ordering = ["city", "place_id"]
        indexes = [models.Index(fields=["lat", "lon"], name="%(class)s_position")]

    def __str__(self) -> str:
        return self.name


class OpenStreetMapPlace(ImportedPlace):
    """© OpenStreetMap contributors, ODbL."""

    known_as = models.CharField(max_length=200, blank=True, help_text="Key of a well-known sight's name.")

    class Meta(ImportedPlace.Meta):
        indexes = [
            *ImportedPlace.Meta.indexes,
            models.Index(
                fields=["known_as", "place_id"], name="well_known_sights", condition=~models.Q(known_as="")
            ),
        ]


class WikivoyagePlace(ImportedPlace):
    """CC BY-SA, the authors of the article that `data` links to."""


class MapShape(models.Model):
    """A street, a water or a park to draw under the places of a city. A ring ends where it starts."""

    class Kind(models.TextChoices):
        STREET = "street"
        WATER = "water"
        PARK = "park"

    source = models.ForeignKey(PlaceSource, on_delete=models.CASCADE, related_name="shapes")
    city = models.CharField(max_length=60, db_index=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.CharField(max_length=200, blank=True)
    points = models.JSONField(help_text="[[latitude, longitude], …], simplified, five decimals.")

    class Meta:
        ordering = ["city", "kind", "pk"]

    def __str__(self) -> str:
        return self.name or self.kind
