"""What was found, on the board: cards by city and kind, practical facts, what is still to be researched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from agents import web_access
from agents.board.views import board_view, with_plan
from agents.companions.research import cities_of
from trips.catalogue.gazetteer import City
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


@dataclass(frozen=True, slots=True)
class FindingCard:
    """One finding as its card shows it."""

    row: Finding

    @property
    def data(self) -> dict[str, Any]:
        return self.row.data

    @property
    def dismissed(self) -> bool:
        return self.row.state == Finding.State.DISMISSED

    @property
    def kept(self) -> bool:
        return self.row.state == Finding.State.KEPT

    @property
    def details(self) -> list[tuple[str, str]]:
        """Label and words, of what is known."""
        told = (
            ("Cost", self.data.get("price")),
            ("Hours", self.data.get("hours")),
            ("Takes", self.data.get("minutes")),
            ("Cuisine", self.data.get("cuisine")),
            ("Meals", ", ".join(self.data.get("meals") or [])),
            ("To try", ", ".join(self.data.get("dishes") or [])),
            ("Good for", self.data.get("best_for")),
        )
        return [(label, str(words)) for label, words in told if words]

    @property
    def weight(self) -> tuple[bool, int]:
        """Pinned ones first, the others as they were found."""
        return not self.row.pinned, self.row.pk


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one kind in one city."""

    kind: str
    title: str
    cards: list[FindingCard]


@dataclass(frozen=True, slots=True)
class CityFindings:
    """One city. `fresh`: researched whole, for the facts as they are, and not long ago."""

    name: str
    number: int  # of its section on the page
    groups: list[Group]
    facts: list[tuple[str, str, Source | None]]  # topic, sentence, the page it was read on
    intel: CityIntel | None
    fresh: bool


@dataclass(frozen=True, slots=True)
class Filter:
    name: str
    title: str
    count: int
    current: bool


@dataclass(frozen=True, slots=True)
class ResearchView:
    cities: list[CityFindings]
    without: list[str]  # cities of the trip that were not researched
    filters: list[Filter]
    option: str  # the filter that is on, "" = all
    at_work: bool  # research goes on beside the conversation
    links: list[City]  # with a page of practical facts
    web: bool  # this site searches the web; whether for this trip, its switch says


def _shown(trip: Trip) -> bool:
    return with_plan(trip) or trip.findings.exists() or trip.city_intel.exists()


@board_view("research", "Research", "agents/board/_research.html", shown=_shown, order=20)
def research_view(trip: Trip, query: Mapping[str, str]) -> ResearchView:
    rows = list(trip.findings.order_by("pk"))
    intel = {row.city: row for row in trip.city_intel.all()}
    plan = trip.plan.plan if trip.plan else None
    cities = cities_of(trip.facts, plan, current_gazetteer())
    ours = [name_of(trip, city) for city in cities]
    found = dict.fromkeys([*ours, *intel, *(row.city for row in rows)])
    names = [name for name in found if name in intel or any(row.city == name for row in rows)]
    option = query.get("option", "")
    option = option if option in dict(FILTERS) else ""
    fresh = fresh_cities(trip, within_days=settings.RESEARCH_FRESH_DAYS)
    return ResearchView(
        cities=[
            _city(name, number, [row for row in rows if row.city == name], intel.get(name), option, fresh)
            for number, name in enumerate(names, start=1)
        ],
        without=[name for name in ours if name not in names],
        filters=_filters(rows, option),
        option=option,
        at_work=trip.turns.filter(kind=Turn.Kind.JOB, status__in=Turn.UNFINISHED).exists(),
        links=cities,
        web=web_access.offered(),
    )


def _city(
    name: str, number: int, rows: Sequence[Finding], intel: CityIntel | None, option: str, fresh: set[int]
) -> CityFindings:
    groups = []
    for kind, title in KINDS:
        cards = [FindingCard(row) for row in rows if row.kind == kind and _passes(row, option)]
        if cards:
            groups.append(Group(kind, title, sorted(cards, key=lambda card: card.weight)))
    facts = intel.data if intel else {}
    return CityFindings(
        name=name,
        number=number,
        groups=groups,
        facts=[(topic, facts[topic], _page(intel, topic)) for topic in TOPICS if facts.get(topic)],
        intel=intel,
        fresh=bool(intel and intel.city_id in fresh),
    )


def _page(intel: CityIntel | None, topic: str) -> Source | None:
    url = intel.pages.get(topic, "") if intel else ""
    return Source(grade="web", url=url, as_of=intel.researched_at.date().isoformat()) if url else None


def _passes(row: Finding, option: str) -> bool:
    if option == KEPT:
        return row.state == Finding.State.KEPT
    return not option or row.kind == option


def _filters(rows: Sequence[Finding], option: str) -> list[Filter]:
    """What there is nothing of is not offered, but for the one that is on."""
    shown = [row for row in rows if row.state != Finding.State.DISMISSED]
    filters = [Filter("", "All", len(shown), not option)]
    for name, title in FILTERS:
        count = sum(_passes(row, name) for row in shown)
        if count or name == option:
            filters.append(Filter(name, title, count, name == option))
    return filters
