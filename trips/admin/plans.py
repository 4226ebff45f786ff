"""What was offered, what was chosen and what is proposed, readable and as stored."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString

from trips.admin.reading import OfTrip, ReadOnlyAdmin, part, pretty
from trips.models import Option, PlanProposal, PlanVersion
from trips.models.plans import HoldsPlan


class PlanAdmin(OfTrip, ReadOnlyAdmin):
    """Each holds a plan and its verdict as values."""

    date_hierarchy = "created"
    ordering = ("-created", "-pk")

    @admin.display(description="plan")
    def plan_title(self, row: HoldsPlan) -> str:
        return row.plan_json.get("title") or "–"

    @admin.display(description="total")
    def sum_of(self, row: HoldsPlan) -> str:
        return f"{row.plan_json.get('total', '–')} {row.plan_json.get('currency', '')}"

    @admin.display(description="checks")
    def checks(self, row: HoldsPlan) -> str:
        states = [result.get("status") for result in row.verdict_json.get("results", [])]
        counts = {state: states.count(state) for state in ("passed", "failed", "not_checked")}
        return ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in counts.items() if count)

    @admin.display(description="day by day")
    def days(self, row: HoldsPlan) -> SafeString:
        return part("trips/admin/_plan.html", plan=row.plan_json)

    @admin.display(description="verdict")
    def verdict_lines(self, row: HoldsPlan) -> SafeString:
        return part("trips/admin/_verdict.html", results=row.verdict_json.get("results", []))

    @admin.display(description="as stored")
    def stored(self, row: HoldsPlan) -> SafeString:
        return pretty(row.plan_json)


@admin.register(Option)
class OptionAdmin(PlanAdmin):
    list_display = ("plan_title", "trip_link", "position", "state", "sum_of", "checks", "turn", "created")
    list_filter = ("state", "created")
    search_fields = ("plan_json__title", "reason", "trip__title", "trip__uuid")
    list_select_related = ("trip", "turn")
    fieldsets = (
        (None, {"fields": ("trip", "turn", "position", "state", "reason", "comparison", "facts_version")}),
        ("Plan", {"fields": ("plan_title", "sum_of", "days", "checks", "verdict_lines")}),
        ("As stored", {"fields": ("stored",), "classes": ("collapse",)}),
    )
    readonly_fields = ("plan_title", "sum_of", "days", "checks", "verdict_lines", "stored")


@admin.register(PlanVersion)
class PlanVersionAdmin(PlanAdmin):
    list_display = ("plan_title", "trip_link", "number", "cause", "total", "currency", "checks", "created")
    list_filter = ("currency", "created")
    search_fields = ("plan_json__title", "cause", "trip__title", "trip__uuid")
    list_select_related = ("trip",)
    fieldsets = (
        (None, {"fields": ("trip", "number", "parent", "option", "cause", "message", "by", "by_owner")}),
        ("Facts", {"fields": ("facts_version", "moved"), "classes": ("collapse",)}),
        ("Plan", {"fields": ("plan_title", "sum_of", "days", "checks", "verdict_lines")}),
        ("As stored", {"fields": ("stored",), "classes": ("collapse",)}),
    )
    readonly_fields = ("plan_title", "sum_of", "days", "checks", "verdict_lines", "stored")


@admin.register(PlanProposal)
class PlanProposalAdmin(PlanAdmin):
    list_display = ("sentence_start", "trip_link", "state", "base", "sum_of", "checks", "turn", "created")
    list_filter = ("state", "created")
    search_fields = ("sentence", "cause", "reason", "trip__title", "trip__uuid")
    list_select_related = ("trip", "turn", "base")
    fieldsets = (
        (None, {"fields": ("trip", "sentence", "cause", "problems", "state", "reason")}),
        ("Where it belongs", {"fields": ("base", "version", "turn", "message", "decided", "facts_version")}),
        ("Plan", {"fields": ("plan_title", "sum_of", "days", "checks", "verdict_lines")}),
        ("As stored", {"fields": ("moved", "difference", "stored"), "classes": ("collapse",)}),
    )
    readonly_fields = ("plan_title", "sum_of", "days", "checks", "verdict_lines", "difference", "stored")

    @admin.display(description="proposal")
    def sentence_start(self, row: PlanProposal) -> str:
        return str(row) or "–"

    @admin.display(description="difference")
    def difference(self, row: PlanProposal) -> SafeString:
        return pretty(row.diff_json)
