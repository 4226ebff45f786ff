"""One trip on one page: who, what is known, what was said, asked, offered and chosen."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.safestring import SafeString

from trips import fact_history, removal
from trips.admin.reading import ReadOnlyAdmin, part
from trips.facts import describe
from trips.models import Member, Message, Trip


class ChosenFilter(admin.SimpleListFilter):
    title = "plan"
    parameter_name = "chosen"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "chosen"), ("no", "not yet")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Trip]) -> QuerySet[Trip]:
        return queryset.filter(plan__isnull=self.value() == "no") if self.value() else queryset


class GuestFilter(admin.SimpleListFilter):
    title = "owner"
    parameter_name = "owner"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("guest", "a guest"), ("account", "an account")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Trip]) -> QuerySet[Trip]:
        if not self.value():
            return queryset
        owners = Member.objects.filter(
            role=Member.Role.OWNER, traveller__is_guest=self.value() == "guest"
        ).values("trip")
        return queryset.filter(pk__in=owners)


@admin.register(Trip)
class TripAdmin(ReadOnlyAdmin):
    list_display = ("name", "owner_name", "start", "end", "said", "is_confirmed", "is_planned", "updated")
    list_filter = (ChosenFilter, GuestFilter, "updated", "start")
    search_fields = ("title", "uuid", "members__traveller__username", "members__name")
    date_hierarchy = "created"
    ordering = ("-updated",)
    fieldsets = (
        (None, {"fields": ("name", "uuid", "people", "start", "end", "currency", "created", "updated")}),
        ("What is known", {"fields": ("facts_version", "is_confirmed", "known", "pending")}),
        ("Conversation", {"fields": ("transcript",)}),
        ("Where the facts come from", {"fields": ("sources",), "classes": ("collapse",)}),
        ("Questions", {"fields": ("ledger",), "classes": ("collapse",)}),
        ("Options and plan", {"fields": ("offers",)}),
    )
    readonly_fields = (
        "name",
        "people",
        "is_confirmed",
        "known",
        "transcript",
        "sources",
        "ledger",
        "offers",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Trip]:
        owner = Member.objects.filter(trip=OuterRef("pk"), role=Member.Role.OWNER)
        said = (
            Message.objects.filter(trip=OuterRef("pk")).order_by().values("trip").annotate(count=Count("pk"))
        )
        return (
            super()
            .get_queryset(request)
            .annotate(
                owner_called=Subquery(owner.values("traveller__username")[:1]),
                message_count=Subquery(said.values("count")),
            )
        )

    @admin.display(ordering="title")
    def name(self, trip: Trip) -> str:
        return trip.name

    @admin.display(description="owner", ordering="owner_called")
    def owner_name(self, trip: Trip) -> str:
        return trip.owner_called or "–"

    @admin.display(description="messages", ordering="message_count")
    def said(self, trip: Trip) -> int:
        return trip.message_count or 0

    @admin.display(description="facts confirmed", boolean=True)
    def is_confirmed(self, trip: Trip) -> bool:
        return trip.confirmed

    @admin.display(description="plan chosen", boolean=True, ordering="plan")
    def is_planned(self, trip: Trip) -> bool:
        return trip.plan_id is not None

    @admin.display
    def people(self, trip: Trip) -> SafeString:
        return part("trips/admin/_people.html", members=trip.members.select_related("traveller"))

    @admin.display(description="facts")
    def known(self, trip: Trip) -> SafeString:
        return part("trips/admin/_facts.html", lines=describe(trip.facts))

    @admin.display
    def transcript(self, trip: Trip) -> SafeString:
        messages = trip.messages.select_related("turn").order_by("position")
        return part("trips/admin/_transcript.html", messages=messages)

    @admin.display(description="changes")
    def sources(self, trip: Trip) -> SafeString:
        return part("trips/admin/_sources.html", lines=fact_history.history_of(trip))

    @admin.display
    def ledger(self, trip: Trip) -> SafeString:
        return part("trips/admin/_ledger.html", questions=fact_history.questions_of(trip))

    @admin.display(description="options and versions")
    def offers(self, trip: Trip) -> SafeString:
        return part(
            "trips/admin/_offers.html",
            options=trip.options.select_related("turn").order_by("turn__number", "position"),
            versions=trip.plan_versions.select_related("parent", "option"),
            current=trip.plan_id,
        )

    # A trip goes as a whole, by a superuser, through the traveller's own door.

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_active and request.user.is_superuser

    def get_deleted_objects(self, objs: Any, request: HttpRequest):
        deleted, counts, _needed, protected = super().get_deleted_objects(objs, request)
        return deleted, counts, set(), protected

    def delete_model(self, request: HttpRequest, obj: Trip) -> None:
        removal.delete_trip(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Trip]) -> None:
        for trip in Trip.objects.filter(pk__in=queryset.values("pk")):
            removal.delete_trip(trip)
