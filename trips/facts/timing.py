"""How the dates of a trip hang together: start + length = end, a window lets go of dates outside it."""

from __future__ import annotations

import datetime as dt

from trips.facts.limits import date_problem, days_problem, range_problem, spoken_date
from trips.facts.refusal import Refused
from trips.schemas import Dates

_DAY = dt.timedelta(days=1)


def with_date(dates: Dates, name: str, day: dt.date | None, today: dt.date) -> Dates:
    """The dates after start, end, earliest or latest is set to `day` (None clears it). Raises
    Refused when that makes no trip."""
    changed = dates.model_copy(update={name: day})
    if day is None:
        return changed
    if day == getattr(dates, name):
        return changed
    if name != "earliest" and (problem := date_problem(day, today)):
        raise Refused(problem)
    if name == "start":
        return _started(dates, changed, today)
    if name == "end":
        return _ended(changed, today)
    return _windowed(changed, name)


def with_days(dates: Dates, days: int | None, today: dt.date) -> Dates:
    """The dates after the length is set: the end follows from the start, or the start from the end."""
    changed = dates.model_copy(update={"days": days})
    if days is None:
        return changed
    if problem := days_problem(days):
        raise Refused(problem)
    if dates.start:
        changed.end = dates.start + (days - 1) * _DAY
        _check(changed, today, begun=True)
    elif dates.end:
        changed.start = dates.end - (days - 1) * _DAY
        _check(changed, today)
    return changed


def _started(before: Dates, changed: Dates, today: dt.date) -> Dates:
    start = changed.start
    if changed.end is None:
        if changed.days:
            changed.end = start + (changed.days - 1) * _DAY
    elif before.start is None:
        changed.days = (changed.end - start).days + 1
    else:
        length = (changed.end - before.start).days + 1
        if start > changed.end or abs((start - before.start).days) >= length:
            changed.end = start + (length - 1) * _DAY  # the whole trip moved
        changed.days = (changed.end - start).days + 1
    _check(changed, today)
    return _outside_window_let_go(changed)


def _ended(changed: Dates, today: dt.date) -> Dates:
    if changed.start:
        _check(changed, today, begun=True)
        changed.days = (changed.end - changed.start).days + 1
    elif changed.days:
        changed.start = changed.end - (changed.days - 1) * _DAY
        _check(changed, today)
    return _outside_window_let_go(changed)


def _check(dates: Dates, today: dt.date, *, begun: bool = False) -> None:
    """`begun`: the start stood before, so that a trip under way may end on another day."""
    if dates.start and dates.end and (problem := range_problem(dates.start, dates.end, today, begun=begun)):
        raise Refused(problem)


def _windowed(changed: Dates, name: str) -> Dates:
    """A new window lets go of dates outside it, and of its own other end when that is behind."""
    if changed.earliest and changed.latest and changed.latest < changed.earliest:
        if name == "latest":
            raise Refused(
                f"The latest day, {spoken_date(changed.latest)}, would be before the earliest, "
                f"{spoken_date(changed.earliest)}."
            )
        changed.latest = None
    early = changed.earliest and changed.start and changed.start < changed.earliest
    late = changed.latest and changed.end and changed.end > changed.latest
    if early or late:
        changed.start = changed.end = None
    return changed


def _outside_window_let_go(changed: Dates) -> Dates:
    """Exact dates outside an older window are the newer word."""
    early = changed.earliest and changed.start and changed.start < changed.earliest
    late = changed.latest and changed.end and changed.end > changed.latest
    if early or late:
        changed.earliest = changed.latest = None
    return changed
