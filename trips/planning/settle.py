"""Take a draft apart and set right what can be: ids, cities, dates, doubles, what does not suit.

Any draft is accepted, also a model's. What can't be used becomes an alternative with its reason; what the
traveller asked for and the draft forgot is put in.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

from trips.catalogue.gazetteer import City
from trips.catalogue.matching import means
from trips.planning.draft_names import Names
from trips.planning.fixed_dates import city_of_appointment
from trips.planning.legs import clock_minutes
from trips.planning.picking import Pool, pick_stay, windows_on
from trips.planning.planned import PlannedMeal, PlannedStop
from trips.planning.request import Request
from trips.planning.sights import DayRoom, day_rooms
from trips.planning.skeleton import Block, Skeleton, skeleton_of
from trips.planning.tables import can_serve, has_cuisine
from trips.planning.wishes import MustDo, must_dos, names_of, place_meant, point_given, unsuitable
from trips.schemas import (
    PLANNED_KINDS,
    SEEN_KINDS,
    Alternative,
    Appointment,
    DraftDay,
    DraftMeal,
    DraftStop,
    Mode,
    Place,
    PlanDraft,
)

Key = tuple[dt.date, int]  # a date in a city (its id)
APPOINTMENT_MINUTES = 120


@dataclass
class Settled:
    """The draft on the frame of the trip. `stays` by city id; None = no row fits."""

    skeleton: Skeleton
    stays: dict[int, Place | None] = field(default_factory=dict)
    stops: dict[Key, list[PlannedStop]] = field(default_factory=dict)
    meals: dict[Key, list[PlannedMeal]] = field(default_factory=dict)
    alternatives: list[Alternative] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def days_of(self, block: Block) -> list[dt.date]:
        return [block.arrive + dt.timedelta(days=days) for days in range(block.nights + 1)]

    def blocks_on(self, date: dt.date) -> list[Block]:
        return [block for block in self.skeleton.blocks if block.arrive <= date <= block.leave]

    def block_on(self, date: dt.date, city: City | None) -> Block | None:
        """The one of this city, else the last one of the date."""
        blocks = self.blocks_on(date)
        return next((block for block in blocks if city and block.city.id == city.id), (blocks or [None])[-1])

    def set_aside(self, kind: str, name: str, place: Place | None, reason: str) -> None:
        known = {(alternative.kind, alternative.name) for alternative in self.alternatives}
        if (kind, name) not in known:
            self.alternatives.append(
                Alternative.model_validate(
                    {"kind": kind, "name": name, "place_id": place.id if place else None, "reason": reason}
                )
            )


def settle(draft: PlanDraft, request: Request, pools: dict[int, Pool]) -> Settled:
    """Frame, stays, stops and meals of a draft. Deterministic."""
    names = Names(request)
    settled = Settled(_skeleton(draft, request, names))
    settled.notes += settled.skeleton.notes
    _stays(draft, request, names, settled, pools)
    stops = _Stops(request, settled)
    for day in draft.days:
        stops.take_day(day, names.city(day.city))
    stops.add_missing()
    _appointments(request, settled)
    _meals(draft, request, settled, names)
    return settled


def _skeleton(draft: PlanDraft, request: Request, names: Names) -> Skeleton:
    goals = [goal.city for goal in request.goals]
    nights: dict[int, int] = {}
    order: list[City] = []
    stays = sorted(draft.stays, key=lambda stay: stay.check_in)
    days = sorted(draft.days, key=lambda day: day.date)
    for name, count in [*((stay.city, stay.nights) for stay in stays), *((day.city, 0) for day in days)]:
        city = names.city(name)
        if city is None or city not in goals:
            continue
        if city not in order:
            order.append(city)
        nights[city.id] = nights.get(city.id, 0) + count
    order += [city for city in goals if city not in order]
    modes: dict[tuple[int, int], Mode] = {}
    for move in draft.moves:
        here, there = names.city(move.from_city), names.city(move.to_city)
        if here and there and not request.banned(move.mode):
            modes[here.id, there.id] = move.mode
    given = {city_id: count for city_id, count in nights.items() if count > 0}
    return skeleton_of(request, cities=order if stays or days else None, nights=given, modes=modes)


def _stays(
    draft: PlanDraft, request: Request, names: Names, settled: Settled, pools: dict[int, Pool]
) -> None:
    for block in settled.skeleton.blocks:
        if block.nights == 0:
            continue
        wanted = [stay for stay in draft.stays if names.city(stay.city) == block.city]
        place = None
        for stay in wanted:
            row = request.gazetteer.place(stay.place_id) if stay.place_id else None
            if row is None and stay.name and block.city.curated:
                row = place_meant(stay.name, block.city, request.gazetteer)
            reason = _not_a_stay(row, block, request)
            if row is not None and reason is None:
                place = row
                break
            if stay.name or row:
                settled.set_aside("stay", row.name if row else stay.name, row, reason or "not in our data")
        if block is settled.skeleton.blocks[0] and _own_stay(request, settled):
            settled.stays[block.city.id] = None
            continue
        pool = pools[block.city.id]
        settled.stays[block.city.id] = place or pick_stay(
            pool, draft.stay_band or request.level, block.nights
        )


def _own_stay(request: Request, settled: Settled) -> bool:
    """The traveller named a stay that no row of the trip's cities is: they know it, we don't."""
    name = request.facts.stay.name
    cities = [block.city for block in settled.skeleton.blocks]
    rows = [row for city in cities if city.curated for row in request.gazetteer.places(city.curated, "stay")]
    return bool(name) and not any(means(name, names_of(row)) for row in rows)


def _not_a_stay(row: Place | None, block: Block, request: Request) -> str | None:
    if row is None:
        return "not in our data"
    if row.kind != "stay" or row.city != block.city.curated:
        return f"no stay in {block.city.name}"
    if row.min_nights > block.nights:
        return f"takes guests for at least {row.min_nights} nights"
    named = request.facts.stay.name and means(request.facts.stay.name, [row.name])
    return None if named else unsuitable(row, request)


class _Stops:
    """Puts a draft's stops on dates of their city."""

    def __init__(self, request: Request, settled: Settled) -> None:
        self.request = request
        self.settled = settled
        self.musts: list[MustDo] = must_dos(request)
        self.must_ids = {must.place.id for must in self.musts if must.place}
        self.taken: set[str] = set()

    def take_day(self, day: DraftDay, city: City | None) -> None:
        here = self.settled.block_on(day.date, city)
        for stop in day.stops:
            self._take(stop, day.date, here)

    def _take(self, stop: DraftStop, date: dt.date, here: Block | None) -> None:
        place = self.request.gazetteer.place(stop.place_id) if stop.place_id else None
        if place is None:
            place = self._by_name(stop.name, here)
        if place is None:
            self._unlisted(stop, date, here)
            return
        if place.id in self.taken:
            return
        block = here
        if here is None or place.city != here.city.curated:
            block = next((b for b in self.settled.skeleton.blocks if b.city.curated == place.city), None)
        reason = self._refused(place, block)
        if reason or block is None:
            kind = place.kind if place.kind in PLANNED_KINDS else "visit"
            self.settled.set_aside(kind, place.name, place, reason or "in another city")
            return
        must = place.id in self.must_ids
        planned = PlannedStop(place.name, place, stop.minutes or _minutes_there(place), stop.reason, must)
        on = date if block is here else self._best_date(block, place)
        self._put(on, block, planned)

    def _by_name(self, name: str, here: Block | None) -> Place | None:
        blocks = [here] if here else list(self.settled.skeleton.blocks)
        found = (place_meant(name, block.city, self.request.gazetteer) for block in blocks)
        return next((place for place in found if place and place.kind in SEEN_KINDS), None)

    def _unlisted(self, stop: DraftStop, date: dt.date, here: Block | None) -> None:
        block = here or self.settled.skeleton.blocks[-1]
        named = any(means(text, [stop.name]) for text in self.request.facts.must_do)
        if not stop.name.strip() or stop.name in self.taken:
            return
        if block.city.curated and not named:
            self.settled.set_aside("visit", stop.name, None, "not in our data")
            return
        point = point_given(stop.name, block.city, self.request.gazetteer)
        planned = PlannedStop(stop.name, None, stop.minutes, stop.reason, must=named, point=point)
        self._put(date if here else block.arrive, block, planned)

    def _refused(self, place: Place, block: Block | None) -> str | None:
        if block is None:
            return "in a city that is not on this trip"
        if place.kind not in SEEN_KINDS:
            return "nothing to visit" if place.kind == "stay" else "a place to eat"
        return None if place.id in self.must_ids else unsuitable(place, self.request)

    def _put(self, date: dt.date, block: Block, stop: PlannedStop) -> None:
        self.settled.stops.setdefault((date, block.city.id), []).append(stop)
        self.taken.add(stop.place.id if stop.place else stop.name)

    def add_missing(self) -> None:
        """Must-dos that the draft has not."""
        for must in self.musts:
            block = self.settled.skeleton.block_of(must.city.id)
            if block is None:
                continue
            if must.place is None:
                done = any(
                    means(must.text, [stop.name]) for stops in self.settled.stops.values() for stop in stops
                )
                if not done:
                    point = point_given(must.text, block.city, self.request.gazetteer)
                    stop = PlannedStop(must.text, None, None, "You asked for it.", must=True, point=point)
                    self._put(self._best_date(block, None), block, stop)
            elif must.place.kind in SEEN_KINDS and must.place.id not in self.taken:
                minutes = _minutes_there(must.place)
                stop = PlannedStop(must.place.name, must.place, minutes, "You asked for it.", must=True)
                self._put(self._best_date(block, must.place), block, stop)

    def _best_date(self, block: Block, place: Place | None) -> dt.date:
        """Of a row a full day on which it is open, if any is; the one with the most room left."""
        rooms = day_rooms(self.request, self.settled.skeleton, block, self.request.pace)
        opened = [room for room in rooms if place is None or windows_on(place, room.date, self.request) != ()]
        inner = [room for room in opened if place is None or block.arrive < room.date < block.leave]
        return min(inner or opened or rooms, key=lambda room: (self._load(room, block), room.date)).date

    def _load(self, room: DayRoom, block: Block) -> float:
        """With one stop more, as a share of what the date has room for."""
        stops = len(self.settled.stops.get((room.date, block.city.id), []))
        return (stops + 1) / max(room.visits, 0.1)


