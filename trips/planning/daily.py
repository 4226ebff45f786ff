"""The days in one city: hours, stops and meals of each date, second chances for what did not fit."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from trips.planning.frame import PlanFrame
from trips.planning.legs import clock_minutes
from trips.planning.lodging import AT_THE_DESK, FETCH_BAGS
from trips.planning.mealtimes import evening_end, meals_between
from trips.planning.picking import ranked_visits, windows_on
from trips.planning.planned import Filled, PlannedMeal, PlannedStop, Stretch
from trips.planning.settle import Key
from trips.planning.skeleton import Block
from trips.planning.stretches import Filler
from trips.planning.tables import asked_cuisine, breakfast_of, table_for, without_table
from trips.schemas import Item, MealName, Place

#: Without a way there the first day begins, without one home the last day ends, at these hours.
FIRST_DAY_FROM, LAST_DAY_UNTIL = dt.time(11), dt.time(17)
#: Shorter stretches are nothing but waiting, minutes.
LEAST_STRETCH = 30
#: Who arrives in the evening has this long for a dinner, until LATEST_DINNER_END.
EVENING_MINUTES, LATEST_DINNER_END = 120, 22 * 60 + 45


@dataclass
class DayPart:
    """A stretch as filled, kept so that it can be filled again with one stop more."""

    stretch: Stretch
    filled: Filled


class Days:
    """Fills the dates of a plan's cities, one city after the other."""

    def __init__(self, frame: PlanFrame) -> None:
        self.frame = frame
        self.request = frame.request
        self.settled = frame.settled
        level = frame.economy.food_level if frame.economy else frame.request.level
        self.filler = Filler(frame.request, level, frame.means, frame.pools)
        # A kitchen that is visited as a sight is no table besides.
        stops = (stop for found in self.settled.stops.values() for stop in found)
        self.filler.tables |= {stop.place.id for stop in stops if stop.place}
        self.parts: dict[Key, DayPart] = {}

    def fill(self, block: Block) -> None:
        """All dates of a block."""
        for date in self.settled.days_of(block):
            self._fill_date(block, date)
        self._second_chances(block)
        self._something_to_see(block)

    def items(self, block: Block, date: dt.date) -> list[Item]:
        part = self.parts.get((date, block.city.id))
        return part.filled.items if part else []

    # --- one date ---------------------------------------------------------------------------------

    def _fill_date(self, block: Block, date: dt.date) -> None:
        start, end = self._hours(block, date)
        if end - start < LEAST_STRETCH:
            return
        stops = self._stops(block, date)
        meals = self._meals(block, date, start, end)
        departs = date == block.leave and self.frame.leaving(block) is not None
        stretch = Stretch(
            date, block.city, self.frame.base(block), start, end, tuple(stops), tuple(meals), departs
        )
        filled = self.filler.fill(stretch)
        self.filler.take(filled)
        self.parts[date, block.city.id] = DayPart(stretch, filled)

    def _hours(self, block: Block, date: dt.date) -> tuple[int, int]:
        """Minutes of the date between which one is free in the city, at the base at both ends."""
        start = clock_minutes(self.request.limits.earliest)
        end = evening_end(block.city.country, self.request)
        if date == block.arrive:
            start, end = self._first_hours(block, start, end)
        if date == block.leave:
            leaving = self.frame.leaving(block)
            if leaving is None:
                end = min(end, clock_minutes(LAST_DAY_UNTIL))
            elif leaving.leave.date() != date:
                end = start
            else:
                end = clock_minutes(leaving.leave.time()) - (FETCH_BAGS if block.nights else 0)
        return start, end

    def _first_hours(self, block: Block, start: int, end: int) -> tuple[int, int]:
        arriving = self.frame.arriving(block)
        desk = AT_THE_DESK if block.nights else 0
        if arriving is None:
            return max(start, clock_minutes(FIRST_DAY_FROM) + desk), end
        if arriving.reach.date() > block.arrive:
            return end, end
        reach = clock_minutes(arriving.reach.time()) + desk
        # An early train is the traveller's own choice of day; a late one still deserves a dinner.
        return max(start, reach) if block.nights else reach, max(
            end, min(reach + EVENING_MINUTES, LATEST_DINNER_END)
        )

    def _stops(self, block: Block, date: dt.date) -> list[PlannedStop]:
        stops = list(self.settled.stops.get((date, block.city.id), []))
        economy = self.frame.economy
        if economy:
            for stop in [stop for stop in stops if economy.drops(stop)]:
                stops.remove(stop)
                self.settled.set_aside("visit", stop.name, stop.place, "left out to keep the sum")
        stops.sort(key=lambda stop: not (stop.must or stop.at))
        most = self._most_visits(block, date)
        for stop in stops[most:]:
            self.settled.set_aside("visit", stop.name, stop.place, f"one visit too many on {_named(date)}")
        return stops[:most]

    def _most_visits(self, block: Block, date: dt.date) -> int:
        """By the pace, less what another city has of this date."""
        elsewhere = sum(
            len(part.stretch.stops) - len(part.filled.dropped)
            for (day, city_id), part in self.parts.items()
            if day == date and city_id != block.city.id
        )
        return max(0, self.request.limits.visits - elsewhere)

    # --- meals ------------------------------------------------------------------------------------

    def _meals(self, block: Block, date: dt.date, start: int, end: int) -> list[PlannedMeal]:
        slept = date > block.arrive
        drafted = {meal.meal: meal for meal in self.settled.meals.get((date, block.city.id), [])}
        kept = self._kept_for_later(date)
        meals: list[PlannedMeal] = []
        for name in meals_between(start, end, block.city.country, self.request, slept=slept):
            meal = self._drafted(drafted.get(name), slept)
            if meal is None:
                taken = self.filler.tables | kept | {meal.place.id for meal in meals if meal.place}
                meal = self._table(block, date, name, taken, slept)
            meals.append(meal)
        return meals

    def _kept_for_later(self, date: dt.date) -> set[str]:
        """Tables that the draft has for this date or a later one."""
        return {
            meal.place.id
            for (day, _), meals in self.settled.meals.items()
            for meal in meals
            if meal.place and day >= date
        }

    def _drafted(self, meal: PlannedMeal | None, slept: bool) -> PlannedMeal | None:
        """The draft's meal where it can be had; None = find another."""
        if meal is None or (meal.place is None and not meal.name and meal.style != "at_stay"):
            return None
        if meal.style == "at_stay" and (meal.meal != "breakfast" or not slept):
            return None
        economy = self.frame.economy
        if meal.place and meal.place.id in self.filler.tables:
            return None
        if economy and economy.replaces(meal.place) and not meal.asked:
            return None
        return meal

    def _table(
        self, block: Block, date: dt.date, name: MealName, taken: set[str], slept: bool
    ) -> PlannedMeal:
        stay = self.settled.stays.get(block.city.id)
        if name == "breakfast" and slept and breakfast_of(stay, self.request) == "at_stay":
            return PlannedMeal(name, "at_stay")
        stops = [stop.place for stop in self.settled.stops.get((date, block.city.id), []) if stop.place]
        pool = self.frame.pools[block.city.id]
        if place := asked_cuisine(pool, name, date, self.filler.level, taken):
            return PlannedMeal(name, "place", place, asked=True)
        place = table_for(pool, name, date, stops, self.frame.base(block).point, self.filler.level, taken)
        if place is None:
            return PlannedMeal(name, without_table(name, stay if slept else None, self.request))
        return PlannedMeal(name, "place", place)

    # --- mending ----------------------------------------------------------------------------------

    def _second_chances(self, block: Block) -> None:
        """Stops that did not fit on their day, on the other days of the city."""
        dates = self.settled.days_of(block)
        for date in dates:
            part = self.parts.get((date, block.city.id))
            for stop in sorted(part.filled.dropped, key=lambda stop: not stop.must) if part else []:
                others = [] if stop.at else [other for other in dates if other != date]
                if not any(self._fits_also(block, other, stop) for other in others):
                    self.settled.set_aside("visit", stop.name, stop.place, self._why_not(stop.place, date))

    def _fits_also(self, block: Block, date: dt.date, stop: PlannedStop) -> bool:
        key = (date, block.city.id)
        part = self.parts.get(key)
        if part is None or self._visits(part) >= self._most_visits(block, date):
            return False
        if stop.place and windows_on(stop.place, date, self.request) == ():
            return False
        # What did not fit there before would only be in the way.
        stops = [one for one in part.stretch.stops if one not in part.filled.dropped]
        return self._try(key, replace(part.stretch, stops=(*stops, stop)))

    def _visits(self, part: DayPart) -> int:
        return sum(stop not in part.filled.dropped for stop in part.stretch.stops)

    def _try(self, key: Key, stretch: Stretch) -> bool:
        """Fill a day again; keep it when every stop fits and nothing is lost by it."""
        before = self.parts[key]
        self.filler.release(before.filled)
        filled = self.filler.fill(stretch)
        worse = filled.walked > max(self.request.limits.walking_km, before.filled.walked)
        hungry = _meal_count(filled.items) < _meal_count(before.filled.items)
        kept = not (filled.dropped or worse or hungry)
        self.filler.take(filled if kept else before.filled)
        if kept:
            self.parts[key] = DayPart(stretch, filled)
        return kept

    def _why_not(self, place: Place | None, date: dt.date) -> str:
        if place and windows_on(place, date, self.request) == ():
            return f"closed on {_named(date)}"
        return f"did not fit on {_named(date)}"

    def _something_to_see(self, block: Block) -> None:
        """A full day without a visit gets one where places are known."""
        used = {stop.place.id for part in self.parts.values() for stop in part.stretch.stops if stop.place}
        for date in self.settled.days_of(block)[1:-1]:
            part = self.parts.get((date, block.city.id))
            if part is not None and not self._visits(part):
                self._from_the_pool(block, date, part, used)

    def _from_the_pool(self, block: Block, date: dt.date, part: DayPart, used: set[str]) -> None:
        pool = self.frame.pools[block.city.id]
        for _, place in ranked_visits(pool, self.frame.draft.focus, level=self.request.level):
            if place.id in used or windows_on(place, date, self.request) == ():
                continue
            stop = PlannedStop(place.name, place)
            if self._try((date, block.city.id), replace(part.stretch, stops=(stop,))):
                used.add(place.id)
                return


def _named(date: dt.date) -> str:
    return f"{date:%A %-d %B}"


def _meal_count(items: Iterable[Item]) -> int:
    return sum(item.kind == "meal" for item in items)
