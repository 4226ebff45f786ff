"""Curated connections between cities."""

import pytest

from trips.catalogue import connections as connection_data
from trips.catalogue.gazetteer import default_gazetteer

BOSTON, NEW_YORK, TOKYO, KYOTO = 4930956, 5128581, 1850147, 1857910
#: km/h from door of the train to door of the train, stops included; for flights gate to gate.
SPEEDS = {"train": (25, 330), "coach": (35, 100), "flight": (180, 900), "ferry": (25, 75)}


def test_a_row_leads_both_ways():
    gazetteer = default_gazetteer()
    there, back = gazetteer.connections(BOSTON, NEW_YORK), gazetteer.connections(NEW_YORK, BOSTON)
    assert {row.mode for row in there} == {"train", "coach", "flight"}
    assert [row.id for row in there] == [row.id for row in back]
    assert [row.minutes for row in there] == sorted(row.minutes for row in there)
    assert (there[1].from_point, back[1].to_point) == ("South Station", "South Station")
    assert all(row.from_city == NEW_YORK and row.to_city == BOSTON for row in back)


def test_a_one_way_row_is_not_turned_round():
    gazetteer = default_gazetteer()
    (there,) = gazetteer.connections(NEW_YORK, TOKYO)
    (back,) = gazetteer.connections(TOKYO, NEW_YORK)
    assert there.minutes > back.minutes  # against the wind


def test_no_row_no_connection():
    assert default_gazetteer().connections(BOSTON, KYOTO) == []


def test_there_are_rows_for_the_cities_looked_up():
    gazetteer = default_gazetteer()
    rows = connection_data.all_connections()
    assert len(rows) >= 40
    ends = {row.from_city for row in rows} | {row.to_city for row in rows}
    looked_up = ("Boston", "Kyoto", "Marrakesh", "New York", "Paris", "Tokyo")
    assert {gazetteer.best_city(name).id for name in looked_up} <= ends
    assert len({row.id for row in rows}) == len(rows)


@pytest.mark.parametrize("row", connection_data.all_connections(), ids=lambda row: row.id)
def test_a_row_is_believable(row):
    gazetteer = default_gazetteer()
    start, end = gazetteer.city(row.from_city), gazetteer.city(row.to_city)
    slowest, fastest = SPEEDS[row.mode]
    assert slowest <= row.distance_km / (row.minutes / 60) <= fastest
    assert 0.93 <= row.distance_km / start.distance_to(end) <= 2
    assert (row.grade, row.as_of) == ("curated", "2026-11")
    assert row.from_point and row.to_point
    assert row.price.adult > 0
    assert row.price.child is None or row.price.child <= row.price.adult
    currencies = {gazetteer.country(city.country).currency for city in (start, end)} | {"USD", "EUR"}
    assert row.price.currency in currencies
