"""Outlines that differ and say so; drafts from rows only."""

from itertools import combinations, product

import pytest

from tests.trips.planning.asking import (
    BOSTON,
    JAPAN,
    PARIS,
    facts_for,
    gazetteer,
    options_of,
)
from trips.planning.compose import draft, outlines
from trips.planning.outlining import LEAST_DIFFERENCES, differences
from trips.planning.request import request_of
from trips.planning.wishes import unsuitable
from trips.schemas import OptionOutline, TripFacts


def outlined(facts: TripFacts) -> list[OptionOutline]:
    return outlines(facts, gazetteer())


def stops_of(found) -> list[str]:
    return [stop.place_id for day in found.days for stop in day.stops]


def test_with_a_level_there_is_one_step_below_and_one_above():
    asked, below, above = outlined(BOSTON)
    assert (asked.level, below.level, above.level) == ("mid", "low", "high")
    assert (asked.label, below.label, above.label) == ("balanced", "cheapest", "finest")
    assert {one.pace for one in (asked, below, above)} == {"moderate"}  # a pace was asked


@pytest.mark.parametrize(
    ("level", "levels"), [("low", ["low", "low", "mid"]), ("high", ["high", "mid", "high"])]
)
def test_at_the_ends_of_the_ladder_two_options_share_the_level(level, levels):
    found = outlined(facts_for("New York", ["Boston"], "2027-07-05", "2027-07-09", level=level))
    assert [one.level for one in found] == levels
    same = [one for one in found if one.level == level]
    assert same[0].pace != same[1].pace or same[0].focus != same[1].focus


def test_nobody_named_a_budget_or_a_pace():
    found = outlined(facts_for("New York", ["Boston"], "2027-07-05", "2027-07-09"))
    assert len({one.level for one in found}) == 3 and len({one.pace for one in found}) == 3


def test_with_a_sum_the_options_differ_in_pace_focus_and_use():
    found = outlined(
        facts_for("New York", ["Boston"], "2027-07-05", "2027-07-10", total=3500, currency="USD")
    )
    assert len({(one.pace, tuple(one.focus), one.level, one.stay_band) for one in found}) == 3
    assert all(differences(a, b) >= LEAST_DIFFERENCES for a, b in combinations(found, 2))


@pytest.mark.parametrize(
    "city", ["Boston", *(pytest.param(city, marks=pytest.mark.slow) for city in ("Marrakesh", "Vaduz"))]
)
def test_options_differ_whatever_the_sum_and_the_pace(city):
    """Nothing the planner itself outlines may be turned down as too alike."""
    paces, sums, likes = (None, "relaxed", "moderate", "packed"), (300, 1500, 9000), ([], ["food", "music"])
    for pace, total, interests in product(paces, sums, likes):
        facts = facts_for(
            "Madrid", [city], "2027-05-04", "2027-05-08", total=total, currency="EUR", interests=interests
        ).model_copy(update={"pace": pace})
        found = outlined(facts)
        if city == "Vaduz":  # nothing is known that two could differ in
            assert [one.title for one in found] == ["Travel, nights and free days"]
            continue
        assert len(found) >= 2, (pace, total, interests)
        assert all(differences(a, b) >= LEAST_DIFFERENCES for a, b in combinations(found, 2))


def test_with_a_sum_and_a_level_the_level_is_not_passed():
    facts = facts_for(
        "New York", ["Boston"], "2027-07-05", "2027-07-10", total=30_000, currency="USD", level="mid"
    )
    assert {one.level for one in outlined(facts)} <= {"low", "mid"}


def test_who_walks_little_is_not_hurried():
    facts = facts_for("New York", ["Boston"], "2027-07-05", "2027-07-10", access=["elderly"])
    assert "packed" not in {one.pace for one in outlined(facts)}


def test_without_a_night_the_level_makes_no_difference():
    found = outlined(facts_for("London", ["Paris"], "2027-05-05", "2027-05-05"))
    assert len({one.level for one in found}) == 1


def test_a_draft_names_rows_only_and_all_that_suits():
    for facts in (BOSTON, JAPAN, PARIS):
        found = draft(facts, outlined(facts)[0], gazetteer(), used=set())
        request = request_of(facts, gazetteer(), today=facts.dates.start)
        for day in found.days:
            for row in (gazetteer().place(one.place_id) for one in [*day.stops, *day.meals] if one.place_id):
                assert row and unsuitable(row, request) is None
        assert all(gazetteer().place(stay.place_id).kind == "stay" for stay in found.stays)


def test_a_draft_has_the_frame_of_the_trip():
    found = draft(JAPAN, outlined(JAPAN)[0], gazetteer(), used=set())
    assert [(stay.city, stay.nights) for stay in found.stays] == [("Tokyo", 4), ("Kyoto", 4)]
    assert [(move.from_city, move.to_city) for move in found.moves] == [
        ("Los Angeles", "Tokyo"),
        ("Tokyo", "Kyoto"),
        ("Kyoto", "Los Angeles"),
    ]
    assert len(found.days) == 10


def test_must_dos_are_in_every_option():
    used: set[str] = set()
    for outline in outlined(BOSTON):
        found = draft(BOSTON, outline, gazetteer(), used=used)
        used |= set(stops_of(found))
        assert "boston:freedom-trail" in stops_of(found)


def test_what_the_other_options_visit_is_at_most_half():
    outline = outlined(BOSTON)[0]
    first = set(stops_of(draft(BOSTON, outline, gazetteer(), used=set())))
    second = set(stops_of(draft(BOSTON, outline, gazetteer(), used=first)))
    assert len(first & second) <= len(second) / 2


def test_interests_are_met_by_at_least_one_sight():
    facts = facts_for("Madrid", ["Marrakesh"], "2027-03-08", "2027-03-12", interests=["gardens", "museums"])
    for plan in options_of(facts):
        tags = {
            tag
            for item in plan.items()
            if (row := gazetteer().place(item.place_id or ""))
            for tag in row.tags
        }
        assert {"garden", "museum"} <= tags


def test_drafts_are_deterministic():
    outline = outlined(JAPAN)[1]
    one, other = (draft(JAPAN, outline, gazetteer(), used=set()) for _ in range(2))
    assert one == other


def test_no_visit_on_a_day_when_it_is_closed():
    """Presidents' Day is a Monday: much is closed on both accounts."""
    found = draft(BOSTON, outlined(BOSTON)[0], gazetteer(), used=set())
    monday = {stop.place_id for stop in found.days[0].stops}
    assert not monday & {"boston:ica", "boston:museum-african-american-history", "boston:public-library"}


def test_a_free_choice_says_where_and_leaves_its_price_to_its_costs():
    asked = facts_for("Madrid", ["Braga"], "2027-05-10", "2027-05-12", total=900, currency="EUR")
    items = [item for plan in options_of(asked)[:1] for item in plan.items()]
    free = [item for item in items if item.kind == "meal" and item.style == "free"]
    assert free and all(item.title.endswith(f" near {item.area} (your choice)") for item in free)
    assert all(cost.amount for item in free for cost in item.costs)
