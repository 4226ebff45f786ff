"""What both readers share: of which city, what is kept, and what was refused and why."""

from __future__ import annotations

import hashlib
import math
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from trips.catalogue.geography import City
from trips.schemas import Place

#: Another number for the readers: a file that was imported before is then read again.
READER = 4
LONGEST_NAME = 120
MAX_SECONDS, PROGRESS_SECONDS = 900, 0.2
#: Of one import: objects that are read, and those of them that are held in memory.
MAX_OBJECTS, MAX_HELD = 20_000_000, 300_000


class Unreadable(Exception):
    """A file that cannot be imported; the sentence says why."""


@dataclass(frozen=True)
class Frame:
    """The city whose places are kept: those within `radius_km` of its middle, as a square."""

    city: City
    currency: str
    year: int  # from which opening hours are to hold

    @cached_property
    def radius_km(self) -> float:
        """6 for a town, 10 at 250,000 inhabitants, 25 at most."""
        return max(6.0, min(25.0, math.sqrt(self.city.population) / 50))

    def holds(self, lat: float, lon: float) -> bool:
        height = self.radius_km / 111.2
        width = height / max(0.02, math.cos(math.radians(self.city.lat)))
        across = abs(lon - self.city.lon)
        return abs(lat - self.city.lat) <= height and min(across, 360 - across) <= width


@dataclass
class Shape:
    kind: str  # street, water, park
    name: str
    points: list[tuple[float, float]]
    size: float  # how early it is drawn where not all can be


@dataclass
class Extract:
    """Of one source. `refused` counts by reason; `hours`: parsed, as words only."""

    places: list[Place] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    as_of: str = ""
    url: str = ""
    read: int = 0
    hours: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)


class Watch:
    """Counts what is read, tells `progress` of it, and stops a reader that takes too long or too much."""

    def __init__(self, progress: Callable[[int], None]) -> None:
        self._progress, self._count = progress, 0
        self._until, self._next = time.monotonic() + MAX_SECONDS, 0.0

    def seen(self, held: int = 0) -> None:
        """One more is read, so many are held. Raises Unreadable past MAX_SECONDS, MAX_OBJECTS or MAX_HELD."""
        self._count += 1
        now = time.monotonic()
        if now > self._next:
            self._next = now + PROGRESS_SECONDS
            self._progress(self._count)
        if now > self._until:
            raise Unreadable(f"Reading took longer than {MAX_SECONDS // 60} minutes.")
        if self._count > MAX_OBJECTS or held > MAX_HELD:
            raise Unreadable(f"There are more than {MAX_OBJECTS:,} objects, or {MAX_HELD:,} in the city.")


def checked(path: Path, most: int) -> None:
    """Raises Unreadable for a file that is missing, empty or larger than `most` bytes."""
    if not path.is_file():
        raise Unreadable(f"There is no file {path}.")
    size = path.stat().st_size
    if not size:
        raise Unreadable(f"{path.name} is empty.")
    if size > most:
        raise Unreadable(f"{path.name} has {size / 1e6:,.0f} MB; at most {most / 1e6:,.0f} MB are read.")


def share_read(path: Path) -> float:
    """Of a file that this process reads, 0 to 1; 0 also where the system does not tell (all but Linux)."""
    for opened in Path("/proc/self/fd").glob("*"):
        with suppress(OSError, ValueError):
            if opened.samefile(path):
                place = Path(f"/proc/self/fdinfo/{opened.name}").read_text("ascii").split()[1]
                return min(1.0, int(place) / path.stat().st_size)
    return 0.0


def digest_of(paths: Iterable[Path], *marks: object) -> str:
    """SHA-256 of the files and of all else that decides what is kept."""
    whole = hashlib.sha256(repr((READER, *marks)).encode())
    for path in paths:
        with path.open("rb") as file:
            whole.update(hashlib.file_digest(file, "sha256").digest())
    return whole.hexdigest()


def cleaned(text: str, longest: int = LONGEST_NAME) -> str:
    """One line without control characters."""
    plain = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    return " ".join(plain.split())[:longest].strip()
