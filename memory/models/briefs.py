"""Copies for people: what an agent was last told about a trip, and what replaced old messages."""

from __future__ import annotations

from django.db import models

from trips.models import Trip


class AgentMemory(models.Model):
    """A copy of an agent's brief, for admin and export. The brief itself is built at every use."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="agent_memories")
    agent = models.CharField(max_length=20)
    text = models.TextField()
    hash = models.CharField(max_length=64)
    tokens = models.PositiveIntegerField(default=0, help_text="Counted as characters / 3.")
    lost = models.JSONField(default=list, blank=True, help_text="What did not fit, in the order it went.")
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["trip", "agent"]
        verbose_name = "agent memory"
        verbose_name_plural = "agent memories"
        constraints = [models.UniqueConstraint(fields=["trip", "agent"], name="agent_memory_once")]

    def __str__(self) -> str:
        return f"{self.agent} on trip {self.trip_id}"


class Summary(models.Model):
    """What replaced the messages of a trip up to a position in what a model reads."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="summaries")
    up_to = models.PositiveIntegerField(help_text="Position of the last message it stands for.")
    text = models.TextField()
    messages_removed = models.PositiveIntegerField()
    messages_kept = models.PositiveIntegerField()
    tokens_before = models.PositiveIntegerField(default=0)
    tokens_after = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=40, help_text="Why: size, count, or the provider's error.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["trip", "-up_to"]
        verbose_name_plural = "summaries"
        constraints = [models.UniqueConstraint(fields=["trip", "up_to"], name="summary_up_to_once")]

    def __str__(self) -> str:
        return f"messages up to {self.up_to}"