def _minutes_there(place: Place) -> int | None:
    """Of a day trip the shortest that makes sense, so that lunch has its hour; None = as long as usual."""
    return place.visit.shortest if place.kind == "day_trip" and place.visit else None


def _appointments(request: Request, settled: Settled) -> None:
    for appointment in request.facts.appointments:
        if appointment.date is None:
            continue
        block = _block_for(appointment, request, settled)
        if block is None:
            settled.notes.append(f"{appointment.what} lies outside the trip.")
            continue
        at = None
        if appointment.start:
            begin = clock_minutes(appointment.start)
            end = begin + APPOINTMENT_MINUTES
            if appointment.end:
                end = clock_minutes(appointment.end)
                end += 24 * 60 if end <= begin else 0
            at = (begin, end)
        minutes = at[1] - at[0] if at else APPOINTMENT_MINUTES
        point = point_given(appointment.what, block.city, request.gazetteer)
        reason = "A fixed date of yours."
        stop = PlannedStop(appointment.what, None, minutes, reason, must=True, at=at, point=point)
        key = (appointment.date, block.city.id)
        others = [other for other in settled.stops.get(key, []) if not means(appointment.what, [other.name])]
        settled.stops[key] = [stop, *others]


def _block_for(appointment: Appointment, request: Request, settled: Settled) -> Block | None:
    blocks = settled.blocks_on(appointment.date)
    there = city_of_appointment(appointment, [block.city for block in blocks], request.gazetteer)
    return settled.block_on(appointment.date, there)


