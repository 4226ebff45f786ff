"""How an agent's calls are made: its own setting, else one of all agents, else the profile's."""

from __future__ import annotations

import json
import os

import pytest
from django.core.checks import run_checks

from agents.llm import profiles
from agents.llm.profiles import CallOptions, call_options
from agents.runtime import registry
from agents.runtime.policies import policies


def test_the_profile_says_what_a_kind_of_server_takes(settings) -> None:
    assert call_options("planner", "deep") == CallOptions("claude-opus-5-5", effort="medium")
    settings.MODEL_PROFILE = "plain"
    options = call_options("planner", "deep")
    assert (options.structured_output, options.effort, options.cache, options.tools) == (
        "prompt",
        "",
        False,
        False,
    )
    assert (options.window, options.max_tokens, options.silence_seconds) == (8_192, 4_096, 300)


def test_a_setting_changes_one_point_of_it_and_agents_any_for_one(settings) -> None:
    settings.MODEL_PROFILE = "tools"
    settings.STRUCTURED_OUTPUT, settings.PROMPT_CACHE, settings.MODEL_EFFORT = "prompt", True, "high"
    settings.CONTEXT_TOKENS, settings.MODEL_MAX_TOKENS, settings.SILENCE_SECONDS = 20_000, 2_000, 45.0
    settings.AGENTS = json.dumps(
        {
            "food": {
                "model": "qwen",
                "structured_output": "tool",
                "effort": "none",
                "cache": False,
                "window": 10_000,
                "max_tokens": 1_000,
                "silence_seconds": 5,
            }
        }
    )
    all_of_them = CallOptions("claude-sonnet-5-5", "prompt", "high", True, True, 20_000, 2_000, 45.0)
    assert call_options("stay", "standard") == all_of_them
    assert call_options("food", "standard") == CallOptions(
        "qwen", "tool", "", False, True, 10_000, 1_000, 5.0
    )


@pytest.mark.parametrize(
    ("model", "knows"),
    [
        ("claude-haiku-4-5", False),
        ("claude-haiku-4-5-20251001", False),
        ("anthropic/claude-sonnet-4.5", False),
        ("claude-sonnet-4-20250514", False),
        ("claude-opus-4-1", False),
        ("claude-3-7-sonnet-latest", False),
        ("claude-opus-4-5", True),
        ("claude-sonnet-4-6", True),
        ("claude-haiku-5-5", True),
        ("claude-sonnet-5", True),
    ],
)
def test_effort_goes_to_models_that_know_it(settings, model: str, knows: bool) -> None:
    settings.MODELS = {**settings.MODELS, "standard": model}
    assert bool(call_options("orchestrator", "standard").effort) is knows
    assert call_options("planner", "deep").of(model).effort == ("medium" if knows else "")
    settings.MODEL_EFFORT = "high"
    assert call_options("orchestrator", "standard").effort == ("high" if knows else "")


def test_an_agent_is_what_the_operator_s_settings_make_of_it(settings) -> None:
    settings.AGENTS = json.dumps(
        {
            "planner": {"max_tokens": 9_000, "self_managed": True, "memory_characters": 20_000},
            "research": {"notes": False, "tools": ["places"], "retrieved_facts": 8},
        }
    )
    planner, research = registry.get("planner"), registry.get("research")
    assert (planner.max_tokens, planner.self_managed, planner.memory_limit) == (9_000, True, 20_000)
    assert (research.notes, research.tools) == (False, ("places",))
    told = policies()
    assert (told["planner"].self_managed, told["planner"].notes) == (True, False)
    assert not told["research"].notes
    assert (profiles.retrieved_facts("research"), profiles.retrieved_facts("planner")) == (8, 5)
    assert run_checks(tags=["agents"]) == []


def test_a_model_that_thinks_before_it_answers_has_room_for_both() -> None:
    """Thoughts count as part of the answer."""
    assert min(agent.max_tokens for agent in registry.team()) >= 8_192


def test_in_a_small_window_everybody_says_less_and_reads_less(settings) -> None:
    settings.MODEL_PROFILE = "plain"
    for agent in registry.team():
        assert agent.max_tokens <= 4_096
        assert agent.input_tokens == 8_192
        assert agent.tools == ()
    assert run_checks(tags=["agents"]) == []


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        (
            "MODEL_PROFILE",
            "openai",
            "MODEL_PROFILE: Input should be 'anthropic', 'strict'",
        ),
        ("STRUCTURED_OUTPUT", "yes", "STRUCTURED_OUTPUT: Input should be"),
        ("AGENTS", "planner=claude", "Invalid JSON"),
        ("AGENTS", '{"planner": {"modle": "x"}}', "planner.modle: Extra inputs"),
        ("AGENTS", '{"planner": {"max_tokens": 3}}', "planner.max_tokens"),
        ("AGENTS", '{"planner": {"effort": "hgih"}}', "planner.effort: Input should be"),
        ("AGENTS", '{"planner": {"model": " "}}', "planner.model"),
        ("AGENTS", '{"planner": {"model": "a"}, "planner": {"effort": "low"}}', "names planner twice"),
        ("AGENTS", '{"planner": {"effort": "high", "effort": "low"}}', "names effort twice"),
        ("AGENTS", '{"extraction": {"tools": ["x"]}}', "extraction.tools: only a member of the team"),
        ("MODEL_EFFORT", "hgih", "MODEL_EFFORT: Input should be"),
        ("MODEL_MAX_TOKENS", -5, "MODEL_MAX_TOKENS: Input should be greater"),
        ("CONTEXT_TOKENS", 0, "CONTEXT_TOKENS: Input should be greater"),
        ("SILENCE_SECONDS", 0, "SILENCE_SECONDS: Input should be greater than 0"),
        ("CALL_SECONDS", -1, "CALL_SECONDS: Input should be greater than 0"),
        ("TURN_SECONDS", 0, "TURN_SECONDS: Input should be greater than 0"),
        ("WORKER_SILENCE", 0, "WORKER_SILENCE: Input should be greater than 0"),
        ("WEB_SEARCH", "yse", "WEB_SEARCH: Input should be"),
        ("AGENTS", '{"plannner": {}}', "names plannner, which is no agent"),
        ("AGENTS", '{"planner": {"tools": ["browse"]}}', "unknown tool browse"),
        (
            "AGENTS",
            '{"food": {"self_managed": true}}',
            "food keeps notes or a text of its own, but has no memory",
        ),
        ("AGENTS", '{"planner": {"memory_characters": 0}}', "planner.memory_characters"),
        ("MODEL_PRICES", '{"qwen": -1}', "MODEL_PRICES"),
        ("MODEL_PRICES", "free", "Invalid JSON"),
    ],
)
def test_what_cannot_be_is_said_at_the_start(settings, setting: str, value: object, said: str) -> None:
    setattr(settings, setting, value)
    found = run_checks(tags=["agents"])
    assert any(said in error.msg for error in found), found
    assert all(error.hint and error.id.startswith("agents.E") for error in found)


def test_a_name_that_is_gone_says_the_new_one(monkeypatch) -> None:
    monkeypatch.setitem(os.environ, "MODEL_BY_AGENT", "planner=claude-opus-5-5")
    [error] = run_checks(tags=["agents"])
    assert (error.id, "AGENTS=" in error.hint) == ("agents.E008", True)
