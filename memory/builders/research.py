"""Research reads where the trip goes, what is known of it, how far it is, and what it has found."""

from __future__ import annotations

from memory.briefing import Briefing, Section
from memory.registry import memory_builder
from memory.sections.context import slim_context
from memory.sections.research import findings, intel, research_status


@memory_builder("research", reads=("findings", "intel", "plan"))
def research(briefing: Briefing) -> tuple[Section, ...]:
    return (
        Section("Trip Context", slim_context),
        Section("Destination Intel", intel),
        Section("Research Status", research_status),
        Section("Findings", findings, findings=True),
    )
