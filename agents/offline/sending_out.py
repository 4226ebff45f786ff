"""What the offline planner asks of the specialists once the traveller said yes."""

from __future__ import annotations

from agents.offline import words
from agents.runtime.schemas import Task
from trips.schemas import TripFacts


def tasks_for(facts: TripFacts) -> list[Task]:
    instructions = words.instructions(facts)
    return [
        Task(id=name, name=title, specialist=name, instructions=f"{ask} {instructions}"[:2000])
        for name, title, ask in (
            ("transport", "ways there and about", "Compare the ways there, back and about town."),
            ("stay", "where to sleep", "Find places to sleep that suit the party."),
            ("food", "where to eat", "Find where to eat, three meals a day."),
        )
    ]
