"""What tests of memory share: something said, a turn, an option."""

from __future__ import annotations

from trips.models import Message, Option, Trip, Turn


def turn_of(trip: Trip, status: str = Turn.Status.DONE) -> Turn:
    return Turn.objects.create(trip=trip, number=trip.turns.count() + 1, status=status)


def said(trip: Trip, text: str, author: str = "traveller", turn: Turn | None = None) -> Message:
    last = trip.messages.order_by("position").last()
    position = last.position + 1 if last else 1
    return Message.objects.create(trip=trip, position=position, author=author, text=text, turn=turn)


def option_of(turn: Turn, position: int = 1, state: str = Option.State.OFFERED) -> Option:
    return Option.objects.create(
        trip=turn.trip, turn=turn, position=position, state=state, plan_json={}, verdict_json={}
    )
