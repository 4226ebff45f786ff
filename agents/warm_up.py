"""What a process loads before its first turn, which else would hold its loop for seconds."""

from __future__ import annotations

from agents.commands.registry import commands
from agents.llm.select import configured
from agents.runtime import registry
from config import clock
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import understand


def warm_up() -> None:
    """Load the data, the team, the commands, and the SDK where it is used."""
    understand("Boston, 2 people", today=clock.today(), gazetteer=default_gazetteer())
    registry.names()
    commands()
    if configured():
        from agents.llm.claude import load_sdk

        load_sdk()
