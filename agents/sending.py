"""A message is sent: stored together with its turn, in one commit, or refused with a sentence."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max

from agents import turn_lines
from agents.events import Queued
from agents.fence import insert_events
from config import background
from trips import fact_log
from trips.models import Message, Traveller, Trip, Turn


class Refused(Exception):
    """The message was not taken; the sentence says why and nothing was changed."""


def start_turn(
    trip: Trip,
    text: str,
    client_key: str,
    sender: Traveller | None = None,
    *,
    kind: str = Turn.Kind.CHAT,
) -> Turn:
    """Store the message and its turn, together. A repeated `client_key` is the same turn.

    `sender`: the member who writes; without one, the trip's owner. `kind`: COMMAND for a button's line.

    Raises Refused when as many turns wait already as may, or the message is empty or too long.
    """
    text = text.replace("\x00", "").strip()
    if not text:
        raise Refused("Write something first.")
    if len(text) > settings.MESSAGE_LIMIT:
        raise Refused(
            f"That is {len(text):,} characters; a message can have up to {settings.MESSAGE_LIMIT:,}. "
            "Nothing was sent."
        )
    with transaction.atomic():
        trip_row = fact_log.locked(trip)
        known = trip_row.messages.filter(client_key=client_key).select_related("turn").first()
        if known is not None and known.turn is not None:
            if known.turn.status == Turn.Status.QUEUED:  # whoever took it first may have died before telling
                transaction.on_commit(partial(background.wake, known.turn.pk))
            return known.turn
        _refuse_if_full(trip_row)
        turn = _new_turn(trip_row, kind=kind)
        position = (trip_row.messages.aggregate(last=Max("position"))["last"] or 0) + 1
        Message.objects.create(
            trip=trip_row,
            turn=turn,
            position=position,
            author=Message.Author.TRAVELLER,
            sender=sender,
            by_owner=sender is None or sender == trip_row.owner,
            text=text,
            client_key=client_key,
        )
        trip_row.save(update_fields=["updated"])
        transaction.on_commit(lambda: turn_lines.accepted(turn))
        transaction.on_commit(lambda: background.wake(turn.pk))
    return turn


def retry_turn(turn: Turn) -> Turn:
    """Answer the message of a failed or stopped turn again, as a new turn. Raises Refused."""
    with transaction.atomic():
        trip = fact_log.locked(turn.trip)
        turn.refresh_from_db()
        if turn.status not in (Turn.Status.FAILED, Turn.Status.STOPPED):
            raise Refused("Only a message that was not answered can be tried again.")
        again = turn.retries.filter(status__in=[*Turn.UNFINISHED, Turn.Status.DONE]).first()
        if again is not None:
            return again
        _refuse_if_full(trip)
        new = _new_turn(trip, retry_of=turn, kind=turn.kind, command=turn.command)
        transaction.on_commit(lambda: turn_lines.accepted(new))
        transaction.on_commit(lambda: background.wake(new.pk))
    return new


def _refuse_if_full(trip: Trip) -> None:
    """One message is answered, so many more may wait behind it."""
    unfinished = trip.turns.exclude(kind=Turn.Kind.JOB).filter(status__in=Turn.UNFINISHED)
    if unfinished.count() > settings.WAITING_TURNS_A_TRIP:
        raise Refused(
            f"{settings.WAITING_TURNS_A_TRIP} messages are waiting already. Let me answer those first."
        )


@transaction.atomic
def start_job(trip: Trip, line: str) -> Turn:
    """A turn that carries out a command line without a message: it runs beside the conversation, holds up
    nobody in it, and dies and is resumed like any other."""
    turn = _new_turn(fact_log.locked(trip), kind=Turn.Kind.JOB, command=line)
    transaction.on_commit(lambda: turn_lines.accepted(turn))
    transaction.on_commit(lambda: background.wake(turn.pk))
    return turn


def _new_turn(
    trip: Trip, retry_of: Turn | None = None, *, kind: str = Turn.Kind.CHAT, command: str = ""
) -> Turn:
    turn = numbered(trip, retry_of=retry_of, kind=kind, command=command)
    with connection.cursor() as cursor:
        insert_events(cursor, turn.pk, 0, [Queued()])
    return turn


def numbered(trip: Trip, **columns: Any) -> Turn:
    """The trip's next turn, with its first event still to be written. The caller holds the lock."""
    number = (trip.turns.aggregate(last=Max("number"))["last"] or 0) + 1
    return Turn.objects.create(**{"trip": trip, "number": number, "last_seq": 1} | columns)
