"""Weather of the next days: Open-Meteo's forecast API, `daily` values (CC BY 4.0, named where it shows)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated

from django.conf import settings
from pydantic import BaseModel, Field

from config import clock
from trips.catalogue.climate import climate
from trips.catalogue.gazetteer import City
from trips.planning.agenda_values import Forecast
from trips.remote.client import DAY, Implausible, ask, store

SETTING = "WEATHER_URL"
DAYS = 14
#: °C off the month's mean that no day is: -40 where it is -10, 45 where it is 15.
FARTHEST = 30
#: Asked again after so long, told for a day.
FRESH = dt.timedelta(hours=3)
DAILY = ("temperature_2m_min", "temperature_2m_max", "precipitation_sum", "precipitation_probability_max")

_Celsius = Annotated[float, Field(ge=-90, le=60, allow_inf_nan=False)]


class _Daily(BaseModel):
    """A list a variable, a value a day; null where the model knows none."""

    time: list[dt.date]
    temperature_2m_min: list[_Celsius | None]
    temperature_2m_max: list[_Celsius | None]
    precipitation_sum: list[Annotated[float, Field(ge=0, le=500, allow_inf_nan=False)] | None]
    precipitation_probability_max: list[Annotated[int, Field(ge=0, le=100)] | None]


class _Answer(BaseModel):
    daily: _Daily
    daily_units: dict[str, str]


def forecasts(city_ids: Iterable[int]) -> dict[tuple[int, dt.date], Forecast]:
    """By city and date, what was asked for within a day."""
    if not getattr(settings, SETTING):
        return {}
    known = store().get_many({_key(number): number for number in city_ids})
    return {(number, date): day for number, _asked, days in known.values() for date, day in days.items()}


def fetch(city: City) -> None:
    """Ask, unless it was asked lately."""
    known = store().get(_key(city.id))
    if known and clock.now() - known[1] < FRESH:
        return
    params = {
        "latitude": f"{city.lat:.2f}",
        "longitude": f"{city.lon:.2f}",
        "daily": ",".join(DAILY),
        "timezone": city.timezone,
        "forecast_days": str(DAYS + 1),
    }
    days = ask(SETTING, "", params, partial(_read, city_id=city.id))
    if days:
        store().set(_key(city.id), (city.id, clock.now(), days), DAY)


def _key(city_id: int) -> str:
    return f"weather:{city_id}"


def _read(body: bytes, city_id: int) -> dict[dt.date, Forecast]:
    """Raises ValueError."""
    answer = _Answer.model_validate_json(body)
    units = answer.daily_units
    if (units.get("temperature_2m_max"), units.get("precipitation_sum")) != ("°C", "mm"):
        raise Implausible("other units")
    today, found = clock.today(), {}
    lists = [getattr(answer.daily, name) for name in DAILY]
    for date, low, high, rain, chance in zip(answer.daily.time, *lists, strict=True):
        if abs((date - today).days) > DAYS + 2:
            raise Implausible(f"a forecast for {date}")
        if low is None or high is None or rain is None:
            continue
        if low > high:
            raise Implausible(f"a night of {low} °C and a day of {high}")
        usual = climate(city_id, date.month)
        if usual and max(high - usual.mean_c, usual.mean_c - low) > FARTHEST:
            raise Implausible(f"{low} to {high} °C where {usual.mean_c} are usual")
        found[date] = Forecast(low, high, rain, chance, today)
    return found
