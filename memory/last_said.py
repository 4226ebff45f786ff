""" "Scratch that", and nothing else: what the message before taught is forgotten, and can be brought back."""

from __future__ import annotations

from django.db import transaction

from memory import spoken
from memory.contradicting import said_before
from memory.extraction_offline import lasting_sentences
from memory.hiding import forget_rows
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.quotes import own_words
from memory.silencing import STANDING, silence
from memory.tombstones import locked_owner
from memory.words import Words
from trips.models import Message
from trips.reading.memory.amending import drops_all


@transaction.atomic
def taken_back(message: Message) -> bool:
    """Is this all that a message of the owner's says? Then what was learnt of the one before goes, and what
    still waits to be learnt of it."""
    if not drops_all(own_words(message.text)):
        return False
    owner = locked_owner(message.trip.owner)
    for before in said_before(message):
        rows = [
            *Note.objects.filter(owner=owner, message=before, status__in=STANDING).exclude(quote=""),
            *DocumentLine.objects.filter(
                document__owner=owner, message=before, status__in=STANDING, author=AuthorKind.AGENT
            ),
        ]
        if rows:
            forget_rows(owner, rows, by="traveller")
        elif spoken.tells(before) or lasting_sentences(own_words(before.text)):
            silence(owner, {before.pk}, Words(frozenset(), frozenset()), for_good=True)
    return True
