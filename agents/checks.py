"""System checks of the team: a member without a prompt, an unknown tool, a brief nobody builds or reads,
a name that is taken twice, a policy that contradicts itself. Members that are not enabled count too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.checks import Error, register

if TYPE_CHECKING:
    from pydantic import BaseModel

    from agents.runtime.agent import Agent

LEAST_BRIEF_TOKENS = 8_000
EXTRACTOR = "extraction"  # no member, but a name that AGENTS may give a model (agents/afterwork.py)
GONE = {
    "MODEL_BY_AGENT": 'AGENTS={"planner": {"model": "claude-opus-5-5"}}',
    "CONTEXT_BY_MODEL": 'CONTEXT_TOKENS, or AGENTS={"planner": {"window": 32000}}',
    "RETRIEVED_FACTS_BY_AGENT": 'AGENTS={"planner": {"retrieved_facts": 8}}',
    "EFFORT_FAST": 'MODEL_EFFORT, or AGENTS={"research": {"effort": "low"}}',
    "EFFORT_STANDARD": 'MODEL_EFFORT, or AGENTS={"orchestrator": {"effort": "low"}}',
    "EFFORT_DEEP": 'MODEL_EFFORT, or AGENTS={"planner": {"effort": "medium"}}',
}


@register("agents")
def team_is_complete(app_configs, **kwargs) -> list[Error]:
    from agents.llm import wire_schema
    from agents.runtime import registry
    from agents.runtime.prompting import PROMPTS
    from agents.tools import TOOLS, tools_of
    from memory.registry import builders

    tools_of(())
    errors = []
    try:
        names, built = registry.names(), set(builders())
    except ValueError as doubled:
        hint = "Give one of the two another name: agents, builders and tools are found by theirs."
        return [Error(str(doubled), hint=hint, id="agents.E006")]
    if wrong := [*_gone_settings(), *_model_settings(names)]:
        return wrong  # nothing else of the team can be read with them
    for agent in registry.team():
        if not (PROMPTS / agent.prompt).is_file():
            errors.append(
                Error(
                    f"Agent {agent.name} has no prompt {agent.prompt}.",
                    hint=f"Write agents/prompts/{agent.prompt}.",
                    id="agents.E001",
                )
            )
        for tool in agent.tools:
            if tool not in TOOLS:
                errors.append(
                    Error(
                        f"Agent {agent.name} names the unknown tool {tool}.",
                        hint=f"Known: {', '.join(sorted(TOOLS))}.",
                        id="agents.E002",
                    )
                )
        if agent.memory and agent.memory not in built:
            errors.append(
                Error(
                    f"Agent {agent.name} has memory but nobody builds its brief.",
                    hint=f'Write memory/builders/{agent.memory}.py with @memory_builder("{agent.memory}").',
                    id="agents.E003",
                )
            )
        errors += _policy_faults(agent)
    for name, output in outputs():
        for problem in wire_schema.problems(output):
            errors.append(
                Error(
                    f"The answer of {name} cannot be asked for: {problem}",
                    hint="Use lists of typed rows, put a union inside an object, leave out what code knows, "
                    "or ask in two passes: servers compile no larger schema.",
                    id="agents.E005",
                )
            )
    wanted = {agent.memory for agent in registry.team() if agent.memory}
    for orphan in sorted(built - wanted):
        errors.append(
            Error(
                f"The brief {orphan} has a builder but no agent reads it.",
                hint="Remove the builder, or declare memory on an agent.",
                id="agents.E004",
            )
        )
    return errors


def _gone_settings() -> list[Error]:
    """Names that an earlier release knew: whoever still sets one expects something of it."""
    return [
        Error(f"{old} is set, and nobody reads it any more.", hint=f"Set {new} instead.", id="agents.E008")
        for old, new in GONE.items()
        if os.environ.get(old)
    ]


def _model_settings(names: set[str]) -> list[Error]:
    from agents.llm import prices, profiles

    hint = "docs/settings.md says what each setting takes, docs/models.md what AGENTS and MODEL_PRICES do."
    wrong = [*profiles.problems(), *prices.problems()]
    if not wrong:
        own = profiles.settings_of(EXTRACTOR).model_fields_set & profiles.OF_MEMBERS
        wrong = [f"AGENTS: {EXTRACTOR}.{point}: only a member of the team has that." for point in sorted(own)]
    if wrong:
        return [Error(sentence, hint=hint, id="agents.E009") for sentence in wrong]
    known = names | {EXTRACTOR}
    return [
        Error(
            f"AGENTS names {name}, which is no agent.",
            hint=f"Known: {', '.join(sorted(known))}.",
            id="agents.E010",
        )
        for name in profiles.agent_settings(settings.AGENTS)
        if name not in known
    ]


def _policy_faults(agent: Agent) -> list[Error]:
    """What its memory is told to be, and cannot."""
    from agents.runtime.policies import policy_of

    faults = []
    if (agent.notes or agent.self_managed) and not agent.memory:
        faults.append("keeps notes or a text of its own, but has no memory they would be in")
    if agent.web and agent.tools:
        faults.append("reads the web, and may look up nothing of the trip or its travellers")
    if agent.memory_limit < 1:
        faults.append(f"may keep {agent.memory_limit} characters")
    least = min(LEAST_BRIEF_TOKENS, agent.input_tokens // 8)
    if agent.memory and policy_of(agent).brief_tokens < least:
        faults.append(f"has less than {least} tokens left for its brief")
    return [
        Error(
            f"Agent {agent.name} {fault}.",
            hint="Change tools, memory, notes, self_managed, or one of the limits.",
            id="agents.E007",
        )
        for fault in faults
    ]


def outputs() -> Iterator[tuple[str, type[BaseModel]]]:
    """Every answer that a model is asked for, with whose it is."""
    from agents import companion_schemas
    from agents.companions.planner import ChangeAnswer
    from agents.runtime import registry, schemas
    from agents.windowing import ConversationSummary

    yield "orchestrator", schemas.OrchestratorAnswer
    yield "orchestrator (options)", schemas.FinalizeAnswer
    yield "orchestrator (summary)", ConversationSummary
    yield "planner (change)", ChangeAnswer
    for agent in registry.team():
        if isinstance(agent.output, type):
            yield agent.name, agent.output
    for part in ("Places", "Activities", "Tables", "Facts"):
        yield f"research ({part.lower()})", getattr(companion_schemas, f"Researched{part}")
