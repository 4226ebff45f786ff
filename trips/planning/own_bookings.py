"""Bookings that belong to no item of the plan yet: whose clock they go by, which item they may be for, and
what they overlap. Pure: times are local and naive, each with its zone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from trips.catalogue.matching import means
from trips.planning.agenda_values import Reservation
from trips.planning.whereabouts import same_clock, timed, utc_of, zone_in_words
from trips.schemas import FreeTime, Item, Leg, Meal, Plan, Stay, Visit
from trips.wording import day_in_words, listed, time_in_words

_BY_MODE = frozenset({"flight", "train", "coach", "ferry", "car"})
#: A table booked at most so far from a meal without a place of its own may be that meal.
_NEAR_A_MEAL = dt.timedelta(hours=2)
_LOCAL_MODES = frozenset({"walk", "transit", "taxi"})
_MOST_NAMED = 3


def span_in_words(start: dt.datetime, end: dt.datetime, zone: str, end_zone: str, here: str = "") -> str:
    """09:00–11:00 · 22:00–02:00 next day · 10:30 – 09:15 (local times). `here` = the zone that
    goes without saying; a time in another one names it."""
    began, ended = time_in_words(start), time_in_words(end)
    when = _other_day(start.date(), end.date())
    moment = utc_of(end, end_zone)
    if same_clock(zone, end_zone, moment):
        span = began if start == end else f"{began}–{ended}{when}"
        return span if not here or same_clock(zone, here, moment) else f"{span} ({zone_in_words(zone)})"
    return f"{began} – {ended}{when} (local times)"


def zone_there(plan: Plan | None, local: dt.datetime | None) -> str:
    """The zone of where the plan has them at a local time: of what they do then or did last on that day, of
    the day's first thing before it; outside the plan of its nearest day. UTC without anything to go by."""
    days = [day for day in plan.days if timed(day.items)] if plan else []
    if not days:
        return "UTC"
    if local is None:
        return timed(days[0].items)[0].zone
    so_far = [day for day in days if day.date <= local.date()]
    items = timed((so_far or days)[-1 if so_far else 0].items)
    zone = items[0].zone
    for item in items if so_far else ():
        if item.start > local:
            break
        zone = (item.end_zone or item.zone) if item.end <= local else item.zone
    return zone


def times_of(booking: Reservation, plan: Plan | None) -> tuple[dt.datetime, dt.datetime, str, str]:
    """Start, end and their zones; without an end it is a moment. Only of a booking that has a start."""
    start = booking.start or dt.datetime.min
    zone = booking.zone or zone_there(plan, start)
    return start, booking.end or start, zone, booking.end_zone or zone


def in_words(booking: Reservation, plan: Plan | None) -> str:
    """Its times, with the clock where that is not the plan's own there; "" without a start."""
    if booking.start is None:
        return ""
    return span_in_words(*times_of(booking, plan), here=zone_there(plan, booking.start))


def told(booking: Reservation, plan: Plan) -> str:
    """A line below the item it was made for: "Booked: Eurostar 9011, 09:31 (London time) – …"."""
    words = ", ".join(part for part in (booking.title, in_words(booking, plan)) if part)
    if booking.status == "booked":
        return f"Booked: {words}."
    by = f" by {day_in_words(booking.book_by)}" if booking.book_by else ""
    return f"To be booked{by}: {words}."


def alone(bookings: Sequence[Reservation], plan: Plan) -> list[Reservation]:
    """Those with a start that were made for no item of the plan; cancelled ones are gone. By their start."""
    uids = {item.uid for item in plan.items()}
    rows = [row for row in bookings if row.status != "cancelled" and row.item_uid not in uids and row.start]
    return sorted(rows, key=lambda row: (_span(row, plan)[0], row.key))


# --- Which item it may be -------------------------------------------------------------------------


def meant(bookings: Sequence[Reservation], plan: Plan) -> dict[int, Item]:
    """By the booking's key: the item it may have been made for, by kind, date and name. An item is offered
    once, and only while nothing is booked for it."""
    taken = {row.item_uid for row in bookings if row.status != "cancelled" and row.item_uid}
    found: dict[int, Item] = {}
    for row in alone(bookings, plan):
        fitting = [item for item in plan.items() if item.uid not in taken and _fits(row, item)]
        if fitting:
            best = min(fitting, key=lambda item: (not _named(row, item), _apart(row, item), item.uid))
            found[row.key] = best
            taken.add(best.uid)
    return found


def _fits(booking: Reservation, item: Item) -> bool:
    start = booking.start
    if start is None:
        return False
    on_that_day = item.start.date() == start.date()
    match item:
        case Leg():
            return on_that_day and booking.kind in _BY_MODE and item.mode == booking.kind
        case Stay():
            return booking.kind == "stay" and item.start.date() <= start.date() < item.end.date()
        case Visit():
            return booking.kind == "visit" and on_that_day and _named(booking, item)
        case Meal():
            near = item.style == "free" and _apart(booking, item) <= _NEAR_A_MEAL
            return booking.kind == "food" and on_that_day and (near or _named(booking, item))
    return False


def _named(booking: Reservation, item: Item) -> bool:
    return means(booking.title, [item.title]) or means(item.title, [booking.title])


def _apart(booking: Reservation, item: Item) -> dt.timedelta:
    return abs(item.start - booking.start) if booking.start else dt.timedelta.max


# --- What it overlaps -----------------------------------------------------------------------------


def overlap_in_words(booking: Reservation, bookings: Sequence[Reservation], plan: Plan) -> str:
    """ "It overlaps Louvre (10:20–12:00) of your plan."; "" where nothing is in its way. What it may be
    itself, stays, free time and ways within a town are in nobody's way."""
    if booking.start is None or booking.status == "cancelled" or booking.kind == "stay":
        return ""
    itself = meant(bookings, plan).get(booking.key)
    span = _span(booking, plan)
    uids = {booking.item_uid, itself.uid if itself else ""} - {""}
    here = [
        f"{item.title} ({span_in_words(item.start, item.end, item.zone, item.end_zone or item.zone)})"
        for item in plan.items()
        if item.uid not in uids and _in_the_way(item) and _overlap(span, (item.start_utc, item.end_utc))
    ]
    others = [
        f"{row.title} ({in_words(row, plan)})"
        for row in alone(bookings, plan)
        if row.key != booking.key and row.kind != "stay" and _overlap(span, _span(row, plan))
    ]
    parts = [f"{_some(here)} of your plan"] if here else []
    parts += [f"{_some(others)} of your bookings"] if others else []
    return f"It overlaps {' and '.join(parts)}." if parts else ""


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return listed([*names[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


def _in_the_way(item: Item) -> bool:
    if isinstance(item, Leg):
        return item.mode not in _LOCAL_MODES
    return not isinstance(item, Stay | FreeTime)


_Span = tuple[dt.datetime, dt.datetime]


def _overlap(one: _Span, other: _Span) -> bool:
    """A moment lies within a span when it is after its start."""
    if one[0] == one[1]:
        return other[0] < one[0] < other[1] or one == other
    return one[0] < other[1] and other[0] < one[1]


def _span(booking: Reservation, plan: Plan) -> _Span:
    start, end, zone, end_zone = times_of(booking, plan)
    return utc_of(start, zone), utc_of(end, end_zone)


def _other_day(date: dt.date, other: dt.date) -> str:
    days = (other - date).days
    return {0: "", 1: " next day", -1: " the day before"}.get(days, f" on {day_in_words(other)}")
