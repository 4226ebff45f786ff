"""How long: "ten days", "five nights", "10 to 14 days", "a long weekend", "6-day"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from trips.understanding.counting import COUNT, count
from trips.understanding.reading import Reading, Span

LONG_WEEKEND_DAYS = 4  # three nights
WEEKEND_DAYS = 3  # Friday to Sunday

_DAY = r"days?|tage?n?|jours?|d[ií]as?|giorn[io]"
_NIGHT = r"nights?|nächte?n?|nacht|nuits?|noches?|nott[ei]|noites?|overnights?"
_WEEK = r"weeks?|wks?|wochen?|semaines?|semanas?|settiman[ae]"
_FORTNIGHT = r"fortnights?"
_MONTH = r"months?|monate?|mois|mes(?:es)?"
UNIT = rf"(?:{_DAY}|{_NIGHT}|{_WEEK}|{_FORTNIGHT}|{_MONTH})\b"
_NOT_A_STAY = (
    r"(?!'|[\s-]+old\b|\s+(?:ago|before|earlier|later|pass|ticket|card|visa|notice|in\s+advance|of\s+the|"
    r"per|each|"
    r"longer|more|extra|shorter|less|from\s+(?:now|today)|delivery|time\b|cancel\w*))"
)
_DURATION = re.compile(
    rf"(?<![\w.,$€£])(?P<before>(?:past|last|previous|every|each|per|another|extra|additional)\s+)?"
    rf"(?P<low>{COUNT})(?:\s*(?:-|to|or|or\s+maybe|bis|à|until)\s*(?P<high>{COUNT}))?"
    rf"(?:\s*-\s*|\s+)?(?:(?:full|whole|solid|extra|more|calendar)\s+)?"
    rf"(?P<unit>{UNIT})(?:\s+and\s+(?P<nights>{COUNT})\s+(?:{_NIGHT})\b)?(?P<half>\s+and\s+a\s+half\b)?"
    rf"{_NOT_A_STAY}",
    re.IGNORECASE,
)
_SPELT = (
    (re.compile(r"\b(?:a\s+|one\s+|the\s+)?(?:long|extended|three-day)[\s-]+week-?end\b", re.I),
     LONG_WEEKEND_DAYS),
    (
        re.compile(
            r"\b(?:(?:a|one|for\s+the|over\s+the)\s+(?:short\s+|quick\s+|romantic\s+|relaxing\s+|nice\s+)?"
            r"week-?end(?!\s+(?:in\s+advance|rate))"
            r"|week-?end\s+(?:trip|break|getaway|away|escape|city\s+break))\b",
            re.I,
        ),
        WEEKEND_DAYS,
    ),
    (re.compile(r"\bovernight\s+(?:trip|stay)\b|\b(?:just\s+)?(?:stay\s+)?(?:one\s+)?overnight\b"
                r"(?!\s+(?:train|bus|coach|flight|ferry))", re.I), 2),
    (re.compile(r"(?<![-\d])\b(?:a\s+)?(?<!\d\s)day[\s-]trip\b|\bfor\s+the\s+day\b|\bfor\s+(?:a|"
        r"one)\s+day\b", re.I), 1),
    (re.compile(r"\b(?:a|one|the\s+whole|a\s+full|a\s+whole)\s+(?:week|wk)\b(?!-?end|\s+(?:ago|before|later|"
                r"earlier|longer|more|of\s+the|in\s+advance|from\s+(?:now|today)|shorter|less))", re.I), 7),
    (re.compile(r"\ba\s+fortnight\b", re.I), 14),
    (re.compile(r"\ba\s+night\b(?=\s+(?:in|at)\b)", re.I), 2),
)  # fmt: skip
_LABELLED = re.compile(
    r"\b(?P<u>days|nights|duration)\s*[:=]\s*(?P<n>\d{1,3})\b(?!\s*(?:days|nights|weeks|[-/.:]))", re.I
)
_VAGUE = re.compile(r"\b(?:a\s+few|several|some|a\s+handful\s+of)\s+(?:days|nights|weeks)\b", re.I)
_JAPANESE = re.compile(r"(\d{1,2})泊(?:(\d{1,2})日)?|(\d{1,2})日間")
_SOMEDAY = re.compile(r"^\s+(?:i|we|my|our|in\s+the\s+future)\b", re.I)


@dataclass(frozen=True)
class Duration:
    """`days` counts both travel days; `nights` is what was said when nights were said. With a range
    ("10 to 14 days") `days` is the shorter, which keeps both bounds, and `spread` says it all."""

    span: Span
    days: int
    unit: str  # "day", "night" or "week"
    spread: bool = False

    @property
    def nights(self) -> int:
        """Nights when this is said of one city among several: "3 days in Rome" is three nights, the
        last city of a trip but one."""
        return self.days - 1 if self.unit == "night" else self.days


def read_durations(reading: Reading) -> list[Duration]:
    """All lengths of stay in the message, claimed."""
    found: list[Duration] = []
    for match in list(_JAPANESE.finditer(reading.open)):
        nights, days, length = match.groups()
        total = int(days or length) if days or length else int(nights) + 1
        found.append(Duration(Span(*match.span()), total, "day"))
        reading.claim(*match.span())
    for match in reading.find(_LABELLED):
        nights = match["u"].lower() == "nights"
        unit = "night" if nights else "day"
        found.append(Duration(Span(*match.span()), int(match["n"]) + nights, unit))
    for pattern, days in _SPELT:
        for match in reading.find(pattern):
            found.append(Duration(Span(*match.span()), days, "week" if days == 7 else "day"))
    for match in reading.find(_DURATION, claim=False):
        duration = _duration(match, reading)
        if duration:
            found.append(duration)
            reading.claim(*match.span())
    for match in reading.find(_VAGUE):
        reading.change("wishes", " ".join(match.group().lower().split()), *match.span(), op="add")
    return sorted(found, key=lambda duration: duration.span.start)


def _duration(match: re.Match[str], reading: Reading) -> Duration | None:
    low, high = count(match["low"]), count(match["high"]) if match["high"] else None
    unit = match["unit"].lower()
    if match["before"] or low is None or (match["low"].lower() in {"a", "an"}):
        return None
    if match["low"].lower() == "one" and unit == "day" and _SOMEDAY.match(reading.view[match.end() :]):
        return None
    if high is not None and high < low:
        low, high = high, low
    if re.fullmatch(_NIGHT, unit, re.I):
        days, kind = low + 1, "night"
    elif re.fullmatch(_WEEK, unit, re.I):
        days, kind = low * 7 + (3 if match["half"] else 0), "week"
    elif re.fullmatch(_FORTNIGHT, unit, re.I):
        days, kind = low * 14, "week"
    elif re.fullmatch(_MONTH, unit, re.I):
        days, kind = low * 30, "week"
    else:
        days, kind = low, "day"
    if low == 0:
        days = 0
    return Duration(Span(*match.span()), days, kind, spread=high is not None and high != low)
