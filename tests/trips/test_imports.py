"""Imports into the database: once, again, from a newer file, undone; and what a city then has."""

from __future__ import annotations

import datetime as dt
import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.agents.offline.test_corrections import said
from tests.trips.catalogue.imports.test_wikivoyage import ENGLISH
from tests.trips.catalogue.imports.world import Drawing, town
from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.imports.extract import share_read
from trips.models import MapShape, OpenStreetMapPlace, PlaceSource, StaffPlace, Traveller, WikivoyagePlace
from trips.places import current_gazetteer
from trips.starting import start_trip

pytestmark = pytest.mark.django_db
SCHWYZ = 2658665
SLUG = f"city-{SCHWYZ}"


def run(*words: object) -> str:
    out = io.StringIO()
    call_command("import_places", *map(str, words), stdout=out)
    return out.getvalue()


@pytest.fixture
def osm_file(tmp_path):
    return town().write(tmp_path / "town.osm.pbf")


@pytest.fixture
def guide(tmp_path):
    path = tmp_path / "schwyz.txt"
    path.write_text(ENGLISH)
    return path


def stored() -> dict[str, object]:
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in (PlaceSource, OpenStreetMapPlace, WikivoyagePlace, MapShape)
    }


def test_rows_shapes_and_counts_are_kept_and_told(osm_file):
    told = run("Schwyz", "--osm", osm_file)
    source = PlaceSource.objects.get()
    assert (source.city_id, source.city, source.kind, source.as_of) == (SCHWYZ, SLUG, "osm", "2026-10-01")
    assert source.attribution == "© OpenStreetMap contributors, ODbL" and source.licence == "ODbL 1.0"
    assert source.counts["kept"] == {"visit": 2, "food": 1, "stay": 1, "station": 1}
    assert source.counts["refused"]["no name"] == 1
    assert OpenStreetMapPlace.objects.count() == 5
    assert set(MapShape.objects.values_list("kind", "name")) == {
        ("street", "Bahnhofstrasse"),
        ("park", "Stadtpark"),
    }
    for line in ("2 visit, 1 food, 1 stay, 1 station", "1 parsed, 1 as words only", "1 a chain", "5 new"):
        assert line in told


def test_a_dry_run_writes_nothing(osm_file, guide):
    told = run("Schwyz", "--osm", osm_file, "--wikivoyage", guide, "--dry-run")
    assert "nothing is written" in told and "5 new" in told
    assert not any(stored().values())


def test_again_nothing_changes(osm_file, guide):
    run("Schwyz", "--osm", osm_file, "--wikivoyage", guide)
    before = stored()
    told = run(SCHWYZ, "--osm", osm_file, "--wikivoyage", guide)
    assert told.count("Nothing has changed") == 2 and stored() == before


def test_a_newer_file_adds_changes_and_takes_out(osm_file, tmp_path):
    run("Schwyz", "--osm", osm_file)
    newer = Drawing(edited=dt.datetime(2026, 11, 1, tzinfo=dt.UTC))
    newer.node(0, 0, 1, tourism="museum", name="Charters", wikidata="Q1")
    newer.node(-300, 50, 3, tourism="hotel", name="Hotel Post", stars="4", internet_access="wlan")
    newer.node(50, 50, 7, place="suburb", name="Dorf")
    newer.node(0, 200, 30, amenity="cafe", name="New Café")
    told = run("Schwyz", "--osm", newer.write(tmp_path / "newer.osm.pbf"))
    assert "1 new, 1 changed, 3 gone" in told
    assert set(OpenStreetMapPlace.objects.values_list("place_id", "name")) == {
        (f"{SLUG}:osm-n1", "Charters"),
        (f"{SLUG}:osm-n3", "Hotel Post"),
        (f"{SLUG}:osm-n30", "New Café"),
    }
    assert not MapShape.objects.exists() and PlaceSource.objects.get().file == "newer.osm.pbf"
    assert {row.data["as_of"] for row in OpenStreetMapPlace.objects.all()} == {"2026-11-01"}


def cafes(*numbers: int, edited: dt.datetime = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)) -> Drawing:
    drawing = Drawing(edited=edited)
    for number in numbers:
        drawing.node(20 * number, 0, number, amenity="cafe", name=f"Café {number}", cuisine="swiss")
    return drawing


def test_older_data_are_refused_until_the_newer_are_taken_out(osm_file, tmp_path):
    run("Schwyz", "--osm", cafes(1, 2).write(tmp_path / "newer.osm.pbf"))
    before = stored()
    with pytest.raises(
        CommandError, match=r"is of 2026-10-01; .* 2026-11-01.* --undo osm. Nothing of osm was changed"
    ):
        run("Schwyz", "--osm", osm_file)
    assert stored() == before
    run("Schwyz", "--undo", "osm")
    run("Schwyz", "--osm", osm_file)
    assert PlaceSource.objects.get().as_of == "2026-10-01"


