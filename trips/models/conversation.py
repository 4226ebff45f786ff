"""What was said, what was done to answer it, and what was asked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from trips.models.trip import Trip


class Turn(models.Model):
    """Everything done to answer one message. `agents/turns.py` moves it from state to state."""

    class Kind(models.TextChoices):
        CHAT = "chat"
        COMMAND = "command"
        JOB = "job"

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        STOPPED = "stopped"

    UNFINISHED = (Status.QUEUED, Status.RUNNING)

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.CHAT)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    enqueued_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    lease_owner = models.CharField(max_length=120, blank=True)
    lease_token = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    stop_requested_at = models.DateTimeField(null=True, blank=True)
    last_seq = models.PositiveIntegerField(default=0)
    facts_version_seen = models.PositiveIntegerField(null=True, blank=True)
    retry_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="retries"
    )
    mind = models.CharField(max_length=12, blank=True, help_text="Which mind answered: claude or offline.")
    command = models.CharField(
        max_length=200, blank=True, help_text="The command line a job carries out; empty for a message."
    )
    mode = models.CharField(max_length=10, blank=True)
    short_summary = models.TextField(blank=True)
    next_step = models.TextField(blank=True)
    #: What the page shows beside the words: tasks, summary lines, notes. Written once, with the answer.
    result = models.JSONField(default=dict, blank=True)
    error = models.TextField(blank=True, help_text="The plain sentence the traveller was told.")

    class Meta:
        ordering = ["trip", "number"]
        constraints = [
            models.UniqueConstraint(fields=["trip", "number"], name="turn_number_in_trip"),
            models.UniqueConstraint(
                fields=["trip"],
                condition=Q(status="running", kind__in=["chat", "command"]),
                name="one_running_turn_a_trip",
            ),
            models.UniqueConstraint(
                fields=["trip"], condition=Q(status="running", kind="job"), name="one_running_job_a_trip"
            ),
        ]
        indexes = [
            models.Index(
                fields=["enqueued_at"], condition=Q(status__in=["queued", "running"]), name="unfinished_turns"
            )
        ]

    def __str__(self) -> str:
        return f"turn {self.number} of trip {self.trip_id} ({self.status})"

    @property
    def finished(self) -> bool:
        return self.status not in self.UNFINISHED

    @property
    def seconds(self) -> float | None:
        if not self.started_at:
            return None
        return ((self.finished_at or timezone.now()) - self.started_at).total_seconds()


class Message(models.Model):
    """One line of the conversation, verbatim."""

    class Author(models.TextChoices):
        TRAVELLER = "traveller"
        AGENT = "agent"
        SYSTEM = "system"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="messages")
    position = models.PositiveIntegerField()
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.CASCADE, related_name="messages")
    author = models.CharField(max_length=10, choices=Author.choices)
    agent = models.CharField(max_length=20, blank=True)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Whose account wrote it; empty: the trip's owner, or an account that is gone.",
    )
    #: Stays when the sender's account goes: somebody else's words never become the owner's.
    by_owner = models.BooleanField("by the trip's owner", default=True)
    text = models.TextField()
    client_key = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001  (null is not unique)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["trip", "position"]
        constraints = [
            models.UniqueConstraint(fields=["trip", "position"], name="message_position_in_trip"),
            models.UniqueConstraint(fields=["trip", "client_key"], name="message_client_key_in_trip"),
        ]

    def __str__(self) -> str:
        return f"{self.author}: {self.text[:60]}"


class QuestionQuerySet(models.QuerySet["Question"]):
    def open(self) -> QuestionQuerySet:
        return self.filter(status=Question.Status.ASKED)


class Question(models.Model):
    """An entry of the ledger. Its identity is topic and subject, never the words."""

    class Status(models.TextChoices):
        ASKED = "asked", "open"
        ANSWERED = "answered"
        WITHDRAWN = "withdrawn"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="questions")
    topic = models.CharField(max_length=60)
    subject = models.CharField(max_length=120, blank=True)
    text = models.TextField()
    suggestions = models.JSONField(default=list, blank=True)
    required = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ASKED)
    asked_by = models.CharField(max_length=20)
    asked_in = models.ForeignKey(
        Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="questions_asked"
    )
    answered_by = models.ForeignKey(
        Message, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answer = models.TextField(blank=True)
    assumption = models.TextField(blank=True, help_text="For a withdrawn question: what is assumed instead.")
    created = models.DateTimeField(auto_now_add=True)
    closed = models.DateTimeField(null=True, blank=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        ordering = ["trip", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["trip", "topic", "subject"],
                condition=Q(status="asked"),
                name="one_open_question_a_topic",
            )
        ]

    def __str__(self) -> str:
        return self.text
