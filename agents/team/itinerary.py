"""The reader of itineraries that others wrote: what stands there, nothing added. Code checks it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from agents.runtime.agent import Agent
from agents.runtime.registry import register
from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.names import words
from trips.reading.itinerary import read
from trips.reading.itinerary.values import WrittenItinerary


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was pasted, and what the offline reader needs beside it."""

    text: str
    gazetteer: Gazetteer
    today: dt.date

    def problems(self, found: WrittenItinerary) -> list[str]:
        """Names that the text does not have."""
        said = set(words(self.text))
        names = {item.name for day in found.days for item in day.items}
        return [
            f"“{name}” does not stand in the text." for name in sorted(names) if not set(words(name)) <= said
        ][:8]


def offline(context: Pasted) -> WrittenItinerary:
    return read(context.text, context.gazetteer, context.today)


register(
    Agent(
        name="itinerary",
        title="Itinerary reader",
        prompt="itinerary.md",
        output=WrittenItinerary,
        tier="fast",
        offline=offline,
        subject="what you pasted",
    )
)
