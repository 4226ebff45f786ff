"""What every page of staff shares: rows to read, and texts from templates."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from trips.models import Trip


class ReadOnlyAdmin(admin.ModelAdmin):
    """A record of what happened: nobody adds to it, edits it or takes single rows out of it."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def part(template: str, **context: Any) -> SafeString:
    """A piece of a staff page."""
    return render_to_string(template, context)


def pretty(value: Any) -> SafeString:
    """Stored JSON, indented, as text."""
    text = json.dumps(value, indent=2, ensure_ascii=False, sort_keys=False, default=str)
    return part("trips/admin/_stored.html", text=text)


def link_to(row: Any, words: str = "") -> SafeString:
    """A link to the row's own page."""
    if row is None:
        return part("trips/admin/_link.html")
    meta = row._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
    return part("trips/admin/_link.html", address=address, words=words or str(row))


class OfTrip:
    """The column of the trip a row belongs to."""

    @admin.display(description="trip", ordering="trip")
    def trip_link(self, row: Any) -> SafeString:
        trip: Trip = row.trip
        return link_to(trip, trip.name)
