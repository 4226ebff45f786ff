"""What can be searched of one owner: messages, notes, lines, what was found out. The words of each, never its
text.

A row's `terms` are what the database's full text finds (`memory/fulltext.py`): stems behind the owner's
number, so that a word of one owner is another token than the same word of another.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from trips.models import Trip, Turn


class SearchRow(models.Model):
    """The words of one row (`memory/indexing.py` and `memory/indexing_found.py` write them with it)."""

    class Kind(models.TextChoices):
        MESSAGE = "message"
        NOTE = "note"
        LINE = "line"
        FINDING = "finding"
        INTEL = "intel"
        SUMMARY = "summary"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="search_rows", db_index=False
    )
    trip = models.ForeignKey(
        Trip, null=True, blank=True, on_delete=models.CASCADE, related_name="search_rows"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    object_id = models.PositiveBigIntegerField()
    namespace = models.CharField(max_length=12, blank=True)
    author = models.CharField(
        max_length=80, blank=True, help_text="traveller, an agent's name, or a member's."
    )
    group = models.CharField(
        max_length=40, blank=True, help_text="Neighbours share it: a trip's conversation."
    )
    position = models.PositiveIntegerField(default=0, help_text="In its group.")
    terms = models.TextField(
        blank=True,
        help_text="Stems of the text, of the one before and of the one after it, with bars between.",
    )
    words = models.PositiveIntegerField(default=0, help_text="How many words the three have.")
    said_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "object_id", "owner"], name="search_row_once")]
        indexes = [
            models.Index(fields=["owner", "id"], name="search_rows_of_owner"),
            models.Index(fields=["owner", "group", "position"]),
            # `object_id` before `words`: the first so many are those of any length, not the shortest.
            models.Index(
                fields=["owner", "trip", "kind", "namespace", "object_id", "words"],
                name="search_rows_measured",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.object_id}"


class SearchLog(models.Model):
    """A search of an agent or on a page: how much it found and how long it took, never what was asked."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="searches")
    agent = models.CharField(max_length=20, blank=True, help_text="Empty: the traveller's own page.")
    namespace = models.CharField(max_length=12, blank=True)
    found = models.PositiveIntegerField()
    milliseconds = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["created"])]

    def __str__(self) -> str:
        return f"{self.found} found"
