"""Fit stops and meals into one stretch of a day.

Everything is in minutes since midnight of the date and in numbers of nodes (positions); the caller knows
what they stand for. Orders of up to five stops are all tried, longer ones improved step by step.
Deterministic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from trips.planning.legs import to_five

EXACT_STOPS = 5
#: Least time to the next meal from the start of one and from its end, minutes; a late breakfast is small, and
#: lunch follows at its usual hour, so long from the start at least.
FROM_START, FROM_END, AFTER_BREAKFAST = 240, 180, 180
#: How a plan is weighed: a stop kept counts its weight (1 = an ordinary one).
TRAVEL_COST = 0.004  # a minute
WAITING_COST = 0.002
MISSED_MEAL_COST = 3.0
ALIKE_COST = 0.1  # two stops of one kind, one after the other
#: A meal is put off towards its usual hour in steps of so many minutes.
MEAL_STEP = 15
SQUEEZES = (0.85, 0.7, 0.5)
QUICK_MEAL = 60  # minutes, where otherwise a meal would be missed

Window = tuple[int, int]


@dataclass(frozen=True)
class Stop:
    """`windows` = when it is open, () = closed, None = at all hours as far as is known."""

    node: int
    minutes: int
    shortest: int
    longest: int
    windows: tuple[Window, ...] | None
    last_entry: int = 0
    weight: float = 1.0
    fixed: bool = False  # an appointment: its one window is its time
    kind: str = ""  # its main theme


@dataclass(frozen=True)
class MealWish:
    """`node` None = a free choice wherever they are; `windows` of a listed place."""

    name: str
    earliest: int
    ideal: int
    latest: int
    minutes: int
    node: int | None = None
    windows: tuple[Window, ...] | None = None
    first: bool = False  # before anything else (breakfast)
    waits: bool = False  # had at its ideal hour rather than as soon as they are free (dinner)
    worth: float = 0.35  # of the listed place, against a free choice


@dataclass(frozen=True)
class Problem:
    """What is to be had from `start` at the base, node 0, until back there by `end`. `travel[here][there]` in
    minutes."""

    stops: Sequence[Stop]
    meals: Sequence[MealWish]
    start: int
    end: int
    travel: Sequence[Sequence[int]]


@dataclass(frozen=True)
class Slot:
    """`index` into the stops or the meals; `free` = a meal that is a free choice near `node`."""

    kind: str  # "stop" or "meal"
    index: int
    start: int
    end: int
    node: int
    free: bool = False


@dataclass
class Packed:
    slots: list[Slot] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)  # meals
    value: float = 0.0

    @property
    def order(self) -> list[int]:
        return [slot.index for slot in self.slots if slot.kind == "stop"]

    @property
    def free_meals(self) -> int:
        return sum(slot.free for slot in self.slots)


def pack(problem: Problem) -> Packed:
    """The best fit found: most weight kept, then least travel and waiting. The given order wins ties."""
    best = _search(problem, 1.0)
    for squeeze in SQUEEZES:
        if not best.dropped and not best.missed:
            break
        tighter = _search(problem, squeeze)
        best = tighter if tighter.value > best.value + 0.25 else best
    return _for_the_meal(best, problem) if best.missed else best


def variants(packed: Packed, problem: Problem) -> Iterator[Packed]:
    """The same stops in the same order with lunch after each number of them, wherever nothing is lost by
    it and no stop is shorter."""
    yield packed
    if packed.dropped or not any(meal.name == "lunch" for meal in problem.meals):
        return
    for before in range(len(packed.order) + 1):
        found = _simulate(packed.order, problem, lunch_after=before)
        kept = len(found.slots) == len(packed.slots) and not found.dropped
        if kept and found.free_meals <= packed.free_meals:
            yield found


def _search(problem: Problem, factor: float) -> Packed:
    order = list(range(len(problem.stops)))
    best = _simulate(order, problem, factor)
    if len(order) <= EXACT_STOPS:
        for other in permutations(order):
            found = _simulate(other, problem, factor)
            best = found if found.value > best.value + 1e-9 else best
        return best
    improved = True
    while improved:
        improved = False
        for candidate in _neighbours(order):
            found = _simulate(candidate, problem, factor)
            if found.value > best.value + 1e-9:
                best, order, improved = found, candidate, True
                break
    return best


def _for_the_meal(best: Packed, problem: Problem) -> Packed:
    """A meal is missed: shorter meals, or at last one stop less, where it is no must."""
    order = best.order
    quicker = [replace(meal, minutes=min(meal.minutes, QUICK_MEAL)) for meal in problem.meals]
    found = _simulate(order, replace(problem, meals=quicker))
    if not found.dropped and len(found.missed) < len(best.missed):
        return replace(found, dropped=list(best.dropped))
    for gone in order:
        found = _simulate([index for index in order if index != gone], problem)
        found.dropped += [*best.dropped, gone]
        if len(found.missed) < len(best.missed) and found.value > best.value:
            best = found
    return best


def _neighbours(order: list[int]) -> Iterator[list[int]]:
    """One stop moved elsewhere, or a stretch turned round."""
    for first in range(len(order)):
        for second in range(len(order)):
            if first != second:
                moved = order[:first] + order[first + 1 :]
                yield [*moved[:second], order[first], *moved[second:]]
    for first in range(len(order)):
        for second in range(first + 2, len(order)):
            yield order[:first] + order[first : second + 1][::-1] + order[second + 1 :]


class _Walk:
    """One pass along an order of stops."""

    def __init__(self, problem: Problem) -> None:
        self.meals, self.travel, self.ends = problem.meals, problem.travel, problem.end
        self.time, self.node = problem.start, 0
        self.pending = list(range(len(problem.meals)))
        self.next_meal = 0  # no meal before this minute
        self.kind = ""  # of the stop before
        self.packed = Packed()
        self.spent = 0.0  # penalties

    def go(self, start: int, end: int, node: int, kind: str, index: int, free: bool = False) -> None:
        way = self.travel[self.node][node]
        self.spent += TRAVEL_COST * way + WAITING_COST * max(0, start - self.time - way)
        self.packed.slots.append(Slot(kind, index, start, end, node, free))
        self.time, self.node = end, node

    def meal_from(
        self, index: int, time: int, node: int, *, hurry: bool = False
    ) -> tuple[int, int, bool] | None:
        """(start, node, free choice) of a meal when one is at a node at a time; None = too late. In a
        `hurry` no meal waits for its hour."""
        meal = replace(self.meals[index], waits=False) if hurry else self.meals[index]
        if meal.node is not None:
            start = self._meal_start(meal, time + self.travel[node][meal.node], meal.node, meal.windows)
            if start is not None:
                return start, meal.node, False
        near = 0 if meal.name == "dinner" else node
        start = self._meal_start(meal, time + self.travel[node][near], near, None)
        return None if start is None else (start, near, True)

    def _meal_start(
        self, meal: MealWish, arrival: int, node: int, windows: tuple[Window, ...] | None
    ) -> int | None:
        """The first start from now on; of a meal that waits, the last one up to its ideal hour."""
        soonest = max(arrival, meal.earliest, self.next_meal)
        wished = max(soonest, meal.ideal) if meal.waits else soonest
        while True:
            start = first_start(windows, wished, meal.minutes, 0)
            in_time = start is not None and start <= meal.latest
            if start is not None and in_time and self.in_time_home(node, start + meal.minutes):
                return start
            if wished == soonest:
                return None
            wished = max(soonest, wished - MEAL_STEP)

    def eat(self, index: int, found: tuple[int, int, bool]) -> None:
        start, node, free = found
        meal = self.meals[index]
        if free and meal.node is not None:
            self.spent += meal.worth
        self.go(start, start + meal.minutes, node, "meal", index, free)
        lunch = next((other.ideal for other in self.meals if other.name == "lunch"), 0)
        self.next_meal = hungry_again(meal.name, start, start + meal.minutes, lunch)
        self.kind = ""
        self.pending.remove(index)

    def miss(self, index: int) -> None:
        self.packed.missed.append(index)
        self.spent += MISSED_MEAL_COST
        self.pending.remove(index)

    def visit(self, index: int, stop: Stop, start: int, minutes: int) -> None:
        if stop.kind and stop.kind == self.kind:
            self.spent += ALIKE_COST
        self.go(start, start + minutes, stop.node, "stop", index)
        self.kind = stop.kind

    def in_time_home(self, node: int, time: int) -> bool:
        return time + self.travel[node][0] <= self.ends


def _simulate(
    order: Sequence[int], problem: Problem, factor: float = 1.0, lunch_after: int | None = None
) -> Packed:
    """One pass; `lunch_after` = have lunch after so many stops, if it can be had then."""
    walk = _Walk(problem)
    value = 0.0
    for index in [index for index, meal in enumerate(problem.meals) if meal.first]:
        if found := walk.meal_from(index, walk.time, walk.node):
            walk.eat(index, found)
    for number, index in enumerate(order):
        stop = problem.stops[index]
        minutes = _minutes(stop, factor)
        if number == lunch_after:
            _lunch(walk)
        start = _eat_before(walk, stop, minutes)
        if start is None or not walk.in_time_home(stop.node, start + minutes):
            walk.packed.dropped.append(index)
            continue
        walk.visit(index, stop, start, minutes)
        value += stop.weight
    for index in list(walk.pending):
        if found := walk.meal_from(index, walk.time, walk.node):
            walk.eat(index, found)
        else:
            walk.miss(index)
    walk.packed.value = value - walk.spent - TRAVEL_COST * problem.travel[walk.node][0]
    return walk.packed


def _lunch(walk: _Walk) -> None:
    for index in list(walk.pending):
        if walk.meals[index].name == "lunch" and (found := walk.meal_from(index, walk.time, walk.node)):
            walk.eat(index, found)


def _eat_before(walk: _Walk, stop: Stop, minutes: int) -> int | None:
    """Take the meals that can't wait for this stop; then its start, None when it can't be had."""
    while True:
        arrival = walk.time + walk.travel[walk.node][stop.node]
        start = first_start(stop.windows, arrival, minutes, stop.last_entry)
        if not walk.pending:
            return start
        meal = walk.pending[0]
        now = walk.meal_from(meal, walk.time, walk.node)
        if now is None:
            return start
        if start is None:
            return None
        soon = walk.meal_from(meal, walk.time, walk.node, hurry=True) or now
        later = walk.meal_from(meal, start + minutes, stop.node)
        hungry = start + minutes > walk.meals[meal].ideal + 45 and soon[0] <= start
        worse = later is not None and later[2] and not now[2]
        if later is None or hungry or (worse and soon[0] <= start):
            found = now if _leaves_time(walk, meal, now, stop, minutes) else soon
            if stop.weight > MISSED_MEAL_COST and not _leaves_time(walk, meal, found, stop, minutes):
                walk.miss(meal)  # nobody leaves a wedding out for a lunch
            else:
                walk.eat(meal, found)
            continue
        return start


def _leaves_time(walk: _Walk, meal: int, found: tuple[int, int, bool], stop: Stop, minutes: int) -> bool:
    """Whether a stop can still be had after a meal."""
    end = found[0] + walk.meals[meal].minutes
    start = first_start(stop.windows, end + walk.travel[found[1]][stop.node], minutes, stop.last_entry)
    return start is not None and walk.in_time_home(stop.node, start + minutes)


def _minutes(stop: Stop, factor: float) -> int:
    if stop.fixed or factor == 1.0:
        return stop.minutes
    return max(stop.shortest, to_five(stop.minutes * factor))


def hungry_again(meal: str, start: int, end: int, lunch: int) -> int:
    """When the next meal begins at the earliest; `lunch` = its usual hour."""
    usual = max(start + FROM_START, end + FROM_END)
    return min(usual, max(lunch, start + AFTER_BREAKFAST)) if meal == "breakfast" else usual


def first_start(
    windows: tuple[Window, ...] | None, arrival: int, minutes: int, last_entry: int
) -> int | None:
    """The first start at or after `arrival`, on five minutes, that stays within one window and enters
    before the last entry; None = not on this day."""
    start = to_five(arrival)
    if windows is None:
        return start
    for opens, closes in windows:
        begin = max(start, to_five(opens))
        if begin + max(minutes, last_entry) <= closes:
            return begin
    return None
