"""A model's draft may hold anything: the plan still holds, and what was left out says why."""

import datetime as dt

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from tests.trips.planning.asking import BOSTON, TODAY, day, gazetteer
from tests.trips.planning.holding import holds, in_order, nothing_twice, sums
from trips.planning.compose import draft, outlines
from trips.planning.schedule import schedule
from trips.schemas import (
    DraftDay,
    DraftMeal,
    DraftMove,
    DraftStay,
    DraftStop,
    Meal,
    PlanDraft,
    Stay,
    Visit,
)

QUICK = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
NAMES = some.sampled_from(("Boston", "boston", "New York", "Paris", "Nowhere at all", ""))
DATES = some.dates(dt.date(2027, 2, 12), dt.date(2027, 2, 20))


def ids(kind: str):
    known = [place.id for slug in ("boston", "paris") for place in gazetteer().places(slug, kind)]
    return some.sampled_from([*known, "", "boston:no-such-place", "x"])


def stops():
    place = ids("visit") | ids("food")
    return some.builds(
        DraftStop, place_id=place, name=some.text(max_size=12), minutes=some.none() | some.integers(-5, 900)
    )


def meals():
    return some.builds(
        DraftMeal,
        meal=some.sampled_from(("breakfast", "lunch", "dinner")),
        place_id=ids("food"),
        name=some.text(max_size=8),
        style=some.sampled_from(("place", "at_stay", "free")),
    )


def drafts():
    return some.builds(
        PlanDraft,
        title=some.just("A model's idea"),
        pace=some.sampled_from(("relaxed", "moderate", "packed")),
        level=some.sampled_from(("low", "mid", "high")),
        stays=some.lists(
            some.builds(
                DraftStay, city=NAMES, place_id=ids("stay"), check_in=DATES, nights=some.integers(-1, 9)
            ),
            max_size=3,
        ),
        moves=some.lists(
            some.builds(
                DraftMove,
                date=DATES,
                from_city=NAMES,
                to_city=NAMES,
                mode=some.sampled_from(("walk", "train", "flight", "ferry", "car")),
            ),
            max_size=3,
        ),
        days=some.lists(
            some.builds(
                DraftDay,
                date=DATES,
                city=NAMES,
                stops=some.lists(stops(), max_size=9),
                meals=some.lists(meals(), max_size=5),
            ),
            max_size=6,
        ),
    )


@QUICK
@pytest.mark.slow
@given(drafts())
def test_any_draft_becomes_a_plan_that_holds(found):
    plan = schedule(found, BOSTON, gazetteer(), today=TODAY)
    holds(plan, BOSTON, gazetteer())
    assert [one.date for one in plan.days] == [dt.date(2027, 2, number) for number in (15, 16, 17, 18)]
    assert any("Freedom Trail" in item.title for item in plan.items())
    assert all(gazetteer().place(one.place_id) for one in plan.alternatives if one.place_id)


@QUICK
@pytest.mark.slow
@given(some.integers(0, 3), some.permutations(range(8)))
def test_a_composed_draft_shuffled_between_days_still_holds(number, order):
    found = draft(BOSTON, outlines(BOSTON, gazetteer())[0], gazetteer(), used=set())
    everything = [stop for one in found.days for stop in one.stops]
    shuffled = [everything[index] for index in order if index < len(everything)]
    days = [one.model_copy(update={"stops": []}) for one in found.days]
    days[number] = days[number].model_copy(update={"stops": shuffled})
    plan = schedule(found.model_copy(update={"days": days}), BOSTON, gazetteer(), today=TODAY)
    holds(plan, BOSTON, gazetteer())


def one_day(*, stops=(), meals=()) -> PlanDraft:
    return PlanDraft(
        title="One day",
        days=[DraftDay(date=day("2027-02-16"), city="Boston", stops=list(stops), meals=list(meals))],
    )


def planned(found: PlanDraft):
    return schedule(found, BOSTON, gazetteer(), today=TODAY)


def test_an_unknown_id_in_a_curated_city_is_left_out_with_its_reason():
    plan = planned(one_day(stops=[DraftStop(place_id="boston:unicorn-zoo", name="Unicorn Zoo")]))
    assert "Unicorn Zoo" not in {item.title for item in plan.items()}
    assert ("Unicorn Zoo", "not in our data") in {(one.name, one.reason) for one in plan.alternatives}


def test_a_known_name_without_its_id_is_found():
    plan = planned(one_day(stops=[DraftStop(name="Old North Church")]))
    assert "boston:old-north-church" in {item.place_id for item in plan.items()}


def test_a_place_of_another_city_is_left_out_where_the_trip_does_not_go_there():
    plan = planned(one_day(stops=[DraftStop(place_id="paris:louvre", name="Louvre")]))
    assert "paris:louvre" not in {item.place_id for item in plan.items()}
    assert "paris:louvre" in {one.place_id for one in plan.alternatives}


def test_a_place_closed_on_its_day_moves_to_a_day_when_it_is_open():
    closed_on_tuesday = "boston:mfa"  # closed on Tuesdays, open on Wednesdays
    plan = planned(one_day(stops=[DraftStop(place_id=closed_on_tuesday, name="Museum of Fine Arts")]))
    dates = [item.start.date() for item in plan.items() if item.place_id == closed_on_tuesday]
    assert dates and dates != [day("2027-02-16")]


def test_missing_stays_ways_and_meals_are_filled_in():
    plan = planned(PlanDraft(title="Nothing but a title"))
    assert [item.nights for item in plan.items() if isinstance(item, Stay)] == [3]
    full_days = plan.days[1:-1]
    for one in full_days:
        assert [item.meal for item in one.items if isinstance(item, Meal)] == ["breakfast", "lunch", "dinner"]
        assert any(isinstance(item, Visit) for item in one.items)
    assert plan.items()[0].origin.city_id == BOSTON.origin.city_id
    in_order(plan)
    sums(plan)


def test_the_same_place_twice_comes_once():
    twice = [DraftStop(place_id="boston:mit-museum", name="MIT Museum")] * 2
    plan = planned(one_day(stops=twice))
    nothing_twice(plan)
    assert sum(item.place_id == "boston:mit-museum" for item in plan.items()) == 1


def test_more_visits_than_the_pace_allows_become_alternatives():
    names = [place.id for place in gazetteer().places("boston", "visit")][:9]
    plan = planned(one_day(stops=[DraftStop(place_id=name, name=name) for name in names]))
    holds(plan, BOSTON, gazetteer())
    seen = {item.place_id for item in plan.items() if isinstance(item, Visit)}
    aside = {one.place_id for one in plan.alternatives}
    assert set(names) <= seen | aside


def test_a_draft_of_a_plan_is_deterministic():
    found = draft(BOSTON, outlines(BOSTON, gazetteer())[0], gazetteer(), used=set())
    assert planned(found) == planned(found)
