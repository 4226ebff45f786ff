"""What goes with a deleted trip although its row stays: a model call keeps its cost, not its words."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from agents.models import ModelCall
from trips.models import Trip


@receiver(pre_delete, sender=Trip)
def forget_words_of_calls(instance: Trip, **_: Any) -> None:
    """Errors quote what a model said; request and answer are there with RECORD_PROMPTS."""
    ModelCall.objects.filter(trip=instance).update(request_body="", answer_body="", error="", request_id="")
