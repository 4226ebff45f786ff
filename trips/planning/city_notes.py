"""Practical facts of a city for the travellers of one trip: their dates, their home, their money."""

from __future__ import annotations

import datetime as dt

from trips.catalogue.city_facts import CityFact, city_facts
from trips.catalogue.gazetteer import City, Gazetteer
from trips.facts.assuming import default_currency
from trips.planning.request import city_named
from trips.schemas import Plan, TripFacts


def notes_of(
    city: City,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    start: dt.date | None = None,
    end: dt.date | None = None,
) -> list[CityFact]:
    """`start` and `end` None: the trip's own."""
    return city_facts(
        city,
        gazetteer,
        today=today,
        start=start or facts.dates.start,
        end=end or start or facts.dates.end,
        home=city_named(facts.origin, gazetteer),
        currency=default_currency(facts, gazetteer).upper(),
    )


def days_in(plan: Plan | None, city: City) -> list[dt.date]:
    """Dates that the plan spends in a city."""
    return [day.date for day in plan.days if day.city_id == city.id] if plan else []


def cities_in(plan: Plan, gazetteer: Gazetteer) -> list[City]:
    """In order, each once."""
    return gazetteer.cities(day.city_id for day in plan.days)
