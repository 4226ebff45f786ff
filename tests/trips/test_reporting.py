"""Reports are written by one door: days that were, words that were said, once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from config import clock
from tests.trips.travelling import with_plan
from trips import reporting
from trips.models import Trip
from trips.reporting import Entry
from trips.signals import feedback_given

pytestmark = pytest.mark.django_db
FIRST = dt.date(2027, 11, 19)


@pytest.fixture
def kyoto(trip) -> Iterator[Trip]:
    clock.set_now(dt.datetime(2027, 11, 20, 12, tzinfo=dt.UTC))
    yield with_plan(trip)
    clock.set_now(None)


def test_a_report_is_kept_once_and_announced_once(kyoto) -> None:
    heard = []

    def hear(feedback, **_) -> None:
        heard.append(feedback)

    feedback_given.connect(hear)
    try:
        entry = Entry(FIRST, "Lovely.", liked=("tofu", "tofu", " "), energy="high", rating=5)
        (row,) = reporting.report(kyoto, [entry])
        assert reporting.report(kyoto, [entry]) == [row] == heard
    finally:
        feedback_given.disconnect(hear)
    assert (row.liked, row.rating) == (["tofu"], 5)
    assert reporting.in_words(row) == "liked tofu; energy high; 5 of 5"


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (Entry(dt.date(2027, 11, 21), "Tomorrow was fine"), "no day of this trip so far"),
        (Entry(dt.date(2027, 3, 1), "Long ago"), "no day of this trip so far"),
        (Entry(FIRST, "  "), "how it was"),
        (Entry(FIRST, "x", rating=9), "from 1 to 5"),
        (Entry(FIRST, "x", energy="huge"), "low, medium or high"),
    ],
)
def test_what_can_not_be_noted_is_refused_and_nothing_is_written(kyoto, entry, sentence) -> None:
    with pytest.raises(reporting.Refused, match=sentence):
        reporting.report(kyoto, [Entry(FIRST, "Good."), entry])
    assert not kyoto.feedback.exists()


def test_before_the_first_day_nothing_can_be_told(kyoto) -> None:
    clock.set_now(dt.datetime(2027, 11, 1, 12, tzinfo=dt.UTC))
    assert reporting.days_told(kyoto) == []
    with pytest.raises(reporting.Refused, match="not begun"):
        reporting.report(kyoto, [Entry(FIRST, "Good.")])


def test_a_report_is_corrected_and_taken_back(kyoto) -> None:
    (row,) = reporting.report(kyoto, [Entry(FIRST, "Tired.", energy="low")])
    assert reporting.tired_days(kyoto) == {FIRST}
    reporting.correct(row, Entry(FIRST, "Fine.", energy="high"))
    assert reporting.tired_days(kyoto) == frozenset()
    reporting.remove(row)
    assert not kyoto.feedback.exists()
