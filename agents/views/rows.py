"""What a traveller notes of a trip (an expense, a booking, a report): its form, and its deletion, which asks
first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from trips.models import Trip
from trips.views.dialogs import opened, saved, view_of


@dataclass(frozen=True)
class Kind:
    """One kind of row; its addresses are named new_NAME, edit_NAME and delete_NAME."""

    name: str
    view: str  # of the board, where they are listed
    new: str  # the heading of its form
    change: str

    def form(
        self, request: HttpRequest, trip: Trip, row: Model | None, form: forms.Form, *, note: str = ""
    ) -> HttpResponse:
        """The form, empty, filled, or with what is wrong."""
        name, of = ("edit", [row.pk]) if row else ("new", [])
        context = {
            "trip": trip,
            "form": form,
            "note": note,
            "is_new": row is None,
            "heading": self.change if row else self.new,
            "address": reverse(f"{name}_{self.name}", args=[trip.uuid, *of]),
            "back": view_of(trip, self.view),
        }
        return opened(request, "agents/row_form", context, status=422 if form.is_bound else 200)

    def kept(self, request: HttpRequest, trip: Trip) -> HttpResponse:
        return saved(request, view_of(trip, self.view))

    def deletion(
        self, request: HttpRequest, trip: Trip, row: Model, remove: Callable[[Any], object], heading: str
    ) -> HttpResponse:
        """A POST removes the row; before that it says what goes (agents/_delete_NAME.html)."""
        if request.method == "POST":
            remove(row)
            return self.kept(request, trip)
        context = {
            "trip": trip,
            self.name: row,
            "heading": heading,
            "goes": f"agents/_delete_{self.name}.html",
            "address": reverse(f"delete_{self.name}", args=[trip.uuid, row.pk]),
            "back": view_of(trip, self.view),
        }
        return opened(request, "agents/row_delete", context)
