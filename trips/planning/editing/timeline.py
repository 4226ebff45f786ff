"""One day of a city put on the clock again: what can keep its time keeps it, the rest gives way.

Minutes are those since midnight of the date. The order is the plan's own wherever it fits; only where it
can't be kept does the packer of the schedule find another one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from trips.planning.editing.itinerary import Entry, Itinerary, Sojourn, at_minute
from trips.planning.editing.ways import Ways
from trips.planning.items import Scene
from trips.planning.legs import to_five
from trips.planning.mealtimes import ARRIVED_HUNGRY, meal_hours
from trips.planning.packing import SQUEEZES, MealWish, Problem, Stop, first_start, hungry_again, pack
from trips.planning.picking import windows_on
from trips.planning.planned import Spot, spot_of
from trips.planning.stretches import LEAST_FREE_MINUTES, MUST_WEIGHT, USUAL_WEIGHT, lengths_of
from trips.schemas import Item, Meal, Point, Visit

#: Nobody starts a day before, or ends it after: an hour set by hand may go beyond the pace, not beyond these.
DAWN, NIGHT = 5 * 60, 24 * 60
#: How much visits are shortened, within their rows' own ranges, before another order is tried.
GENTLE = (1.0, 0.85, 0.7)
#: What was asked for a part of the day starts at most so long after that begins.
PART_MINUTES = 150


@dataclass(frozen=True)
class Slot:
    entry: Entry
    start: int
    end: int
    spot: Spot


@dataclass(frozen=True)
class Line:
    """A day as fitted. `back` = when one is at the base again."""

    slots: tuple[Slot, ...]
    back: int


class DayLine:
    """A date in a city of an itinerary, to be fitted with other entries than it has."""

    def __init__(self, itinerary: Itinerary, sojourn: Sojourn, date: dt.date) -> None:
        self.itinerary = itinerary
        self.request = itinerary.request
        self.sojourn = sojourn
        self.date = date
        self.start, self.end = itinerary.hours(sojourn, date)
        every = [item for items in sojourn.kept.values() for item in items]
        self.ways = Ways.of(itinerary.means(sojourn), [*every, *sojourn.kept.get(date, [])])
        self.base = sojourn.base
        self.departs = date == sojourn.leave and itinerary.leaving(sojourn) is not None

    # --- fitting ------------------------------------------------------------------------------------

    def fit(self, entries: Sequence[Entry]) -> Line | None:
        """With everything in it; None = it can't be had. The order is kept before the lengths, as long as
        those stay near what they were, and both before anything is left out."""
        return self.keeping_order(entries, GENTLE) or self._any_order(entries)

    def keeping_order(self, entries: Sequence[Entry], factors: Sequence[float] = (1.0,)) -> Line | None:
        """In the order given, but for a meal that comes one place earlier or later."""
        given = list(entries)
        if not given:  # also where there is hardly an hour between two journeys
            return Line((), self.start)
        for factor in factors:
            for loose in (False, True):
                for order in _orders(given):
                    if line := self._in_order(order, factor, loose=loose):
                        return line
        return None

    def at_their_hours(self, entries: Sequence[Entry]) -> Line | None:
        """In the order given, no visit before its wished hour."""
        lines = (self._in_order(entries, factor, loose=False) for factor in GENTLE)
        return next((line for line in lines if line), None) if entries else Line((), self.start)

    def in_the_part(self, entries: Sequence[Entry], entry: Entry, begins: int) -> Line | None:
        """With one more that starts when it suits within a part of the day, open and with nothing lost."""
        row = self.itinerary.row(entry.item)
        windows = windows_on(row, self.date, self.request) if row else None
        for start in range(begins, begins + PART_MINUTES + 1, 15):
            over = start + entry.minutes
            if windows is not None and not any(opens <= start and over <= shuts for opens, shuts in windows):
                continue
            new = replace(entry, wish=start, held=True)
            if line := self.keeping_order(by_time([*entries, new]), GENTLE):
                return line
        return None

    def _any_order(self, entries: Sequence[Entry]) -> Line | None:
        for factor in (1.0, *SQUEEZES):
            if line := self._packed(entries, factor):
                return line
        return self.keeping_order(entries, SQUEEZES)

    def insert(self, entries: Sequence[Entry], entry: Entry) -> Line | None:
        """With one more, where it is the least detour and moves the others least."""
        for factor in GENTLE:
            best: tuple[float, Line] | None = None
            for index in range(len(entries) + 1):
                line = self.keeping_order([*entries[:index], entry, *entries[index:]], (factor,))
                if line:
                    cost = self._travelling(line) + _shifted(line) / 4
                    if best is None or cost < best[0]:
                        best = cost, line
            if best:
                return best[1]
        return self._any_order([*entries, entry])

    def closed(self, entry: Entry) -> bool:
        """Whether it is known to be closed all day."""
        row = self.itinerary.row(entry.item)
        return row is not None and not entry.any_hours and windows_on(row, self.date, self.request) == ()

    def _in_order(self, entries: Sequence[Entry], factor: float, *, loose: bool) -> Line | None:
        """One after the other; `loose` = visits start as soon as one is there."""
        here, clock, next_meal = self.base, self.start, 0
        lunch = meal_hours("lunch", self.sojourn.city.country, self.itinerary.request).ideal
        slots: list[Slot] = []
        for entry in entries:
            spot = self._spot(entry, here)
            arrive = clock + self.ways.move(here, spot).minutes
            minutes = self._minutes(entry, factor)
            if isinstance(entry.item, Meal):
                start = self._meal_start(entry, entry.item, arrive, next_meal, minutes)
            else:
                start = self._visit_start(entry, arrive, minutes, loose=loose)
            if start is None:
                return None
            slots.append(Slot(entry, start, start + minutes, spot))
            here, clock = spot, start + minutes
            if isinstance(entry.item, Meal):
                next_meal = hungry_again(entry.item.meal, start, clock, lunch)
        back = clock + self.ways.move(here, self.base).minutes
        return Line(tuple(slots), back) if back <= self.end else None

    def _visit_start(self, entry: Entry, arrive: int, minutes: int, *, loose: bool) -> int | None:
        if entry.held and entry.wish is not None:
            return entry.wish if arrive <= entry.wish else None
        soonest = arrive if loose or entry.wish is None else max(arrive, entry.wish)
        row = self.itinerary.row(entry.item)
        windows = windows_on(row, self.date, self.request) if row and not entry.any_hours else None
        return first_start(windows, soonest, minutes, row.hours.last_entry_min if row else 0)

    def _meal_start(self, entry: Entry, meal: Meal, arrive: int, next_meal: int, minutes: int) -> int | None:
        if entry.held and entry.wish is not None:
            return entry.wish if arrive <= entry.wish else None
        earliest, ideal, latest = self._meal_hours(entry, meal)
        wish = ideal if entry.wish is None else entry.wish
        soonest = max(arrive, earliest, next_meal if wish < next_meal else 0)
        row = self.itinerary.row(meal)
        windows = windows_on(row, self.date, self.request) if row else None
        for begin in dict.fromkeys((max(soonest, wish), soonest)):
            start = first_start(windows, begin, minutes, 0)
            if start is not None and start <= latest:
                return start
        return None

    def _meal_hours(self, entry: Entry, meal: Meal) -> tuple[int, int, int]:
        """Earliest, ideal and latest start; a time it already has is never too early or too late."""
        hours = meal_hours(meal.meal, self.sojourn.city.country, self.request)
        earliest, latest = hours.earliest, max(hours.latest, self.start + ARRIVED_HUNGRY)
        if entry.wish is not None:
            earliest, latest = min(earliest, entry.wish), max(latest, entry.wish)
        return earliest, hours.ideal, latest

    def _minutes(self, entry: Entry, factor: float) -> int:
        if factor == 1.0 or entry.held or entry.is_meal:
            return entry.minutes
        row = self.itinerary.row(entry.item)
        shortest = lengths_of(row)[0] if row else min(entry.minutes, 60)
        return min(entry.minutes, max(shortest, to_five(entry.minutes * factor)))

    def _spot(self, entry: Entry, here: Spot) -> Spot:
        item = entry.item
        row = self.itinerary.row(item)
        if row and not (isinstance(item, Meal) and item.style == "at_stay"):
            return spot_of(row, self.sojourn.city)
        if isinstance(item, Meal) and item.style == "at_stay":
            return self.base
        if isinstance(item, Visit):
            city_id = self.sojourn.city.id
            return Spot(Point(name=item.title, city_id=city_id, lat=item.lat, lon=item.lon), item.area)
        if (item.lat, item.lon) == (here.point.lat, here.point.lon):
            return here
        if item.meal != "lunch" or (item.lat, item.lon) == (self.base.point.lat, self.base.point.lon):
            return self.base
        return here

    def _packed(self, entries: Sequence[Entry], factor: float) -> Line | None:
        """In another order: that of the schedule's packer."""
        visits = [entry for entry in entries if not entry.is_meal]
        meals = by_time([entry for entry in entries if entry.is_meal])
        spots = [self.base]
        stops: list[Stop] = []
        for entry in visits:
            spots.append(self._spot(entry, self.base))
            stops.append(self._stop(entry, len(spots) - 1, factor))
        wishes: list[MealWish] = []
        for entry in meals:
            node = None
            if not entry.floats:
                spots.append(self._spot(entry, self.base))
                node = len(spots) - 1
            if isinstance(entry.item, Meal):
                wishes.append(self._wish(entry, entry.item, node))
        travel = [[self.ways.move(here, there).minutes for there in spots] for here in spots]
        packed = pack(Problem(stops, wishes, self.start, self.end, travel))
        free = [slot for slot in packed.slots if slot.free and not meals[slot.index].floats]
        if packed.dropped or packed.missed or free:
            return None
        timed = []
        for slot in sorted(packed.slots, key=lambda slot: slot.start):
            entry = (visits if slot.kind == "stop" else meals)[slot.index]
            timed.append(replace(entry, wish=slot.start, minutes=slot.end - slot.start))
        return self._in_order(timed, 1.0, loose=False)

    def _stop(self, entry: Entry, node: int, factor: float) -> Stop:
        minutes, weight = self._minutes(entry, factor), MUST_WEIGHT if entry.must else USUAL_WEIGHT
        if entry.held and entry.wish is not None:
            window = (entry.wish, entry.wish + entry.minutes)
            return Stop(node, entry.minutes, entry.minutes, entry.minutes, (window,), 0, weight, fixed=True)
        row = self.itinerary.row(entry.item)
        windows, shortest = None, min(minutes, 60)
        if row:
            shortest = min(minutes, lengths_of(row)[0])
            windows = None if entry.any_hours else windows_on(row, self.date, self.request)
        last_entry = row.hours.last_entry_min if row else 0
        return Stop(node, minutes, shortest, minutes, windows, last_entry, weight)

    def _wish(self, entry: Entry, meal: Meal, node: int | None) -> MealWish:
        earliest, ideal, latest = self._meal_hours(entry, meal)
        if entry.held and entry.wish is not None:
            earliest = ideal = latest = entry.wish
        row = self.itinerary.row(meal)
        windows = windows_on(row, self.date, self.request) if row and not entry.any_hours else None
        first, waits = meal.meal == "breakfast", meal.meal == "dinner" or entry.held
        return MealWish(meal.meal, earliest, ideal, latest, entry.minutes, node, windows, first, waits, 3.0)

    # --- looking at it ------------------------------------------------------------------------------

    def _travelling(self, line: Line) -> float:
        spots = [self.base, *(slot.spot for slot in line.slots), self.base]
        return sum(self.ways.move(here, there).minutes for here, there in zip(spots, spots[1:], strict=False))

    # --- items --------------------------------------------------------------------------------------

    def items(self, line: Line) -> list[Item]:
        """With the ways between and the hours left over; new things have no uid yet."""
        scene = Scene(self.request, self.request.level, self.sojourn.city, self.date)
        found: list[Item] = []
        here, clock = self.base, self.start
        for slot in line.slots:
            self._go(found, scene, here, slot.spot, clock, slot.start)
            found.append(self._item(scene, slot))
            here, clock = slot.spot, slot.end
        back = clock + self.ways.move(here, self.base).minutes
        self._go(found, scene, here, self.base, clock, self.end if self.departs else back)
        return found

    def _go(self, found: list[Item], scene: Scene, here: Spot, there: Spot, clock: int, arrive: int) -> None:
        move = self.ways.move(here, there)
        leaves = max(clock, arrive - move.minutes)
        if leaves - clock >= LEAST_FREE_MINUTES and found:
            found.append(scene.free_time(here, clock, leaves))
        if move.minutes and move.known:
            found.append(self.ways.leg(here, there, at_minute(self.date, leaves)))

    def _item(self, scene: Scene, slot: Slot) -> Item:
        item, spot = slot.entry.item, slot.spot
        times = {"start": at_minute(self.date, slot.start), "end": at_minute(self.date, slot.end)}
        moved = isinstance(item, Meal) and (item.lat, item.lon) != (spot.point.lat, spot.point.lon)
        if isinstance(item, Meal) and moved and item.style in ("free", "at_stay"):
            make = scene.free_choice if item.style == "free" else scene.at_stay
            again = make(item.meal, spot, slot.start, slot.end)
            return again.model_copy(update=item.model_dump(include={"uid", "locked", "guests"}))
        where = {"lat": spot.point.lat, "lon": spot.point.lon} if moved else {}
        return item.model_copy(update={**times, **where}, deep=True)


