"""Fill one stretch of a day in one city: stops and meals in a good order, with the ways between.

A stretch begins and ends at the base (the stay; on a day trip the station). Times are local to the city.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from trips.planning.costing import meal_lines, person_lines, visit_lines
from trips.planning.estimates import meal_estimate
from trips.planning.gazetteer import City
from trips.planning.legs import MODEL_IN_WORDS, LocalMeans, LocalMove, straight_km
from trips.planning.packing import Frame, MealWish, Packed, Slot, Stop, Window, pack
from trips.planning.picking import Pool, meal_minutes, pick_table, serves, windows_on
from trips.planning.request import Request
from trips.planning.route import centre_of
from trips.planning.validator.wording import money_in_words
from trips.planning.wishes import diet_in_words, diets, offers
from trips.schemas import CostLine, FreeTime, Item, Leg, Level, Meal, MealName, Mode, Place, Point, Visit

#: When main meals begin: earliest, best, latest, minutes of the day.
MEAL_HOURS: dict[MealName, tuple[int, int, int]] = {
    "breakfast": (6 * 60 + 30, 8 * 60 + 30, 10 * 60 + 30),
    "lunch": (11 * 60 + 30, 12 * 60 + 30, 14 * 60),
    "dinner": (17 * 60 + 30, 18 * 60 + 45, 20 * 60 + 30),
}
#: Who arrives late may still sit down for a meal within these minutes; for lunch until LATE_LUNCH.
ARRIVED_HUNGRY, LATE_LUNCH = 45, 14 * 60 + 30
#: Kilometres assumed to a place that is nowhere in our data.
UNKNOWN_KM = 4.0
#: Gaps from this length on are named as free time.
LEAST_FREE_MINUTES = 40
USUAL_VISIT_MINUTES = 90
#: Where a day's walking is too long, rides begin at these distances instead, km.
SHORTER_WALKS = (1.0, 0.7, 0.45, 0.25)
MUST_WEIGHT, USUAL_WEIGHT = 4.0, 1.0


@dataclass(frozen=True)
class Spot:
    """A position with its words."""

    point: Point
    area: str = ""


@dataclass(frozen=True)
class PlannedStop:
    """`place` None = unlisted, or a block of free time (`free`). `at` = fixed hours of an appointment."""

    name: str
    place: Place | None = None
    minutes: int | None = None
    reason: str = ""
    must: bool = False
    free: bool = False
    at: Window | None = None


@dataclass(frozen=True)
class PlannedMeal:
    """`place` None with style "free" or "at_stay"."""

    meal: MealName
    style: str = "free"
    place: Place | None = None
    name: str = ""  # somebody's own idea: unlisted


@dataclass(frozen=True)
class Stretch:
    """`start` and `end` in minutes since midnight of the date, local."""

    date: dt.date
    city: City
    base: Spot
    start: int
    end: int
    stops: tuple[PlannedStop, ...] = ()
    meals: tuple[PlannedMeal, ...] = ()
    departs: bool = False  # a journey follows: what is left over is spent at the last stop


@dataclass
class Filled:
    """`dropped` = stops that did not fit, `walked` = km on foot."""

    items: list[Item] = field(default_factory=list)
    dropped: list[PlannedStop] = field(default_factory=list)
    walked: float = 0.0
    value: float = 0.0


class Filler:
    """Fills stretches of one trip; knows the party, the means, the tables already taken."""

    def __init__(
        self,
        request: Request,
        level: Level,
        means_in: Callable[[City], LocalMeans],
        pool_in: Callable[[City], Pool],
    ) -> None:
        self.request = request
        self.level = level
        self.means_in = means_in
        self.pool_in = pool_in
        self.tables: set[str] = set()

    def fill(self, stretch: Stretch) -> Filled:
        """The stretch with its stops and meals. Its tables are free until `take` is called."""
        means = self.means_in(stretch.city)
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

    # --- two passes: where the day goes, then tables beside it ------------------------------------

    def _attempt(self, stretch: Stretch, means: LocalMeans) -> Filled:
        drawn = _Drawing(self, stretch, means)
        drawn.pack()
        if drawn.set_tables():
            drawn.pack()
        return drawn.written()

    def cost_of_meal(self, city: City, meal: MealName, label: str = "meal") -> list[CostLine]:
        price = meal_estimate(city, meal, self.level, self.request.gazetteer, self.request.today)
        return person_lines(price, self.request.adults, self.request.ages, "food", "estimate", label)


class _Drawing:
    """One stretch being filled: nodes (positions), stops and meals as the packer sees them."""

    def __init__(self, filler: Filler, stretch: Stretch, means: LocalMeans) -> None:
        self.filler = filler
        self.request = filler.request
        self.stretch = stretch
        self.means = means
        self.spots: list[Spot] = [stretch.base]
        self.stops = [self._stop(stop) for stop in stretch.stops]
        self.meals = list(stretch.meals)
        self.packed = Packed()

    # --- for the packer ---------------------------------------------------------------------------

    def _node(self, spot: Spot) -> int:
        self.spots.append(spot)
        return len(self.spots) - 1

    def _stop(self, stop: PlannedStop) -> Stop:
        place = stop.place
        weight = MUST_WEIGHT if stop.must or stop.at else USUAL_WEIGHT
        if place is None:
            minutes = _to_five(stop.minutes or USUAL_VISIT_MINUTES)
            if stop.at:
                minutes = stop.at[1] - stop.at[0]
            node = 0 if stop.free else self._node(_unlisted_spot(stop.name, self.stretch.city))
            windows = (stop.at,) if stop.at else None
            shortest = minutes if stop.at else min(minutes, 60)
            return Stop(node, minutes, shortest, minutes, windows, 0, weight, bool(stop.at))
        node = self._node(spot_of(place, self.stretch.city))
        shortest, typical, longest = _lengths(place)
        wished = min(longest, max(shortest, _to_five(stop.minutes))) if stop.minutes else typical
        windows = windows_on(place, self.stretch.date, self.request)
        if stop.at and windows is not None:
            windows = tuple(span for span in windows if span[0] <= stop.at[0] and stop.at[1] <= span[1])
            windows = (stop.at,) if windows else ()
            wished = shortest = longest = stop.at[1] - stop.at[0]
        return Stop(
            node, wished, shortest, longest, windows, place.hours.last_entry_min, weight, bool(stop.at)
        )

    def _meal(self, meal: PlannedMeal) -> MealWish:
        earliest, ideal, latest = MEAL_HOURS[meal.meal]
        minutes = meal_minutes(meal.place, meal.meal)
        first = meal.meal == "breakfast"
        if first:
            earliest, latest = self.stretch.start, max(self.stretch.start + 90, MEAL_HOURS["breakfast"][1])
        else:
            latest = max(latest, self.stretch.start + ARRIVED_HUNGRY)
        if meal.place is not None:
            node = self._node(spot_of(meal.place, self.stretch.city))
            windows = windows_on(meal.place, self.stretch.date, self.request)
            return MealWish(meal.meal, earliest, ideal, latest, minutes, node, windows or (), first)
        node = 0 if meal.style == "at_stay" else None
        return MealWish(meal.meal, earliest, ideal, latest, minutes, node, None, first)

    def move(self, here: int, there: int) -> LocalMove:
        if here == there:
            return LocalMove("walk", 0.0, 0)
        one, other = self.spots[here].point, self.spots[there].point
        if one.lat is None or other.lat is None:
            return self.means.move_over(UNKNOWN_KM)
        return self.means.move_over(straight_km(one, other))

    def pack(self) -> None:
        del self.spots[1 + sum(stop.node != 0 for stop in self.stops) :]
        wishes = [self._meal(meal) for meal in self.meals]
        size = range(len(self.spots))
        travel = [[self.move(here, there).minutes for there in size] for here in size]
        frame = Frame(self.stretch.start, self.stretch.end, 0, 0)
        self.packed = pack(self.stops, wishes, frame, travel)

    def set_tables(self) -> bool:
        """Give listed places to main meals that are a free choice so far, beside where the day is then.
        True when something changed."""
        pool = self.filler.pool_in(self.stretch.city)
        if not pool.tables:
            return False
        taken = self.filler.tables | {meal.place.id for meal in self.meals if meal.place}
        changed = False
        for slot in self.packed.slots:
            if slot.kind != "meal" or not slot.free:
                continue
            meal = self.meals[slot.index]
            point = self.spots[slot.node].point
            if point.lat is None or point.lon is None or meal.name:
                continue
            table = pick_table(
                pool,
                meal.meal,
                self.stretch.date,
                (point.lat, point.lon),
                level=self.filler.level,
                taken=taken,
                between=(slot.start - 15, min(slot.start + 45, max(slot.start, MEAL_HOURS[meal.meal][2]))),
            )
            if table is not None:
                self.meals[slot.index] = PlannedMeal(meal.meal, "place", table)
                taken.add(table.id)
                changed = True
        return changed

    # --- items ------------------------------------------------------------------------------------

    def written(self) -> Filled:
        filled = Filled(value=self.packed.value)
        filled.dropped = [self.stretch.stops[index] for index in self.packed.dropped]
        here, clock = 0, self.stretch.start
        for slot in self.packed.slots:
            move = self.move(here, slot.node)
            leaves = slot.start - move.minutes
            self._free_time(filled, here, clock, leaves)
            if move.minutes:
                filled.items.append(self._leg(here, slot.node, move, leaves))
                filled.walked += move.kilometres if move.mode == "walk" else 0.0
            filled.items.append(self._meal_item(slot) if slot.kind == "meal" else self._stop_item(slot))
            here, clock = slot.node, slot.end
        move = self.move(here, 0)
        leaves = self.stretch.end - move.minutes if self.stretch.departs else clock
        self._free_time(filled, here, clock, leaves)
        if move.minutes:
            filled.items.append(self._leg(here, 0, move, max(clock, leaves)))
            filled.walked += move.kilometres if move.mode == "walk" else 0.0
        return filled

    def _free_time(self, filled: Filled, node: int, start: int, end: int) -> None:
        if end - start < LEAST_FREE_MINUTES or not filled.items:
            return
        spot = self.spots[node]
        where = spot.area or spot.point.name
        filled.items.append(
            FreeTime(
                title=f"Free time: {where}",
                area=spot.area,
                grade="official",
                **self._common(start, end, spot),
            )
        )

    def _leg(self, here: int, there: int, move: LocalMove, start: int) -> Leg:
        origin, destination = self.spots[here].point, self.spots[there].point
        return local_leg(
            self.means,
            move,
            origin,
            destination,
            self._at(start),
            self._at(start + move.minutes),
            self.stretch.city,
        )

    def _stop_item(self, slot: Slot) -> Visit | FreeTime:
        stop = self.stretch.stops[slot.index]
        spot = self.spots[slot.node]
        common = self._common(slot.start, slot.end, spot)
        if stop.free:
            return FreeTime(title=stop.name, area=spot.area, note=stop.reason, grade="official", **common)
        place = stop.place
        if place is None:
            return Visit(title=stop.name, reason=stop.reason, unlisted=True, grade="unlisted", **common)
        booking = {"required": "Book ahead.", "recommended": "Booking recommended."}.get(place.booking, "")
        return Visit(
            title=place.name,
            place_id=place.id,
            area=place.area,
            costs=visit_lines(place, self.request.adults, self.request.ages),
            grade=place.grade,
            reason=stop.reason or place.summary,
            outdoor=place.outdoor,
            note=booking,
            **common,
        )

    def _meal_item(self, slot: Slot) -> Meal:
        meal = self.meals[slot.index]
        spot = self.spots[slot.node]
        common = self._common(slot.start, slot.end, spot)
        if meal.place is not None and not slot.free:
            return self._at_table(meal.meal, meal.place, common)
        if meal.style == "at_stay" and not slot.free:
            return self._at_stay(meal.meal, common)
        if meal.name and meal.style == "place":
            return Meal(
                title=meal.name, meal=meal.meal, style="place", unlisted=True, grade="unlisted",
                costs=self.filler.cost_of_meal(self.stretch.city, meal.meal), area=spot.area, **common,
            )  # fmt: skip
        return self._free_choice(meal.meal, spot, common)

    def _at_table(self, name: MealName, place: Place, common: dict) -> Meal:
        booking = {"required": "Reserve ahead.", "recommended": "Reservation recommended."}
        return Meal(
            title=place.name,
            meal=name,
            style="place",
            place_id=place.id,
            area=place.area,
            cuisine=place.cuisine,
            costs=meal_lines(place, self.request.adults, self.request.ages),
            grade=place.grade,
            note=booking.get(place.booking, ""),
            **common,
        )

    def _at_stay(self, name: MealName, common: dict) -> Meal:
        stay = self.request.gazetteer.place(self.stretch.base.point.place_id or "")
        included = bool(stay and stay.breakfast_included)
        costs = [] if included else self.filler.cost_of_meal(self.stretch.city, name, name)
        return Meal(
            title=f"Breakfast at {self.stretch.base.point.name}",
            meal=name,
            style="at_stay",
            area=self.stretch.base.area,
            costs=costs,
            grade=stay.grade if stay and included else "estimate",
            note="Included in the room." if included else "The price is an estimate.",
            **common,
        )

    def _free_choice(self, name: MealName, spot: Spot, common: dict) -> Meal:
        costs = self.filler.cost_of_meal(self.stretch.city, name)
        about = money_in_words(sum(line.amount for line in costs), costs[0].currency) if costs else ""
        needs = diet_in_words(self.request)
        where = spot.area or spot.point.name
        asks = f"Look for {needs} food: no listed place near here is open then. " if needs else ""
        return Meal(
            title=f"{name.capitalize()}: free choice near {where} (about {about})",
            meal=name,
            style="free",
            area=where,
            costs=costs,
            grade="estimate",
            note=f"{asks}The price is an estimate.",
            **common,
        )

    def _common(self, start: int, end: int, spot: Spot) -> dict:
        return {
            "uid": "",
            "start": self._at(start),
            "end": self._at(end),
            "zone": self.stretch.city.timezone,
            "city_id": self.stretch.city.id,
            "lat": spot.point.lat,
            "lon": spot.point.lon,
        }

    def _at(self, minutes: int) -> dt.datetime:
        return dt.datetime.combine(self.stretch.date, dt.time()) + dt.timedelta(minutes=minutes)


def local_leg(
    means: LocalMeans,
    move: LocalMove,
    origin: Point,
    destination: Point,
    start: dt.datetime,
    end: dt.datetime,
    city: City,
) -> Leg:
    """A leg about town."""
    verbs: dict[Mode, str] = {"walk": "Walk", "transit": "Public transport", "taxi": "Taxi", "car": "Drive"}
    return Leg(
        uid="",
        title=f"{verbs.get(move.mode, move.mode.capitalize())} to {destination.name}",
        start=start,
        end=end,
        zone=city.timezone,
        city_id=city.id,
        lat=origin.lat,
        lon=origin.lon,
        costs=means.costs(move),
        grade="estimate",
        mode=move.mode,
        origin=origin,
        destination=destination,
        distance_km=move.kilometres,
        travel_minutes=move.minutes,
        source=f"Model: {MODEL_IN_WORDS.get(move.mode, 'by distance')}",
    )


def spot_of(place: Place, city: City) -> Spot:
    point = Point(
        name=place.name,
        kind="stay" if place.kind == "stay" else "place",
        place_id=place.id,
        city_id=city.id,
        lat=place.lat,
        lon=place.lon,
    )
    return Spot(point, place.area)


def breakfast_of(stay: Place | None, request: Request) -> str:
    """How to have breakfast: "at_stay" where the row offers it and the diet allows, else elsewhere."""
    if stay is None:
        return "free"
    offered = stay.breakfast_included or any(
        word in amenity for amenity in stay.amenities for word in ("breakfast", "restaurant", "cafe")
    )
    suits = all(offers(stay, need) for need in diets(request))
    return "at_stay" if offered and suits else "free"


def table_for(
    pool: Pool,
    meal: MealName,
    date: dt.date,
    stops: Sequence[Place],
    base: Point,
    level: Level,
    taken: set[str],
) -> Place | None:
    """A place for a meal of a day with these stops: breakfast by the base, lunch among the stops, dinner
    between the stops and the base."""
    points = [(stop.lat, stop.lon) for stop in stops]
    if base.lat is not None and base.lon is not None and (meal != "lunch" or not points):
        points = [(base.lat, base.lon)] if meal == "breakfast" else [*points[-2:], (base.lat, base.lon)]
    near = centre_of(points)
    between = (MEAL_HOURS[meal][0], MEAL_HOURS[meal][2])
    if meal == "breakfast":
        between = (pool.request.limits.earliest.hour * 60, MEAL_HOURS[meal][2])
    return pick_table(pool, meal, date, near, level=level, taken=taken, between=between)


def can_serve(place: Place, meal: MealName, date: dt.date, request: Request) -> bool:
    """Whether a draft's place serves this meal on the date at all."""
    earliest, _, latest = MEAL_HOURS[meal]
    return serves(place, meal, date, (earliest, latest), request)


def _tables_of(filled: Filled) -> set[str]:
    meals = (item for item in filled.items if isinstance(item, Meal) and item.style == "place")
    return {meal.place_id for meal in meals if meal.place_id}


def _unlisted_spot(name: str, city: City) -> Spot:
    return Spot(Point(name=name, kind="place", city_id=city.id))


def _lengths(place: Place) -> tuple[int, int, int]:
    if place.visit is None:
        return 45, USUAL_VISIT_MINUTES, USUAL_VISIT_MINUTES
    shortest, longest = _to_five(place.visit.shortest), 5 * math.floor(place.visit.longest / 5)
    return shortest, min(longest, max(shortest, _to_five(place.visit.typical))), max(shortest, longest)


def _to_five(minutes: int) -> int:
    return 5 * math.ceil(minutes / 5)
