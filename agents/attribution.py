"""Below an answer that names rows of open data stands what their licences ask to be told."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.companions.research import cities_of
from agents.view import TripView
from trips.catalogue.credits import credits_of, credits_of_item
from trips.schemas import Place


def credited(text: str, view: TripView) -> str:
    """The words, with a line more where there is something to credit."""
    found = credits_of(source for row in _named(text, view) for source in row.sources())
    for plan in filter(None, (view.plan, *(option.plan for option in view.choosable))):
        named = (item for item in plan.items() if item.title in text)
        found += [credit for item in named for credit in credits_of_item(item, plan, view.gazetteer)]
    line = " ".join(f"[{credit.words}]({credit.url})." for credit in dict.fromkeys(found))
    return f"{text}\n\n{line}" if line else text


def _named(text: str, view: TripView) -> Iterator[Place]:
    """Rows whose name stands in a text, of the trip's cities and of those that it names."""
    gazetteer = view.gazetteer
    cities = cities_of(view.facts, view.plan, gazetteer)
    cities += [city for city in gazetteer.cities_with_rows() if city.name in text]
    for slug in dict.fromkeys(city.slug for city in cities):
        for row in gazetteer.places(slug):
            if row.name in text and re.search(rf"\b{re.escape(row.name)}\b", text):
                yield row
