"""In which order: cities of a trip, stops of a day, and which stops make a day together.

Distances are great-circle kilometres; small cases are solved exactly, larger ones by nearest
neighbour and 2-opt (Croes 1958).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, permutations

from trips.planning.gazetteer import City, distance_km

EXACT_STOPS = 6
#: A traveller's own order of cities is kept unless another is this much shorter.
WORTH_REORDERING = 0.8

Coordinates = tuple[float, float]
Distance = Callable[[int, int], float]


def city_order(cities: Sequence[City], origin: City | None, *, round_trip: bool) -> list[City]:
    """The cities in the order of the shortest tour from the origin (and back); the given order where
    none is at least a fifth shorter."""
    if len(cities) < 3:
        return list(cities)
    points = [(city.lat, city.lon) for city in cities]
    ends = (origin.lat, origin.lon) if origin else None

    def length(order: Sequence[int]) -> float:
        return path_length([points[index] for index in order], ends, ends if round_trip else None)

    given = list(range(len(cities)))
    best = given
    if len(cities) <= EXACT_STOPS:
        best = min((list(order) for order in permutations(given)), key=length)
    else:
        best = two_opt(nearest_neighbour(points, ends or points[0]), length)
    chosen = best if length(best) < WORTH_REORDERING * length(given) else given
    return [cities[index] for index in chosen]


def stop_order(
    points: Sequence[Coordinates], start: Coordinates | None, end: Coordinates | None
) -> list[int]:
    """Indexes of the points in a short order from start to end (either may be open)."""
    indexes = list(range(len(points)))

    def length(order: Sequence[int]) -> float:
        return path_length([points[index] for index in order], start, end)

    if len(points) <= EXACT_STOPS:
        return list(min(permutations(indexes), key=length)) if points else []
    return two_opt(nearest_neighbour(points, start or points[0]), length)


def nearest_neighbour(points: Sequence[Coordinates], start: Coordinates) -> list[int]:
    left = set(range(len(points)))
    order: list[int] = []
    here = start
    while left:
        nearest = min(left, key=lambda index: (distance_km(*here, *points[index]), index))
        left.remove(nearest)
        order.append(nearest)
        here = points[nearest]
    return order


def two_opt(order: Sequence[int], length: Callable[[Sequence[int]], float]) -> list[int]:
    """Turn stretches of the order round for as long as that shortens it."""
    best = list(order)
    shortest = length(best)
    improved = True
    while improved:
        improved = False
        for first in range(len(best) - 1):
            for last in range(first + 1, len(best)):
                turned = best[:first] + best[first : last + 1][::-1] + best[last + 1 :]
                found = length(turned)
                if found < shortest - 1e-9:
                    best, shortest, improved = turned, found, True
    return best


def path_length(points: Sequence[Coordinates], start: Coordinates | None, end: Coordinates | None) -> float:
    """Kilometres along the points, from `start` and to `end` where given."""
    path = [*([start] if start else []), *points, *([end] if end else [])]
    return sum(distance_km(*here, *there) for here, there in pairwise(path))


def centre_of(points: Sequence[Coordinates]) -> Coordinates | None:
    """The mean point; None of nothing. For points of one city, far from the date line."""
    if not points:
        return None
    return sum(point[0] for point in points) / len(points), sum(point[1] for point in points) / len(points)


def grouped(
    points: Sequence[Coordinates],
    minutes: Sequence[int],
    capacities: Sequence[int],
    room: Sequence[int],
    allowed: Callable[[int, int], bool],
) -> list[list[int]]:
    """Share stops out to days so that each day's stops lie together.

    `capacities` = most stops a day, `room` = most minutes of stops a day, `allowed(stop, day)` = open
    that day. Stops come in order of importance; what fits nowhere is in no group. Deterministic."""
    groups: list[list[int]] = [[] for _ in capacities]
    choices = {
        stop: [day for day in range(len(capacities)) if allowed(stop, day)] for stop in range(len(points))
    }
    # Those with the fewest open days choose first; then the important ones.
    for stop in sorted(choices, key=lambda stop: (len(choices[stop]), stop)):
        fitting = [
            day
            for day in choices[stop]
            if len(groups[day]) < capacities[day]
            and sum(minutes[other] for other in groups[day]) + minutes[stop] <= room[day]
        ]
        if fitting:
            groups[min(fitting, key=lambda day: _strain(stop, day, groups, points, capacities))].append(stop)
    _swap(groups, points, minutes, room, allowed)
    return groups


def _strain(
    stop: int, day: int, groups: list[list[int]], points: Sequence[Coordinates], capacities: Sequence[int]
) -> tuple[float, int]:
    """Kilometres to the day's stops; an empty day counts as four, a fuller one a little more."""
    fullness = len(groups[day]) / max(1, capacities[day])
    if not groups[day]:
        return 4.0, day
    near = sum(distance_km(*points[stop], *points[other]) for other in groups[day]) / len(groups[day])
    return near + 2.0 * fullness, day


def _swap(
    groups: list[list[int]],
    points: Sequence[Coordinates],
    minutes: Sequence[int],
    room: Sequence[int],
    allowed: Callable[[int, int], bool],
) -> None:
    """Exchange stops between two days while that brings each day's stops closer together."""

    def spread(group: Sequence[int]) -> float:
        centre = centre_of([points[stop] for stop in group])
        return sum(distance_km(*points[stop], *centre) for stop in group) if centre else 0.0

    for _ in range(3):
        changed = False
        for one in range(len(groups)):
            for other in range(one + 1, len(groups)):
                changed |= _swap_pair(groups, one, other, spread, minutes, room, allowed)
        if not changed:
            return


def _swap_pair(
    groups: list[list[int]],
    one: int,
    other: int,
    spread: Callable[[Sequence[int]], float],
    minutes: Sequence[int],
    room: Sequence[int],
    allowed: Callable[[int, int], bool],
) -> bool:
    changed = False
    for first in list(groups[one]):
        for second in list(groups[other]):
            if first not in groups[one] or second not in groups[other]:
                continue
            if not (allowed(first, other) and allowed(second, one)):
                continue
            mine = [stop for stop in groups[one] if stop != first] + [second]
            theirs = [stop for stop in groups[other] if stop != second] + [first]
            if sum(minutes[stop] for stop in mine) > room[one]:
                continue
            if sum(minutes[stop] for stop in theirs) > room[other]:
                continue
            if spread(mine) + spread(theirs) < spread(groups[one]) + spread(groups[other]) - 0.05:
                groups[one], groups[other] = mine, theirs
                changed = True
    return changed
