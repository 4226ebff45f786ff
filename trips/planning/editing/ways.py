"""Ways about a city for a day that is put together again: those the plan has, else those of the model."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from trips.planning.items import local_leg
from trips.planning.legs import LocalMeans, LocalMove
from trips.planning.planned import Spot
from trips.schemas import Item, Leg, Point


def spot_key(point: Point) -> tuple[object, ...]:
    """What tells two points apart: their place, else their name and position."""
    return (point.place_id,) if point.place_id else (point.name, point.lat, point.lon)


@dataclass
class Ways:
    """`known` = the plan's own legs of the city by their ends: a way that doesn't change keeps its means,
    its price and its uid. `walk_km` = the longest walk of a new way."""

    means: LocalMeans
    known: dict[tuple[object, object], Leg] = field(default_factory=dict)

    @classmethod
    def of(cls, means: LocalMeans, items: Iterable[Item]) -> Ways:
        known = {
            (spot_key(item.origin), spot_key(item.destination)): item
            for item in items
            if isinstance(item, Leg)
        }
        return cls(means, known)

    def gentler(self, walk_km: float) -> Ways:
        """With rides instead of walks beyond so many kilometres."""
        means = replace(self.means, walk_km=min(walk_km, self.means.walk_km))
        short = {
            ends: leg for ends, leg in self.known.items() if leg.mode != "walk" or leg.distance_km <= walk_km
        }
        return Ways(means, short)

    def move(self, here: Spot, there: Spot) -> LocalMove:
        one, other = here.point, there.point
        leg = self.known.get((spot_key(one), spot_key(other)))
        if leg:
            return LocalMove(leg.mode, leg.distance_km, leg.travel_minutes)
        if spot_key(one) == spot_key(other):
            return LocalMove("walk", 0.0, 0)
        return self.means.move(one, other)

    def leg(self, here: Spot, there: Spot, start: dt.datetime) -> Leg:
        move = self.move(here, there)
        leg = self.known.get((spot_key(here.point), spot_key(there.point)))
        if leg:
            end = start + dt.timedelta(minutes=move.minutes)
            return leg.model_copy(update={"start": start, "end": end}, deep=True)
        return local_leg(self.means, move, here.point, there.point, start, self.means.city)
