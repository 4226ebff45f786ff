"""What an edit doesn't touch stays: a plan taken apart and put together again is the same plan."""

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, edited, item, options, plan_of
from trips.planning.editing import RemoveItem, apply_edits
from trips.planning.editing.itinerary import taken_apart
from trips.planning.editing.requests import request_for
from trips.planning.editing.timeline import DayLine
from trips.planning.editing.writing import written


@pytest.mark.parametrize("name", ALL)
def test_every_option_is_the_same_after_being_taken_apart_and_put_together(name):
    for plan in options(name):
        before = plan.model_copy(deep=True)
        itinerary = taken_apart(plan, request_for(plan, ALL[name], gazetteer(), today=TODAY))
        assert written(itinerary) == before
        assert plan == before


@pytest.mark.parametrize("name", ALL)
def test_every_day_put_on_the_clock_again_keeps_its_times_ways_and_prices(name):
    for plan in options(name):
        before = plan.model_copy(deep=True)
        itinerary = taken_apart(plan, request_for(plan, ALL[name], gazetteer(), today=TODAY))
        for sojourn in itinerary.sojourns:
            for date in sojourn.dates:
                dayline = DayLine(itinerary, sojourn, date)
                line = dayline.fit(sojourn.days[date])
                assert line is not None, f"{plan.title}: {date}"
                sojourn.put(date, sojourn.days[date], dayline.items(line))
        assert written(itinerary) == before


def test_without_an_edit_nothing_differs():
    found = apply_edits(plan_of("Japan"), [], ALL["Japan"], gazetteer(), today=TODAY)
    assert found.plan == plan_of("Japan") and found.diff.empty and not found.sentence


def test_the_days_that_an_edit_does_not_touch_are_equal():
    before = plan_of("Japan")
    found = edited("Japan", RemoveItem(uid=item(before, "Nijo Castle").uid))
    assert [day.number for day in found.diff.days] == [7]
    for one, other in zip(before.days, found.plan.days, strict=True):
        assert (one == other) == (one.date != before.days[6].date)
    others = [one for one in found.plan.days[6].items if one.kind != "leg" and "Free time" not in one.title]
    assert others == [
        one
        for one in before.days[6].items
        if one.kind != "leg" and "Nijo" not in one.title and "Free time" not in one.title
    ]


def test_the_plan_given_is_left_as_it_is():
    plan = plan_of("Boston").model_copy(deep=True)
    edited("Boston", RemoveItem(uid=item(plan, "Freedom Trail").uid), plan=plan)
    assert plan == plan_of("Boston")
