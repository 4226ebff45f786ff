"""Expenses as a CSV file, a line an expense, and as the data of the file of the account."""

from __future__ import annotations

from typing import Any

from trips.exports.csv_file import Cell, csv_text, figure
from trips.models import Expense, Trip
from trips.spending import name_of

COLUMNS = (
    "date", "what", "category", "city", "paid_by", "amount", "currency", "rate", "rate_date", "rate_source",
    "amount_in_trip_currency", "trip_currency", "item",
)  # fmt: skip


def expenses_csv(trip: Trip) -> str:
    """The whole file, with its header."""
    return csv_text(COLUMNS, map(_cells, trip.expenses.select_related("paid_by__traveller")))


def _cells(row: Expense) -> list[Cell]:
    return [
        row.date, row.what, row.category, row.city, name_of(row.paid_by), row.amount, row.currency, row.rate,
        row.rate_date, row.rate_source, row.amount_in_trip_currency, row.trip_currency, row.item_uid,
    ]  # fmt: skip


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
