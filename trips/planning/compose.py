"""The offline planner's content: two or three outlines that really differ, and a draft of each.

Only rows are used, the traveller's wishes first. Nothing here sets a time, a table or a sum: `schedule` does.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.legs import city_point
from trips.planning.outlining import outlined
from trips.planning.picking import Pool, pick_stay, ranked_visits
from trips.planning.planned import spot_of
from trips.planning.request import Request, request_of
from trips.planning.route import Coordinates, centre_of, stop_order
from trips.planning.schedule import priced
from trips.planning.sights import Sights, day_rooms
from trips.planning.skeleton import Block, Skeleton, city_on, skeleton_of
from trips.planning.wishes import MustDo, must_dos
from trips.schemas import (
    DraftDay,
    DraftMove,
    DraftStay,
    DraftStop,
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
        self.sights = Sights(request, skeleton, self.musts, used, covered=set())
        self.days: dict[dt.date, DraftDay] = {}

    def draft(self) -> PlanDraft:
        request, outline = self.request, self.outline
        for number in range(request.days):
            date = request.start + dt.timedelta(days=number)
            self.days[date] = DraftDay(date=date, city=city_on(date, self.skeleton.blocks).name)
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
            self.days[day.date].stops += self._stops([group[index] for index in ordered])
        if not block.nights:
            return None
        named = {"place_id": stay.id, "name": stay.name} if stay else {}
        return DraftStay(city=block.city.name, check_in=block.arrive, nights=block.nights, **named)

    def _stops(self, visits: list[Place]) -> list[DraftStop]:
        must_ids = {must.place.id for must in self.musts if must.place}
        return [
            DraftStop(
                place_id=place.id,
                name=place.name,
                reason="You asked for it." if place.id in must_ids else place.summary,
            )
            for place in visits
        ]


def _rates_of(facts: TripFacts) -> dt.date:
    """The date whose exchange rates compare prices here; plans have their own."""
    return facts.dates.start or facts.dates.earliest or dt.date.today()


def _coordinates(point: Point) -> Coordinates | None:
    return None if point.lat is None or point.lon is None else (point.lat, point.lon)
