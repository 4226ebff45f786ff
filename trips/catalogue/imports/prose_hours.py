"""Opening hours as travel guides write them, in the languages of hours_words.toml: a whole week or nothing.
Refused: a word that is not listed, hours without days, days without hours, a day that is named twice, a clock
that may have twelve hours, dates and seasons."""

from __future__ import annotations

import datetime as dt
import itertools
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from trips.catalogue.bundled import DATA
from trips.catalogue.opening_hours import days_from
from trips.schemas import WEEKDAYS, Hours, Weekday
from trips.schemas.places import TimeSpan, Week

_ALL_DAY = re.compile(r"^(?:24/7|24 hours? daily|daily,? 24 hours?|24 hours? a day|24 h/24|rund um die uhr)$")
_LAST_ENTRY = re.compile(r"\(?\blast (?:entry|entrance|admission)(?: at)? (\d\d):(\d\d)\)?$")
_CLOCK = r"(\d{1,2})(?:[:.h](\d\d))?\s?(am|pm|h|uhr)?|(noon|midday|midnight)"
LONGEST_VALUE = 200
LONGEST_DAY = 17 * 60  # minutes
#: Days in a row of the text or hours in a row; "closed" has neither.
Run = tuple[str, list]


class _Refused(Exception):
    pass


@lru_cache(maxsize=1)
def _languages() -> dict[str, dict[str, str | list[str]]]:
    return tomllib.loads((DATA / "hours_words.toml").read_text("utf-8"))


@lru_cache(maxsize=8)
def _words_of(language: str) -> tuple[dict[str, Weekday], re.Pattern[str]]:
    """Days by their names, and the pattern of one token."""
    said = _languages()[language]
    names = {name: day for day, names in zip(WEEKDAYS, said["days"], strict=True) for name in names.split()}
    day = _any(sorted(names, key=len, reverse=True))
    ending = f"{said['plural']}?\\.?" if said["plural"] else "\\.?"
    dash = rf"(?:\s*[-–—~～]\s*|\s+(?:{_any(said['to'])})\s+)"
    return names, re.compile(
        rf"(?P<open>{_CLOCK}){dash}(?P<close>{_CLOCK})(?:\s+(?P<next>{_any(said['next_day'])}))?(?![\w:])"
        rf"|(?P<every>{_any(said['every'])})(?!\w)"
        rf"|(?P<closed>{_any(said['closed'])})\b"
        rf"|(?P<first>{day}){ending}(?:{dash}(?P<last>{day}){ending})?(?!\w)"
        rf"|(?:[,;&+/]|\b(?:and|und|et)\b)|(?:{_any(said['fillers'])})\b|[:\s]"
    )


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


def hours_in(text: str, language: str, *, exact: bool = False) -> Hours | None:
    """The week that the text states in full; None where it does not, or anything in it is doubtful. `exact`:
    clocks surely have 24 hours, and days that are named again have the later hours."""
    text = " ".join(text.casefold().split()).replace("a.m.", "am").replace("p.m.", "pm").rstrip(" .;,")
    if not text or len(text) > LONGEST_VALUE or language not in _languages():
        return None
    if _ALL_DAY.match(text):
        return Hours(always=True)
    entry = _LAST_ENTRY.search(text)
    try:
        tokens = _tokens(text[: entry.start()].strip() if entry else text, language, exact)
        week, closed = _week(tokens, exact)
        last = _before_closing(week, entry) if entry else 0
    except _Refused:
        return None
    return Hours(week=week, closed=[] if week else closed, last_entry_min=last)


def _tokens(text: str, language: str, exact: bool) -> Iterator[Run]:
    names, pattern = _words_of(language)
    certain = exact or language != "en" or bool(re.search(r"\b(?:0\d|1[3-9]|2[0-4])[:.]\d\d", text))
    at = 0
    while at < len(text):
        found = pattern.match(text, at)
        if found is None:
            raise _Refused
        at = found.end()
        if found["open"]:
            yield "hours", [_span(found, certain)]
        elif found["every"]:
            yield "days", WEEKDAYS
        elif found["first"]:
            yield "days", days_from(names[found["first"]], names[found["last"] or found["first"]])
        elif found["closed"]:
            yield "closed", []


