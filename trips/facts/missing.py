"""What is not known yet, in the order in which it is asked."""

from __future__ import annotations

from trips.schemas import TripFacts

REQUIRED = ("destinations", "dates.start", "dates.end", "party.adults", "budget")
OPTIONAL = ("origin", "pace", "interests", "must_do")


def missing_facts(facts: TripFacts) -> list[str]:
    """Required topics nobody has told: destinations, dates.start, dates.end, party.adults, budget."""
    known = {
        "destinations": bool(facts.destinations),
        "dates.start": facts.dates.start is not None,
        "dates.end": facts.dates.end is not None,
        "party.adults": facts.party.adults is not None,
        "budget": facts.budget.amount is not None or facts.budget.level is not None,
    }
    return [topic for topic in REQUIRED if not known[topic]]


def optional_topics(facts: TripFacts) -> list[str]:
    """Optional topics nobody has told: origin, pace, interests, must_do."""
    return [topic for topic in OPTIONAL if not getattr(facts, topic)]
