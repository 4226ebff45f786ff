"""Accounts and guests, and who is on which trip."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from trips import removal
from trips.admin.reading import OfTrip, part
from trips.models import Member, Traveller, Trip

OWNS = Q(memberships__role=Member.Role.OWNER)


@admin.register(Traveller)
class TravellerAdmin(UserAdmin):
    list_display = (
        "username",
        "is_guest",
        "trip_count",
        "is_active",
        "is_staff",
        "date_joined",
        "last_seen",
    )
    list_filter = ("is_guest", "is_staff", "is_superuser", "is_active", "remember", "last_seen")
    search_fields = ("username", "email", "first_name", "last_name", "memberships__trip__uuid")
    ordering = ("-last_seen",)
    date_hierarchy = "date_joined"
    readonly_fields = ("is_guest", "last_login", "date_joined", "last_seen", "trips")
    fieldsets = (
        (None, {"fields": ("username", "password", "is_guest")}),
        ("About", {"fields": ("first_name", "last_name", "email", "currency", "locale", "remember")}),
        ("Trips", {"fields": ("trips",)}),
        ("When", {"fields": ("date_joined", "last_login", "last_seen")}),
        (
            "Rights",
            {
                "fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions"),
                "classes": ("collapse",),
            },
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Traveller]:
        return super().get_queryset(request).annotate(owned=Count("memberships", filter=OWNS))

    @admin.display(description="trips", ordering="owned")
    def trip_count(self, traveller: Traveller) -> int:
        return traveller.owned

    @admin.display(description="on these trips")
    def trips(self, traveller: Traveller) -> SafeString:
        members = traveller.memberships.select_related("trip").order_by("-trip__updated")[:50]
        return part("trips/admin/_member_of.html", members=members)

    # An account goes with its trips, so the page that asks says so and the door is the traveller's own.

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_active and request.user.is_superuser

    def get_deleted_objects(self, objs: Any, request: HttpRequest):
        deleted, counts, _needed, protected = super().get_deleted_objects(objs, request)
        trips = Trip.objects.filter(
            members__traveller__in=[row.pk for row in objs], members__role=Member.Role.OWNER
        )
        counts = {**counts, "trips with everything in them": trips.count()}
        return [*deleted, *(f"Trip: {trip.name}" for trip in trips)], counts, set(), protected

    def delete_model(self, request: HttpRequest, obj: Traveller) -> None:
        removal.delete_traveller(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Traveller]) -> None:
        for traveller in Traveller.objects.filter(pk__in=queryset.values("pk")):
            removal.delete_traveller(traveller)


@admin.register(Member)
class MemberAdmin(OfTrip, admin.ModelAdmin):
    list_display = ("__str__", "trip_link", "traveller", "role", "age")
    list_filter = ("role",)
    search_fields = ("name", "traveller__username", "trip__title", "trip__uuid")
    list_select_related = ("trip", "traveller")
    autocomplete_fields = ("trip", "traveller")
