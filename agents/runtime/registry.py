"""The team by name: a small dict and a decorator. Refuses doubles; complete by system checks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from agents.llm import profiles
from agents.runtime.agent import Agent

_team: dict[str, Agent] = {}


def register(agent: Agent) -> Agent:
    """Add a member. Raises ValueError for a name that is taken."""
    if agent.name in _team:
        raise ValueError(f"There is an agent named {agent.name} already.")
    _team[agent.name] = agent
    return agent


def get(name: str) -> Agent:
    """The member of this name. Raises KeyError."""
    _load()
    return configured(_team[name])


def names() -> set[str]:
    """Of all members, whatever the settings say of them. Raises ValueError for a name that is taken."""
    _load()
    return set(_team)


def team() -> list[Agent]:
    """All members, in the order of their files' import."""
    _load()
    return [configured(agent) for agent in _team.values()]


def configured(agent: Agent) -> Agent:
    """A member as the operator's settings have it: a smaller server, another policy. Raises as
    `profiles.call_options`."""
    own, options = profiles.settings_of(agent.name), profiles.call_options(agent.name, agent.tier)
    longest = min(own.max_tokens or agent.max_tokens, options.max_tokens, options.window // 2)
    tools = agent.tools if options.tools else ()
    return replace(
        agent,
        max_tokens=longest,
        input_tokens=min(agent.input_tokens, options.window),
        tools=tools if own.tools is None else own.tools,
        notes=agent.notes if own.notes is None else own.notes,
        self_managed=agent.self_managed if own.self_managed is None else own.self_managed,
        memory_character_limit=own.memory_characters or agent.memory_character_limit,
    )


@contextmanager
def override(*agents: Agent) -> Iterator[None]:
    """For tests: other members of the same names (or new ones) for a while."""
    _load()
    before = dict(_team)
    _team.update({agent.name: agent for agent in agents})
    try:
        yield
    finally:
        _team.clear()
        _team.update(before)


def _load() -> None:
    from agents import team as members  # the package imports every member's file

    members.load()
