"""Staff's pages of the work: turns and their events, calls with their cost, who works, the switchboard."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString

from agents.admin_costs import dollars, totals_of, with_calls
from agents.admin_hidden import look_up_once, words_hidden_in
from agents.admin_turns import TurnAdmin
from agents.event_sentences import sentence_of
from agents.events import read_event
from agents.models import Chore, ModelCall, StepResult, Switchboard, TurnEvent, WorkerSign
from trips.admin.reading import ReadOnlyAdmin, part, pretty
from trips.admin.trips import TripAdmin
from trips.models import Trip, Turn

admin.site.register(Turn, TurnAdmin)


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

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """What was forgotten is looked up once for each traveller of the page."""
        changes = super().get_changelist_instance(request)
        look_up_once(changes.result_list)
        return changes

    @admin.display
    def sentence(self, row: TurnEvent) -> str:
        return words_hidden_in(row).scrubbed(sentence_of(read_event(row.kind, row.data)))

    @admin.display(description="as stored")
    def stored(self, row: TurnEvent) -> SafeString:
        return pretty(words_hidden_in(row).scrubbed_value(row.data))


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
        return pretty(words_hidden_in(row).scrubbed_value(row.output))


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
        "web_searches",
        "priced",
        "latency_ms",
        "stop_reason",
        "left_out",
        "created",
    )
    list_filter = ("status", "mind", "agent", "purpose", "model", "stop_reason", "created")
    search_fields = ("agent", "purpose", "model", "request_id", "error", "trip__title", "trip__uuid")
    date_hierarchy = "created"
    list_select_related = ("turn", "trip", "traveller")
    change_list_template = "agents/admin/model_calls.html"
    readonly_fields = ("said_of_failure", "request", "answer")

    def get_fields(self, request: HttpRequest, obj: ModelCall | None = None) -> list[str]:
        """All columns; those with words as they may be shown now."""
        shown = {"error": "said_of_failure", "request_body": "request", "answer_body": "answer"}
        columns = [field.name for field in self.opts.fields if field.name != "id"]
        return [shown.get(name, name) for name in columns]

    @admin.display(description="error")
    def said_of_failure(self, call: ModelCall) -> str:
        return words_hidden_in(call).scrubbed(call.error) or "–"

    @admin.display(description="request body (only with RECORD_PROMPTS)")
    def request(self, call: ModelCall) -> SafeString:
        return part("trips/admin/_stored.html", text=words_hidden_in(call).scrubbed(call.request_body))

    @admin.display(description="answer body (only with RECORD_PROMPTS)")
    def answer(self, call: ModelCall) -> SafeString:
        return part("trips/admin/_stored.html", text=words_hidden_in(call).scrubbed(call.answer_body))

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


def _switch(label: str, on: str, off: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        coerce=lambda value: value == "True",
        choices=[("True", f"On: {on}"), ("False", f"Off: {off}")],
        widget=forms.RadioSelect,
        initial=True,
    )


class SwitchboardForm(forms.ModelForm):
    models_on = _switch(
        "Model calls",
        "the models answer",
        "no call is made any more, the offline planner answers everybody",
    )
    web_on = _switch(
        "Live web",
        "research searches the web where WEB_SEARCH and a trip allow it",
        "nothing is searched, research goes on without",
    )

    class Meta:
        model = Switchboard
        fields = ("models_on", "web_on")


@admin.register(Switchboard)
class SwitchboardAdmin(admin.ModelAdmin):
    """One row, on a page of its own."""

    form = SwitchboardForm
    fields = ("models_on", "web_on", "updated")
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


@admin.register(Chore)
class ChoreAdmin(ReadOnlyAdmin):
    """Work that is done once in a while: when, and what it did."""

    list_display = ("name", "begun", "ended")
    list_filter = ("begun", "ended")
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name", "begun", "ended", "stored")
    readonly_fields = ("stored",)

    @admin.display(description="report")
    def stored(self, row: Chore) -> SafeString:
        return pretty(row.report)
