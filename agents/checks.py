"""System checks of the team: a member without a prompt, an unknown tool, a brief nobody builds."""

from __future__ import annotations

from django.core.checks import Error, register


@register("agents")
def team_is_complete(app_configs, **kwargs) -> list[Error]:
    from agents import registry
    from agents.llm.wire_request import schema_problems
    from agents.prompting import PROMPTS
    from agents.tools import TOOLS, tools_of
    from memory.registry import builders

    tools_of(())
    errors = []
    built = set(builders())
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
    for name, output in _outputs():
        for problem in schema_problems(output):
            errors.append(
                Error(
                    f"The answer of {name} cannot be asked for: {problem}",
                    hint="Use lists of typed rows, and put a union inside an object.",
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


def _outputs():
    """Every schema that a model is asked to fill."""
    from agents import registry, schemas

    yield "the orchestrator", schemas.orchestrator_answer(frozenset(schemas.DECISIONS))
    yield "the orchestrator (options)", schemas.FinalizeAnswer
    for agent in registry.team():
        if isinstance(agent.output, type):
            yield agent.name, agent.output
