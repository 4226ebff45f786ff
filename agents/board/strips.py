"""A small map of each option, all in one frame, so that a difference in area is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.board.maps import arc_of, ends_of, first_longitude, quarters_of, ways_of, without_strays
from trips.catalogue.gazetteer import City, Gazetteer
from trips.map_view import Frame, Label, MapView, Mark, Plane, Way, frame_of
from trips.models import PlaceSource
from trips.planning.agenda_entries import is_local
from trips.planning.city_notes import cities_in
from trips.schemas import Item, Leg, Plan, Stay, Visit
from trips.wording import listed

#: So many areas of an option are said in words.
MOST_AREAS = 4
#: Such a part of its breadth and height is left around the points of a strip.
RIM = 0.1


def strips_of(
    plans: Sequence[Plan], gazetteer: Gazetteer, streets: Mapping[int, PlaceSource] | None = None
) -> list[MapView | None]:
    """None for each where nothing has a position; `streets`: where we have them, by city (GeoNames id)."""
    spots = [position for plan in plans for position in _positions(plan)]
    if not spots:
        return [None] * len(plans)
    plane = Plane.over(spots, first_longitude(plans[0]))
    lived = {city.id: city for plan in plans for city in _lived_in(plan, gazetteer)}
    source = (streets or {}).get(next(iter(lived))) if len(lived) == 1 else None
    points = [plane.at(*spot) for spot in spots]
    frame = _frame(points, plane, source.city if source else "", whole=len(lived) > 1)
    labels = [Label(city.name, *plane.at(city.lat, city.lon), "town") for city in lived.values()]
    for city in lived.values():
        labels += quarters_of(city, gazetteer, plane)
    return [_strip(plan, plane, frame, labels, source) for plan in plans]


def in_words(plan: Plan) -> str:
    """ "Stops in Alfama, Belém and Chiado, bed in Baixa", for who does not see the map."""
    areas = Counter(item.area for item in plan.items() if isinstance(item, Visit) and item.area)
    beds = listed(item.area or item.title for item in plan.items() if isinstance(item, Stay))
    stops = listed(area for area, _count in areas.most_common(MOST_AREAS))
    return ", ".join(filter(None, (stops and f"stops in {stops}", beds and f"bed in {beds}")))


def _positions(plan: Plan) -> list[tuple[float, float]]:
    return [item.position for item in plan.items() if not isinstance(item, Leg) and item.position]


def _lived_in(plan: Plan, gazetteer: Gazetteer) -> list[City]:
    ids = {item.city_id for item in plan.items() if isinstance(item, Stay)} or {
        day.city_id for day in plan.days
    }
    return [city for city in cities_in(plan, gazetteer) if city.id in ids]


def _frame(points: list[tuple[float, float]], plane: Plane, slug: str, *, whole: bool) -> Frame:
    """Close around its points: a strip has no buttons, and each page gives it another form."""
    shown = points if whole else without_strays(points, 0)
    frame = frame_of("way" if whole else "town", "", shown, plane.latitude, slug)
    x, y, width, height = map(float, frame.box.split())
    return replace(
        frame, left=x - width * RIM, top=y - height * RIM,
        width=width * (1 + 2 * RIM), height=height * (1 + 2 * RIM),
    )  # fmt: skip


def _strip(
    plan: Plan, plane: Plane, frame: Frame, labels: list[Label], source: PlaceSource | None
) -> MapView:
    within = ways_of(filter(_between_stops, plan.items()), plane)
    ways = _journeys(plan, plane, frame) if frame.whole else within
    marks = [
        Mark("stay" if isinstance(item, Stay) else "place", item.title, *plane.at(*item.position))
        for item in sorted(plan.items(), key=lambda item: isinstance(item, Stay))
        if not isinstance(item, Leg) and item.position
    ]
    marks = list({(mark.kind, mark.x, mark.y): mark for mark in marks}.values())
    credits = [source.attribution] if source else []
    return MapView([], ways, labels, [frame], frame, *plane.middle, marks, credits)


def _between_stops(item: Item) -> bool:
    """Not to where the journey begins or ends."""
    return not isinstance(item, Leg) or not {item.origin.kind, item.destination.kind} & {"airport", "station"}


def _journeys(plan: Plan, plane: Plane, frame: Frame) -> list[Way]:
    """Between towns of the frame; the way there and back leads out of it."""
    legs = [item for item in plan.items() if isinstance(item, Leg) and not is_local(item)]
    pairs = [[plane.at(*end) for end in ends_of(leg)] for leg in legs]
    return [Way("journey", arc_of(*pair)) for pair in pairs if pair and all(map(frame.holds, pair))]
