"""Climate by month and public holidays."""

import datetime as dt
import struct
from dataclasses import replace

import pytest

from trips.catalogue import world
from trips.catalogue.climate import SOURCE
from trips.catalogue.gazetteer import default_gazetteer


def climate(name: str, month: int):
    gazetteer = default_gazetteer()
    return gazetteer.climate(gazetteer.best_city(name).id, month)


def test_climate_is_a_long_term_mean_with_its_source():
    january = climate("Boston", 1)
    assert january.mean_c == pytest.approx(-1, abs=1.5)
    assert 60 < january.rain_mm < 140
    assert january.grade == "official"
    assert "Copernicus" in january.source == SOURCE
    assert climate("Kyoto", 8).mean_c == pytest.approx(27, abs=1.5)
    assert climate("Sydney", 1).mean_c > climate("Sydney", 7).mean_c  # the south is the other way round


def test_climate_of_nowhere():
    assert default_gazetteer().climate(1, 5) is None
    with pytest.raises(ValueError, match="month"):
        default_gazetteer().climate(4930956, 13)


def test_every_city_has_a_believable_climate():
    rows = world.DATABASE.rows("SELECT id, lat, climate FROM city")
    assert all(blob is not None and len(blob) == 48 for _, _, blob in rows)
    for city_id, lat, blob in rows:
        numbers = struct.unpack("<24h", blob)
        assert all(-550 <= tenths <= 440 for tenths in numbers[:12]), city_id
        # ERA5 overdoes the wettest coast of Colombia; elsewhere no month reaches 2,000 mm
        assert all(0 <= rain <= 3000 for rain in numbers[12:]), city_id
        if abs(lat) > 35:
            summer, winter = numbers[6], numbers[0]
            assert (summer > winter) == (lat > 0), city_id


def names(holidays) -> dict[dt.date, str]:
    return {holiday.date: holiday.name for holiday in holidays}


def test_holidays_of_a_country_in_english():
    found = names(default_gazetteer().holidays("JP", 2027))
    assert found[dt.date(2027, 5, 5)] == "Children's Day"
    assert dt.date(2027, 4, 19) not in names(default_gazetteer().holidays("US", 2027))


@pytest.mark.parametrize(
    ("city", "date", "here"),
    [
        ("Boston", dt.date(2027, 4, 19), True),  # Patriots' Day
        ("New York", dt.date(2027, 4, 19), False),
        ("Munich", dt.date(2027, 1, 6), True),  # Epiphany
        ("Berlin", dt.date(2027, 1, 6), False),
        ("Edinburgh", dt.date(2027, 11, 30), True),  # St Andrew's Day
        ("London", dt.date(2027, 11, 30), False),
        ("Barcelona", dt.date(2027, 9, 11), True),  # Catalonia's day
        ("Madrid", dt.date(2027, 9, 11), False),
        ("Rome", dt.date(2027, 6, 29), True),  # its patron saints
        ("Milan", dt.date(2027, 6, 29), False),
        ("Milan", dt.date(2027, 12, 7), True),
        ("Vienna", dt.date(2027, 10, 26), True),
        ("Seville", dt.date(2027, 3, 1), True),  # Andalusia's day, moved from a Sunday
        ("Madrid", dt.date(2027, 3, 1), False),
        ("Montreal", dt.date(2027, 6, 24), True),  # Saint-Jean-Baptiste
        ("Toronto", dt.date(2027, 6, 24), False),
        ("Sydney", dt.date(2027, 10, 4), True),  # Labour Day
        ("Melbourne", dt.date(2027, 10, 4), False),
        ("Marrakesh", dt.date(2027, 7, 30), True),  # Throne Day
    ],
)
def test_holidays_where_a_city_is(city, date, here):
    gazetteer = default_gazetteer()
    found = names(gazetteer.holidays_for(gazetteer.best_city(city), date.year))
    assert (date in found) is here


def test_holidays_of_nowhere_and_of_unknown_parts():
    gazetteer = default_gazetteer()
    assert gazetteer.holidays("XX", 2027) == []
    atlantis = replace(gazetteer.best_city("Boston"), admin1="Atlantis", admin1_code="99")
    assert gazetteer.holidays_for(atlantis, 2027) == gazetteer.holidays("US", 2027)


@pytest.mark.parametrize(
    "code", ["FR", "DE", "IT", "ES", "PT", "GR", "MX", "TR", "TH", "CN", "KR", "JP", "MA", "GB", "US"]
)
def test_names_are_english(code):
    found = default_gazetteer().holidays(code, 2027)
    assert any("New Year" in holiday.name for holiday in found)
