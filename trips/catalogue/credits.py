"""What the licences of open data ask to be told wherever rows made from them show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import Plan, Source

OSM_COPYRIGHT = "https://www.openstreetmap.org/copyright"


@dataclass(frozen=True, slots=True)
class Credit:
    words: str  # "Contains © OpenStreetMap contributors, ODbL"
    url: str  # of the licence, or of the article

    def __str__(self) -> str:
        return f"{self.words}: {self.url}"


def sources_of(plan: Plan, gazetteer: Gazetteer) -> list[Source]:
    """Of the plan's rows, and of their fields that have others."""
    places = (gazetteer.place(item.place_id) for item in plan.items() if item.place_id)
    return [source for place in places if place is not None for source in place.sources()]


def credits_of(sources: Iterable[Source]) -> list[Credit]:
    """One of OpenStreetMap, one of each article of Wikivoyage; other sources ask for none."""
    found: dict[Credit, None] = {}
    for source in sources:
        host = urlsplit(source.url).hostname or ""
        if source.grade != "open" or not host.endswith(("openstreetmap.org", "wikivoyage.org")):
            continue
        page = source.url.partition("#")[0] if host.endswith("wikivoyage.org") else OSM_COPYRIGHT
        found[Credit(f"Contains {source.source}", page)] = None
    return list(found)
