"""Scheduler: the agenda of the next two days."""

from __future__ import annotations

from agents.base import Agent
from agents.companion_schemas import AgendaAnswer
from agents.declared_only import no_offline_yet
from agents.registry import register

register(
    Agent(
        name="scheduler",
        title="Scheduler",
        prompt="scheduler.md",
        output=AgendaAnswer,
        tools=("holidays", "climate", "search_memory"),
        tier="standard",
        max_tokens=8192,
        memory="scheduler",
        notes=False,
        offline=no_offline_yet,
        enabled=False,
    )
)
