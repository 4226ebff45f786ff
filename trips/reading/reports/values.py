"""What a report comes to: what was liked and what not, what was left out, strength, a rating, causes."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from trips.reading.reports.message import THE_DAY, THE_TRIP, Message

__all__ = ["THE_DAY", "THE_TRIP", "Cause", "Report", "base_of", "each_once", "is_thing"]
_ANY_DAY = dt.date(2000, 1, 3)


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that calls for a change. `hour`: from when on; `thing`: what it was said of; `general`: of a
    kind of things, not of one."""

    kind: str
    quote: str
    hour: dt.time | None = None
    thing: str = ""
    general: bool = False


@dataclass(frozen=True)
class Report:
    """What was said of a day, or of one thing in it. `quote`: the words, as they were written."""

    date: dt.date
    quote: str
    item_uid: str = ""
    liked: tuple[str, ...] = ()
    disliked: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    energy: str = ""  # "", low, medium, high
    rating: int | None = None  # 1 to 5
    causes: tuple[Cause, ...] = ()

    @property
    def says(self) -> bool:
        """Is there more in it than its words?"""
        return says(self)


def says(told: Any) -> bool:
    """Whether a report, or what one part of a message came to, tells anything."""
    kinds = ("liked", "disliked", "mixed", "skipped", "energy", "rating", "causes")
    return any(getattr(told, kind) for kind in kinds)


def base_of(name: str) -> str:
    """A thing's name without case, article and the reason behind it."""
    words = " ".join(re.findall(r"\w+", name.split(" (")[0].casefold()))
    return words.removeprefix("the ") or name.casefold()


def each_once(names: Iterable[str]) -> list[str]:
    """Each thing once, in the order they were named first; the spelling that says why stands for the others:
    "tempura" and "tempura (too greasy)" are one."""
    kept: dict[str, str] = {}
    for name in names:
        key = base_of(name)
        if key not in kept or (" (" in name and " (" not in kept[key]):
            kept[key] = name
    return list(kept.values())


def is_thing(name: str) -> bool:
    """Can these words name something that was liked or not?"""
    message = Message(name, _ANY_DAY)
    return bool(message.names(0, len(message.tokens))) and not message.chart.of("ill")
