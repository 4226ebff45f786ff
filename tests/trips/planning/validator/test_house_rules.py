"""The kind of stay, and what the house allows (check 23)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.trips.planning.validator import making as m
from trips.schemas import StayWish


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("hotel", "passed"),
        ("hotels", "passed"),
        ("hostel", "failed"),
        ("entire home", "failed"),
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
