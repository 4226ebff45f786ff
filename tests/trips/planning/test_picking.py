"""Which sights and stays are taken first."""

from decimal import Decimal

import pytest

from tests.trips.planning.asking import TODAY, city, day, facts_for, gazetteer
from trips.planning.picking import (
    BY_NIGHT,
    Pool,
    is_evening,
    night_cost,
    pick_stay,
    ranked_visits,
    rooms_needed,
    windows_on,
)
from trips.planning.request import request_of
from trips.schemas import Hours, StayWish


def pool(name: str = "Boston", start: str = "2027-07-05", end: str = "2027-07-09", **more) -> Pool:
    request = request_of(facts_for(None, [name], start, end, **more), gazetteer(), today=TODAY)
    return Pool(request, city(name))


def best(found: Pool, focus=(), level="mid", count=8):
    return [place for _, place in ranked_visits(found, focus, level=level)[:count]]


def test_interests_come_first():
    art = sum("art" in place.tags for place in best(pool(interests=["art"])))
    assert art > sum("art" in place.tags for place in best(pool()))


def test_a_focus_counts_like_an_interest():
    assert "garden" in best(pool("Kyoto"), focus=["gardens"])[0].tags


def test_in_the_cold_sights_indoors_are_preferred():
    winter = pool(start="2027-01-11", end="2027-01-15")
    summer = pool(start="2027-08-02", end="2027-08-06")
    assert winter.indoors_season and not summer.indoors_season
    assert sum(place.outdoor for place in best(winter)) < sum(place.outdoor for place in best(summer))


def test_on_a_small_budget_entrance_fees_count():
    def fees(level: str) -> Decimal:
        return sum((place.price.adult for place in best(pool(), level=level)), Decimal(0))

    assert fees("low") < fees("high")


def test_children_never_get_what_is_not_for_them():
    family = pool(ages=(7,))
    assert all(place.children != "no" for place in family.visits + family.tables + family.stays)
    assert len(family.visits) < len(pool().visits)


def test_a_city_without_rows_has_an_empty_pool():
    found = pool("Porto Seguro")
    assert found.visits == found.tables == found.stays == []
    assert pick_stay(found, "mid", 3) is None


def test_opening_windows_of_a_date_hold_the_rest_of_the_night_before():
    late = next(
        place
        for place in gazetteer().places("new-york")
        if any(end <= start and end.hour < 6 for spans in place.hours.week.values() for start, end in spans)
    )
    windows = windows_on(late, day("2027-03-06"), pool("New York").request)
    assert windows and windows[-1][1] > 24 * 60


def test_evening_places_are_known():
    assert is_evening(next(place for place in gazetteer().places("boston") if "Wally" in place.name))
    assert not is_evening(gazetteer().place("boston:mfa"))


@pytest.mark.parametrize(
    ("tags", "windows"),
    [
        (["nightlife"], (BY_NIGHT,)),
        (["architecture", "nightlife", "evening"], (BY_NIGHT,)),
        (["theatre", "evening"], (BY_NIGHT,)),
        (["theatre", "architecture", "evening"], None),
        (["museum"], None),
    ],
)
def test_houses_for_the_evening_whose_hours_nobody_tells_are_not_for_the_day(tags, windows):
    row = gazetteer().place("boston:mfa").model_copy(update={"tags": tags, "hours": Hours()})
    assert windows_on(row, day("2027-03-06"), pool().request) == windows


@pytest.mark.parametrize("band", ["low", "mid", "high"])
@pytest.mark.parametrize("name", ["Boston", "New York", "Tokyo", "Kyoto", "Paris", "Marrakesh"])
def test_every_city_has_a_stay_of_each_band(name, band):
    stay = pick_stay(pool(name), band, 3)
    assert stay and stay.band == band and stay.min_nights <= 3


def test_wishes_for_a_stay():
    assert pick_stay(pool(stay=StayWish(name="Omni Parker")), "low", 3).name == "Omni Parker House"
    assert pick_stay(pool("Kyoto", stay=StayWish(kind="ryokan")), "mid", 3).stay_type == "ryokan"
    assert pick_stay(pool(stay=StayWish(area="Back Bay")), "mid", 3).area == "Back Bay"
    cheap = pick_stay(pool(stay=StayWish(max_price=Decimal(180))), "high", 3)
    assert cheap.price.adult <= 180


def test_another_option_gets_another_stay_of_the_band():
    first = pick_stay(pool(), "mid", 3)
    assert pick_stay(pool(), "mid", 3, used={first.id}) != first


def test_rooms_hold_everybody():
    family = pool(ages=(4, 7))
    stay = pick_stay(family, "low", 3)
    assert rooms_needed(stay, family.request) * (stay.occupancy or 2) >= 4
    assert rooms_needed(None, pool(adults=5).request) == 3
    assert rooms_needed(stay, pool(rooms=3).request) == 3


def test_the_cost_of_a_night_is_all_rooms_in_the_trips_currency():
    found = pool("Tokyo", adults=4)
    stay = pick_stay(found, "mid", 3)
    rooms = rooms_needed(stay, found.request)
    assert night_cost(stay, found.request) < stay.price.adult * rooms / 100  # yen in dollars
