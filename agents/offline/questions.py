"""The questions the offline planner asks: one text a topic, with answers to click."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agents.runtime.schemas import QuestionOut
from trips.catalogue.gazetteer import Gazetteer
from trips.facts.assuming import assume, leaving_dates
from trips.facts.limits import spoken_range
from trips.schemas import TripFacts
from trips.wording import counted, listed


def question_for(topic: str, facts: TripFacts, gazetteer: Gazetteer) -> QuestionOut:
    """What to ask for this topic, given what is known."""
    ask = _ASKS[topic]
    text, suggestions = ask(facts, gazetteer)
    return QuestionOut(topic=topic, text=text, suggestions=suggestions)


#: Of the cities with rows so many are proposed from, the best known.
KNOWN_BEST = 40


def _destinations(facts: TripFacts, gazetteer: Gazetteer) -> tuple[str, list[str]]:
    cities = gazetteer.cities_with_rows()[:KNOWN_BEST]
    day = facts.dates.start or facts.dates.earliest
    warm = any("warm" in wish or "sun" in wish for wish in facts.wishes)
    if day and warm:
        by_heat = [(gazetteer.climate(city.id, day.month), city) for city in cities]
        ranked = sorted(((n.mean_c, c) for n, c in by_heat if n), key=lambda pair: -pair[0])
        mild = [c.name for mean, c in ranked if mean >= 12]
        if mild:
            known = f"Warm in {day:%B} among the places I know well: {listed(mild[:4])}."
            return f"Where shall it be? {known}", mild[:4]
    return "Where would you like to go?", [city.name for city in cities][:5]


def _dates(facts: TripFacts, gazetteer: Gazetteer) -> tuple[str, list[str]]:
    dates = facts.dates
    if dates.start:
        return "How long will you stay, or when do you return?", ["3 days", "5 days", "a week"]
    if dates.earliest and dates.latest:
        window = _window(dates.earliest, dates.latest)
        if dates.days:
            days = [f"{day.day} {day:%B}" for day in leaving_dates(dates.earliest, dates.latest, dates.days)]
            return f"On which day {window} do you want to leave?", [*days, "you choose"]
        return f"From when to when {window}?", ["a long weekend", "a week", "you choose"]
    if dates.days:
        return f"When do those {dates.days} days start?", ["next month", "you choose"]
    return "When do you want to travel, from which day to which?", ["a long weekend", "you choose"]


def _window(first: dt.date, last: dt.date) -> str:
    """ "in April", "between 3 April and 20 May"."""
    whole = first.day == 1 and (last + dt.timedelta(days=1)).day == 1
    if whole and (first.year, first.month) == (last.year, last.month):
        return f"in {first:%B}"
    return f"between {first.day} {first:%B} and {last.day} {last:%B}"


def proposed(topics: Sequence[str], facts: TripFacts, today: dt.date, gazetteer: Gazetteer) -> list[str]:
    """ "10–17 April 2027 (Saturday to Saturday)", "2 adults": what is usual where nothing is known."""
    said = {change.path: change.value for change, _sentence in assume(facts, topics, today, gazetteer)}
    start, end = (
        dt.date.fromisoformat(str(said[f"dates.{part}"])) if f"dates.{part}" in said else known
        for part, known in (("start", facts.dates.start), ("end", facts.dates.end))
    )
    found = []
    if start and end and said.keys() & {"dates.start", "dates.end"}:
        found = [f"{spoken_range(start, end)} ({start:%A} to {end:%A})"]
    if adults := said.get("party.adults"):
        found.append(counted(int(str(adults)), "adult"))
    if "budget.level" in said:
        found.append("a mid-range budget")
    return found


def _party(facts: TripFacts, gazetteer: Gazetteer) -> tuple[str, list[str]]:
    if facts.party.children and not facts.party.adults:
        return "How many adults travel with the children?", ["1 adult", "2 adults"]
    return "How many of you are travelling? Tell me the ages of children, too.", [
        "just me",
        "2 adults",
        "2 adults and 2 children",
    ]


def _budget(facts: TripFacts, gazetteer: Gazetteer) -> tuple[str, list[str]]:
    return "What may it cost: a sum, or low, mid-range or high?", ["low", "mid-range", "high"]


_ASKS = {
    "destinations": _destinations,
    "dates": _dates,
    "party": _party,
    "budget": _budget,
    "origin": lambda facts, gazetteer: ("Where do you start from?", []),
    "pace": lambda facts, gazetteer: (
        "Which pace do you like: relaxed, moderate or packed?",
        ["relaxed pace", "moderate pace", "packed days"],
    ),
    "interests": lambda facts, gazetteer: (
        "What do you enjoy most on a trip?",
        ["history", "food", "art", "nature", "views"],
    ),
    "must_do": lambda facts, gazetteer: ("Is there anything you must see or do?", ["nothing in particular"]),
}
