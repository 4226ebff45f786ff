"""What is reserved, or to be reserved: the one door for bookings, for pages, agenda, checklist and export.

Codes never leave this module but by `code_of`, which is asked by somebody who may edit the trip.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from trips.catalogue.exchange_rates import rate
from trips.catalogue.gazetteer import Gazetteer
from trips.models import Booking, Trip
from trips.planning import own_bookings
from trips.planning.agenda import deadlines_of
from trips.planning.agenda_entries import times_in_words
from trips.planning.agenda_values import Deadline, Reservation
from trips.planning.costing import sum_in, total_of
from trips.planning.whereabouts import zone_in_words
from trips.schemas import ROUGH_GRADES, Item, Leg, Meal, Plan, Rate, Stay, Visit
from trips.wording import counted, day_in_words

#: What `save` takes, besides the moments: names of the row's columns.
COLUMNS = ("item_uid", "kind", "title", "code", "status", "price", "currency", "book_by")
MASK = "••••••"
#: Days before an item by which one should have booked it, by what its row says; a suggestion in the form.
LEAD_DAYS = {"required": 14, "recommended": 7}
_JOURNEY_LEAD_DAYS = 30
#: A booking may lie so far before and after the days of its trip: a night on the way, a flight home later.
NEAR_TRIP = dt.timedelta(days=60)
_TICKETED = ("flight", "train", "coach", "ferry")


@dataclass(frozen=True, slots=True)
class Line:
    """One booking as a page shows it. Times are local; `in_trip` is the price in the trip's currency by
    `rate`, None where it is the same currency or none is known."""

    booking: Booking
    start: dt.datetime | None
    end: dt.datetime | None
    has_code: bool
    overdue: bool
    days_left: int | None
    left_the_plan: bool
    day_number: int | None
    in_trip: Decimal | None
    rate: Rate | None
    meant: Item | None = None  # of the plan, that it may have been made for
    overlap: str = ""

    @property
    def question(self) -> str:
        """Whether it was made for the item that it may be; "" where there is none."""
        if self.meant is None:
            return ""
        when = f"{day_in_words(self.meant.start.date())}, {times_in_words(self.meant)}"
        return f"Is this “{self.meant.title}” of your plan ({when})?"

    @property
    def mask(self) -> str:
        return MASK if self.has_code else ""

    @property
    def clock(self) -> str:
        """ "Tokyo time", or "Auckland time, ends Honolulu time"; "" without a zone."""
        row = self.booking
        if not row.zone:
            return ""
        other = f", ends {zone_in_words(row.end_zone)}" if row.end_zone not in ("", row.zone) else ""
        return f"{zone_in_words(row.zone)}{other}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something of the plan that asks for a booking and has none."""

    item: Item
    why: str
    strict: bool
    price: Decimal  # as planned, in the plan's currency
    many: str = ""  # "2 seats", "2 nights, 1 room"
    maybe: str = ""  # a booking that may be it

    @property
    def title(self) -> str:
        return self.item.title

    @property
    def start(self) -> dt.datetime:
        return self.item.departs if isinstance(self.item, Leg) else self.item.start

    @property
    def rough(self) -> bool:
        """Is its price an estimate, or a usual one?"""
        return any(line.grade in ROUGH_GRADES for line in self.item.costs)


def lines_of(trip: Trip, today: dt.date) -> list[Line]:
    """All bookings: what is still to book by its deadline, what is booked by its start, what is cancelled."""
    plan = trip.plan.plan if trip.plan else None
    days = {item.uid: number for number, day in enumerate(plan.days, 1) for item in day.items} if plan else {}
    rows = sorted(trip.bookings.all(), key=_order)
    known = reservations(trip) if plan else []
    meant = own_bookings.meant(known, plan) if plan else {}
    overlaps = {
        row.key: own_bookings.overlap_in_words(row, known, plan)
        for row in (own_bookings.alone(known, plan) if plan else [])
    }
    return [
        replace(_line(row, trip, days, today), meant=meant.get(row.pk), overlap=overlaps.get(row.pk, ""))
        for row in rows
    ]


def _order(row: Booking) -> tuple[int, dt.date, dt.datetime, int]:
    """The earliest deadline of what is still to book, then the earliest start; nothing comes last."""
    late, never = dt.date.max, dt.datetime.max.replace(tzinfo=dt.UTC)
    group = [Booking.Status.TO_BOOK, Booking.Status.BOOKED, Booking.Status.CANCELLED].index(row.status)
    return group, row.book_by or late if group == 0 else late, row.start or never, row.pk


