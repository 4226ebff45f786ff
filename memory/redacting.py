"""A message's words go, at the traveller's wish: from the conversation, and from all that repeats them."""

from __future__ import annotations

import re

from django.db import transaction

from memory import leftovers
from memory.models import DocumentLine, Note
from memory.scrubbing import REMOVED, scrub_domain, scrub_memory
from memory.signals import words_purged
from memory.silencing import elsewhere, silence
from memory.tombstones import locked_owner
from memory.words import words_of
from trips.models import Message, Traveller
from trips.signals import message_redacted

__all__ = ["REMOVED", "redact_message"]

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_FEWEST_WORDS = 3  # a shorter sentence ("Yes, please.") is nobody's


@transaction.atomic
def redact_message(message: Message) -> Message:
    """Put REMOVED in the place of its text, everywhere. The row stays, so that positions and answers do.

    What was learnt from it is still remembered, without the quote; forget it beside this. Sends
    `message_redacted`.
    """
    owner = message.trip.owner
    if owner is None:
        return message
    locked_owner(owner)
    message.refresh_from_db()
    keys = {message.pk}
    parts = {part.strip() for part in _SENTENCE.split(message.text) if len(part.split()) >= _FEWEST_WORDS}
    words = words_of({message.text, *parts}, elsewhere(owner, keys))
    Message.objects.filter(pk=message.pk).update(text=REMOVED)
    message.text = REMOVED
    silence(owner, keys, words, for_good=True)
    for model in (Note, DocumentLine):
        model.objects.filter(message=message).update(quote="")
        model.history.filter(message_id=message.pk).update(quote="")
    turns = {message.turn_id} - {None}
    scrub_memory(owner, words, keys, turns)
    scrub_domain(owner, words, keys)
    words_purged.send(sender=Traveller, owner=owner, words=words, messages=keys, turns=turns)
    leftovers.clear()
    message_redacted.send(sender=Message, message=message)
    return message
