"""The system checks of the team: each is tripped, and silent on the team as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from django.core.checks import run_checks
from pydantic import BaseModel

from agents.checks import outputs
from agents.runtime import registry
from agents.tools import search_memory
from agents.windowing import ConversationSummary
from memory import registry as memory_registry
from trips.schemas import Written


def ids() -> list[str]:
    """The ids of what the checks of the team have to say."""
    return [message.id for message in run_checks(tags=["agents"])]


class FreeDictionary(BaseModel):
    places: dict[str, str]


class ReplyLast(BaseModel):
    places: list[str]
    reply: str


def food(**changes: object) -> AbstractContextManager[None]:
    return registry.override(replace(registry.get("food"), **changes))


TRIPPED: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "agents.E001": lambda: food(prompt="nobody-wrote-it.md"),
    "agents.E002": lambda: food(tools=("places", "crystal_ball")),
    "agents.E003": lambda: food(memory="nobody-builds-it"),
    "agents.E004": lambda: memory_registry.override(nobody_reads_it=lambda: ""),
    "agents.E005": lambda: food(output=FreeDictionary),
    "agents.E007": lambda: food(notes=True),
}


def test_the_team_as_it_is_has_no_fault() -> None:
    assert ids() == []


def test_whoever_has_memory_can_search_it_and_a_task_without_memory_cannot() -> None:
    team = registry.team()
    assert {agent.name for agent in team if agent.memory} >= {"research", "planner", "feedback", "cost"}
    # The orchestrator has no brief of its own, and finds again what the traveller refers to.
    expected = {agent.name for agent in team if agent.memory} | {"orchestrator"}
    assert {agent.name for agent in team if search_memory.NAME in agent.tools} == expected


@pytest.mark.parametrize("check", TRIPPED)
def test_it_is_tripped_by_its_fault_and_by_nothing_else(check: str) -> None:
    with TRIPPED[check]():
        assert ids() == [check]
    assert ids() == []


@pytest.mark.parametrize("check", ["agents.E001", "agents.E002", "agents.E003"])
def test_a_member_that_is_not_enabled_is_checked_like_any_other(check: str) -> None:
    changes = {
        "agents.E001": {"prompt": "nobody-wrote-it.md"},
        "agents.E002": {"tools": ("crystal_ball",)},
        "agents.E003": {"memory": "nobody-builds-it"},
    }[check]
    scheduler = registry.get("scheduler")
    with registry.override(replace(scheduler, enabled=False, **changes)):
        # Without its reader the scheduler's builder is an orphan besides.
        assert set(ids()) - {"agents.E004"} == {check}


def test_a_name_that_is_taken_twice_is_a_fault_and_not_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubled() -> None:
        registry.register(registry._team["food"])

    assert ids() == []  # everybody is loaded
    monkeypatch.setattr("agents.team.load", doubled)
    assert ids() == ["agents.E006"]


def test_a_brief_without_room_is_a_fault() -> None:
    with registry.override(replace(registry.get("planner"), input_tokens=18_000)):
        assert ids() == ["agents.E007"]


def test_who_reads_the_web_looks_up_nothing_of_the_trip(settings) -> None:
    settings.AGENTS = '{"web": {"tools": ["search_memory"]}}'
    assert ids() == ["agents.E007"]


def test_every_message_has_a_hint() -> None:
    for check, fault in TRIPPED.items():
        with fault():
            assert [message.hint for message in run_checks(tags=["agents"]) if not message.hint] == [], check


def test_a_reply_that_cannot_stream_first_is_a_fault() -> None:
    with food(output=ReplyLast):
        assert ids() == ["agents.E005"]


def test_memory_with_a_builder_is_no_fault() -> None:
    with food(memory="eaten"), memory_registry.override(eaten=lambda: ""):
        assert ids() == []


def test_no_name_is_taken_twice() -> None:
    with pytest.raises(ValueError, match="food"):
        registry.register(registry.get("food"))
    with memory_registry.override(eaten=lambda: ""), pytest.raises(ValueError, match="eaten"):
        memory_registry.memory_builder("eaten")(lambda: "")


def test_every_file_of_the_team_is_one_agent_of_its_name() -> None:
    from tests.house.sources import python_files

    files = {path.stem for path in python_files("agents/team")} - {"__init__"}
    assert files == {agent.name for agent in registry.team()}


def test_every_answer_that_a_model_writes_is_checked() -> None:
    """None is asked for beside the list that the start and `doctor --live` go through."""
    listed = {output for _name, output in outputs()}
    parts = " ".join(str(output.model_json_schema()) for output in listed)
    written = [one for one in answers_written(Written) if one.__module__.startswith(("agents.", "trips."))]
    assert ConversationSummary in written
    assert [one for one in written if one not in listed and f"/{one.__name__}'" not in parts] == []


def answers_written(base: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The classes that nothing is derived from."""
    for one in base.__subclasses__():
        yield from answers_written(one) if one.__subclasses__() else [one]
