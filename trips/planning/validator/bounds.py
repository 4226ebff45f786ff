"""Any integer and date fit the schema; arithmetic and print do not take them. Cut to what could be true."""

from __future__ import annotations

import datetime as dt
from typing import Any

from pydantic import BaseModel

#: No count, year of age, number of minutes or geonames id is larger.
LARGEST = 10**9
#: No trip begins before the first or ends after the last of these years.
FIRST_YEAR, LAST_YEAR = 1900, 2199


def bounded(value: Any) -> Any:
    """A pydantic model, a list of them, a number or a date: the same value, or a copy with every integer
    cut to ±LARGEST and every date to FIRST_YEAR … LAST_YEAR where one is beyond."""
    if isinstance(value, BaseModel):
        cut = {name: new for name, old in value.__dict__.items() if (new := bounded(old)) is not old}
        return value.model_copy(update=cut) if cut else value
    if isinstance(value, list) and value:
        elements = [bounded(element) for element in value]
        return elements if any(new is not old for new, old in zip(elements, value, strict=True)) else value
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        return LARGEST if value > 0 else -LARGEST
    if isinstance(value, dt.date) and not FIRST_YEAR <= value.year <= LAST_YEAR:
        year = FIRST_YEAR if value.year < FIRST_YEAR else LAST_YEAR
        return value.replace(year=year, month=1, day=1)  # every year has this day
    return value
