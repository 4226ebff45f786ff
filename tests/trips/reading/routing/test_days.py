"""Which day of the plan an agenda is asked for."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.reading.routing.days import read_day

#: Thursday 11 to Saturday 20 February 2027.
DATES = [dt.date(2027, 2, 11) + dt.timedelta(days=index) for index in range(10)]
FRIDAY = DATES[1]
LONG_BEFORE = dt.date(2026, 11, 22)


@pytest.mark.parametrize(
    ("said", "index"),
    [
        ("day 3", 2),
        ("3", 2),
        ("Day three", 2),
        ("the 3rd day", 2),
        ("second day", 1),
        ("last day", 9),
        ("12 Feb", 1),
        ("Feb 12th", 1),
        ("12th of February", 1),
        ("2027-02-14", 3),
        ("14.2.", 3),
        ("2/14", 3),
        ("friday", 1),
        ("fri", 1),
        ("on Sunday, please", 3),
        ("the 15th", 4),
        ("on the 20th, please", 9),
        ("today", 1),
        ("tomorrow", 2),
        ("the day after tomorrow", 3),
        ("yesterday", 0),
    ],
)
def test_a_day_is_meant(said: str, index: int) -> None:
    assert read_day(said, DATES, FRIDAY).index == index


def test_a_weekday_is_the_next_one_and_afterwards_the_last_there_was() -> None:
    assert read_day("thursday", DATES, FRIDAY).index == 7
    assert read_day("thursday", DATES, LONG_BEFORE).index == 0
    assert read_day("thursday", DATES, dt.date(2027, 5, 1)).index == 7


def test_nothing_and_today_before_the_trip_are_the_next_two_days() -> None:
    for said, today in (("", FRIDAY), ("  ", FRIDAY), ("today", LONG_BEFORE)):
        asked = read_day(said, DATES, today)
        assert (asked.index, asked.problem) == (None, "")


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("day 44", "“day 44” is no day of this trip: it goes from"),
        ("day 0", "“day 0” is no day"),
        ("the 12th day", "“12th day” is no day"),
        ("the 28th", "“the 28th” is no day of this trip: it goes from Thursday 11 February"),
        ("3 March", "is no day of this trip: it goes from Thursday 11 February to Saturday 20 February."),
        ("30 Feb", "is no day of this trip"),
        ("soonish", "I don't read a day in “soonish”"),
    ],
)
def test_what_is_no_day_is_said(said: str, part: str) -> None:
    asked = read_day(said, DATES, FRIDAY)
    assert asked.index is None and part in asked.problem


def test_tomorrow_outside_the_trip_and_a_weekday_it_has_not_are_said() -> None:
    assert "is no day of this trip" in read_day("tomorrow", DATES, LONG_BEFORE).problem
    assert "“monday” is no day of this trip" in read_day("monday", DATES[:2], FRIDAY).problem
