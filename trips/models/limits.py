"""How often somebody did something lately (trips/limits.py)."""

from __future__ import annotations

from django.db import models


class Tally(models.Model):
    """One count in one window of time. Deleting the row lifts the limit."""

    key = models.CharField(max_length=160, unique=True, help_text="What is counted, and whose.")
    count = models.PositiveIntegerField()
    until = models.BigIntegerField(db_index=True, help_text="End of the window, seconds since 1970.")

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return self.key
