"""Curated places: the loader, staff's rows, and that every file keeps its promises."""

import json
from collections import Counter

import pytest

from trips.catalogue import curated
from trips.catalogue.gazetteer import Gazetteer, default_gazetteer, distance_km

FILES = sorted((curated.DATA / "places").glob("*.json"))


@pytest.fixture
def folder(tmp_path):
    def write(name: str, content) -> None:
        text = content if isinstance(content, str) else json.dumps(content)
        (tmp_path / name).write_text(text, "utf-8")

    write.path = tmp_path
    return write


def a_place(**changes) -> dict:
    place = {
        "id": "fes:tannery",
        "kind": "visit",
        "name": "Chouara Tannery",
        "area": "Medina",
        "lat": 34.0665,
        "lon": -4.9712,
        "hours": {"week": {"mon": [["09:00", "18:00"]]}},
        "price": {"currency": "MAD", "adult": "20"},
    }
    return {**place, **changes}


def a_file(*places: dict) -> dict:
    header = {"slug": "fes", "name": "Fes", "geoname_id": 2548885, "as_of": "2026-11"}
    return {**header, "grade": "curated", "source": "a test", "licence": "CC0-1.0", "places": list(places)}


def test_an_empty_folder_is_no_error(tmp_path):
    assert curated.read(tmp_path) == curated.Curated({}, {}, ())
    assert curated.read(tmp_path / "missing") == curated.Curated({}, {}, ())


def test_the_header_fills_each_place(folder):
    folder("fes.json", a_file(a_place()))
    found = curated.read(folder.path)
    place = found.places["fes:tannery"]
    assert (place.city, place.grade, place.as_of, place.source) == ("fes", "curated", "2026-11", "a test")
    assert found.slugs == {2548885: "fes"}
    assert found.problems == ()


def test_a_broken_row_or_file_is_left_out_and_named(folder):
    folder("fes.json", a_file(a_place(), a_place(id="fes:bad", lat="north")))
    folder("broken.json", "{")
    folder("headless.json", {"places": []})
    found = curated.read(folder.path)
    assert list(found.places) == ["fes:tannery"]
    assert len(found.problems) == 3


def test_a_doubled_id_is_named(folder):
    folder("fes.json", a_file(a_place(), a_place()))
    assert curated.read(folder.path).problems == ("fes.json: fes:tannery is there twice",)


def test_staff_rows_replace_and_add():
    bundled = default_gazetteer().places("boston")
    changed = bundled[0].model_copy(update={"name": "Another name"})
    new = bundled[0].model_copy(update={"id": "boston:new-museum", "name": "New museum"})
    gazetteer = Gazetteer(places=[changed, new])
    assert gazetteer.place(changed.id).name == "Another name"
    assert gazetteer.place("boston:new-museum") == new
    assert len(gazetteer.places("boston")) == len(bundled) + 1
    assert default_gazetteer().place(changed.id).name == bundled[0].name


def test_places_by_kind():
    gazetteer = default_gazetteer()
    assert {place.kind for place in gazetteer.places("boston", "food")} == {"food"}
    assert gazetteer.places("atlantis") == []
    assert gazetteer.place("boston:atlantis") is None


def test_curated_cities_know_their_file():
    found = {city.curated for city in default_gazetteer().curated_cities()}
    assert found == {path.stem for path in FILES}
    assert default_gazetteer().best_city("Lyon").curated is None


def test_every_bundled_row_can_be_read():
    assert curated.bundled().problems == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
class TestCuratedFile:
    """What the planner relies on in each curated city."""

    def test_the_header(self, path):
        content = json.loads(path.read_text("utf-8"))
        assert content["slug"] == path.stem
        assert (content["grade"], content["licence"]) == ("curated", "CC0-1.0")
        assert content["as_of"] >= "2026-11"
        assert default_gazetteer().city(content["geoname_id"]) is not None
        ids = [row["id"] for row in content["places"]]
        assert [number for number, count in Counter(ids).items() if count > 1] == []
        assert all(number.startswith(f"{path.stem}:") for number in ids)

    def test_there_is_enough_to_choose_from(self, path):
        places = default_gazetteer().places(path.stem)
        kinds = Counter(place.kind for place in places)
        assert kinds["visit"] >= 18
        assert kinds["food"] >= 15
        meals = Counter(meal for place in places if place.kind == "food" for meal in place.meals)
        assert meals["breakfast"] >= 4
        assert meals["lunch"] >= 6
        assert meals["dinner"] >= 6
        bands = Counter(place.band for place in places if place.kind == "stay")
        assert all(bands[band] >= 3 for band in ("low", "mid", "high"))

    def test_places_lie_in_or_around_the_city(self, path):
        gazetteer = default_gazetteer()
        city = next(city for city in gazetteer.curated_cities() if city.curated == path.stem)
        far = {
            place.id: round(away)
            for place in gazetteer.places(path.stem)
            if (away := distance_km(place.lat, place.lon, city.lat, city.lon)) > 40
        }
        assert far == {}

    def test_hours_are_sane(self, path):
        for place in default_gazetteer().places(path.stem):
            hours = place.hours
            assert not (hours.always and hours.week), place.id
            if place.kind != "stay":
                assert hours.always or hours.week, place.id
            weeks = [hours.week, *(exception.week for exception in hours.exceptions)]
            for week in weeks:
                for spans in week.values():
                    assert spans == sorted(spans), place.id
                    for opens, closes in spans:
                        assert opens != closes or opens.hour == 0, place.id
                    for (_, closes), (opens, _) in zip(spans, spans[1:], strict=False):
                        assert closes <= opens, place.id
            assert 0 <= hours.last_entry_min <= 240, place.id

    def test_prices_are_sane(self, path):
        gazetteer = default_gazetteer()
        city = next(city for city in gazetteer.curated_cities() if city.curated == path.stem)
        currency = gazetteer.country(city.country).currency
        for place in gazetteer.places(path.stem):
            price = place.price
            assert price.currency in {currency, "EUR", "USD"}, place.id
            assert price.adult >= 0, place.id
            assert price.child is None or 0 <= price.child <= price.adult, place.id
            if price.low is not None and price.high is not None:
                assert price.low <= price.adult <= price.high, place.id
            if place.kind != "visit":
                assert price.adult > 0, place.id

    def test_each_kind_has_what_it_needs(self, path):
        for place in default_gazetteer().places(path.stem):
            assert place.area and place.summary, place.id
            assert place.step_free is not None, place.id
            if place.kind == "visit":
                assert place.visit is not None, place.id
                assert 0 < place.visit.shortest <= place.visit.typical <= place.visit.longest, place.id
                assert place.children is not None and place.tags, place.id
            elif place.kind == "food":
                assert place.meals and place.cuisine and place.band, place.id
            else:
                assert place.stay_type and place.band and place.occupancy, place.id
                assert place.check_in and place.check_out, place.id

    def test_bands_of_stays_are_in_order(self, path):
        prices: dict[str, list] = {}
        for place in default_gazetteer().places(path.stem, "stay"):
            prices.setdefault(place.band, []).append(place.price.adult)
        middle = {band: sorted(values)[len(values) // 2] for band, values in prices.items()}
        assert middle["low"] < middle["mid"] < middle["high"]

    def test_food_serves_several_diets(self, path):
        food = default_gazetteer().places(path.stem, "food")
        diets = Counter(diet for place in food for diet in place.diet)
        assert diets["vegetarian"] >= 3
        assert diets["vegan"] >= 1
        assert sum(bool(place.diet) for place in food) >= len(food) / 3
