"""The scheduler reads the plan, what one needs to know there, what is to be booked, the last reports."""

from __future__ import annotations

from memory.briefing import Briefing, Section
from memory.registry import memory_builder
from memory.sections.context import slim_context
from memory.sections.itinerary import itinerary
from memory.sections.journey import booking_deadlines, recent_feedback
from memory.sections.research import intel


@memory_builder("scheduler", reads=("plan", "intel", "bookings", "feedback"))
def scheduler(briefing: Briefing) -> tuple[Section, ...]:
    return (
        Section("Trip Context", slim_context),
        Section("Itinerary", itinerary),
        Section("Practical Info", intel),
        Section("Booking Deadlines", booking_deadlines),
        Section("Recent Feedback", recent_feedback),
    )
