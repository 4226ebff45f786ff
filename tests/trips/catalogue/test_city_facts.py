"""Practical facts of cities and countries: the files' form, what they agree with, what is said of them."""

from __future__ import annotations

import datetime as dt
import re
from urllib.parse import urlsplit

import pytest

from trips.catalogue import climate, country_facts
from trips.catalogue.city_facts import CityFact, city_facts
from trips.catalogue.countries import country
from trips.catalogue.gazetteer import default_gazetteer

GAZETTEER = default_gazetteer()
CITIES = country_facts.DATA.parent / "cities"
TODAY = dt.date(2026, 11, 26)
MARCH = {"start": dt.date(2027, 3, 8), "end": dt.date(2027, 3, 12)}
ROWS = [line.split("|") for line in country_facts.DATA.read_text("utf-8").splitlines() if line[:1] != "#"]
#: The states of the United Nations, and two more.
FEWEST = 195


def heads() -> dict[str, dict[str, str]]:
    return {
        path.stem: dict(re.findall(r"^([a-z ]+): (.+)$", path.read_text("utf-8").split("\n[")[0], re.M))
        for path in CITIES.glob("*.txt")
    }


def told(name: str, **more) -> dict[str, list[CityFact]]:
    found: dict[str, list[CityFact]] = {}
    for fact in city_facts(GAZETTEER.best_city(name), GAZETTEER, today=TODAY, **more):
        found.setdefault(fact.topic, []).append(fact)
    return found


# --- The files -----------------------------------------------------------------------------------


def test_every_row_of_the_countries_has_its_form() -> None:
    assert [row[0] for row in ROWS] == sorted({row[0] for row in ROWS})
    for code, emergency, side, plugs, volts, water, tipping, entry in ROWS:
        assert country(code), code
        assert re.fullmatch(r"[\w,;() -]*\d{2,}[\w,;() -]*", emergency), code
        assert side in ("left", "right") and water in ("safe", "mostly", "no"), code
        assert set(plugs.split()) <= set("ABCDEFGHIJKLMNO") and re.fullmatch(r"\d{3}( or \d{3})?", volts), (
            code
        )
        assert tipping and not tipping.endswith("."), code
        assert not entry or (urlsplit(entry).scheme == "https" and "." in urlsplit(entry).netloc), code


def test_every_shipped_city_and_nearly_every_state_is_there() -> None:
    known = {row[0] for row in ROWS}
    assert {head["country"] for head in heads().values()} <= known
    assert len(known) >= FEWEST


def test_plugs_of_the_cities_files_are_among_the_countrys() -> None:
    plugs = {row[0]: set(row[3].split()) for row in ROWS}
    wrong = {}
    for city, head in heads().items():
        said = set(re.findall(r"\b([A-O])\b", head["plugs"]))
        if said and not said & plugs[head["country"]]:
            wrong[city] = said
    assert wrong == {}


def test_highs_and_lows_lie_around_the_means_of_every_shipped_city() -> None:
    rows = climate._highs_lows()
    assert set(rows) == {int(head["geonames"]) for head in heads().values()}
    wrong = []
    for number, (highs, lows) in rows.items():
        assert len(highs) == len(lows) == 12
        for month, (high, low) in enumerate(zip(highs, lows, strict=True), start=1):
            mean = GAZETTEER.climate(number, month).mean_c
            # a grid cell's mean: in mountains some degrees below the town's
            if not (low - 1 < mean < high + 1 and abs((high + low) / 2 - mean) <= 5.5):
                wrong.append((number, month, high, low, mean))
    assert wrong == []


# --- What is said --------------------------------------------------------------------------------


def test_each_fact_has_a_source_and_general_knowledge_its_date() -> None:
    facts = [fact for found in told("Marrakesh", **MARCH, currency="USD").values() for fact in found]
    assert {fact.topic for fact in facts} >= {
        "climate", "clothes", "money", "language", "tap water", "tipping", "plugs", "emergency", "driving",
        "holidays", "entry",
    }  # fmt: skip
    assert all(fact.source for fact in facts)
    assert all(fact.as_of == "2026-11" for fact in facts if fact.grade == "common")


def test_marrakesh_in_march_from_boston() -> None:
    facts = told("Marrakesh", **MARCH, home=GAZETTEER.best_city("Boston"), currency="USD")
    words = {topic: " ".join(fact.sentence for fact in found) for topic, found in facts.items()}
    assert "March: usually 11 to 23 °C, some rain." in words["climate"]
    assert words["clothes"] == "March: light clothes for the day and a light jacket and layers."
    assert words["tap water"] == GAZETTEER.practical(GAZETTEER.best_city("Marrakesh")).water
    assert words["safety"] and words["book ahead"] and words["driving"] == "Traffic keeps to the right."
    assert words["time"] == "The clock is 5 hours ahead of Boston on your days."
    assert "Eid al-Fitr" in words["holidays"] and "$1 is about " in words["money"]


def test_a_visa_is_something_to_check_on_the_official_page_and_no_verdict() -> None:
    (entry,) = told("Tokyo", home=GAZETTEER.best_city("Boston"))["entry"]
    assert entry.url == "https://www.mofa.go.jp/j_info/visit/visa/"
    assert "whether Japan asks for a visa" in entry.sentence
    assert not re.search(r"\byou (?:do not |don't )?need\b|visa-free", entry.sentence)
    (unsure,) = told("Bridgetown")["entry"]
    assert unsure.url == "" and "with an embassy of Barbados" in unsure.sentence
    assert "entry" not in told("Boston", home=GAZETTEER.best_city("Chicago"))


@pytest.mark.parametrize(
    ("city", "month", "clothes"),
    [
        ("Helsinki", 1, "a warm coat, hat and gloves"),
        ("Bangkok", 9, "light clothes, something against the sun and something against rain"),
        ("London", 11, "a warm jacket"),
    ],
)
def test_what_to_wear_follows_from_the_climate(city: str, month: int, clothes: str) -> None:
    day = dt.date(2027, month, 10)
    (fact,) = told(city, start=day, end=day)["clothes"]
    assert fact.sentence.partition(": ")[2].startswith(clothes)


def test_a_town_that_is_shipped_by_nobody_has_its_countrys_facts() -> None:
    facts = told("Vaduz", **MARCH)
    assert [fact.sentence for fact in facts["tap water"]] == ["Tap water is safe to drink."]
    assert "safety" not in facts
    assert "Types C and J, 230 V." in [fact.sentence for fact in facts["plugs"]]
    assert len(facts["climate"]) == 1 and facts["clothes"]
    assert told("Vaduz").get("holidays") is None
