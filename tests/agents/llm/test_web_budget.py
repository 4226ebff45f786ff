"""Searches of the web count against every cap: reserved before the call, settled after it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from agents.llm import budget
from agents.llm.base import ModelReply, Usage, WebTools
from agents.models import ModelCall
from agents.runtime.hooks import BudgetExhausted, CallRecord
from tests.agents.llm.asking import ask
from trips.models import Trip, Turn

pytestmark = pytest.mark.django_db

SEARCHING = ask(output=None, web=WebTools(searches=5, pages=2))


@pytest.fixture
def turn(trip: Trip) -> Turn:
    return Turn.objects.create(trip=trip, number=1, status=Turn.Status.RUNNING)


def test_what_is_reserved_covers_the_searches_and_what_they_bring(turn: Turn) -> None:
    call = ModelCall.objects.get(pk=budget.reserve(turn.pk, turn.trip_id, SEARCHING, mind="claude"))
    without = ModelCall.objects.get(pk=budget.reserve(turn.pk, turn.trip_id, ask(output=None), mind="claude"))
    assert call.cost > without.cost + Decimal("0.05")


@pytest.mark.parametrize("cap", ["CAP_SITE", "CAP_TRAVELLER", "CAP_TRIP"])
def test_a_cap_that_is_too_small_for_them_stops_the_call(settings, turn: Turn, cap: str) -> None:
    setattr(settings, cap, 0.05)
    budget.reserve(turn.pk, turn.trip_id, ask(output=None), mind="claude")
    with pytest.raises(BudgetExhausted):
        budget.reserve(turn.pk, turn.trip_id, SEARCHING, mind="claude")


def test_the_searches_that_were_made_are_what_is_paid_and_shown(turn: Turn) -> None:
    permit = budget.reserve(turn.pk, turn.trip_id, SEARCHING, mind="claude")
    usage = Usage(input=1_000_000, searches=3)
    reply = ModelReply("read", "end_turn", usage, "claude-sonnet-5-5")
    budget.settle(permit, CallRecord(SEARCHING, 5, usage, "claude-sonnet-5-5", reply=reply))
    call = ModelCall.objects.get(pk=permit)
    assert (call.web_searches, call.cost) == (3, Decimal("2.03"))
