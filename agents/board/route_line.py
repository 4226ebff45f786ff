"""The shape of a trip as one small drawing, from real positions.

Over several towns a line runs through the towns; within one, a line a day through its visits, with the
stay as a ring. North is up and what lies east is drawn east, but distances are evened out (partly true,
partly by rank), or a town would be a knot with one far loop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from trips.planning.gazetteer import distance_km
from trips.schemas import Leg, Plan, Stay, Visit

WIDTH, HEIGHT, MARGIN = 200.0, 56.0, 7.0
#: How much of a position is its rank among all, the rest is where it is.
BY_RANK = 0.7
#: Stays further apart than this make a journey, kilometres.
TOWNS_APART_KM = 40.0

Spot = tuple[float, float]  # latitude, longitude


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    kind: str  # origin, town, stay, visit


@dataclass(frozen=True)
class RouteLine:
    """SVG paths and dots in a box of WIDTH × HEIGHT."""

    paths: list[str]
    dots: list[Dot]


def route_line(plan: Plan) -> RouteLine | None:
    """None when fewer than two positions are known."""
    lines, stays = ([_towns(plan)], []) if _is_journey(plan) else (_days(plan), _stays(plan))
    spots = list(dict.fromkeys([spot for line in lines for spot, _kind in line] + stays))
    if len(spots) < 2:
        return None
    place = dict(zip(spots, _fitted(spots), strict=True))
    paths = [smooth_path([place[spot] for spot, _ in line]) for line in lines if len(line) > 1]
    dots = [Dot(*place[spot], kind) for line in lines for spot, kind in line]
    dots += [Dot(*place[spot], "stay") for spot in stays]
    return RouteLine(paths, list(dict.fromkeys(dots)))


def _is_journey(plan: Plan) -> bool:
    known = _stays(plan)
    return any(distance_km(*one, *other) > TOWNS_APART_KM for one in known for other in known)


def _towns(plan: Plan) -> list[tuple[Spot, str]]:
    spots: list[tuple[Spot, str]] = []
    legs = [item for item in plan.items() if isinstance(item, Leg)]
    if legs and legs[0].origin.lat is not None and legs[0].origin.lon is not None:
        spots.append(((legs[0].origin.lat, legs[0].origin.lon), "origin"))
    return spots + [(spot, "town") for spot in _stays(plan)]


def _days(plan: Plan) -> list[list[tuple[Spot, str]]]:
    return [
        [(spot, "visit") for item in day.items if isinstance(item, Visit) and (spot := _spot(item))]
        for day in plan.days
    ]


def _stays(plan: Plan) -> list[Spot]:
    return [spot for item in plan.items() if isinstance(item, Stay) and (spot := _spot(item))]


def _spot(item) -> Spot | None:
    return (item.lat, item.lon) if item.lat is not None and item.lon is not None else None


def _fitted(spots: Sequence[Spot]) -> list[tuple[float, float]]:
    xs = _evened([lon * math.cos(math.radians(lat)) for lat, lon in spots])
    ys = _evened([-lat for lat, _ in spots])
    return [
        (round(MARGIN + x * (WIDTH - 2 * MARGIN), 1), round(MARGIN + y * (HEIGHT - 2 * MARGIN), 1))
        for x, y in zip(xs, ys, strict=True)
    ]


def _evened(values: list[float]) -> list[float]:
    """Each value between 0 and 1, in the same order, the gaps between neighbours evened out."""
    least, span = min(values), max(values) - min(values)
    if not span:
        return [0.5] * len(values)
    ranks = {value: rank for rank, value in enumerate(sorted(set(values)))}
    last = max(ranks.values())
    return [BY_RANK * ranks[value] / last + (1 - BY_RANK) * (value - least) / span for value in values]


def smooth_path(points: Sequence[tuple[float, float]], pull: float = 6.0) -> str:
    """A Catmull-Rom curve through the points, as cubic Béziers; a larger `pull` is straighter."""
    padded = [points[0], *points, points[-1]]
    parts = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        one = (start[0] + (end[0] - before[0]) / pull, start[1] + (end[1] - before[1]) / pull)
        two = (end[0] - (after[0] - start[0]) / pull, end[1] - (after[1] - start[1]) / pull)
        parts.append(f"C{one[0]:.1f} {one[1]:.1f} {two[0]:.1f} {two[1]:.1f} {end[0]:g} {end[1]:g}")
    return "".join(parts)
