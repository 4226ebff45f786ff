"""The planner reads the trip with its wishes, what matters most, where to eat well, and the plan."""

from __future__ import annotations

from memory.briefing import Briefing, Section
from memory.registry import memory_builder
from memory.sections.context import extended_context
from memory.sections.itinerary import itinerary
from memory.sections.research import food_highlights, priorities


@memory_builder("planner", reads=("findings", "plan"))
def planner(briefing: Briefing) -> tuple[Section, ...]:
    return (
        Section("Trip Context", extended_context),
        Section("Priorities", priorities),
        Section("Food Highlights", food_highlights),
        Section("Itinerary", itinerary),
    )
