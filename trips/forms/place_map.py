"""The map beside the form of a place: its city, the rows around, and the position that is being set."""

from __future__ import annotations

from trips.catalogue.gazetteer import City, Gazetteer, distance_km
from trips.map_shapes import streets_of
from trips.map_view import Label, MapView, Mark, Plane, frame_of

#: So many rows are shown, the nearest.
NEIGHBOURS = 60
#: A frame holds so many of them.
IN_FRAME = 12
#: Corners of the map before a city is known: latitude and longitude.
WORLD = [(72.0, -170.0), (-55.0, 170.0)]
CHOSEN = "The position of this place"


def map_of_world() -> MapView:
    plane = Plane.over(WORLD, 0)
    frame = frame_of("way", "World", [plane.at(*corner) for corner in WORLD], plane.latitude)
    return MapView([], [], [], [frame], frame, *plane.middle, [Mark("chosen", CHOSEN, 0, 0)])


def map_around(gazetteer: Gazetteer, city: City, place_id: str, at: tuple[float, float] | None) -> MapView:
    """`at`: latitude and longitude of the place, None while it has none."""
    middle = at or (city.lat, city.lon)
    plane = Plane.over([middle], middle[1])
    rows = [place for place in gazetteer.places(city.catalogue_slug) if place.id != place_id]
    rows.sort(key=lambda place: distance_km(*middle, place.lat, place.lon))
    marks = [Mark("place", row.name, *plane.at(row.lat, row.lon)) for row in rows[:NEIGHBOURS]]
    spots = [plane.at(*middle), *((mark.x, mark.y) for mark in marks[:IN_FRAME])]
    known = streets_of({city.id}).get(city.id)
    frame = frame_of("town-0", city.name, spots, plane.latitude, known.city if known else "")
    labels = [Label(city.name, *plane.at(city.lat, city.lon), "town")]
    chosen = Mark("chosen", CHOSEN, *plane.at(*middle))
    return MapView(
        [], [], labels, [frame], frame, *plane.middle, [*marks, chosen], [known.attribution] if known else []
    )
