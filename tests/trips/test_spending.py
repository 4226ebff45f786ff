"""Expenses are written once, converted at a dated rate, summed exactly; they follow the trip's currency."""

from __future__ import annotations

import datetime as dt
import threading
from dataclasses import replace
from decimal import Decimal

import pytest
import time_machine
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.trips.travelling import with_plan
from trips import fact_log, spending
from trips.models import Expense, Member, Message, Trip
from trips.planning.outlays import CATEGORIES
from trips.schemas import Change
from trips.spending import Entry, Refused

DAY = dt.date(2027, 11, 20)
LUNCH = Entry(Decimal(2400), "JPY", DAY, "lunch", "food", "Kyoto")


def in_dollars(trip: Trip) -> Trip:
    with_plan(trip)
    trip.currency = "USD"
    trip.save(update_fields=["currency"])
    return trip


@pytest.fixture
def on_the_way(trip):
    """Kyoto, Saturday 20 November 2027, 14:00 there; the sums are in US dollars."""
    in_dollars(trip)
    with time_machine.travel(dt.datetime(2027, 11, 20, 5, tzinfo=dt.UTC), tick=False):
        yield trip


@pytest.fixture
def owner(trip) -> Member:
    return trip.members.get()


def say(trip: Trip, text: str) -> list[Expense]:
    read = spending.read_on(trip, text)
    return [
        spending.add(trip, spending.entry_of(trip, one), by=trip.members.first())[0] for one in read.found
    ]


def test_an_expense_keeps_the_dated_rate_of_its_day(on_the_way, owner) -> None:
    row, new = spending.add(on_the_way, LUNCH, by=owner)
    row.refresh_from_db()
    assert new and (row.amount, row.currency, row.trip_currency) == (2400, "JPY", "USD")
    assert row.rate_date <= DAY and "European Central Bank" in row.rate_source
    assert row.amount_in_trip_currency == (2400 * row.rate).quantize(Decimal("0.01"))
    assert row.paid_by == owner


def test_the_trips_own_money_is_not_converted(on_the_way, owner) -> None:
    row, _new = spending.add(on_the_way, replace(LUNCH, currency="usd", amount=Decimal("12.34")), by=owner)
    assert (row.rate, row.amount_in_trip_currency, row.currency) == (1, Decimal("12.34"), "USD")


def test_without_a_rate_it_is_kept_out_of_the_sums_and_says_so(on_the_way, owner) -> None:
    spending.add(on_the_way, LUNCH, by=owner)
    row, _new = spending.add(on_the_way, replace(LUNCH, currency="VES"), by=owner)
    assert (row.rate, row.amount_in_trip_currency) == (None, None)
    assert spending.unpriced_sentence(row) == (
        "No rate from VES to USD is known for 20 November 2027: 2,400.00 VES stays out of the sums."
    )
    told = spending.account(on_the_way)
    first = on_the_way.expenses.get(currency="JPY")
    assert told.spent == first.amount_in_trip_currency and len(told.unvalued) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"amount": Decimal(0)}, "zero"),
        ({"amount": Decimal("NaN")}, "zero"),
        ({"amount": Decimal(10) ** 9}, "too large"),
        ({"amount": Decimal(-(10**9))}, "too large"),
        ({"amount": Decimal("1.005")}, "two digits"),
        ({"currency": "XXX"}, "no currency"),
        ({"currency": "yens"}, "no currency"),
        ({"category": "fun"}, "category"),
        ({"date": dt.date(2029, 1, 1)}, "not come yet"),
        ({"date": dt.date(1999, 1, 1)}, "too long ago"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(on_the_way, owner, change, sentence) -> None:
    with pytest.raises(Refused, match=sentence):
        spending.add(on_the_way, replace(LUNCH, **change), by=owner)
    assert not on_the_way.expenses.exists()


def test_a_refund_is_below_zero_and_taken_off(on_the_way, owner) -> None:
    spending.add(on_the_way, replace(LUNCH, currency="USD", amount=Decimal(50)), by=owner)
    spending.add(on_the_way, replace(LUNCH, currency="USD", amount=Decimal("-20.50")), by=owner)
    assert spending.account(on_the_way).spent == Decimal("29.50")


def test_the_same_form_counts_once(on_the_way, owner) -> None:
    first, new = spending.add(on_the_way, LUNCH, by=owner, key="form:1")
    again, twice = spending.add(on_the_way, LUNCH, by=owner, key="form:1")
    assert (new, twice, first.pk) == (True, False, again.pk)
    assert on_the_way.expenses.count() == 1


def test_an_edit_can_be_taken_back_once_and_then_the_expense_itself(on_the_way, owner) -> None:
    row, _new = spending.add(on_the_way, LUNCH, by=owner)
    value = row.amount_in_trip_currency
    edited = spending.edit(row, replace(LUNCH, amount=Decimal(3000), what="dinner"), by=None)
    assert (edited.amount, edited.what, edited.paid_by) == (3000, "dinner", None)
    back = spending.undo(edited)
    assert (back.amount, back.what, back.paid_by, back.amount_in_trip_currency) == (
        2400,
        "lunch",
        owner,
        value,
    )
    assert spending.undo(back) is None and not on_the_way.expenses.exists()


def test_open_pages_are_told(on_the_way, owner) -> None:
    before = Trip.objects.get(pk=on_the_way.pk).revision
    row, _new = spending.add(on_the_way, LUNCH, by=owner)
    spending.edit(row, replace(LUNCH, what="noodles"), by=owner)
    spending.remove(row)
    assert Trip.objects.get(pk=on_the_way.pk).revision == before + 3


def test_a_budget_in_other_money_converts_every_row(on_the_way, owner) -> None:
    row, _new = spending.add(on_the_way, LUNCH, by=owner)
    odd, _new = spending.add(on_the_way, replace(LUNCH, currency="VES"), by=owner)
    changes = [Change(path="budget.amount", value=3000), Change(path="budget.currency", value="EUR")]
    fact_log.change_facts(on_the_way, changes, by="form", today=DAY)
    row.refresh_from_db()
    odd.refresh_from_db()
    assert (row.trip_currency, row.amount_in_trip_currency) == (
        "EUR",
        (2400 * row.rate).quantize(Decimal("0.01")),
    )
    assert (odd.trip_currency, odd.amount_in_trip_currency) == ("EUR", None)
    told = spending.account(Trip.objects.get(pk=on_the_way.pk))
    assert (told.currency, told.spent, told.budget) == ("EUR", row.amount_in_trip_currency, 3000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lunch 2400 yen", ("2400", "JPY", "food", "Kyoto", DAY)),
        ("we paid €35 for the museum yesterday", ("35", "EUR", "visits", "Kyoto", DAY - dt.timedelta(1))),
        ("taxi 18 dollars", ("18", "USD", "transport", "Kyoto", DAY)),
        ("spent 120 on dinner, Ada paid", ("120", "JPY", "food", "Kyoto", DAY)),
        ("paid ¥900 for a bus", ("900", "JPY", "transport", "Kyoto", DAY)),
    ],
)
def test_words_get_currency_city_and_day_from_plan_and_clock(on_the_way, text, expected) -> None:
    (row,) = say(on_the_way, text)
    assert (format(row.amount.normalize(), "f"), row.currency, row.category, row.city, row.date) == expected


