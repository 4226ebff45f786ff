"""Options side by side."""

from collections import Counter

from tests.trips.planning.asking import BOSTON, TODAY, first_option, gazetteer, options_of
from trips.planning import compose
from trips.planning.options import (
    comparison,
    distinctions,
    label,
    least_on_foot,
    name_of,
    recommended,
    shared_visits,
    visits_of,
)
from trips.planning.schedule import schedule
from trips.planning.wishes import answers_to
from trips.schemas import Leg, Party, Plan, Visit
from trips.wording import upper_first


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


def areas(plan: Plan) -> Counter[str]:
    return Counter(item.area for item in plan.items() if isinstance(item, Visit))


def test_each_is_named_by_the_areas_where_it_sees_more_than_the_others():
    plans = label(options_of(BOSTON))
    assert len({plan.title for plan in plans}) == len(plans)
    for plan in plans:
        first, *more = plan.title.split(" and ")
        assert all(areas(other)[first] < areas(plan)[first] for other in plans if other is not plan)
        assert all(area in areas(plan) for area in more) and len(more) < 2


def test_without_areas_a_name_is_what_is_true_of_one_alone_then_what_it_alone_sees():
    plans = [variant(plan) for plan in options_of(BOSTON)[:2]]
    for item in (item for plan in plans for item in plan.items() if isinstance(item, Visit)):
        item.area = ""
    own = distinctions(plans)
    titles = [plan.title for plan in label([variant(plan, title=name_of(plan)) for plan in plans])]
    assert titles == [
        upper_first(facts[-1].partition(",")[0].partition(":")[0].removeprefix("The only one "))
        for facts in own
    ]
    twin = variant(plans[0], title="", total=plans[0].total)
    assert name_of(plans[0], [twin]).startswith("Nights at ") or name_of(plans[0], [twin]) == "Way 1"


def test_an_area_is_told_with_its_city_where_there_are_several():
    plan = variant(first_option(BOSTON))
    seeing = [day for day in plan.days if any(isinstance(item, Visit) and item.area for item in day.items)]
    seeing[0].city = "Salem"
    title = name_of(plan)
    assert title.count(" in ") == 2 and "in Salem" in title and "in Boston" in title and ", " in title


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
    assert recommended([none, plans[best]], facts, gazetteer())[0] == 1
    lead, _, named = why.partition(": ")
    rows = [gazetteer().place(one) for one in visits_of(plans[best])]
    row = next(row for row in rows if named.startswith(row.name))
    assert lead == "For history" and answers_to(row, ["history"]) == ["history"]
    assert all(row.id not in visits_of(plan) for plan in plans if plan is not plans[best])
    free = BOSTON.model_copy(update={"interests": []})
    best, why = recommended(plans, free, gazetteer())
    assert plans[best].label == "balanced" and why == "".join(distinctions(plans)[best][:1])


def test_what_they_named_is_said_in_their_words():
    plans = label(options_of(BOSTON))
    facts = BOSTON.model_copy(update={"interests": ["water"], "said": {"water": "ships"}})
    best, why = recommended(plans, facts, gazetteer())
    with_ships = [any("Ship" in title for title in titles(plan)) for plan in plans]
    assert any(with_ships) and with_ships[best] and why.startswith("For ships: ")


def titles(plan: Plan) -> list[str]:
    return [item.title for item in plan.items() if isinstance(item, Visit)]


def test_packed_days_are_recommended_to_nobody_who_walks_little_or_is_small():
    plan = first_option(BOSTON)
    packed = variant(plan, pace="packed", total=plan.total - 500)
    old = BOSTON.model_copy(update={"access": ["elderly"], "pace": None})
    small = BOSTON.model_copy(update={"party": Party(adults=2, children=1, ages=[2]), "pace": None})
    for facts in (old, small):
        assert recommended([packed, plan], facts, gazetteer())[0] == 1
        assert recommended([packed, packed], facts, gazetteer()) == (0, "")


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


def _walking(plan: Plan, km: float) -> Plan:
    """The plan with so much on foot on each day that sees something, none besides."""
    made = variant(plan)
    walk = next(item for item in plan.items() if isinstance(item, Leg) and item.mode == "walk")
    for day in made.days:
        seen = any(isinstance(item, Visit) for item in day.items)
        others = [item for item in day.items if not (isinstance(item, Leg) and item.mode == "walk")]
        day.items = [*others, *([walk.model_copy(update={"distance_km": km})] if seen else [])]
    return made


def test_a_difference_on_foot_is_told_where_one_feels_it():
    plan = first_option(BOSTON)
    near, far, less = (_walking(plan, km) for km in (2.0, 2.3, 1.4))
    assert least_on_foot([near, far]) == -1 and least_on_foot([plan]) == -1
    assert least_on_foot([near, far, less]) == 2
    assert "The least walking" in [own for facts in distinctions([near, less]) for own in facts]
    assert "The least walking" not in [own for facts in distinctions([near, far]) for own in facts]
