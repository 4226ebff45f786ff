"""Whose words are these, and whose deed: the owner's, whose memory it would become, or another member's?

Only the owner's make something durable of the owner. Another member's count for notes of the trip, and only
while that member's own switch is on. And only the owner is answered from the owner's private memory: what an
answer rests on can be asked out of it. (What of a message is pasted: `memory/quotes.py`.)
"""

from __future__ import annotations

from django.db.models import Q

from config.acting import acting
from trips.models import Member, Message, Traveller, Trip, Turn


def owners_words(message: Message) -> bool:
    return message.author == Message.Author.TRAVELLER and message.by_owner


def heard() -> Q:
    """Messages of travellers that anything may be learnt from at all: the owner's, and those of members who
    let themselves be remembered. Not of an account that is gone: nobody can be asked. Nothing that was sent
    while remembering was off (`memory/hearing.py`)."""
    return Q(unheard=None) & (Q(by_owner=True) | Q(sender__is_active=True, sender__remember=True))


def unheard(*messages: int | None) -> set[int]:
    """Those of these messages that were sent while remembering was off."""
    keys = [pk for pk in messages if pk]
    return (
        set(Message.objects.filter(pk__in=keys, unheard__isnull=False).values_list("pk", flat=True))
        if keys
        else set()
    )


def owners_deed(trip: Trip, message: Message | None = None) -> bool:
    """Was it done with words of the owner's; without words, by a page of the owner's or by nobody's?"""
    if message is not None:
        return owners_words(message)
    person = acting()
    return person is None or _owns(person, trip)


def asked_by_owner(turn: Turn | None) -> bool:
    """May agents be told what is remembered of the owner beyond this trip? In a turn that answers the owner's
    words; one without any message is nobody's. None: no turn runs, the owner or staff looks."""
    if turn is None:
        return True
    message = message_of(turn)
    return message is not None and owners_words(message)


def may_learn_from(trip: Trip, turn: Turn) -> bool:
    """Not from a turn that a member asked for, nor from a click of theirs, while they are not remembered."""
    message = message_of(turn)
    if message is not None and not Message.objects.filter(heard(), pk=message.pk).exists():
        return False
    person = acting()
    return person is None or _owns(person, trip) or bool(person.is_active and person.remember)


def _owns(person: Traveller, trip: Trip) -> bool:
    return Member.objects.filter(trip=trip, role=Member.Role.OWNER, traveller=person.pk).exists()


def message_of(turn: Turn) -> Message | None:
    """The traveller's message that a turn answers; a retry answers that of the turn it repeats."""
    while turn.retry_of is not None:
        turn = turn.retry_of
    return turn.messages.filter(author=Message.Author.TRAVELLER).first()
