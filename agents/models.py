"""What a turn left behind: its events, the steps that were validated, every model call."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from agents.llm.context_window import ContextUse
from trips.models import Trip, Turn


class TurnEvent(models.Model):
    """One line of a turn's log: what the page streams, a reload replays and the admin audits."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["turn", "seq"]
        constraints = [models.UniqueConstraint(fields=["turn", "seq"], name="event_seq_in_turn")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class StepResult(models.Model):
    """The validated result of one model step, reused when a turn is resumed."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="steps")
    step = models.CharField(max_length=60)
    input_hash = models.CharField(max_length=64)
    output = models.JSONField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn", "step"], name="step_in_turn")]

    def __str__(self) -> str:
        return self.step


class ModelCall(models.Model):
    """One call of a model, reserved before it is made and settled after it."""

    class Status(models.TextChoices):
        RESERVED = "reserved"
        DONE = "done"
        FAILED = "failed"
        STOPPED = "stopped"

    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="calls")
    trip = models.ForeignKey(Trip, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    traveller = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.RESERVED)
    mind = models.CharField(max_length=12)
    purpose = models.CharField(max_length=40)
    agent = models.CharField(max_length=20)
    model = models.CharField(max_length=60, blank=True)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    tokens_cache_read = models.PositiveIntegerField(default=0)
    tokens_cache_write = models.PositiveIntegerField(default=0)
    web_searches = models.PositiveSmallIntegerField(default=0)
    output_budget = models.PositiveIntegerField(default=0)
    context_tokens = models.PositiveIntegerField(default=0, help_text="What was sent.")
    context_window = models.PositiveIntegerField(default=0, help_text="Tokens of the model's window.")
    context_counted = models.BooleanField(
        default=False, help_text="By the provider; else estimated as characters / 3."
    )
    cost = models.DecimalField(max_digits=10, decimal_places=6, default=0, help_text="US dollars")
    latency_ms = models.PositiveIntegerField(default=0)
    stop_reason = models.CharField(max_length=40, blank=True)
    request_id = models.CharField(max_length=80, blank=True)
    left_out = models.CharField(
        max_length=200, blank=True, default="", help_text="Of the request: the server does not take it."
    )
    error = models.TextField(blank=True)
    request_body = models.TextField(blank=True, help_text="Only with RECORD_PROMPTS.")
    answer_body = models.TextField(blank=True, help_text="Only with RECORD_PROMPTS.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created"]
        indexes = [
            models.Index(fields=["created", "traveller"]),
            models.Index(fields=["trip", "created"]),
        ]

    def __str__(self) -> str:
        return f"{self.agent} {self.purpose} ({self.status})"

    @property
    def context_use(self) -> ContextUse | None:
        """How much of its window it took; None of a call from before this was written down."""
        if not self.context_window:
            return None
        return ContextUse(self.context_tokens, self.context_window, self.context_counted)


class Switchboard(models.Model):
    """One row: what staff can turn off at once."""

    models_on = models.BooleanField(
        default=True,
        verbose_name="model calls allowed",
        help_text="Off: the offline planner answers everybody.",
    )
    web_on = models.BooleanField(
        default=True,
        verbose_name="live web allowed",
        help_text="Off: agents plan without searching the web.",
    )
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = verbose_name_plural = "switchboard"

    def __str__(self) -> str:
        return "model calls on" if self.models_on else "model calls off"

    def save(self, *args, **kwargs) -> None:
        self.pk = 1
        super().save(*args, **kwargs)

    @classmethod
    def allows_models(cls) -> bool:
        row = cls.objects.filter(pk=1).first()
        return row is None or row.models_on

    @classmethod
    def allows_web(cls) -> bool:
        row = cls.objects.filter(pk=1).first()
        return row is None or row.web_on


class Chore(models.Model):
    """Work that one process does once in a while for all: when it was begun and ended last."""

    name = models.CharField(max_length=40, unique=True)
    begun = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    report = models.JSONField(default=dict, blank=True, help_text="What it did, as counts.")

    def __str__(self) -> str:
        return self.name


class WorkerSign(models.Model):
    """A worker's sign of life: one row a process, by the database's clock (agents/health.py)."""

    owner = models.CharField(max_length=120, unique=True, help_text="As a lease names it.")
    kind = models.CharField(max_length=10, help_text="Who works there: worker, threads or celery.")
    started = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField()

    def __str__(self) -> str:
        return self.owner
