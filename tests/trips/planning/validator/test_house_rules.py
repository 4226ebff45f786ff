"""The kind of stay, and what the house allows (check 23)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.trips.given_rows import GivenRows
from tests.trips.planning.validator import making as m
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.validator import check_plan
from trips.schemas import StayWish


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("hotel", "passed"),
        ("hotels", "passed"),
        ("hostel", "failed"),
        ("entire home", "failed"),
        ("private room", "passed"),
        ("shared room", "failed"),
        ("not shared", "passed"),
        ("no hotel", "failed"),
        ("hotel, not a riad", "passed"),
        ("castle", "not_checked"),
        (None, "passed"),
    ],
)
def test_the_kind_asked(kind, status):
    result = m.result(23, m.plan(), m.facts(stay=StayWish(kind=kind)))
    assert result.status == status
    if status == "failed":
        assert result.severity == "warning" and "Harbour Inn is a hotel" in result.message


def test_what_no_row_has_is_not_checked():
    stars = m.result(23, m.plan(), m.facts(stay=StayWish(stars=Decimal(4))))
    assert (stars.status, "stars" in stars.message) == ("not_checked", True)
    smoke = m.result(23, m.plan(), m.facts(wishes=["a room for smokers"]))
    assert (smoke.status, "a room for smokers" in smoke.message) == ("not_checked", True)


def test_a_kind_to_be_avoided():
    assert m.result(23, m.plan(), m.facts(avoid=["hostels"])).status == "passed"
    result = m.result(23, m.plan(), m.facts(avoid=["hotels"]))
    assert (result.status, "hotels was to be avoided" in result.message) == ("failed", True)


def inn(**more):
    """The verdict's check 23 with another row in the stead of the inn."""
    rows = [row.model_copy(update=more) if row.kind == "stay" else row for row in m.ROWS]

    def check(plan, facts):
        verdict = check_plan(plan, facts, Gazetteer(GivenRows(rows)), today=m.TODAY)
        return next(one for one in verdict.results if one.id == 23)

    return check


@pytest.mark.parametrize(
    ("wish", "amenities", "status"),
    [
        ("a smoking room", ["smoking rooms"], "passed"),
        ("a smoking room", ["smoke-free"], "failed"),
        ("no smoking", ["smoke-free"], "passed"),
        ("no smoking", ["smoking rooms"], "failed"),
        ("a smoking room", ["wifi"], "not_checked"),
        ("a party on Saturday", ["no parties"], "failed"),
        ("visitors in the evening", ["visitors welcome"], "passed"),
        ("with our dog", ["pets"], "passed"),
        ("with our dog", ["wifi"], "failed"),
        ("with our dog", [], "not_checked"),
        ("dogs to look at in the park", ["wifi"], "passed"),
    ],
)
def test_what_the_house_says(wish, amenities, status):
    assert inn(amenities=amenities)(m.plan(), m.facts(wishes=[wish])).status == status


@pytest.mark.parametrize(
    ("age", "children", "status"),
    [(4, "no", "failed"), (4, "ok", "passed"), (4, None, "not_checked"), (12, "no", "passed")],
)
def test_children_below_ten(age, children, status):
    plan = m.plan()
    plan.ages = [age]
    assert inn(children=children)(plan, m.facts()).status == status
