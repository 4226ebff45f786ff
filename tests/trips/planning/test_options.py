"""Options side by side."""

from decimal import Decimal

from tests.trips.planning.asking import BOSTON, TODAY, first_option, gazetteer, options_of
from trips.planning import compose
from trips.planning.options import comparison, label, shared_visits, visits_of
from trips.planning.schedule import schedule
from trips.schemas import Plan, Visit


def variant(plan: Plan, **changes) -> Plan:
    return plan.model_copy(update=changes, deep=True)


def test_a_plan_shares_all_with_itself():
    plan = first_option(BOSTON)
    assert shared_visits(plan, plan) == 1.0


def test_shared_visits_are_a_part_of_the_shorter_plan():
    plan = first_option(BOSTON)
    fewer = variant(plan)
    for day in fewer.days[1:]:
        day.items = [item for item in day.items if not isinstance(item, Visit)]
    assert 0 < len(visits_of(fewer)) < len(visits_of(plan))
    assert shared_visits(plan, fewer) == 1.0


def test_the_travellers_own_unlisted_wishes_are_not_counted():
    plan = variant(first_option(BOSTON))
    for item in plan.items():
        if isinstance(item, Visit):
            item.unlisted, item.place_id = True, None
    assert visits_of(plan) == set() and shared_visits(plan, plan) == 0.0


def test_the_cheapest_is_the_cheapest():
    plans = options_of(BOSTON)
    labelled = label(plans)
    cheapest = min(plans, key=lambda plan: plan.total)
    assert [one.title for one in labelled if one.label == "cheapest"] == [cheapest.title]
    dearest = max(plans, key=lambda plan: plan.total)
    assert [one.title for one in labelled if one.label == "finest"] == [dearest.title]
    assert label(list(reversed(plans)))[0].label == "finest"


def test_a_title_claims_only_what_the_figures_bear_out():
    plan = first_option(BOSTON)
    calm, full = variant(plan, title="X, unhurried"), variant(plan, title="X, to the full")
    assert [one.title for one in label([calm, full])] == ["X, another side", "X, a third way"]
    calm.days[1].items = [item for item in calm.days[1].items if not isinstance(item, Visit)]
    assert [one.title for one in label([calm, full])] == ["X, unhurried", "X, to the full"]
    dear = variant(plan, title="X for less", total=plan.total + 1)
    assert [one.title for one in label([calm, dear])] == ["X, unhurried", "X, to the full"]


def test_a_focus_that_no_visit_is_about_is_not_in_the_words():
    outline = compose.outlines(BOSTON, gazetteer())[0].model_copy(
        update={"title": "Boston: history and safari", "focus": ["history", "safari"]}
    )
    outline = outline.model_copy(update={"for_whom": "For those who like history and safari."})
    plan = schedule(compose.draft(BOSTON, outline, gazetteer(), used=set()), BOSTON, gazetteer(), today=TODAY)
    assert (plan.title, plan.focus) == ("Boston: history", ["history"])
    assert plan.for_whom == "For those who like history."


def test_equal_totals_have_no_cheapest():
    plan = first_option(BOSTON)
    assert {one.label for one in label([plan, plan])} == {"other"}
    assert label([]) == []


def test_the_comparison_is_one_sentence_of_true_figures():
    plans = options_of(BOSTON)
    sentence = comparison(plans)
    totals = sorted(plan.total for plan in plans)
    gap = (totals[-1] - totals[0]).quantize(Decimal(1))
    assert f"${gap:,}" in sentence and sentence.endswith(".")
    shared = set.intersection(*(visits_of(plan) for plan in plans))
    assert ("Freedom Trail" in sentence) == (len(shared) <= 2)


def test_a_single_option_is_not_compared():
    assert comparison([first_option(BOSTON)]) == ""


def test_the_comparison_names_the_fullest_and_the_calmest():
    plans = options_of(BOSTON)
    few = variant(plans[0], pace="relaxed", title="Calm")
    for day in few.days[1:]:
        day.items = [item for item in day.items if not isinstance(item, Visit)]
    full = variant(plans[1], pace="packed", title="Full")
    most, least = len(visits_of(full)), len(visits_of(few))
    assert f"and “Full” has more visits ({most}, not {least})" in comparison([few, full])
    sentence = comparison([few, full, full])
    assert f"“Full” has the most visits ({most}) and “Calm” the fewest ({least})" in sentence
