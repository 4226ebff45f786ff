"""Opening hours as travel guides write them, in three languages: a whole week or nothing.

Refused: a word that is not listed, hours without days, days without hours, a day that is named twice, a clock
that may have twelve hours, dates and seasons."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from trips.schemas import WEEKDAYS, Hours, Weekday

_DAYS: Mapping[str, str] = {
    "en": "m mo mon monday|tu tue tues tuesday|w we wed wednesday|th thu thur thurs thursday|f fr fri friday"
    "|sa sat saturday|su sun sunday",
    "de": "mo montag|di dienstag|mi mittwoch|do donnerstag|fr freitag|sa samstag sonnabend|so sonntag",
    "fr": "lun lundi|mar mardi|mer mercredi|jeu jeudi|ven vendredi|sam samedi|dim dimanche",
}
_EVERY_DAY = {
    "en": ("daily", "every day", "7 days a week"),
    "de": ("täglich", "tägl."),
    "fr": ("tous les jours", "tlj", "7j/7"),
}
_CLOSED = {
    "en": ("closed on", "closed"),
    "de": ("geschlossen", "ruhetag"),
    "fr": ("fermé le", "fermé"),
}
_FILLERS = {"en": ("from", "open"), "de": ("uhr", "von", "geöffnet"), "fr": ("du", "de", "ouvert")}
_TO = {"en": "to", "de": "bis", "fr": "au|à"}
_NEXT_DAY = {"en": "(?:the )?next day", "de": "des folgetages", "fr": "le lendemain"}
_ALL_DAY = re.compile(r"^(?:24/7|24 hours? daily|daily,? 24 hours?|24 hours? a day|24 h/24|rund um die uhr)$")
_LAST_ENTRY = re.compile(r"\(?\blast (?:entry|entrance|admission)(?: at)? (\d\d):(\d\d)\)?$")
_CLOCK = r"(\d{1,2})(?:[:.h](\d\d))?\s?(am|pm|h|uhr)?|(noon|midday|midnight)"
LONGEST_VALUE = 200
LONGEST_FROM_THE_MORNING = 17 * 60  # minutes
Span = tuple[dt.time, dt.time]
Week = dict[Weekday, list[Span]]


class _Clock(NamedTuple):
    minutes: int
    half: str  # am, pm, "" = not said
    certain: bool  # of a clock of 24 hours


class _Token(NamedTuple):
    kind: str  # days, hours, closed, comma
    days: tuple[Weekday, ...] = ()
    span: Span | None = None


Run = tuple[str, list[_Token]]


class _Refused(Exception):
    pass


def hours_in(text: str, language: str) -> Hours | None:
    """The week that the text states in full; None where it does not, or anything in it is doubtful."""
    text = " ".join(text.casefold().split()).replace("a.m.", "am").replace("p.m.", "pm").rstrip(" .;,")
    if not text or len(text) > LONGEST_VALUE or language not in _DAYS:
        return None
    if _ALL_DAY.match(text):
        return Hours(always=True)
    try:
        entry = _LAST_ENTRY.search(text)
        week, closed = _week(_tokens(text[: entry.start()].strip() if entry else text, language))
        hours = Hours(week=week, closed=[] if week else closed)
        return hours.model_copy(update={"last_entry_min": _before_closing(week, entry)}) if entry else hours
    except _Refused:
        return None


def _tokens(text: str, language: str) -> list[_Token]:
    names = {
        name: WEEKDAYS[number]
        for number, day in enumerate(_DAYS[language].split("|"))
        for name in day.split()
    }
    day = "(?:" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + ")"
    plural = "s?" if language == "en" else ""
    dash = rf"(?:\s*[-–—~～]\s*|\s+(?:{_TO[language]})\s+)"
    pattern = re.compile(
        rf"(?P<open>{_CLOCK}){dash}(?P<close>{_CLOCK})(?:\s+(?P<next>{_NEXT_DAY[language]}))?(?![\w:])"
        rf"|(?P<every>{'|'.join(map(re.escape, _EVERY_DAY[language]))})(?!\w)"
        rf"|(?P<closed>{'|'.join(_CLOSED[language])})\b"
        rf"|(?P<first>{day}){plural}\.?(?:{dash}(?P<last>{day}){plural}\.?)?(?!\w)"
        rf"|(?P<comma>[,;&+/]|\b(?:and|und|et)\b)|(?:{'|'.join(_FILLERS[language])})\b|[:\s]"
    )
    certain = language != "en" or bool(re.search(r"\b(?:0\d|1[3-9]|2[0-4])[:.]\d\d", text))
    tokens, at = [], 0
    while at < len(text):
        found = pattern.match(text, at)
        if found is None:
            raise _Refused
        at = found.end()
        if found["open"]:
            tokens.append(_Token("hours", span=_span(found, certain)))
        elif found["every"]:
            tokens.append(_Token("days", tuple(WEEKDAYS)))
        elif found["first"]:
            tokens.append(_Token("days", _run(names[found["first"]], names[found["last"] or found["first"]])))
        elif found["closed"] or found["comma"]:
            tokens.append(_Token("closed" if found["closed"] else "comma"))
    return tokens


def _week(tokens: list[_Token]) -> tuple[Week, list[Weekday]]:
    """Groups of days and hours, the days always first or always last; closing days at one end."""
    said = [token for token in tokens if token.kind != "comma"]
    runs = [(kind, list(group)) for kind, group in itertools.groupby(said, lambda token: token.kind)]
    runs, closed = _without_closing_days(runs)
    if closed and len(runs) == 1 and runs[0][0] == "hours":
        runs.append(("days", [_Token("days", tuple(day for day in WEEKDAYS if day not in closed))]))
    if len(runs) % 2 or not (runs or closed):
        raise _Refused
    week: Week = {}
    for one, other in zip(runs[::2], runs[1::2], strict=True):
        days, hours = (one[1], other[1]) if one[0] == "days" else (other[1], one[1])
        for day in (day for token in days for day in token.days):
            if day in week or day in closed:
                raise _Refused
            week[day] = _in_order(token.span for token in hours if token.span)
    if week and closed and len(week) + len(closed) < len(WEEKDAYS):
        raise _Refused  # of the other days nothing is said
    return {day: week[day] for day in WEEKDAYS if day in week}, closed


def _without_closing_days(runs: list[Run]) -> tuple[list[Run], list[Weekday]]:
    """ "closed" goes with the days behind it, else with those before it."""
    where = next((number for number, run in enumerate(runs) if run[0] == "closed"), None)
    if where is None:
        return runs, []
    last = where + 1 == len(runs)
    days = runs[where - 1] if last and where else runs[-1]
    if days[0] != "days" or where + (1 if last else 2) != len(runs):
        raise _Refused
    return runs[: where - 1 if last else where], [day for token in days[1] for day in token.days]


def _in_order(spans: Iterable[Span]) -> list[Span]:
    ordered = sorted(spans)
    if any(one[1] <= one[0] or one[1] > other[0] for one, other in itertools.pairwise(ordered)):
        raise _Refused
    return ordered


def _run(first: Weekday, last: Weekday) -> tuple[Weekday, ...]:
    start, end = WEEKDAYS.index(first), WEEKDAYS.index(last)
    return tuple(WEEKDAYS[(start + n) % 7] for n in range((end - start) % 7 + 1))


def _span(found: re.Match[str], certain: bool) -> Span:
    unit = found["close"][-1] if found["close"].endswith(("h", "uhr")) and found["open"].isdigit() else ""
    opens, closes = (
        _clock(text, certain) for text in (found["open"] + unit.replace("r", "h"), found["close"])
    )
    if not (opens.half and closes.half) and not (opens.certain and closes.certain):
        raise _Refused  # "9-5 pm"; "10:00-12:00" may end at midnight
    start, end = opens.minutes, closes.minutes % 1440
    length = (end - start) % 1440
    if start >= 1440 or not length or (found["next"] and end > start):
        raise _Refused
    if length > LONGEST_FROM_THE_MORNING and start < 660 and not found["next"]:
        raise _Refused  # "09:00-05:00" is a day at an office
    return dt.time(start // 60, start % 60), dt.time(end // 60, end % 60)


def _clock(text: str, certain: bool) -> _Clock:
    hour, minute, half, word = re.fullmatch(_CLOCK, text).groups()  # type: ignore[union-attr]
    if word:
        return _Clock(1440 if word == "midnight" else 720, "pm", True)
    hours, minutes = int(hour), int(minute or 0)
    if half in ("am", "pm"):
        if not 1 <= hours <= 12 or minutes > 59:
            raise _Refused
        midnight = hours == 12 and half == "am"
        return _Clock(
            (24 if midnight else hours % 12 + (12 if half == "pm" else 0)) * 60 + minutes, half, False
        )
    if hours > 24 or minutes > 59 or (hours == 24 and minutes) or not (minute or half):
        raise _Refused
    if len(hour) == 1 and not (certain and hours >= 6):
        raise _Refused  # "5:00" may be five in the afternoon
    return _Clock(hours * 60 + minutes, "", certain)


def _before_closing(week: Week, entry: re.Match[str]) -> int:
    """Minutes from the last entry to closing, where that is the same every day."""
    last = int(entry[1]) * 60 + int(entry[2])
    minutes = {span[1].hour * 60 + span[1].minute - last for spans in week.values() for span in spans[-1:]}
    if len(minutes) != 1 or not 0 < min(minutes) <= 240:
        raise _Refused
    return minutes.pop()
