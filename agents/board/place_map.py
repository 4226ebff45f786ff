"""The map before there is a plan: where the journey starts and where it goes."""

from __future__ import annotations

from dataclasses import dataclass

from agents.board.maps import arc_of
from trips.catalogue.gazetteer import City, Gazetteer
from trips.map_view import Label, MapView, Plane, Way, frame_of, units_a_km
from trips.schemas import PlaceName, TripFacts
from trips.wording import listed

#: A single town is shown with so much of the land around it, kilometres to each side.
AROUND_KM = 300.0


@dataclass(frozen=True)
class PlaceMap:
    """`sentence` says what is shown."""

    map: MapView
    sentence: str


def place_map_of(facts: TripFacts, gazetteer: Gazetteer) -> PlaceMap | None:
    """None while no town is known."""
    origin = _city(facts.origin, gazetteer)
    towns = [city for place in facts.destinations if (city := _city(place, gazetteer))]
    if not towns:
        return None
    to = listed([city.name for city in towns])
    where = f"From {origin.name} to {to}." if origin else f"{to}."
    return PlaceMap(_drawn(origin, towns), f"{where} Stops and ways appear with the plan.")


def _city(place: PlaceName | None, gazetteer: Gazetteer) -> City | None:
    return gazetteer.city(place.city_id) if place and place.city_id else None


def _drawn(origin: City | None, towns: list[City]) -> MapView:
    stops = [*([origin] if origin else []), *towns]
    plane = Plane.over([(city.lat, city.lon) for city in stops], towns[0].lon)
    spots = [plane.at(city.lat, city.lon) for city in stops]
    side = AROUND_KM * units_a_km(0)
    points = [(x + dx, y + dy) for x, y in spots for dx, dy in ((-side, -side), (side, side))]
    frame = frame_of("way", "Whole way", points, plane.latitude)
    labels = [Label(city.name, *spot, "town") for city, spot in zip(stops, spots, strict=True)]
    ways = [Way("journey", arc_of(start, end)) for start, end in zip(spots, spots[1:], strict=False)]
    return MapView([], ways, labels, [frame], frame, *plane.middle)
