"""What the template of a map reads (templates/_map.html), and the plane it is drawn in: Web Mercator,
`UNITS` wide; y grows southwards. static/js/map.js computes the same."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

Spot = tuple[float, float]

#: Width of the world. One unit is about 40 metres at the equator.
UNITS = 1_000_000.0
EARTH_KM = 40_075.0
#: A frame is never narrower than this, kilometres.
NARROWEST_KM = 0.8
#: Frames wider than this show coastlines; the outlines are too coarse for a town.
COAST_FROM_KM = 120.0
#: Height of a frame by its width: what the page's map can show without large borders.
FLATTEST, TALLEST = 0.85, 1.3
#: A frame by the span of its points; where across it their middle lies.
AROUND, MIDDLE = 1.4, 0.43
_LEGEND = {"walk": "on foot", "ride": "by ride", "stay": "stay, station", "proposed": "proposed"}
_NICE = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True)
class Mark:
    """Where one sleeps, or where a journey starts or ends; it has no number."""

    kind: str  # stay, station, airport; proposed = a place of a change that waits for a yes
    title: str
    x: float
    y: float


@dataclass(frozen=True)
class Pin(Mark):
    """An item of the list."""

    uid: str
    number: int | None  # None: of a stay


@dataclass(frozen=True)
class Way:
    """A line. `mode`: walk, ride, proposed, or journey, which is one between towns. `path` is SVG."""

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
    city: str = ""  # slug, where we have its streets
    box: str = ""  # of its points alone

    @property
    def whole(self) -> bool:
        """Does it show towns and the ways between them, not what is within a town?"""
        return self.coast or self.key == "way"

    def holds(self, spot: Spot) -> bool:
        """Does it lie within?"""
        return 0 <= spot[0] - self.left <= self.width and 0 <= spot[1] - self.top <= self.height

    @property
    def view_box(self) -> str:
        return f"{self.left:.0f} {self.top:.0f} {self.width:.0f} {self.height:.0f}"

    @property
    def scale_x(self) -> float:
        """Where the scale bar starts: the lower left corner."""
        return round(self.left + 3 * self.mark, 1)

    @property
    def scale_y(self) -> float:
        return round(self.top + self.height - 3 * self.mark, 1)

    @property
    def mark(self) -> float:
        """Units of one hundredth of the frame's width."""
        return round(max(self.width, self.height) / 100, 2)


@dataclass(frozen=True)
class MapView:
    pins: list[Pin]
    ways: list[Way]
    labels: list[Label]
    frames: list[Frame]
    shown: Frame
    centre_x: float
    centre_y: float
    marks: list[Mark] = field(default_factory=list)
    credits: list[str] = field(default_factory=list)  # of the streets that are drawn
    unplaced: int = 0  # places of the day without a position
    others: list[Spot] = field(default_factory=list)  # of all days in this town
    day: int = 0  # of a plan, from 1

    @property
    def legend(self) -> list[tuple[str, str]]:
        """Kinds of lines and marks that are drawn, in words."""
        drawn = {way.mode for way in self.ways}
        drawn |= {"proposed" if one.kind == "proposed" else "stay" for one in self.marks}
        drawn |= {"stay" for pin in self.pins if pin.number is None}
        return [(kind, words) for kind, words in _LEGEND.items() if kind in drawn]

    @property
    def wants_tiles(self) -> bool:
        """Is there a town whose streets are not our own?"""
        return not all(frame.city for frame in self.frames if not frame.coast)


def mercator(lat: float, lon: float, around: float = 0.0) -> tuple[float, float]:
    """x and y in units; the longitude lies within half the world of `around`, also across the date line."""
    lon += 360 * round((around - lon) / 360)
    clipped = math.radians(max(-85.0, min(85.0, lat)))
    y = (1 - math.log(math.tan(clipped) + 1 / math.cos(clipped)) / math.pi) / 2
    return (lon + 180) / 360 * UNITS, y * UNITS


def latitude_of(y: float) -> float:
    """Degrees at this y."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / UNITS))))


def units_a_km(lat: float) -> float:
    """Units of one kilometre at this latitude."""
    return UNITS / (EARTH_KM * math.cos(math.radians(lat)))


@dataclass(frozen=True)
class Plane:
    """Positions measured from `middle`, on the side of the world that `around` is on."""

    around: float
    middle: Spot

    @classmethod
    def over(cls, positions: Iterable[tuple[float, float]], around: float) -> Plane:
        """`positions`: latitude and longitude; at least one."""
        xs, ys = zip(*(mercator(lat, lon, around) for lat, lon in positions), strict=True)
        return cls(around, ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))

    def at(self, lat: float, lon: float) -> Spot:
        x, y = mercator(lat, lon, self.around)
        return round(x - self.middle[0], 1), round(y - self.middle[1], 1)

    @property
    def latitude(self) -> float:
        return latitude_of(self.middle[1])


def frame_of(key: str, label: str, points: list[Spot], latitude: float, city: str = "") -> Frame:
    """Around the points, clear of the buttons on the right; not too narrow, in the form of the page's map."""
    kilometre = units_a_km(latitude)
    xs, ys = zip(*points, strict=True)
    across, down = (max(max(side) - min(side), NARROWEST_KM * kilometre) for side in (xs, ys))
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    box = f"{x - across / 2:.0f} {y - down / 2:.0f} {across:.0f} {down:.0f}"
    width, height = max(across, down / TALLEST) * AROUND, max(down, across * FLATTEST) * AROUND
    left, top = x - width * MIDDLE, y - height / 2
    kilometres = max(width, height) / kilometre
    nice = max((one for one in _NICE if one <= kilometres / 4), default=_NICE[0])
    bar = f"{nice:g} km" if nice >= 1 else f"{nice * 1000:g} m"
    coast = kilometres > COAST_FROM_KM
    return Frame(key, label, left, top, width, height, coast, round(nice * kilometre, 3), bar, city, box)
