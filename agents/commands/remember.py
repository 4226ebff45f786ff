"""/remember: the traveller's own hand on what is remembered, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from agents.commands.registry import Command, register
from agents.outcome import Outcome, plain_answer
from agents.runtime.db_thread import in_database
from agents.thinking import Thinking
from agents.view import TripView
from config import clock
from memory import contradicting, notes, said_twice
from memory.models.notes import AuthorKind
from memory.switches import remembers
from memory.text import LONGEST, one_line
from memory.tombstones import buried
from memory.whose import message_of
from trips.catalogue.names import words
from trips.models import Message, Trip, Turn
from trips.reading.memory import Validity, validity
from trips.reading.routing.memory_orders import without_lead

WHAT = "What shall I {verb}? Write it after the command: /{verb} {example}"
NOT_YOURS = "Only the trip's owner can have something remembered or forgotten here."
MARKS = "That holds marks which stand around what is remembered. Write it as a plain sentence."
SWITCHED_OFF = "remembering is switched off. The page of what is remembered has the switch."
FORGOTTEN = "you had it forgotten, and it does not come back by the same words."


@dataclass(frozen=True)
class Remembers:
    """A sentence about the traveller, in their own words, pinned. `holds`: how long, as it says itself; what
    is for this trip only is a note of the trip."""

    text: str
    holds: Validity = Validity()

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        if trip.owner is None or message is None:
            return ""
        lines = [] if self.holds.ends else said_twice.lines_for(trip.owner, self.text, self.text, message)
        if lines:  # it stands already
            said_twice.said_in_too(lines, message)
            return ""
        done = notes.write(
            owner=trip.owner,
            trip=trip if self.holds.this_trip else None,
            text=self.text,
            author=AuthorKind.TRAVELLER,
            turn=turn,
            message=message,
            quote=self.text,
            pinned=True,
            valid_from=self.holds.first,
            valid_to=self.holds.last or (trip.end if self.holds.this_trip else None),
        )
        if done.stands:
            contradicting.settle(done.note)
        if done.outcome == "refused":
            return f"Not kept: {done.reason}"
        return (
            f"It waits for your yes on the page of what is remembered: {done.reason}" if done.reason else ""
        )


async def _remember(thinking: Thinking, argument: str) -> Outcome:
    argument_words = without_lead(argument)
    text = one_line(argument_words)
    if not text:
        return plain_answer(WHAT.format(verb="remember", example="I always want a quiet room"))
    if len(text) > LONGEST:
        return plain_answer(f"That is too long to remember as one sentence: {LONGEST} characters at most.")
    trip, by_owner = await in_database(owner_speaks, thinking.view)
    if not by_owner:
        return plain_answer(NOT_YOURS)
    if words(text) != words(argument_words):
        return plain_answer(MARKS)
    holds = validity(text, clock.today())
    why_not = await in_database(_why_not, trip, text)
    return Outcome(
        mode="ANSWER",
        reply=f"I do not keep that: {why_not}" if why_not else f"I keep that {_how_long(holds)}: “{text}”",
        effects=[Remembers(text, holds)],
        links=[("What we remember", f"{reverse('memory')}?trip={trip.uuid}")],
        next_step="Go on with the trip.",
    )


def _why_not(trip: Trip, text: str) -> str:
    """What stands against keeping it, as it is known before it is written."""
    if not remembers(trip.owner, trip):
        return SWITCHED_OFF
    return FORGOTTEN if buried(trip.owner, text) else ""


def _how_long(holds: Validity) -> str:
    """ "for this trip and those that follow", "until 31 March 2027"."""
    days = [f"{word} {day:%-d %B %Y}" for word, day in (("from", holds.first), ("until", holds.last)) if day]
    if holds.this_trip:
        return " ".join(["for this trip", *days])
    return " ".join(days) if holds.last else " ".join(["for this trip and those that follow", *days])


def owner_speaks(view: TripView) -> tuple[Trip, bool]:
    """The trip, and whether its owner says this."""
    trip = Trip.objects.get(pk=view.trip_id)
    message = message_of(Turn.objects.get(pk=view.turn_id))
    return trip, trip.owner is not None and (message is None or message.by_owner)


register(
    Command(
        "remember",
        "/remember TEXT",
        "keep something about you for all trips",
        _remember,
        arguments=lambda view: ("I always want a quiet room",),
    )
)
