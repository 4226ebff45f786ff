"""What came after planning: researched, reported, spent, reserved. Codes of bookings stay hidden."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from trips.admin.reading import OfTrip, ReadOnlyAdmin
from trips.models import Booking, CityIntel, Expense, Feedback, Finding


@admin.register(Finding)
class FindingAdmin(OfTrip, ReadOnlyAdmin):
    list_display = ("name", "kind", "city", "trip_link", "grade", "state", "tier", "researched_at")
    list_filter = ("kind", "state", "tier", "grade")
    list_select_related = ("trip",)
    search_fields = ("name", "city")


@admin.register(CityIntel)
class CityIntelAdmin(OfTrip, ReadOnlyAdmin):
    list_display = ("city", "trip_link", "grade", "researched_at")
    list_filter = ("grade",)
    list_select_related = ("trip",)
    search_fields = ("city",)


@admin.register(Feedback)
class FeedbackAdmin(OfTrip, ReadOnlyAdmin):
    list_display = ("date", "trip_link", "energy", "rating")
    list_filter = ("energy", "rating")
    list_select_related = ("trip",)
    search_fields = ("text",)


@admin.register(Expense)
class ExpenseAdmin(OfTrip, ReadOnlyAdmin):
    list_display = ("date", "what", "trip_link", "category", "amount", "currency", "amount_in_trip_currency")
    list_filter = ("category", "currency")
    list_select_related = ("trip",)
    search_fields = ("what", "city")


@admin.register(Booking)
class BookingAdmin(OfTrip, ReadOnlyAdmin):
    exclude = ("code",)
    list_display = ("title", "trip_link", "kind", "status", "start", "book_by")
    list_filter = ("kind", "status")
    list_select_related = ("trip",)
    search_fields = ("title",)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """A filter in the address would tell the code letter by letter."""
        return lookup.split("__")[0] != "code" and super().lookup_allowed(lookup, value, request)
