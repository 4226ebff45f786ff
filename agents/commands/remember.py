"""/remember and /forget: the traveller's own hand on what is remembered, in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.urls import reverse

from agents.commands.registry import Command, register
from agents.database import in_database
from agents.outcome import Outcome
from agents.thinking import Thinking
from agents.view import TripView, message_of
from config import clock
from memory import bounds, forgetting, kept, notes, quotes
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.stemming import stem
from memory.text import LONGEST, Refused, one_line
from trips.models import Message, Trip, Turn

WHAT = "What shall I {verb}? Write it after the command: /{verb} {example}"
MANY = 3  # more sentences than this are not forgotten at one word
NOT_YOURS = "Only the trip's owner can have something remembered or forgotten here."
_LEAD = re.compile(r"^(?:that|please|about|the fact that|what i said about)\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]{2,}")


@dataclass(frozen=True)
class Remembers:
    """A sentence about the traveller, in their own words, pinned. `holds`: how long, as it says itself; what
    is for this trip only is a note of the trip."""

    text: str
    holds: bounds.Said = bounds.Said()

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        if trip.owner is None or message is None:
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
        if done.outcome == "refused":
            return f"Not kept: {done.reason}"
        return (
            f"It waits for your yes on the page of what is remembered: {done.reason}" if done.reason else ""
        )


@dataclass(frozen=True)
class Forgets:
    """Notes and lines by their keys; each can be undone for some days."""

    notes: tuple[int, ...]
    lines: tuple[int, ...]

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        rows = [*Note.objects.filter(pk__in=self.notes), *DocumentLine.objects.filter(pk__in=self.lines)]
        try:
            for row in rows:
                forgetting.forget(row, trip.owner)
        except Refused as refused:
            return str(refused)
        return ""


async def _remember(thinking: Thinking, argument: str) -> Outcome:
    text = one_line(_LEAD.sub("", argument.strip()))
    if not text:
        return _answer(WHAT.format(verb="remember", example="I always want a quiet room"))
    if len(text) > LONGEST:
        return _answer(f"That is too long to remember as one sentence: {LONGEST} characters at most.")
    trip, by_owner = await in_database(_whose, thinking.view)
    if not by_owner:
        return _answer(NOT_YOURS)
    holds = bounds.bound(text, clock.today())
    return Outcome(
        mode="ANSWER",
        reply=f"I keep that {_how_long(holds)}: “{text}”",
        effects=[Remembers(text, holds)],
        links=[("What we remember", f"{reverse('memory')}?trip={trip.uuid}")],
        next_step="Go on with the trip.",
    )


def _how_long(holds: bounds.Said) -> str:
    """ "for this trip and those that follow", "until 31 March 2027"."""
    days = [f"{word} {day:%-d %B %Y}" for word, day in (("from", holds.first), ("until", holds.last)) if day]
    if holds.this_trip:
        return " ".join(["for this trip", *days])
    return " ".join(days) if holds.last else " ".join(["for this trip and those that follow", *days])


async def _forget(thinking: Thinking, argument: str) -> Outcome:
    words = _LEAD.sub("", argument.strip())
    if not words:
        return _answer(WHAT.format(verb="forget", example="that I like museums"))
    trip, by_owner = await in_database(_whose, thinking.view)
    if not by_owner:
        return _answer(NOT_YOURS)
    found = await in_database(_standing, trip, words)
    links = [("What we remember", f"{reverse('memory')}?q={'+'.join(_WORD.findall(words)[:8])}")]
    if not found:
        return _answer(
            f"I remember nothing that says “{words[:120]}”. What was said in this conversation stays in it; "
            "the page of what is remembered shows the rest.",
            links,
        )
    told = " ".join(f"“{row.text[:160]}”" for row in found[:MANY])
    if len(found) > MANY:
        return _answer(
            f"{len(found)} remembered sentences fit, among them {told} Be more exact, or pick them on the "
            "page.",
            links,
        )
    days = forgetting.undo_days().days
    return Outcome(
        mode="ANSWER",
        reply=f"Forgotten: {told} No agent reads it any more. You can undo it for {days} days on the page of "
        "what is remembered.",
        effects=[
            Forgets(
                tuple(row.pk for row in found if isinstance(row, Note)),
                tuple(row.pk for row in found if isinstance(row, DocumentLine)),
            )
        ],
        links=[("What we remember", f"{reverse('memory')}?state=forgotten")],
        next_step="Go on with the trip.",
    )


def _whose(view: TripView) -> tuple[Trip, bool]:
    """The trip, and whether its owner says this."""
    trip = Trip.objects.get(pk=view.trip_id)
    message = message_of(Turn.objects.get(pk=view.turn_id))
    return trip, trip.owner is not None and (message is None or message.by_owner)


def _standing(trip: Trip, words: str) -> list[Note | DocumentLine]:
    """What stands of the owner's and has every word of these, by stem."""
    wanted = _stems(words)
    if not wanted:
        return []
    rows = [
        *kept.notes_of(trip.owner).filter(status__in=("active", "proposed")),
        *kept.lines_of(trip.owner).filter(status__in=("active", "proposed")),
    ]
    return [row for row in rows if wanted <= _stems(row.text)]


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text.casefold()) if word not in quotes.EMPTY_WORDS)


def _answer(sentence: str, links: list[tuple[str, str]] | None = None) -> Outcome:
    return Outcome(mode="ANSWER", reply=sentence, links=links or [], next_step="Go on with the trip.")


register(
    Command(
        "remember",
        "/remember TEXT",
        "keep something about you for all trips",
        _remember,
        arguments=lambda view: ("I always want a quiet room",),
    )
)
register(Command("forget", "/forget TEXT", "let go of something that is remembered", _forget))
