"""One row of what several sources say of the same place."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from trips.catalogue.imports.merging import combined, over_shipped, without_doubles
from trips.schemas import Hours, Place, Price, Source

MORNINGS = Hours(week={"mon": [(dt.time(9), dt.time(12))]})
EVENINGS = Hours(week={"mon": [(dt.time(18), dt.time(22))]})
METRE = 1 / 111_200


def row(place_id: str, name: str = "Old Mill Museum", north: float = 0, **more: Any) -> Place:
    values = {
        "kind": "visit",
        "area": "",
        "lat": 47 + north * METRE,
        "lon": 8,
        "grade": "open",
        "source": "Map",
        "as_of": "2026-10-01",
    }
    return Place(id=f"x:{place_id}", city="x", name=name, **{**values, **more})


SHIPPED = row("mill", grade="common", source="ours", summary="Our words.", hours=MORNINGS, importance=3)


def test_a_better_source_gives_its_hours_and_position_and_says_so():
    found = combined(SHIPPED, row("osm-n1", "the old mill", 60, hours=EVENINGS, step_free="yes"))
    assert (found.id, found.summary, found.grade) == ("x:mill", "Our words.", "common")
    assert (found.hours, found.step_free, found.importance) == (EVENINGS, "yes", 3)
    assert set(found.provenance) == {"hours", "position", "step_free"}
    assert {one.source for one in found.provenance.values()} == {"Map"}


@pytest.mark.parametrize(("as_of", "wins"), [("", False), ("2024-10-30", False), ("2024-11-02", True)])
def test_hours_without_a_date_or_much_older_replace_none_and_fill_gaps(as_of, wins):
    ours, guide = SHIPPED.model_copy(update={"as_of": "2026-11"}), row("wv-mill", hours=EVENINGS, as_of=as_of)
    assert combined(ours, guide).hours == (EVENINGS if wins else MORNINGS)
    assert combined(ours.model_copy(update={"hours": Hours()}), guide).hours == EVENINGS


def test_a_worse_source_fills_gaps_only():
    ours = SHIPPED.model_copy(update={"grade": "curated", "hours": Hours()})
    found = combined(ours, row("osm-n1", north=60, hours=EVENINGS, price=Price(currency="EUR", adult=5)))
    assert found.lat == ours.lat and found.hours == EVENINGS and found.price.adult == 5
    assert set(found.provenance) == {"hours", "price"}
    known = ours.model_copy(update={"hours": MORNINGS})
    assert combined(known, row("osm-n1", hours=EVENINGS)).hours == MORNINGS


def test_equal_sources_that_disagree_about_hours_leave_them_unknown_and_both_told():
    found = combined(row("osm-n1", hours=MORNINGS), row("wv-mill", hours=EVENINGS, source="Guide"))
    assert found.hours == Hours()
    assert found.hours_words == "Mo 09:00-12:00 (Map); Mo 18:00-22:00 (Guide)"
    agreed = combined(row("osm-n1", hours=MORNINGS), row("wv-mill", hours=MORNINGS, source="Guide"))
    assert agreed.hours == MORNINGS and not agreed.hours_words


def test_words_that_nobody_could_read_give_way_to_hours():
    found = combined(row("osm-n1", hours_words="sometimes"), row("wv-mill", hours=EVENINGS, source="Guide"))
    assert found.hours == EVENINGS and found.hours_words == ""
    assert found.source_of("hours").source == "Guide"


def test_a_guide_makes_a_place_of_the_map_better_known_and_is_named_for_it():
    found = combined(row("osm-n1", importance=2), row("wv-mill", importance=2, source="Guide"))
    assert found.importance == 4 and found.source_of("importance").source == "Guide"


@pytest.mark.parametrize(
    ("name", "north", "more", "is_same"),
    [
        ("The Old Mill Museum", 140, {}, True),
        ("Plage de Old Mill Museum", 140, {}, True),
        ("Old Mill Museum", 160, {}, False),
        ("Old Mill Museum", 390, {"tags": ["park"]}, True),
        ("New Mill Museum", 0, {}, False),
        ("Old Mill Museum", 0, {"kind": "food"}, False),
        ("Bar", 0, {"kind": "food", "tags": ["evening"], "aliases": ["Old Mill Museum"]}, True),
    ],
)
def test_the_same_place_has_the_name_and_lies_near(name, north, more, is_same):
    ours = SHIPPED.model_copy(update={"tags": ["park"]})
    rows, merged = over_shipped([ours], [row("osm-n1", name, north, hours=EVENINGS, **more)])
    assert merged == is_same and len(rows) == 1
    assert (rows[0].id == "x:mill") is is_same


def test_only_what_changes_lies_over_what_ships():
    untouched = row("church", "Church", 900, grade="common")
    rows, merged = over_shipped([SHIPPED, untouched], [row("osm-n1", hours=EVENINGS)], [row("wv-mill")])
    assert [one.id for one in rows] == ["x:mill"] and merged == 2


def test_two_rows_of_one_source_do_not_go_into_the_same_one():
    rows, merged = over_shipped([SHIPPED], [row("osm-n1", hours=EVENINGS), row("osm-n2", hours=EVENINGS)])
    assert merged == 1 and {one.id for one in rows} == {"x:mill", "x:osm-n2"}


def test_doubles_across_a_border_of_cells_are_found():
    rows = [row("osm-n1", lat=47.00499), row("osm-n2", lat=47.00501)]
    assert len(without_doubles(rows)) == 1


def test_nothing_to_tell_leaves_the_row_itself():
    assert combined(SHIPPED, row("osm-n1", grade="unlisted", source="x")) is SHIPPED


def test_the_source_of_a_field_is_of_the_row_it_came_from():
    other = row(
        "osm-n1",
        hours=EVENINGS,
        provenance={"hours": Source(grade="web", url="https://mill.example", as_of="2026-10")},
    )
    assert combined(SHIPPED, other).source_of("hours").grade == "web"
