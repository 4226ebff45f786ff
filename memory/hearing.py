"""What is said while a switch is off is not heard: that is kept with the message, when it is sent.

The switches say what holds now; a job may look at a message long after it was sent. So the moment counts, of
the operator's, the owner's and the trip's switch, and for another member's words of that member's own.
"""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from memory.models import UnheardMessage
from memory.switches import remembers
from trips.models import Message


@receiver(post_save, sender=Message, dispatch_uid="memory.hearing.message")
def _message_sent(instance: Message, created: bool, raw: bool = False, **_: Any) -> None:
    if created and not raw and instance.author == Message.Author.TRAVELLER and not _heard(instance):
        UnheardMessage.objects.create(message=instance)


def _heard(message: Message) -> bool:
    if not remembers(message.trip.owner, message.trip):
        return False
    person = message.sender
    return message.by_owner or person is None or bool(person.is_active and person.remember)
