"""What the owner has said on this trip about what a question names, in those very words, the newest first.

Runs in the database's thread.
"""

from __future__ import annotations

from agents.remembered import Recalled
from agents.view import TripView
from memory import fitting
from memory.about_memory import about_memory
from memory.quotes import own_words
from memory.whose import asked_by_owner
from trips.models import Message, Trip, Turn
from trips.reading.bounded import SENTENCE
from trips.reading.questions import asked_back

MOST = 3  # sentences
#: So many of the newest messages are looked through.
MESSAGES = 300


def said_here(trip: Trip, turn: Turn, view: TripView) -> tuple[Recalled, ...]:
    """() where the question names nothing, or somebody else asks."""
    wanted = fitting.telling(asked_back(view.message))
    if not wanted or not asked_by_owner(turn):
        return ()
    said = Message.objects.filter(
        trip=trip, author=Message.Author.TRAVELLER, by_owner=True, silence=None, position__lt=view.position
    )
    found: dict[str, Recalled] = {}
    for message in said.select_related("turn").order_by("-position")[:MESSAGES]:
        if about_memory(message):
            continue
        for sentence in SENTENCE.findall(own_words(message.text)):
            sentence = " ".join(sentence.split())
            if sentence.endswith("?") or not fitting.says(sentence, wanted):
                continue
            row = Recalled(
                kind="message", pk=message.pk, author="traveller", trip=trip.pk,
                turn=message.turn.number if message.turn else 0, said_on=message.created.date(),
                body=sentence,
                by_owner=True,
            )  # fmt: skip
            found.setdefault(sentence.casefold(), row)
        if len(found) >= MOST:
            break
    return tuple(found.values())[:MOST]
