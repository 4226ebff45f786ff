"""Feedback reads the day the traveller is in and everything that was reported so far."""

from __future__ import annotations

from memory.briefing import Briefing, Section
from memory.registry import memory_builder
from memory.sections.context import slim_context
from memory.sections.itinerary import todays_plan
from memory.sections.journey import feedback_history


@memory_builder("feedback", reads=("plan", "feedback"))
def feedback(briefing: Briefing) -> tuple[Section, ...]:
    return (
        Section("Trip Context", slim_context),
        Section("Today's Plan", todays_plan),
        Section("Feedback History", feedback_history),
    )
