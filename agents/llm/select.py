"""Which mind answers: Claude where a key (or another server's address) is set, else the offline planner."""

from __future__ import annotations

import time
from functools import lru_cache

from django.conf import settings

from agents.llm.base import Mind
from agents.llm.offline import OfflineMind
from agents.models import Switchboard
from agents.runtime.run import RunLimits
from trips.models import Turn

SECONDS_A_TOKEN = 1 / 36  # what a large model takes to write one
CLOSING_SECONDS = 15.0  # of a turn that no model gets: code finishes and writes what it came to


def configured() -> bool:
    """Has the operator given a way to a model?"""
    return bool(settings.ANTHROPIC_API_KEY or settings.ANTHROPIC_BASE_URL)


def mind_for(turn: Turn) -> Mind:
    """The mind for a turn. The caps are looked at before each call, the switch here as well."""
    if configured() and Switchboard.allows_models():
        return claude_mind()
    return offline_mind()


def offline_mind() -> Mind:
    return OfflineMind(pause_seconds=settings.OFFLINE_PAUSE)


@lru_cache(maxsize=1)
def claude_mind() -> Mind:
    """One for the process."""
    return new_mind()


def new_mind() -> Mind:
    """One for a loop of its own, which closes it; the SDK is imported here, not before (it takes seconds)."""
    from agents.llm.claude import CallLimits, ClaudeMind

    return ClaudeMind(
        api_key=settings.ANTHROPIC_API_KEY or "none",
        base_url=settings.ANTHROPIC_BASE_URL or None,
        fallback=settings.MODEL_FALLBACK,
        limits=CallLimits(call=settings.CALL_SECONDS),
    )


async def close_minds() -> None:
    """Give connections back; the worker calls it when its loop ends."""
    if claude_mind.cache_info().currsize:
        await claude_mind().aclose()


def call_seconds(max_tokens: int) -> float:
    """How long a call may take whose answer may be as long as that."""
    return settings.CALL_SECONDS + max_tokens * SECONDS_A_TOKEN


def limits() -> RunLimits:
    """For the agents of a turn that begins now."""
    return RunLimits(
        tool_rounds=settings.TOOL_ROUNDS,
        call_seconds=settings.CALL_SECONDS,
        seconds_a_token=SECONDS_A_TOKEN,
        ends=time.monotonic() + settings.TURN_SECONDS - CLOSING_SECONDS,
        told_at=settings.CONTEXT_TOLD_AT,
        closed_at=settings.CONTEXT_CLOSED_AT,
    )