def _line(row: Booking, trip: Trip, days: Mapping[str, int], today: dt.date) -> Line:
    found = _rate(row, trip, today)
    left = (row.book_by - today).days if row.book_by and row.status == Booking.Status.TO_BOOK else None
    start = local(row.start, row.zone)
    return Line(
        booking=row,
        start=start,
        end=local(row.end, row.end_zone or row.zone),
        has_code=bool(row.code),
        overdue=left is not None and left < 0 and not (start and start.date() < today),
        days_left=left,
        left_the_plan=bool(row.item_uid) and row.item_uid not in days,
        day_number=days.get(row.item_uid),
        in_trip=(row.price * found.rate).quantize(Decimal("0.01"))
        if found and row.price is not None
        else None,
        rate=found,
    )


def _rate(row: Booking, trip: Trip, today: dt.date) -> Rate | None:
    """The trip's currency for one of the booking's, by the latest figure there is on the day of asking."""
    if row.price is None or not row.currency or not trip.currency or row.currency == trip.currency:
        return None
    return rate(row.currency, trip.currency, today)


def local(moment: dt.datetime | None, zone: str) -> dt.datetime | None:
    """A stored moment on the clock of its place, naive."""
    return moment.astimezone(ZoneInfo(zone or "UTC")).replace(tzinfo=None) if moment else None


# --- For agenda and checklist --------------------------------------------------------------------


def reservations(trip: Trip) -> list[Reservation]:
    """Bookings as pure code takes them: no code, local times."""
    return [
        Reservation(
            key=row.pk,
            kind=row.kind,
            title=row.title,
            status=row.status,
            item_uid=row.item_uid,
            start=local(row.start, row.zone),
            end=local(row.end, row.end_zone or row.zone),
            zone=row.zone,
            book_by=row.book_by,
            has_code=bool(row.code),
            end_zone=row.end_zone,
        )
        for row in trip.bookings.all()
    ]


def deadlines(trip: Trip, today: dt.date) -> list[Deadline]:
    """What is noted as still to be booked, the most urgent first, without a date last."""
    return deadlines_of(reservations(trip), today)


def states_by_item(trip: Trip) -> dict[str, str]:
    """uid → "booked" or "to_book", for marks in the plan."""
    rows = trip.bookings.exclude(status=Booking.Status.CANCELLED).exclude(item_uid="")
    return {row.item_uid: row.status for row in rows.order_by("-status", "pk")}


def wanted(plan: Plan, known: Sequence[Reservation], gazetteer: Gazetteer, today: dt.date) -> list[Wanted]:
    """What of the plan asks for a booking, lies ahead and has none among those `known`; what needs one before
    what is advised."""
    have = {row.item_uid for row in known if row.status != "cancelled"}
    titles = {row.key: row.title for row in known}
    maybe = {item.uid: titles[key] for key, item in own_bookings.meant(known, plan).items()}
    found = []
    for item in plan.items():
        need = _need(item, gazetteer)
        if need and item.uid not in have and item.start.date() >= today:
            price = total_of([item], plan.currency, plan.rates)
            found.append(Wanted(item, *need, price, _many(item, plan), maybe.get(item.uid, "")))
    return sorted(found, key=lambda one: (not one.strict, one.item.start.date()))


def _many(item: Item, plan: Plan) -> str:
    match item:
        case Stay():
            return f"{counted(item.nights, 'night')}, {counted(item.rooms, 'room')}"
        case Leg():
            return counted(plan.travellers, "seat")
        case Meal():
            return f"a table for {plan.travellers}"
    return counted(sum(line.quantity for line in item.costs) or plan.travellers, "ticket")


def _need(item: Item, gazetteer: Gazetteer) -> tuple[str, bool] | None:
    match item:
        case Stay():
            return "a room", True
        case Leg() if item.mode in _TICKETED:
            return "a ticket", True
        case Visit() | Meal():
            place = gazetteer.place(item.place_id) if item.place_id else None
            if place is None or place.booking == "none":
                return None
            what = "a table" if place.kind == "food" else "a booking"
            return what, place.booking == "required"
    return None


# --- Writing -------------------------------------------------------------------------------------


