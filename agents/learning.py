"""Which work of a turn is learnt from: the rows that `agents/record.py` writes with the turn's result."""

from __future__ import annotations

from dataclasses import replace

from agents.outcome import Outcome
from agents.runtime import policies, registry
from memory import extraction
from memory.extraction import Work
from memory.triggers import harmless
from trips.facts.describing import money
from trips.models import Option, Turn
from trips.schemas import Plan


@harmless
def learn_from(turn: Turn, outcome: Outcome) -> None:
    """Write what is due after this turn, in its transaction."""
    of_agents = [policies.policy_of(agent) for agent in registry.team()]
    own_memory = frozenset(policy.agent for policy in of_agents if policy.self_managed)
    learning = own_memory | {policy.agent for policy in of_agents if policy.notes}
    works = [work for work in _works(turn, outcome) if work.agent in learning]
    extraction.due_after(turn, works, own_memory=own_memory)


def _works(turn: Turn, outcome: Outcome) -> list[Work]:
    """Everything agents did, the planner's options first and by the numbers they are shown with."""
    written = Option.objects.filter(turn=turn).order_by("position") if outcome.options else ()
    # numbered as they were stored (agents/record.py): those on offer first
    made = sorted(outcome.options, key=lambda option: option.state == Option.State.FAILED)
    works = [
        Work(
            "planner",
            option_text(option.plan),
            option_position=option.position,
            task=_task(turn),
            tool_results=tuple(outcome.recorded.get(of.key, ())),
        )
        for option, of in zip(written, made, strict=False)
    ]
    return [*works, *(_with_recorded(work, outcome) for work in outcome.work)]


def _with_recorded(work: Work, outcome: Outcome) -> Work:
    return replace(work, tool_results=(*work.tool_results, *outcome.recorded.get(work.agent, ())))


def _task(turn: Turn) -> str:
    return f"Write an option for turn {turn.number} of {turn.trip.name}."


def option_text(plan: Plan) -> str:
    """What the planner answered, in words: the title first, then days, what it rests on last."""
    lines = [f"{plan.title}: {plan.for_whom}".rstrip(": ")]
    lines += [f"{day.date:%-d %B %Y}, {day.city}: {_items(day.items)}" for day in plan.days]
    lines.append(f"In all {money(plan.total, plan.currency)}, {plan.pace} pace, level {plan.level}.")
    lines += [f"Highlight: {text}" for text in plan.highlights]
    lines += [f"Not used: {other.name}. {other.reason}".strip() for other in plan.alternatives[:6]]
    lines += [f"Assumed: {text}" for text in plan.assumptions]
    lines += [f"Risk: {text}" for text in plan.risks]
    return "\n".join(lines)


def _items(items) -> str:
    return "; ".join(item.title for item in items if item.kind in ("visit", "stay", "leg"))
