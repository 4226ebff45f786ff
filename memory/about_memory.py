"""Which messages speak of memory itself: their command keeps or forgets what they name."""

from __future__ import annotations

import re

from django.db.models import QuerySet

from trips.models import Message, Turn

#: The commands whose words say what to do with what is remembered.
COMMANDS = frozenset({"remember", "forget", "memory"})
#: Those that say nothing of the traveller: whoever asks or takes back names what it is about.
NAMING = ("forget", "memory")
_LINE = re.compile(r"\A\s*/(?:remember|forget|memory)\b", re.IGNORECASE)


def about_memory(message: Message, turn: Turn | None = None) -> bool:
    """Was it answered by one of these commands, or is it the line of one? `turn`: the one that answers it."""
    turn = turn or message.turn
    commanded = turn is not None and turn.result.get("command") in COMMANDS
    return commanded or _LINE.match(message.text) is not None


def naming(messages: QuerySet[Message]) -> QuerySet[Message]:
    """Those of the messages that only named something remembered: to see it, or to have it forgotten."""
    return messages.filter(turn__result__command__in=NAMING)
