"""What an agenda says around a day: climate, public holidays, the clocks, the night. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trips.catalogue.gazetteer import City, Climate, Gazetteer
from trips.catalogue.opening_hours import holidays_on
from trips.planning.agenda_values import Forecast
from trips.planning.whereabouts import clock_change, difference_in_words, same_clock
from trips.schemas import Day, Leg, Point, Stay
from trips.wording import day_in_words

_MONTHS = "January February March April May June July August September October November December".split()
#: As the plan's own note of a day begins that says so as well.
_HOLIDAY_NOTE = "Public holiday: "


def night_of(day: Day, stays: Sequence[Stay]) -> str:
    own = [stay for stay in stays if stay.start.date() <= day.date < stay.end.date()]
    return own[-1].title if own else ""


def climate_in_words(climate: Climate | None, city: City | None) -> str:
    """Long-term means; the word forecast is only there to be denied."""
    if climate is None or city is None:
        return ""
    return (
        f"Climate of {city.name} in {_MONTHS[climate.month - 1]}: {round(climate.mean_c)} °C on average over "
        f"day and night, {climate.rain_mm:.0f} mm of rain in the month. Long-term means, not a forecast."
    )


def forecast_in_words(forecast: Forecast | None, city: City | None) -> str:
    if forecast is None or city is None:
        return ""
    chance = "" if forecast.chance is None else f" ({forecast.chance} % chance)"
    return (
        f"Forecast for {city.name}: {round(forecast.low)} to {round(forecast.high)} °C, "
        f"{forecast.rain_mm:.0f} mm of rain{chance}; asked on {day_in_words(forecast.asked)}."
    )


def holidays_of(day: Day, city: City | None, gazetteer: Gazetteer) -> list[str]:
    """Public holidays where the travellers spend that day, each with the country when there are several; not
    of a town that they only leave or come to."""
    spent = [item.city_id for item in day.items if not isinstance(item, Leg)]
    passed = [city.id if city else None, *(item.city_id for item in day.items)]  # of a day on the way alone
    towns = gazetteer.cities(spent or passed)
    found: dict[str, list[str]] = {}
    for town in towns:
        for name in holidays_on(town, day.date, gazetteer):
            countries = found.setdefault(name, [])
            if town.country_name not in countries:
                countries.append(town.country_name)
    several = len({town.country for town in towns}) > 1
    return [f"{name} ({', '.join(countries)})" if several else name for name, countries in found.items()]


def clock_of(day: Day, zone: str, gazetteer: Gazetteer) -> list[str]:
    """Legs into another zone, and summer time where the day ends."""
    said = []
    for item in day.items:
        if isinstance(item, Leg) and item.end_zone and not same_clock(item.zone, item.end_zone, item.end_utc):
            here, there = (town_of(point, gazetteer) for point in (item.origin, item.destination))
            said.append(difference_in_words(item.zone, item.end_zone, item.end_utc, (here, there)))
    return [*dict.fromkeys(said), *filter(None, (clock_change(zone, day.date),))]


def town_of(point: Point, gazetteer: Gazetteer) -> str:
    """Its town; its own name where none is known."""
    city = gazetteer.city(point.city_id)
    return city.name if city else point.name


def point_in_words(point: Point) -> str:
    return f"{point.name} ({point.code})" if point.code and point.code not in point.name else point.name


def note_of(day: Day, holidays: Sequence[str]) -> str:
    """The plan's note of a day without the holidays that are told already."""
    if not holidays or not day.note.startswith(_HOLIDAY_NOTE):
        return day.note
    names = {name for told in holidays for name in (told, told.rsplit(" (", 1)[0])}
    any_of = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.sub(rf"^{_HOLIDAY_NOTE}(?:{any_of})(?: and (?:{any_of}))*\.\s*", "", day.note)
