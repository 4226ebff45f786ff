"""Extraction: one row a job, which is its own outbox; and what may never be learnt again."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from trips.models import Turn


class Extraction(models.Model):
    """Learn from one agent's work in one turn. Written with the turn, done afterwards."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    class Kind(models.TextChoices):
        NOTES = "notes", "notes of an agent"
        DOCUMENTS = "documents", "lines of the traveller's namespaces"
        SELF = "self", "an agent rewrites its own memory"

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="extractions")
    agent = models.CharField(max_length=20)
    option_position = models.PositiveSmallIntegerField(default=0, help_text="0: not about one option.")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.NOTES)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    source = models.JSONField(default=dict, blank=True, help_text="What it is to learn from.")
    sent = models.TextField(blank=True)
    answer = models.TextField(blank=True)
    results = models.JSONField(
        default=list, blank=True, help_text="Added, merged, refused and why, line by line."
    )
    error = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "agent", "option_position", "kind"], name="extraction_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["created"], condition=Q(status__in=["waiting", "running"]), name="extractions_to_do"
            ),
            models.Index(fields=["-created", "-id"], name="extractions_newest"),
            models.Index(fields=["status", "-created"], name="extractions_by_status"),
        ]

    def __str__(self) -> str:
        return f"{self.agent} in turn {self.turn_id}"


class Tombstone(models.Model):
    """The hash of a forgotten sentence: it can not be learnt again."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tombstones")
    hash = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "hash"], name="tombstone_once")]

    def __str__(self) -> str:
        return self.hash[:12]
