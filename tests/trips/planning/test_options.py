"""Options side by side."""

from tests.trips.planning.asking import BOSTON, TODAY, first_option, gazetteer, options_of
from trips.planning import compose
from trips.planning.options import comparison, label, only_here, recommended, shared_visits, visits_of
from trips.planning.schedule import schedule
from trips.schemas import Plan, Visit
from trips.wording import listed


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
    assert [one.total for one in labelled if one.label == "cheapest"] == [cheapest.total]
    dearest = max(plans, key=lambda plan: plan.total)
    assert [one.total for one in labelled if one.label == "finest"] == [dearest.total]
    assert label(list(reversed(plans)))[0].label == "finest"


def test_each_is_named_by_visits_that_it_alone_has():
    plans = label(options_of(BOSTON))
    assert len({plan.title for plan in plans}) == len(plans)
    for plan in plans:
        others = [other for other in plans if other is not plan]
        own, elsewhere = only_here(plan, others), {item.title for one in others for item in one.items()}
        named = [title for title in own if title in plan.title]
        assert plan.title == listed(named) and not elsewhere & set(own)


def test_a_focus_that_no_visit_is_about_is_not_in_the_words():
    outline = compose.outlines(BOSTON, gazetteer())[0].model_copy(update={"focus": ["history", "safari"]})
    plan = schedule(compose.draft(BOSTON, outline, gazetteer(), used=set()), BOSTON, gazetteer(), today=TODAY)
    assert plan.focus == ["history"]
    assert plan.for_whom.startswith("For those who like history, at ")


def test_the_one_with_most_of_what_they_like_is_recommended():
    plans = label(options_of(BOSTON))
    facts = BOSTON.model_copy(update={"interests": ["history"]})
    best, why = recommended(plans, facts, gazetteer())
    none = variant(plans[best])
    for day in none.days:
        day.items = [item for item in day.items if not isinstance(item, Visit)]
    seen = len(visits_of(plans[best]))
    assert recommended([none, plans[best]], facts, gazetteer())[0] == 1
    assert why.startswith("Most of what you like, ") and why.endswith(f" of {seen} visits")
    free = BOSTON.model_copy(update={"interests": []})
    best, why = recommended(plans, free, gazetteer())
    assert (plans[best].label, why) == ("balanced", "Between the others in price")


def test_of_equals_the_one_of_the_level_and_pace_that_were_asked_is_recommended():
    plan = first_option(BOSTON)
    cheap = variant(plan, level="low", total=plan.total - 100)
    asked = BOSTON.model_copy(update={"budget": BOSTON.budget.model_copy(update={"level": plan.level})})
    assert recommended([cheap, plan], asked, gazetteer())[0] == 1
    hurried = variant(plan, pace="packed", total=plan.total - 100)
    calm = BOSTON.model_copy(update={"pace": plan.pace})
    assert recommended([hurried, plan], calm, gazetteer())[0] == 1


def test_equal_totals_have_no_cheapest():
    plan = first_option(BOSTON)
    assert {one.label for one in label([plan, plan])} == {"other"}
    assert label([]) == []


def test_the_comparison_names_the_visits_that_all_share():
    plans = options_of(BOSTON)
    sentence = comparison(plans)
    assert sentence.startswith("They all share ") and sentence.endswith(".")
    shared = set.intersection(*(visits_of(plan) for plan in plans))
    assert ("Freedom Trail" in sentence) == (0 < len(shared) <= 2)


def test_a_single_option_is_not_compared():
    assert comparison([first_option(BOSTON)]) == ""
