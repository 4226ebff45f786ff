"""One card played to its end through whole turns, and what was seen on the way."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal

from django.db import connection
from django.db.models import Sum

from agents import turns
from agents.llm.base import Mind, ModelEvent, ModelRequest
from agents.models import ModelCall, TurnEvent
from agents.offline.words import UNFINISHED
from agents.runtime.db_thread import close_recorder_connection
from agents.sending import start_turn
from tests.eval.cards import Card
from tests.eval.player import ACCEPT, BEGIN, CHOOSE, REPLY, SAY, Player
from tests.story.telling import CORRECTED, SHORTER
from trips.changing import open_proposals
from trips.models import Message, Option, Trip, Turn

#: Messages of a traveller, at most.
MOST_MESSAGES = 16
LOOK = 0.03  # seconds between two looks for the first words


@dataclass
class Step:
    """One message and what the page showed for it."""

    said: str
    reply: str
    mode: str
    status: str
    mind: str
    seconds: float
    first_words: float | None  # seconds after the message was sent
    calls: int
    corrections: int
    dollars: float


@dataclass
class Played:
    card: Card
    trip: Trip
    steps: list[Step] = field(default_factory=list)
    player_dollars: Decimal = Decimal(0)
    stopped: str = ""  # why it did not come to its end

    @property
    def dollars(self) -> Decimal:
        return dollars_of(self.trip) + self.player_dollars


class Counting:
    """A mind that counts the requests which send an answer back."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.name = mind.name
        self.corrections = 0

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        last = request.messages[-1].text
        self.corrections += CORRECTED in last or SHORTER in last
        async for event in self.mind.stream(request):
            yield event


def play(
    card: Card, trip: Trip, mind: Mind, affordable: Callable[[Decimal], bool] = lambda _: True
) -> Played:
    """The whole conversation. `affordable` is asked before each message, with the dollars of this card."""
    played, guest, later = Played(card, trip), Player(card, mind), list(card.later)
    what_to_do, reply = BEGIN, ""
    while len(played.steps) < MOST_MESSAGES:
        if not affordable(played.dollars):
            played.stopped = "the dollars of this run are used up"
            break
        words = asyncio.run(_spoken(guest, what_to_do, reply))
        played.player_dollars = guest.dollars
        step = _turn(trip, words, Counting(mind))
        played.steps.append(step)
        reply = step.reply
        if open_proposals(trip).exists():
            what_to_do = ACCEPT
        elif trip.plan is None:
            what_to_do = CHOOSE if trip.options.on_offer().exists() else REPLY
        elif later:
            what_to_do = SAY.format(words=later.pop(0))
        else:
            return played
    played.stopped = played.stopped or f"not done after {MOST_MESSAGES} messages"
    return played


async def _spoken(player: Player, what_to_do: str, reply: str) -> str:
    try:
        return await player.say(what_to_do, reply)
    finally:
        await _closed(player.mind)


def _turn(trip: Trip, words: str, mind: Counting) -> Step:
    begin = time.monotonic()
    turn = start_turn(trip, words, client_key=f"{trip.pk}-{trip.turns.count()}")
    with first_words(turn, begin) as seen:
        asyncio.run(_answered(turn, mind))
    turn.refresh_from_db()
    trip.refresh_from_db()
    calls = ModelCall.objects.filter(turn=turn)
    return Step(
        words,
        shown(turn),
        turn.mode,
        turn.status,
        _who_answered(turn),
        round(time.monotonic() - begin, 2),
        seen[0] if seen else None,
        calls.count(),
        mind.corrections,
        float(calls.aggregate(sum=Sum("cost"))["sum"] or 0),
    )


def _who_answered(turn: Turn) -> str:
    """Its mind; "offline" also where code finished what a model did not."""
    by_code = any(note.startswith(UNFINISHED) for note in turn.result.get("notes", []))
    return "offline" if by_code else turn.mind


async def _answered(turn: Turn, mind: Counting) -> None:
    try:
        await turns.run_turn(turn.pk, mind)
    finally:
        await _closed(mind.mind)
        await close_recorder_connection()


async def _closed(mind: Mind) -> None:
    """Its connections end with the loop they were made in."""
    if close := getattr(mind, "aclose", None):
        await close()


@contextmanager
def first_words(turn: Turn, begin: float) -> Iterator[list[float]]:
    """Looks at the log as a page does; holds the seconds after `begin` when the first words were there."""
    seen: list[float] = []
    over = threading.Event()

    def look() -> None:
        words = TurnEvent.objects.filter(turn=turn, kind="reply_delta")
        try:
            while not over.wait(LOOK):
                if words.exists():
                    seen.append(round(time.monotonic() - begin, 2))
                    return
        finally:
            connection.close()

    looking = threading.Thread(target=look, name="first words", daemon=True)
    looking.start()
    try:
        yield seen
    finally:
        over.set()
        looking.join()


def shown(turn: Turn) -> str:
    """What a traveller reads of this turn: words, questions, options, a proposal."""
    lines = list(turn.messages.filter(author=Message.Author.AGENT).values_list("text", flat=True))
    lines += [turn.error] if turn.error else []
    lines += [str(note) for note in turn.result.get("notes", [])]
    lines += [str(line) for line in turn.result.get("summary", [])]
    lines += [f"- {question.text}" for question in turn.questions_asked.all()]
    lines += [_option(option) for option in turn.trip.options.on_offer().filter(turn=turn)]
    lines += [f"Proposed: {proposal.sentence} Yes or no?" for proposal in open_proposals(turn.trip)]
    return "\n".join(lines)


def _option(option: Option) -> str:
    plan = option.plan
    names = ", ".join(item.title for item in plan.items() if item.kind == "visit")
    costs = f"{plan.total} {plan.currency} in all"
    return f"Option {option.position}: {plan.title}, {costs}. {plan.for_whom} {names}"


def dollars_of(trip: Trip) -> Decimal:
    return ModelCall.objects.filter(trip=trip).aggregate(sum=Sum("cost"))["sum"] or Decimal(0)
