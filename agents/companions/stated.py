"""Which hours and prices of an answer stand in the passages of a page that they are cited from.

Figures are compared, tolerant of their form: "9am" is "09:00", "closed Mondays" is "Tue–Sun"."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal

from agents.companion_schemas import Researched
from agents.validation.figures import amount, numbers
from trips.catalogue.opening_hours import days_from
from trips.catalogue.stated_hours import week_of
from trips.schemas import WEEKDAYS, Weekday

_DAY = r"\b(mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|nes|ur)?(?:days?)?\b\.?"
_DAYS = re.compile(rf"{_DAY}(?:\s?(?:[–—-]|to|through|until)\s?{_DAY})?")
_TO = r"\s?(?:[–—-]|to|until|till|and)\s?"
_HOUR = r"(\d{1,2})(?:[:.h](\d\d))?\s?(?:([ap])\.?m\b\.?)?"
_SPAN = re.compile(rf"(?<![\d:.,]){_HOUR}{_TO}{_HOUR}(?![\d:])")
_CLOCK = re.compile(rf"(?<![\d:.,]){_HOUR}(?![\d:])")
_AROUND = re.compile(r"\b24\s?(?:hours|h\b|/\s?7)|\balways open\b|\baround the clock\b|\bmidnight\b")
_FREE = re.compile(r"\bfree\b|\bno (?:charge|fee)\b|\bgratis\b")


def stated_in(item: Researched, passages: str) -> Researched:
    """The item with what these passages state of its hours, its closing days, a closure and its price; what
    they do not state is empty. Of a week whose times are not there the closing days may be."""
    said = " ".join(passages.casefold().split())
    week = f"{item.hours} {item.opens} {item.closes}".casefold()
    opened = set(week_of(item.hours) or _days(week))
    closed = list(item.closed) or [day for day in WEEKDAYS if opened and day not in opened]
    closed_there = not item.closed or _named(set(item.closed), said)
    whole = closed_there and _named(opened, said) and _times(week) <= _times(said)
    unsaid: dict[str, object] = {}
    if not whole or not (opened or _times(week) or week.strip() in said):
        stated = closed if closed and _named(set(closed), said) else []
        unsaid |= {"hours": "", "opens": "", "closes": "", "closed": stated}
    if not _date_in(item.shut_from, said) or not _date_in(item.shut_until, said):
        unsaid |= {"shut_from": "", "shut_until": ""}
    if item.price and Decimal(str(item.price)) not in set(map(amount, numbers(said))):
        unsaid["price"] = 0.0
    if item.band == "free" and not _FREE.search(said):
        unsaid["band"] = ""
    return item.model_copy(update=unsaid)


def _named(days: set[Weekday], said: str) -> bool:
    """Are these days named there, or all the others?"""
    there = _days(said)
    return days <= there or set(WEEKDAYS) - days <= there


def _days(text: str) -> set[Weekday]:
    found: set[Weekday] = set()
    for first, last in _DAYS.findall(text):
        found |= set(days_from(first, last or first))
    return found


def _times(text: str) -> set[tuple[int, int]]:
    """Hours and minutes; a bare number only as an end of a span ("9–17"), of either half of the day where the
    text counts twelve hours."""
    halves = bool(re.search(r"\d\s?[ap]\.?m\b", text))
    parts = [half for span in _SPAN.findall(text) for half in (span[:3], span[3:])]
    parts += [one for one in _CLOCK.findall(text) if one[1] or one[2]]
    found = {(0, 0)} if _AROUND.search(text) else set()
    found |= {(12, 0)} if re.search(r"\bnoon\b", text) else set()
    for hour, minutes, half in parts:
        at, minute = int(hour), int(minutes or 0)
        if half:
            found.add((at % 12 + 12 * (half == "p"), minute))
        else:
            found |= {(at % 24, minute)} | ({(at + 12, minute)} if halves and at < 12 else set())
    return found


def _date_in(date: str, said: str) -> bool:
    """Its day beside the name of its month, or the date itself."""
    try:
        day = dt.date.fromisoformat(date.strip())
    except ValueError:
        return True  # no date: nothing is read of it
    month = rf"{day:%b}".casefold()
    named = rf"\b{day.day}(?:st|nd|rd|th)?(?: of)? {month}|\b{month}[a-z]*\.? {day.day}(?!\d)"
    return day.isoformat() in said or re.search(named, said) is not None
