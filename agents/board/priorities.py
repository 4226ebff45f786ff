"""What matters most, on the board: one city's findings by tier, each with its reason and who decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from agents.board.views import always, board_view
from trips.models import Finding, Trip
from trips.prioritising import TIERS

TITLES = {"": "Not sorted yet", "must": "Must", "should": "Should", "could": "Could", "skip": "Skip"}
KIND_ORDER = {"place": 0, "activity": 1, "food": 2}


@board_view(
    "priorities",
    "Priorities",
    "agents/board/_priorities.html",
    shown=always,
    order=20,
    in_bar=True,
    icon="ranks",
)
def priorities_view(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    """`tiers`: name, title and findings of each, `unsorted` = what nobody has ranked; `option`: the city that
    was asked for, "" = the first; `said`: what the newest move came to, and `moved` is its finding."""
    counts = Counter(trip.findings.order_by().values_list("city", flat=True))
    named = [place.name for place in trip.facts.destinations if place.name in counts]
    names = list(dict.fromkeys([*named, *sorted(counts)]))
    option = query.get("option", "")
    option = option if option in counts else ""
    city = option or next(iter(names), "")
    rows = list(trip.findings.filter(city=city).order_by("pk"))
    cards = [row for row in rows if not row.dismissed]
    cards.sort(key=lambda row: (not row.pinned, KIND_ORDER[row.kind], row.pk))
    tiers = [(tier, TITLES[tier], [row for row in cards if row.tier == tier]) for tier in ("", *TIERS)]
    moved = next((row for row in cards if str(row.pk) == query.get("moved", "")), None)
    return {
        "city": city,
        "cities": [(name, counts[name]) for name in names],
        "tiers": tiers[1:],
        "unsorted": tiers[0],
        "sorted_before": any(found for _, _, found in tiers[1:]),
        "dismissed": [row.name for row in rows if row.dismissed],
        "option": option,
        "said": _said(moved) if moved else "",
        "moved": moved,
    }


def _said(row: Finding) -> str:
    """Where a finding stands after it was moved, and by whose decision."""
    if not row.tier:
        return f"{row.name} is given back: it is sorted the next time."
    whose = "your decision" if row.by_hand else "the prioritizer's again"
    return f"{row.name}: {TITLES[row.tier]}, {whose}."
