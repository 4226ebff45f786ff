"""Wishes about the days of a plan, and about how many sights of a kind, are no facts of the trip."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import apply_changes
from trips.reading import Understanding, understand
from trips.schemas import TripFacts

TODAY = dt.date(2026, 11, 21)


def facts_of(text: str) -> TripFacts:
    read = understand(text, today=TODAY, gazetteer=default_gazetteer())
    return apply_changes(TripFacts(), read.changes, today=TODAY, gazetteer=default_gazetteer()).facts


def read(text: str, known: str, *asked: str) -> Understanding:
    return understand(
        text, today=TODAY, gazetteer=default_gazetteer(), facts=facts_of(known), asked=list(asked)
    )


@pytest.mark.parametrize(
    "text",
    """make day 4 easier on the feet
swap day 2 and 3
less walking on day 2
move the North End to day 3
a vegan dinner on day 2
lock day 5
day 3 should be lighter
fewer visits on the second day
a halal lunch on day 1 please
skip the museum on day 2
no dinner on Wednesday
not so many temples please
fewer museums please
we don't want to see that many churches""".splitlines(),
)
def test_they_set_no_fact(text):
    found = read(text, "Long weekend in Boston", "party.adults", "dates.start", "budget.level")
    assert found.changes == [] and found.about_a_plan


def test_fewer_is_not_none_and_what_is_liked_stays_liked():
    found = read("not so many temples please", "Kyoto and Tokyo, we love temples and food")
    assert found.changes == []
    banned = read("no temples", "Kyoto and Tokyo, we love temples and food")
    assert {change.path for change in banned.changes} & {"avoid", "interests"}
    more = read("less museums, more food", "Rome")
    assert [(change.path, change.value) for change in more.changes] == [("interests", "food")]


def test_another_day_where_the_trip_does_not_go_changes_no_length():
    found = read("could we stay another day in Kyoto?", "Long weekend in Boston")
    assert found.changes == [] and "Kyoto is not on this trip" in found.problems[0]
    unknown = read("one more night in Kyoto", "Tokyo and Kyoto, 3 to 12 April 2027")
    assert unknown.changes == [] and "How many nights in Kyoto" in unknown.problems[0]
    known = read("one more night in Kyoto", "Tokyo 3 nights and Kyoto 4 nights in April 2027")
    assert [(one.path, one.value) for one in known.changes if one.path == "destinations.nights"] in (
        [("destinations.nights", 5)],
        [],
    )


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("put in the Colosseum on day 3", "must_do", "Colosseum"),
        ("we are four", "party.adults", 4),
        ("I'm vegan", "dietary", "vegan"),
        ("a vegan dinner is a must for us, we are vegans", "dietary", "vegan"),
    ],
)
def test_facts_beside_them_are_read_as_ever(text, path, value):
    found = read(text, "Rome")
    assert (path, value) in [(change.path, change.value) for change in found.changes]
