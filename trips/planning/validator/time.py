"""D. Time: order and overlap by UTC, opening hours in the place's own zone. (Room before departures:
`departures`.)"""

from __future__ import annotations

import datetime as dt
import math
from zoneinfo import ZoneInfo

from trips.catalogue.opening_hours import hours_in_words, is_open
from trips.planning.validator import limits
from trips.planning.validator.context import Context, is_stop
from trips.planning.validator.moments import naive, next_date
from trips.planning.validator.position import straight_km
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import WEEKDAYS, Item, Leg, Meal, Mode, Place, Stay, Visit
from trips.wording import counted, day_in_words, number, source_in_words, time_in_words

#: Calendars are known for these years; beyond them hours are not.
_KNOWN_YEARS = range(1990, 2101)


@check(
    id=12,
    title="Order of time",
    severity="error",
    sentence="Everything ends after it starts, nothing overlaps, every way fits its time.",
    data="the plan's times and zones; travel times are estimates",
)
def order_of_time(context: Context, report: Report) -> None:
    for index, item in context.placed_items:
        _own_times(context, report, item)
        _belongs_to_day(context, report, index, item)
        if isinstance(item, Leg):
            report.rests_on(item.grade)
            _leg_fits(context, report, item)
    _listed_in_order(context, report)
    _no_overlap(context, report)
    report.note("One thing follows another, and nothing overlaps.")


def _own_times(context: Context, report: Report, item: Item) -> None:
    for local, zone in ((item.start, item.zone), (item.end, item.end_zone or item.zone)):
        if context.zone(zone) is None:
            report.fail(f"{item.title} has no known time zone.", [item.uid])
            return
        if _skipped_by_clocks(context, local, zone):
            report.fail(
                f"{item.title}: {time_in_words(local)} does not exist on {day_in_words(local.date())}, "
                "the clocks go forward.",
                [item.uid],
            )
    minutes = context.minutes(item)
    if minutes is None:
        report.unknown_of(item, "The times of {} are out of reach.")
    elif minutes < 0 or (minutes == 0 and not (isinstance(item, Leg) and item.distance_km < 0.1)):
        report.fail(
            f"{item.title} ends at {time_in_words(item.end)}, not after it starts at "
            f"{time_in_words(item.start)}.",
            [item.uid],
        )


def _skipped_by_clocks(context: Context, local: dt.datetime, zone_name: str) -> bool:
    zone, instant = context.zone(zone_name), context.instant(local, zone_name)
    if zone is None or instant is None:
        return False
    return naive(instant.astimezone(zone)) != naive(local).replace(fold=0)


def _belongs_to_day(context: Context, report: Report, index: int, item: Item) -> None:
    """An item starts on its day's date or in the small hours after; a way over the date line may
    turn the calendar by one."""
    date, start = context.plan.days[index].date, naive(item.start)
    if start.date() == date:
        return
    if start.date() == next_date(date) and start.time() < limits.NIGHT_ENDS:
        return
    beside = start.date() in (next_date(date), next_date(date, -1))
    if beside and any(
        _crosses_date_line(context, leg)
        for leg in context.intercity_legs
        if context.touches(leg, date) or context.touches(leg, start.date())
    ):
        return
    report.fail(
        f"{item.title} starts on {day_in_words(start.date())} but is listed under {day_in_words(date)}.",
        [item.uid],
    )


def _crosses_date_line(context: Context, leg: Leg) -> bool:
    offsets = []
    for local, name in ((leg.start, leg.zone), (leg.end, leg.end_zone or leg.zone)):
        zone = context.zone(name)
        offset = _offset(zone, local) if zone else None
        offsets.append(offset or dt.timedelta())
    return abs(offsets[0] - offsets[1]) > dt.timedelta(hours=12)


def _offset(zone: ZoneInfo, local: dt.datetime) -> dt.timedelta | None:
    return naive(local).replace(tzinfo=zone).utcoffset()


def _leg_fits(context: Context, report: Report, leg: Leg) -> None:
    minutes = context.minutes(leg)
    if leg.travel_minutes < 0 or leg.buffer_minutes < 0:
        report.fail(f"{leg.title} takes less than no time.", [leg.uid])
    elif minutes is not None and minutes + limits.ROUNDING_MINUTES < leg.travel_minutes + leg.buffer_minutes:
        missing = round(leg.travel_minutes + leg.buffer_minutes - minutes)
        report.fail(
            f"{leg.title} needs {number(leg.travel_minutes + leg.buffer_minutes)} minutes, the plan gives "
            f"it {round(minutes)}.",
            [leg.uid],
            repair=_in_time(context, leg, missing),
        )
    _possible(context, report, leg)
    _zones_of_leg(context, report, leg)


