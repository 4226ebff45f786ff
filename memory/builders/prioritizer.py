"""The prioritizer reads the trip with its wishes, how far research is, and every finding."""

from __future__ import annotations

from memory.briefing import Briefing, Section
from memory.registry import memory_builder
from memory.sections.context import extended_context
from memory.sections.research import findings, research_status


@memory_builder("prioritizer", reads=("findings", "intel", "plan"))
def prioritizer(briefing: Briefing) -> tuple[Section, ...]:
    return (
        Section("Trip Context", extended_context),
        Section("Research Status", research_status),
        Section("Findings", findings, findings=True),
    )
