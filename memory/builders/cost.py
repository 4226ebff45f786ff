"""Cost reads the budget, what was spent on what and where, what things usually cost, where to save."""

from __future__ import annotations

from memory.briefing import Briefing, Section
from memory.registry import memory_builder
from memory.sections.context import cost_context
from memory.sections.money import benchmarks, savings_tips, spending


@memory_builder("cost", reads=("expenses", "plan", "intel", "gazetteer"))
def cost(briefing: Briefing) -> tuple[Section, ...]:
    return (
        Section("Trip Context", cost_context),
        Section("Spending", spending),
        Section("Benchmarks", benchmarks),
        Section("Savings Tips", savings_tips),
    )
