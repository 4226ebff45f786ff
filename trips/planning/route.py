"""In which order: cities of a trip, stops of a day, and which stops make a day together.

Distances are great-circle kilometres; small cases are solved exactly, larger ones by nearest
neighbour and 2-opt (Croes 1958).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product

from trips.catalogue.gazetteer import City, distance_km

EXACT_STOPS = 6
#: A traveller's own order of cities is kept unless another is this much shorter.
WORTH_REORDERING = 0.8

#: How much less a stop is worth a kilometre away from the day's others (four kilometres: twice that),
#: and for each other one of its kind.
KILOMETRE_COST = 1.15
SAME_KIND = 0.15

#: Two stops change days where that saves so many kilometres; all pairs of days are looked at so often.
WORTH_EXCHANGING, EXCHANGES = 1.0, 3

Coordinates = tuple[float, float]


def city_order(cities: Sequence[City], origin: City | None, *, round_trip: bool) -> list[City]:
    """The cities in the order of the shortest tour from the origin (and back); the given order where
    none is at least a fifth shorter."""
    if len(cities) < 3:
        return list(cities)
    points = [(city.lat, city.lon) for city in cities]
    start = (origin.lat, origin.lon) if origin else None
    end = start if round_trip else None
    best = stop_order(points, start, end)
    given = path_length(points, start, end)
    shorter = path_length([points[index] for index in best], start, end) < WORTH_REORDERING * given
    return [cities[index] for index in best] if shorter else list(cities)


def stop_order(
    points: Sequence[Coordinates], start: Coordinates | None, end: Coordinates | None
) -> list[int]:
    """Indexes of the points in a short order from start to end (either may be open)."""

    def length(order: Sequence[int]) -> float:
        return path_length([points[index] for index in order], start, end)

    if len(points) <= EXACT_STOPS:
        return list(min(permutations(range(len(points))), key=length)) if points else []
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


@dataclass(frozen=True)
class Candidate:
    """Something that could be visited. `worth` = how well it fits (about 0–6); `must` = not to be left
    out; `lead` = placed before others, where days and the shared number allow it; `shared` = counts against
    the number that may come from other options; `kind` = its main theme."""

    point: Coordinates
    worth: float
    minutes: int
    must: bool = False
    lead: bool = False
    shared: bool = False
    kind: str = ""


def clusters(
    candidates: Sequence[Candidate],
    capacities: Sequence[int],
    room: Sequence[int],
    base: Coordinates | None,
    *,
    share: int,
    allowed: Callable[[int, int], bool],
) -> list[list[int]]:
    """Choose and share out stops so that each day's stops are worth it and lie together.

    `capacities` = stops a day, `room` = minutes of stops a day, `share` = most shared ones in all,
    `allowed(stop, day)` = open that day. Each day starts from the best stop left and takes what is worth
    more than the way there. Musts come first, then leads, then the fullest days. Deterministic."""
    days = _Days(candidates, capacities, room, base, share, allowed)
    musts = [index for index, candidate in enumerate(candidates) if candidate.must]
    for index in sorted(musts, key=lambda index: (sum(allowed(index, day) for day in days.all), index)):
        days.put(index)
    for index, candidate in enumerate(candidates):
        if candidate.lead and (days.share > 0 or not candidate.shared):
            days.put(index)
    fullest = sorted(days.all, key=lambda day: (-capacities[day], day))
    for part in (2, 1):  # half of every day first, so that no day gets the leavings
        for day in fullest:
            days.fill(day, math.ceil(capacities[day] / part))
    days.exchange()
    return days.groups


class _Days:
    def __init__(
        self,
        candidates: Sequence[Candidate],
        capacities: Sequence[int],
        room: Sequence[int],
        base: Coordinates | None,
        share: int,
        allowed: Callable[[int, int], bool],
    ) -> None:
        self.candidates = candidates
        self.capacities = capacities
        self.room = room
        self.base = base
        self.share = share
        self.allowed = allowed
        self.all = range(len(capacities))
        self.groups: list[list[int]] = [[] for _ in capacities]
        self.left = set(range(len(candidates)))
        self.kinds: Counter[str] = Counter()

    def put(self, index: int) -> None:
        fitting = [day for day in self.all if self._fits(index, day)]
        if fitting:
            nearest = min(fitting, key=lambda day: (self._away(index, day), -self.capacities[day], day))
            self._take(index, nearest)

    def fill(self, day: int, most: int) -> None:
        """Until the day has `most` stops or nothing more fits."""
        while len(self.groups[day]) < most:
            fitting = [
                index
                for index in sorted(self.left)
                if self._fits(index, day) and not (self.candidates[index].shared and self.share <= 0)
            ]
            if not fitting:
                break
            self._take(max(fitting, key=lambda index: (self._gain(index, day), -index)), day)

    def _fits(self, index: int, day: int) -> bool:
        group = self.groups[day]
        minutes = sum(self.candidates[other].minutes for other in group) + self.candidates[index].minutes
        full = len(group) >= self.capacities[day] or minutes > self.room[day]
        return index in self.left and not full and self.allowed(index, day)

    def _gain(self, index: int, day: int) -> float:
        candidate = self.candidates[index]
        same = SAME_KIND * self.kinds[candidate.kind]
        shared = 0.5 if candidate.shared else 0.0
        return candidate.worth - same - shared - KILOMETRE_COST * math.sqrt(self._away(index, day))

    def _away(self, index: int, day: int) -> float:
        """Kilometres to the nearest stop of the day; of an empty day, half those to the base."""
        point = self.candidates[index].point
        if self.groups[day]:
            points = [self.candidates[other].point for other in self.groups[day]]
            nearest = min(distance_km(*point, *other) for other in points)
            centre = centre_of(points) or point
            return 0.6 * nearest + 0.4 * distance_km(*point, *centre)
        return self._short(day) * distance_km(*point, *self.base) if self.base else 0.0

    def _take(self, index: int, day: int) -> None:
        candidate = self.candidates[index]
        self.groups[day].append(index)
        self.left.discard(index)
        self.kinds[candidate.kind] += 1
        self.share -= candidate.shared and not candidate.must

    def exchange(self) -> None:
        """Stops of two days change places as long as what each day has comes to lie closer together."""
        for one, other in [*combinations(self.all, 2)] * EXCHANGES:
            for mine, yours in product(self.groups[one], self.groups[other]):
                days = {one: self._with(one, mine, yours), other: self._with(other, yours, mine)}
                before = self._spread(one, self.groups[one]) + self._spread(other, self.groups[other])
                after = sum(self._spread(day, group) for day, group in days.items())
                if before - after > WORTH_EXCHANGING and all(self._holds(*day) for day in days.items()):
                    self.groups[one], self.groups[other] = days[one], days[other]
                    break

    def _with(self, day: int, gone: int, come: int) -> list[int]:
        return [come if index == gone else index for index in self.groups[day]]

    def _holds(self, day: int, group: list[int]) -> bool:
        minutes = sum(self.candidates[index].minutes for index in group)
        return minutes <= self.room[day] and all(self.allowed(index, day) for index in group)

    def _spread(self, day: int, group: list[int]) -> float:
        """Kilometres of a day's stops to their middle, and of that to the base."""
        points = [self.candidates[index].point for index in group]
        centre = centre_of(points)
        if centre is None:
            return 0.0
        away = distance_km(*centre, *self.base) * self._short(day) if self.base else 0.0
        return away + sum(distance_km(*point, *centre) for point in points)

    def _short(self, day: int) -> float:
        """A way from the base weighs more on a day of arrival or departure."""
        return 1.0 if self.room[day] < max(self.room) else 0.4
