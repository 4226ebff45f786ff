"""Exchange rates of the day: `/v2/rates` of Frankfurter, for one euro."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from functools import lru_cache
from time import monotonic
from typing import Annotated

from django.conf import settings
from pydantic import BaseModel, Field, TypeAdapter

from config import clock
from trips.catalogue.exchange_rates import NewerRates, per_euro
from trips.remote.client import DAY, Implausible, ask, store

SETTING = "RATES_URL"
KEY = "rates"
#: A rate so many times off the bundled one is left out.
FARTHEST = 2
#: Days a rate is kept: a plan or an expense of that day is converted by it.
KEPT_DAYS = 120
SOURCE = "Frankfurter, reference rates of central banks"
#: Seconds that a process goes by what it read of the cache.
READ_EVERY = 60


class _Row(BaseModel):
    date: dt.date
    base: Annotated[str, Field(pattern="^EUR$")]
    quote: Annotated[str, Field(pattern="^[A-Z]{3}$")]
    rate: Annotated[Decimal, Field(gt=0, le=10**12, allow_inf_nan=False)]


_ROWS = TypeAdapter(list[_Row])


def newer_rates() -> NewerRates | None:
    """What was asked for, None when nothing was."""
    return _loaded(int(monotonic() // READ_EVERY)) if getattr(settings, SETTING) else None


@lru_cache(maxsize=1)
def _loaded(_minute: int) -> NewerRates | None:
    days = store().get(KEY)
    return NewerRates(days, SOURCE) if days else None


def fetch() -> None:
    """Once a day."""
    today = clock.today()
    if store().get(f"{KEY}:asked") == today:
        return
    found = ask(SETTING, "", {"base": "EUR"}, _read)
    if found:
        first = today - dt.timedelta(days=KEPT_DAYS)
        days = {date: row for date, row in (store().get(KEY) or {}).items() if date >= first}
        for date, row in found.items():
            days[date] = days.get(date, {}) | row
        store().set(KEY, days, KEPT_DAYS * DAY)
        store().set(f"{KEY}:asked", today, DAY)
        _loaded.cache_clear()


def _read(body: bytes) -> dict[dt.date, dict[str, str]]:
    """Date → currency → units for one euro. Raises ValueError."""
    rows, today, found = _ROWS.validate_json(body), clock.today(), {}
    for row in rows:
        if row.date > today + dt.timedelta(days=1):
            raise Implausible(f"a rate of {row.date}")
        ours = per_euro(row.quote, today)
        if ours and ours.units / FARTHEST <= row.rate <= ours.units * FARTHEST:
            found.setdefault(row.date, {})[row.quote] = str(row.rate)
    if not found:
        raise Implausible("no rate that could be true")
    return found
