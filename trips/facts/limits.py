"""What a trip can be at most, and the sentences that say so: one wording for a message, a form and a
model's change."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

MAX_DAYS = 60
MAX_TRAVELLERS = 30
MAX_ROOMS = 30
MAX_CHILD_AGE = 17
MAX_YEARS_AHEAD = 5
MAX_AMOUNT = Decimal(1_000_000_000)  # of any currency: 25 million rupiah are a week's budget
MAX_ENTRIES = 40  # of one list: interests, must-dos …
MAX_ENTRY = 120  # characters of one entry


def spoken_date(day: dt.date) -> str:
    """ "15 February 2027"."""
    return f"{day.day} {day:%B} {day.year}"


def spoken_range(start: dt.date, end: dt.date) -> str:
    """ "15–18 February 2027", "28 February – 3 March 2027"."""
    if start == end:
        return spoken_date(start)
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day}–{end.day} {end:%B} {end.year}"
    if start.year == end.year:
        return f"{start.day} {start:%B} – {spoken_date(end)}"
    return f"{spoken_date(start)} – {spoken_date(end)}"


def date_problem(day: dt.date, today: dt.date) -> str | None:
    """Why nobody can travel on this day; None when they can."""
    if day < today:
        return f"{spoken_date(day)} is in the past."
    if day.year > today.year + MAX_YEARS_AHEAD:
        return f"{spoken_date(day)} is too far ahead: I plan up to {MAX_YEARS_AHEAD} years ahead."
    return None


def days_problem(days: int) -> str | None:
    if days < 1:
        return "A trip needs at least one day."
    if days > MAX_DAYS:
        return f"{days} days is too long: I plan trips of up to {MAX_DAYS} days."
    return None


def range_problem(start: dt.date, end: dt.date, today: dt.date, *, begun: bool = False) -> str | None:
    """Why these are no days of a trip. `begun`: its start stands and is not chosen now, so it may be over."""
    if end < start:
        return f"The trip would end on {spoken_date(end)}, before it starts on {spoken_date(start)}."
    too_early = None if begun and start <= today else date_problem(start, today)
    return too_early or date_problem(end, today) or days_problem((end - start).days + 1)


def travellers_problem(travellers: int) -> str | None:
    if travellers < 1:
        return "A trip needs at least one traveller."
    if travellers > MAX_TRAVELLERS:
        return f"{travellers} travellers are too many: I plan for up to {MAX_TRAVELLERS}."
    return None


def age_problem(age: int) -> str | None:
    if not 0 <= age <= MAX_CHILD_AGE:
        return f"Children are up to {MAX_CHILD_AGE} years old: somebody of {age} counts as an adult."
    return None


def rooms_problem(rooms: int) -> str | None:
    if not 1 <= rooms <= MAX_ROOMS:
        return f"I book between 1 and {MAX_ROOMS} rooms, not {rooms}."
    return None


def amount_problem(amount: Decimal, what: str = "A budget") -> str | None:
    if amount < 0:
        return f"{what} can't be negative."
    if amount == 0:
        return f"{what} has to be more than nothing."
    if amount > MAX_AMOUNT:
        return f"{what} of {amount:,.0f} is more than I can count with."
    return None
