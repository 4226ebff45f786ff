"""The trip in a few lines: slim, extended (with must-dos and budget), for money (with the currency)."""

from __future__ import annotations

from memory.briefing import Briefing
from memory.sections.inline import inline
from trips.facts import describe
from trips.planning.gazetteer import default_gazetteer
from trips.schemas import Destination, TripFacts

SLIM = ("When", "Who", "Interests")
EXTENDED = (*SLIM, "Must do", "Budget")
#: What a fact is called in a brief, where the panel's word would be too short here.
LABELS = {"When": "Dates", "Who": "Travellers"}


def slim_context(briefing: Briefing) -> list[str]:
    """Destination, dates, cities with nights, travellers, interests."""
    return _lines(briefing.facts, SLIM)


def extended_context(briefing: Briefing) -> list[str]:
    """Slim, and must-dos and budget."""
    return _lines(briefing.facts, EXTENDED)


def cost_context(briefing: Briefing) -> list[str]:
    """Extended, and the trip's currency."""
    currency = briefing.currency or briefing.facts.budget.currency
    return _lines(briefing.facts, EXTENDED) + ([f"- Currency: {currency}"] if currency else [])


def _lines(facts: TripFacts, labels: tuple[str, ...]) -> list[str]:
    said = {}
    for line in describe(facts):
        said.setdefault(line.label, line.text)
    told = {"Destination": _destination(facts), "Cities": _cities(facts)}
    told |= {LABELS.get(label, label): said.get(label, "") for label in labels}
    order = ("Destination", "Dates", "Cities", "Travellers", "Interests", "Must do", "Budget")
    return [f"- {label}: {inline(told[label])}" for label in order if told.get(label)]


def _destination(facts: TripFacts) -> str:
    """The countries; a city that we don't know by its own name."""
    names = []
    for place in facts.destinations:
        country = default_gazetteer().country(place.country) if place.country else None
        names.append(country.name if country and place.kind != "region" else place.name)
    return ", ".join(dict.fromkeys(names))


def _cities(facts: TripFacts) -> str:
    return ", ".join(_city(place) for place in facts.destinations if place.kind == "city")


def _city(place: Destination) -> str:
    if place.nights is None:
        return place.name
    return f"{place.name} ({place.nights} {'night' if place.nights == 1 else 'nights'})"
