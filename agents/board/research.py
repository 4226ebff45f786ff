"""What was found, on the board: cards by city and kind, practical facts, what is still to be researched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from agents import web_access
from agents.board.views import always, board_view
from agents.companions.research import cities_of
from trips.finding import fresh_cities, name_of
from trips.models import CityIntel, Finding, Trip, Turn
from trips.places import current_gazetteer
from trips.schemas import Source

KINDS = (("place", "Places"), ("activity", "Activities"), ("food", "Food"))
KEPT = "kept"
#: What can be asked for by `option`: a kind, or what was kept.
FILTERS = (*KINDS, (KEPT, "Kept"))
#: Order of a brief's topics, as they are told.
TOPICS = ("weather", "money", "getting about", "other", "safety", "customs", "connectivity", "health")


@board_view(
    "research", "Research", "agents/board/_research.html", shown=always, order=10, in_bar=True, icon="search"
)
def research_view(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    """`without`: cities of the trip that were not researched; `links`: those with a page of practical facts;
    `at_work`: research goes on beside the conversation; `web`: this site searches the web."""
    rows = list(trip.findings.order_by("pk"))
    intel = {row.city: row for row in trip.city_intel.all()}
    cities = cities_of(trip.facts, trip.plan.plan if trip.plan else None, current_gazetteer())
    ours = [name_of(trip, city) for city in cities]
    researched = [*intel, *(row.city for row in rows)]
    names = [name for name in dict.fromkeys([*ours, *researched]) if name in researched]
    option = query.get("option", "")
    option = option if option in dict(FILTERS) else ""
    fresh = fresh_cities(trip, within_days=settings.RESEARCH_FRESH_DAYS)
    of_city = {name: [row for row in rows if row.city == name and _passes(row, option)] for name in names}
    return {
        "cities": [_city(name, found, intel.get(name), fresh) for name, found in of_city.items()],
        "without": [name for name in ours if name not in names],
        "filters": _filters(rows, option),
        "option": option,
        "at_work": trip.turns.filter(kind=Turn.Kind.JOB, status__in=Turn.UNFINISHED).exists(),
        "links": cities,
        "web": web_access.offered(),
    }


def _city(name: str, rows: Sequence[Finding], intel: CityIntel | None, fresh: set[int]) -> dict[str, Any]:
    """`groups`: title and findings of a kind, pinned ones first; `facts`: topic, sentence, the page it was
    read on; `fresh`: researched whole, for the facts as they are, and not long ago."""
    rows = sorted(rows, key=lambda row: (not row.pinned, row.pk))
    groups = [(title, [row for row in rows if row.kind == kind]) for kind, title in KINDS]
    facts = intel.data if intel else {}
    return {
        "name": name,
        "groups": [group for group in groups if group[1]],
        "facts": [(topic, facts[topic], _page(intel, topic)) for topic in TOPICS if facts.get(topic)],
        "intel": intel,
        "fresh": bool(intel and intel.city_id in fresh),
    }


def _page(intel: CityIntel | None, topic: str) -> Source | None:
    url = intel.pages.get(topic, "") if intel else ""
    return Source(grade="web", url=url, as_of=intel.researched_at.date().isoformat()) if url else None


def _passes(row: Finding, option: str) -> bool:
    return row.kept if option == KEPT else not option or row.kind == option


def _filters(rows: Sequence[Finding], option: str) -> list[tuple[str, str, int]]:
    """Name, title and count. What there is nothing of is not offered, but for the one that is on."""
    shown = [row for row in rows if not row.dismissed]
    counts = [(name, title, sum(_passes(row, name) for row in shown)) for name, title in FILTERS]
    return [("", "All", len(shown)), *(one for one in counts if one[2] or one[0] == option)]
