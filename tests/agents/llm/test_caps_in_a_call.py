"""Each further request of a call is reserved before it is sent, so that no cap is passed on the way."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db.models import Sum

from agents.llm import budget
from agents.models import ModelCall, Switchboard
from tests.agents.llm.asking import ask
from tests.story import answers
from tests.story.telling import learns, mind_at, say
from tests.wire.messages import (
    MESSAGE_STOP,
    Answer,
    block_start,
    block_stop,
    message_delta,
    message_start,
    text_answer,
    text_delta,
)
from tests.wire.server import messages_server
from trips.models import Trip, Turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def call(trip: Trip) -> ModelCall:
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.RUNNING)
    return ModelCall.objects.get(pk=budget.reserve(turn.pk, trip.pk, ask(), mind="claude"))


def test_one_more_request_is_added_to_what_is_reserved(call: ModelCall) -> None:
    reserved = call.cost
    assert budget.reserve_again(call.pk, ask())
    call.refresh_from_db()
    assert call.cost == 2 * reserved > 0


@pytest.mark.parametrize("cap", ["CAP_SITE", "CAP_TRAVELLER", "CAP_TRIP"])
def test_there_is_none_above_a_cap(call: ModelCall, settings, cap: str) -> None:
    setattr(settings, cap, float(call.cost) * 1.5)
    reserved = call.cost
    assert not budget.reserve_again(call.pk, ask())
    call.refresh_from_db()
    assert call.cost == reserved


def test_there_is_none_when_models_are_switched_off(call: ModelCall) -> None:
    Switchboard.objects.update_or_create(pk=1, defaults={"models_on": False})
    assert not budget.reserve_again(call.pk, ask())


def test_a_turn_with_answers_that_cannot_be_read_keeps_to_its_cap(trip: Trip, settings) -> None:
    settings.CAP_TRIP = 0.25
    started = message_start({"input_tokens": 900, "output_tokens": 1}, settings.MODELS["standard"])
    text = block_start(), text_delta("What a lovely idea!"), block_stop()
    prose = Answer([started, *text, message_delta("end_turn", 8_000), MESSAGE_STOP])

    def answer(exchange):
        return text_answer("- NONE") if learns(exchange) else prose

    with messages_server(always=answer, strict=False) as server:
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert turn.status == "done"
    spent = ModelCall.objects.filter(mind="claude").aggregate(cost=Sum("cost"))["cost"]
    assert 0 < spent <= Decimal("0.25")
