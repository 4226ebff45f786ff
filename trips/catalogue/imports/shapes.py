"""Lines and rings for a map of a city: few points, and few of them."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians

from trips.catalogue.imports.extract import Shape

#: Metres that a simplified line may be off; kilometres across that water and parks have at least.
TOLERANCE, SMALLEST = 8.0, 0.06
#: Shapes and points of a kind.
MOST = {"street": (2000, 25_000), "water": (400, 8_000), "park": (600, 8_000)}
Point = tuple[float, float]


def drawn(shapes: list[Shape]) -> list[Shape]:
    """The largest of each kind, simplified, as long as there is room."""
    chosen: list[Shape] = []
    for kind, (most, room) in MOST.items():
        of_kind = sorted((one for one in shapes if one.kind == kind), key=lambda one: (-one.size, one.name))
        for shape in of_kind[:most]:
            line = simplified(shape.points)
            room -= len(line)
            if room < 0:
                break
            chosen.append(replace(shape, points=line))
    return chosen


def simplified(line: list[Point]) -> list[Point]:
    """Without points within TOLERANCE of the line through the others (Douglas and Peucker); five decimals."""
    width = 111_200 * cos(radians(line[0][0]))
    flat = [complex(lon * width, lat * 111_200) for lat, lon in line]
    kept, parts = {0, len(line) - 1}, [(0, len(line) - 1)]
    while parts:
        first, last = parts.pop()
        distances = ((_off(flat[n], flat[first], flat[last]), n) for n in range(first + 1, last))
        away, worst = max(distances, default=(0.0, 0))
        if away > TOLERANCE:
            kept.add(worst)
            parts += [(first, worst), (worst, last)]
    return [(round(lat, 5), round(lon, 5)) for lat, lon in (line[number] for number in sorted(kept))]


def _off(point: complex, start: complex, end: complex) -> float:
    """Metres from the line between two points; from the first where both are one, as in a ring."""
    along, away = end - start, point - start
    share = (away * along.conjugate()).real / abs(along) ** 2 if along else 0.0
    return abs(away - min(1.0, max(0.0, share)) * along)
