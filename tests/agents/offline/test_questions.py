"""Questions come with answers to click, and each of these is one."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.llm.offline import OfflineMind
from tests.agents.talking import say
from trips.facts.assuming import leaving_dates
from trips.facts.limits import spoken_range
from trips.models import Traveller, Trip
from trips.starting import start_trip

DAYS = st.dates(dt.date(2026, 1, 1), dt.date(2030, 1, 1))


@given(earliest=DAYS, window=st.integers(0, 120), days=st.integers(1, 60))
def test_days_to_leave_on_lie_in_the_window_and_leave_time_enough(earliest, window, days):
    latest = earliest + dt.timedelta(days=window)
    said = leaving_dates(earliest, latest, days)
    inside = [earliest + dt.timedelta(days=after) for after in range(max(0, window - days + 2))]
    assert set(said) <= set(inside)
    assert len(said) <= 3
    assert bool(said) == bool(inside)


def test_a_week_leaves_on_saturdays_and_a_long_weekend_on_fridays():
    may = dt.date(2027, 5, 1), dt.date(2027, 5, 31)
    assert [day.day for day in leaving_dates(*may, 7)] == [1, 15, 22]
    assert [day.day for day in leaving_dates(*may, 3)] == [7, 21, 28]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("wish", "start", "days"),
    [("A week in Lisbon in May", dt.date(2027, 5, 15), 7), ("three days in Rome in June", None, 3)],
)
def test_the_day_that_is_clicked_is_the_day_they_leave(wish, start, days):
    trip = start_trip(Traveller.objects.create_user("ada"))
    say(trip, wish, OfflineMind(0))
    question = trip.questions.get(topic="dates")
    clicked = question.suggestions[1]
    assert question.suggestions[-1] == "you choose" and len(question.suggestions) == 4
    say(trip, clicked, OfflineMind(0))
    dates = Trip.objects.get(pk=trip.pk).facts.dates
    assert f"{dates.start.day} {dates.start:%B}" == clicked
    assert start is None or dates.start == start
    assert (dates.end - dates.start).days + 1 == days


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("wish", ["A few days in Lisbon in May, two adults", "Two of us to Rome by 20 May"])
def test_what_is_proposed_is_what_just_planning_takes(wish):
    trip = start_trip(Traveller.objects.create_user("ada"))
    turn = say(trip, wish, OfflineMind(0))
    proposal = turn.messages.get(author="agent").text
    say(trip, "We like tiles and slow lunches.", OfflineMind(0))
    say(trip, "Just plan it.", OfflineMind(0))
    dates = Trip.objects.get(pk=trip.pk).facts.dates
    days = f"{dates.start:%A} to {dates.end:%A}"
    assert f"for {spoken_range(dates.start, dates.end)} ({days}) and" in proposal
