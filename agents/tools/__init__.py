"""What an agent can look up: the world's data (airports, distance, holidays, climate, places, rates), the
trip's plan and findings, and what is remembered.

Each tool is an input schema and a pure function of that input and the turn's view. `TOOLS` is the registry;
what a tool returns is JSON text with its source. A ToolError is a safe sentence for the model.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from pydantic import BaseModel

from agents.runtime.hooks import Tool, ToolError
from agents.view import TripView

Run = Callable[..., dict]  # of the input and the view
_runs: dict[str, Run] = {}
TOOLS: dict[str, Tool] = {}


def tool(
    name: str, description: str, input_schema: type[BaseModel], *, characters: int = 0
) -> Callable[[Run], Run]:
    """Register a tool. `characters`: of a result that has to come whole. Raises ValueError for a name that is
    taken."""

    def add(run: Run) -> Run:
        if name in TOOLS:
            raise ValueError(f"There is a tool named {name} already.")
        TOOLS[name] = Tool(name, description, input_schema, characters)
        _runs[name] = run
        return run

    return add


def tools_of(names: tuple[str, ...]) -> list[Tool]:
    """The tools an agent declares. Raises KeyError for an unknown one (a system check sees to that)."""
    from agents.tools import lookups, search_memory, trip  # noqa: F401  (register themselves)

    return [TOOLS[name] for name in names]


def run(name: str, arguments: BaseModel, view: TripView) -> str:
    """Run a tool; JSON text. Raises ToolError with a sentence the model may read."""
    tools_of(())
    if name not in _runs:
        raise ToolError(f"There is no tool {name}.")
    return json.dumps(_runs[name](arguments, view), ensure_ascii=False, default=str)


def doing(name: str, arguments: BaseModel) -> str:
    """What the rail says while a tool runs: "climate: Boston"."""
    words = [str(value) for value in arguments.model_dump().values() if isinstance(value, str) and value]
    return f"{name.replace('_', ' ')}: {', '.join(words)}"[:80]
