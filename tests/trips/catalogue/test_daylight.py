"""Sunset against almanacs, to half an hour."""

import datetime as dt

import pytest

from trips.catalogue.daylight import sunset


@pytest.mark.parametrize(
    ("lat", "lon", "zone", "date", "hour"),
    [
        (41.90, 12.50, "Europe/Rome", "2027-05-11", 20.38),
        (51.51, -0.13, "Europe/London", "2027-12-21", 15.88),
        (13.75, 100.50, "Asia/Bangkok", "2027-06-21", 18.78),
        (-33.87, 151.21, "Australia/Sydney", "2027-01-10", 20.15),
        (38.72, -9.14, "Europe/Lisbon", "2027-08-01", 20.82),
        (64.15, -21.94, "Atlantic/Reykjavik", "2027-03-20", 19.73),
    ],
)
def test_the_sun_sets_when_almanacs_say(lat, lon, zone, date, hour):
    assert abs(sunset(lat, lon, dt.date.fromisoformat(date), zone) / 60 - hour) <= 0.5


def test_beyond_the_circle_the_sun_stays_up_or_down():
    there = 69.65, 18.96
    assert sunset(*there, dt.date(2027, 6, 21), "Europe/Oslo") == 24 * 60
    assert sunset(*there, dt.date(2027, 12, 21), "Europe/Oslo") == 12 * 60
