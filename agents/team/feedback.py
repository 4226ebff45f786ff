"""Feedback: reads how a day went, adjusts what follows."""

from __future__ import annotations

from agents.base import Agent
from agents.companion_schemas import FeedbackAnswer
from agents.declared_only import no_offline_yet
from agents.registry import register

register(
    Agent(
        name="feedback",
        title="Feedback",
        prompt="feedback.md",
        output=FeedbackAnswer,
        tools=("search_memory",),
        tier="standard",
        max_tokens=4096,
        memory="feedback",
        notes=True,
        offline=no_offline_yet,
        enabled=False,
    )
)