def from_item(plan: Plan, uid: str, gazetteer: Gazetteer, today: dt.date) -> dict[str, Any] | None:
    """What a booking of this item begins with, in the form's own terms; None when the plan has no such item.
    The book-by date is a suggestion: some weeks ahead, never in the past."""
    item = next((one for one in plan.items() if one.uid == uid), None)
    if item is None:
        return None
    return {
        "item_uid": uid,
        "kind": _kind(item),
        "title": item.title[:160],
        "status": Booking.Status.TO_BOOK.value,
        "start": item.departs if isinstance(item, Leg) else item.start,
        "end": item.end,
        "zone": item.zone,
        "end_zone": item.end_zone,
        "price": round(sum_in(item.costs, plan.currency, gazetteer, today), 2) if item.costs else None,
        "currency": plan.currency,
        "book_by": _book_by(item, gazetteer, today),
    }


def _kind(item: Item) -> str:
    match item:
        case Leg():
            return item.mode if item.mode in _TICKETED else Booking.Kind.CAR.value
        case Stay():
            return Booking.Kind.STAY.value
        case Visit():
            return Booking.Kind.VISIT.value
        case Meal():
            return Booking.Kind.FOOD.value
    return Booking.Kind.OTHER.value


def _book_by(item: Item, gazetteer: Gazetteer, today: dt.date) -> dt.date | None:
    place = gazetteer.place(item.place_id) if item.place_id else None
    days = (
        _JOURNEY_LEAD_DAYS if isinstance(item, Leg | Stay) else LEAD_DAYS.get(place.booking if place else "")
    )
    if days is None or item.start.date() < today:
        return None
    return min(max(today, item.start.date() - dt.timedelta(days=days)), item.start.date())


@transaction.atomic
def save(trip: Trip, values: Mapping[str, Any], booking: Booking | None = None) -> Booking:
    """Make or change a booking. `start` and `end` are local and naive, in `zone` and `end_zone`; without a
    zone in that of where the plan has them then. The very same new booking sent twice is one row."""
    zone, end_zone = values.get("zone") or "", values.get("end_zone") or ""
    if not zone and values.get("start") and trip.plan:
        zone = own_bookings.zone_there(trip.plan.plan, values["start"])
    columns = {name: values[name] for name in COLUMNS if name in values}
    columns |= {
        "zone": zone,
        "end_zone": end_zone,
        "start": _moment(values.get("start"), zone),
        "end": _moment(values.get("end"), end_zone or zone),
    }
    if booking is None:
        booking = trip.bookings.filter(**columns).first() or Booking(trip=trip)
    for name, value in columns.items():
        setattr(booking, name, value)
    booking.save()
    trip.touch()
    return booking


def attach(booking: Booking) -> bool:
    """Made for the item of the plan that it may be, as `lines_of` offers it; False when there is none any
    more."""
    trip = booking.trip
    item = own_bookings.meant(reservations(trip), trip.plan.plan).get(booking.pk) if trip.plan else None
    if item is None:
        return False
    booking.item_uid = item.uid
    booking.save(update_fields=["item_uid"])
    trip.touch()
    return True


def far_from_trip(trip: Trip, moment: dt.datetime) -> str:
    """Why a local time can't belong to this trip: a sentence; "" where it may, or no dates are known."""
    days = [day.date for day in trip.plan.plan.days] if trip.plan else []
    dates = trip.facts.dates
    first = days[0] if days else dates.start or dates.earliest
    last = days[-1] if days else dates.end or dates.latest or first
    if first is None or last is None:
        return ""
    if first - NEAR_TRIP <= moment.date() <= last + NEAR_TRIP:
        return ""
    return (
        f"That is far from this trip, which is from {first:%-d %B %Y} to {last:%-d %B %Y}: "
        f"a booking lies within {NEAR_TRIP.days} days of it."
    )


def cancel(booking: Booking) -> None:
    """It stays in the list, and counts nowhere any more."""
    _set_status(booking, Booking.Status.CANCELLED)


def reopen(booking: Booking) -> None:
    """A cancelled one counts again: as booked when it has a code, else as still to book."""
    _set_status(booking, Booking.Status.BOOKED if booking.code else Booking.Status.TO_BOOK)


def mark_booked(booking: Booking) -> None:
    _set_status(booking, Booking.Status.BOOKED)


def _set_status(booking: Booking, status: Booking.Status) -> None:
    booking.status = status
    booking.save(update_fields=["status"])
    booking.trip.touch()


def delete(booking: Booking) -> None:
    trip = booking.trip
    booking.delete()
    trip.touch()


def code_of(booking: Booking) -> str:
    """The code itself. Callers have made sure that the asker may edit the trip."""
    return booking.code


def _moment(local_time: dt.datetime | None, zone: str) -> dt.datetime | None:
    return local_time.replace(tzinfo=ZoneInfo(zone or "UTC")) if local_time else None
