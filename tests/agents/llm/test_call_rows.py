"""What a server says of a call is stored as its columns take it, whatever it is."""

from __future__ import annotations

from decimal import Decimal

import pytest

from agents.llm import budget
from agents.llm.base import ModelReply, Usage
from agents.models import ModelCall
from agents.runtime.hooks import CallRecord
from tests.agents.llm.asking import ask
from trips.models import Trip, Turn

pytestmark = pytest.mark.django_db

PATH = "/home/ops/models/unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF/Qwen3-30B-A3B-Instruct-2507-Q4_K_M.gguf"


def stored(trip: Trip, model: str = "m", usage: Usage = Usage(), **more: str) -> ModelCall:  # noqa: B008
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.RUNNING)
    permit = budget.reserve(turn.pk, trip.pk, ask(), mind="claude")
    reply = ModelReply("Hi", "end_turn", usage, model, left_out=("effort",) * 60)
    budget.settle(permit, CallRecord(ask(), 5, usage, model, reply=reply, **more))
    return ModelCall.objects.get(pk=permit)


@pytest.mark.parametrize(
    ("model", "name"), [(PATH, PATH[:60]), ("a\x00b", "ab"), ("a\ud800b", "a\ufffdb")], ids=ascii
)
def test_a_model_s_name_is_cut_and_cleaned(trip: Trip, model: str, name: str) -> None:
    call = stored(trip, model, request_id="req\x00" * 40, stop_reason="odd" * 40)
    assert (call.status, call.model) == ("done", name)
    assert (call.request_id, call.stop_reason) == (("req" * 40)[:80], ("odd" * 40)[:40])
    assert len(call.left_out) == 200


def test_counts_keep_to_their_columns(trip: Trip) -> None:
    call = stored(trip, usage=Usage(input=10**10, output=10**10, searches=10**9))
    assert (call.web_searches, call.tokens_in, call.tokens_out) == (32_767, 2_147_483_647, 2_147_483_647)
    assert call.cost == Decimal("9999.999999")