def _in_time(context: Context, leg: Leg, missing: int) -> str:
    """They leave earlier; straight from a journey they can't, and what follows starts later."""
    timeline = context.timeline
    index = next(at for at, item in enumerate(timeline) if item is leg)
    before, start = timeline[index - 1] if index else None, context.start(leg)
    arrived = context.end(before) if isinstance(before, Leg) and context.is_intercity(before) else None
    if arrived is None or start is None or start - arrived >= dt.timedelta(minutes=missing):
        return f"Leave {counted(missing, 'minute')} earlier."
    following = next((item.title for item in timeline[index:] if not isinstance(item, Leg)), "what follows")
    return f"Start {following} {counted(missing, 'minute')} later."


def _possible(context: Context, report: Report, leg: Leg) -> None:
    """Whether the way can be done in its time by its means, and does not take absurdly long."""
    here, there = context.position_of_point(leg.origin), context.position_of_point(leg.destination)
    kilometres = straight_km(here, there) or 0.0
    if math.isfinite(leg.distance_km):  # no way is shorter than the straight line, few are so winding
        kilometres = max(kilometres, leg.distance_km / limits.MOST_WINDING)
    if kilometres < limits.SAME_PLACE_KM:
        return
    least, most = least_minutes(leg.mode, kilometres), most_minutes(leg.mode, kilometres)
    way = f"{leg.title}: {kilometres:,.1f} km in {counted(leg.travel_minutes, 'minute')}"
    if leg.travel_minutes + limits.ROUNDING_MINUTES < least:
        report.fail(
            f"{way} cannot be done by {leg.mode}.",
            [leg.uid],
            repair=f"Give it at least {counted(math.ceil(least), 'minute')}.",
        )
    elif leg.travel_minutes > most:
        report.fail(
            f"{way} is far too long by {leg.mode}.",
            [leg.uid],
            repair=f"It takes {counted(math.floor(most), 'minute')} at most.",
            severity="warning",
        )


def least_minutes(mode: Mode, kilometres: float) -> float:
    """The least minutes that a straight line of this many kilometres takes on the move."""
    times = limits.TRAVEL_TIMES[mode]
    near = min(kilometres, times.near_km)
    return times.standing + near / times.near * 60 + (kilometres - near) / times.far * 60


def most_minutes(mode: Mode, kilometres: float) -> float:
    """The most that is believable: with detours, changes and delays."""
    times = limits.TRAVEL_TIMES[mode]
    return times.delays + kilometres / times.slowest * 60


def _zones_of_leg(context: Context, report: Report, leg: Leg) -> None:
    ends = ((leg.origin, leg.start, leg.zone), (leg.destination, leg.end, leg.end_zone or leg.zone))
    for point, local, name in ends:
        airport = context.gazetteer.airport(point.code[:10]) if point.code else None
        city = context.gazetteer.city(point.city_id)
        place = airport or city
        if place and _other_clock(context, local, name, place.timezone):
            report.fail(
                f"{leg.title}: {time_in_words(local)} at {point.name} is not in the time zone there.",
                [leg.uid],
                repair=f"Use {place.timezone}.",
            )


def _other_clock(context: Context, local: dt.datetime, stated: str, actual: str) -> bool:
    """Whether two zones tell different times at this moment."""
    one, other = context.zone(stated), context.zone(actual)
    return one is not None and other is not None and _offset(one, local) != _offset(other, local)


def _listed_in_order(context: Context, report: Report) -> None:
    """Within the days as they are listed, each item starts no earlier than the one before it."""
    before = None
    for item in context.items:
        start = context.start(item)
        if isinstance(item, Stay) or start is None:
            continue
        if before is not None and start < before[1]:
            report.fail(
                f"{item.title} is listed after {before[0].title} but starts earlier.",
                [before[0].uid, item.uid],
            )
        before = (item, start)


def _no_overlap(context: Context, report: Report) -> None:
    previous: tuple[Item, dt.datetime] | None = None
    for item in context.timeline:
        start, end = context.start(item), context.end(item)
        if start is None or end is None:
            continue
        if previous and start < previous[1]:
            late = round((previous[1] - start).total_seconds() / 60)
            report.fail(
                f"{item.title} starts at {time_in_words(item.start)} on {day_in_words(item.start.date())}, "
                f"before {previous[0].title} is over.",
                [previous[0].uid, item.uid],
                repair=f"Start {item.title} {counted(late, 'minute')} later.",
            )
        if previous and is_stop(previous[0]) and is_stop(item):
            _far_apart(context, report, previous[0], item, start - previous[1])
        if previous is None or end > previous[1]:
            previous = (item, end)


