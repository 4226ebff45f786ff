"""A booking as the account's file holds it: whole, the code too, because it is the owner's own."""

from __future__ import annotations

from typing import Any

from trips.bookings import local
from trips.models import Booking


def booking_data(row: Booking) -> dict[str, Any]:
    """`start` and `end` are local to their zones."""
    start, end = local(row.start, row.zone), local(row.end, row.end_zone or row.zone)
    return {
        "title": row.title,
        "kind": row.kind,
        "status": row.status,
        "code": row.code,
        "item": row.item_uid,
        "start": start.isoformat() if start else None,
        "zone": row.zone,
        "end": end.isoformat() if end else None,
        "end_zone": row.end_zone or row.zone,
        "price": str(row.price) if row.price is not None else None,
        "currency": row.currency,
        "book_by": row.book_by.isoformat() if row.book_by else None,
        "noted": row.created.isoformat(),
    }
