"""Public holidays, from the package holidays (MIT); dates that follow the moon say "(estimated)"."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import Any

from trips.catalogue import world
from trips.catalogue.bundled import content
from trips.catalogue.geography import City, Holiday
from trips.catalogue.names import key

_END_OF_FAST = re.compile(r"Eid al-Fitr|Eid-ul-Fitr|Eid ul-Fitr|Hari Raya Puasa|Ramadan Feast", re.I)
_AFFIXES = re.compile(
    r"^(?:State of|City state|Federation of|Region of) "
    r"| (?:Region|Department|Province|Voivodeship|Metropolitan|District|State)$"
)


@lru_cache(maxsize=256)
def _holidays(country: str, year: int, part: str | None) -> tuple[Holiday, ...]:
    kind = _kind(country)
    if kind is None:
        return ()
    language = next((code for code in ("en_US", "en_GB") if code in kind.supported_languages), None)
    dates = kind(years=year, subdiv=part, language=language)
    return tuple(Holiday(date, name) for date, name in sorted(dates.items()))


def _kind(country: str) -> Any:
    import holidays  # on first use: the package is large

    return getattr(holidays, country, None)


@lru_cache(maxsize=512)
def _parts(country: str) -> dict[str, str]:
    """Folded code or name → code, of the parts whose holidays the package knows."""
    kind = _kind(country)
    aliases = getattr(kind, "subdivisions_aliases", None) or {}
    codes = kind.subdivisions if kind else ()
    return {key(name): code for name, code in aliases.items()} | {key(code): code for code in codes}


def holidays_of(country: str, year: int) -> list[Holiday]:
    """By date. `country` is an ISO code; empty for an unknown one."""
    return list(_holidays(country.upper(), year, None))


def holidays_at(city: City, year: int) -> list[Holiday]:
    """Those of its country, and of the part of it that the city lies in."""
    return list(_holidays(city.country, year, _part_of(city)))


def holidays_between(city: City, start: dt.date, end: dt.date) -> list[Holiday]:
    """Where the city is, both dates included."""
    years = range(start.year, end.year + 1)
    return [day for year in years for day in holidays_at(city, year) if start <= day.date <= end]


def _part_of(city: City) -> str | None:
    """As the package names it; None if unknown. In Italy the parts are the cities' own (patron saints)."""
    if city.country == "IT":
        names = (name for name in _parts("IT") if len(name) > 3 and world.is_named(city.id, name))
        return _parts("IT").get(next(names, ""))
    by_name = _known_part(city.country, city.admin1) if city.admin1 else None
    return by_name or (None if city.admin1_code.isdigit() else _known_part(city.country, city.admin1_code))


def _known_part(country: str, name: str) -> str | None:
    known, local = _parts(country), content("holiday_names.json")["parts"].get(country, {}).get(name, name)
    return known.get(key(local)) or known.get(key(_AFFIXES.sub("", local)))


def ramadans(country: str, start: dt.date, end: dt.date) -> list[tuple[dt.date, dt.date]]:
    """First and last day of each Ramadan that touches these dates, a day more or less, in a country whose
    public holidays include its end (Eid al-Fitr) on two days or more."""
    found = []
    for year in range(start.year - 1, end.year + 2):
        feasts = [one.date for one in holidays_of(country, year) if _END_OF_FAST.search(one.name)]
        if len(feasts) < 2:
            continue
        for begins in _ramadan_begins(year):
            ends = next((feast for feast in feasts if 28 <= (feast - begins).days <= 31), None)
            if ends and begins <= end and ends > start:
                found.append((begins, ends - dt.timedelta(days=1)))
    return found


@lru_cache(maxsize=16)
def _ramadan_begins(year: int) -> tuple[dt.date, ...]:
    from holidays.calendars.islamic import _IslamicLunar

    return tuple(entry[0] for entry in _IslamicLunar().ramadan_beginning_dates(year))
