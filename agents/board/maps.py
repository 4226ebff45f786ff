"""The map of a plan: pins, the way between them, names of quarters, and the frames one can look at.

Positions are Web Mercator (the whole world UNITS wide), measured from the plan's own centre so that the
numbers stay small; static/js/map.js draws the coastlines of the bundled outlines into the same plane.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from agents.board.timeline import DayView, is_local
from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import Leg, Plan

#: Width of the world. One unit is about 40 metres at the equator.
UNITS = 1_000_000.0
EARTH_KM = 40_075.0
#: A frame is never narrower than this, kilometres.
NARROWEST_KM = 1.2
#: Frames wider than this show coastlines; the outlines are too coarse for a town.
COAST_FROM_KM = 120.0
#: Height of a frame by its width: what the page's map can show without large borders.
FLATTEST, TALLEST = 0.85, 1.3
_NICE = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True)
class Pin:
    uid: str
    day: int
    number: int
    kind: str
    title: str
    x: float
    y: float


@dataclass(frozen=True)
class Way:
    """A line: `day` 0 is a journey between towns. `path` is SVG."""

    day: int
    mode: str
    path: str


@dataclass(frozen=True)
class Label:
    text: str
    x: float
    y: float
    kind: str  # quarter, town


@dataclass(frozen=True)
class Frame:
    """What is looked at: a view box, and the lengths that keep marks the same size on the screen."""

    key: str
    label: str
    left: float
    top: float
    width: float
    height: float
    coast: bool
    scale_units: float  # length of the scale bar
    scale_label: str

    @property
    def day(self) -> int:
        """The day it shows; 0 for a town or the whole way."""
        return int(self.key.removeprefix("day-")) if self.key.startswith("day-") else 0

    @property
    def view_box(self) -> str:
        return f"{self.left:.2f} {self.top:.2f} {self.width:.2f} {self.height:.2f}"

    @property
    def scale_x(self) -> float:
        """Where the scale bar starts: the lower left corner."""
        return round(self.left + 3 * self.mark, 3)

    @property
    def scale_y(self) -> float:
        return round(self.top + self.height - 3 * self.mark, 3)

    @property
    def mark(self) -> float:
        """Units of one hundredth of the frame's width."""
        return round(max(self.width, self.height) / 100, 4)


@dataclass(frozen=True)
class MapView:
    pins: list[Pin]
    ways: list[Way]
    labels: list[Label]
    frames: list[Frame]
    shown: Frame
    centre_x: float
    centre_y: float


def map_of(plan: Plan, days: list[DayView], gazetteer: Gazetteer, *, frame: str = "") -> MapView | None:
    """None when the plan has no positions. `frame` names the one to show at first."""
    around = _first_longitude(plan)
    spots = {
        (day.number, entry.uid): mercator(entry.lat, entry.lon, around)
        for day in days
        for entry in day.entries
        if entry.pin and entry.lat is not None and entry.lon is not None
    }
    journeys = _journeys(plan, around)
    every = [*spots.values(), *(end for _mode, *ends in journeys for end in ends)]
    if not every:
        return None
    middle = (
        (min(x for x, _ in every) + max(x for x, _ in every)) / 2,
        (min(y for _, y in every) + max(y for _, y in every)) / 2,
    )

    def here(point: tuple[float, float]) -> tuple[float, float]:
        return round(point[0] - middle[0], 2), round(point[1] - middle[1], 2)

    pins = [
        Pin(entry.uid, day.number, entry.pin, entry.kind, entry.title, *here(spots[day.number, entry.uid]))
        for day in days
        for entry in day.entries
        if entry.pin and (day.number, entry.uid) in spots
    ]
    by_day: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for pin in pins:
        by_day[pin.day].append((pin.x, pin.y))
    ways = [Way(day, "walk", _line(points)) for day, points in by_day.items() if len(points) > 1]
    ways += [Way(0, mode, arc_of(here(start), here(end))) for mode, start, end in journeys]
    latitude = latitude_of(middle[1])
    frames = _frames(pins, [[here(start), here(end)] for _m, start, end in journeys], days, latitude)
    labels = _labels(plan, gazetteer, here, around)
    first_day = next((one for one in frames if one.day), frames[0])
    shown = next((one for one in frames if one.key == frame), first_day)
    return MapView(pins, ways, labels, frames, shown, middle[0], middle[1])


def _journeys(plan: Plan, around: float) -> list[tuple[str, tuple[float, float], tuple[float, float]]]:
    legs = [item for item in plan.items() if isinstance(item, Leg) and not is_local(item)]
    return [
        (
            leg.mode,
            mercator(leg.origin.lat, leg.origin.lon, around),
            mercator(leg.destination.lat, leg.destination.lon, around),
        )
        for leg in legs
        if None not in (leg.origin.lat, leg.origin.lon, leg.destination.lat, leg.destination.lon)
    ]


