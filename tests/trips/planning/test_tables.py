"""Where to eat, and when."""

from tests.trips.planning.asking import TODAY, city, day, facts_for, gazetteer
from trips.planning.legs import city_point
from trips.planning.picking import Pool, pick_stay
from trips.planning.request import request_of
from trips.planning.tables import (
    LONGEST_LUNCH,
    breakfast_of,
    can_serve,
    meal_minutes,
    pick_table,
    table_for,
    without_table,
)

TUESDAY = day("2027-03-02")
LUNCH = (11 * 60 + 30, 14 * 60)


def pool(name: str = "Boston", **more) -> Pool:
    facts = facts_for(None, [name], "2027-03-01", "2027-03-05", **more)
    return Pool(request_of(facts, gazetteer(), today=TODAY), city(name))


def pick(found: Pool, meal: str = "lunch", *, taken=(), near=(), level="mid", cuisine=""):
    return pick_table(
        found, meal, TUESDAY, near, level=level, taken=set(taken), between=LUNCH, cuisine=cuisine
    )


def test_a_table_is_open_then_serves_that_meal_and_is_near():
    near = [(42.3557, -71.0572)]
    table = pick(pool(), near=near)
    assert table and "lunch" in table.meals and can_serve(table, "lunch", TUESDAY, pool().request)
    again = pick(pool(), near=near, taken={table.id})
    assert again and again != table


def test_a_diet_is_served_everywhere_or_there_is_no_table():
    for need in ("vegan", "halal", "gluten_free"):
        table = pick(pool(dietary=[need]))
        assert table and need in table.diet
    assert pick(pool(dietary=["allergy: nuts"])) == pick(pool())  # no row says anything of nuts


def test_no_table_far_from_the_day():
    assert pick(pool(), near=[(42.0, -71.0)]) is None


def test_a_cuisine_is_found_anywhere_in_the_city():
    table = pick(pool(), near=[(42.0, -71.0)], cuisine="Thai")
    assert table and table.cuisine == "Thai"


def test_the_level_limits_the_bands():
    assert pick(pool(), level="low").band in ("low", "mid")
    assert pick(pool(), level="high").band in ("mid", "high")


def test_everybody_else_prefers_other_kitchens_than_vegan_ones():
    assert "vegan" not in (pick(pool("Paris")).cuisine)


def test_breakfast_is_around_the_corner():
    found = pool()
    table = table_for(found, "breakfast", TUESDAY, [], city_point(city("Boston")), "mid", set())
    assert table is None or abs(table.lat - city("Boston").lat) < 0.02


def test_breakfast_at_a_stay_that_offers_it():
    request = pool().request
    hostel = gazetteer().place(pick_stay(pool(), "low", 3).id)
    assert breakfast_of(hostel, request) == ("at_stay" if hostel.breakfast_included else "free")
    assert breakfast_of(None, request) == "free"
    included = hostel.model_copy(update={"breakfast_included": True})
    assert breakfast_of(included, request) == "at_stay"
    assert breakfast_of(included, pool(dietary=["vegan"]).request) == "at_stay"
    assert breakfast_of(included, pool(dietary=["gluten-free"]).request) == "free"


def test_a_hotel_serves_breakfast_though_its_row_says_nothing_where_no_table_is_near():
    row = gazetteer().place(pick_stay(pool(), "mid", 3).id)
    silent = row.model_copy(update={"stay_type": "hotel", "band": "mid", "amenities": []})
    request = pool().request
    assert without_table("breakfast", silent, request) == "at_stay"
    assert without_table("dinner", silent, request) == without_table("breakfast", None, request) == "free"
    for other in ({"stay_type": "hostel"}, {"stay_type": "apartment"}, {"band": "low"}):
        assert without_table("breakfast", silent.model_copy(update=other), request) == "free"


def test_who_needs_a_way_without_steps_gets_a_table_that_is_known_first_and_never_one_with_steps():
    found = pool("London", access=["wheelchair"])
    assert {place.step_free for place in found.tables} == {"yes", None}
    near = [
        (place.lat, place.lon)
        for place in found.tables
        if place.step_free == "yes" and "lunch" in place.meals
    ]
    assert pick(found, near=near[:1]).step_free == "yes"


def test_lunch_is_no_banquet():
    long = pick(pool()).model_copy(update={"visit": pick(pool()).visit.model_copy(update={"typical": 120})})
    assert meal_minutes(long, "lunch") <= max(LONGEST_LUNCH, long.visit.shortest)
    assert meal_minutes(long, "dinner") > LONGEST_LUNCH or long.visit.longest <= LONGEST_LUNCH
    assert meal_minutes(None, "dinner") == 75
