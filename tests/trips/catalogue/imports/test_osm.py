"""A map file becomes rows: what is kept, what is refused and why, and what is drawn."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from tests.trips.catalogue.imports.world import FRAME, Drawing, read, still, town
from trips.catalogue.imports import extract as extracting
from trips.catalogue.imports import osm
from trips.catalogue.imports.extract import Frame, Unreadable
from trips.schemas import Hours


@pytest.fixture(scope="module")
def extract(tmp_path_factory):
    return read(town().write(tmp_path_factory.mktemp("osm") / "town.osm.pbf"))


@pytest.fixture(scope="module")
def rows(extract):
    return {row.id.partition(":osm-")[2]: row for row in extract.places}


def test_a_museum_has_both_names_hours_price_and_step_free_access(rows):
    museum = rows["n1"]
    assert (museum.kind, museum.name, museum.local_name) == (
        "visit",
        "Museum of Charters",
        "Bundesbriefmuseum",
    )
    assert set(museum.hours.week) == {"tue", "wed", "thu", "fri", "sat", "sun"}
    assert (museum.step_free, museum.price.adult, museum.price.currency) == ("partly", Decimal(8), "CHF")
    assert (museum.grade, museum.source, museum.as_of) == ("open", osm.ATTRIBUTION, "2026-10-01")
    assert museum.url == "https://www.openstreetmap.org/node/1"
    assert museum.area == "Dorf" and museum.importance == 3


def test_hours_that_cannot_be_read_stay_words_and_are_not_checked(rows):
    inn = rows["n2"]
    assert inn.hours == Hours() and inn.hours_words == "when we feel like it"
    assert (inn.cuisine, inn.diet, inn.price) == ("regional, swiss", ["vegetarian"], None)
    assert inn.meals == ["lunch", "dinner"] and inn.importance is None


def test_stays_stations_and_parks(rows):
    assert (rows["n3"].stay_type, rows["n3"].band, rows["n3"].amenities) == ("hotel", "high", [])
    assert (rows["n9"].kind, rows["n9"].tags) == ("station", ["train"])
    park = rows["w20"]
    assert (park.importance, park.price.adult, park.grade_of("price")) == (2, 0, "estimate")
    assert park.lat == pytest.approx(FRAME.city.lat + 100 / 111_200, abs=1e-4)  # the middle of the ring


def test_what_is_refused_is_counted_by_reason(extract, rows):
    assert set(rows) == {"n1", "n2", "n3", "n9", "w20"}
    assert {reason: count for reason, count in extract.refused.items() if count} == {
        "nothing says that it is a sight": 1,
        "no name": 1,
        "outside the city": 1,
        "a chain": 1,
    }
    assert extract.hours == {"parsed": 1, "as words only": 1}


def test_stones_are_no_sights_and_neither_is_what_an_article_lists(tmp_path):
    drawing = Drawing()
    drawing.node(0, 0, 1, historic="memorial", memorial="stolperstein", name="A", wikidata="Q1", heritage="2")
    drawing.node(0, 100, 2, historic="memorial", name="B", wikipedia="de:Liste der Denkmäler", wikidata="Q2")
    drawing.node(0, 200, 3, historic="memorial", name="C", wikipedia="de:Park#Denkmal")
    drawing.node(0, 300, 4, historic="memorial", memorial="statue", name="D", wikipedia="de:D")
    drawing.node(0, 400, 5, tourism="museum", memorial="plaque", name="E", wikipedia="de:E")
    found = read(drawing.write(tmp_path / "stones.osm"))
    assert {row.name for row in found.places} == {"D", "E"}
    assert found.refused["a stone or a plaque"] == 1
    assert found.refused["nothing says that it is a sight"] == 2


def test_only_what_has_no_door_is_free_where_nothing_is_said(tmp_path):
    drawing = Drawing()
    drawing.node(0, 0, 1, historic="monument", name="Arch", wikidata="Q1")
    drawing.node(0, 300, 2, historic="monument", name="Column", wikidata="Q2", fee="no")
    drawing.node(0, 600, 3, amenity="place_of_worship", name="Church", wikipedia="en:Church")
    drawing.node(0, 900, 4, tourism="viewpoint", name="View", wikidata="Q4")
    found = read(drawing.write(tmp_path / "fees.osm"))
    prices = {row.name: row.price and (row.price.adult, row.grade_of("price")) for row in found.places}
    assert prices == {"Arch": None, "Column": (0, "open"), "View": (0, "estimate"), "Church": None}


def test_a_chain_is_no_meal_and_neither_is_ice_cream_alone(tmp_path):
    drawing = Drawing()
    drawing.node(0, 0, 1, amenity="cafe", name="Coffee Chain", **{"brand:wikidata": "Q1"})
    drawing.node(0, 100, 2, amenity="restaurant", name="Steak Chain", brand="Steak Chain")
    drawing.node(0, 200, 3, amenity="cafe", name="Gelateria", cuisine="ice_cream")
    drawing.node(0, 300, 4, amenity="cafe", name="La Piazza", cuisine="ice_cream;italian")
    drawing.node(0, 400, 5, tourism="museum", name="Toy Museum", brand="Toys")
    found = read(drawing.write(tmp_path / "chains.osm"))
    assert found.refused["a chain"] == 2
    meals = {row.name: row.meals for row in found.places}
    assert meals == {"Toy Museum": [], "Gelateria": [], "La Piazza": ["breakfast", "lunch"]}


def test_larger_named_streets_and_parks_are_drawn_simplified(extract):
    shapes = {shape.name: shape for shape in extract.shapes}
    assert set(shapes) == {"Bahnhofstrasse", "Stadtpark"}
    assert len(shapes["Bahnhofstrasse"].points) == 2  # it never leaves its line by 8 m
    assert shapes["Stadtpark"].points[0] == shapes["Stadtpark"].points[-1]


def test_a_point_in_its_building_is_one_row_with_the_hours_of_either(tmp_path):
    drawing = Drawing()
    corners = [(0, 0), (0, 30), (30, 30), (30, 0)]
    drawing.way(1, corners, closed=True, tourism="museum", name="Mill Museum", wikidata="Q2")
    drawing.node(20, 20, 2, tourism="museum", name="The Mill Museum", opening_hours="Sa 10:00-12:00")
    found = read(drawing.write(tmp_path / "double.osm"))
    assert [row.id for row in found.places] == ["city-2658665:osm-w1"]
    assert set(found.places[0].hours.week) == {"sat"}
    assert found.refused["twice in the file"] == 1


@pytest.mark.parametrize(
    ("tags", "why"),
    [
        ({"historic": "ruins", "name": "Old wall"}, "nothing says that it is a sight"),
        ({"amenity": "restaurant", "name": "Private club", "access": "private"}, "not open to the public"),
        ({"tourism": "museum", "name": "Gone", "disused__amenity": "x"}, "no longer there"),
        ({"tourism": "museum", "name": "\u200e \n"}, "no name"),
    ],
)
def test_reasons(tmp_path, tags, why):
    drawing = Drawing()
    drawing.node(0, 0, 1, **tags)
    drawing.node(10, 10, 2, amenity="restaurant", name="Open to all")
    found = read(drawing.write(tmp_path / "one.osm.pbf"))
    assert found.refused[why] == 1 and len(found.places) == 1


def test_a_castle_that_nobody_enters_is_seen_from_outside(tmp_path):
    drawing = Drawing()
    drawing.node(
        0, 0, 1, historic="castle", name="Burg", access="private", wikidata="Q3", wikipedia="de:Burg"
    )
    (castle,) = read(drawing.write(tmp_path / "castle.osm.pbf")).places
    assert castle.outdoor and castle.summary.startswith("Seen from outside") and castle.importance == 3
    assert castle.visit.typical == 15


@pytest.mark.parametrize("content", [b"no map at all", b"\0" * 4000, b"<osm version='0.6'><node id='1' lat="])
@pytest.mark.parametrize("name", ["x.osm.pbf", "x.osm", "x.txt"])
def test_a_wrong_file_is_refused_with_its_name(tmp_path, content, name):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(Unreadable, match=name):
        read(path)


def test_a_truncated_file_is_refused(tmp_path):
    path = town().write(tmp_path / "cut.osm.pbf")
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(Unreadable, match="broken"):
        read(path)


def test_reading_ends_when_its_time_is_over(tmp_path, monkeypatch):
    drawing = Drawing()
    for number in range(1, 5001):
        drawing.node(number / 10, 0, number, amenity="restaurant", name=f"Inn {number}")
    path = drawing.write(tmp_path / "many.osm.pbf")
    assert len(read(path).places) == osm.MOST["food"]
    monkeypatch.setattr(extracting, "MAX_SECONDS", -1)
    with pytest.raises(Unreadable, match="took longer"):
        osm.read(path, FRAME, still())


def test_a_city_is_as_wide_as_it_is_populous():
    cities = [replace(FRAME.city, population=many) for many in (5_000, 250_000, 37_000_000)]
    assert [Frame(city, "CHF", 2027).radius_km for city in cities] == [6, 10, 25]
