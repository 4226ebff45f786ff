"""Being in the right city on a fixed date: other orders and nights for a trip with appointments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import permutations

from trips.catalogue.gazetteer import City, Gazetteer
from trips.planning.request import Request
from trips.planning.route import path_length
from trips.schemas import Appointment

#: A place this near a city is reached from it, km (a venue outside the town).
NEAR_KM = 30.0
#: More cities than this are not put into other orders.
MOST_CITIES = 4

#: A city with its first and last date.
Span = tuple[City, dt.date, dt.date]


def keeps_fixed_dates(request: Request, spans: Sequence[Span], *, rested: bool = True) -> bool:
    """Whether every appointment with a date and a place lies in its city's dates; `rested` = on a day
    between the journeys, not on one of them."""
    for appointment in request.facts.appointments:
        city = city_of_appointment(appointment, [span[0] for span in spans], request.gazetteer)
        if city is None or appointment.date is None:
            continue
        _, first, last = next(span for span in spans if span[0].id == city.id)
        if not first <= appointment.date <= last:
            return False
        if rested and last > first and appointment.date in _travelling(request, first, last):
            return False
    return True


def _travelling(request: Request, first: dt.date, last: dt.date) -> set[dt.date]:
    """The days of a city on which one comes or goes; without an origin nobody does at the ends."""
    ends = set() if request.origin else {request.start, request.end}
    return {first, last} - ends


def city_of_appointment(
    appointment: Appointment, cities: Sequence[City], gazetteer: Gazetteer
) -> City | None:
    """The city of the trip where it takes place; None when that is not said or elsewhere."""
    where = gazetteer.best_city(appointment.where) if appointment.where else None
    near = [city for city in cities if where and city.distance_to(where) <= NEAR_KM]
    return near[0] if near else None


def rearranged(
    request: Request, spans: Sequence[Span], *, rested: bool
) -> Iterator[tuple[list[City], dict[int, int]]]:
    """Orders and nights (by city id) that would keep the fixed dates, the shortest way first, then the
    nights nearest to those given. Nights under way are left where they were: the caller looks again."""
    if not 1 < len(spans) <= MOST_CITIES:
        return
    usual = {city.id: (last - first).days for city, first, last in spans}
    total, first_date = sum(usual.values()), spans[0][1]
    wished = {goal.city.id: goal.nights for goal in request.goals if goal.nights is not None}
    fixed = any(goal.fixed for goal in request.goals)
    cities = [span[0] for span in spans]
    for order in sorted(permutations(cities), key=_length) if not fixed else [tuple(cities)]:
        fitting = []
        for shares in _shares(len(order), total):
            nights = {city.id: share for city, share in zip(order, shares, strict=True)}
            if any(nights[city] != count for city, count in wished.items() if city in nights):
                continue
            if keeps_fixed_dates(request, _spans(order, shares, first_date), rested=rested):
                fitting.append(nights)
        yield from (
            (list(order), nights) for nights in sorted(fitting, key=lambda n: _deviation(n, usual))[:2]
        )


def _length(order: Sequence[City]) -> float:
    return path_length([(city.lat, city.lon) for city in order], None, None)


def _shares(cities: int, total: int) -> Iterator[tuple[int, ...]]:
    """All ways to give each city at least one night."""
    if cities == 1:
        yield (total,)
        return
    for nights in range(1, total - cities + 2):
        for rest in _shares(cities - 1, total - nights):
            yield (nights, *rest)


def _spans(order: Sequence[City], shares: Sequence[int], first: dt.date) -> list[Span]:
    found = []
    for city, nights in zip(order, shares, strict=True):
        found.append((city, first, first + dt.timedelta(days=nights)))
        first += dt.timedelta(days=nights)
    return found


def _deviation(nights: dict[int, int], usual: dict[int, int]) -> int:
    return sum(abs(count - usual[city]) for city, count in nights.items())
