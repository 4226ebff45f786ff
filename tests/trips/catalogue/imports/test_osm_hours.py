"""`opening_hours` of a map: the same on every day of years, or nothing."""

from __future__ import annotations

import datetime as dt

import pytest
from opening_hours import OpeningHours, State

from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.imports.osm_hours import hours_of
from trips.catalogue.opening_hours import is_open
from trips.schemas import Hours, Place

REPRESENTABLE = [
    "24/7",
    "Mo-Fr 10:00-18:00",
    "Mo-Fr 08:00-12:00,13:30-18:00; Sa 08:00-12:00",
    "Fr 14:00-20:00; Sa, Su 14:00-18:00",
    "Apr-Sep Mo-Su 09:00-19:00; Oct-Mar Mo-Su 09:00-17:00",
    "Tu-Su 10:00-18:00; Jan 1 off; Dec 24-Dec 25 off",
    "May 01-Oct 31: Su 10:00-17:00",
    "Mo-Sa 18:00-02:00",
    "Mo-Sa 00:00-24:00",
    "Fr 20:00-24:00; Sa 00:00-24:00; Su 00:00-20:00",
    "Mo-Su,PH 10:00-18:00",
    "We-Mo 09:00-18:00; Nov 15-Feb 15 off",
]


def place(hours: Hours) -> Place:
    return Place(id="x:y", city="x", kind="visit", name="y", area="", lat=47, lon=8, hours=hours)


@pytest.mark.parametrize("value", REPRESENTABLE)
def test_it_is_open_when_the_library_says_so(value):
    """At every half past of a year that was looked at, and of one that was not."""
    hours = hours_of(value, 2027)
    assert hours is not None
    row, reader = place(hours), OpeningHours(value.replace(", ", ",").replace(",PH", ""))
    for year in (2028, 2041):
        moment = dt.datetime(year, 1, 2, 0, 30)
        while moment.year == year:
            said = reader.state(moment)[0] == State.OPEN
            assert bool(is_open(row, moment, moment, default_gazetteer())) is said, moment
            moment += dt.timedelta(hours=5)


@pytest.mark.parametrize(
    "value",
    [
        "sunrise-sunset",
        "10:00+",
        "Mo-Fr 10:00-18:00 || unknown",
        '10:00-12:00 "by appointment"',
        "Tu[3] 17:30-19:00",
        "week 1-53/2 Mo 10:00-12:00",
        "easter 10:00-12:00",
        "SH Mo-Fr 10:00-12:00",
        "Mo-Fr 8-22h",
        "Mo-Sa 11:00-22:00; Su,PH 12:00-22:00",
        "Mo-Sa,PH 10:00-18:00",
        "Mo-Fr 13:00-18:00, Tu-Sa 09:00-12:00",  # both, on most days
        "Apr-Oct",
        "2020 Mo-Fr 10:00-12:00",
        "Mo-Fr 10:00-12:00; 2028 Jun 01-2028 Aug 31 off",
        "on request",
        "",
        "Mo-Fr 10:00-12:00" + " " * 300,
    ],
)
def test_what_cannot_be_said_exactly_is_unknown(value):
    assert hours_of(value, 2027) is None


@pytest.mark.parametrize(
    "value", ["Mo-Fr 10:00-18:00; PH off", "PH off; Mo-Fr 10:00-18:00", "PH,Sa,Su off; Mo-Fr 10:00-18:00"]
)
def test_closed_on_public_holidays(value):
    hours = hours_of(value, 2027)
    assert hours.closed_holidays == ["*"] and list(hours.week) == ["mon", "tue", "wed", "thu", "fri"]


def test_a_night_goes_on_into_a_day_that_has_a_rule_of_its_own():
    hours = hours_of("Su-Th 11:00-01:00; Fr-Sa 11:00-03:00", 2027)
    row = place(hours)
    friday, sunday = dt.datetime(2027, 1, 8, 0, 30), dt.datetime(2027, 1, 10, 2, 30)
    assert is_open(row, friday, friday, default_gazetteer())
    assert is_open(row, sunday, sunday, default_gazetteer())


def test_closing_days_alone_leave_the_others_unknown():
    assert hours_of("Mo,Tu off", 2027) == Hours(closed=["mon", "tue"])
