"""Public holidays, from the package holidays (MIT); dates that follow the moon say "(estimated)"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from functools import lru_cache

from trips.catalogue.geography import Holiday
from trips.catalogue.names import key

#: English names of provinces (GeoNames) → names the package knows.
_LOCAL_NAMES = {
    "DE": {
        "Bavaria": "Bayern",
        "Hesse": "Hessen",
        "Lower Saxony": "Niedersachsen",
        "Mecklenburg-Western Pomerania": "Mecklenburg-Vorpommern",
        "North Rhine-Westphalia": "Nordrhein-Westfalen",
        "Rhineland-Palatinate": "Rheinland-Pfalz",
        "Saxony": "Sachsen",
        "Saxony-Anhalt": "Sachsen-Anhalt",
        "Thuringia": "Thüringen",
    },
    "AT": {
        "Carinthia": "Kärnten",
        "Lower Austria": "Niederösterreich",
        "Styria": "Steiermark",
        "Tyrol": "Tirol",
        "Upper Austria": "Oberösterreich",
        "Vienna": "Wien",
    },
    "ES": {
        "Andalusia": "Andalucía",
        "Balearic Islands": "Islas Baleares",
        "Basque Country": "País Vasco",
        "Canary Islands": "Canarias",
        "Castille and León": "Castilla y León",
        "Castille-La Mancha": "Castilla-La Mancha",
        "Catalonia": "Cataluña",
        "Navarre": "Navarra",
        "Valencia": "Valenciana",
    },
    "PT": {
        "Azores": "Região Autónoma dos Açores",
        "Lisbon": "Lisboa",
        "Madeira": "Região Autónoma da Madeira",
    },
    "BR": {"Federal District": "Distrito Federal"},
}
_END_OF_FAST = re.compile(r"Eid al-Fitr|Eid-ul-Fitr|Eid ul-Fitr|Hari Raya Puasa|Ramadan Feast", re.I)
_AFFIXES = re.compile(
    r"^(?:State of|City state|Federation of|Region of) "
    r"| (?:Region|Department|Province|Voivodeship|Metropolitan|District|State)$"
)


@lru_cache(maxsize=256)
def _holidays(country: str, year: int, subdivision: str | None) -> tuple[Holiday, ...]:
    import holidays  # on first use: the package is large

    try:
        kind = getattr(holidays, country)
    except AttributeError:
        return ()
    language = next((code for code in ("en_US", "en_GB") if code in kind.supported_languages), None)
    dates = kind(years=year, subdiv=subdivision, language=language)
    return tuple(Holiday(date, name) for date, name in sorted(dates.items()))


@lru_cache(maxsize=512)
def _subdivisions(country: str) -> dict[str, str]:
    """Folded code or name → code, of the parts whose holidays the package knows."""
    import holidays

    kind = getattr(holidays, country, None)
    if kind is None:
        return {}
    known = {key(code): code for code in kind.subdivisions}
    for name, code in (getattr(kind, "subdivisions_aliases", None) or {}).items():
        known.setdefault(key(name), code)
    return known


def holidays_of(country: str, year: int, subdivision: str | None = None) -> list[Holiday]:
    """By date. `country` is an ISO code, `subdivision` an ISO code or name of a part of it
    ("MA", "Bavaria"); an unknown part gives the country's. Empty for an unknown country."""
    part = _known_part(country.upper(), subdivision) if subdivision else None
    return list(_holidays(country.upper(), year, part))


def ramadans(country: str, start: dt.date, end: dt.date) -> list[tuple[dt.date, dt.date]]:
    """First and last day of each Ramadan that touches these dates, in a country whose public holidays
    include its end (Eid al-Fitr) on two days or more; the moon decides, so a day more or less."""
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


def _known_part(country: str, name: str) -> str | None:
    known = _subdivisions(country)
    local = _LOCAL_NAMES.get(country, {}).get(name, name)
    return known.get(key(local)) or known.get(key(_AFFIXES.sub("", local)))


def subdivision_of(
    country: str, admin1: str, admin1_code: str, is_named: Callable[[str], bool] = lambda name: False
) -> str | None:
    """The part of a country, as the package names it, that a city lies in; None if unknown. In
    Italy the parts are the cities' own (patron saints): `is_named` says whether a folded name is
    one of the city's."""
    if country == "IT":
        return next(
            (code for name, code in _subdivisions("IT").items() if len(name) > 3 and is_named(name)), None
        )
    by_name = _known_part(country, admin1) if admin1 else None
    return by_name or (_known_part(country, admin1_code) if not admin1_code.isdigit() else None)
