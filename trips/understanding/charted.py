"""What trips/reading reads of a message, taken over into the reading of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from trips.reading.facts.message import Found, Message
from trips.reading.facts.needs import read_grave
from trips.reading.tokens import tokens_of
from trips.understanding.attractions import is_area, is_city
from trips.understanding.reading import CLAIMED, Reading


def take(reading: Reading, reader: Callable[[Message], Iterable[Found]]) -> None:
    """Tells what a reader of trips/reading finds in what is open, and claims it."""
    message = _message(reading)
    for one in reader(message):
        start, end = _first(message, one.i), message.tokens[one.j - 1].end
        if one.op == "declined":
            reading.declined.append(one.value)
        elif one.op == "problem":
            reading.problem(one.value)
        elif one.path:
            reading.change(one.path, one.value, start, end, op=one.op, subject=one.subject)
        if not one.shared:
            reading.claim(start, end)


def _first(message: Message, at: int) -> int:
    """Where a token begins; with the word that a "not" is part of ("wont", "can't")."""
    while at and message.tokens[at].norm == "not" and message.tokens[at].tight:
        at -= 1
    return message.tokens[at].start


def take_grave(reading: Reading) -> None:
    """Tells what the needs left unread of health, food and fear. Behind all others: it claims nothing."""
    message = _message(reading)
    needs, told = (
        _places(reading, message, paths) for paths in (("dietary", "access", "avoid", "transport_bans"), ())
    )
    for one in read_grave(message, needs, told):
        start, end = _first(message, one.i), message.tokens[one.j - 1].end
        reading.change(one.path, one.value, start, end, op=one.op)


def _places(reading: Reading, message: Message, paths: tuple[str, ...]) -> list[Found]:
    """The tokens in which changes of some paths, or of any, were found, or that are to be forgotten."""
    changes = [one for one in reading.changes if not paths or one.path in paths]
    spans = [*reading.forgotten, *(span for one in changes if (span := reading.span_of(one)))]
    tokens = enumerate(message.tokens.all)
    return [
        Found("", None, at, at)
        for at, token in tokens
        if any(one.start <= token.start < one.end for one in spans)
    ]


def _message(reading: Reading) -> Message:
    if reading.message is None:
        reading.message = Message(
            tokens_of(reading.view),
            reading.today,
            reading.facts,
            reading.asked,
            reading.planned,
            town=lambda name: is_city(reading, name) or is_area(reading, name),
        )
    message = reading.message
    message.closed = frozenset(
        at for at, token in enumerate(message.tokens.all) if CLAIMED in reading.open[token.start : token.end]
    )
    return message
