"""Lines and rings for a map of a city: few points, and few of them."""

from __future__ import annotations

from math import cos, hypot, radians

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
        ordered = sorted(
            (shape for shape in shapes if shape.kind == kind), key=lambda one: (-one.size, one.name)
        )
        for shape in ordered[:most]:
            line = simplified(shape.points)
            room -= len(line)
            if room < 0:
                break
            chosen.append(Shape(kind, shape.name, line, shape.size))
    return chosen


def simplified(line: list[Point]) -> list[Point]:
    """Without the points that are within TOLERANCE of the line through the others (Douglas and Peucker)."""
    if len(line) < 3:
        return _rounded(line)
    width = 111_200 * cos(radians(line[0][0]))
    flat = [(lon * width, lat * 111_200) for lat, lon in line]
    kept = {0, len(line) - 1}
    parts = [(0, len(line) - 1)]
    while parts:
        first, last = parts.pop()
        away, worst = max(
            ((_off(flat[n], flat[first], flat[last]), n) for n in range(first + 1, last)), default=(0, 0)
        )
        if away > TOLERANCE:
            kept.add(worst)
            parts += [(first, worst), (worst, last)]
    return _rounded([line[number] for number in sorted(kept)])


def _rounded(line: list[Point]) -> list[Point]:
    return [(round(lat, 5), round(lon, 5)) for lat, lon in line]


def _off(point: Point, start: Point, end: Point) -> float:
    """Metres from the line between two points; from the first where both are one, as in a ring."""
    across, along = end[0] - start[0], end[1] - start[1]
    length = hypot(across, along)
    if not length:
        return hypot(point[0] - start[0], point[1] - start[1])
    share = ((point[0] - start[0]) * across + (point[1] - start[1]) * along) / length**2
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - start[0] - share * across, point[1] - start[1] - share * along)