def test_a_file_that_would_take_out_most_rows_is_refused(tmp_path):
    run("Schwyz", "--osm", cafes(*range(1, 21)).write(tmp_path / "town.osm.pbf"))
    before = stored()
    neighbours = cafes(3, 30, edited=dt.datetime(2026, 11, 20, tzinfo=dt.UTC))
    with pytest.raises(CommandError, match="knows only 1 of the 20 rows of OpenStreetMap"):
        run("Schwyz", "--osm", neighbours.write(tmp_path / "valley.osm.pbf"))
    assert stored() == before
    half = cafes(*range(1, 11), edited=dt.datetime(2026, 11, 20, tzinfo=dt.UTC))
    assert "10 gone" in run("Schwyz", "--osm", half.write(tmp_path / "half.osm.pbf"))


@pytest.mark.parametrize("content", [b"", b"no map", None, "elsewhere"])
def test_a_file_that_cannot_be_read_changes_nothing(osm_file, tmp_path, content):
    run("Schwyz", "--osm", osm_file)
    before, path = stored(), tmp_path / "other.osm.pbf"
    if content == "elsewhere":
        drawing = Drawing()
        drawing.node(0, 90_000, 1, tourism="museum", name="Far away")
        drawing.write(path)
    elif content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError, match=r"other\.osm\.pbf.*Nothing of osm was changed"):
        run("Schwyz", "--osm", path)
    assert stored() == before


def test_a_file_is_bounded(osm_file, monkeypatch):
    monkeypatch.setattr("trips.catalogue.imports.osm.MAX_BYTES", 10)
    with pytest.raises(CommandError, match="at most"):
        run("Schwyz", "--osm", osm_file)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Which city"),
        (("Schwyz",), "--osm or --wikivoyage"),
        (("Nowhereville Nix", "--wikivoyage", "x"), "no city that is known"),
        (("Schwyz", "--osm", "missing.osm.pbf"), "There is no file"),
        (("Nowhereville Nix", "--at", "91,4"), "no position"),
        (("Nowhereville Nix", "--at=-50,-30"), r"No city lies within 300 km of \(-50.0, -30.0\)"),
        (("Nowhereville Nix", "--at=47,8", "--country", "jp"), "No city of JP lies"),
        (("Schwyz", "--country", "AT"), "Schwyz is no city of AT"),
        (("Schwyz", "--country", "ZZ"), "ZZ is no country"),
    ],
)
def test_what_is_missing_is_said(words, said):
    with pytest.raises(CommandError, match=said):
        run(*words)


def test_a_terminal_sees_how_much_is_read(osm_file):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    call_command("import_places", "Schwyz", "--osm", str(osm_file), stdout=(out := Terminal()))
    assert "read\r" in out.getvalue() and "read\r" not in run("Schwyz", "--osm", osm_file)


@pytest.mark.skipif(not Path("/proc/self/fdinfo").exists(), reason="only Linux tells it")
def test_the_share_of_bytes_read(tmp_path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"x" * 400)
    assert share_read(path) == 0
    with path.open("rb", buffering=0) as file:
        file.read(100)
        assert share_read(path) == 0.25


def test_a_source_is_undone_alone(osm_file, guide):
    run("Schwyz", "--osm", osm_file, "--wikivoyage", guide)
    assert len(run("--list").splitlines()) == 2
    assert "5 rows taken out" in run("Schwyz", "--undo", "osm")
    assert [source.kind for source in PlaceSource.objects.all()] == ["wikivoyage"]
    assert not OpenStreetMapPlace.objects.exists() and not MapShape.objects.exists()
    assert WikivoyagePlace.objects.count() == 3


# --- What a city then has --------------------------------------------------------------------------


def test_the_city_has_rows_that_both_sources_know_and_loses_them_again(osm_file, guide):
    assert current_gazetteer().city(SCHWYZ).curated is None
    assert "1 with rows that were there" in run("Schwyz", "--osm", osm_file, "--wikivoyage", guide)
    gazetteer = current_gazetteer()
    assert gazetteer.best_city("Schwyz").curated == SLUG
    museum = gazetteer.place(f"{SLUG}:osm-n1")
    assert (museum.importance, museum.source_of("importance").url) == (
        5,
        "https://en.wikivoyage.org/wiki/Schwyz#See",
    )
    names = {row.name for row in gazetteer.places(SLUG)}
    assert names == {"Museum of Charters", "Stadtpark", "Rössli", "Hotel Post", "Boat"}
    assert [row.name for row in gazetteer.places(SLUG, "station")] == ["Schwyz"]
    assert gazetteer.city_of(museum).id == SCHWYZ
    assert [row.id for row in gazetteer.sights_named("the Museum of Charters")] == [museum.id]
    run("Schwyz", "--undo", "osm")
    run("Schwyz", "--undo", "wikivoyage")
    assert current_gazetteer().city(SCHWYZ).curated is None


