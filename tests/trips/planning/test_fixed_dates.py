"""Orders and nights bend to appointments."""

import datetime as dt

import pytest

from tests.trips.planning.asking import TODAY, facts_for, gazetteer, options_of
from trips.planning.fixed_dates import keeps_fixed_dates
from trips.planning.request import request_of
from trips.planning.skeleton import Skeleton, skeleton_of
from trips.planning.validator import check_plan
from trips.schemas import Appointment


def wedding(date: str, where: str | None = "Marrakesh", hour: int | None = 15) -> Appointment:
    start = dt.time(hour) if hour is not None else None
    return Appointment(what="Wedding of Ana", date=dt.date.fromisoformat(date), start=start, where=where)


def laid_out(*cities, appointment: Appointment, **more) -> Skeleton:
    facts = facts_for("London", list(cities), "2027-06-15", "2027-06-24", appointments=[appointment], **more)
    return skeleton_of(request_of(facts, gazetteer(), today=TODAY))


def names(found: Skeleton) -> list[str]:
    return [block.city.name for block in found.blocks]


def test_a_late_wedding_changes_nothing():
    assert names(laid_out("Paris", "Marrakesh", appointment=wedding("2027-06-22"))) == ["Paris", "Marrakesh"]


def test_an_early_wedding_turns_the_order_round():
    assert names(laid_out("Paris", "Marrakesh", appointment=wedding("2027-06-16"))) == ["Marrakesh", "Paris"]


def test_nights_bend_before_the_order_does():
    found = laid_out("Paris", "Marrakesh", appointment=wedding("2027-06-18"))
    assert names(found) == ["Paris", "Marrakesh"] and found.blocks[0].nights == 2


def test_nobody_marries_on_the_day_of_the_flight():
    found = laid_out("Paris", "Marrakesh", appointment=wedding("2027-06-19"))
    block = next(block for block in found.blocks if block.city.name == "Marrakesh")
    assert block.arrive < dt.date(2027, 6, 19) < block.leave


def test_without_a_place_or_elsewhere_the_trip_stays_as_it_is():
    usual = names(laid_out("Paris", "Marrakesh", appointment=wedding("2027-06-16", where=None)))
    assert usual == names(laid_out("Paris", "Marrakesh", appointment=wedding("2027-06-16", where="Oslo")))
    assert usual == ["Paris", "Marrakesh"]


def test_what_cannot_be_kept_leaves_the_usual_trip():
    found = laid_out("Paris", "Marrakesh", appointment=wedding("2027-07-30"))
    assert names(found) == ["Paris", "Marrakesh"]
    facts = facts_for(
        "London", ["Paris"], "2027-06-15", "2027-06-24", appointments=[wedding("2027-07-30", "Paris")]
    )
    request = request_of(facts, gazetteer(), today=TODAY)
    assert not keeps_fixed_dates(request, skeleton_of(request).spans)


@pytest.mark.parametrize("date", ["2027-06-16", "2027-06-18", "2027-06-20", "2027-06-22"])
def test_the_plan_keeps_the_hours_whenever_it_is(date):
    facts = facts_for(
        "London", ["Paris", "Marrakesh"], "2027-06-15", "2027-06-24", appointments=[wedding(date)]
    )
    for plan in options_of(facts):
        assert not check_plan(plan, facts, gazetteer(), today=TODAY).errors
        item = next(item for item in plan.items() if item.title == "Wedding of Ana")
        assert (item.start.date().isoformat(), item.start.hour) == (date, 15)
