"""The map of a plan: pins, the ways between them, stays and stations, names of quarters, and the frames one
can look at.

Positions are those of `trips.map_view`, measured from the plan's own centre so that the numbers
stay small; the browser adds what lies under them: coastlines, streets of an imported city, or tiles.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping

from agents.board.timeline import DayView, is_local
from trips.catalogue.gazetteer import City, Gazetteer
from trips.map_view import Frame, Label, MapView, Mark, Pin, Plane, Spot, Way, frame_of, units_a_km
from trips.models import PlaceSource
from trips.planning.city_notes import cities_in
from trips.schemas import Day, Leg, Plan, Stay

#: Of a town in which nothing has a position so much is shown to each side of its middle, kilometres.
AROUND_KM = 1.5
#: A stay or a station is in the frame of a day when it is this near to one of its pins, kilometres.
NEAR_KM = 5.0


def map_of(
    plan: Plan,
    days: list[DayView],
    gazetteer: Gazetteer,
    *,
    frame: str = "",
    streets: Mapping[int, PlaceSource] | None = None,
) -> MapView | None:
    """None when the plan has no positions. `frame` names the one to show at first; `streets`: where we have
    them, by city (GeoNames id)."""
    legs = [item for item in plan.items() if isinstance(item, Leg) and not is_local(item)]
    journeys = [(leg.mode, ends) for leg in legs if (ends := _ends(leg))]
    ends = [end for _mode, pair in journeys for end in pair]
    pinned = [(entry.lat, entry.lon) for day in days for entry in day.entries if entry.pin]
    named = {day.city for day in days if any(entry.pin for entry in day.entries)}
    lived = {item.city_id for item in plan.items() if not isinstance(item, Leg)}
    bare = [one for one in cities_in(plan, gazetteer) if one.id in lived and one.name not in named]
    if not pinned and not ends and not bare:
        return None
    middles = [(city.lat, city.lon) for city in bare]
    plane = Plane.over([*pinned, *ends] or middles, _first_longitude(plan))
    pins = [
        Pin(day.number, entry.kind, entry.title, *plane.at(entry.lat, entry.lon), entry.uid, entry.pin)
        for day in days
        for entry in day.entries
        if entry.pin
    ]
    numbered = list(enumerate(plan.days, start=1))
    marks = [mark for number, day in numbered for mark in _marks(plan, day, number, plane)]
    ways = [way for number, day in numbered for way in _ways(day, number, plane)]
    ways += [Way(0, mode, arc_of(*(plane.at(*end) for end in pair))) for mode, pair in journeys]
    drawn = {number: known for number, day in numbered if (known := (streets or {}).get(day.city_id or 0))}
    slugs = {number: known.city for number, known in drawn.items()}
    side = AROUND_KM * units_a_km(plane.latitude)
    towns = {
        city.name: [(x - side, y - side), (x + side, y + side)]
        for city, (x, y) in ((city, plane.at(city.lat, city.lon)) for city in bare)
    }
    frames = _frames(pins, marks, [plane.at(*end) for end in ends], towns, days, plane.latitude, slugs)
    first_day = next((one for one in frames if one.day), frames[0])
    shown = next((one for one in frames if one.key == frame), first_day)
    credits = list(dict.fromkeys(known.attribution for known in drawn.values()))
    labels = _labels(plan, gazetteer, plane)
    unplaced = len({entry.title for day in days for entry in day.entries if entry.unlisted and not entry.pin})
    return MapView(pins, ways, labels, frames, shown, *plane.middle, marks, credits, unplaced)


def _ends(leg: Leg) -> list[tuple[float, float]]:
    """Both positions, or none."""
    known = [(one.lat, one.lon) for one in (leg.origin, leg.destination) if None not in (one.lat, one.lon)]
    return known if len(known) == 2 else []


def _marks(plan: Plan, day: Day, number: int, plane: Plane) -> list[Mark]:
    """Where one slept before a day and sleeps after it, as far as that has no pin; where its journeys begin
    and end."""
    marked = [
        (item.lat, item.lon, "stay", item.title)
        for item in plan.items()
        if isinstance(item, Stay) and item.position and item.start.date() < day.date <= item.end.date()
    ]
    legs = [item for item in day.items if isinstance(item, Leg) and not is_local(item)]
    ends = [end for leg in legs for end in (leg.origin, leg.destination)]
    marked += [(end.lat, end.lon, end.kind, end.name) for end in ends if end.kind in ("station", "airport")]
    known = {(lat, lon): said for lat, lon, *said in marked if None not in (lat, lon)}
    return [Mark(number, *said, *plane.at(*spot)) for spot, said in known.items()]


def _ways(day: Day, number: int, plane: Plane) -> list[Way]:
    """The legs of a day within its town: on foot one path, rides another."""
    paths: dict[str, str] = defaultdict(str)
    for leg in day.items:
        if isinstance(leg, Leg) and is_local(leg) and (ends := _ends(leg)):
            mode = "walk" if leg.mode == "walk" else "ride"
            begins, leads = (f"{x} {y}" for x, y in (plane.at(*end) for end in ends))
            goes_on = paths[mode].endswith(f"L{begins}")
            paths[mode] += f"L{leads}" if goes_on else f"M{begins}L{leads}"
    return [Way(number, mode, path) for mode, path in paths.items()]


def _frames(
    pins: list[Pin],
    marks: list[Mark],
    ends: list[Spot],
    bare: Mapping[str, list[Spot]],
    days: list[DayView],
    latitude: float,
    slugs: Mapping[int, str],
) -> list[Frame]:
    """The whole way when there is one, each town, each day. `bare`: corners of towns in which nothing has a
    position; `slugs`: of cities with streets, by day."""
    towns: dict[str, list[Spot]] = defaultdict(list)
    of_days: dict[int, list[Spot]] = defaultdict(list)
    city_of = {day.number: day.city for day in days}
    for pin in pins:
        towns[city_of[pin.day]].append((pin.x, pin.y))
        of_days[pin.day].append((pin.x, pin.y))
    frames = []
    if ends or len(towns) > 1:
        frames.append(frame_of("way", "Whole way", [*ends, *((pin.x, pin.y) for pin in pins)], latitude))
    for number, (town, points) in enumerate({**towns, **bare}.items()):
        slug = next((slugs[day.number] for day in days if day.city == town and day.number in slugs), "")
        frames.append(frame_of(f"town-{number}", town, _without_strays(points), latitude, slug))
    near = NEAR_KM * units_a_km(latitude)
    for number in (day.number for day in days if day.number in of_days):
        points = of_days[number]
        spots = [(mark.x, mark.y) for mark in marks if mark.day == number]
        points += [spot for spot in spots if any(math.dist(spot, point) < near for point in points)]
        frames.append(frame_of(f"day-{number}", f"Day {number}", points, latitude, slugs.get(number, "")))
    return frames


def _without_strays(points: list[Spot]) -> list[Spot]:
    """The points without a far day trip, so that the town fills the frame."""
    if len(points) < 4:
        return points
    xs, ys = sorted(x for x, _ in points), sorted(y for _, y in points)
    middle = xs[len(xs) // 2], ys[len(ys) // 2]
    far = sorted(math.dist(point, middle) for point in points)[int(len(points) * 0.8)]
    return [point for point in points if math.dist(point, middle) <= far * 2.5]


def _labels(plan: Plan, gazetteer: Gazetteer, plane: Plane) -> list[Label]:
    """Quarters at the middle of their places in our data; towns at their own."""
    labels = []
    for city in cities_in(plan, gazetteer):
        labels.append(_town(city, plane))
        areas: dict[str, list[Spot]] = defaultdict(list)
        for place in gazetteer.places(city.curated) if city.curated else ():
            areas[place.area].append(plane.at(place.lat, place.lon))
        quarters = sorted(areas.items(), key=lambda pair: -len(pair[1]))
        labels += [Label(area, *_mean(spots), "quarter") for area, spots in quarters if len(spots) > 1]
    origin = next((item.origin for item in plan.items() if isinstance(item, Leg)), None)
    city = gazetteer.city(origin.city_id) if origin and origin.city_id else None
    if city and all(label.text != city.name for label in labels):
        labels.append(_town(city, plane))
    return labels


def _town(city: City, plane: Plane) -> Label:
    return Label(city.name, *plane.at(city.lat, city.lon), "town")


def _mean(points: list[Spot]) -> Spot:
    xs, ys = zip(*points, strict=True)
    return round(sum(xs) / len(xs), 1), round(sum(ys) / len(ys), 1)


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
