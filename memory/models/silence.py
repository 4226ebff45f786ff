"""Messages that are no source any more: something that was forgotten had come from them."""

from __future__ import annotations

from django.db import models

from trips.models import Message


class SilentMessage(models.Model):
    """It stays in the conversation; nothing is learnt from it, and no search finds it."""

    message = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="silence")
    for_good = models.BooleanField(
        default=False, help_text="What was forgotten is purged: no undo lifts this."
    )
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"message {self.message_id}"
