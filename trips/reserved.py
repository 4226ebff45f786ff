"""Bookings with a price that no expense tells of: money that is bound, and not in the account yet."""

from __future__ import annotations

from trips.agendas import today_there
from trips.models import Booking, Trip
from trips.places import current_gazetteer
from trips.planning.outlays import Reserved, valued


def reserved_of(trip: Trip, currency: str) -> list[Reserved]:
    """What is booked at a price, and of whose item and sum no expense tells; values in `currency`."""
    rows = list(trip.bookings.filter(status=Booking.Status.BOOKED, price__gt=0).order_by("start", "pk"))
    if not rows:
        return []
    spent = list(trip.expenses.values_list("item_uid", "amount", "currency"))
    today, gazetteer = today_there(trip), current_gazetteer()
    found = []
    for row in rows:
        money = row.currency or currency
        if any(
            (uid and uid == row.item_uid) or (sum_, code) == (row.price, money) for uid, sum_, code in spent
        ):
            continue
        rate = gazetteer.rate(money, currency, today)
        found.append(Reserved(row.title, row.price, money, valued(row.price, rate) if rate else None))
    return found
