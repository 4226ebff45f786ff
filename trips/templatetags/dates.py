"""Dates and durations as people write them: 15–18 Feb 2027, Mon 15 Feb, 3 h 55, 850 m."""

from __future__ import annotations

import datetime as dt

from babel.dates import format_date
from django import template

register = template.Library()
LOCALE = "en_GB"


@register.filter
def day(date: dt.date | None) -> str:
    """ "Mon 15 Feb"."""
    return f"{date:%a} {date.day} {format_date(date, 'MMM', LOCALE)}" if date else ""


@register.filter
def full_day(date: dt.date | None) -> str:
    """ "Monday 15 February 2027"."""
    return format_date(date, "EEEE d MMMM y", LOCALE) if date else ""


@register.filter
def date_range(start: dt.date | None, end: dt.date | None) -> str:
    """ "15–18 Feb 2027", "28 Feb – 3 Mar 2027", "30 Dec 2026 – 2 Jan 2027"; "" without a start."""
    if start is None:
        return ""
    if end is None or end == start:
        return format_date(start, "d MMM y", LOCALE)
    if start.year != end.year:
        return f"{format_date(start, 'd MMM y', LOCALE)} – {format_date(end, 'd MMM y', LOCALE)}"
    if start.month != end.month:
        return f"{format_date(start, 'd MMM', LOCALE)} – {format_date(end, 'd MMM y', LOCALE)}"
    return f"{start.day}–{format_date(end, 'd MMM y', LOCALE)}"


@register.filter
def duration(minutes: int | float | None) -> str:
    """Minutes as "45 min", "2 h", "3 h 55"."""
    if minutes is None:
        return ""
    hours, rest = divmod(round(minutes), 60)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest:02d}" if rest else f"{hours} h"


@register.filter
def distance(km: float | None) -> str:
    """Kilometres as "850 m", "3.1 km", "306 km"."""
    if km is None:
        return ""
    if km < 1:
        return f"{round(km * 1000 / 50) * 50 or round(km * 1000)} m"
    return f"{km:.1f} km" if km < 20 else f"{km:,.0f} km"


@register.filter
def seconds(value: float | None) -> str:
    """ "4 s", "0.4 s", "1 min 10 s"."""
    if value is None:
        return ""
    if value < 1:
        return f"{value:.1f} s"
    minutes, rest = divmod(round(value), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
