"""System checks of the team: a member without a prompt, an unknown tool, a brief nobody builds."""

from __future__ import annotations

from django.core.checks import Error, register


@register("agents")
def team_is_complete(app_configs, **kwargs) -> list[Error]:
    from agents import registry
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