def _frames(
    pins: list[Pin], journeys: list[list[tuple[float, float]]], days: list[DayView], latitude: float
) -> list[Frame]:
    """The whole way when there is one, each town, each day."""
    frames = []
    towns: dict[str, list[tuple[float, float]]] = defaultdict(list)
    city_of = {day.number: day.city for day in days}
    for pin in pins:
        towns[city_of[pin.day]].append((pin.x, pin.y))
    ends = [point for pair in journeys for point in pair]
    if ends or len(towns) > 1:
        frames.append(frame_of("way", "Whole way", [*ends, *((pin.x, pin.y) for pin in pins)], latitude))
    for number, (town, points) in enumerate(towns.items()):
        frames.append(frame_of(f"town-{number}", town, _without_strays(points), latitude))
    for day in days:
        points = [(pin.x, pin.y) for pin in pins if pin.day == day.number]
        if points:
            frames.append(frame_of(f"day-{day.number}", f"Day {day.number}", points, latitude))
    return frames


def frame_of(key: str, label: str, points: list[tuple[float, float]], latitude: float) -> Frame:
    units_a_km = UNITS / (EARTH_KM * math.cos(math.radians(latitude)))
    least = NARROWEST_KM * units_a_km
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width, height = max(right - left, least) * 1.3, max(bottom - top, least) * 1.3
    width, height = max(width, height / TALLEST), max(height, width * FLATTEST)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    largest = max(width, height)
    kilometres = largest / units_a_km
    nice = max((one for one in _NICE if one <= kilometres / 4), default=_NICE[0])
    return Frame(
        key,
        label,
        middle_x - width / 2,
        middle_y - height / 2,
        width,
        height,
        kilometres > COAST_FROM_KM,
        round(nice * units_a_km, 3),
        f"{nice:g} km" if nice >= 1 else f"{nice * 1000:g} m",
    )


def _without_strays(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points without a far day trip, so that the town fills the frame."""
    if len(points) < 4:
        return points
    xs, ys = sorted(x for x, _ in points), sorted(y for _, y in points)
    middle = xs[len(xs) // 2], ys[len(ys) // 2]
    far = sorted(math.dist(point, middle) for point in points)[int(len(points) * 0.8)]
    return [point for point in points if math.dist(point, middle) <= far * 2.5]


def _labels(plan: Plan, gazetteer: Gazetteer, here, around: float) -> list[Label]:
    """Quarters at the middle of their places in our data; towns at their own."""
    labels = []
    for city_id in dict.fromkeys(day.city_id for day in plan.days if day.city_id):
        city = gazetteer.city(city_id)
        if city is None:
            continue
        labels.append(Label(city.name, *here(mercator(city.lat, city.lon, around)), "town"))
        if not city.curated:
            continue
        areas: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for place in gazetteer.places(city.curated):
            areas[place.area].append(mercator(place.lat, place.lon, around))
        labels += [
            Label(area, *here(_mean(spots)), "quarter")
            for area, spots in sorted(areas.items(), key=lambda pair: -len(pair[1]))
            if len(spots) > 1
        ]
    origin = next((item.origin for item in plan.items() if isinstance(item, Leg)), None)
    if origin and origin.city_id and (city := gazetteer.city(origin.city_id)):
        if all(label.text != city.name for label in labels):
            labels.append(Label(city.name, *here(mercator(city.lat, city.lon, around)), "town"))
    return labels


def _mean(points: Iterable[tuple[float, float]]) -> tuple[float, float]:
    points = list(points)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _line(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def arc_of(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A slightly bent line, so that there and back do not cover each other."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = (start[0] + end[0]) / 2 + dy * 0.12, (start[1] + end[1]) / 2 - dx * 0.12
    return f"M{start[0]:g} {start[1]:g}Q{bend[0]:.2f} {bend[1]:.2f} {end[0]:g} {end[1]:g}"


def _first_longitude(plan: Plan) -> float:
    """Of the first stay or visit: the others lie within half the world of it, also across the date line."""
    return next(
        (item.lon for item in plan.items() if item.lon is not None and not isinstance(item, Leg)), 0.0
    )


def mercator(lat: float, lon: float, around: float) -> tuple[float, float]:
    lon += 360 * round((around - lon) / 360)
    clipped = math.radians(max(-85.0, min(85.0, lat)))
    y = (1 - math.log(math.tan(clipped) + 1 / math.cos(clipped)) / math.pi) / 2
    return (lon + 180) / 360 * UNITS, y * UNITS


def latitude_of(y: float) -> float:
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / UNITS))))
