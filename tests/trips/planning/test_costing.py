"""Lines and totals: exact, in one currency, by dated rates."""

import datetime as dt
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as some

from tests.trips.planning.asking import TODAY, gazetteer
from trips.planning.costing import converted, line, person_lines, rates_for, room_lines, total_of, unpriced
from trips.schemas import FreeTime, Price, Rate


def item(*costs) -> FreeTime:
    now = dt.datetime(2027, 3, 1, 12)
    return FreeTime(
        uid="x", title="x", start=now, end=now + dt.timedelta(hours=1), zone="UTC", costs=list(costs)
    )


def usd(amount: str, quantity: int = 1, currency: str = "USD"):
    return line("x", Decimal(amount), quantity, currency, "food", "estimate")


def test_children_pay_their_own_price_and_small_ones_nothing():
    price = Price(currency="USD", adult=Decimal(20), child=Decimal(8), free_under=5)
    lines = person_lines(price, 2, [3, 7, 12], "visits", "curated")
    assert [(one.quantity, one.amount) for one in lines] == [(2, Decimal(40)), (2, Decimal(16))]


def test_without_a_childs_price_children_pay_like_adults():
    lines = person_lines(Price(currency="USD", adult=Decimal(20)), 1, [7], "visits", "curated")
    assert sum(one.amount for one in lines) == 40


def test_what_is_free_has_no_line():
    assert person_lines(Price(currency="USD", adult=Decimal(0)), 2, [7], "visits", "curated") == []
    free_for_children = Price(currency="USD", adult=Decimal(9), child=Decimal(0))
    assert len(person_lines(free_for_children, 2, [7], "visits", "curated")) == 1


def test_rooms_times_nights():
    (one,) = room_lines(Price(currency="EUR", adult=Decimal("120.50")), 2, 3, "curated")
    assert (one.quantity, one.amount) == (6, Decimal("723.00"))
    assert "2 rooms, 3 nights" in one.label


@given(some.lists(some.tuples(some.decimals(0, 10_000, places=2), some.integers(1, 9)), max_size=8))
def test_the_total_of_one_currency_is_the_exact_sum(pairs):
    items = [item(usd(str(unit), quantity)) for unit, quantity in pairs]
    assert total_of(items, "USD", []) == sum((unit * quantity for unit, quantity in pairs), Decimal(0))


def test_foreign_lines_are_converted_and_rounded_once():
    rate = Rate(base="JPY", quote="USD", rate=Decimal("0.0066"), date=TODAY, source="x")
    items = [item(usd("1", 1, "JPY"), usd("1", 1, "JPY"))]
    assert total_of(items, "USD", [rate]) == Decimal("0.01")  # 0.0132, not twice 0.01


def test_a_total_in_yen_has_no_cents():
    rate = Rate(base="USD", quote="JPY", rate=Decimal("157.25"), date=TODAY, source="x")
    assert total_of([item(usd("3"))], "JPY", [rate]) == Decimal(472)


def test_there_is_one_dated_rate_for_each_foreign_currency():
    items = [item(usd("1"), usd("100", 1, "JPY"), usd("5", 1, "MAD"))]
    rates = rates_for(items, "EUR", gazetteer(), TODAY)
    assert [rate.base for rate in rates] == ["JPY", "MAD", "USD"]
    assert all(rate.quote == "EUR" and rate.date <= TODAY and rate.source for rate in rates)
    assert unpriced(items, "EUR", rates) == []


def test_a_currency_without_a_rate_is_named_and_left_out():
    items = [item(usd("10"), usd("7", 1, "XXX"))]
    rates = rates_for(items, "USD", gazetteer(), TODAY)
    assert unpriced(items, "USD", rates) == ["XXX"]
    assert total_of(items, "USD", rates) == 10


def test_conversion_for_comparing():
    assert converted(Decimal(5), "USD", "USD", gazetteer(), TODAY) == 5
    assert 4000 < converted(Decimal(30), "USD", "JPY", gazetteer(), TODAY) < 6000
