"""What to take along, each with its reason."""

from __future__ import annotations

import datetime as dt

from tests.trips.given_rows import GivenRows
from tests.trips.planning.validator.making import BOSTON, MONDAY, NEW_YORK, ZONE, place
from trips.catalogue.gazetteer import Climate, Gazetteer
from trips.planning.taking import to_take
from trips.schemas import Leg, Meal, Point, Stay, TripFacts, Visit

LONDON = 2643743
MILD = Climate(3, 12.0, 40.0, "made for tests")
TEMPLE = place("old-temple", "visit", 42.36, -71.06, tags=["temple"])
BEACH = place("long-beach", "visit", 42.36, -71.06, tags=["beach"], summary="Sand.")
NO_SWIMMING = place(
    "grey-beach", "visit", 42.36, -71.06, tags=["beach"], summary="Here swimming is not allowed."
)
BATH = place("steam-bath", "visit", 42.36, -71.06, tags=["hammam"])
GAZETTEER = Gazetteer(GivenRows([TEMPLE, BEACH, NO_SWIMMING, BATH]))


def at(hour: int) -> dt.datetime:
    return dt.datetime.combine(MONDAY, dt.time(hour))


def visit(row=None, hours: int = 1, outdoor: bool = False) -> Visit:
    return Visit(
        uid="v", title=row.name if row else "Visit", place_id=row.id if row else None, zone=ZONE,
        city_id=BOSTON, start=at(9), end=at(9 + hours), outdoor=outdoor,
    )  # fmt: skip


def leg(mode: str, origin: int, destination: int, km: float = 1.0) -> Leg:
    return Leg(
        uid="l", title="Way", mode=mode, start=at(8), end=at(9), zone=ZONE, distance_km=km, travel_minutes=60,
        origin=Point(name="A", city_id=origin), destination=Point(name="B", city_id=destination),
    )  # fmt: skip


def taken(
    *items, climate: Climate | None = MILD, leaving=(), facts: TripFacts | None = None, booked=()
) -> dict[str, str]:
    found = to_take(items, leaving, facts or TripFacts(), GAZETTEER, climate=climate, booked=booked)
    return {one.what: one.reason for one in found}


def test_an_ordinary_day_needs_nothing() -> None:
    assert taken(visit(), leg("walk", BOSTON, BOSTON)) == {}


def test_a_border_asks_for_passports_and_a_flight_for_an_identity_card() -> None:
    assert taken(leg("train", BOSTON, LONDON)) == {
        "Passports": "From the United States to the United Kingdom."
    }
    assert taken(leg("flight", BOSTON, NEW_YORK)) == {"Identity cards or passports": "You fly."}
    assert taken(leg("train", BOSTON, NEW_YORK)) == {}


def test_temples_ask_for_modest_clothes_and_name_them() -> None:
    assert taken(visit(TEMPLE)) == {"Clothes that cover shoulders and knees": "For Old Temple."}


def test_swimwear_for_baths_always_and_for_a_beach_where_one_swims() -> None:
    warm = Climate(7, 21.0, 10.0, "made for tests")
    assert "Swimwear and a towel" in taken(visit(BATH))
    assert "Swimwear and a towel" not in taken(visit(BEACH))
    assert taken(visit(BEACH), climate=warm)["Swimwear and a towel"] == "For Long Beach."
    assert "Swimwear and a towel" not in taken(visit(NO_SWIMMING), climate=warm)


def test_the_month_asks_for_rain_warm_and_sun_things() -> None:
    assert "120 mm" in taken(visit(), climate=Climate(6, 15.0, 120.0, ""))["An umbrella or a rain jacket"]
    assert "-3 °C" in taken(visit(), climate=Climate(1, -3.0, 10.0, ""))["Warm clothes"]
    hot = Climate(7, 28.0, 10.0, "")
    assert set(taken(visit(outdoor=True), climate=hot)) == {"Sun hat and sun cream", "Water"}
    assert set(taken(visit(), climate=hot)) == {"Water"}
    assert "mean is 0 °C" in taken(visit(), climate=Climate(2, -0.3, 10.0, ""))["Warm clothes"]
    assert taken(visit(), climate=None) == {}


def test_water_and_shoes_for_long_ways() -> None:
    walked = taken(leg("walk", BOSTON, BOSTON, km=7.3))
    assert walked["Water"] == "You walk 7.3 km." and "7.3 km" in walked["Comfortable shoes"]
    assert taken(visit(hours=4, outdoor=True))["Water"] == "You are outdoors for about 4 hours."


def test_luggage_on_the_day_of_leaving_and_codes_of_what_is_booked() -> None:
    stay = Stay(uid="s", title="The Inn", start=at(15), end=at(15), zone=ZONE, nights=1, rooms=1)
    assert taken(leaving=[stay]) == {"All your luggage": "You check out of The Inn."}
    assert "Tower and Train" in taken(visit(), booked=["Tower", "Train"])["Booking codes"]


def test_an_allergy_is_written_down_in_the_language_of_the_place() -> None:
    meal = Meal(
        uid="m", title="Lunch", meal="lunch", start=at(12), end=at(13), zone="Asia/Tokyo", city_id=1857910
    )
    facts = TripFacts(dietary=["vegan", "allergy: nuts"])
    assert taken(meal, facts=facts) == {
        "A note that says your allergy in Japanese": "For the kitchens: nuts."
    }
    assert taken(visit(), facts=facts) == {}
