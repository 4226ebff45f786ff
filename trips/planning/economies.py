"""How a plan that is over the sum gets cheaper, step by step, the least missed first.

Each step keeps those before it. Must-dos stay to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trips.planning.costing import sum_in
from trips.planning.draft_names import Names
from trips.planning.picking import Pool, night_cost
from trips.planning.planned import PlannedStop
from trips.planning.request import Request, request_of
from trips.planning.ways import ways_between
from trips.schemas import Cap, DraftMove, DraftStay, Level, Place, Plan, PlanDraft

#: Dinner in a place of these bands is given up first.
_DEARER: dict[int, tuple[str, ...]] = {1: ("high",), 2: ("high", "mid")}


@dataclass(frozen=True)
class Economy:
    """A cheaper version of a draft. `request` has the level that rides and free meals go by."""

    draft: PlanDraft
    request: Request
    food_level: Level
    bands: tuple[str, ...] = ()  # tables of these bands are replaced
    dearest: float = -1.0  # visits that cost an adult more than this (US dollars) are dropped; -1 = none

    def replaces(self, place: Place | None) -> bool:
        return place is not None and place.band in self.bands

    def drops(self, stop: PlannedStop) -> bool:
        if self.dearest < 0 or stop.must or stop.at or stop.place is None:
            return False
        pool = Pool(self.request, self.request.goals[0].city)
        return pool.dollars(stop.place.price) > self.dearest


def economies(draft: PlanDraft, request: Request) -> Iterator[Economy]:
    """Public transport and plain tables; cheaper tables; visits over 30, 15, 0 dollars dropped; the
    cheapest stays; the cheapest ways; both."""
    low = request_of(request.facts, request.gazetteer, today=request.today, pace=request.pace, level="low")
    yield Economy(draft, low, "low", _DEARER[1])
    yield Economy(draft, low, "low", _DEARER[2])
    yield Economy(draft, low, "low", _DEARER[2], 30.0)
    cheap_stays = draft.model_copy(
        update={"stays": _cheapest_stays(draft, request), "level": "low", "stay_band": "low"}
    )
    yield Economy(cheap_stays, low, "low", _DEARER[2], 30.0)
    cheap_ways = cheap_stays.model_copy(update={"moves": _cheapest_moves(draft, request)})
    yield Economy(cheap_ways, low, "low", _DEARER[2], 30.0)
    yield Economy(cheap_ways, low, "low", _DEARER[2], 15.0)
    yield Economy(cheap_ways, low, "low", _DEARER[2], 0.0)


def keeps_sums(plan: Plan, request: Request) -> bool:
    """Whether the total keeps the sum named, and each category its cap. A cap in a currency without a
    rate is not judged here."""
    if request.ceiling is not None and plan.total > request.ceiling:
        return False
    return all(_keeps(cap, plan, request) for cap in request.facts.caps)


def _keeps(cap: Cap, plan: Plan, request: Request) -> bool:
    currency = cap.currency or request.facts.budget.currency or plan.currency
    lines = (cost for item in plan.items() for cost in item.costs if cost.category == cap.category)
    return sum_in(lines, currency, request.gazetteer, request.today) <= cap.amount


def _cheapest_stays(draft: PlanDraft, request: Request) -> list[DraftStay]:
    names = Names(request)
    found = []
    for stay in draft.stays:
        city = names.city(stay.city)
        pool = Pool(request, city) if city else None
        rows = [row for row in pool.stays if row.min_nights <= stay.nights] if pool else []
        cheapest = min(rows, key=lambda row: (night_cost(row, request), row.id), default=None)
        if cheapest:
            stay = stay.model_copy(update={"place_id": cheapest.id, "name": cheapest.name})
        found.append(stay)
    return found


def _cheapest_moves(draft: PlanDraft, request: Request) -> list[DraftMove]:
    """The cheapest mode of each move that gets there on the same date."""
    names = Names(request)
    found = []
    for move in draft.moves:
        origin, destination = names.city(move.from_city), names.city(move.to_city)
        if origin and destination:
            ways = ways_between(origin, destination, request, drives=request.own_car)
            ways = [way for way in ways if way.door_to_door <= 14 * 60] or ways
            cheapest = min(ways, key=lambda way: (way.price_for_all(request), way.mode))
            move = move.model_copy(update={"mode": cheapest.mode})
        found.append(move)
    return found
