"""Staff's pages of the work: turns with their log, model calls with their cost, the switchboard."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, DecimalField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString

from agents.event_sentences import sentence_of
from agents.events import read_event
from agents.models import ModelCall, StepResult, Switchboard, TurnEvent, WorkerSign
from trips.admin.reading import OfTrip, ReadOnlyAdmin, link_to, part, pretty
from trips.admin.trips import TripAdmin
from trips.models import Trip, Turn

MONEY = DecimalField(max_digits=12, decimal_places=6)


def with_calls(turns: QuerySet[Turn]) -> QuerySet[Turn]:
    """Turns with how many model calls they took and what those cost, in US dollars."""
    calls = ModelCall.objects.filter(turn=OuterRef("pk")).order_by().values("turn")
    return turns.annotate(
        call_count=Coalesce(Subquery(calls.annotate(count=Count("pk")).values("count")), 0),
        call_cost=Coalesce(
            Subquery(calls.annotate(total=Sum("cost")).values("total")), Decimal(0), output_field=MONEY
        ),
    )


def dollars(cost: Decimal | None) -> str:
    return f"${cost or 0:,.4f}"


@admin.register(Turn)
class TurnAdmin(OfTrip, ReadOnlyAdmin):
    list_display = (
        "__str__",
        "trip_link",
        "status",
        "mode",
        "mind",
        "kind",
        "attempt",
        "took",
        "calls_made",
        "cost",
        "enqueued_at",
    )
    list_filter = ("status", "mode", "mind", "kind", "attempt", "enqueued_at")
    search_fields = ("trip__title", "trip__uuid", "messages__text", "error", "short_summary")
    date_hierarchy = "enqueued_at"
    list_select_related = ("trip",)
    ordering = ("-enqueued_at", "-pk")
    fieldsets = (
        (
            None,
            {"fields": ("trip_link", "number", "kind", "status", "mode", "mind", "error", "repeats")},
        ),
        ("Words", {"fields": ("words", "short_summary", "next_step")}),
        ("Time and money", {"fields": ("enqueued_at", "started_at", "finished_at", "took", "cost", "calls")}),
        ("What happened", {"fields": ("log",)}),
        ("Steps that were validated", {"fields": ("steps_taken",), "classes": ("collapse",)}),
        ("Result as stored", {"fields": ("facts_version_seen", "stored_result"), "classes": ("collapse",)}),
        (
            "Lease",
            {
                "fields": (
                    "attempt",
                    "lease_owner",
                    "lease_token",
                    "lease_until",
                    "stop_requested_at",
                    "last_seq",
                ),
                "classes": ("collapse",),
            },
        ),
    )
    readonly_fields = (
        "trip_link",
        "repeats",
        "words",
        "took",
        "cost",
        "calls",
        "log",
        "steps_taken",
        "stored_result",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return with_calls(super().get_queryset(request))

    @admin.display(description="seconds")
    def took(self, turn: Turn) -> str:
        return "–" if turn.seconds is None else f"{turn.seconds:.1f}"

    @admin.display(description="calls", ordering="call_count")
    def calls_made(self, turn: Turn) -> int:
        return turn.call_count

    @admin.display(ordering="call_cost")
    def cost(self, turn: Turn) -> str:
        return dollars(turn.call_cost)

    @admin.display(description="retry of")
    def repeats(self, turn: Turn) -> SafeString:
        return link_to(turn.retry_of)

    @admin.display
    def words(self, turn: Turn) -> SafeString:
        return part("trips/admin/_transcript.html", messages=turn.messages.select_related("turn"))

    @admin.display(description="model calls")
    def calls(self, turn: Turn) -> SafeString:
        calls = turn.calls.order_by("created", "pk")
        return part("agents/admin/_calls.html", calls=calls, totals=totals_of(calls))

    @admin.display(description="log")
    def log(self, turn: Turn) -> SafeString:
        rows = turn.events.order_by("seq")
        lines = [(row, sentence_of(read_event(row.kind, row.data))) for row in rows]
        return part("agents/admin/_log.html", lines=lines)

    @admin.display(description="steps")
    def steps_taken(self, turn: Turn) -> SafeString:
        steps = [(step, pretty(step.output)) for step in turn.steps.order_by("created", "pk")]
        return part("agents/admin/_steps.html", steps=steps)

    @admin.display(description="result")
    def stored_result(self, turn: Turn) -> SafeString:
        return pretty(turn.result)


class TripWithTurnsAdmin(TripAdmin):
    """The domain's page of a trip, and below the conversation the work behind it."""

    fieldsets = (
        *TripAdmin.fieldsets[:3],
        ("Turns", {"fields": ("turns_taken",)}),
        *TripAdmin.fieldsets[3:],
    )
    readonly_fields = (*TripAdmin.readonly_fields, "turns_taken")

    @admin.display(description="turns")
    def turns_taken(self, trip: Trip) -> SafeString:
        turns = with_calls(trip.turns.order_by("number"))
        return part("agents/admin/_turns.html", turns=turns)


