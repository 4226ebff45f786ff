"""Cheaper step by step, must-dos to the end."""

from decimal import Decimal

import pytest

from tests.trips.planning.asking import BOSTON, TODAY, facts_for, gazetteer
from trips.planning.compose import draft, outlines
from trips.planning.economies import economies, keeps_sums
from trips.planning.request import request_of
from trips.planning.schedule import priced, schedule
from trips.schemas import Budget, Cap, Level, OptionOutline, PlanDraft, TripFacts


def composed(facts: TripFacts, level: Level) -> PlanDraft:
    outline = OptionOutline(title="One", for_whom="", pace="moderate", level=level, focus=["history"])
    return draft(facts, outline, gazetteer(), used=set())


def with_sum(amount: int) -> TripFacts:
    return BOSTON.model_copy(update={"budget": Budget(amount=Decimal(amount), currency="USD", scope="total")})


@pytest.mark.parametrize("amount", [3000, 2200, 1500, 1100])
def test_a_dear_draft_gets_cheap_enough(amount):
    dear = composed(BOSTON, "high")
    assert priced(dear, BOSTON, gazetteer(), today=TODAY).total > 3000
    plan = schedule(dear, with_sum(amount), gazetteer(), today=TODAY)
    assert plan.total <= amount
    assert any("Freedom Trail" in item.title for item in plan.items())


def test_no_more_is_given_up_than_needed():
    dear = composed(BOSTON, "high")
    totals = [
        schedule(dear, with_sum(amount), gazetteer(), today=TODAY).total for amount in (1100, 2200, 9000)
    ]
    assert totals == sorted(totals) and totals[0] < totals[1] < totals[2]


def test_the_last_step_is_the_cheapest():
    request = request_of(BOSTON, gazetteer(), today=TODAY, level="high")
    steps = list(economies(composed(BOSTON, "high"), request))
    first, last = steps[0], steps[-1]
    assert not first.draft.stays[0].place_id == last.draft.stays[0].place_id
    assert last.food_level == "low" and last.dearest == 0.0


def test_sums_and_caps():
    plan = priced(composed(BOSTON, "mid"), BOSTON, gazetteer(), today=TODAY)
    stay = sum(line.amount for item in plan.items() for line in item.costs if line.category == "stay")

    def keeps(**changes) -> bool:
        facts = BOSTON.model_copy(update=changes)
        return keeps_sums(plan, request_of(facts, gazetteer(), today=TODAY))

    assert keeps()
    assert keeps(caps=[Cap(category="stay", amount=stay, currency="USD")])
    assert not keeps(caps=[Cap(category="stay", amount=stay - 1, currency="USD")])
    assert keeps(budget=Budget(amount=plan.total, currency="USD", scope="total"))
    assert not keeps(budget=Budget(amount=plan.total - 1, currency="USD", scope="total"))


def test_what_was_left_out_for_the_sum_says_so():
    facts = facts_for("New York", ["Boston"], "2027-07-05", "2027-07-09", total=900, currency="USD")
    dear = draft(facts, outlines(BOSTON, gazetteer())[2], gazetteer(), used=set())
    plan = schedule(dear, facts, gazetteer(), today=TODAY)
    assert "left out to keep the sum" in {one.reason for one in plan.alternatives}
