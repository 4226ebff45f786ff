"""Values as they come, from words, forms and models, turned into the types of the facts."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal, InvalidOperation

from trips.facts.limits import MAX_ENTRY, amount_problem, date_problem
from trips.facts.paths import PathRule
from trips.facts.refusal import Refused
from trips.schemas import Appointment, Cap

Raw = str | int | Decimal | bool | None


def integer(value: Raw, label: str) -> int:
    if isinstance(value, bool) or value is None:
        raise Refused(f"{label} has to be a number.")
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        raise Refused(f"{label} has to be a number, not {str(value)[:40]!r}.") from None
    if not number.is_finite() or number != number.to_integral_value() or abs(number) > 100_000:
        raise Refused(f"{label} has to be a whole number.")
    return int(number)


def amount(value: Raw, what: str) -> Decimal:
    if isinstance(value, bool) or value is None:
        raise Refused(f"{what} has to be a sum.")
    try:
        number = Decimal(str(value).replace(",", "").strip())
    except InvalidOperation:
        raise Refused(f"{what} has to be a sum, not {str(value)[:40]!r}.") from None
    if not number.is_finite():
        raise Refused(f"{what} has to be a sum.")
    if problem := amount_problem(number, what):
        raise Refused(problem)
    return number


def flag(value: Raw, label: str) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word in {"true", "yes", "1"}:
        return True
    if word in {"false", "no", "0"}:
        return False
    raise Refused(f"{label} is either yes or no.")


def date(value: Raw, label: str) -> dt.date:
    try:
        return dt.date.fromisoformat(str(value).strip())
    except ValueError:
        raise Refused(f"{label} has to be a date like 2027-02-15.") from None


def text(value: Raw, label: str) -> str:
    words = " ".join(str(value).split()).strip(" ,;") if value is not None else ""
    if not words:
        raise Refused(f"{label} is empty.")
    if len(words) > MAX_ENTRY:
        raise Refused(f"{label} is too long: at most {MAX_ENTRY} characters.")
    return words


def choice(value: Raw, rule: PathRule) -> str:
    word = str(value).strip().lower().replace(" ", "_").replace("-", "_")
    if word not in rule.choices:
        raise Refused(f"{rule.label} is one of {', '.join(rule.choices)}, not {str(value)[:40]!r}.")
    return word


def appointment(value: Raw, today: dt.date) -> Appointment:
    parts = [part.strip() for part in str(value or "").split("|")] + [""] * 5
    what, day, start, end, where = parts[:5]
    what = text(what, "An appointment")
    on = date(day, f"The day of {what}") if day else None
    if on and (problem := date_problem(on, today)):
        raise Refused(problem)
    first, last = _time(start, what), _time(end, what)
    if first and last and last <= first:
        raise Refused(f"{what} would end before it starts.")
    return Appointment(what=what, date=on, start=first, end=last, where=where[:MAX_ENTRY] or None)


def _time(words: str, what: str) -> dt.time | None:
    if not words:
        return None
    match = re.fullmatch(r"(\d{1,2}):(\d{2})(?::\d{2})?", words)
    if not match or int(match[1]) > 23 or int(match[2]) > 59:
        raise Refused(f"The time of {what} has to be like 14:30.")
    return dt.time(int(match[1]), int(match[2]))


def cap(value: Raw, currencies: frozenset[str]) -> Cap:
    category, total, currency = ([part.strip() for part in str(value or "").split("|")] + ["", ""])[:3]
    if category not in {"stay", "food", "transport", "visits"}:
        raise Refused("A limit is for stay, food, transport or visits.")
    code = currency.upper() or None
    if code and code not in currencies:
        raise Refused(f"I know no currency {currency[:8]!r}.")
    return Cap(category=category, amount=amount(total, "A limit"), currency=code)
