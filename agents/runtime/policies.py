"""What the team declares about its memory, told to `memory` (which may not import agents)."""

from __future__ import annotations

from functools import cache

from agents.runtime.agent import Agent
from memory.briefing import tokens_of
from memory.registry import Policy


def policies() -> dict[str, Policy]:
    """Every member's policy, also of those that are not enabled yet."""
    from agents.runtime import registry  # imports every member's file: not while the apps are being set up

    return {agent.name: policy_of(agent) for agent in registry.team()}


def policy_of(agent: Agent) -> Policy:
    return Policy(
        agent=agent.name,
        title=agent.title,
        builder=agent.memory,
        notes=agent.notes and not agent.self_managed,
        self_managed=agent.self_managed,
        memory_limit=agent.memory_limit,
        input_tokens=agent.input_tokens,
        prompt_tokens=_prompt_tokens(agent.prompt),
        output_tokens=agent.max_tokens,
        enabled=agent.enabled,
    )


@cache
def _prompt_tokens(prompt: str) -> int:
    from agents.runtime.prompting import PROMPTS

    path = PROMPTS / prompt
    return tokens_of(path.read_text("utf-8")) if path.is_file() else 0  # a system check misses it