def _meals(draft: PlanDraft, request: Request, settled: Settled, names: Names) -> None:
    """A draft's meals where the place exists, suits, serves that meal on the date and comes once; food
    must-dos first."""
    taken: set[str] = set()
    _food_must_dos(request, settled, taken)
    for day in draft.days:
        city = names.city(day.city)
        here = settled.block_on(day.date, city)
        for meal in day.meals if here else ():
            _take_meal(meal, day.date, here, request, settled, taken)


def _food_must_dos(request: Request, settled: Settled, taken: set[str]) -> None:
    for must in must_dos(request):
        block = settled.skeleton.block_of(must.city.id)
        if must.place is None or must.place.kind != "food" or block is None:
            continue
        for date, name in _tables_free(block, must.place, settled):
            if can_serve(must.place, name, date, request):
                settled.meals.setdefault((date, block.city.id), []).append(
                    PlannedMeal(name, "place", must.place, asked=True)
                )
                taken.add(must.place.id)
                break


def _tables_free(block: Block, place: Place, settled: Settled) -> Iterable[tuple[dt.date, str]]:
    dates = settled.days_of(block)
    dates.sort(key=lambda date: not block.arrive < date < block.leave)
    for date in dates:
        named = {meal.meal for meal in settled.meals.get((date, block.city.id), [])}
        for name in ("dinner", "lunch", "breakfast"):
            if name in place.meals and name not in named:
                yield date, name


def _take_meal(
    meal: DraftMeal,
    date: dt.date,
    here: Block,
    request: Request,
    settled: Settled,
    taken: set[str],
) -> None:
    place = request.gazetteer.place(meal.place_id) if meal.place_id else None
    block: Block | None = here
    if place is not None and place.city != here.city.curated:
        blocks = settled.blocks_on(date)
        block = next((other for other in blocks if other.city.curated == place.city), None)
    if block is None:
        settled.set_aside("food", place.name if place else meal.name, place, "in another city")
        return
    row = settled.meals.setdefault((date, block.city.id), [])
    if any(other.meal == meal.meal for other in row):
        return
    if place is None:
        style = "free" if meal.style == "place" and (block.city.curated or not meal.name) else meal.style
        row.append(PlannedMeal(meal.meal, style, None, meal.name if style == "place" else ""))
        return
    if place.id in taken:
        return
    reason = unsuitable(place, request) or ("" if place.kind == "food" else "no place to eat")
    if not reason and not can_serve(place, meal.meal, date, request):
        reason = f"no {meal.meal} on {date:%-d %B}"
    if reason:
        settled.set_aside("food", place.name, place, reason)
        return
    taken.add(place.id)
    asked = any(has_cuisine(place, cuisine) for cuisine in request.facts.cuisines)
    row.append(PlannedMeal(meal.meal, "place", place, asked=asked))