def _week(tokens: Iterable[Run], exact: bool) -> tuple[Week, list[Weekday]]:
    """Groups of days and hours, the days always first or always last; closing days at one end."""
    runs: list[Run] = [
        (kind, [one for _, values in group for one in values])
        for kind, group in itertools.groupby(tokens, lambda token: token[0])
    ]
    runs, closed = _without_closing_days(runs)
    if closed and len(runs) == 1 and runs[0][0] == "hours":
        runs.append(("days", [day for day in WEEKDAYS if day not in closed]))
    if len(runs) % 2 or not (runs or closed):
        raise _Refused
    week: Week = {}
    for one, other in zip(runs[::2], runs[1::2], strict=True):
        days, hours = (one[1], other[1]) if one[0] == "days" else (other[1], one[1])
        for day in days:
            if (day in week and not exact) or day in closed:
                raise _Refused
            week[day] = _in_order(hours)
    if week and closed and len(week) + len(closed) < len(WEEKDAYS):
        raise _Refused  # of the other days nothing is said
    return {day: week[day] for day in WEEKDAYS if day in week}, closed


def _without_closing_days(runs: list[Run]) -> tuple[list[Run], list[Weekday]]:
    """ "closed" is said last, before its days or behind them."""
    *before, one, other = [("", []), ("", []), *runs]
    if "closed" not in {kind for kind, _ in runs}:
        return runs, []
    if {one[0], other[0]} != {"closed", "days"} or any(kind == "closed" for kind, _ in before):
        raise _Refused
    return runs[:-2], [*one[1], *other[1]]


def _in_order(spans: Iterable[TimeSpan]) -> list[TimeSpan]:
    ordered = sorted(spans)
    if any(one[1] <= one[0] or one[1] > other[0] for one, other in itertools.pairwise(ordered)):
        raise _Refused
    return ordered


def _span(found: re.Match[str], certain: bool) -> TimeSpan:
    unit = "h" if found["close"].endswith(("h", "uhr")) and found["open"].isdigit() else ""
    opens, closes = _clock(found["open"] + unit, certain), _clock(found["close"], certain)
    if not (opens[1] and closes[1]) and not (opens[2] and closes[2]):
        raise _Refused  # "9-5 pm"; "10:00-12:00" may end at midnight
    start, end = opens[0], closes[0] % 1440
    length = (end - start) % 1440
    if start >= 1440 or not length or (found["next"] and end > start):
        raise _Refused
    if length > LONGEST_DAY and end <= start and not found["next"]:
        raise _Refused  # "09:00-05:00" is a day at an office
    return dt.time(start // 60, start % 60), dt.time(end // 60, end % 60)


def _clock(text: str, certain: bool) -> tuple[int, bool, bool]:
    """Minutes, whether it says which half of the day it is in, and whether it is one of 24 hours."""
    hour, minute, half, word = re.fullmatch(_CLOCK, text).groups()  # type: ignore[union-attr]
    if word:
        return (1440 if word == "midnight" else 720), True, True
    hours, minutes = int(hour), int(minute or 0)
    if half in ("am", "pm"):
        if not 1 <= hours <= 12 or minutes > 59:
            raise _Refused
        noon = 24 if hours == 12 and half == "am" else 12 if half == "pm" else 0
        return (noon + hours % 12) * 60 + minutes, True, False
    if hours > 24 or minutes > 59 or (hours == 24 and minutes) or not (minute or half):
        raise _Refused
    if len(hour) == 1 and not (certain and hours >= 6):
        raise _Refused  # "5:00" may be five in the afternoon
    return hours * 60 + minutes, False, certain


def _before_closing(week: Week, entry: re.Match[str]) -> int:
    """Minutes from the last entry to closing, where that is the same every day."""
    last = int(entry[1]) * 60 + int(entry[2])
    minutes = {span[1].hour * 60 + span[1].minute - last for spans in week.values() for span in spans[-1:]}
    if len(minutes) != 1 or not 0 < min(minutes) <= 240:
        raise _Refused
    return minutes.pop()
