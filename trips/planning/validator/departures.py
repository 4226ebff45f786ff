"""D. Time, departures: nobody misses a flight, train, coach or ferry, nor strolls off a runway."""

from __future__ import annotations

import datetime as dt

from trips.planning.validator import limits
from trips.planning.validator.context import Context
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Item, Leg
from trips.wording import counted


@check(
    id=16,
    title="Room before departures",
    severity="error",
    sentence="There is time before each departure (airport 120 minutes, station 20) and after landing.",
    data="the plan's times; travel times are estimates",
)
def room_before_departures(context: Context, report: Report) -> None:
    timeline = context.timeline
    looked_at = 0
    for index, leg in enumerate(timeline):
        if not isinstance(leg, Leg) or leg.mode not in limits.BEFORE_DEPARTURE:
            continue
        if not context.is_intercity(leg):
            continue
        looked_at += 1
        report.rests_on(leg.grade)
        _before_departure(context, report, leg)
        if leg.mode == "flight":
            following = next((item for item in timeline[index + 1 :] if not isinstance(item, Leg)), None)
            _after_landing(context, report, leg, following)
    if looked_at:
        report.note(f"{counted(looked_at, 'departure')} with enough time before.")
    else:
        report.note("The plan has no flight, train, coach or ferry to catch.")


def _departure(context: Context, leg: Leg) -> dt.datetime | None:
    """A leg starts with its buffer: the vehicle leaves this much later."""
    start = context.start(leg)
    return later(start, leg.buffer_minutes) if start else None


def later(moment: dt.datetime, minutes: int) -> dt.datetime:
    """Nonsense (less than nothing, more than a week) is cut."""
    return moment + dt.timedelta(minutes=max(0, min(minutes, 10_000)))


def _last_before(context: Context, arrival: dt.datetime, leg: Leg) -> Item | None:
    """Of all that begins before a leg is over, what ends last: it may run into the departure, or miss
    it altogether."""
    begun = [
        (end, index, item)
        for index, item in enumerate(context.timeline)
        if item is not leg and (context.start(item) or arrival) < arrival and (end := context.end(item))
    ]
    return max(begun, key=lambda entry: entry[:2])[2] if begun else None


def _before_departure(context: Context, report: Report, leg: Leg) -> None:
    departure, latest = _departure(context, leg), context.end(leg)
    if departure is None or latest is None:
        report.unknown_of(leg, "The times of {} are out of reach.")
        return
    in_all = (latest - departure).total_seconds() / 60
    if leg.buffer_minutes < 0 or in_all + limits.ROUNDING_MINUTES < leg.travel_minutes:
        report.fail(f"{leg.title} has no time for boarding: it would leave before it starts.", [leg.uid])
        return
    before = _last_before(context, latest, leg)
    if before is None:
        return  # the first item: from home, in the traveller's own time
    free = context.end(before)
    if free is None:
        return
    room = (departure - free).total_seconds() / 60
    changes = isinstance(before, Leg) and before.mode == leg.mode and context.is_intercity(before)
    needed = (limits.BEFORE_CONNECTION if changes else limits.BEFORE_DEPARTURE)[leg.mode]
    if room < 0:
        report.fail(
            f"{before.title} ends {round(-room)} minutes after {leg.title} has left.",
            [before.uid, leg.uid],
            repair=f"End {before.title} {round(needed - room)} minutes earlier.",
        )
    elif room < needed:
        report.fail(
            f"Only {counted(round(room), 'minute')} between {before.title} and the departure of {leg.title}, "
            f"{needed} are needed.",
            [before.uid, leg.uid],
            severity="warning",
            repair=f"End {before.title} {round(needed - room)} minutes earlier.",
        )


def _after_landing(context: Context, report: Report, leg: Leg, following: Item | None) -> None:
    landed, start = context.end(leg), context.start(following) if following else None
    departure = _departure(context, leg)
    touches_down = later(departure, leg.travel_minutes) if departure else None
    if landed is None or start is None or touches_down is None or following is None:
        return
    room = (start - min(landed, touches_down)).total_seconds() / 60
    if room < limits.AFTER_LANDING:
        report.fail(
            f"{following.title} starts {round(room)} minutes after {leg.title} lands, "
            f"{limits.AFTER_LANDING} are needed.",
            [leg.uid, following.uid],
            severity="error" if room < 0 else "warning",
            repair=f"Start {following.title} {round(limits.AFTER_LANDING - room)} minutes later.",
        )
