"""A fact that changes with a chosen plan: what changed is named, and the checks that fail for it now."""

from __future__ import annotations

import re

import pytest

from agents.llm.offline import OfflineMind
from tests.agents.talking import say
from tests.trips.travelling import with_plan
from trips.models import Trip
from trips.places import current_gazetteer
from trips.planning.validator import check_plan

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kyoto(trip) -> Trip:
    return with_plan(trip)


def said(trip: Trip, text: str) -> str:
    turn = say(trip, text, OfflineMind(0))
    assert turn.status == "done", turn.error
    trip.refresh_from_db()
    return "\n".join(turn.messages.filter(author="agent").values_list("text", flat=True))


def test_a_need_the_plan_does_not_meet_is_said_at_once(trip) -> None:
    boston = with_plan(trip, "01-boston")
    text = said(boston, "my friend uses a wheelchair")
    assert "wheelchair" in boston.facts.access
    (failing,) = [
        one for one in check_plan(boston.plan.plan, boston.facts, current_gazetteer()).failed if one.id == 25
    ]
    assert "With that, 1 check of your plan fails that did not before." in text
    assert f"{failing.title}: {failing.message[:60]}" in text


def test_a_budget_that_changes_is_named_with_what_it_was(kyoto) -> None:
    said(kyoto, "our budget is 900000 yen in all")
    text = said(kyoto, "our budget is 20000 yen")
    understood = kyoto.turns.latest("pk").result["understood"]
    assert "Budget: ¥20,000 in all, mid-range (was ¥900,000 in all, mid-range)" in understood
    assert "Costs and budget: " in text


def test_what_fails_still_is_said_with_its_new_figures_and_what_passes_again(kyoto) -> None:
    said(kyoto, "our budget is 20000 yen in all")
    text = said(kyoto, "our budget is 30000 yen in all")
    assert "1 check of your plan still fails. Costs and budget: " in text and "¥30,000 was named" in text
    text = said(kyoto, "our budget is 900000 yen in all")
    assert "What failed before and passes now: Costs and budget" in text


def test_a_fact_the_plan_keeps_says_nothing_of_checks(kyoto) -> None:
    assert "of your plan" not in said(kyoto, "our budget is 900000 yen in all")


@pytest.mark.parametrize("words", ["I lost 50 euros", "it would cost 80 euros to take the taxi"])
def test_a_sum_in_passing_leaves_budget_and_currency_as_they_are(kyoto, words) -> None:
    said(kyoto, "our budget is 900000 yen in all")
    before, currency = kyoto.facts, kyoto.currency
    text = said(kyoto, words)
    assert (kyoto.facts, kyoto.currency) == (before, currency)
    assert "what the whole trip may cost?" in text and "With that," not in text


def test_cheaper_by_a_sum_is_a_proposal_that_says_how_much_of_it_is_saved(kyoto) -> None:
    before, plan = kyoto.facts, kyoto.plan
    text = said(kyoto, "we need it 400 dollars lower")
    assert kyoto.facts == before and kyoto.plan == plan
    assert re.search(
        r"It saves ¥[\d,]+ of the \$400 you asked for: we know nothing cheaper beyond that", text
    )
    assert "Shall I change the plan like that?" in text


def test_a_sum_that_nothing_is_named_for_gets_the_words_that_would_do(kyoto) -> None:
    before = kyoto.facts
    assert "“Make it 200 euros cheaper”" in said(kyoto, "it would have to be 300 euros less")
    assert kyoto.facts == before