def test_a_row_of_staff_lies_over_an_imported_one(osm_file):
    run("Schwyz", "--osm", osm_file)
    row = current_gazetteer().place(f"{SLUG}:osm-n1")
    better = row.model_copy(update={"name": "The Charters", "grade": "curated"})
    StaffPlace.objects.create(place_id=row.id, data=better.model_dump(mode="json", exclude_defaults=True))
    StaffPlace.objects.create(place_id=f"{SLUG}:osm-n2", data={}, hidden=True)
    assert current_gazetteer().place(row.id).name == "The Charters"
    assert current_gazetteer().place(f"{SLUG}:osm-n2") is None


def test_an_import_reads_other_cities_again_for_nobody(osm_file, django_assert_num_queries):
    boston = current_gazetteer().places("boston")
    run("Schwyz", "--osm", osm_file)
    current_gazetteer().places(SLUG)
    with django_assert_num_queries(1):
        current_gazetteer().places(SLUG)
    assert current_gazetteer().places("boston")[0] is boston[0]


def test_a_shipped_row_takes_better_hours_and_keeps_its_id_and_words(tmp_path):
    shipped = next(row for row in current_gazetteer().places("zurich", "visit") if row.grade == "common")
    drawing = Drawing().around(shipped.lat, shipped.lon)
    drawing.node(0, 0, 1, tourism="museum", name=shipped.name, wikidata="Q1", opening_hours="Sa 10:00-12:00")
    assert "1 with rows that were there" in run("Zurich", "--osm", drawing.write(tmp_path / "zurich.osm.pbf"))
    row = current_gazetteer().place(shipped.id)
    assert (row.summary, row.name, row.importance) == (shipped.summary, shipped.name, shipped.importance)
    assert set(row.hours.week) == {"sat"} and row.grade_of("hours") == "open"
    assert len(current_gazetteer().places("zurich")) == len(default_gazetteer().places("zurich"))


# --- A place that is not among the cities --------------------------------------------------------------


def village(*more: str) -> Drawing:
    drawing = Drawing()
    for number, name in enumerate(("Unterhüsli", *more), 900):
        drawing.node(0, 500 * (number - 900), number, place="village", name=name)
    for number in range(8):
        drawing.node(90 * number, 0, 10 + number, tourism="museum", name=f"Museum {number}", wikidata="Q1")
        drawing.node(90 * number, 90, 30 + number, amenity="restaurant", name=f"Rössli {number}")
    drawing.node(0, 200, 50, tourism="hotel", name="Hotel Post", stars="3")
    return drawing


def test_a_village_of_the_extract_is_imported_understood_planned_and_undone(tmp_path, transactional_db):
    told = run("Unterhusli", "--osm", village().write(tmp_path / "one.osm.pbf"))
    assert "Unterhusli, Switzerland" in told and "8 visit, 8 food, 1 stay" in told
    town = current_gazetteer().best_city("Unterhüsli, Switzerland")
    assert (town.timezone, town.curated) == ("Europe/Zurich", f"city-{town.id}")
    assert "Nothing has changed" in run(town.id, "--osm", tmp_path / "one.osm.pbf")
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, "I want to go to Unterhusli from Bern, 10 to 11 May 2027, 2 adults, mid-range budget, relaxed")
    assert [place.city_id for place in trip.facts.destinations] == [town.id]
    while not trip.options.exists() and trip.turns.count() < 4:
        said(trip, "yes, plan it")
    option = trip.options.first()
    assert option.verdict.offerable and any("Museum" in item.title for item in option.plan.items())
    assert "17 rows taken out" in run("Unterhusli", "--undo", "osm")
    assert current_gazetteer().best_city("Unterhusli") is None and current_gazetteer().city(town.id) is None


def test_where_a_place_is_can_be_said(tmp_path):
    two = village("Unterhüsli").write(tmp_path / "two.osm.pbf")
    with pytest.raises(CommandError, match=r"the file has 2: .* --at=LAT,LON"):
        run("Unterhüsli", "--osm", two)
    told = run("Unterhüsli", "--osm", two, "--at", "47.0207,8.6541", "--country", "li")
    assert "Unterhüsli, Liechtenstein" in told
    assert current_gazetteer().best_city("Unterhüsli").timezone == "Europe/Vaduz"


@pytest.mark.slow
def test_the_pages_do_without_the_readers_of_files():
    program = (
        "import django, os, sys; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'config.settings');"
        "django.setup(); import config.urls, trips.places;"
        "sys.exit(', '.join({'osmium', 'mwparserfromhell', 'opening_hours'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