def _orders(entries: list[Entry]) -> Iterator[list[Entry]]:
    """As given, then with one meal a place earlier or later."""
    yield entries
    for index, entry in enumerate(entries):
        if entry.is_meal and not entry.held:
            rest = entries[:index] + entries[index + 1 :]
            for place in (index - 1, index + 1):
                if 0 <= place <= len(rest):
                    yield [*rest[:place], entry, *rest[place:]]


def _shifted(line: Line) -> int:
    return sum(abs(slot.start - slot.entry.wish) for slot in line.slots if slot.entry.wish is not None)


def widened(dayline: DayLine, wish: int) -> DayLine:
    """An hour set by hand may lie beyond what the pace allows, not beyond the journeys."""
    opens, closes = dayline.itinerary.bounds(dayline.sojourn, dayline.date)
    if wish - 60 < dayline.start:
        dayline.start = max(wish - 60, DAWN, opens if opens is not None else 0)
    latest = min(wish + 240, NIGHT, closes if closes is not None else NIGHT)
    dayline.end = max(dayline.end, latest)
    return dayline


def by_time(entries: Sequence[Entry]) -> list[Entry]:
    """In the order of their wished hours."""
    return sorted(entries, key=lambda entry: 24 * 60 if entry.wish is None else entry.wish)
