"""When meals are had: by country, party and the length of the day."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.trips.planning.asking import TODAY, facts_for, first_option, gazetteer
from trips.planning.mealtimes import evening_end, meal_hours, meals_between
from trips.planning.request import request_of
from trips.schemas import Meal, Plan

EIGHTEEN = 18 * 60


def request(**more):
    facts = facts_for(None, ["Boston"], "2027-03-01", "2027-03-05", **more)
    return request_of(facts, gazetteer(), today=TODAY)


def meals_of(plan: Plan) -> list[list[Meal]]:
    return [[item for item in day.items if isinstance(item, Meal)] for day in plan.days]


@pytest.mark.parametrize(
    ("start", "end", "slept", "meals"),
    [
        (9 * 60, 21 * 60, True, ["breakfast", "lunch", "dinner"]),
        (14 * 60 + 20, 21 * 60, False, ["lunch", "dinner"]),
        (15 * 60, 21 * 60, False, ["dinner"]),
        (9 * 60, 9 * 60 + 50, True, ["breakfast"]),
        (9 * 60, 9 * 60 + 30, True, []),
        (9 * 60, 15 * 60, True, ["breakfast", "lunch"]),
        (11 * 60, 18 * 60, False, ["lunch"]),
    ],
)
def test_the_meals_that_fall_into_a_stretch(start, end, slept, meals):
    assert meals_between(start, end, "US", request(), slept=slept) == meals


def test_dinner_is_later_in_the_south_and_never_before_six():
    hours = {code: meal_hours("dinner", code, request()) for code in ("US", "JP", "FR", "MA", "ES", "XX")}
    assert hours["US"].ideal < hours["FR"].ideal < hours["MA"].ideal < hours["ES"].ideal
    assert hours["XX"] == hours["US"] and 18 * 60 + 30 <= hours["JP"].ideal <= 19 * 60 + 30
    assert all(one.earliest >= EIGHTEEN for one in hours.values())


def test_small_children_eat_early():
    early = meal_hours("dinner", "ES", request(ages=(3,)))
    assert early.earliest < EIGHTEEN and early.ideal <= EIGHTEEN
    assert meal_hours("dinner", "ES", request(ages=(9,))) == meal_hours("dinner", "ES", request())


@pytest.mark.parametrize("city", ["Boston", "Tokyo", "Marrakesh", "Paris"])
@pytest.mark.parametrize("pace", ["relaxed", "packed"])
def test_meals_lie_apart_and_dinner_in_the_evening(city, pace):
    plan = first_option(facts_for(None, [city], "2027-02-20", "2027-02-24", level="mid", pace=pace))
    for meals in meals_of(plan):
        for one, other in zip(meals, meals[1:], strict=False):
            least = 3 if one.meal == "breakfast" else 4  # a late one is small
            assert (other.start - one.start).total_seconds() >= least * 3600, (one.title, other.title)
        assert all(meal.start.hour >= 18 for meal in meals if meal.meal == "dinner")
        assert all(meal.minutes <= 60 for meal in meals if meal.meal == "breakfast")
    assert all(len(meals) == 3 for meals in meals_of(plan)[1:-1])


def test_a_day_lasts_until_after_dinner_where_one_dines_late():
    relaxed = replace(request(), pace="relaxed")
    assert evening_end("ES", relaxed) >= meal_hours("dinner", "ES", relaxed).ideal + 75
    assert evening_end("US", relaxed) < evening_end("FR", relaxed) < evening_end("ES", relaxed)
    assert evening_end("ES", replace(relaxed, pace="packed")) >= 22 * 60


@pytest.mark.parametrize("city", ["Madrid", "Paris"])
def test_nobody_sits_down_for_dinner_before_the_country_does(city):
    facts = facts_for(None, [city], "2027-05-10", "2027-05-14", level="high", pace="relaxed")
    plan = first_option(facts)
    dinners = [meal for meals in meals_of(plan)[1:-1] for meal in meals if meal.meal == "dinner"]
    assert dinners and all(meal.start.time() >= dt.time(19) for meal in dinners)
