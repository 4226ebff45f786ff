"""Documents: the traveller's namespaces as ordered lines with sources, and agents' self-managed texts."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from memory.models.notes import AuthorKind
from trips.models import Message, Trip, Turn


class Document(models.Model):
    """Either a traveller's namespace (owner and namespace) or an agent's own text (trip and agent)."""

    class Namespace(models.TextChoices):
        PROFILE = "profile"
        COMPANY = "company"
        PREFERENCES = "preferences"
        EPISODES = "episodes"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="documents"
    )
    namespace = models.CharField(max_length=12, choices=Namespace.choices, blank=True)
    trip = models.ForeignKey(Trip, null=True, blank=True, on_delete=models.CASCADE, related_name="documents")
    agent = models.CharField(max_length=20, blank=True)
    text = models.TextField(blank=True, help_text="Of a self-managed document; a namespace has lines.")
    version = models.PositiveIntegerField(
        default=0, help_text="Goes up with every change; a writer names it."
    )
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "namespace"], condition=Q(owner__isnull=False), name="document_a_namespace"
            ),
            models.UniqueConstraint(
                fields=["trip", "agent"], condition=Q(trip__isnull=False), name="document_an_agent"
            ),
            models.CheckConstraint(
                condition=Q(owner__isnull=False, trip__isnull=True, agent="")
                | Q(owner__isnull=True, trip__isnull=False, namespace=""),
                name="document_of_one_kind",
            ),
        ]

    def __str__(self) -> str:
        return self.namespace or f"{self.agent}'s own memory"


class DocumentLine(models.Model):
    """One line of a namespace, with where it came from."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", "waits to be accepted; in no brief"
        ACTIVE = "active"
        RETIRED = "retired"
        FORGOTTEN = "forgotten", "hidden everywhere, purged after the days of undo"

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="lines")
    position = models.PositiveIntegerField()
    text = models.CharField(max_length=500)
    hash = models.CharField(max_length=64, editable=False, help_text="Of the normalised text.")
    message = models.ForeignKey(
        Message, null=True, blank=True, on_delete=models.SET_NULL, related_name="+", help_text="Its source."
    )
    also_said = models.ManyToManyField(
        Message, blank=True, related_name="+", help_text="Messages that say the same words again."
    )
    trip = models.ForeignKey(Trip, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    quote = models.TextField(blank=True)
    author = models.CharField(max_length=9, choices=AuthorKind.choices)
    reason = models.CharField(max_length=300, blank=True, help_text="Why it was added or changed.")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.ACTIVE)
    replaces = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaced_by"
    )
    since = models.DateTimeField(auto_now_add=True)
    closed = models.DateTimeField(null=True, blank=True, help_text="When it stopped standing.")
    status_before = models.CharField(
        max_length=9, blank=True, editable=False, help_text="Of a forgotten line: what an undo gives back."
    )

    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        ordering = ["document", "position", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "hash"],
                condition=Q(status__in=["proposed", "active"]),
                name="line_stands_once",
            )
        ]
        indexes = [
            models.Index(fields=["document", "status", "position"]),
            models.Index(fields=["closed"], condition=Q(status="forgotten"), name="lines_to_purge"),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class DocumentVersion(models.Model):
    """What a document said after each change: who changed it, and why."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    reason = models.CharField(max_length=300, blank=True)
    by = models.CharField(max_length=80, help_text="An agent's name, 'traveller', or a staff user name.")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["document", "-number"]
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="document_version_once")]

    def __str__(self) -> str:
        return f"version {self.number}"
