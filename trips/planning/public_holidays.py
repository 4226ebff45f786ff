"""Public holidays, from the package holidays (MIT); dates that follow the moon say "(estimated)"."""

from __future__ import annotations

from functools import lru_cache

from trips.planning.geography import Holiday
from trips.planning.names import key


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
    part = _subdivisions(country.upper()).get(key(subdivision)) if subdivision else None
    return list(_holidays(country.upper(), year, part))


def subdivision_of(country: str, admin1: str, admin1_code: str) -> str | None:
    """The part of a country, as the package names it, that a city's province is; None if unknown."""
    known = _subdivisions(country)
    by_name = known.get(key(admin1)) if admin1 else None
    return by_name or (known.get(key(admin1_code)) if not admin1_code.isdigit() else None)
