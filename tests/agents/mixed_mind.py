"""A mind that is scripted for some agents and code for the others."""

from __future__ import annotations

from collections.abc import AsyncIterator

from agents.llm.base import ModelEvent, ModelRequest
from agents.llm.offline import OfflineMind
from tests.scripted_mind import ScriptedMind


class Mixed:
    """Scripted for the agents that have a script, the offline functions for the others."""

    name = "scripted"

    def __init__(self, script: dict) -> None:
        self.scripted = ScriptedMind(script)
        self.offline = OfflineMind()
        self.script = script

    def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        finalize = request.purpose == "finalize" and "finalize" not in self.script
        mind = self.scripted if request.agent in self.script and not finalize else self.offline
        return mind.stream(request)