def test_before_the_trip_a_sum_without_a_currency_is_in_the_trips(trip) -> None:
    in_dollars(trip)
    with time_machine.travel(dt.datetime(2027, 6, 1, 12, tzinfo=dt.UTC)):
        (row,) = say(trip, "I paid 900 for the flights")
    assert (row.currency, row.city, row.category, row.date) == ("USD", "", "transport", dt.date(2027, 6, 1))


def test_today_is_the_day_where_the_traveller_is(trip) -> None:
    """Late in the evening of the 19th in UTC it is the 20th in Kyoto."""
    with_plan(trip)
    with time_machine.travel(dt.datetime(2027, 11, 19, 22, tzinfo=dt.UTC)):
        (row,) = say(trip, "breakfast 900 yen")
    assert row.date == DAY


def test_a_named_thing_of_the_plan_is_remembered_with_the_expense(on_the_way) -> None:
    day = next(day for day in on_the_way.plan.plan.days if day.date == DAY)
    visit = next(item for item in day.items if item.kind == "visit")
    (row,) = say(on_the_way, f"we paid 600 yen for {visit.title}")
    assert row.item_uid == visit.uid


def test_who_paid_is_a_member_or_becomes_one_without_access(on_the_way, owner) -> None:
    assert [row.paid_by for row in say(on_the_way, "I paid 500 yen for a locker")] == [owner]
    (row,) = say(on_the_way, "dinner was 9000 yen, Chloé paid")
    (again,) = say(on_the_way, "Chloé paid 300 yen for tea")
    assert row.paid_by == again.paid_by
    assert (row.paid_by.name, row.paid_by.traveller, row.paid_by.role) == ("Chloé", None, "viewer")


def test_an_editors_words_are_paid_by_the_editor(on_the_way, editor) -> None:
    message = Message(trip=on_the_way, author="traveller", sender=editor, by_owner=False, text="tea 300 yen")
    assert spending.member_of(on_the_way, message).traveller == editor
    assert spending.member_of(on_the_way, None).role == "owner"


ENTRIES = st.builds(
    Entry,
    amount=st.decimals(min_value=-5000, max_value=90_000, places=2).filter(bool),
    currency=st.sampled_from(["USD", "EUR", "JPY", "MAD", "VES", "VND"]),
    date=st.dates(DAY - dt.timedelta(days=40), DAY),
    what=st.sampled_from(["", "lunch", "taxi"]),
    category=st.sampled_from(CATEGORIES),
    city=st.sampled_from(["Kyoto", "Osaka", ""]),
    payer=st.sampled_from(["", "Ada", "Ben"]),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.lists(ENTRIES, max_size=12))
def test_random_expenses_add_up_however_they_are_grouped(on_the_way, owner, entries) -> None:
    on_the_way.expenses.all().delete()
    rows = [spending.add(on_the_way, entry, by=owner)[0] for entry in entries]
    values = [row.amount_in_trip_currency for row in rows if row.amount_in_trip_currency is not None]
    told = spending.account(on_the_way)
    assert told.spent == sum(values, Decimal(0))
    for groups in (told.by_category, told.by_city, told.by_day, told.by_payer):
        assert sum((group.spent for group in groups), Decimal(0)) == told.spent
    for row, entry in zip(rows, entries, strict=True):
        spending.edit(row, replace(entry, amount=entry.amount + 1 or Decimal(1)), by=owner)
        spending.undo(row)
    assert spending.account(on_the_way) == told


@pytest.mark.django_db(transaction=True)
def test_the_same_form_sent_by_several_at_once_counts_once(trip) -> None:
    in_dollars(trip)
    together = threading.Barrier(4)
    found: list[int] = []

    def send() -> None:
        together.wait(10)
        try:
            row, _new = spending.add(Trip.objects.get(pk=trip.pk), LUNCH, by=None, key="form:same")
            found.append(row.pk)
        finally:
            connection.close()

    with time_machine.travel(dt.datetime(2027, 11, 20, 5, tzinfo=dt.UTC), tick=True):
        senders = [threading.Thread(target=send) for _ in range(4)]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join(30)
    assert len(found) == 4 and len(set(found)) == 1
    assert Expense.objects.filter(trip=trip).count() == 1
