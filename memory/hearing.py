"""What is said while a switch is off is not heard: that is kept with the message, when it is sent.

The switches say what holds now; a job may look at a message long after it was sent. So the moment counts, of
the operator's, the owner's and the trip's switch, and for another member's words of that member's own. What
was said before a trip or a traveller was forgotten is not heard any more either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from memory.models import UnheardMessage
from memory.switches import remembers
from trips.models import Message, Trip


@receiver(post_save, sender=Message, dispatch_uid="memory.hearing.message")
def _message_sent(instance: Message, created: bool, raw: bool = False, **_: Any) -> None:
    if created and not raw and instance.author == Message.Author.TRAVELLER and not _heard(instance):
        UnheardMessage.objects.create(message=instance)


def heard_no_more(trips: Iterable[Trip]) -> None:
    """Nothing is learnt later of what travellers have said on these trips so far."""
    said = Message.objects.filter(trip__in=list(trips), author=Message.Author.TRAVELLER, unheard=None)
    rows = [UnheardMessage(message_id=pk) for pk in said.values_list("pk", flat=True)]
    UnheardMessage.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)


def _heard(message: Message) -> bool:
    if not remembers(message.trip.owner, message.trip):
        return False
    person = message.sender
    return message.by_owner or person is None or bool(person.is_active and person.remember)
