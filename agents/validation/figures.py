"""Figures in prose: a mind may say those that it was given, and none of its own. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from trips.planning.figures import clock_times, prices_in

_NUMBER = re.compile(r"\d+(?:[.,:'’ \u00a0\u202f]\d{3}(?!\d))*(?:[.,:]\d+)*")
_BETWEEN_THOUSANDS = re.compile(r"[.,'’ \u00a0\u202f](?=\d{3}(?!\d))")
_OCLOCK = re.compile(r"\s*o['’]clock\b", re.IGNORECASE)
_WHOLE = Decimal(1)


def numbers(text: str) -> Iterator[str]:
    """Every number as it is written: "1,500", "10.5", "18:30"."""
    return (match[0] for match in _NUMBER.finditer(text))


def amount(number: str) -> Decimal | None:
    """1500 of "1,500", "1.500", "1 500.00"; None of what is no number."""
    plain = _BETWEEN_THOUSANDS.sub("", number.strip()).replace(",", ".")
    try:
        return Decimal(plain)
    except InvalidOperation:
        return None


def invented_numbers(said: str, given: str) -> list[str]:
    """Numbers of any kind."""
    return sorted(set(numbers(said)) - set(numbers(given)))


def invented_times(said: str, given: str) -> list[str]:
    """Hours of day, as "18:30"."""
    return [f"{hour:02d}:{minute:02d}" for hour, minute in sorted(_times(said) - _times(given))]


def invented_prices(said: str, given: str) -> list[str]:
    """Sums of money as they are said; one is given by its whole units, cut off or rounded."""
    amounts = [value for number in numbers(given) if (value := amount(number)) is not None]
    known = {str(int(value)) for value in amounts}
    known |= {str(value.quantize(_WHOLE, ROUND_HALF_UP)) for value in amounts}
    return [price.rstrip(".,") for price, units in prices_in(said) if units not in known]


def _times(text: str) -> set[tuple[int, int]]:
    return {time for _said, time in clock_times(_OCLOCK.sub(":00", text))}
