"""Take the hurry out of a packed stretch: longer visits, lunch between them, pauses shared out.

Packing puts everything as early as it goes, which leaves the rest of the day as one empty block. Here the
slots keep their order and their places; only their times move, within hours and limits. Minutes since
midnight, as in `packing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trips.planning.legs import to_five
from trips.planning.packing import Packed, Problem, Slot, Window, first_start, hungry_again, variants

#: A visit gets at most so much longer than wished, and never longer than the row's longest.
LONGEST_FACTOR = 1.5
#: Slack that stays a pause between two anchors before visits get longer, minutes.
SHORT_PAUSE = 30
#: A pause that nobody minds; longer ones are weighed by the square of what is over it, minutes.
EASY_PAUSE = 60
#: An hour of lunch away from its ideal hour weighs as much as so many squared hours of pause.
LUNCH_WEIGHT = 0.4
#: So does an hour of travel.
TRAVEL_WEIGHT = 0.8


def spread(packed: Packed, problem: Problem) -> Packed:
    """The calmest of the ways to have the same stops and meals."""
    choices = [_Spreading(one, problem).spread() for one in variants(packed, problem)]
    return min(choices, key=lambda one: _unrest(one, problem))


def _unrest(packed: Packed, problem: Problem) -> float:
    """Squared hours of long pauses between slots, and how far lunch is from its hour."""
    found, node, time = 0.0, 0, problem.start
    for slot in packed.slots:
        way = problem.travel[node][slot.node]
        pause = slot.start - time - way
        found += (max(0, pause - EASY_PAUSE) / 60) ** 2 + 0.1 * max(0, pause) / 60
        found += TRAVEL_WEIGHT * way / 60
        if slot.kind == "meal" and problem.meals[slot.index].name == "lunch":
            found += LUNCH_WEIGHT * abs(slot.start - problem.meals[slot.index].ideal) / 60
        node, time = slot.node, slot.end
    return found


class _Spreading:
    def __init__(self, packed: Packed, problem: Problem) -> None:
        self.packed, self.problem = packed, problem
        self.stops, self.meals, self.travel = problem.stops, problem.meals, problem.travel

    def spread(self) -> Packed:
        """A copy with the visits between two anchors (the start, meals) longer and further apart."""
        slots = self._late_risers(list(self.packed.slots))
        anchors = [position for position, slot in enumerate(slots) if slot.kind == "meal"]
        for before, after in zip([-1, *anchors], [*anchors, len(slots)], strict=True):
            inner = range(before + 1, after)
            if inner:
                self._section(slots, inner, slots[after] if after < len(slots) else None)
        return replace(self.packed, slots=slots)

    def _late_risers(self, slots: list[Slot]) -> list[Slot]:
        """With breakfast later rather than a pause after it, as far as its hours and lunch allow."""
        if len(slots) < 2 or slots[0].kind != "meal" or not self.meals[slots[0].index].first:
            return slots
        first, meal = slots[0], self.meals[slots[0].index]
        lunch = next((slot for slot in slots[1:] if slot.kind == "meal"), None)
        usual = self.meals[lunch.index].ideal if lunch else 0
        length = first.end - first.start
        pause = slots[1].start - self.travel[first.node][slots[1].node] - first.end
        for start in range(min(first.start + pause, meal.latest), first.start, -5):
            if first_start(meal.windows, start, length, 0) != start:
                continue
            if lunch is None or hungry_again(meal.name, start, start + length, usual) <= lunch.start:
                return [replace(first, start=start, end=start + length), *slots[1:]]
        return slots

    def _section(self, slots: list[Slot], inner: range, anchor: Slot | None) -> None:
        begins = slots[inner[0] - 1].end if inner[0] else self.problem.start
        origin = slots[inner[0] - 1].node if inner[0] else 0
        until = anchor.start if anchor else self.problem.end
        target = anchor.node if anchor else 0
        section = [slots[position] for position in inner]
        section = self._longer(section, begins, origin, until, target)
        if anchor:
            section = self._apart(section, begins, origin, until, target, rests=bool(inner[0]))
        for position, slot in zip(inner, section, strict=True):
            slots[position] = slot

    def _longer(self, section: list[Slot], begins: int, origin: int, until: int, target: int) -> list[Slot]:
        """Visits up to LONGEST_FACTOR longer, the shortest first, as long as the section holds them."""
        for share in (LONGEST_FACTOR, 1.3, 1.15):
            lengths = [self._length(slot, share) for slot in section]
            found = self._timed(section, lengths, begins, origin, until - SHORT_PAUSE, target)
            if found:
                return found
        return section

    def _length(self, slot: Slot, share: float) -> int:
        stop, now = self.stops[slot.index], slot.end - slot.start
        if stop.fixed or now < stop.minutes:
            return now
        return max(now, min(stop.longest, to_five(stop.minutes * share)))

    def _timed(
        self,
        section: list[Slot],
        lengths: Sequence[int],
        begins: int,
        origin: int,
        until: int,
        target: int,
    ) -> list[Slot] | None:
        """The section with these lengths, each slot as early as it goes."""
        time, node, found = begins, origin, []
        for slot, minutes in zip(section, lengths, strict=True):
            stop = self.stops[slot.index]
            arrival = time + self.travel[node][slot.node]
            start = first_start(stop.windows, arrival, minutes, stop.last_entry)
            if start is None:
                return None
            found.append(replace(slot, start=start, end=start + minutes))
            time, node = start + minutes, slot.node
        return found if time + self.travel[node][target] <= until else None

    def _apart(
        self, section: list[Slot], begins: int, origin: int, until: int, target: int, *, rests: bool
    ) -> list[Slot]:
        """Pauses shared out: a short one after the meal before (`rests`), the same between visits and before
        the next meal, as far as opening hours allow."""
        latest = self._latest(section, until, target)
        ways = [self.travel[node][slot.node] for node, slot in zip(
            [origin, *(slot.node for slot in section)], section, strict=False)]  # fmt: skip
        ways.append(self.travel[section[-1].node][target])
        slack = until - begins - sum(ways) - sum(slot.end - slot.start for slot in section)
        after_meal = rests and begins >= 11 * 60  # nobody rests from breakfast
        weights = [0.7 if after_meal else 0.0, *[1.0] * (len(section) - 1), 1.0]
        time, node, found = begins, origin, []
        for number, slot in enumerate(section):
            minutes = slot.end - slot.start
            arrival = time + self.travel[node][slot.node]
            pause = max(0, slack) * weights[number] / sum(weights[number:])
            start = self._start(slot, arrival, 5 * int(pause / 5), latest[number])
            slack -= start - arrival
            found.append(replace(slot, start=start, end=start + minutes))
            time, node = start + minutes, slot.node
        return found

    def _start(self, slot: Slot, arrival: int, pause: int, latest: int) -> int:
        """After this pause, or as much of it as hours and the rest of the section allow."""
        stop, minutes = self.stops[slot.index], slot.end - slot.start
        for shorter in range(pause, 0, -15):
            start = first_start(stop.windows, arrival + shorter, minutes, stop.last_entry)
            if start is not None and start <= latest:
                return start
        start = first_start(stop.windows, arrival, minutes, stop.last_entry)
        return start if start is not None and start <= latest else max(slot.start, arrival)

    def _latest(self, section: list[Slot], until: int, target: int) -> list[int]:
        """The latest start of each slot that leaves the rest of the section its hours."""
        found: list[int] = []
        bound, node = until, target
        for slot in reversed(section):
            stop = self.stops[slot.index]
            minutes = slot.end - slot.start
            end = bound - self.travel[slot.node][node]
            start = last_start(stop.windows, end, minutes, stop.last_entry)
            start = slot.start if start is None else max(start, slot.start)
            found.append(start)
            bound, node = start, slot.node
        return found[::-1]


def last_start(windows: tuple[Window, ...] | None, end: int, minutes: int, last_entry: int) -> int | None:
    """The last start, on five minutes, that is over by `end` within one window; None = none is."""
    if windows is None:
        return 5 * ((end - minutes) // 5)
    for opens, closes in reversed(windows):
        begin = 5 * (min(end - minutes, closes - max(minutes, last_entry)) // 5)
        if begin >= opens:
            return begin
    return None
