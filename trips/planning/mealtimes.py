"""When meals are had: by the country, the party and the pace.

Hours are those at which visitors usually find kitchens open and others eating; a row's own hours always
win, and so does the end of a day by the pace asked. Minutes of the day.
"""

from __future__ import annotations

from dataclasses import dataclass

from trips.planning.request import Request
from trips.schemas import MealName


@dataclass(frozen=True)
class MealHours:
    """A meal begins between `earliest` and `latest`, best at `ideal`."""

    earliest: int
    ideal: int
    latest: int


def _clock(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def _hours(earliest: str, ideal: str, latest: str) -> MealHours:
    return MealHours(_clock(earliest), _clock(ideal), _clock(latest))


USUAL: dict[MealName, MealHours] = {
    "breakfast": _hours("6:30", "8:30", "10:30"),
    "lunch": _hours("11:30", "12:30", "14:30"),
    "dinner": _hours("18:00", "18:45", "20:30"),
}
#: Where one eats later than that: (lunch, dinner).
_LATE = (_hours("12:00", "12:45", "14:30"), _hours("18:30", "19:30", "21:00"))
_LATER = (_hours("12:00", "13:00", "14:30"), _hours("19:00", "20:00", "21:30"))
_LATEST = (_hours("12:30", "13:45", "15:15"), _hours("20:00", "20:45", "22:00"))
_BY_COUNTRY = {
    **dict.fromkeys("FR BE LU CH BR ZA LB AE SA QA IN MX".split(), _LATE),
    **dict.fromkeys("MA TN DZ EG IT MT HR GR CY TR IL CO PE PT".split(), _LATER),
    **dict.fromkeys("ES AR UY CL".split(), _LATEST),
}
#: With a child younger than this dinner is early.
SMALL_CHILD = 6
_WITH_SMALL_CHILDREN = _hours("17:30", "18:00", "19:30")
#: Who arrives late may still sit down for a meal within these minutes; for lunch until LATE_LUNCH.
ARRIVED_HUNGRY, LATE_LUNCH = 45, _clock("14:30")
#: From the usual hour of dinner until one is back at the stay, minutes.
DINNER_AND_WAY = 120


def meal_hours(meal: MealName, country: str, request: Request) -> MealHours:
    """The hours of a meal in a country (ISO code) for this party."""
    if meal == "breakfast":
        return USUAL[meal]
    if meal == "dinner" and any(age < SMALL_CHILD for age in request.ages):
        return _WITH_SMALL_CHILDREN
    lunch, dinner = _BY_COUNTRY.get(country, (USUAL["lunch"], USUAL["dinner"]))
    return lunch if meal == "lunch" else dinner


def evening_end(country: str, request: Request) -> int:
    """When a day ends: by the pace, or after dinner where one dines later. Visits end by the pace."""
    dinner = meal_hours("dinner", country, request)
    return max(request.limits.latest.hour * 60, dinner.ideal + DINNER_AND_WAY)


def meals_between(start: int, end: int, country: str, request: Request, *, slept: bool) -> list[MealName]:
    """Meals whose time falls into a stretch (minutes of the day), with room to eat. `slept` = the night
    before was spent here."""
    lunch, dinner = (meal_hours(name, country, request) for name in ("lunch", "dinner"))
    found: list[MealName] = []
    if start <= (USUAL["breakfast"].latest if slept else _clock("9:45")) and end - start >= 40:
        found.append("breakfast")
    if start <= max(LATE_LUNCH, lunch.latest) and end >= lunch.earliest + 60:
        found.append("lunch")
    if end >= dinner.earliest + 60:
        found.append("dinner")
    return found
