"""The reader of the web: searches with the provider's own tools and writes down what pages say."""

from __future__ import annotations

from typing import Any

from agents.llm.base import WebTools
from agents.llm.server_tools import WebReading
from agents.runtime.agent import Agent
from agents.runtime.registry import register


def offline(context: Any) -> WebReading:
    """Without a model nothing is searched."""
    return WebReading()


register(
    Agent(
        name="web",
        title="Live web",
        prompt="web.md",
        output=WebReading,
        offline=offline,
        web=WebTools(searches=5, pages=3),
        in_parts=True,
    )
)
