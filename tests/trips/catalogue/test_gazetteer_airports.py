"""Airports with scheduled service."""

from zoneinfo import available_timezones

from hypothesis import given
from hypothesis import strategies as st

from trips.catalogue import world
from trips.catalogue.gazetteer import default_gazetteer, distance_km


def test_an_airport_by_its_code():
    airport = default_gazetteer().airport("bos")
    assert airport.city == "Boston"
    assert airport.timezone == "America/New_York"
    assert default_gazetteer().city(airport.city_id).name == "Boston"
    assert default_gazetteer().airport("ZZZ") is None


def test_the_nearest_with_service_come_first():
    gazetteer = default_gazetteer()
    kyoto, marrakesh = gazetteer.best_city("Kyoto"), gazetteer.best_city("Marrakesh")
    codes = [airport.iata for airport, _ in gazetteer.airports_near(kyoto.lat, kyoto.lon)]
    assert codes[:2] == ["ITM", "KIX"]
    (airport, kilometres), *_ = gazetteer.airports_near(marrakesh.lat, marrakesh.lon)
    assert (airport.iata, kilometres < 10) == ("RAK", True)
    assert gazetteer.airports_near(-50, -120) == ()  # the middle of the Pacific


def test_a_big_airport_counts_as_nearer():
    gazetteer = default_gazetteer()
    boston = gazetteer.best_city("Boston")
    assert gazetteer.airports_near(boston.lat, boston.lon)[0][0].iata == "BOS"


def test_every_airport_is_whole():
    known = available_timezones()
    rows = world.airports()
    assert len(rows) > 4000
    for iata, row in rows.items():
        assert len(iata) == 3 and iata.isupper()
        assert row.timezone in known, iata
        assert row.size in (0, 1, 2)
        assert -90 <= row.lat <= 90 and -180 <= row.lon <= 180
        assert default_gazetteer().country(row.country), iata


def test_the_city_an_airport_serves_is_near():
    for row in world.airports().values():
        if row.city_id is not None:
            city = world.city(row.city_id)
            assert city is not None, row
            assert distance_km(row.lat, row.lon, city.lat, city.lon) <= 71, row


@given(st.floats(-89, 89), st.floats(-180, 180), st.floats(1, 400))
def test_airports_near_any_point_are_within_reach(lat, lon, reach):
    found = default_gazetteer().airports_near(lat, lon, within_km=reach, limit=50)
    assert all(kilometres <= reach + 0.05 for _, kilometres in found)  # told to a tenth
    rows = world.airports().values()
    slow = {row.iata for row in rows if distance_km(lat, lon, row.lat, row.lon) <= reach}
    assert {airport.iata for airport, _ in found} <= slow
    assert len(found) == min(50, len(slow))
