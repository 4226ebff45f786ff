"""Specialists at the same time: first start to last end, over the slowest one.

Through `run_turn` with events and database; the specialists are delayed by 0.4, 0.8 and 0.8 s, and in a
second series the third fails for good after 1.5 s.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import AsyncIterator

from agents.llm.base import ModelError, ModelEvent, ModelRequest
from agents.llm.offline import OfflineMind
from agents.models import TurnEvent
from tests.agents.talking import run, send
from trips.models import Traveller, Turn
from trips.starting import start_trip

RUNS = 20
DELAYS = {"transport": 0.4, "stay": 0.8, "food": 0.8}
BOSTON = (
    "From New York to Boston, Feb 15-18 2027, 2 people, mid-range budget, moderate pace, we love history and "
    "food, must see the Freedom Trail"
)


class Delayed(OfflineMind):
    """The offline mind, with specialists that take their time."""

    def __init__(self, failing: str = "", fails_after: float = 0.0) -> None:
        super().__init__()
        self.failing = failing
        self.fails_after = fails_after

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        if request.agent == self.failing:
            await asyncio.sleep(self.fails_after)
            raise ModelError("refusal", permanent=True)
        await asyncio.sleep(DELAYS.get(request.agent, 0.0))
        async for event in super().stream(request):
            yield event


def ratio(owner: Traveller, mind: Delayed, slowest: float) -> float:
    """One conversation up to the dispatch; (last end - first start) / slowest."""
    trip = start_trip(owner)
    run(send(trip, BOSTON), OfflineMind())
    turn = run(send(trip, "Yes, that's perfect!"), mind)
    if turn.status != Turn.Status.DONE or turn.mode != "FINALIZE":
        raise AssertionError(f"no dispatch: {turn.status} {turn.mode} {turn.error}")
    rows = [row for row in TurnEvent.objects.filter(turn=turn) if row.data.get("key") in DELAYS]
    starts = [row.created for row in rows if row.kind == "agent_started"]
    ends = [row.created for row in rows if row.kind in ("agent_done", "agent_failed")]
    return (max(ends) - min(starts)).total_seconds() / slowest


def main(runs: int = RUNS) -> list[str]:
    owner, _ = Traveller.objects.get_or_create(username="bench")
    lines = []
    for name, mind, slowest in (
        ("0.4/0.8/0.8 s", lambda: Delayed(), 0.8),
        ("third fails at 1.5 s", lambda: Delayed("food", 1.5), 1.5),
    ):
        ratios = [ratio(owner, mind(), slowest) for _ in range(runs)]
        lines.append(
            f"dispatch {name}: median {statistics.median(ratios):.3f}, "
            f"worst {max(ratios):.3f} of the slowest, {runs} runs (goal: median ≤ 1.15)"
        )
    return lines
