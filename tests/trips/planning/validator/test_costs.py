from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from tests.trips.planning.validator import making as m
from trips.schemas import Budget, Party, Rate


def euros(plan, rates):
    """The hotel paid in euro, with these rates; the total put right by the first of them."""
    cost = m.item(plan, "stay").costs[0]
    cost.currency = "EUR"
    plan.rates = rates
    plan.total = sum(
        (
            line.amount * (rates[0].rate if line.currency == "EUR" else 1)
            for i in plan.items()
            for line in i.costs
        ),
        Decimal(0),
    ).quantize(Decimal("0.01"))
    return plan


def rate(base: str, quote: str, value: str) -> Rate:
    return Rate(base=base, quote=quote, rate=Decimal(value), date=dt.date(2026, 11, 20), source="test")


def test_the_total_is_the_sum():
    plan = m.plan()
    plan.total -= Decimal("0.01")
    result = m.result(22, plan, retotal=False)
    assert (result.status, result.severity) == ("failed", "error")
    assert "The total says $789.99, the lines add up to $790." in result.message
    assert result.repair == "Set the total to $790."


def test_an_amount_is_price_times_number():
    plan = m.plan()
    m.item(plan, "stay").costs[0].amount = Decimal(401)
    assert "2 × $200 is not $401" in m.result(22, plan).message


@pytest.mark.parametrize("part", ["stay", "iron-museum", "green-spoon", "train-01", "free-dinner"])
def test_as_many_as_there_are(part):
    plan = m.plan()
    cost = m.item(plan, part).costs[0]
    cost.quantity, cost.amount = 1, cost.unit
    assert m.result(22, plan).status == "failed"


def test_children_who_go_free_are_not_counted():
    plan = m.plan(ages=[2])
    for name in ("train-01", "train-03"):
        m.item(plan, name).costs = [m.line("50", 3, "transport")]
    assert m.result(22, plan).status == "passed"


def test_a_fare_for_fewer_than_travel():
    plan = m.plan()
    m.item(plan, "train-01").costs = []
    assert "is counted for 0 persons, 2 travel" in m.result(22, plan).message


def test_a_transfer_may_be_covered_by_another_ticket():
    plan = m.plan()
    m.item(plan, "walk-02-12:00").mode = "train"
    assert m.result(22, plan).status == "passed"


def test_rates_are_needed_and_used():
    plan = euros(m.plan(), [rate("EUR", "USD", "1.1")])
    assert m.result(22, plan, retotal=False).status == "passed"
    plan.rates = [rate("USD", "EUR", "0.9090909090909090909090909")]
    assert m.result(22, plan, retotal=False).status == "passed"
    plan.rates = [rate("EUR", "GBP", "0.88"), rate("GBP", "USD", "1.25")]
    assert m.result(22, plan, retotal=False).status == "passed"
    plan.rates = []
    result = m.result(22, plan, retotal=False)
    assert "is in EUR, and the plan has no rate to USD" in result.message


def test_a_rate_of_nothing_is_none():
    plan = euros(m.plan(), [rate("EUR", "USD", "1.1")])
    plan.rates = [rate("EUR", "USD", "0")]
    assert m.result(22, plan, retotal=False).status == "failed"


def test_only_rounding_is_forgiven():
    plan = euros(m.plan(), [rate("EUR", "USD", "1.1234567")])
    assert m.result(22, plan, retotal=False).status == "passed"
    plan.total += Decimal("0.02")
    assert m.result(22, plan, retotal=False).status == "failed"


@pytest.mark.parametrize(
    ("amount", "scope", "status"),
    [
        ("790", "total", "passed"),
        ("789", "total", "failed"),
        ("789", None, "failed"),
        ("395", "per_person", "passed"),
        ("394", "per_person", "failed"),
        ("264", "per_day", "passed"),
        ("263", "per_day", "failed"),
    ],
)
def test_the_ceiling(amount, scope, status):
    budget = Budget(amount=Decimal(amount), currency="USD", scope=scope)
    assert m.result(22, m.plan(), m.facts(budget=budget)).status == status


def test_over_the_budget_says_by_how_much():
    budget = Budget(amount=Decimal(700), currency="USD")
    result = m.result(22, m.plan(), m.facts(budget=budget))
    assert result.message == "The plan costs $790, $700 was named."
    assert result.repair == "Raise the budget by $90, or choose cheaper places."


@pytest.mark.parametrize(
    ("amount", "scope", "status", "words"),
    [
        (750, "total", "passed", "close to the $750 you had in mind"),
        (500, "total", "failed", "The plan costs $790, about $290 above the $500 you had in mind."),
        (250, "per_person", "failed", "$395 a person, about $140 above the $250 a person you had in mind."),
    ],
)
def test_a_rough_budget_is_a_wish(amount, scope, status, words):
    budget = Budget(amount=Decimal(amount), currency="USD", scope=scope, approximate=True)
    result = m.result(22, m.plan(), m.facts(budget=budget))
    assert result.status == status and words in result.message
    assert status == "passed" or result.severity == "warning"


def test_a_budget_in_another_currency():
    pounds = m.gazetteer().rate("USD", "GBP", m.TODAY).rate * 790
    for factor, status in (("1.01", "passed"), ("0.99", "failed")):
        amount = (pounds * Decimal(factor)).quantize(Decimal("0.01"))
        budget = Budget(amount=amount, currency="GBP")
        assert m.result(22, m.plan(), m.facts(budget=budget)).status == status
    unknown = Budget(amount=Decimal(1000), currency="XXA")
    assert m.result(22, m.plan(), m.facts(budget=unknown)).status == "not_checked"


def test_a_level_without_a_sum_has_no_ceiling():
    result = m.result(22, m.plan(), m.facts(budget=Budget(level="low")))
    assert (result.status, "You named no budget." in result.message) == ("passed", True)


def test_the_plan_is_for_those_who_travel():
    assert "1 travels" in m.result(22, m.plan(), m.facts(party=Party(adults=1))).message
    assert m.result(22, m.plan(), m.facts(party=Party(adults=2, children=1))).status == "failed"


def test_yen_have_no_cents():
    plan = m.plan(currency="JPY")
    plan.rates = [rate("USD", "JPY", "150.37")]
    plan.total = Decimal(118792)  # 118,792.30
    assert m.result(22, plan, m.facts(), retotal=False).status == "passed"
    plan.total = Decimal(118780)
    assert m.result(22, plan, m.facts(), retotal=False).status == "failed"
