"""Countries, groups of countries, areas, states and provinces by name."""

import pytest

from trips.catalogue import countries, regions
from trips.catalogue.gazetteer import default_gazetteer


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Morocco", "MA"),
        ("moroccan", "MA"),
        ("Marocco", "MA"),
        ("UK", "GB"),
        ("uk", "GB"),
        ("Great Britain", "GB"),
        ("USA", "US"),
        ("US", "US"),
        ("the States", "US"),
        ("Holland", "NL"),
        ("the Netherlands", "NL"),
        ("Türkiye", "TR"),
        ("Turkey", "TR"),
        ("Czech Republic", "CZ"),
        ("Ivory Coast", "CI"),
        ("Côte d'Ivoire", "CI"),
        ("Philipines", "PH"),
        ("Brazillian", "BR"),
        ("日本", "JP"),
    ],
)
def test_it_finds_a_country(text, code):
    assert default_gazetteer().find_country(text).code == code


@pytest.mark.parametrize("text", ["us", "me", "it", "no", "Kyoto", "somewhere", ""])
def test_other_words_are_no_country(text):
    assert default_gazetteer().find_country(text) is None


def test_a_country_has_its_facts():
    morocco = default_gazetteer().country("ma")
    assert (morocco.name, morocco.currency, morocco.capital) == ("Morocco", "MAD", "Rabat")
    assert morocco.continent == "Africa"
    assert "Arabic" in morocco.languages
    assert "ES" in morocco.neighbours
    assert default_gazetteer().country("XX") is None
    assert default_gazetteer().country("BG").currency == "EUR"


def test_every_country_is_whole():
    rows = countries._countries()
    assert len(rows) == 250
    for country in rows.values():
        assert len(country.code) == 2
        assert country.name
        assert country.continent
        assert set(country.neighbours) <= set(rows)
        assert countries.named(country.name) is country
        for alias in country.aliases:
            assert countries.find(alias) is country, alias


def test_bordering_is_mutual():
    rows = countries._countries()
    lonely = {
        (country.code, other)
        for country in rows.values()
        for other in country.neighbours
        if country.code not in rows[other].neighbours
    }
    assert len(lonely) <= 10  # GeoNames lists a few borders (Guantánamo, Gibraltar …) on one side only


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Scandinavia", ("DK", "NO", "SE")),
        ("scandinavia", ("DK", "NO", "SE")),
        ("the Baltics", ("EE", "LV", "LT")),
        ("south east asia", ("TH", "VN", "KH", "LA", "MM", "MY", "SG", "ID", "PH", "BN", "TL")),
    ],
)
def test_a_group_of_countries(text, expected):
    assert default_gazetteer().find_region(text).countries == expected


def test_an_area_has_its_towns():
    gazetteer = default_gazetteer()
    tuscany = gazetteer.find_region("Tuscany")
    assert tuscany.countries == ("IT",)
    assert [city.name for city in gazetteer.cities_in(tuscany, 3)] == ["Florence", "Siena", "Pisa"]


def test_a_state_or_province_has_its_largest_cities():
    gazetteer = default_gazetteer()
    california = gazetteer.find_region("California")
    assert california.countries == ("US",)
    assert gazetteer.cities_in(california, 1)[0].name == "Los Angeles"
    assert gazetteer.cities_in(gazetteer.find_region("Ontario"), 1)[0].name == "Toronto"
    assert gazetteer.find_region("Kyoto Prefecture of nowhere") is None


def test_every_written_region_resolves():
    for row in regions._written().values():
        region = default_gazetteer().find_region(row["name"])
        assert all(countries.country(code) for code in region.countries), row["name"]
        assert len(region.cities) == len(row.get("cities", ())), row["name"]
        towns = regions.area(row["name"])
        assert {town.country for town in towns} <= set(region.countries), row["name"]
