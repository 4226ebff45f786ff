"""The offline planner's content: two or three outlines that really differ, and a draft of each.

Only rows are used, the traveller's wishes first. Nothing here sets a time or a sum: `schedule` does.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from trips.planning.gazetteer import Gazetteer
from trips.planning.legs import city_point
from trips.planning.outlining import outlined
from trips.planning.packing import first_start
from trips.planning.picking import Pool, pick_stay, ranked_visits, windows_on
from trips.planning.planned import spot_of
from trips.planning.request import Request, request_of
from trips.planning.route import Candidate, Coordinates, centre_of, clusters, stop_order
from trips.planning.schedule import priced
from trips.planning.skeleton import Block, Skeleton, skeleton_of
from trips.planning.tables import MEAL_HOURS, breakfast_of, can_serve, meals_between, pick_table, table_for
from trips.planning.validator.matching import is_among
from trips.planning.wishes import MustDo, must_dos, tags_of_interest
from trips.schemas import (
    DraftDay,
    DraftMeal,
    DraftMove,
    DraftStay,
    DraftStop,
    MealName,
    OptionOutline,
    Pace,
    Place,
    PlanDraft,
    Point,
    TripFacts,
)

__all__ = ["draft", "outlines"]

#: Visits of a full day that leave room to breathe, by pace (the limits of a pace are higher).
VISITS_A_DAY: dict[Pace, int] = {"relaxed": 3, "moderate": 4, "packed": 6}
#: Part of the smallest option's visits that may come from the other options (half is the limit).
SHARE = 0.36
LARGEST_SHARE = 0.45
#: Part of a city's suitable sights that one option may take: three must differ.
SUPPLY_SHARE = 0.42
#: Minutes a stop costs besides its own: the way there.
WAY_MINUTES = 25
MEALS_MINUTES = 180
#: Free hours that a visit needs on a day of arrival or departure.
HOURS_A_VISIT = {"relaxed": 3.5, "moderate": 2.25, "packed": 1.75}
#: Candidates beyond the number wanted, for days on which some are closed.
SPARE = 4
MUST_WORTH = 10.0


@dataclass(frozen=True)
class _DayRoom:
    """What a date in a city has room for. `start` and `end` in minutes, roughly."""

    date: dt.date
    start: int
    end: int
    visits: int

    @property
    def minutes(self) -> int:
        meals = MEALS_MINUTES if self.end - self.start > 8 * 60 else 60
        return max(0, self.end - self.start - meals)


def outlines(facts: TripFacts, gazetteer: Gazetteer) -> list[OptionOutline]:
    """Two or three outlines that really differ. Raises UnknownDestination when no destination is in the
    gazetteer."""
    request = request_of(facts, gazetteer, today=_rates_of(facts))

    def cost_of(outline: OptionOutline) -> Decimal:
        found = draft(facts, outline, gazetteer, used=set())
        return priced(found, facts, gazetteer, today=_rates_of(facts)).total

    return outlined(request, cost_of)


def draft(facts: TripFacts, outline: OptionOutline, gazetteer: Gazetteer, *, used: set[str]) -> PlanDraft:
    """One option in full. `used` = visits of the other options: at most a share of this one's.

    Raises UnknownDestination when no destination is in the gazetteer."""
    today = _rates_of(facts)
    request = request_of(facts, gazetteer, today=today, pace=outline.pace, level=outline.level)
    skeleton = skeleton_of(request, transport=outline.transport)
    composer = _Composer(request, outline, skeleton, used)
    return composer.draft()


class _Composer:
    def __init__(self, request: Request, outline: OptionOutline, skeleton: Skeleton, used: set[str]) -> None:
        self.request = request
        self.outline = outline
        self.skeleton = skeleton
        self.used = used
        self.musts: list[MustDo] = must_dos(request)
        self.tables: set[str] = set()
        self.covered: set[str] = set()  # interests that a sight was taken for
        self.days: dict[dt.date, DraftDay] = {}

    def draft(self) -> PlanDraft:
        request, outline = self.request, self.outline
        for number in range(request.days):
            date = request.start + dt.timedelta(days=number)
            self.days[date] = DraftDay(date=date, city=self.skeleton.city_on(date).name)
        stays = [stay for block in self.skeleton.blocks if (stay := self._block(block))]
        return PlanDraft(
            title=outline.title,
            for_whom=outline.for_whom,
            pace=outline.pace,
            level=outline.level,
            focus=list(outline.focus),
            stays=stays,
            moves=self._moves(),
            days=[self.days[date] for date in sorted(self.days)],
            assumptions=[outline.idea] if outline.idea else [],
        )

    def _moves(self) -> list[DraftMove]:
        return [
            DraftMove(
                date=journey.leave.date(),
                from_city=journey.way.origin.name,
                to_city=journey.way.destination.name,
                mode=journey.way.mode,
            )
            for journey in self.skeleton.all_journeys()
        ]

    # --- a city ------------------------------------------------------------------------------------

    def _block(self, block: Block) -> DraftStay | None:
        pool = Pool(self.request, block.city)
        rooms = self._rooms(block, self.outline.pace)
        ranked = ranked_visits(pool, self.outline.focus, level=self.outline.level)
        best = [place for _, place in ranked[: sum(day.visits for day in rooms)]]
        near = centre_of([(place.lat, place.lon) for place in best])
        band = self.outline.stay_band or self.outline.level
        stay = pick_stay(pool, band, block.nights, near=near, used=self.used) if block.nights else None
        base = spot_of(stay, block.city).point if stay else city_point(block.city)
        groups = self._groups(pool, block, rooms, ranked, _coordinates(base))
        for day, group in zip(rooms, groups, strict=True):
            ordered = stop_order([(p.lat, p.lon) for p in group], _coordinates(base), _coordinates(base))
            self._day(pool, block, day, [group[index] for index in ordered], stay, base)
        self._unlisted(block, rooms)
        if not block.nights:
            return None
        name = stay.name if stay else ""
        place_id = stay.id if stay else ""
        return DraftStay(
            city=block.city.name, place_id=place_id, name=name, check_in=block.arrive, nights=block.nights
        )

    def _rooms(self, block: Block, pace: Pace) -> list[_DayRoom]:
        """Dates of a block with their hours and number of visits."""
        limits = self.request.limits
        first, last = limits.earliest.hour * 60, limits.latest.hour * 60
        index = self.skeleton.blocks.index(block)
        arriving = self.skeleton.journeys[index]
        following = self.skeleton.journeys[index + 1] if index + 1 < len(self.skeleton.blocks) else None
        leaving = following if index + 1 < len(self.skeleton.blocks) else self.skeleton.home
        wished = VISITS_A_DAY[pace]
        if self.request.walks_little or any(age < 6 for age in self.request.ages):
            wished = max(2, wished - 1)
        rooms = []
        for number in range(block.nights + 1):
            date = block.arrive + dt.timedelta(days=number)
            start, end = first, last
            if date == block.arrive:
                start = max(first, _minutes(arriving.reach) + 30) if arriving else max(first, 11 * 60 + 30)
            if date == block.leave:
                end = _minutes(leaving.leave) - 30 if leaving else 17 * 60
                if leaving and leaving.leave.date() != date:
                    end = start
            hours = (end - start) / 60
            visits = wished
            if date in (block.arrive, block.leave):
                visits = min(wished, max(0, int(hours / HOURS_A_VISIT[pace])))
            rooms.append(_DayRoom(date, start, end, visits))
        return rooms

    # --- visits ------------------------------------------------------------------------------------

    def _groups(
        self,
        pool: Pool,
        block: Block,
        rooms: list[_DayRoom],
        ranked: list[tuple[float, Place]],
        base: Coordinates | None,
    ) -> list[list[Place]]:
        """Sights by day: must-dos, then the best that lie together; few of the other options'."""
        musts = [must.place for must in self.musts if must.place and must.city.id == block.city.id]
        musts = [place for place in musts if place.kind == "visit"]
        musts += self._for_interests(ranked, musts, rooms)
        supply = len(pool.visits)
        capacities = self._capacities(rooms, supply)
        count = sum(capacities)
        calmest = self._capacities(self._rooms(block, "relaxed"), supply)
        share = int(SHARE * min(count, sum(calmest))) - sum(place.id in self.used for place in musts)
        others = [pair for pair in ranked if pair[1] not in musts]
        places = [*((MUST_WORTH, place) for place in musts), *others[: 2 * count + SPARE + len(self.used)]]
        candidates = [
            Candidate(
                (place.lat, place.lon),
                worth,
                (place.visit.typical if place.visit else 90) + WAY_MINUTES,
                must=place in musts,
                shared=place.id in self.used,
                kind=place.tags[0] if place.tags else "",
            )
            for worth, place in places
        ]
        found = clusters(
            candidates,
            capacities,
            [day.minutes for day in rooms],
            base,
            share=max(0, share),
            allowed=lambda stop, day: self._open(places[stop][1], rooms[day]),
        )
        return self._own_enough([[places[index][1] for index in group] for group in found], musts)

    def _own_enough(self, groups: list[list[Place]], musts: list[Place]) -> list[list[Place]]:
        """Without so many of the other options' sights that they would be half of these."""
        chosen = [place for group in groups for place in group]
        shared = [place for place in chosen if place.id in self.used and place not in musts]
        asked = sum(place.id in self.used for place in musts)
        while shared and len(shared) + asked > LARGEST_SHARE * len(chosen):
            gone = shared.pop()
            chosen.remove(gone)
            groups = [[place for place in group if place is not gone] for group in groups]
        return groups

    def _for_interests(
        self, ranked: list[tuple[float, Place]], musts: list[Place], rooms: list[_DayRoom]
    ) -> list[Place]:
        """For each interest nothing was taken for yet, the best open sight about it, if the city has
        one; of the other options' only where nothing else is about it."""
        found: list[Place] = []
        for interest in self.request.facts.interests:
            tags = tags_of_interest(interest)
            if interest in self.covered or any(_is_about(interest, place) for place in [*musts, *found]):
                self.covered.add(interest)
                continue
            about = [
                place
                for _, place in ranked
                if tags & set(place.tags) and any(day.visits and self._open(place, day) for day in rooms)
            ]
            if about:
                # Rather one that is tagged with the very word, and none of the other options'.
                found.append(
                    min(about, key=lambda place: (not _is_about(interest, place), place.id in self.used))
                )
                self.covered.add(interest)
        return found

    def _capacities(self, rooms: list[_DayRoom], supply: int) -> list[int]:
        """Visits a day, fewer where the city's sights must last for several options."""
        capacities = [day.visits for day in rooms]
        most = max(len(rooms), int(supply * SUPPLY_SHARE))
        while sum(capacities) > most:
            fullest = max(range(len(capacities)), key=lambda index: (capacities[index], -index))
            capacities[fullest] -= 1
        return capacities

    def _open(self, place: Place, day: _DayRoom) -> bool:
        windows = windows_on(place, day.date, self.request)
        if windows is None:
            return True
        minutes = place.visit.typical if place.visit else 60
        start = first_start(windows, day.start + 45, minutes, place.hours.last_entry_min)
        return start is not None and start + minutes <= day.end - 15

    def _unlisted(self, block: Block, rooms: list[_DayRoom]) -> None:
        """Must-dos that are in no row: on the freest full day."""
        for must in self.musts:
            if must.place is None and must.city.id == block.city.id:
                inner = [day for day in rooms if block.arrive < day.date < block.leave] or rooms
                day = min(inner, key=lambda day: (len(self.days[day.date].stops), day.date))
                stop = DraftStop(name=must.text, reason="You asked for it.")
                self.days[day.date].stops.append(stop)

    # --- a day -------------------------------------------------------------------------------------

    def _day(
        self, pool: Pool, block: Block, room: _DayRoom, visits: list[Place], stay: Place | None, base: Point
    ) -> None:
        day = self.days[room.date]
        must_ids = {must.place.id for must in self.musts if must.place}
        day.stops += [
            DraftStop(
                place_id=place.id,
                name=place.name,
                reason="You asked for it." if place.id in must_ids else place.summary,
            )
            for place in visits
        ]
        for meal in meals_between(room.start, room.end, slept=room.date > block.arrive):
            found = self._meal(pool, meal, room, visits, stay, base, slept=room.date > block.arrive)
            day.meals.append(found)

    def _meal(
        self,
        pool: Pool,
        meal: MealName,
        room: _DayRoom,
        visits: list[Place],
        stay: Place | None,
        base: Point,
        *,
        slept: bool,
    ) -> DraftMeal:
        if meal == "breakfast" and slept and breakfast_of(stay, self.request) == "at_stay":
            return DraftMeal(meal=meal, name=stay.name if stay else "", style="at_stay")
        place = self._asked_food(pool, meal, room)
        place = place or table_for(pool, meal, room.date, visits, base, self.outline.level, self.tables)
        if place is None:
            return DraftMeal(meal=meal, style="free", name=f"near {base.name}")
        self.tables.add(place.id)
        return DraftMeal(meal=meal, place_id=place.id, name=place.name)

    def _asked_food(self, pool: Pool, meal: MealName, room: _DayRoom) -> Place | None:
        """Food must-dos and cuisines that were asked and not had yet."""
        between = (MEAL_HOURS[meal][0], MEAL_HOURS[meal][2])
        for must in self.musts:
            place = must.place
            if place and place.kind == "food" and place.city == pool.city.curated and meal in place.meals:
                if place.id not in self.tables and can_serve(place, meal, room.date, self.request):
                    return place
        if meal == "breakfast":
            return None
        for cuisine in self.request.facts.cuisines:
            if any(self._serves(table, cuisine) for table in self.tables):
                continue
            found = pick_table(
                pool,
                meal,
                room.date,
                None,
                level=self.outline.level,
                taken=self.tables,
                cuisine=cuisine,
                between=between,
            )
            if found:
                return found
        return None

    def _serves(self, place_id: str, cuisine: str) -> bool:
        row = self.request.gazetteer.place(place_id)
        return bool(row and is_among(cuisine, [row.cuisine, *row.dishes]))


def _rates_of(facts: TripFacts) -> dt.date:
    """The date whose exchange rates compare prices here; plans have their own."""
    return facts.dates.start or facts.dates.earliest or dt.date.today()


def _is_about(interest: str, place: Place) -> bool:
    return is_among(interest, [tag.replace("_", " ") for tag in place.tags])


def _coordinates(point: Point) -> Coordinates | None:
    return None if point.lat is None or point.lon is None else (point.lat, point.lon)


def _minutes(moment: dt.datetime) -> int:
    return moment.hour * 60 + moment.minute
