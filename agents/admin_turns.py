"""Staff's page of turns: what runs, waits and failed; stop it, answer it again; each one with its log."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from agents import turns
from agents.admin_costs import dollars, totals_of, with_calls
from agents.event_sentences import sentence_of
from agents.events import read_event
from agents.turns_at_work import KINDS, at_work, failure_kind, since, state, with_work, worker_of
from memory.hidden_words import hidden_words
from trips.admin.reading import OfTrip, ReadOnlyAdmin, link_to, part, pretty
from trips.models import Turn


class AtWorkFilter(admin.SimpleListFilter):
    title = "work"
    parameter_name = "work"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [(name, words) for name, (words, _rows) in KINDS.items()]

    def queryset(self, request: HttpRequest, rows: QuerySet[Turn]) -> QuerySet[Turn]:
        if self.value() not in KINDS:
            return rows
        _words, chosen = KINDS[self.value()]
        return rows.filter(pk__in=chosen().order_by().values("pk"))


class TurnAdmin(OfTrip, ReadOnlyAdmin):
    """What runs, waits and failed, with two actions; each turn's own page has its log. The list shows no
    word of a conversation."""

    list_display = (
        "turn",
        "trip_link",
        "state_now",
        "age",
        "attempt",
        "worker",
        "last_event",
        "failure",
        "cost",
        "calls_made",
        "took",
        "mode",
        "mind",
        "enqueued_at",
    )
    list_filter = (AtWorkFilter, "status", "mode", "mind", "kind", "attempt", "enqueued_at")
    change_list_template = "agents/admin/turns.html"
    actions = ("answer_again", "stop")
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
        ("Window and memory", {"fields": ("window_used", "compacted", "remembered")}),
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
        "window_used",
        "compacted",
        "remembered",
        "log",
        "steps_taken",
        "stored_result",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return with_work(with_calls(super().get_queryset(request)))

    def changelist_view(self, request: HttpRequest, extra_context: dict | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "work": at_work()})

    # --- Actions ------------------------------------------------------------------------------------

    def has_act_permission(self, request: HttpRequest) -> bool:
        """May start and stop work. (Nobody edits a turn: `has_change_permission` says no to all.)"""
        return request.user.has_perm("trips.change_turn")

    @admin.action(description="Answer again (failed ones)", permissions=["act"])
    def answer_again(self, request: HttpRequest, rows: QuerySet[Turn]) -> None:
        begun, refused = 0, rows.exclude(status=Turn.Status.FAILED).count()
        for turn in rows.filter(status=Turn.Status.FAILED).select_related("trip").order_by("pk"):
            try:
                again = turns.retry_turn(turn)
            except turns.Refused:
                refused += 1
                continue
            self.log_change(request, turn, f"Asked to answer it again: turn {again.number}.")
            begun += 1
        self._say(request, begun, refused, "answered again", "did not fail")

    @admin.action(description="Stop (running and waiting ones)", permissions=["act"])
    def stop(self, request: HttpRequest, rows: QuerySet[Turn]) -> None:
        stopped = over = 0
        for turn in rows.select_related("trip").order_by("pk"):
            if turns.stop_turn(turn):
                self.log_change(request, turn, "Stopped.")
                stopped += 1
            else:
                over += 1
        self._say(request, stopped, over, "stopped", "had ended")

    def _say(self, request: HttpRequest, done: int, left: int, what: str, why: str) -> None:
        if done:
            self.message_user(request, f"{done} turn{'s' if done > 1 else ''} {what}.", messages.SUCCESS)
        if left:
            self.message_user(request, f"{left} left alone: they {why}.", messages.WARNING)

    # --- Columns ------------------------------------------------------------------------------------

    @admin.display(ordering="number")
    def turn(self, turn: Turn) -> str:
        return f"turn {turn.number}"

    @admin.display(description="state", ordering="status")
    def state_now(self, turn: Turn) -> str:
        return state(turn)

    @admin.display(ordering="came")
    def age(self, turn: Turn) -> str:
        return since(turn.came or turn.enqueued_at)

    @admin.display(ordering="lease_owner")
    def worker(self, turn: Turn) -> str:
        return worker_of(turn)

    @admin.display(ordering="last_at")
    def last_event(self, turn: Turn) -> str:
        return f"{turn.last_kind}, {since(turn.last_at)} ago" if turn.last_kind else "–"

    @admin.display(ordering="error")
    def failure(self, turn: Turn) -> str:
        return failure_kind(turn) or "–"

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
        words = hidden_words(turn.trip.owner)
        for call in calls:
            call.error = words.scrubbed(call.error)
        return part("agents/admin/_calls.html", calls=calls, totals=totals_of(calls))

    @admin.display(description="window used")
    def window_used(self, turn: Turn) -> str:
        """The fullest call; each one's is in the table of calls."""
        uses = [use for call in turn.calls.all() if (use := call.context_use)]
        return str(max(uses, key=lambda use: use.share)) if uses else "–"

    @admin.display(description="made shorter")
    def compacted(self, turn: Turn) -> str:
        """Summaries of this conversation that were made while the turn ran."""
        if turn.started_at is None:
            return "–"
        rows = turn.trip.summaries.filter(created__gte=turn.started_at)
        if turn.finished_at is not None:
            rows = rows.filter(created__lte=turn.finished_at)
        return (
            "; ".join(
                f"{row.messages_removed} messages became a summary, {row.messages_kept} kept ({row.reason}; "
                f"{row.tokens_before:,} to {row.tokens_after:,} tokens)"
                for row in rows.order_by("up_to")
            )
            or "–"
        )

    @admin.display(description="remembered things read")
    def remembered(self, turn: Turn) -> str:
        """How many, by agent; the words are memory's own pages'."""
        counted = turn.note_uses.order_by("agent", "searched").values_list("agent", "searched")
        rows = counted.annotate(count=Count("pk"))
        return (
            ", ".join(
                f"{agent}: {count} {'found by a search' if searched else 'told'}"
                for agent, searched, count in rows
            )
            or "–"
        )

    @admin.display(description="log")
    def log(self, turn: Turn) -> SafeString:
        rows = turn.events.order_by("seq")
        words = hidden_words(turn.trip.owner)
        lines = [(row, words.scrubbed(sentence_of(read_event(row.kind, row.data)))) for row in rows]
        return part("agents/admin/_log.html", lines=lines)

    @admin.display(description="steps")
    def steps_taken(self, turn: Turn) -> SafeString:
        # what memory told is on memory's own pages, where a forgotten sentence is hidden at once
        rows = turn.steps.exclude(step__startswith="memory").order_by("created", "pk")
        words = hidden_words(turn.trip.owner)
        steps = [(step, pretty(words.scrubbed_value(step.output))) for step in rows]
        return part("agents/admin/_steps.html", steps=steps)

    @admin.display(description="result")
    def stored_result(self, turn: Turn) -> SafeString:
        return pretty(hidden_words(turn.trip.owner).scrubbed_value(turn.result))
