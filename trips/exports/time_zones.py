"""The rules of a time zone as an iCalendar VTIMEZONE, by looking at what the zone's clocks do.

Every change of the clocks from a year before the plan to a year after it has its date; there are no
recurrence rules, because none holds for zones that follow Ramadan.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

_MARGIN = dt.timedelta(days=370)
_STEP = dt.timedelta(days=1)
_FINEST = dt.timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Change:
    """At `moment` (UTC) the clocks of a zone go from one distance to UTC to another."""

    moment: dt.datetime
    before: dt.timedelta
    after: dt.timedelta
    name: str


def time_zone(name: str, first: dt.date, last: dt.date) -> Timezone:
    """The rules that hold from `first` to `last`, and a year around. Raises KeyError for no zone's name."""
    zone = ZoneInfo(name)
    begin = _utc(max(first, dt.date.min + _MARGIN + _STEP) - _MARGIN)
    end = _utc(min(last, dt.date.max - _MARGIN - _STEP) + _MARGIN)
    offset = _offset(zone, begin)
    changes = list(changes_of(zone, begin, end))
    least = min([offset, *(change.after for change in changes)])
    component = Timezone()
    component["tzid"] = name
    opening = Change(begin, offset, offset, begin.astimezone(zone).tzname() or name)
    alike: dict[tuple[dt.timedelta, dt.timedelta, str], list[dt.datetime]] = {}
    for change in [opening, *changes]:
        onsets = alike.setdefault((change.before, change.after, change.name), [])
        onsets.append((change.moment + change.before).replace(tzinfo=None))  # by the clocks as they went
    for (before, after, said), onsets in alike.items():
        rule = TimezoneDaylight() if after > least else TimezoneStandard()
        rule.add("dtstart", onsets[0])
        rule.add("rdate", onsets)  # the first too: some readers take only what recurs
        rule.add("tzoffsetfrom", before)
        rule.add("tzoffsetto", after)
        rule.add("tzname", said)
        component.add_component(rule)
    return component


def changes_of(zone: ZoneInfo, begin: dt.datetime, end: dt.datetime) -> Iterator[Change]:
    """The changes of the clocks between two moments (UTC), to the minute."""
    moment, offset = begin, _offset(zone, begin)
    while moment < end:
        following = moment + _STEP
        after = _offset(zone, following)
        if after != offset:
            low, high = moment, following
            while high - low > _FINEST:
                middle = low + (high - low) // 2
                middle = middle.replace(second=0, microsecond=0)
                low, high = (middle, high) if _offset(zone, middle) == offset else (low, middle)
            yield Change(high, offset, after, high.astimezone(zone).tzname() or "")
        moment, offset = following, after


def _offset(zone: ZoneInfo, moment: dt.datetime) -> dt.timedelta:
    return moment.astimezone(zone).utcoffset() or dt.timedelta(0)


def _utc(date: dt.date) -> dt.datetime:
    return dt.datetime(date.year, date.month, date.day, tzinfo=dt.UTC)
