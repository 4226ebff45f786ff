"""A whole day later or earlier by the clock."""

from __future__ import annotations

from dataclasses import replace

from trips.planning.editing.changing import Change, fewest, tell_left_out
from trips.planning.editing.edits import CannotDo, ShiftDay
from trips.planning.editing.itinerary import Entry, is_appointment, minute_of
from trips.planning.editing.moving import in_hours
from trips.planning.editing.timeline import DayLine, Line, widened
from trips.wording import upper_first


def shift_day(change: Change, edit: ShiftDay) -> str:
    """Everything but what is held: a fixed date, a lock, what has begun. What no longer fits is left out, and
    that is said."""
    date, minutes = change.date(edit.day), 5 * round(edit.minutes / 5)
    moved = False
    for sojourn in change.itinerary.on(date):
        before = sojourn.days[date]
        order = [_shifted(change, entry, minutes) for entry in before]
        new = [one for one, old in zip(order, before, strict=True) if one is not old]
        if not new:
            continue
        dayline = change.line(sojourn, date)
        for one in (new[0], new[-1]):
            widened(dayline, one.wish or 0)
        line, gone = _with_the_fewest_lost(dayline, order, before, minutes)
        if line is None or not line.slots:
            raise CannotDo(f"{upper_first(change.day(date))} can't be {_in_words(minutes)} as a whole.")
        change.put(dayline, line)
        tell_left_out(change, gone, date)
        moved = True
    if not moved:
        raise CannotDo(f"Nothing on {change.day(date)} can be moved.")
    return f"Everything on {change.day(date)} is {_in_words(minutes)}."


def _with_the_fewest_lost(
    dayline: DayLine, order: list[Entry], before: list[Entry], minutes: int
) -> tuple[Line | None, list[Entry]]:
    """The day in its order, and what had to go; None = it can't be had even so."""
    starts = {entry.uid: _start(entry) for entry in before}

    def of(entries: list[Entry]) -> Line | None:
        line = dayline.at_their_hours(entries)
        ways = [(slot.start - starts[slot.entry.uid]) * minutes for slot in line.slots] if line else []
        return line if min(ways, default=0) >= 0 and max(ways, default=0) > 0 else None

    if line := of(order):
        return line, []
    for gone in fewest([one for one in reversed(order) if not (one.must or one.held)]):
        if line := of([one for one in order if not any(one is other for other in gone)]):
            return line, gone
    return None, []


def _start(entry: Entry) -> int:
    return entry.wish if entry.wish is not None else minute_of(entry.item.start, entry.item.start.date())


def _shifted(change: Change, entry: Entry, minutes: int) -> Entry:
    if entry.held or entry.item.locked or is_appointment(entry.item, change.itinerary.request):
        return entry
    return replace(entry, wish=max(_start(entry) + minutes, 0))


def _in_words(minutes: int) -> str:
    return f"{in_hours(abs(minutes))} {'later' if minutes > 0 else 'earlier'}"
