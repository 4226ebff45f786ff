"""Who said a message, by name: where the trip's owner reads, they are "you"; anybody else is named."""

from __future__ import annotations

from collections.abc import Iterable

from trips.models import Member, Message

#: Whose account is gone, who was taken off the trip, or who has no name there.
SOMEBODY = "a fellow traveller"


def sender_among(message: Message, members: Iterable[Member]) -> str:
    """The name of the member who wrote it; empty for the owner's messages and for those of agents."""
    if message.by_owner or message.author != Message.Author.TRAVELLER:
        return ""
    if message.sender_id is None:
        return SOMEBODY
    return next((one.name for one in members if one.traveller_id == message.sender_id), "") or SOMEBODY


def senders_of(messages: Iterable[Message]) -> dict[int, str]:
    """Names by message, only of those that are not the owner's; one query, and none without any."""
    others = [message for message in messages if not message.by_owner]
    if not others:
        return {}
    members: dict[int, list[Member]] = {}
    for member in Member.objects.filter(trip__in={message.trip_id for message in others}):
        members.setdefault(member.trip_id, []).append(member)
    named = {message.pk: sender_among(message, members.get(message.trip_id, ())) for message in others}
    return {pk: name for pk, name in named.items() if name}