def _far_apart(context: Context, report: Report, one: Item, other: Item, gap: dt.timedelta) -> None:
    distance = straight_km(context.position_of_item(one), context.position_of_item(other))
    if distance and distance > limits.FAR_KM and gap < dt.timedelta(minutes=limits.FAR_MINUTES):
        report.fail(
            f"{one.title} and {other.title} are {distance:,.0f} km apart with less than "
            f"{limits.FAR_MINUTES} minutes between.",
            [one.uid, other.uid],
        )


@check(
    id=13,
    title="Opening hours",
    severity="error",
    sentence="Places are open during the whole visit, on that weekday and date, in their time zone.",
    data="opening hours, seasons and public holidays",
)
def opening_hours(context: Context, report: Report) -> None:
    for item in context.items:
        if not isinstance(item, Visit | Meal):
            continue
        if isinstance(item, Meal) and item.style != "place":
            continue  # nobody's doors: what such a meal needs is looked at in 2
        row = context.row(item)
        if row is None:
            report.rests_on("unlisted")
            report.unknown_of(item, "Opening hours are not known: {}.")
            continue
        report.rests_on(row.grade_of("hours"))
        city = context.gazetteer.city_of(row)
        if city and _other_clock(context, item.start, item.zone, city.timezone):
            report.fail(
                f"{item.title} is timed in {item.zone[:40] or 'no zone'}, "
                f"{city.name} goes by {city.timezone}.",
                [item.uid],
                repair=f"Use {city.timezone}.",
            )
        if isinstance(item, Meal) and row.meals and not _serves(row, item.meal):
            report.fail(f"{row.name} serves no {item.meal}.", [item.uid], repair=f"Drop {item.title}.")
        _open_throughout(context, report, item, row)
    report.note("Every place is open when you come.")


def _serves(row: Place, meal: str) -> bool:
    """Cafés and pastry shops, named for breakfast, have something at noon as well."""
    return meal in row.meals or (meal == "lunch" and "breakfast" in row.meals)


def _open_throughout(context: Context, report: Report, item: Visit | Meal, row: Place) -> None:
    start, end = naive(item.start), naive(item.end)
    if start.year not in _KNOWN_YEARS or end.year not in _KNOWN_YEARS:
        report.unknown(f"The calendar of {start.year} is not known.", [item.uid])
        return
    opened = is_open(row, start, max(start, end), context.gazetteer)
    if opened is None:
        report.unknown_of(item, "Opening hours are not known: {}.")
    elif not opened:
        hours = hours_in_words(row, start.date(), context.gazetteer)
        state = f"open {hours}" if hours != "closed" else _closed(row, start.date())
        last = row.hours.last_entry_min
        if last and hours != "closed":
            state += f", last entry {last} minutes before closing"
        if row.grade_of("hours") == "web":
            state += f" ({source_in_words(row.source_of('hours'))})"
        report.fail(
            f"{row.name} ({day_in_words(start.date())}, {time_in_words(start)}–{time_in_words(end)}) is "
            f"{state}.",
            [item.uid],
            repair=_when_open(context, item, row),
        )


def _closed(row: Place, date: dt.date) -> str:
    weekly = WEEKDAYS[date.weekday()] in row.hours.closing_days
    return f"closed on {date:%A}s" if weekly else "closed that day"


def _when_open(context: Context, item: Visit | Meal, row: Place) -> str:
    """Where else in the plan the place is open for long enough."""
    length = max(dt.timedelta(), naive(item.end) - naive(item.start))
    dates = [item.start.date()]
    for day, city in zip(context.plan.days, context.day_cities, strict=True):
        if city and city.curated == row.city and day.date not in dates:
            dates.append(day.date)
    for date in dates:
        hour = naive(item.start).time()
        same_hour = dt.datetime.combine(date, hour)
        hours = hours_in_words(row, date, context.gazetteer)
        if date != dates[0] and is_open(row, same_hour, same_hour + length, context.gazetteer):
            return f"Move it to {day_in_words(date)}, open {hours}."
        for begin in range(8, 22):
            start = dt.datetime.combine(date, dt.time(begin))
            if is_open(row, start, start + length, context.gazetteer):
                if date == dates[0]:
                    return f"Move it to {time_in_words(start)}, open {hours}."
                return f"Move it to {day_in_words(date)}, open {hours}."
    return f"Drop {row.name}."
