"""When to leave: a way between two cities put on the clock, with the ways to and from its hubs.

Times are local and naive at each end; both zones are kept. Nobody's timetable is known, so the
departure is the one that suits the trip best, within the row's or model's duration.
"""

from __future__ import annotations

import datetime as dt
import functools
from dataclasses import dataclass
from typing import Literal
from zoneinfo import ZoneInfo

from trips.planning.legs import LocalMove, clock_minutes, to_five
from trips.planning.request import Request
from trips.planning.ways import Way
from trips.schemas import Pace

Role = Literal["there", "between", "home"]

#: When people like to leave home, by pace; a city change begins after breakfast.
LEAVE_HOME: dict[Pace, dt.time] = {
    "relaxed": dt.time(9),
    "moderate": dt.time(8),
    "packed": dt.time(7, 30),
}
AFTER_BREAKFAST = dt.timedelta(minutes=60)
FIRST_LEAVE, LAST_LEAVE, STEP = 5 * 60, 23 * 60, 15  # minutes of the day
#: Nobody wants to begin sightseeing later, or arrive during the night.
USEFUL_UNTIL = 19 * 60 + 30
MORNING = 8 * 60 + 30
LATE = 21 * 60
HOME_BY = 21 * 60 + 30
HOME_LEAVE = 17 * 60
#: A day trip starts earlier and ends later.
DAY_TRIP_LEAVE, DAY_TRIP_BACK, DAY_TRIP_BY = dt.time(6, 30), 19 * 60, 23 * 60
DAY = 24 * 60
#: Minutes of arrival that a night under way is worth avoiding; that an hour too early costs.
NIGHT_LEG = 90
EARLY_WEIGHT = 1.2
#: Long night flights leave in the evening: the door at this hour, and how much earlier is disliked.
NIGHT_LEAVE = 17 * 60
NIGHT_EARLY_WEIGHT = 1.1
#: Minutes at home that are worth a night under way instead of leaving before dawn.
NIGHT_HOME = 700


@dataclass(frozen=True)
class Journey:
    """A way on its dates. `leave` is at the door of the stay or home; `reach` at the next door."""

    way: Way
    role: Role
    access: LocalMove  # door to hub
    egress: LocalMove  # hub to door
    leave: dt.datetime
    start: dt.datetime  # of the leg: at the hub
    end: dt.datetime  # of the leg: out of the hub
    reach: dt.datetime

    @property
    def nights(self) -> int:
        """Nights spent under way (dates between leaving and arriving)."""
        return max(0, (self.reach.date() - self.leave.date()).days)


def timed(way: Way, role: Role, access: LocalMove, egress: LocalMove, leave: dt.datetime) -> Journey:
    """The journey that leaves the door at this local time; all its times lie on five minutes."""
    start = leave + dt.timedelta(minutes=access.minutes)
    length = to_five(way.door_to_door)
    end = shifted(start, length, way.origin.timezone, way.destination.timezone)
    reach = end + dt.timedelta(minutes=egress.minutes)
    return Journey(way, role, access, egress, leave, start, end, reach)


@functools.lru_cache(maxsize=8192)  # every option weighs the same departures
def shifted(local: dt.datetime, minutes: int, zone: str, end_zone: str) -> dt.datetime:
    """A local time some minutes later, in another zone."""
    instant = local.replace(tzinfo=ZoneInfo(zone)) + dt.timedelta(0)
    later = instant.astimezone(dt.UTC) + dt.timedelta(minutes=minutes)
    return later.astimezone(ZoneInfo(end_zone)).replace(tzinfo=None)


def journey_on(
    request: Request, way: Way, role: Role, date: dt.date, access: LocalMove, egress: LocalMove
) -> Journey:
    """The best departure on a date (of leaving) for its role."""
    weigh = _weight_home if role == "home" else _weight_there
    journeys = (
        timed(way, role, access, egress, dt.datetime.combine(date, dt.time()) + dt.timedelta(minutes=leave))
        for leave in range(FIRST_LEAVE, LAST_LEAVE + 1, STEP)
    )
    return min(journeys, key=lambda journey: (weigh(journey, request), journey.leave))


def journey_home(request: Request, way: Way, end: dt.date, access: LocalMove, egress: LocalMove) -> Journey:
    """The best departure that is home on `end`: that day, or earlier by a night or two under way where
    the way is that long."""
    journeys = [
        journey_on(request, way, "home", end - dt.timedelta(days=days), access, egress) for days in range(4)
    ]
    in_time = [journey for journey in journeys if journey.reach.date() == end]
    in_time = in_time or [journey for journey in journeys if journey.reach.date() <= end] or journeys[-1:]
    return min(in_time, key=lambda journey: _weight_home(journey, request))


def _weight_there(journey: Journey, request: Request) -> float:
    """Minutes until the city can be enjoyed, with penalties for leaving early, arriving late, and
    nights under way."""
    arrival = _minutes_since(journey.leave.date(), journey.reach)
    clock = arrival % DAY
    useful = arrival
    if clock > USEFUL_UNTIL:
        useful = arrival - clock + DAY + MORNING
    elif clock < MORNING:
        useful = arrival - clock + MORNING
    late = clock - LATE if clock > LATE else 240 + clock if clock < 6 * 60 else 0
    wished = dt.datetime.combine(dt.date.min, LEAVE_HOME[request.pace])
    if journey.role == "between":
        wished = dt.datetime.combine(dt.date.min, request.limits.earliest) + AFTER_BREAKFAST
    elif request.days == 1:
        wished = dt.datetime.combine(dt.date.min, DAY_TRIP_LEAVE)
    leave = clock_minutes(journey.leave)
    early = EARLY_WEIGHT * max(0, clock_minutes(wished) - leave)
    if _through_the_night(journey):
        early = NIGHT_LEG + NIGHT_EARLY_WEIGHT * max(0, NIGHT_LEAVE - leave)
    return useful + late + early


def _weight_home(journey: Journey, request: Request) -> float:
    """Leaving about five, home by half past nine, not before breakfast, nights under way only for
    long ways."""
    leave, reach = clock_minutes(journey.leave), clock_minutes(journey.reach)
    back, home_by = (DAY_TRIP_BACK, DAY_TRIP_BY) if request.days == 1 else (HOME_LEAVE, HOME_BY)
    late = max(0, reach - home_by) if reach >= 6 * 60 else 240 + reach
    wished = request.limits.earliest.hour * 60 + 60
    early = max(0, wished - leave)
    return 3 * late + NIGHT_HOME * journey.nights + abs(back - leave) * 0.5 + 2 * early


def _through_the_night(journey: Journey) -> bool:
    """By the clock of the departure the way is on at three in the morning, or it lands before nine."""
    begin = clock_minutes(journey.start)
    end = begin + to_five(journey.way.door_to_door)
    return begin < 3 * 60 + DAY < end or begin < 3 * 60 < end or clock_minutes(journey.end) < 9 * 60


def _minutes_since(date: dt.date, moment: dt.datetime) -> int:
    return (moment.date() - date).days * DAY + clock_minutes(moment)
