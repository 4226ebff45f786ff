"""What goes with a deleted trip, and with forgotten words: a model call keeps its cost, an event its place in
the log, neither its words."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from agents.models import ModelCall, StepResult, TurnEvent
from memory.scrubbing import scrub_rows
from memory.signals import words_purged
from memory.words import Words
from trips.models import Traveller, Trip, Turn


@receiver(pre_delete, sender=Trip)
def forget_words_of_calls(instance: Trip, **_: Any) -> None:
    """Errors quote what a model said; request and answer are there with RECORD_PROMPTS."""
    _empty(ModelCall.objects.filter(trip=instance))


@receiver(words_purged)
def forget_purged_words(owner: Traveller, words: Words, turns: set[int], **_: Any) -> None:
    """Calls of the turns the words came from or were used in lose all of theirs, others where they hold them.
    A step of a finished turn is of no use any more and goes; every other row is scrubbed."""
    trips = Trip.objects.owned_by(owner)
    calls = ModelCall.objects.filter(Q(trip__in=trips) | Q(traveller=owner))
    _empty(calls.filter(turn__in=turns))
    holding = [
        call.pk
        for call in calls.only("request_body", "answer_body", "error").iterator(chunk_size=200)
        if any(map(words.within, (call.request_body, call.answer_body, call.error)))
    ]
    for start in range(0, len(holding), 500):
        _empty(ModelCall.objects.filter(pk__in=holding[start : start + 500]))
    steps = StepResult.objects.filter(turn__trip__in=trips)
    steps.filter(turn__in=turns).exclude(turn__status__in=Turn.UNFINISHED).delete()
    scrub_rows(steps, words, values=("output",))
    scrub_rows(TurnEvent.objects.filter(turn__trip__in=trips), words, values=("data",))


def _empty(calls) -> None:
    calls.update(request_body="", answer_body="", error="", request_id="")
