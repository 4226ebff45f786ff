"""From a draft to a plan: times, ways, prices. Code decides them, from any draft, also a model's.

Deterministic. What does not fit becomes an alternative with its reason; missing meals, stays and ways are
filled in; with a sum named, cheaper means are taken until the plan keeps it (or nothing cheaper is left:
then the plan is over it, and says so when it is checked).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from trips.planning.costing import rates_for, room_lines, total_of, unpriced
from trips.planning.economies import Economy, economies, keeps_sums
from trips.planning.estimates import FORMULA, room_estimate
from trips.planning.gazetteer import City, Gazetteer
from trips.planning.journeys import Journey
from trips.planning.legs import LocalMeans, city_point, local_means
from trips.planning.moves import door_to_door, journey_legs, rental_line
from trips.planning.picking import Pool, ranked_visits, rooms_needed, windows_on
from trips.planning.request import Request, request_of
from trips.planning.settle import Key, Settled, settle
from trips.planning.skeleton import Block
from trips.planning.stretches import (
    LATE_LUNCH,
    MEAL_HOURS,
    Filled,
    Filler,
    PlannedMeal,
    PlannedStop,
    Spot,
    Stretch,
    breakfast_of,
    spot_of,
    table_for,
)
from trips.planning.telling import told
from trips.schemas import (
    Day,
    FreeTime,
    Item,
    Leg,
    MealName,
    Plan,
    PlanDraft,
    Stay,
    TripFacts,
)

#: Minutes to drop the bags or check in; to fetch them.
AT_THE_DESK, FETCH_BAGS = 20, 10
#: Without a way there the first day begins, without one home the last day ends, at these hours.
FIRST_DAY_FROM, LAST_DAY_UNTIL = dt.time(11), dt.time(17)
USUAL_CHECK_IN, USUAL_CHECK_OUT = dt.time(15), dt.time(11)
#: A late arrival may still eat: the day then ends at most here.
LATEST_DINNER_END = 22 * 60 + 45
#: A block of free time where no places are known, minutes.
FREE_BLOCK = 150


def schedule(draft: PlanDraft, facts: TripFacts, gazetteer: Gazetteer, *, today: dt.date) -> Plan:
    """The plan of a draft. Raises UnknownDestination when no destination is in the gazetteer."""
    request = request_of(facts, gazetteer, today=today, pace=draft.pace, level=draft.level)
    plan = _planned(draft, request)
    if keeps_sums(plan, request):
        return plan
    steps = list(economies(draft, request))
    cheapest = _planned(steps[-1].draft, steps[-1].request, steps[-1])
    if not keeps_sums(cheapest, request):
        return min(plan, cheapest, key=lambda one: one.total)
    for economy in steps[:-1]:
        cheaper = _planned(economy.draft, economy.request, economy)
        if keeps_sums(cheaper, request):
            return cheaper
    return cheapest


def priced(draft: PlanDraft, facts: TripFacts, gazetteer: Gazetteer, *, today: dt.date) -> Plan:
    """The plan of a draft as it is, whatever it costs."""
    return _planned(draft, request_of(facts, gazetteer, today=today, pace=draft.pace, level=draft.level))


def _planned(draft: PlanDraft, request: Request, economy: Economy | None = None) -> Plan:
    return _Builder(draft, request, economy).plan()


@dataclass
class _DayPart:
    """A stretch as filled, kept so that it can be filled again with one stop more."""

    stretch: Stretch
    filled: Filled


class _Builder:
    """Writes one plan."""

    def __init__(self, draft: PlanDraft, request: Request, economy: Economy | None) -> None:
        self.draft = draft
        self.request = request
        self.economy = economy
        cities = [goal.city for goal in request.goals]
        self.pools = {city.id: Pool(request, city) for city in cities}
        self.settled: Settled = settle(draft, request, self.pools)
        self.means = self._means(cities)
        level = economy.food_level if economy else request.level
        self.filler = Filler(
            request, level, lambda city: self.means[city.id], lambda city: self.pools[city.id]
        )
        self.bases = {block.city.id: self._base(block) for block in self.settled.skeleton.blocks}
        self.journeys, self.home = self._journeys()
        self.days: dict[dt.date, list[Item]] = {
            request.start + dt.timedelta(days=number): [] for number in range(request.days)
        }
        self.parts: dict[Key, _DayPart] = {}

    # --- the frame --------------------------------------------------------------------------------

    def _means(self, cities: list[City]) -> dict[int, LocalMeans]:
        driven = self.settled.skeleton.drives or self.request.rents_car
        found = {city.id: local_means(self.request, city, has_car=driven) for city in cities}
        if self.request.origin:
            own = self.settled.skeleton.drives
            found[self.request.origin.id] = local_means(self.request, self.request.origin, has_car=own)
        return found

    def _base(self, block: Block) -> Spot:
        """Where days begin and end: the stay, a point for one, or on a day trip the middle of the city."""
        if block.nights:
            stay = self.settled.stays[block.city.id]
            if stay:
                return spot_of(stay, block.city)
            point = city_point(block.city).model_copy(
                update={"name": f"Stay in {block.city.name}", "kind": "stay"}
            )
            return Spot(point, f"the centre of {block.city.name}")
        return Spot(city_point(block.city), f"the centre of {block.city.name}")

    def _journeys(self) -> tuple[list[Journey | None], Journey | None]:
        skeleton, request = self.settled.skeleton, self.request
        doors = [Spot(city_point(request.origin))] if request.origin else []
        doors += [self.bases[block.city.id] for block in skeleton.blocks]
        found: list[Journey | None] = []
        for index, journey in enumerate(skeleton.journeys):
            if journey is None:
                found.append(None)
                continue
            first = index - (0 if request.origin else 1)
            found.append(door_to_door(request, journey, doors[first], doors[first + 1], skeleton.drives))
        home = skeleton.home
        if home:
            home = door_to_door(request, home, doors[-1], doors[0], skeleton.drives)
        return found, home

    # --- the days ---------------------------------------------------------------------------------

    def plan(self) -> Plan:
        blocks = self.settled.skeleton.blocks
        for index, block in enumerate(blocks):
            self._arrive(index, block)
            leaving = self.journeys[index + 1] if index + 1 < len(blocks) else self.home
            for date in self.settled.days_of(block):
                self._day_in(block, date, self.journeys[index], leaving)
            self._second_chances(block)
            self._something_to_see(block)
            for date in self.settled.days_of(block):
                part = self.parts.get((date, block.city.id))
                if part:
                    self.days.setdefault(date, []).extend(part.filled.items)
            self._stay(block, leaving)
        if self.home:
            self._travel(
                self.home, self.bases[blocks[-1].city.id], Spot(city_point(self.home.way.destination))
            )
        if self.request.rents_car:
            self._hire()
        return self._written()

    def _arrive(self, index: int, block: Block) -> None:
        journey = self.journeys[index]
        base = self.bases[block.city.id]
        if journey:
            door = (
                Spot(city_point(journey.way.origin)) if index == 0
                else self.bases[self.settled.skeleton.blocks[index - 1].city.id]
            )  # fmt: skip
            self._travel(journey, door, base)
        if block.nights:
            at = journey.reach if journey else dt.datetime.combine(block.arrive, self._first_hour())
            self.days[block.arrive].append(self._desk(block, at))

    def _first_hour(self) -> dt.time:
        return max(FIRST_DAY_FROM, self.request.limits.earliest)

    def _travel(self, journey: Journey, door: Spot, next_door: Spot) -> None:
        for leg in journey_legs(self.request, journey, door, next_door, self.means):
            self.days.setdefault(leg.start.date(), self.days[max(self.days)]).append(leg)

    def _desk(self, block: Block, at: dt.datetime) -> FreeTime:
        place = self.settled.stays[block.city.id]
        base = self.bases[block.city.id]
        early = at.time() < ((place.check_in if place else None) or USUAL_CHECK_IN) and at.hour >= 5
        return FreeTime(
            uid="",
            title=f"{'Drop bags' if early else 'Check in'}: {base.point.name}",
            start=at,
            end=at + dt.timedelta(minutes=AT_THE_DESK),
            zone=block.city.timezone,
            city_id=block.city.id,
            lat=base.point.lat,
            lon=base.point.lon,
            area=base.area,
            grade="official",
        )

    def _day_in(self, block: Block, date: dt.date, arriving: Journey | None, leaving: Journey | None) -> None:
        start, end = self._hours_of(block, date, arriving, leaving)
        not_there_yet = arriving is not None and arriving.reach.date() > date
        if end - start < 30 or not_there_yet:
            return
        slept = date > block.arrive
        meals = self._meals_on(block, date, start, end, slept)
        stops = self._stops_on(block, date)
        base = self.bases[block.city.id]
        departs = date == block.leave and leaving is not None
        stretch = Stretch(date, block.city, base, start, end, tuple(stops), tuple(meals), departs)
        self._fill((date, block.city.id), stretch)

    def _fill(self, key: Key, stretch: Stretch) -> None:
        filled = self.filler.fill(stretch)
        self.filler.take(filled)
        self.parts[key] = _DayPart(stretch, filled)

    def _hours_of(
        self, block: Block, date: dt.date, arriving: Journey | None, leaving: Journey | None
    ) -> tuple[int, int]:
        """Minutes of the date between which one is free in the city, at the base at both ends."""
        limits = self.request.limits
        start = limits.earliest.hour * 60 + limits.earliest.minute
        end = limits.latest.hour * 60 + limits.latest.minute
        if date == block.arrive:
            desk = AT_THE_DESK if block.nights else 0
            if arriving:
                reach = arriving.reach
                start = max(start, reach.hour * 60 + reach.minute + desk)
                if not block.nights:
                    start = reach.hour * 60 + reach.minute
                if reach.hour * 60 + reach.minute + desk > start - 5:
                    end = max(end, min(start + 120, LATEST_DINNER_END))
            else:
                start = max(start, self._first_hour().hour * 60 + desk)
        if date == block.leave:
            if leaving:
                fetch = FETCH_BAGS if block.nights else 0
                moment = leaving.leave
                end = moment.hour * 60 + moment.minute - fetch
                if moment.date() != date:
                    end = start
            else:
                end = LAST_DAY_UNTIL.hour * 60
        return start, end

    def _meals_on(self, block: Block, date: dt.date, start: int, end: int, slept: bool) -> list[PlannedMeal]:
        key = (date, block.city.id)
        drafted = {meal.meal: meal for meal in self.settled.meals.get(key, [])}
        stops = [stop.place for stop in self.settled.stops.get(key, []) if stop.place]
        meals: list[PlannedMeal] = []
        taken = self.filler.tables | {meal.place.id for meal in drafted.values() if meal.place}
        taken |= {
            meal.place.id
            for (day, _), others in self.settled.meals.items()
            for meal in others
            if meal.place and day > date
        }
        for name in _meals_between(start, end, slept):
            meal = drafted.get(name) or PlannedMeal(name)
            if meal.style == "at_stay" and (name != "breakfast" or not slept):
                meal = PlannedMeal(name)
            if meal.place is not None and meal.place.id in self.filler.tables:
                meal = PlannedMeal(name)
            if self.economy and self.economy.replaces(meal.place):
                meal = PlannedMeal(name)
            if meal.place is None and not meal.name:
                meal = self._table(block, date, name, stops, taken, slept)
            if meal.place is not None:
                taken.add(meal.place.id)
            meals.append(meal)
        return meals

    def _table(
        self, block: Block, date: dt.date, name: MealName, stops: list, taken: set[str], slept: bool
    ) -> PlannedMeal:
        stay = self.settled.stays.get(block.city.id)
        if name == "breakfast" and slept and breakfast_of(stay, self.request) == "at_stay":
            return PlannedMeal(name, "at_stay")
        base = self.bases[block.city.id].point
        pool = self.pools[block.city.id]
        place = table_for(pool, name, date, stops, base, self.filler.level, taken)
        return PlannedMeal(name, "place", place) if place else PlannedMeal(name)

    def _stops_on(self, block: Block, date: dt.date) -> list[PlannedStop]:
        stops = list(self.settled.stops.get((date, block.city.id), []))
        if self.economy:
            dropped = [stop for stop in stops if self.economy.drops(stop)]
            for stop in dropped:
                self.settled.set_aside("visit", stop.name, stop.place, "left out to keep the sum")
            stops = [stop for stop in stops if stop not in dropped]
        stops.sort(key=lambda stop: not (stop.must or stop.at))
        most = self.request.limits.visits
        for stop in stops[most:]:
            self.settled.set_aside("visit", stop.name, stop.place, f"more than {most} visits that day")
        return stops[:most]

    # --- mending ----------------------------------------------------------------------------------

    def _second_chances(self, block: Block) -> None:
        """Stops that did not fit on their day, on the other days of the city."""
        dates = self.settled.days_of(block)
        for date in dates:
            part = self.parts.get((date, block.city.id))
            for stop in sorted(part.filled.dropped, key=lambda stop: not stop.must) if part else []:
                if stop.free:
                    continue
                if stop.at or not any(
                    self._fits_also(block, other, stop) for other in dates if other != date
                ):
                    self.settled.set_aside("visit", stop.name, stop.place, self._why_not(stop, date))

    def _fits_also(self, block: Block, date: dt.date, stop: PlannedStop) -> bool:
        key = (date, block.city.id)
        part = self.parts.get(key)
        if part is None or sum(not one.free for one in part.stretch.stops) >= self.request.limits.visits:
            return False
        if stop.place and windows_on(stop.place, date, self.request) == ():
            return False
        return self._try(key, replace(part.stretch, stops=(*part.stretch.stops, stop)))

    def _try(self, key: Key, stretch: Stretch) -> bool:
        """Fill a day again; keep it when nothing is lost by it."""
        before = self.parts[key]
        self.filler.release(before.filled)
        filled = self.filler.fill(stretch)
        gone = len(filled.dropped) > len(before.filled.dropped)
        worse = filled.walked > max(self.request.limits.walking_km, before.filled.walked)
        meals = _meal_count(filled.items) < _meal_count(before.filled.items)
        kept = not (gone or worse or meals)
        self.filler.take(filled if kept else before.filled)
        if kept:
            self.parts[key] = _DayPart(stretch, filled)
        return kept

    def _why_not(self, stop: PlannedStop, date: dt.date) -> str:
        if stop.place and windows_on(stop.place, date, self.request) == ():
            return f"closed on {date:%A %-d %B}"
        return f"did not fit on {date:%A %-d %B}"

    def _something_to_see(self, block: Block) -> None:
        """A full day without a visit gets one, where places are known."""
        used = {stop.place.id for part in self.parts.values() for stop in part.stretch.stops if stop.place}
        for date in self.settled.days_of(block)[1:-1]:
            key = (date, block.city.id)
            part = self.parts.get(key)
            if part is None or len(part.filled.dropped) < sum(not stop.free for stop in part.stretch.stops):
                continue
            if not block.city.curated:
                self._free_day(key, part)
                continue
            self._from_the_pool(key, part, used)

    def _from_the_pool(self, key: Key, part: _DayPart, used: set[str]) -> None:
        level = self.request.level
        for _, place in ranked_visits(self.pools[key[1]], self.draft.focus, level=level):
            if place.id in used or windows_on(place, key[0], self.request) == ():
                continue
            stop = PlannedStop(place.name, place, None, "")
            stretch = replace(part.stretch, stops=(stop,))
            if self._try(key, stretch) and not self.parts[key].filled.dropped:
                used.add(place.id)
                return

    def _free_day(self, key: Key, part: _DayPart) -> None:
        name = part.stretch.city.name
        note = f"No checked places for {name} in our data."
        blocks = [
            PlannedStop(f"Free time in {name}: {half}", None, FREE_BLOCK, note, free=True)
            for half in ("morning", "afternoon")
        ]
        self._try(key, replace(part.stretch, stops=(*part.stretch.stops, *blocks)))

    # --- stays, hired cars ------------------------------------------------------------------------

    def _stay(self, block: Block, leaving: Journey | None) -> None:
        if block.nights == 0:
            return
        place = self.settled.stays[block.city.id]
        base = self.bases[block.city.id]
        rooms = rooms_needed(place, self.request)
        start = self._check_in(block, place.check_in if place else None)
        end = self._check_out(block, place.check_out if place else None, leaving)
        if place:
            costs = room_lines(place.price, rooms, block.nights, place.grade)
            title, grade, note = place.name, place.grade, ""
        else:
            title = self.request.facts.stay.name or f"A place to stay in {block.city.name}, your choice"
            price = room_estimate(block.city, self.request.level, self.request.gazetteer, self.request.today)
            costs = room_lines(price, rooms, block.nights, "estimate")
            grade, note = "unlisted", f"The price is an estimate: {FORMULA}."
        stay = Stay(
            uid="",
            title=title,
            start=start,
            end=end,
            zone=block.city.timezone,
            place_id=place.id if place else None,
            unlisted=place is None,
            city_id=block.city.id,
            lat=base.point.lat,
            lon=base.point.lon,
            area=base.area,
            costs=costs,
            grade=grade,
            note=note,
            nights=block.nights,
            rooms=rooms,
            stay_type=place.stay_type if place else "",
        )
        self.days[block.arrive].append(stay)

    def _check_in(self, block: Block, opens: dt.time | None) -> dt.datetime:
        """The first time at the stay after check-in opens: on arrival, or when they come back."""
        desk = next(
            item for item in self.days[block.arrive]
            if isinstance(item, FreeTime) and item.city_id == block.city.id
        )  # fmt: skip
        earliest = dt.datetime.combine(block.arrive, opens or USUAL_CHECK_IN)
        if desk.start >= earliest or desk.start.hour < 5:
            return desk.start
        part = self.parts.get((block.arrive, block.city.id))
        for item in part.filled.items if part else []:
            back = isinstance(item, Leg) and item.destination == self.bases[block.city.id].point
            if back and item.end >= earliest:
                return item.end
        return earliest

    def _check_out(self, block: Block, closes: dt.time | None, leaving: Journey | None) -> dt.datetime:
        latest = dt.datetime.combine(block.leave, closes or USUAL_CHECK_OUT)
        part = self.parts.get((block.leave, block.city.id))
        first = (
            next((item.start for item in part.filled.items if isinstance(item, Leg)), None) if part else None
        )
        if first is None and leaving:
            first = leaving.leave
        return min(latest, first) if first else latest

    def _hire(self) -> None:
        legs = [item for items in self.days.values() for item in items if isinstance(item, Leg)]
        legs = sorted((leg for leg in legs if leg.mode == "car"), key=lambda leg: leg.start_utc)
        if legs:
            first = self.settled.skeleton.blocks[0]
            days = (self.settled.skeleton.blocks[-1].leave - first.arrive).days + 1
            legs[0].costs = [*legs[0].costs, rental_line(self.request, first.city, days)]

    # --- writing ----------------------------------------------------------------------------------

    def _written(self) -> Plan:
        days = [self._day(date, number) for number, date in enumerate(sorted(self.days), 1)]
        items = [item for day in days for item in day.items]
        currency = self.request.currency
        rates = rates_for(items, currency, self.request.gazetteer, self.request.today)
        for code in unpriced(items, currency, rates):
            self.settled.notes.append(
                f"No exchange rate for {code} is known: its prices are not in the total."
            )
        rooms = [item.rooms for item in items if isinstance(item, Stay)]
        plan = Plan(
            title=self.draft.title,
            for_whom=self.draft.for_whom,
            focus=self.draft.focus,
            pace=self.draft.pace,
            level=self.request.level,
            currency=currency,
            adults=self.request.adults,
            ages=list(self.request.ages),
            rooms=max(rooms, default=0) or 1,
            days=days,
            rates=rates,
            total=total_of(items, currency, rates),
        )
        return told(plan, self.draft, self.request, self.settled, self.pools)

    def _day(self, date: dt.date, number: int) -> Day:
        items = sorted(self.days[date], key=lambda item: (item.start_utc, not isinstance(item, Stay)))
        for position, item in enumerate(items, 1):
            item.uid = f"d{number}-{position}"
        city = self.settled.skeleton.city_on(date)
        return Day(date=date, city=city.name, city_id=city.id, items=items)


def _meals_between(start: int, end: int, slept: bool) -> Iterable[MealName]:
    """Meals whose time falls into a stretch, with room to eat."""
    breakfast = MEAL_HOURS["breakfast"]
    if start <= (breakfast[2] if slept else 9 * 60 + 45) and end - start >= 40:
        yield "breakfast"
    lunch = MEAL_HOURS["lunch"]
    if start <= LATE_LUNCH and end >= lunch[0] + 60:
        yield "lunch"
    dinner = MEAL_HOURS["dinner"]
    if end >= dinner[0] + 60:
        yield "dinner"


def _meal_count(items: Iterable[Item]) -> int:
    return sum(item.kind == "meal" for item in items)
