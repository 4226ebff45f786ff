"""The team by name: a small dict and a decorator. Refuses doubles; complete by system checks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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
    return _team[name]


def team() -> list[Agent]:
    """All members, in the order of their files' import."""
    _load()
    return list(_team.values())


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
