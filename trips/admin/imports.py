"""What was imported for a city: read here, written and undone by `manage.py import_places` alone."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString

from trips.admin.reading import ReadOnlyAdmin, link_to
from trips.models import MapShape, OpenStreetMapPlace, PlaceSource, WikivoyagePlace


class OfSource:
    """The column of the import a row comes from."""

    @admin.display(description="import", ordering="source")
    def source_link(self, row: OpenStreetMapPlace | WikivoyagePlace | MapShape) -> SafeString:
        return link_to(row.source)


@admin.register(PlaceSource)
class PlaceSourceAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "file", "as_of", "licence", "imported")
    list_filter = ("kind", "imported")
    search_fields = ("city", "file")


@admin.register(OpenStreetMapPlace, WikivoyagePlace)
class ImportedPlaceAdmin(OfSource, ReadOnlyAdmin):
    list_display = ("name", "place_id", "kind", "source_link")
    list_select_related = ("source",)
    list_filter = ("kind", "source")
    search_fields = ("name", "place_id")


@admin.register(MapShape)
class MapShapeAdmin(OfSource, ReadOnlyAdmin):
    list_display = ("__str__", "kind", "source_link")
    list_select_related = ("source",)
    list_filter = ("kind", "source")
    search_fields = ("name", "city")
