"""The trip in a few lines: slim, extended (with must-dos and budget), for money (with the currency)."""

from __future__ import annotations

from memory.briefing import Briefing
from memory.sections.fits import planned_nights, unlike_facts
from memory.sections.inline import inline
from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import describe
from trips.schemas import Destination, TripFacts

SLIM = ("When", "Who", "Interests")
EXTENDED = (*SLIM, "Must do", "Budget")
#: What a fact is called in a brief, where the panel's word would be too short here.
LABELS = {"When": "Dates", "Who": "Travellers"}


def slim_context(briefing: Briefing) -> list[str]:
    """Destination, dates, cities with nights, travellers, interests."""
    return _lines(briefing, SLIM)


def extended_context(briefing: Briefing) -> list[str]:
    """Slim, and must-dos and budget."""
    return _lines(briefing, EXTENDED)


def cost_context(briefing: Briefing) -> list[str]:
    """Extended, and the trip's currency."""
    currency = briefing.currency or briefing.facts.budget.currency
    return _lines(briefing, EXTENDED) + ([f"- Currency: {currency}"] if currency else [])


def _lines(briefing: Briefing, labels: tuple[str, ...]) -> list[str]:
    facts, said = briefing.facts, {}
    for line in describe(facts):
        said.setdefault(line.label, line.text)
    told = {"Destination": _destination(facts), "Cities": _cities(briefing)}
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


def _cities(briefing: Briefing) -> str:
    """With nights: as they were said, else as a plan has them that is for these facts."""
    fits = not unlike_facts(briefing)
    cities = [place for place in briefing.facts.destinations if place.kind == "city"]
    return ", ".join(_city(place, planned_nights(briefing, place) if fits else None) for place in cities)


def _city(place: Destination, planned: int | None) -> str:
    nights, where = (planned, " planned") if place.nights is None else (place.nights, "")
    if nights is None:
        return place.name
    return f"{place.name} ({nights} {'night' if nights == 1 else 'nights'}{where})"
