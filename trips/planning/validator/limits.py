"""The figures the checks use, each with where it comes from."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache

from trips.catalogue.matching import is_among
from trips.schemas import MealName, Mode, Pace


@dataclass(frozen=True)
class PaceLimits:
    visits: int  # a day
    walking_km: float  # a day
    earliest: dt.time
    latest: dt.time


#: What the three paces mean for one day (product requirement).
PACES: dict[Pace, PaceLimits] = {
    "relaxed": PaceLimits(3, 6.0, dt.time(10), dt.time(20)),
    "moderate": PaceLimits(5, 10.0, dt.time(9), dt.time(21)),
    "packed": PaceLimits(7, 15.0, dt.time(8), dt.time(22)),
}

#: Minutes to be there before a departure; for a change to the same mode at the same point.
BEFORE_DEPARTURE: dict[Mode, int] = {"flight": 120, "train": 20, "coach": 20, "ferry": 20}
BEFORE_CONNECTION: dict[Mode, int] = {"flight": 60, "train": 10, "coach": 10, "ferry": 20}
#: Minutes from landing to the first stop.
AFTER_LANDING = 30


@dataclass(frozen=True)
class TravelTime:
    """What a way can take at the very least and at the very most, by the straight line between its ends:
    minutes to set off and stop, km/h on the first `near_km`, km/h beyond; and how slow, km/h, with how
    many minutes of delay and changes, is still believable."""

    standing: float
    near_km: float
    near: float
    far: float
    slowest: float
    delays: float


#: A way's own length is at most so many times the straight line when its time is judged by it.
MOST_WINDING = 1.5

#: A quick walker; a metro without a stop, then the Narita Express; a taxi on empty streets, then a motorway;
#: the Tokaido Shinkansen; a jet with tail wind, with the taxiing; a hydrofoil.
TRAVEL_TIMES: dict[Mode, TravelTime] = {
    "walk": TravelTime(0, 0, 6.5, 6.5, 1.2, 20),
    "transit": TravelTime(2, 8, 45, 110, 4, 75),
    "taxi": TravelTime(1, 8, 60, 110, 4, 60),
    "car": TravelTime(1, 8, 60, 130, 8, 120),
    "coach": TravelTime(3, 8, 60, 110, 15, 180),
    "train": TravelTime(3, 15, 100, 320, 15, 240),
    "flight": TravelTime(20, 0, 1050, 1050, 150, 1440),
    "ferry": TravelTime(2, 0, 90, 90, 4, 180),
}

#: Travel times are rounded to whole minutes.
ROUNDING_MINUTES = 1

#: Two stops farther apart than this need half an hour between them.
FAR_KM = 15.0
FAR_MINUTES = 30

#: How far from a city's centre its things lie at most, km (greater Tokyo's sights lie within 45).
CITY_RADIUS_KM = 50.0
#: Another populated place this near to a city is a part of it for somebody who sets out there, km.
SUBURB_KM = 15.0
#: How far an airport or station may lie from the city it serves, km.
AIRPORT_RADIUS_KM = 120.0

#: Positions closer than this are one place for somebody on foot, km.
SAME_PLACE_KM = 0.25

#: The longest way on foot for those who asked for short walks, km of path.
SHORT_WALK_KM = 1.0

#: A day's items begin on its date, or before this hour of the next night.
NIGHT_ENDS = dt.time(5)

#: When a meal that nobody has to open for (breakfast at the stay, free choice) is that meal.
MEAL_TIMES: dict[MealName, tuple[dt.time, dt.time]] = {
    "breakfast": (dt.time(5), dt.time(11, 30)),
    "lunch": (dt.time(11), dt.time(16)),
    "dinner": (dt.time(16, 30), dt.time(23, 30)),
}

#: When each meal begins at the earliest and the latest where nothing else is known, local time.
MEAL_WINDOWS: dict[MealName, tuple[dt.time, dt.time]] = {
    "breakfast": (dt.time(5), dt.time(11)),
    "lunch": (dt.time(11), dt.time(15)),
    "dinner": (dt.time(17), dt.time(21, 30)),
}
#: Countries that eat later: the latest begin of a meal.
LATE_MEALS: dict[MealName, dict[str, dt.time]] = {
    "lunch": dict.fromkeys("ES PT AR UY CL MX".split(), dt.time(16)),
    "dinner": dict.fromkeys("ES PT AR UY CL IT GR MT CY TR HR MA TN EG IL LB BR CO PE".split(), dt.time(23)),
}
#: Minutes from the begin of a meal to that of the next. TripCraft asks for four hours; a late breakfast,
#: and a dinner as early as children want it, are no fault.
BETWEEN_MEALS: dict[MealName, int] = {"breakfast": 150, "lunch": 180, "dinner": 180}

#: Visits may begin and end so much outside of the hours of a pace: a climb before the heat, a late museum.
PACE_TOLERANCE = dt.timedelta(minutes=60)
#: Minutes from the arrival after a night under way to the first visit.
REST_AFTER_NIGHT = 60

#: The hour each meal is had at; an appointment that runs through it takes its place.
MEAL_HOURS: dict[MealName, dt.time] = {
    "breakfast": dt.time(8, 30),
    "lunch": dt.time(13),
    "dinner": dt.time(19),
}

#: Persons in one car (TravelPlanner's rule).
SEATS_SELF_DRIVE = 5
SEATS_TAXI = 4

#: Over a rough budget by at most this share keeps it.
APPROXIMATE_SHARE = "0.10"

#: Two options share at most this part of the visits of the one with fewer.
SHARED_VISITS = 0.5

#: More minutes of one day on ways within town are remarked on.
MINUTES_ON_WAYS = 300
#: An order of stops is remarked on when it is so many times the shortest, and so many km longer.
DETOUR, DETOUR_KM = 2.5, 8.0
#: Days with more stops are not reordered to compare.
MOST_STOPS_ORDERED = 14

#: From one stop of a day to the next, on average, in a straight line, km.
KM_BETWEEN_STOPS = 25.0
#: The dearest day may cost so many times the mean of the others, beds and ways between cities left out; less
#: than so many typical meals a person is no matter.
DEAREST_DAY, DEAREST_DAY_MEALS = 6, 10
#: Fewer visits than this say nothing about likings.
VISITS_TO_JUDGE = 6

#: Other dates a plan is held against: days later, in words.
OTHER_DATES = ((1, "A day later"), (7, "A week later"), (182, "Half a year later"))
#: Degrees that make another climate.
WARMER_C = 5.0

#: Words for means of transport among the things to avoid.
_MODE_WORDS: dict[Mode, tuple[str, ...]] = {
    "flight": ("flight", "fly", "flying", "plane", "airplane"),
    "train": ("train", "rail"),
    "coach": ("coach", "bus"),
    "car": ("car", "driving", "self drive"),
    "taxi": ("taxi", "taxis", "cab"),
    "ferry": ("ferry", "boat"),
    "transit": ("subway", "metro", "public transport", "transit"),
}


@lru_cache(maxsize=256)
def modes_in(thing: str) -> frozenset[Mode]:
    """The means of transport that words to avoid name."""
    return frozenset(mode for mode, names in _MODE_WORDS.items() if is_among(thing, names))
