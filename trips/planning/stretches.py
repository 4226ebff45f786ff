"""Fill one stretch of a day in one city: stops and meals in a good order, with the ways between.

A stretch begins and ends at the base (the stay; on a day trip the middle of the city).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from trips.catalogue.daylight import sunset
from trips.planning.items import Scene
from trips.planning.legs import LocalMeans, LocalMove, to_five
from trips.planning.mealtimes import ARRIVED_HUNGRY, meal_hours
from trips.planning.packing import AFTER_BREAKFAST, MealWish, Packed, Problem, Slot, Stop, Window, pack
from trips.planning.picking import Pool, windows_on
from trips.planning.planned import Filled, PlannedMeal, PlannedStop, Spot, Stretch, spot_of
from trips.planning.request import Request
from trips.planning.spreading import spread
from trips.planning.tables import meal_minutes, pick_table
from trips.schemas import FreeTime, Level, Meal, Place, Point, Visit

#: Breakfast is had within so many minutes of setting out, lunch or not.
LEAST_BREAKFAST_WAY = 25
#: Gaps from this length on are named as free time.
LEAST_FREE_MINUTES = 40
USUAL_VISIT_MINUTES = 90
#: Where a day's walking is too long, rides begin at these distances instead, km.
SHORTER_WALKS = (1.0, 0.7, 0.45, 0.25)
#: Outdoor places of these kinds are left before it is dark.
DAYLIGHT = frozenset({"park", "garden", "beach", "nature", "animals", "hike"})
#: A lunch that takes so much longer to get to than to go on without it is out of the way.
DETOUR_MINUTES = 25
#: So often other tables are looked for.
TRIES = 5
#: On a day trip lunch may begin as late as this, minutes of the day.
LUNCH_OUT = 15 * 60
MUST_WEIGHT, USUAL_WEIGHT = 4.0, 1.0
ASKED_TABLE, USUAL_TABLE = 3.0, 0.35


class Filler:
    """Fills stretches of one trip; knows the party, the means, the tables already taken."""

    def __init__(
        self,
        request: Request,
        level: Level,
        means: Mapping[int, LocalMeans],
        pools: Mapping[int, Pool],
    ) -> None:
        self.request = request
        self.level = level
        self.means = means  # by city id, as the pools
        self.pools = pools
        self.tables: set[str] = set()

    def fill(self, stretch: Stretch) -> Filled:
        """The stretch with its stops and meals. Its tables are free until `take` is called."""
        means = self.means[stretch.city.id]
        filled = self._attempt(stretch, means)
        for walk_km in SHORTER_WALKS:
            if filled.walked <= self.request.limits.walking_km or means.ride is None:
                break
            shorter = replace(means, walk_km=min(walk_km, means.walk_km))
            filled = self._attempt(stretch, shorter)
        return filled

    def take(self, filled: Filled) -> None:
        """No other meal comes to these tables."""
        self.tables |= _tables_of(filled)

    def release(self, filled: Filled) -> None:
        self.tables -= _tables_of(filled)

    def _attempt(self, stretch: Stretch, means: LocalMeans) -> Filled:
        """Where the day goes first, then tables beside it, others where those cannot be had."""
        drawing = _Drawing(self, stretch, means)
        drawing.pack()
        for _ in range(TRIES):
            if not drawing.set_tables():
                break
            drawing.pack()
        return drawing.written()


class _Drawing:
    """One stretch being filled: nodes (positions), stops and meals as the packer sees them."""

    def __init__(self, filler: Filler, stretch: Stretch, means: LocalMeans) -> None:
        self.filler = filler
        self.request = filler.request
        self.stretch = stretch
        self.means = means
        self.spots: list[Spot] = [stretch.base]
        self.stops = [self._stop(stop) for stop in stretch.stops]
        taken = filler.tables  # another day may have it by now
        self.meals = [
            PlannedMeal(meal.meal) if meal.place and meal.place.id in taken else meal
            for meal in stretch.meals
        ]
        self.packed = Packed()
        self.tried: set[str] = set()

    # --- for the packer ---------------------------------------------------------------------------

    def _node(self, spot: Spot) -> int:
        self.spots.append(spot)
        return len(self.spots) - 1

    def _stop(self, stop: PlannedStop) -> Stop:
        if stop.place is None:
            return self._unlisted(stop)
        place = stop.place
        node = self._node(spot_of(place, self.stretch.city))
        shortest, typical, longest = lengths_of(place)
        wished = min(longest, max(shortest, to_five(stop.minutes))) if stop.minutes else typical
        windows = windows_on(place, self.stretch.date, self.request)
        if not stop.must:
            windows = _until(windows, min(self.request.limits.latest.hour * 60, self._dark(place)))
        weight = MUST_WEIGHT if stop.must else USUAL_WEIGHT
        return Stop(
            node, wished, shortest, longest, windows, place.hours.last_entry_min, weight, kind=kind_of(place)
        )

    def _dark(self, place: Place) -> int:
        """When one leaves a park or a beach, minutes of the day; other places are for the evening too."""
        if not place.outdoor or not DAYLIGHT & set(place.tags) or "evening" in place.tags:
            return 24 * 60
        return sunset(place.lat, place.lon, self.stretch.date, self.stretch.city.timezone)

    def _unlisted(self, stop: PlannedStop) -> Stop:
        weight = MUST_WEIGHT if stop.must else USUAL_WEIGHT
        node = self._node(Spot(stop.point or Point(name=stop.name, city_id=self.stretch.city.id)))
        if stop.at:
            minutes = stop.at[1] - stop.at[0]
            return Stop(node, minutes, minutes, minutes, (stop.at,), 0, weight, fixed=True)
        minutes = to_five(stop.minutes or USUAL_VISIT_MINUTES)
        return Stop(node, minutes, min(minutes, 60), minutes, None, 0, weight)

    def _meal(self, meal: PlannedMeal) -> MealWish:
        hours = meal_hours(meal.meal, self.stretch.city.country, self.request)
        earliest, ideal, latest = hours.earliest, hours.ideal, hours.latest
        minutes = meal_minutes(meal.place, meal.meal)
        first, waits = meal.meal == "breakfast", meal.meal == "dinner"
        if first:
            earliest, latest = self.stretch.start, max(self.stretch.start + 90, latest)
            if any(other.meal == "lunch" for other in self.meals):
                lunch = meal_hours("lunch", self.stretch.city.country, self.request)
                in_time = lunch.latest - AFTER_BREAKFAST
                latest = max(self.stretch.start + LEAST_BREAKFAST_WAY, min(latest, in_time))
        else:
            latest = max(latest, self.stretch.start + ARRIVED_HUNGRY)
        if meal.meal == "lunch" and any(
            one.place and one.place.kind == "day_trip" for one in self.stretch.stops
        ):
            latest = max(latest, LUNCH_OUT)
        if meal.place is not None:
            node = self._node(spot_of(meal.place, self.stretch.city))
            windows = windows_on(meal.place, self.stretch.date, self.request)
            worth = ASKED_TABLE if meal.asked else USUAL_TABLE
            return MealWish(meal.meal, earliest, ideal, latest, minutes, node, windows, first, waits, worth)
        node = 0 if meal.style == "at_stay" else None
        return MealWish(meal.meal, earliest, ideal, latest, minutes, node, None, first, waits)

    def move(self, here: int, there: int) -> LocalMove:
        if here == there:
            return LocalMove("walk", 0.0, 0)
        return self.means.move(self.spots[here].point, self.spots[there].point)

    def pack(self) -> None:
        """Fit everything in, then take the hurry out of it."""
        del self.spots[1 + sum(stop.node != 0 for stop in self.stops) :]
        wishes = [self._meal(meal) for meal in self.meals]
        size = range(len(self.spots))
        travel = [[self.move(here, there).minutes for there in size] for here in size]
        problem = Problem(self.stops, wishes, self.stretch.start, self.stretch.end, travel)
        self.packed = spread(pack(problem), problem)

    def set_tables(self) -> bool:
        """Give listed places to meals that are a free choice so far, or out of the way, beside where the day
        is then. True when something changed."""
        pool = self.filler.pools[self.stretch.city.id]
        self.tried |= {meal.place.id for meal in self.meals if meal.place}
        changed = False
        for place, slot in enumerate(self.packed.slots):
            if slot.kind != "meal" or self.meals[slot.index].name:
                continue
            if not slot.free and not self._out_of_the_way(place):
                continue
            around = self.packed.slots[place : place + 2] if slot.free else [self.packed.slots[place - 1]]
            nodes = [one.node for one in around]
            table = self._table_near(pool, slot, nodes, self.filler.tables | self.tried)
            if table is not None:
                self.meals[slot.index] = PlannedMeal(self.meals[slot.index].meal, "place", table)
                self.tried.add(table.id)
                changed = True
        return changed

    def _out_of_the_way(self, place: int) -> bool:
        """Whether lunch between two stops, at a place nobody asked for, is a detour."""
        if not 0 < place < len(self.packed.slots) - 1:
            return False
        before, slot, after = self.packed.slots[place - 1 : place + 2]
        if self.meals[slot.index].asked:
            return False
        there = self.move(before.node, slot.node).minutes + self.move(slot.node, after.node).minutes
        return there - self.move(before.node, after.node).minutes > DETOUR_MINUTES

    def _table_near(self, pool: Pool, slot: Slot, nodes: Sequence[int], taken: set[str]) -> Place | None:
        """Beside where the day is then or goes next."""
        meal = self.meals[slot.index].meal
        points = [self.spots[node].point for node in nodes]
        near = [(point.lat, point.lon) for point in points if point.lat is not None and point.lon is not None]
        if not near:
            return None
        hours = meal_hours(meal, self.stretch.city.country, self.request)
        between = (slot.start - 15, max(slot.start, hours.latest))
        return pick_table(
            pool, meal, self.stretch.date, near, level=self.filler.level, taken=taken, between=between
        )

    # --- items ------------------------------------------------------------------------------------

    def written(self) -> Filled:
        filled = Filled(dropped=[self.stretch.stops[index] for index in self.packed.dropped])
        scene = Scene(self.request, self.filler.level, self.stretch.city, self.stretch.date)
        here, clock = 0, self.stretch.start
        for slot in self.packed.slots:
            self._go(filled, scene, here, slot.node, clock, slot.start)
            filled.items.append(self._item(scene, slot))
            here, clock = slot.node, slot.end
        back = clock + self.move(here, 0).minutes
        self._go(filled, scene, here, 0, clock, self.stretch.end if self.stretch.departs else back)
        return filled

    def _go(self, filled: Filled, scene: Scene, here: int, there: int, clock: int, arrive: int) -> None:
        """From one node to the next so as to arrive in time; before that free time, if it is long."""
        move = self.move(here, there)
        leaves = max(clock, arrive - move.minutes)
        if leaves - clock >= LEAST_FREE_MINUTES and filled.items:
            filled.items.append(scene.free_time(self.spots[here], clock, leaves))
        if move.minutes and move.known:
            origin, destination = self.spots[here].point, self.spots[there].point
            filled.items.append(scene.leg(self.means, move, origin, destination, leaves))
            filled.walked += move.kilometres if move.mode == "walk" else 0.0

    def _item(self, scene: Scene, slot: Slot) -> Visit | FreeTime | Meal:
        spot = self.spots[slot.node]
        if slot.kind == "stop":
            return scene.visit(self.stretch.stops[slot.index], spot, slot.start, slot.end)
        meal = self.meals[slot.index]
        if meal.place is not None and not slot.free:
            return scene.table(meal.meal, meal.place, spot, slot.start, slot.end)
        if meal.style == "at_stay" and not slot.free:
            return scene.at_stay(meal.meal, spot, slot.start, slot.end)
        if meal.name:
            return scene.own_idea(meal.meal, meal.name, spot, slot.start, slot.end)
        return scene.free_choice(meal.meal, spot, slot.start, slot.end)


def lengths_of(place: Place) -> tuple[int, int, int]:
    """Shortest, typical and longest visit in minutes, on five minutes and within the row's own range
    wherever that allows it."""
    if place.visit is None:
        return 45, USUAL_VISIT_MINUTES, USUAL_VISIT_MINUTES
    shortest, longest = to_five(place.visit.shortest), 5 * math.floor(place.visit.longest / 5)
    return shortest, min(longest, max(shortest, to_five(place.visit.typical))), max(shortest, longest)


def kind_of(place: Place) -> str:
    """Its main theme: of two of a kind one after the other the second is more of the same."""
    return place.tags[0] if place.tags else ""


def _until(windows: tuple[Window, ...] | None, latest: int) -> tuple[Window, ...]:
    """Hours of a visit within a day that ends, for visits, at `latest`."""
    if windows is None:
        return ((0, latest),)
    return tuple((opens, min(closes, latest)) for opens, closes in windows if opens < latest)


def _tables_of(filled: Filled) -> set[str]:
    meals = (item for item in filled.items if isinstance(item, Meal) and item.style == "place")
    return {meal.place_id for meal in meals if meal.place_id}
