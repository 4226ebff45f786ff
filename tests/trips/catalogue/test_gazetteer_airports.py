"""Airports with scheduled service."""

from zoneinfo import available_timezones

from hypothesis import given
from hypothesis import strategies as st

from trips.catalogue.gazetteer import _world, default_gazetteer, distance_km


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
    assert gazetteer.airports_near(-50, -120) == []  # the middle of the Pacific


def test_a_big_airport_counts_as_nearer():
    gazetteer = default_gazetteer()
    boston = gazetteer.best_city("Boston")
    assert gazetteer.airports_near(boston.lat, boston.lon)[0][0].iata == "BOS"


def test_every_airport_is_whole():
    known = available_timezones()
    rows = _world().airports
    assert len(rows) > 4000
    for iata, _, _, country, lat, lon, zone, size, _ in rows.values():
        assert len(iata) == 3 and iata.isupper()
        assert zone in known, iata
        assert size in (0, 1, 2)
        assert -90 <= lat <= 90 and -180 <= lon <= 180
        assert default_gazetteer().country(country), iata


def test_the_city_an_airport_serves_is_near():
    world = _world()
    for row in world.airports.values():
        if row[-1] is not None:
            city = world.city(row[-1])
            assert city is not None, row
            assert distance_km(row[4], row[5], city.lat, city.lon) <= 71, row


@given(st.floats(-89, 89), st.floats(-180, 180), st.floats(1, 400))
def test_airports_near_any_point_are_within_reach(lat, lon, reach):
    found = default_gazetteer().airports_near(lat, lon, within_km=reach, limit=50)
    assert all(kilometres <= reach for _, kilometres in found)
    slow = {row[0] for row in _world().airports.values() if distance_km(lat, lon, row[4], row[5]) <= reach}
    assert {airport.iata for airport, _ in found} <= slow
    assert len(found) == min(50, len(slow))
