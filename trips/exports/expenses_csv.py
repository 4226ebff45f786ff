"""Expenses as a CSV file (RFC 4180, UTF-8): a line an expense, exact figures, nothing a spreadsheet runs."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from typing import Any

from trips.models import Expense, Trip
from trips.spending import name_of

COLUMNS = (
    "date", "what", "category", "city", "paid_by", "amount", "currency", "rate", "rate_date", "rate_source",
    "amount_in_trip_currency", "trip_currency", "item",
)  # fmt: skip
#: A cell that begins with one of these is a formula to a spreadsheet.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def expenses_csv(trip: Trip) -> str:
    """The whole file, with its header. Figures are plain: a point, no thousands mark. Lines end in CRLF."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in trip.expenses.select_related("paid_by__traveller"):
        writer.writerow(_cells(row))
    return out.getvalue()


def _cells(row: Expense) -> list[str]:
    return [
        row.date.isoformat(),
        text_cell(row.what),
        text_cell(row.category),
        text_cell(row.city),
        text_cell(name_of(row.paid_by)),
        figure(row.amount),
        text_cell(row.currency),
        figure(row.rate),
        row.rate_date.isoformat() if row.rate_date else "",
        text_cell(row.rate_source),
        figure(row.amount_in_trip_currency),
        text_cell(row.trip_currency),
        text_cell(row.item_uid),
    ]


def expense_data(row: Expense) -> dict[str, Any]:
    """One expense for the file of the account: figures as strings, so that none is rounded."""
    return {
        "date": row.date.isoformat(),
        "what": row.what,
        "category": row.category,
        "city": row.city,
        "paid_by": name_of(row.paid_by),
        "amount": figure(row.amount),
        "currency": row.currency,
        "rate": figure(row.rate) or None,
        "rate_date": row.rate_date.isoformat() if row.rate_date else None,
        "rate_source": row.rate_source,
        "amount_in_trip_currency": figure(row.amount_in_trip_currency) or None,
        "trip_currency": row.trip_currency,
        "item": row.item_uid,
        "message": row.message.position if row.message else None,
        "before_the_newest_edit": row.before or None,
        "made": row.created.isoformat(),
    }


def text_cell(text: str) -> str:
    """Words as they are; what a spreadsheet would take for a formula gets an apostrophe in front."""
    stripped = text.lstrip(" ")
    return f"'{text}" if stripped.startswith(_FORMULA) else text


def figure(amount: Decimal | None) -> str:
    if amount is None:
        return ""
    plain = format(amount.normalize(), "f")
    return "0" if plain == "-0" else plain
