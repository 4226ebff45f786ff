"""Notes: single remembered sentences, who said them, who may read them, and where they were used."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from trips.models import Member, Message, Option, Trip, Turn


class AuthorKind(models.TextChoices):
    """Whose words a remembered sentence rests on."""

    TRAVELLER = "traveller"
    AGENT = "agent"
    TOOL = "tool"
    STAFF = "staff"


class NoteQuerySet(models.QuerySet["Note"]):
    def active(self) -> NoteQuerySet:
        return self.filter(status=Note.Status.ACTIVE)

    def owned_by(self, owner) -> NoteQuerySet:
        """Fails closed: nobody's notes without an owner."""
        return self.filter(owner=owner) if owner else self.none()


class Note(models.Model):
    """One remembered sentence. `trip` null: it is about the traveller, not about one trip."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", "waits to be accepted; in no brief"
        ACTIVE = "active"
        SUPERSEDED = "superseded", "a newer note says otherwise"
        RETIRED = "retired"
        FORGOTTEN = "forgotten", "hidden everywhere, purged after the days of undo"

    STANDING = (Status.PROPOSED, Status.ACTIVE)

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    trip = models.ForeignKey(Trip, null=True, blank=True, on_delete=models.CASCADE, related_name="notes")
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.CASCADE, related_name="notes")
    agent = models.CharField(
        max_length=20, blank=True, help_text="Whose note it is; empty: the traveller's own."
    )
    option = models.ForeignKey(Option, null=True, blank=True, on_delete=models.CASCADE, related_name="notes")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="notes")
    message = models.ForeignKey(
        Message,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="notes",
        help_text="Its source.",
    )
    quote = models.TextField(blank=True, help_text="The words of the source it rests on.")
    author = models.CharField(max_length=9, choices=AuthorKind.choices)
    text = models.CharField(max_length=500)
    hash = models.CharField(max_length=64, editable=False, help_text="Of the normalised text.")
    scope = models.CharField(
        max_length=60, editable=False, help_text="trip:member:agent, for the rule below."
    )
    pinned = models.BooleanField(default=False)
    shared = models.BooleanField(default=False, help_text="Other agents may read it, from the next turn on.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ACTIVE)
    supersedes = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="superseded_by"
    )
    valid_from = models.DateField(null=True, blank=True)
    valid_to = models.DateField(
        null=True, blank=True, help_text="The last day it holds, where the traveller is."
    )
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    closed = models.DateTimeField(null=True, blank=True, help_text="When it stopped standing.")
    status_before = models.CharField(
        max_length=10, blank=True, editable=False, help_text="Of a forgotten note: what an undo gives back."
    )

    objects = NoteQuerySet.as_manager()
    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        ordering = ["-created", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "scope", "hash"],
                condition=Q(status__in=["proposed", "active"]),
                name="note_stands_once",
            )
        ]
        indexes = [
            models.Index(fields=["owner", "trip", "status", "-created"]),
            models.Index(fields=["trip", "agent", "status", "-created"]),
            models.Index(fields=["status", "-created"]),
            models.Index(fields=["closed"], condition=Q(status="forgotten"), name="notes_to_purge"),
            # Staff's list: the newest of all, of an author, of those pinned, shared, or about the traveller.
            models.Index(fields=["-created", "-id"], name="notes_newest"),
            # With what else they filter by at the end: what is looked through is the index, not the notes.
            models.Index(
                fields=["agent", "-created", "status", "pinned", "shared", "author"], name="notes_of_agent"
            ),
            models.Index(
                fields=["author", "-created", "status", "pinned", "shared", "agent"], name="notes_of_author"
            ),
            models.Index(
                fields=["-created", "status", "shared", "agent", "author"],
                condition=Q(pinned=True),
                name="notes_pinned",
            ),
            models.Index(
                fields=["-created", "status", "pinned", "agent", "author"],
                condition=Q(shared=True),
                name="notes_shared",
            ),
            models.Index(fields=["trip", "-created"], name="notes_of_trip"),
            # A brief takes the newest few of each kind, however many others there are (memory/remembered.py).
            # SQLite takes the index with the most columns it has values for, so `status` is among them.
            models.Index(
                fields=["trip", "agent", "status", "-created"],
                condition=Q(pinned=True, status="active"),
                name="notes_pinned_of_a_trip",
            ),
            models.Index(
                fields=["owner", "trip", "status", "-created"],
                condition=Q(shared=True, status="active"),
                name="notes_shared_of_a_trip",
            ),
            models.Index(
                fields=["owner", "trip", "status", "-created"],
                condition=Q(trip=None, pinned=True, status="active"),
                name="notes_pinned_for_all",
            ),
            models.Index(
                fields=["owner", "trip", "status", "-created"],
                condition=Q(trip=None, shared=True, status="active"),
                name="notes_shared_for_all",
            ),
            models.Index(
                fields=["owner", "agent", "status", "-created"],
                condition=Q(trip=None, status="active"),
                name="notes_for_all_trips",
            ),
            # PostgreSQL takes rows in an index's order only behind columns that equal something, and `trip IS
            # NULL` does not count: without these it sorts all that is pinned, or reads everybody's notes.
            models.Index(
                fields=["owner", "status", "-created"],
                condition=Q(trip=None, pinned=True, status="active"),
                name="notes_pinned_of_an_owner",
            ),
            models.Index(
                fields=["owner", "status", "-created"],
                condition=Q(trip=None, shared=True, status="active"),
                name="notes_shared_of_an_owner",
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class NoteUse(models.Model):
    """A note, or a line of a namespace, was in what an agent read in a turn."""

    note = models.ForeignKey(Note, null=True, blank=True, on_delete=models.CASCADE, related_name="uses")
    line = models.ForeignKey(
        "memory.DocumentLine", null=True, blank=True, on_delete=models.CASCADE, related_name="uses"
    )
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="note_uses")
    agent = models.CharField(max_length=20)
    searched = models.BooleanField(default=False, help_text="Found by a search, not part of the brief.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["note", "turn", "agent"], condition=Q(note__isnull=False), name="note_use_once"
            ),
            models.UniqueConstraint(
                fields=["line", "turn", "agent"], condition=Q(line__isnull=False), name="line_use_once"
            ),
            models.CheckConstraint(
                condition=Q(note__isnull=False, line__isnull=True) | Q(note__isnull=True, line__isnull=False),
                name="use_of_one",
            ),
        ]
        indexes = [models.Index(fields=["agent", "-created"])]

    def __str__(self) -> str:
        return f"{self.note_id or self.line_id} by {self.agent}"
