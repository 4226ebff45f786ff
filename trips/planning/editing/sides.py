"""Earlier and later: with an hour beside them, the hour is a limit, and the result lies on that side."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Literal

from trips.planning.editing.phrases import hour_said, shifted

#: "No later than 7" and "not before 9" name a limit, not a direction to go in.
_LATEST = re.compile(
    r"\b(?:no|not|never)\s+(?:any\s+)?later\s+than\b|\bat\s+the\s+latest\b|\b(?:not|never)\s+after\b",
    re.I,
)
_EARLIEST = re.compile(
    r"\b(?:no|not|never)\s+(?:any\s+)?(?:earlier|sooner)\s+than\b|\bat\s+the\s+earliest\b|"
    r"\b(?:not|never)\s+before\b",
    re.I,
)
_LATER = re.compile(
    r"\b(?:later|(?:push|move|shift|put)\b.{1,60}?\bback|sleep\s+in|lie[\s-]in|sleep\s+(?:late|longer))\b",
    re.I,
)
_EARLIER = re.compile(
    r"\b(?:earlier|(?:bring|pull|push|move|shift)\b.{1,60}?\bforwards?|early\s+start|sooner|"
    r"not\s+(?:so|that|as|too)\s+late|(?:too|so)\s+late)\b",
    re.I,
)
_NOT_SO_EARLY = re.compile(r"\b(?:not\s+(?:so|that|as|too)|too|so)\s+early\b", re.I)
#: An hour by which something is over, as bedtime: with "earlier" it is no hour to begin at.
_BY = re.compile(r"\b(?:by|before|until|till|latest)\b", re.I)
_AFTER = re.compile(r"\b(?:after|from|earliest)\b", re.I)


#: Where a reason begins, whose hour is that of something else: "…, the kids go to bed at 8".
_REASON = re.compile(
    r"\b(?:because|since|as|so\s+that)\b|[,;:.-]\s+(?:the|our|my|we|he|she|they|it|i|his|her|their|kids|children)\b",
    re.I,
)


@dataclass(frozen=True)
class Side:
    """`way`: 1 = later, -1 = earlier, 0 = neither is said. `limit`: what the hour said is: "" = when it shall
    begin, "start" = a bound of its beginning, "over" = that of something else which it makes room for."""

    way: int
    limit: Literal["", "start", "over"] = ""

    def hour(self, start: dt.datetime, minutes: int, hour: dt.time | None, shift: int) -> dt.time | None:
        """When a thing of so many minutes begins from now on; None = that would be the wrong way, or what is
        wanted is so already. `shift` in minutes."""
        if hour is None:
            return shifted(start, shift * self.way)
        said, now = hour.hour * 60 + hour.minute, start.hour * 60 + start.minute
        right = (said - now) * self.way > 0
        if not self.way or (right and self.limit in ("", "start")):
            return hour
        if self.limit != "over":
            return None
        if self.way > 0:
            return hour if right else shifted(start, shift)
        return shifted(start, min(said - minutes - now, -shift))


def side_of(text: str) -> Side:
    """What the words say of earlier and later."""
    if _LATEST.search(text):
        return Side(-1, "start")
    if _EARLIEST.search(text):
        return Side(1, "start")
    reason = _REASON.search(text)
    beside = reason is not None and hour_said(text[: reason.start()]) is None
    if _NOT_SO_EARLY.search(text) or _LATER.search(text):
        return Side(1, "over" if beside or _AFTER.search(text) else "")
    if _EARLIER.search(text):
        return Side(-1, "over" if beside or _BY.search(text) else "")
    return Side(0)


def is_reason(wish: str, clause: str) -> bool:
    """Whether a clause after a wish for earlier or later tells what it is for: "we want to be home by 8"."""
    return bool(side_of(wish).way and hour_said(wish) is None and _FOR.search(clause) and hour_said(clause))


_FOR = re.compile(
    r"^(?:and\s+|so\s+(?:that\s+)?)?(?:we|i|they|he|she|the|our|my|his|her|it)\b.{0,40}\b(?:be|is|are|go|goes|get|"
    r"gets|sleep|sleeps|back|home|there|close|closes|begin|begins|starts?)\b",
    re.I,
)
