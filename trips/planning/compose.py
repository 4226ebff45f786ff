"""The offline planner's content: two or three outlines that really differ, and a draft of each.

Only rows are used, the traveller's wishes first. Nothing here sets a time or a sum: `schedule` does.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.matching import is_among
from trips.planning.legs import city_point
from trips.planning.mealtimes import meal_hours, meals_between
from trips.planning.outlining import outlined
from trips.planning.picking import Pool, pick_stay, ranked_visits
from trips.planning.planned import spot_of
from trips.planning.request import Request, request_of
from trips.planning.route import Coordinates, centre_of, stop_order
from trips.planning.schedule import priced
from trips.planning.sights import DayRoom, Sights, day_rooms
from trips.planning.skeleton import Block, Skeleton, skeleton_of
from trips.planning.tables import breakfast_of, can_serve, pick_table, table_for, without_table
from trips.planning.wishes import MustDo, must_dos
from trips.schemas import (
    DraftDay,
    DraftMeal,
    DraftMove,
    DraftStay,
    DraftStop,
    MealName,
    OptionOutline,
    Place,
    PlanDraft,
    Point,
    TripFacts,
)

__all__ = ["draft", "outlines"]


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
        self.sights = Sights(request, skeleton, self.musts, used, covered=set())
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
            stay_band=outline.stay_band,
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
        rooms = day_rooms(self.request, self.skeleton, block, self.outline.pace)
        ranked = ranked_visits(pool, self.outline.focus, level=self.outline.level)
        best = [place for _, place in ranked[: sum(day.visits for day in rooms)]]
        near = centre_of([(place.lat, place.lon) for place in best])
        band = self.outline.stay_band or self.outline.level
        stay = pick_stay(pool, band, block.nights, near=near, used=self.used) if block.nights else None
        base = spot_of(stay, block.city).point if stay else city_point(block.city)
        groups = self.sights.by_day(pool, block, rooms, ranked, _coordinates(base))
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

    def _unlisted(self, block: Block, rooms: list[DayRoom]) -> None:
        """Must-dos that are in no row: on the freest full day."""
        for must in self.musts:
            if must.place is None and must.city.id == block.city.id:
                inner = [day for day in rooms if block.arrive < day.date < block.leave] or rooms
                day = min(inner, key=lambda day: (len(self.days[day.date].stops), day.date))
                stop = DraftStop(name=must.text, reason="You asked for it.")
                self.days[day.date].stops.append(stop)

    # --- a day -------------------------------------------------------------------------------------

    def _day(
        self, pool: Pool, block: Block, room: DayRoom, visits: list[Place], stay: Place | None, base: Point
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
        slept = room.date > block.arrive
        for meal in meals_between(room.start, room.end, block.city.country, self.request, slept=slept):
            found = self._meal(pool, meal, room, visits, stay, base, slept=slept)
            day.meals.append(found)

    def _meal(
        self,
        pool: Pool,
        meal: MealName,
        room: DayRoom,
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
            style = without_table(meal, stay if slept else None, self.request)
            name = stay.name if stay and style == "at_stay" else f"near {base.name}"
            return DraftMeal(meal=meal, style=style, name=name)
        self.tables.add(place.id)
        return DraftMeal(meal=meal, place_id=place.id, name=place.name)

    def _asked_food(self, pool: Pool, meal: MealName, room: DayRoom) -> Place | None:
        """Food must-dos and cuisines that were asked and not had yet."""
        hours = meal_hours(meal, pool.city.country, self.request)
        between = (hours.earliest, hours.latest)
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
                (),
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


def _coordinates(point: Point) -> Coordinates | None:
    return None if point.lat is None or point.lon is None else (point.lat, point.lon)
