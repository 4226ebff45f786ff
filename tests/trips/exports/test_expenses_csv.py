"""The file is CSV that other programs read back, and holds no formula."""

from __future__ import annotations

import csv
import datetime as dt
import io
from dataclasses import replace
from decimal import Decimal

import pytest

from tests.trips.travelling import with_plan
from trips import spending
from trips.exports.account_data import account_data
from trips.exports.expenses_csv import COLUMNS, expenses_csv
from trips.spending import Entry

LUNCH = Entry(Decimal("2400"), "JPY", dt.date(2026, 11, 1), "lunch", "food", "Kyoto")


@pytest.fixture
def spent(trip):
    with_plan(trip)  # from 19 November 2027 on, in yen
    owner = trip.members.get()
    owner.name = "Zoë"
    owner.save()
    spending.add(trip, LUNCH, by=owner)
    spending.add(
        trip, replace(LUNCH, what='=HYPERLINK("http://evil.example","Ramen, cheap")', payer="@Ben"), by=owner
    )
    spending.add(
        trip, replace(LUNCH, amount=Decimal("-12.50"), currency="EUR", what="“tea”\nfor two"), by=None
    )
    spending.add(trip, replace(LUNCH, currency="VES", what="café in Caracas"), by=owner)
    return trip


def test_it_reads_back_as_it_was(spent) -> None:
    raw = expenses_csv(spent).encode("utf-8")
    assert raw.count(b"\r\n") == 5 and b"\n" not in raw.replace(b"\r\n", b"")
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8"), newline=""), strict=True))
    assert tuple(rows[0]) == COLUMNS
    assert [row["amount"] for row in rows] == ["2400", "2400", "-12.5", "2400"]
    assert (rows[0]["what"], rows[0]["paid_by"], rows[0]["city"]) == ("lunch", "Zoë", "Kyoto")
    stored = list(spent.expenses.all())
    assert [Decimal(row["amount_in_trip_currency"] or "NaN") for row in rows][:3] == [
        one.amount_in_trip_currency for one in stored[:3]
    ]
    assert (rows[3]["rate"], rows[3]["amount_in_trip_currency"]) == ("", "")


def test_nothing_in_it_is_a_formula(spent) -> None:
    for row in csv.reader(io.StringIO(expenses_csv(spent), newline="")):
        for name, cell in zip(COLUMNS, row, strict=True):
            if name not in ("amount", "rate", "amount_in_trip_currency"):
                assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r"))


def test_the_file_of_the_account_holds_every_expense(spent, traveller) -> None:
    data = account_data(traveller, now=dt.datetime(2026, 11, 22, tzinfo=dt.UTC))
    rows = data["trips"][0]["expenses"]
    assert [row["amount"] for row in rows] == ["2400", "2400", "-12.5", "2400"]
    assert rows[3]["rate"] is None and rows[0]["paid_by"] == "Zoë"
