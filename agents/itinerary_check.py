"""Checking a pasted itinerary without a trip: a model reads it for those who are signed in, rules for all
others and wherever a model fails; the same code checks. Nothing of the text is kept."""

from __future__ import annotations

import time
from typing import Any

from asgiref.sync import async_to_sync

from agents.llm import budget, select
from agents.llm.base import Mind, ModelMessage, ModelRequest
from agents.models import Switchboard
from agents.runtime import prompting, registry
from agents.runtime.agent import AgentFailed, CallRecord, RunLimits, StopRun, run_agent
from agents.runtime.db_thread import in_database
from agents.runtime.hooks import Hooks
from agents.team.itinerary import Pasted
from config import clock
from trips.models import Traveller
from trips.places import current_gazetteer
from trips.reading.itinerary import checked, is_structured, judged
from trips.reading.itinerary.mended import Mended, mended
from trips.reading.itinerary.values import WrittenItinerary

#: The page waits so long for a model, seconds.
PATIENCE = 45.0
#: Longer texts are read by rules, characters: as much as a message can hold.
MOST_OF_A_MODEL = 20_000


class PageHooks(Hooks):
    """Money alone: reserved and settled on the traveller's account."""

    def __init__(self, traveller: Traveller) -> None:
        self.traveller = traveller

    async def before_call(self, request: ModelRequest) -> Any:
        return await in_database(budget.reserve, None, None, request, mind="claude", traveller=self.traveller)

    async def may_ask_again(self, permit: Any, request: ModelRequest, answered: bool) -> bool:
        return await in_database(budget.reserve_again, permit, request)

    async def after_call(self, permit: Any, record: CallRecord) -> None:
        await in_database(budget.settle, permit, record)


def check_text(text: str, person: Any) -> Mended:
    """The verdict on a pasted or uploaded plan, and the plan mended. Raises NotRead."""
    today, gazetteer = clock.today(), current_gazetteer()
    pasted = Pasted(text, gazetteer, today)
    guest = not person.is_authenticated or person.is_guest
    model = not guest and select.configured() and Switchboard.allows_models()
    if model and len(text) <= MOST_OF_A_MODEL and not is_structured(text):
        if found := async_to_sync(_by_model)(pasted, person):
            return mended(judged(found, gazetteer, today), gazetteer, today)
    return mended(checked(text, gazetteer, today), gazetteer, today)


async def _by_model(pasted: Pasted, traveller: Traveller) -> WrittenItinerary | None:
    """What a model reads; None where it fails, or nothing is left to pay it."""
    agent, mind = registry.get("itinerary"), select.new_mind()
    try:
        found = await run_agent(
            agent,
            context=pasted,
            task=task(pasted),
            system=prompting.agent_system(agent),
            mind=mind,
            hooks=PageHooks(traveller),
            check=pasted.problems,
            limits=RunLimits(corrections=1, call_seconds=PATIENCE, ends=time.monotonic() + PATIENCE),
        )
    except (AgentFailed, StopRun):
        return None
    finally:
        await close(mind)
    return found if found.days else None


def task(pasted: Pasted) -> list[ModelMessage]:
    """The text as its request holds it: data, without addresses and codes."""
    said = prompting.data("ITINERARY", prompting.masked(pasted.text))
    return prompting.companion_task([f"Today is {pasted.today:%-d %B %Y}.", "", said])


async def close(mind: Mind) -> None:
    """Its connections belong to this request's loop."""
    if (aclose := getattr(mind, "aclose", None)) is not None:
        await aclose()
