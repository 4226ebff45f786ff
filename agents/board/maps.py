"""The maps of a plan, one a day: its pins, the ways between them, the stay and stations, names of quarters,
and the frames one can look at.

Positions are those of `trips.map_view`, measured from the middle of the plan's pins so that the numbers
stay small; the browser adds what lies under them: coastlines, streets of an imported city, or tiles.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agents.board.timeline import DayView, is_local
from trips.catalogue.gazetteer import City, Gazetteer
from trips.map_view import Frame, Label, MapView, Mark, Pin, Plane, Spot, Way, frame_of, units_a_km
from trips.models import PlaceSource
from trips.planning.city_notes import cities_in
from trips.schemas import Day, Item, Leg, Plan, Stay

#: Of a town in which nothing has a position so much is shown to each side of its middle, kilometres.
AROUND_KM = 1.5
#: So far from the others, kilometres, or so far as these reach, a place is in the frame of a day in any case.
NEAR_KM = 1.2
#: Of a town so many quarters are named.
MOST_QUARTERS = 8


def maps_of(
    plan: Plan,
    days: list[DayView],
    gazetteer: Gazetteer,
    *,
    frame: str = "",
    streets: Mapping[int, PlaceSource] | None = None,
    proposed: Plan | None = None,
) -> dict[int, MapView]:
    """By the number of the day; without those on which nothing has a position. `frame`: what all show at
    first, where they have it; `streets`: where we have them, by city (GeoNames id); `proposed`: the plan
    after a change that waits for a yes."""
    drawn = _Drawn.of(plan, days, gazetteer)
    known = streets or {}
    after = {day.date: day.items for day in proposed.days} if proposed else {}
    found = {}
    for view, day in zip(days, plan.days, strict=True):
        coming = _coming(day, after.get(day.date, ()))
        if shown := drawn.day(view, day, known.get(day.city_id or 0), frame, coming):
            found[view.number] = shown
    return found


@dataclass(frozen=True)
class _Drawn:
    """What the maps of all days share: the plane, the towns, the journeys between them."""

    plan: Plan
    plane: Plane
    pins: dict[int, list[Pin]]  # by day
    journeys: list[Way]
    ends: list[Spot]  # of the journeys
    towns: dict[str, list[Spot]]  # of its pins
    bare: dict[str, list[Spot]]  # of a town without any the corners around its middle
    labels: dict[str, list[Label]]  # of quarters, by town
    names: list[Label]  # of towns

    @classmethod
    def of(cls, plan: Plan, days: list[DayView], gazetteer: Gazetteer) -> _Drawn:
        legs = [item for item in plan.items() if isinstance(item, Leg) and not is_local(item)]
        journeys = [(leg.mode, ends) for leg in legs if (ends := ends_of(leg))]
        far = [end for _mode, pair in journeys for end in pair]
        pinned = [(entry.lat, entry.lon) for day in days for entry in day.entries if entry.mapped]
        cities = cities_in(plan, gazetteer)
        middles = [(city.lat, city.lon) for city in cities]
        plane = Plane.over(pinned or far or middles or [(0.0, 0.0)], first_longitude(plan))
        pins = {day.number: _pins(day, plane) for day in days}
        towns: dict[str, list[Spot]] = {}
        for day in days:
            towns.setdefault(day.city, []).extend((pin.x, pin.y) for pin in pins[day.number])
        lived = {item.city_id for item in plan.items() if not isinstance(item, Leg)}
        bare = [city for city in cities if city.id in lived and not towns.get(city.name)]
        return cls(
            plan, plane, pins,
            [Way("journey", arc_of(*(plane.at(*end) for end in pair))) for _mode, pair in journeys],
            [plane.at(*end) for end in far],
            towns,
            {city.name: _around(city, plane) for city in bare},
            {city.name: quarters_of(city, gazetteer, plane) for city in cities},
            _towns(plan, cities, gazetteer, plane),
        )  # fmt: skip

    def day(
        self, view: DayView, day: Day, streets: PlaceSource | None, frame: str, coming: list[Item]
    ) -> MapView | None:
        """None where neither the day nor its town nor a journey has a position. `coming`: proposed."""
        pins, marks = self.pins[view.number], _marks(self.plan, day, self.plane)
        marks += [
            Mark("proposed", item.title, *self.plane.at(*item.position))
            for item in coming
            if item.position and not isinstance(item, Leg)
        ]
        new = " ".join(way.path for way in ways_of(coming, self.plane))
        frames = self._frames(view, pins, marks, streets.city if streets else "")
        if not frames:
            return None
        shown = next((one for one in frames if one.key == frame), frames[0])
        return MapView(
            pins, [*ways_of(day.items, self.plane), *([Way("proposed", new)] if new else []), *self.journeys],
            [*self.names, *self.labels.get(view.city, [])], frames,
            shown, *self.plane.middle, marks, [streets.attribution] if streets else [],
            len({one.title for one in view.entries if one.unlisted and not one.mapped}),
            sorted(set(self.towns.get(view.city, ()))), view.number,
        )  # fmt: skip

    def _frames(self, view: DayView, pins: list[Pin], marks: list[Mark], slug: str) -> list[Frame]:
        """The day, its town, the whole way when there is one; a town without any position last."""
        latitude, points = self.plane.latitude, [(pin.x, pin.y) for pin in pins]
        town, frames = self.towns.get(view.city, []), []
        near = NEAR_KM * units_a_km(latitude)
        if points:
            points = without_strays(points, near)
            sides = [max(side) - min(side) for side in zip(*points, strict=True)]
            reach = max(near, *sides)
            spots = [(mark.x, mark.y) for mark in marks]
            spots = [spot for spot in spots if any(math.dist(spot, point) < reach for point in points)]
            frames.append(frame_of("day", "This day", [*points, *spots], latitude, slug))
        if len(set(town)) > len(set(points)):
            frames.append(frame_of("town", view.city, without_strays(town, near), latitude, slug))
        every = [spot for spots in self.towns.values() for spot in spots]
        if self.ends or sum(map(bool, self.towns.values())) > 1:
            way = frame_of("way", "Whole way", [*self.ends, *every], latitude)
            frames.insert(len(frames) if points else 0, way)  # of a day without a place it comes first
        if around := self.bare.get(view.city):  # nothing to see there yet: last
            frames.append(frame_of("town", view.city, around, latitude, slug))
        return frames


def _coming(day: Day, after: Iterable[Item]) -> list[Item]:
    """Of the day after a change: places and ways that it has not yet."""
    here = {_choice_of(item) for item in day.items}
    return [item for item in after if _choice_of(item) not in here]


def _choice_of(item: Item) -> tuple[str, ...]:
    return (item.mode, item.origin.name, item.destination.name) if isinstance(item, Leg) else (item.title,)


def _pins(day: DayView, plane: Plane) -> list[Pin]:
    return [
        Pin(entry.kind, entry.title, *plane.at(entry.lat, entry.lon), entry.uid, entry.pin)
        for entry in day.entries
        if entry.mapped
    ]


def _around(city: City, plane: Plane) -> list[Spot]:
    (x, y), side = plane.at(city.lat, city.lon), AROUND_KM * units_a_km(plane.latitude)
    return [(x - side, y - side), (x + side, y + side)]


def ends_of(leg: Leg) -> list[tuple[float, float]]:
    """Both positions, or none."""
    known = [(one.lat, one.lon) for one in (leg.origin, leg.destination) if None not in (one.lat, one.lon)]
    return known if len(known) == 2 else []


def _marks(plan: Plan, day: Day, plane: Plane) -> list[Mark]:
    """Where one slept before a day and sleeps after it, as far as that has no pin; where its journeys begin
    and end."""
    marked = [
        (item.lat, item.lon, "stay", item.title)
        for item in plan.items()
        if isinstance(item, Stay) and item.position and item.start.date() < day.date <= item.end.date()
    ]
    legs = [item for item in plan.items() if isinstance(item, Leg) and not is_local(item)]
    legs = [leg for leg in legs if day.date in (leg.start.date(), leg.end.date())]
    ends = [end for leg in legs for end in (leg.origin, leg.destination)]
    marked += [(end.lat, end.lon, end.kind, end.name) for end in ends if end.kind in ("station", "airport")]
    known = {(lat, lon): said for lat, lon, *said in marked if None not in (lat, lon)}
    return [Mark(*said, *plane.at(*spot)) for spot, said in known.items()]


def ways_of(items: Iterable[Item], plane: Plane) -> list[Way]:
    """The legs within a town: on foot one path, rides another."""
    paths: dict[str, str] = defaultdict(str)
    for leg in items:
        if isinstance(leg, Leg) and is_local(leg) and (ends := ends_of(leg)):
            mode = "walk" if leg.mode == "walk" else "ride"
            begins, leads = (f"{x} {y}" for x, y in (plane.at(*end) for end in ends))
            goes_on = paths[mode].endswith(f"L{begins}")
            paths[mode] += f"L{leads}" if goes_on else f"M{begins}L{leads}"
    return [Way(mode, path) for mode, path in paths.items()]


def without_strays(points: list[Spot], least: float) -> list[Spot]:
    """The points without a few that lie far from the others (farther than `least`), so that these fill the
    frame."""
    xs, ys = sorted(x for x, _ in points), sorted(y for _, y in points)
    middle = xs[len(xs) // 2], ys[len(ys) // 2]
    far = sorted(math.dist(point, middle) for point in points)[
        max(1, int((len(points) - 1) * 0.9)) if len(points) > 1 else 0
    ]
    return [point for point in points if math.dist(point, middle) <= max(far * 2.5, least)]


def quarters_of(city: City, gazetteer: Gazetteer, plane: Plane) -> list[Label]:
    """Quarters at the middle of their places in our data, the fullest first."""
    areas: dict[str, list[Spot]] = defaultdict(list)
    for place in gazetteer.places(city.curated) if city.curated else ():
        areas[place.area].append(plane.at(place.lat, place.lon))
    found = sorted(areas.items(), key=lambda pair: -len(pair[1]))
    return [Label(area, *_mean(spots), "quarter") for area, spots in found[:MOST_QUARTERS] if len(spots) > 1]


def _towns(plan: Plan, cities: list[City], gazetteer: Gazetteer, plane: Plane) -> list[Label]:
    """At their own positions, with the one where the journey begins."""
    origin = next((item.origin for item in plan.items() if isinstance(item, Leg)), None)
    first = gazetteer.city(origin.city_id) if origin and origin.city_id else None
    named = {city.name: city for city in [*cities, *([first] if first else [])]}
    return [Label(city.name, *plane.at(city.lat, city.lon), "town") for city in named.values()]


def _mean(points: list[Spot]) -> Spot:
    xs, ys = zip(*points, strict=True)
    return round(sum(xs) / len(xs), 1), round(sum(ys) / len(ys), 1)


def arc_of(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A slightly bent line, so that there and back do not cover each other."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = (start[0] + end[0]) / 2 + dy * 0.12, (start[1] + end[1]) / 2 - dx * 0.12
    return f"M{start[0]:g} {start[1]:g}Q{bend[0]:.2f} {bend[1]:.2f} {end[0]:g} {end[1]:g}"


def first_longitude(plan: Plan) -> float:
    """Of the first stay or visit: the others lie within half the world of it, also across the date line."""
    return next(
        (item.lon for item in plan.items() if item.lon is not None and not isinstance(item, Leg)), 0.0
    )
