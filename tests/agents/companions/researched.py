"""What the tests of research share: a city's context, answers of a model."""

from __future__ import annotations

import datetime as dt
from typing import Any

from agents.companions.research import ResearchContext
from trips.catalogue.gazetteer import default_gazetteer
from trips.finding import FoundRow
from trips.schemas import Party, TripFacts

TODAY = dt.date(2026, 11, 22)
START, END = dt.date(2027, 3, 1), dt.date(2027, 3, 4)


def context(
    city: str = "Kyoto",
    *,
    known: tuple[FoundRow, ...] = (),
    start: dt.date = START,
    end: dt.date = END,
    dated: bool = True,
    **facts: Any,
) -> ResearchContext:
    facts.setdefault("party", Party(adults=2))
    found = default_gazetteer().best_city(city)
    return ResearchContext(found, TripFacts(**facts), TODAY, start, end, dated, known, default_gazetteer())


def place(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "summary": f"{name} is worth the way.", **more}


def answer(city: str = "Kyoto", **more: Any) -> dict[str, Any]:
    """A small answer about one city."""
    return {
        "reply": f"{city} is full of temples.",
        "short_summary": "found",
        "next_step": "Keep what you like.",
        "city": city,
        "places": [place("Kinkaku-ji")],
        "activities": [place("A morning of zazen")],
        "food": [{**place("Grandmother's Counter"), "meals": ["lunch"], "cuisine": "Japanese"}],
        "facts": [{"topic": "customs", "sentence": "Shoes come off at the door."}],
        **more,
    }


def large_answer(city: str = "Kyoto") -> dict[str, Any]:
    """As much as the largest city has: more than 14,000 characters."""
    filling = "It lies by the river, and people who live here go there on their free days. " * 3
    rows = {
        kind: [
            {
                "name": f"{title} {number}",
                "summary": filling[:290],
                "area": f"Quarter {number}",
                "best_for": "people who have an afternoon and like to walk",
                "tips": "Go early: by noon the queue is long, and in the afternoon the light is gone.",
            }
            for number in range(1, count + 1)
        ]
        for kind, title, count in (
            ("places", "Temple of the Hill", 10),
            ("activities", "Walk along the Canal", 8),
            ("food", "Kitchen of the Lane", 15),
        )
    }
    topics = ("safety", "customs", "connectivity", "health", "getting about")
    facts = [{"topic": topic, "sentence": filling[:390]} for topic in topics]
    return {**answer(city), **rows, "facts": facts}