admin.site.unregister(Trip)
admin.site.register(Trip, TripWithTurnsAdmin)


@admin.register(TurnEvent)
class TurnEventAdmin(ReadOnlyAdmin):
    list_display = ("sentence", "turn", "seq", "kind", "created")
    list_filter = ("kind", "created")
    search_fields = ("kind", "turn__trip__title", "turn__trip__uuid")
    date_hierarchy = "created"
    list_select_related = ("turn",)
    ordering = ("-created", "-pk")
    fields = ("turn", "seq", "kind", "sentence", "stored", "created")
    readonly_fields = ("sentence", "stored")

    @admin.display
    def sentence(self, row: TurnEvent) -> str:
        return sentence_of(read_event(row.kind, row.data))

    @admin.display(description="as stored")
    def stored(self, row: TurnEvent) -> SafeString:
        return pretty(row.data)


@admin.register(StepResult)
class StepResultAdmin(ReadOnlyAdmin):
    list_display = ("step", "turn", "created")
    list_filter = ("created",)
    search_fields = ("step", "input_hash", "turn__trip__title", "turn__trip__uuid")
    date_hierarchy = "created"
    list_select_related = ("turn",)
    ordering = ("-created", "-pk")
    fields = ("turn", "step", "input_hash", "stored", "created")
    readonly_fields = ("stored",)

    @admin.display(description="output")
    def stored(self, row: StepResult) -> SafeString:
        return pretty(row.output)


def totals_of(calls: QuerySet[ModelCall]) -> dict[str, Any]:
    """Calls, tokens and US dollars of a selection."""
    return calls.order_by().aggregate(
        calls=Count("pk"),
        tokens_in=Coalesce(Sum("tokens_in"), 0),
        tokens_out=Coalesce(Sum("tokens_out"), 0),
        cache_read=Coalesce(Sum("tokens_cache_read"), 0),
        cache_write=Coalesce(Sum("tokens_cache_write"), 0),
        cost=Coalesce(Sum("cost"), Decimal(0), output_field=MONEY),
    )


@admin.register(ModelCall)
class ModelCallAdmin(ReadOnlyAdmin):
    list_display = (
        "__str__",
        "turn",
        "mind",
        "model",
        "status",
        "tokens_in",
        "tokens_out",
        "tokens_cache_read",
        "priced",
        "latency_ms",
        "stop_reason",
        "created",
    )
    list_filter = ("status", "mind", "agent", "purpose", "model", "stop_reason", "created")
    search_fields = ("agent", "purpose", "model", "request_id", "error", "trip__title", "trip__uuid")
    date_hierarchy = "created"
    list_select_related = ("turn", "trip", "traveller")
    change_list_template = "agents/admin/model_calls.html"

    @admin.display(description="cost", ordering="cost")
    def priced(self, call: ModelCall) -> str:
        return dollars(call.cost)

    def changelist_view(self, request: HttpRequest, extra_context: dict | None = None) -> HttpResponse:
        """With the totals of what the filters leave."""
        response = super().changelist_view(request, extra_context)
        context = getattr(response, "context_data", None) or {}
        if "cl" in context:
            context["totals"] = totals_of(context["cl"].queryset)
        return response


class SwitchboardForm(forms.ModelForm):
    models_on = forms.TypedChoiceField(
        label="Model calls",
        coerce=lambda value: value == "True",
        choices=[
            ("True", "On: the models answer"),
            ("False", "Off: no call is made any more, the offline planner answers everybody"),
        ],
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Switchboard
        fields = ("models_on",)


@admin.register(Switchboard)
class SwitchboardAdmin(admin.ModelAdmin):
    """One row, on a page of its own."""

    form = SwitchboardForm
    fields = ("models_on", "updated")
    readonly_fields = ("updated",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not Switchboard.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict | None = None) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            return super().changelist_view(request, extra_context)
        if Switchboard.objects.exists():
            return redirect("admin:agents_switchboard_change", 1)
        return redirect("admin:agents_switchboard_add")


@admin.register(WorkerSign)
class WorkerSignAdmin(ReadOnlyAdmin):
    """Who works, and when they were seen last."""

    list_display = ("owner", "kind", "started", "seen")
    list_filter = ("kind", "seen")
    search_fields = ("owner", "kind")
    ordering = ("-seen", "-pk")
