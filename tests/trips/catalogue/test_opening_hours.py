"""Opening hours on a date: weekdays, seasons, holidays, past midnight, unknown."""

import datetime as dt
from types import SimpleNamespace

import pytest

from trips.catalogue.opening_hours import hours_in_words, is_open, open_spans
from trips.schemas import Place


class OneCity:
    """A gazetteer of one city with two public holidays."""

    def city_of(self, place):
        return SimpleNamespace(curated="boston", country="US") if place.city == "boston" else None

    def holidays_for(self, city, year):
        if (city.country, year) != ("US", 2027):
            return []
        return [
            SimpleNamespace(date=dt.date(2027, 2, 15), name="Washington's Birthday"),
            SimpleNamespace(date=dt.date(2027, 7, 5), name="Independence Day (observed)"),
        ]


GAZETTEER = OneCity()


def place_with(**hours) -> Place:
    return Place.model_validate(
        {
            "id": "boston:x",
            "city": "boston",
            "kind": "visit",
            "name": "X",
            "area": "Back Bay",
            "lat": 42.35,
            "lon": -71.07,
            "price": {"currency": "USD", "adult": "10"},
            "hours": hours,
        }
    )


def at(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def test_it_reads_the_weekday_and_a_missing_weekday_is_closed():
    museum = place_with(week={"mon": [("10:00", "17:00")]})
    assert open_spans(museum, dt.date(2027, 3, 1), GAZETTEER) == [
        (at("2027-03-01T10:00"), at("2027-03-01T17:00"))
    ]
    assert open_spans(museum, dt.date(2027, 3, 2), GAZETTEER) == []
    assert hours_in_words(museum, dt.date(2027, 3, 2), GAZETTEER) == "closed"


def test_nothing_said_is_unknown_and_never_open():
    silent = place_with()
    assert open_spans(silent, dt.date(2027, 3, 1), GAZETTEER) is None
    assert is_open(silent, at("2027-03-01T12:00"), at("2027-03-01T13:00"), GAZETTEER) is None
    assert hours_in_words(silent, dt.date(2027, 3, 1), GAZETTEER) == "hours unknown"


@pytest.mark.parametrize("rule", ["Presidents' Day", "washington's birthday", "02-15", "*"])
def test_a_holiday_closes_by_name_by_synonym_by_date_and_by_star(rule):
    museum = place_with(week={"mon": [("10:00", "17:00")]}, closed_holidays=[rule])
    assert open_spans(museum, dt.date(2027, 2, 15), GAZETTEER) == []
    assert open_spans(museum, dt.date(2027, 2, 22), GAZETTEER) != []


def test_an_observed_holiday_counts_as_the_holiday():
    square = place_with(always=True, closed_holidays=["Independence Day"])
    assert is_open(square, at("2027-07-05T12:00"), at("2027-07-05T13:00"), GAZETTEER) is False
    assert is_open(square, at("2027-07-06T23:30"), at("2027-07-07T00:30"), GAZETTEER) is True


def test_a_season_wins_over_the_week_also_over_the_turn_of_the_year():
    fort = place_with(
        week={"mon": [("09:00", "18:00")]},
        exceptions=[
            {"start": "11-01", "end": "03-31", "week": {"mon": [("10:00", "15:00")]}},
            {"start": "02-10", "end": "02-20", "week": {}},
        ],
    )
    assert hours_in_words(fort, dt.date(2027, 1, 4), GAZETTEER) == "10:00–15:00"
    assert hours_in_words(fort, dt.date(2027, 2, 15), GAZETTEER) == "closed"  # the shorter season
    assert hours_in_words(fort, dt.date(2027, 5, 3), GAZETTEER) == "09:00–18:00"


def test_a_bar_past_midnight_is_open_in_the_small_hours_of_the_next_date():
    bar = place_with(week={"fri": [("18:00", "02:00")]})
    assert open_spans(bar, dt.date(2027, 3, 5), GAZETTEER) == [
        (at("2027-03-05T18:00"), at("2027-03-06T02:00"))
    ]
    assert is_open(bar, at("2027-03-06T00:30"), at("2027-03-06T01:30"), GAZETTEER) is True
    assert is_open(bar, at("2027-03-06T01:30"), at("2027-03-06T02:30"), GAZETTEER) is False


def test_spans_that_touch_are_one_and_a_break_is_kept():
    garden = place_with(week={"mon": [("09:00", "12:00"), ("12:00", "14:00"), ("15:00", "00:00")]})
    assert hours_in_words(garden, dt.date(2027, 3, 1), GAZETTEER) == "09:00–14:00, 15:00–00:00"
    assert is_open(garden, at("2027-03-01T11:00"), at("2027-03-01T13:00"), GAZETTEER) is True
    assert is_open(garden, at("2027-03-01T13:30"), at("2027-03-01T15:30"), GAZETTEER) is False


def test_last_entry_is_before_closing():
    museum = place_with(week={"mon": [("10:00", "17:00")]}, last_entry_min=45)
    assert is_open(museum, at("2027-03-01T16:10"), at("2027-03-01T16:50"), GAZETTEER) is True
    assert is_open(museum, at("2027-03-01T16:20"), at("2027-03-01T16:50"), GAZETTEER) is False
