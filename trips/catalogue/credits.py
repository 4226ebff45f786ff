"""What the licences of open data ask to be told wherever rows made from them show."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import Credit, Item, Plan, Source

OSM_COPYRIGHT = "https://www.openstreetmap.org/copyright"


def sources_of(place_ids: Iterable[str | None], gazetteer: Gazetteer) -> list[Source]:
    """Of these rows as far as they are there, and of their fields that have others."""
    places = (gazetteer.place(place_id) for place_id in place_ids if place_id)
    return [source for place in places if place is not None for source in place.sources()]


def credits_of(sources: Iterable[Source]) -> list[Credit]:
    """One of OpenStreetMap, one of each article of Wikivoyage; other sources ask for none."""
    found: dict[Credit, None] = {}
    for source in sources:
        host = urlsplit(source.url).hostname or ""
        if source.grade != "open" or not host.endswith(("openstreetmap.org", "wikivoyage.org")):
            continue
        page = source.url.partition("#")[0] if host.endswith("wikivoyage.org") else OSM_COPYRIGHT
        found[Credit(words=f"Contains {source.source}", url=page)] = None
    return list(found)


def credits_of_item(item: Item, plan: Plan, gazetteer: Gazetteer) -> list[Credit]:
    """Of its row; of one that is gone, those of the whole plan."""
    place = gazetteer.place(item.place_id) if item.place_id else None
    return credits_of(place.sources()) if place else plan.credits if item.place_id else []


def credits_of_plan(plan: Plan, gazetteer: Gazetteer) -> list[Credit]:
    """Those it has, and those of its rows, used or not, as they are now."""
    named = (one.place_id for one in (*plan.items(), *plan.alternatives))
    return list(dict.fromkeys((*plan.credits, *credits_of(sources_of(named, gazetteer)))))
