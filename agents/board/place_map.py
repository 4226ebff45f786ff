"""The map before there is a plan: where the journey starts, where it goes, as far as that is known."""

from __future__ import annotations

from dataclasses import dataclass

from agents.board.maps import arc_of
from trips.catalogue.gazetteer import City, Gazetteer
from trips.facts import shown_name
from trips.map_view import Label, MapView, Plane, Way, frame_of, units_a_km
from trips.schemas import PlaceName, TripFacts
from trips.wording import listed

#: A single town is shown with so much of the land around it, kilometres to each side.
AROUND_KM = 300.0


@dataclass(frozen=True)
class PlaceMap:
    """`map` is None while no town is known; `sentence` says what is shown, or what is missing."""

    map: MapView | None
    sentence: str


def place_map_of(facts: TripFacts, gazetteer: Gazetteer, *, offered: bool) -> PlaceMap:
    """`offered`: options are there, their days have maps of their own."""
    origin = _city(facts.origin, gazetteer)
    towns = [city for place in facts.destinations if (city := _city(place, gazetteer))]
    if not towns:
        named = " and ".join(shown_name(place) for place in facts.destinations)
        when = (
            f"once the towns of {named} are chosen"
            if named
            else "as soon as you have said where you want to go"
        )
        return PlaceMap(None, f"The map appears {when}.")
    to = listed([city.name for city in towns])
    where = f"From {origin.name} to {to}." if origin else f"{to}."
    days = "Open an option day by day, or choose one, to see its stops and ways."
    more = days if offered else "Stops and ways appear with the plan."
    return PlaceMap(_drawn(origin, towns), f"{where} {more}")


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
    ways = [Way(0, "way", arc_of(start, end)) for start, end in zip(spots, spots[1:], strict=False)]
    return MapView([], ways, labels, [frame], frame, *plane.middle)
