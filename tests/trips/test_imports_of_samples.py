"""Real extracts and pages in the folder that WAYFARE_SAMPLES names: what they give, and a plan made of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.trips.planning.asking import TODAY, facts_for, options_of
from tests.trips.test_imports import run, stored
from trips.models import OpenStreetMapPlace, PlaceSource, WikivoyagePlace
from trips.places import current_gazetteer
from trips.planning.validator import check_plan
from trips.schemas import Destination

FOLDER = Path(os.environ.get("WAYFARE_SAMPLES") or "missing")
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.samples,
    pytest.mark.skipif(not (FOLDER / "osm").is_dir(), reason="WAYFARE_SAMPLES names no folder with osm/"),
]
EXTRACTS = {"Vaduz": "liechtenstein", "Monaco": "monaco", "Frankfurt": "frankfurt"}


@pytest.mark.parametrize("city", EXTRACTS)
def test_an_extract_gives_rows_hours_and_shapes_and_again_nothing(city):
    file = FOLDER / "osm" / f"{EXTRACTS[city]}.osm.pbf"
    run(city, "--osm", file)
    counts = PlaceSource.objects.get().counts
    assert counts["kept"]["food"] > 60 and counts["kept"]["stay"] > 10 and counts["kept"]["visit"] > 5
    assert counts["hours"]["parsed"] > 5 * counts["hours"].get("as words only", 0)
    assert counts["shapes"]["street"] > 50 and counts["seconds"] < 60
    before = stored()
    assert "Nothing has changed" in run(city, "--osm", file)
    assert stored() == before
    run(city, "--undo", "osm")
    assert not OpenStreetMapPlace.objects.exists()


def test_a_guide_of_a_district_goes_over_rows_that_ship():
    page = FOLDER / "wikivoyage" / "sample-article-en.wikicode"
    run("Tokyo", "--wikivoyage", page, "--article", "Tokyo/Roppongi")
    counts = PlaceSource.objects.get().counts
    assert counts["hours"]["parsed"] >= 30 and counts["merged"] >= 1
    assert WikivoyagePlace.objects.filter(
        data__url__startswith="https://en.wikivoyage.org/wiki/Tokyo/Roppongi"
    )


def test_three_days_in_an_imported_town_name_what_is_there():
    run("Vaduz", "--osm", FOLDER / "osm" / "liechtenstein.osm.pbf")
    gazetteer = current_gazetteer()
    town = gazetteer.best_city("Vaduz")
    there = Destination(name="Vaduz", city_id=town.id, country=town.country)
    facts = facts_for("London", [], "2027-05-04", "2027-05-06").model_copy(update={"destinations": [there]})
    plans = options_of(facts, gazetteer)
    plan = plans[0]
    rows = [gazetteer.place(item.place_id) for one in plans for item in one.items() if item.place_id]
    assert {row.kind for row in rows} == {"visit", "food", "stay"}
    assert len({row.id for row in rows if "museum" in row.tags}) >= 3
    meals = [item for item in plan.items() if item.kind == "meal"]
    assert sum(bool(item.place_id) for item in meals) >= 0.8 * len(meals)
    verdict = check_plan(plan, facts, gazetteer, today=TODAY)
    assert not verdict.failed and sum(one.grade == "open" for one in verdict.results) >= 4
