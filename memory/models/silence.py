"""Messages that are no source: something forgotten had come from them, or nobody was to remember them."""

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


class UnheardMessage(models.Model):
    """It was sent while remembering was off: it stays part of its conversation, and nothing is ever learnt
    from it, whatever the switches say later."""

    message = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="unheard")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"message {self.message_id}"
