"""A small town and files about it."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import osmium
from osmium.osm.mutable import Node, Way

from trips.catalogue.gazetteer import City
from trips.catalogue.imports import osm
from trips.catalogue.imports.extract import Extract, Frame, Watch

#: Of Schwyz in Switzerland, which ships no rows.
LAT, LON = 47.0207, 8.6541
SCHWYZ = City(2658665, "Schwyz", "CH", "SZ", "Schwyz", LAT, LON, 14_000, "Europe/Zurich")
FRAME = Frame(SCHWYZ, "CHF", 2027)
EDITED = dt.datetime(2026, 10, 1, tzinfo=dt.UTC)


def still() -> Watch:
    return Watch(lambda count: None)


class Drawing:
    """Objects of a map, in metres east and north of the middle; `write` makes a file of them."""

    def __init__(self, edited: dt.datetime = EDITED) -> None:
        self._edited = edited
        self._nodes: list[Node] = []
        self._ways: list[Way] = []
        self._middle = (LAT, LON)

    def around(self, lat: float, lon: float) -> Drawing:
        """What comes now lies around another middle."""
        self._middle = (lat, lon)
        return self

    def node(self, east: float, north: float, number: int = 0, **tags: str) -> int:
        number = number or len(self._nodes) + 1000
        lat, lon = self._middle
        place = (lon + east / 75_800, lat + north / 111_200)
        self._nodes.append(
            Node(id=number, version=1, timestamp=self._edited, location=place, tags=_named(tags))
        )
        return number

    def way(
        self, number: int, points: list[tuple[float, float]], *, closed: bool = False, **tags: str
    ) -> None:
        nodes = [self.node(*point) for point in points]
        nodes += nodes[:1] if closed else []
        self._ways.append(Way(id=number, version=1, timestamp=self._edited, nodes=nodes, tags=_named(tags)))

    def write(self, path: Path) -> Path:
        path.unlink(missing_ok=True)
        with osmium.SimpleWriter(str(path)) as writer:
            for node in sorted(self._nodes, key=lambda node: node.id):
                writer.add_node(node)
            for way in sorted(self._ways, key=lambda way: way.id):
                writer.add_way(way)
        return path


def _named(tags: dict[str, str]) -> dict[str, str]:
    """`name__en` for name:en."""
    return {key.replace("__", ":"): value for key, value in tags.items()}


def town() -> Drawing:
    drawing = Drawing()
    drawing.node(
        0, 0, 1, tourism="museum", name="Bundesbriefmuseum", name__en="Museum of Charters",
        opening_hours="Tu-Su 10:00-17:00", wheelchair="limited", wikipedia="de:X", charge="8 CHF", fee="yes",
    )  # fmt: skip
    drawing.node(
        200, 0, 2, amenity="restaurant", name="Rössli", cuisine="regional;swiss", diet__vegetarian="yes",
        opening_hours="when we feel like it", wheelchair="yes",
    )  # fmt: skip
    drawing.node(-300, 50, 3, tourism="hotel", name="Hotel Post", stars="4", internet_access="wlan")
    drawing.node(500, 500, 4, tourism="attraction", name="Border sign")
    drawing.node(100, 300, 5, amenity="restaurant")
    drawing.node(0, 40_000, 6, tourism="museum", name="Museum of another city")
    drawing.node(50, 50, 7, place="suburb", name="Dorf")
    drawing.node(80, -90, 8, amenity="fast_food", name="Burgers", brand="Burgers")
    drawing.node(300, -300, 9, railway="station", name="Schwyz")
    square = [(1000, 0), (1000, 200), (1200, 200), (1200, 0)]
    drawing.way(20, square, closed=True, leisure="park", name="Stadtpark", wikipedia="de:Stadtpark")
    bent = [(-900 + 10 * step, 3 * (step % 2)) for step in range(100)]
    drawing.way(21, bent, highway="primary", name="Bahnhofstrasse")
    drawing.way(22, [(0, -500), (900, -500)], highway="residential", name="Nebenweg")
    return drawing


def read(path: Path) -> Extract:
    return osm.read(path, FRAME, still())
