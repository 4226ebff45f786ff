"""The rows that ship: the file is what the text files say, no id is lost, every city keeps its promises."""

from __future__ import annotations

import csv
import datetime as dt
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from trips.catalogue import shipped
from trips.catalogue.gazetteer import default_gazetteer, distance_km
from trips.catalogue.names import same_thing
from trips.data.extract.places import CITIES, write

#: Words of a cuisine that is no meal.
SWEET = {"ice", "sweets", "desserts"}
GAZETTEER = default_gazetteer()
SLUGS = sorted(path.stem for path in CITIES.glob("*.txt"))
DATA = Path(__file__).parent / "data"
#: Looked up row by row, with a longer list than the others.
CURATED = ("boston", "kyoto", "marrakesh", "new-york", "paris", "tokyo")
FARTHEST_KM = 60


def dump(path: Path) -> list[str]:
    with sqlite3.connect(path) as database:
        return list(database.iterdump())


def test_the_file_is_made_of_the_text_files(tmp_path: Path) -> None:
    """Else: make catalogue."""
    write(CITIES, tmp_path / "places.sqlite")
    assert dump(tmp_path / "places.sqlite") == dump(shipped.FILE)


def test_every_city_ships_and_is_a_city_of_ours() -> None:
    cities = GAZETTEER.cities_with_rows()
    assert sorted(city.curated for city in cities) == SLUGS and len(SLUGS) >= 120
    assert {city.curated for city in cities if GAZETTEER.practical(city).grade == "curated"} == set(CURATED)


def test_ids_of_the_first_cities_stay() -> None:
    """Plans of earlier releases name them."""
    ids = (DATA / "first_ids.txt").read_text("utf-8").split()
    assert len(ids) > 550 and [place_id for place_id in ids if GAZETTEER.place(place_id) is None] == []


def test_the_best_known_sights_have_rows() -> None:
    with (DATA / "best_known_sights.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len({row["city"] for row in rows}) == len(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
class TestCity:
    """What the planner relies on."""

    def test_there_is_enough_to_choose_from(self, slug: str) -> None:
        rows = GAZETTEER.places(slug)
        kinds = Counter(row.kind for row in rows)
        assert kinds["visit"] >= 18 and kinds["food"] >= 12 and kinds["stay"] >= 6
        assert sum(row.importance == 5 for row in rows if row.kind == "visit") >= 4
        meals = Counter(meal for row in rows if row.kind == "food" for meal in row.meals)
        assert meals["breakfast"] >= 2 and min(meals["lunch"], meals["dinner"]) >= 6
        assert {row.band for row in rows if row.kind == "stay"} == {"low", "mid", "high"}
        assert sum("vegetarian" in row.diet or "vegan" in row.diet for row in rows if row.kind == "food") >= 3
        assert GAZETTEER.places(slug, "station") and len(GAZETTEER.places(slug, "day_trip")) == 3

    def test_places_lie_in_or_around_the_city(self, slug: str) -> None:
        city = next(city for city in GAZETTEER.cities_with_rows() if city.curated == slug)
        # Of a day trip, where it leads to.
        near = [(one.lat, one.lon) for one in (city, *GAZETTEER.places(slug, "day_trip"))]
        away = {
            row.id: min(
                distance_km(row.lat, row.lon, *near[0]),
                *(3 * distance_km(row.lat, row.lon, *one) for one in near[1:]),
            )
            for row in GAZETTEER.places(slug)
        }
        assert {place_id: round(km) for place_id, km in away.items() if km > FARTHEST_KM} == {}

    def test_hours_are_sane(self, slug: str) -> None:
        for row in GAZETTEER.places(slug):
            hours = row.hours
            assert not (hours.always and hours.week), row.id
            for week in (hours.week, *(season.week for season in hours.exceptions)):
                for spans in week.values():
                    assert spans == sorted(spans), row.id
                    assert all(opens != closes or opens.hour == 0 for opens, closes in spans), row.id
                    for (_, closes), (opens, _) in zip(spans, spans[1:], strict=False):
                        assert closes <= opens, row.id
            assert 0 <= hours.last_entry_min <= 240, row.id

    def test_prices_are_sane(self, slug: str) -> None:
        for row in GAZETTEER.places(slug):
            if (price := row.price) is None:
                assert row.kind != "stay", row.id
                continue
            assert GAZETTEER.rate(price.currency, "USD", dt.date(2026, 11, 1)), row.id
            assert price.adult > 0 or row.kind == "visit" or row.kind == "food", row.id
            assert price.child is None or 0 <= price.child <= price.adult, row.id
            if price.low is not None and price.high is not None:
                assert price.low <= price.adult <= price.high, row.id

    def test_each_kind_has_what_it_needs(self, slug: str) -> None:
        for row in GAZETTEER.places(slug):
            assert row.summary and row.grade in ("common", "curated") and row.as_of and row.source, row.id
            if row.kind == "visit":
                assert row.visit and row.tags and row.importance, row.id
            elif row.kind == "food":
                assert row.cuisine and row.band and (row.meals or set(row.cuisine.split()) & SWEET), row.id
            else:
                assert row.stay_type and row.band and row.occupancy, row.id

    def test_names_are_once_in_a_city(self, slug: str) -> None:
        names = [row.name for row in GAZETTEER.places(slug, "visit")]
        twice = [one for index, one in enumerate(names) for other in names[:index] if same_thing(one, other)]
        assert twice == []

    def test_bands_of_stays_are_in_order(self, slug: str) -> None:
        prices: dict[str, list] = {}
        for row in GAZETTEER.places(slug, "stay"):
            prices.setdefault(row.band, []).append(row.price.adult)
        middle = {band: sorted(values)[len(values) // 2] for band, values in prices.items()}
        assert middle["low"] < middle["mid"] < middle["high"]
