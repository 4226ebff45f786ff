"""What matters most, on the board: one city's findings by tier, each with its reason and who decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from agents.board.views import board_view
from trips.models import Finding, Trip
from trips.prioritising import TIERS, of_hand

TITLES = {"": "Not sorted yet", "must": "Must", "should": "Should", "could": "Could", "skip": "Skip"}
KIND_ORDER = {"place": 0, "activity": 1, "food": 2}


@dataclass(frozen=True, slots=True)
class RankCard:
    row: Finding

    @property
    def mine(self) -> bool:
        return bool(of_hand(self.row))

    @property
    def undoable(self) -> bool:
        return bool(self.row.tier_before)

    @property
    def highest(self) -> bool:
        return self.row.tier == TIERS[0]

    @property
    def lowest(self) -> bool:
        return self.row.tier == TIERS[-1]

    @property
    def area(self) -> str:
        return str(self.row.data.get("area", ""))

    @property
    def weight(self) -> tuple[bool, int, int]:
        return not self.row.pinned, KIND_ORDER[self.row.kind], self.row.pk


@dataclass(frozen=True, slots=True)
class TierList:
    """`tier` "" = what nobody has ranked."""

    tier: str
    cards: list[RankCard]

    @property
    def title(self) -> str:
        return TITLES[self.tier]


@dataclass(frozen=True, slots=True)
class CityChip:
    name: str
    count: int
    current: bool


@dataclass(frozen=True, slots=True)
class PrioritiesView:
    """`option`: the city that was asked for, "" = the first. `said`: what the newest move came to, and
    `moved` is its finding."""

    city: str
    cities: list[CityChip]
    tiers: list[TierList]
    unsorted: TierList | None
    dismissed: list[str]
    option: str
    said: str
    moved: RankCard | None

    @property
    def sorted_before(self) -> bool:
        return any(one.cards for one in self.tiers)


@board_view(
    "priorities",
    "Priorities",
    "agents/board/_priorities.html",
    shown=lambda trip: trip.findings.exists(),
    order=25,
)
def priorities_view(trip: Trip, query: Mapping[str, str]) -> PrioritiesView:
    counts = Counter(trip.findings.order_by().values_list("city", flat=True))
    named = [place.name for place in trip.facts.destinations if place.name in counts]
    names = list(dict.fromkeys([*named, *sorted(counts)]))
    option = query.get("option", "")
    option = option if option in counts else ""
    city = option or names[0]
    rows = list(trip.findings.filter(city=city).order_by("pk"))
    cards = sorted(
        (RankCard(row) for row in rows if row.state != Finding.State.DISMISSED), key=lambda card: card.weight
    )
    unsorted = [card for card in cards if not card.row.tier]
    moved = next((card for card in cards if str(card.row.pk) == query.get("moved", "")), None)
    return PrioritiesView(
        city=city,
        cities=[CityChip(name, counts[name], name == city) for name in names],
        tiers=[TierList(tier, [card for card in cards if card.row.tier == tier]) for tier in TIERS],
        unsorted=TierList("", unsorted) if unsorted else None,
        dismissed=[row.name for row in rows if row.state == Finding.State.DISMISSED],
        option=option,
        said=_said(moved.row) if moved else "",
        moved=moved,
    )


def _said(row: Finding) -> str:
    """Where a finding stands after it was moved, and by whose decision."""
    if not row.tier:
        return f"{row.name} is given back: it is sorted the next time."
    whose = "your decision" if of_hand(row) else "the prioritizer's again"
    return f"{row.name}: {TITLES[row.tier]}, {whose}."
