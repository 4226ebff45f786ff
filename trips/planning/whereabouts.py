"""Where the travellers are at a moment: zone, date, day of the plan; and what the clocks do there.

A moment is aware. The plan's times are local and naive, each with its zone; a leg that is under way keeps the
zone it left, and never a date outside its own.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import Item, Leg, Plan, Stay

_DAY = dt.timedelta(days=1)


def zone_at(plan: Plan, moment: dt.datetime, gazetteer: Gazetteer | None = None) -> str:
    """IANA zone where the travellers are: of what they do or did last; before the trip, of what is first."""
    items = timed(plan.items())
    if not items:
        return _zone_of_city(plan, gazetteer)
    zone = items[0].zone
    for item in items:
        if item.start_utc > moment:
            break
        zone = (item.end_zone or item.zone) if item.end_utc <= moment else item.zone
    return zone


def today_of(plan: Plan, moment: dt.datetime, gazetteer: Gazetteer | None = None) -> dt.date:
    """The date where they are. Under way over the date line it stays among the dates of that leg."""
    local = moment.astimezone(ZoneInfo(zone_at(plan, moment, gazetteer))).date()
    for item in timed(plan.items()):
        if isinstance(item, Leg) and item.start_utc <= moment < item.end_utc and item.end_zone:
            dates = sorted((item.start.date(), item.end.date()))
            return min(max(local, dates[0]), dates[1])
    return local


def now_of(plan: Plan, moment: dt.datetime, gazetteer: Gazetteer | None = None) -> dt.datetime:
    """Date and hour where they are, without the zone, as the plan's times are."""
    return moment.astimezone(ZoneInfo(zone_at(plan, moment, gazetteer))).replace(tzinfo=None)


def day_at(plan: Plan, today: dt.date) -> int | None:
    """Index of the plan's day that `today` falls on, or of the next one where a date was skipped; None
    before the first and after the last."""
    if not plan.days or not plan.days[0].date <= today <= plan.days[-1].date:
        return None
    return next(index for index, day in enumerate(plan.days) if day.date >= today)


def zone_in_words(zone: str) -> str:
    """Asia/Tokyo → "Tokyo time"."""
    return f"{zone.rsplit('/', 1)[-1].replace('_', ' ')} time"


def same_clock(one: str, other: str, moment: dt.datetime) -> bool:
    """Whether two zones show the same time at a moment."""
    return one == other or moment.astimezone(ZoneInfo(one)).utcoffset() == moment.astimezone(
        ZoneInfo(other)
    ).utcoffset()  # fmt: skip


def difference_in_words(one: str, other: str, moment: dt.datetime, towns: tuple[str, str]) -> str:
    """`towns`, of the two zones: "Tokyo is 8 h ahead of London."; "" when both show the same time."""
    ahead = _offset(other, moment) - _offset(one, moment)
    if not ahead:
        return ""
    minutes = round(abs(ahead.total_seconds()) / 60)
    hours, rest = divmod(minutes, 60)
    much = f"{hours} h {rest:02d}" if rest else f"{hours} h"
    return f"{towns[1]} is {much} {'ahead of' if ahead > dt.timedelta(0) else 'behind'} {towns[0]}."


def clock_change(zone: str, date: dt.date) -> str:
    """What summer time does on a date; "" on ordinary days."""
    place = ZoneInfo(zone)
    try:
        start = dt.datetime.combine(date, dt.time(), place).astimezone(dt.UTC)
        end = dt.datetime.combine(date + _DAY, dt.time(), place).astimezone(dt.UTC)
    except OverflowError:
        return ""
    before, after = _offset(zone, start), _offset(zone, end)
    if before == after:
        return ""
    moment, step = start, dt.timedelta(minutes=15)
    while moment < end and _offset(zone, moment) == before:
        moment += step
    at = (moment + before).strftime("%H:%M")
    minutes = round(abs((after - before).total_seconds()) / 60)
    much = "an hour" if minutes == 60 else f"{minutes} minutes"
    return f"The clocks go {'forward' if after > before else 'back'} by {much} at {at}."


def _offset(zone: str, moment: dt.datetime) -> dt.timedelta:
    return moment.astimezone(ZoneInfo(zone)).utcoffset() or dt.timedelta(0)


def utc_of(local: dt.datetime, zone: str) -> dt.datetime:
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(dt.UTC)


def timed(items: Iterable[Item]) -> list[Item]:
    """What moves the travellers through time: everything but stays, in order."""
    moving = [item for item in items if not isinstance(item, Stay)]
    return sorted(moving, key=lambda item: (item.start_utc, item.end_utc))


def _zone_of_city(plan: Plan, gazetteer: Gazetteer | None) -> str:
    for item in plan.items():
        return item.zone
    for day in plan.days:
        city = gazetteer.city(day.city_id) if gazetteer and day.city_id else None
        if city is not None:
            return city.timezone
    return "UTC"
