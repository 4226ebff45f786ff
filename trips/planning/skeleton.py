"""The frame of a trip: which nights in which city, and the journeys between them.

A block of nights starts when the journey there arrives and ends when the next one leaves; a night under
way belongs to no city. Everything else of a plan hangs on this frame.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

from trips.catalogue.gazetteer import City
from trips.planning.fixed_dates import Span, keeps_fixed_dates, rearranged
from trips.planning.journeys import Journey, Role, journey_home, journey_on
from trips.planning.legs import LocalMove, city_point, local_means, straight_km
from trips.planning.request import Request
from trips.planning.route import city_order
from trips.planning.ways import Way, choose, ways_between
from trips.schemas import Mode, Point

#: A station of which nobody knows where it is is at least this far from the door.
HUB_KM = 3.0
#: How much a curated place adds to a city's share of free nights, beside its size.
CURATED_WEIGHT = 2.0

#: With less time than this at the destination a trip is too short for its way.
LEAST_TIME_THERE = dt.timedelta(hours=3)

Pair = tuple[int, int]


@dataclass(frozen=True)
class Block:
    """Nights in one city; `nights` may be 0 on a day trip."""

    city: City
    arrive: dt.date
    leave: dt.date

    @property
    def nights(self) -> int:
        return (self.leave - self.arrive).days


@dataclass(frozen=True)
class Skeleton:
    """`journeys[i]` leads to `blocks[i]` where the trip has a way there (None without an origin);
    `home` leads back. `notes` say what had to give."""

    blocks: tuple[Block, ...]
    journeys: tuple[Journey | None, ...]
    home: Journey | None
    options: Mapping[Pair, tuple[Way, ...]]
    drives: bool
    notes: tuple[str, ...] = ()

    @property
    def spans(self) -> list[Span]:
        return [(block.city, block.arrive, block.leave) for block in self.blocks]

    def block_of(self, city_id: int) -> Block | None:
        return next((block for block in self.blocks if block.city.id == city_id), None)

    def around(self, block: Block) -> tuple[Journey | None, Journey | None]:
        """The journeys that lead to a block and from it."""
        index = self.blocks.index(block)
        last = index + 1 == len(self.blocks)
        return self.journeys[index], self.home if last else self.journeys[index + 1]

    def all_journeys(self) -> list[Journey]:
        return [journey for journey in (*self.journeys, self.home) if journey]


def city_on(date: dt.date, stays: Sequence[Any], home: Any = None, origin: City | None = None) -> City:
    """Where the night of a date is spent, or the day, if it is the last; before the first arrival the city
    that one is on the way to; of a day on which they only come home, home. `stays`: blocks, or the like."""
    if home and origin and home.leave.date() < date and home.reach.date() <= date:
        return origin
    return next((one.city for one in stays if date < one.leave), stays[-1].city)


def skeleton_of(
    request: Request,
    *,
    cities: Sequence[City] | None = None,
    nights: Mapping[int, int] | None = None,
    modes: Mapping[Pair, Mode] | None = None,
    transport: Mode | None = None,
) -> Skeleton:
    """Lay out the trip. `cities` in their order (default: the facts' cities, put in a short order unless
    fixed), `nights` by city id (default: the facts', the rest shared out), `modes` by (from, to) city ids,
    `transport` the mode wished for wherever it is possible. Fixed dates of the facts win over both order
    and nights, where that is possible at all."""
    laid_out = partial(_laid_out, request, modes=modes, transport=transport)
    usual = laid_out(cities, nights)
    for rested in (True, False):
        if keeps_fixed_dates(request, usual.spans, rested=rested):
            return usual
        for order, shares in rearranged(request, usual.spans, rested=rested):
            other = laid_out(order, shares)
            if keeps_fixed_dates(request, other.spans, rested=rested):
                return other
    return usual


def _laid_out(
    request: Request,
    cities: Sequence[City] | None,
    nights: Mapping[int, int] | None,
    *,
    modes: Mapping[Pair, Mode] | None,
    transport: Mode | None,
) -> Skeleton:
    wished = {goal.city.id: goal.nights for goal in request.goals if goal.nights is not None}
    order = list(cities) if cities else _order(request)
    notes: list[str] = []
    pairs = _pairs(request, order)
    drives = request.own_car and _can_drive(request, pairs)
    if request.own_car and not drives:
        notes.append("It is too far to drive: the car stays at home.")
    options: dict[Pair, tuple[Way, ...]] = {}
    chosen: list[Way] = []
    for origin, destination in pairs:
        found = ways_between(
            origin, destination, request, drives=drives or _rental(request, origin, destination)
        )
        options[origin.id, destination.id] = tuple(found)
        mode = (modes or {}).get((origin.id, destination.id), transport)
        chosen.append(choose(found, mode, drives=drives))
    lost = [_nights_under_way(request, pair, way) for pair, way in zip(pairs, chosen, strict=True)]
    free = request.days - 1 - sum(lost)
    if free < len(order) and len(order) > 1 and request.days > 1:
        kept = max(1, free)
        if kept < len(order):
            dropped = ", ".join(city.name for city in order[kept:])
            again = _laid_out(request, order[:kept], nights, modes=modes, transport=transport)
            note = f"There is no night left for {dropped}: the trip is too short for it."
            return replace(again, notes=(note, *again.notes))
    shares = _nights(order, max(0, free), nights, wished, notes)
    return _on_the_calendar(request, order, shares, chosen, options, drives, notes)


def _on_the_calendar(
    request: Request,
    order: list[City],
    shares: list[int],
    chosen: list[Way],
    options: dict[Pair, tuple[Way, ...]],
    drives: bool,
    notes: list[str],
) -> Skeleton:
    ways = list(chosen)
    home: Journey | None = None
    if request.origin and request.round_trip:
        way = ways.pop()
        access, egress = _moves(request, way, drives)
        home = journey_home(request, way, request.end, access, egress)
    leaves = home.leave.date() if home else request.end
    journeys: list[Journey | None] = []
    blocks: list[Block] = []
    date = request.start
    if not request.origin:
        journeys.append(None)
    for index, city in enumerate(order):
        if request.origin or index:
            way = ways[index if request.origin else index - 1]
            role: Role = "there" if index == 0 else "between"
            journey = journey_on(request, way, role, date, *_moves(request, way, drives))
            journeys.append(journey)
            date = journey.reach.date()
        last = index == len(order) - 1
        date = min(date, request.end)
        until = max(date, leaves) if last else min(date + dt.timedelta(days=shares[index]), max(date, leaves))
        blocks.append(Block(city, date, until))
        date = until
    arrival = journeys[-1]
    if home and arrival and home.leave < arrival.reach + LEAST_TIME_THERE:
        days = "1 day is" if request.days == 1 else f"{request.days} days are"
        notes.append(f"{days} too short: hardly any time is left between the way there and the way home.")
        home = home if home.leave >= arrival.reach else None
    return Skeleton(tuple(blocks), tuple(journeys), home, options, drives, tuple(notes))


def _order(request: Request) -> list[City]:
    cities = [goal.city for goal in request.goals]
    if any(goal.fixed for goal in request.goals):
        return cities
    return city_order(cities, request.origin, round_trip=request.round_trip)


def _pairs(request: Request, order: list[City]) -> list[tuple[City, City]]:
    stops = [*([request.origin] if request.origin else []), *order]
    if request.origin and request.round_trip:
        stops.append(request.origin)
    return list(pairwise(stops))


def _can_drive(request: Request, pairs: list[tuple[City, City]]) -> bool:
    """Whether every way of the trip can be driven in a day by a party with its own car."""
    return bool(pairs) and all(
        any(way.mode == "car" for way in ways_between(origin, destination, request, drives=True))
        for origin, destination in pairs
    )


def _rental(request: Request, origin: City, destination: City) -> bool:
    """A hired car is driven between cities of one country, and never from home."""
    home = request.origin.id if request.origin else None
    return (
        request.rents_car
        and origin.country == destination.country
        and home not in (origin.id, destination.id)
    )


def _nights_under_way(request: Request, pair: tuple[City, City], way: Way) -> int:
    """By the date it would be on; a summer time change can't move an arrival over midnight by much."""
    access, egress = _moves(request, way, drives=False)
    goes_home = request.round_trip and request.origin is not None and pair[1].id == request.origin.id
    if goes_home:
        return (request.end - journey_home(request, way, request.end, access, egress).leave.date()).days
    first = request.origin is not None and pair[0].id == request.origin.id
    journey = journey_on(request, way, "there" if first else "between", request.start, access, egress)
    return journey.nights


def _moves(request: Request, way: Way, drives: bool) -> tuple[LocalMove, LocalMove]:
    """To the first hub and from the second, from the middle of each city."""
    return (
        hub_move(request, way.origin, city_point(way.origin), way.start, drives),
        hub_move(request, way.destination, city_point(way.destination), way.end, drives),
    )


def hub_move(request: Request, city: City, door: Point, hub: Point, drives: bool) -> LocalMove:
    """Between a door and a station or airport; nothing for a car, which starts at the door."""
    if hub.kind == "city":
        return LocalMove("walk", 0.0, 0)
    hired = request.rents_car and (request.origin is None or city.id != request.origin.id)
    means = local_means(request, city, has_car=drives or hired)
    away = straight_km(door, hub) or 0.0
    if (hub.lat, hub.lon) != (city.lat, city.lon):
        return means.move(door, hub)
    return means.ride_over(max(HUB_KM, away))


def _nights(
    order: list[City],
    free: int,
    given: Mapping[int, int] | None,
    wished: Mapping[int, int],
    notes: list[str],
) -> list[int]:
    """Nights of each city, in order, summing to `free`. What the traveller named is kept as far as it
    fits; the rest is shared out by how much there is to see."""
    named = dict(given or {}) | dict(wished)
    shares = [named.get(city.id) for city in order]
    open_cities = [index for index, share in enumerate(shares) if share is None]
    rest = free - sum(share or 0 for share in shares)
    filled = [share or 0 for share in shares]
    if open_cities:
        for index, extra in zip(
            open_cities, _shared_out([order[i] for i in open_cities], max(0, rest)), strict=True
        ):
            filled[index] = extra
        rest = free - sum(filled)
    # A draft's own nights may bend; then the traveller's.
    for bends in ({city.id for city in order} - set(wished), {city.id for city in order}):
        indexes = [index for index, city in enumerate(order) if city.id in bends]
        while rest and indexes:
            index = max(indexes, key=lambda i: (filled[i], -i)) if rest < 0 else indexes[-1]
            if rest < 0 and filled[index] <= (1 if free >= len(order) else 0):
                break
            filled[index] += 1 if rest > 0 else -1
            rest += -1 if rest > 0 else 1
    for index, city in enumerate(order):
        if city.id in wished and filled[index] != wished[city.id]:
            notes.append(
                f"{city.name} gets {filled[index]} nights instead of {wished[city.id]}: the dates and the "
                "way there leave no other choice."
            )
    return filled


def _shared_out(cities: list[City], nights: int) -> list[int]:
    """At least one each while they last, then by weight (largest remainder)."""
    shares = [1 if index < nights else 0 for index in range(len(cities))]
    left = nights - sum(shares)
    if left <= 0:
        return shares
    weights = [
        math.log10(max(10_000, city.population)) - 3 + (CURATED_WEIGHT if city.curated else 0)
        for city in cities
    ]
    # The first night is given: by weight the rest.
    exact = [left * weight / sum(weights) for weight in weights]
    shares = [share + int(part) for share, part in zip(shares, exact, strict=True)]
    by_remainder = sorted(range(len(cities)), key=lambda i: (-(exact[i] - int(exact[i])), i))
    for index in by_remainder[: nights - sum(shares)]:
        shares[index] += 1
    return shares
