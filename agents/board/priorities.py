"""What matters most, on the board: one city's findings by tier, each with its reason and who decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from agents.board.research import planned_on, told_for
from agents.board.views import always, board_view
from trips.models import Finding, Trip
from trips.prioritising import TIERS, in_order

TITLES = {"must": "Must", "should": "Should", "could": "Could", "skip": "Skip", "": "Not sorted yet"}
HINTS = {
    "must": "the trip is not complete without",
    "should": "as many as fit",
    "could": "if there is time",
    "skip": "never planned in",
    "": "drag, or use its menu",
}
#: Rows of a tier that are shown at once; the others wait behind a line.
SHOWN = {"must": 12, "should": 8, "could": 5, "skip": 4, "": 12}


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
    """`columns` of tiers, each a name, title, hint, number and findings, at once and behind a line; `option`:
    the city that was asked for, "" = the first; `said`: what the newest move came to, and `moved` is its
    finding; `planned`: places of the plan."""
    counts = Counter(trip.findings.order_by().values_list("city", flat=True))
    named = [place.name for place in trip.facts.destinations if place.name in counts]
    names = list(dict.fromkeys([*named, *sorted(counts)]))
    option = query.get("option", "")
    option = option if option in counts else ""
    city = option or next(iter(names), "")
    rows = list(trip.findings.filter(city=city).order_by("pk"))
    cards = [row for row in rows if not row.dismissed]
    told_for(trip, cards)
    moved = next((row for row in cards if str(row.pk) == query.get("moved", "")), None)
    tiers = {tier: _tier(tier, in_order(row for row in cards if row.tier == tier)) for tier in TITLES}
    sorted_before = any(tiers[tier]["number"] for tier in TIERS if tier != "must")
    shown = [tiers[tier] for tier in TITLES if tier or tiers[tier]["number"]]
    return {
        "city": city,
        "cities": [(name, counts[name]) for name in names],
        "columns": [shown[:2], shown[2:]] if sorted_before else [shown],
        "titles": [(tier, TITLES[tier]) for tier in TIERS],
        "sorted_before": sorted_before,
        "dismissed": [row.name for row in rows if row.dismissed],
        "option": option,
        "said": _said(moved, tiers[moved.tier]) if moved else "",
        "moved": moved,
        "planned": planned_on(trip),
    }


def _tier(tier: str, rows: list[Finding]) -> dict[str, Any]:
    shown = SHOWN[tier] if len(rows) > SHOWN[tier] + 1 else len(rows)
    words = {"name": tier, "title": TITLES[tier], "hint": HINTS[tier]}
    return {**words, "number": len(rows), "first": rows[:shown], "others": rows[shown:]}


def _said(row: Finding, tier: dict[str, Any]) -> str:
    """Where a finding stands after it was moved, and by whose decision."""
    if not row.tier:
        return f"{row.name} is given back: it is sorted the next time."
    whose = "your decision" if row.by_hand else "sorted for you again"
    place = [*tier["first"], *tier["others"]].index(row) + 1
    where = f", {place} of {tier['number']}" if tier["number"] > 1 else ""
    return f"{row.name}: {tier['title']}{where}, {whose}."
