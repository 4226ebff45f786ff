"""One text file of a city: what each column becomes, and that every mistake is told with file and line."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path

import pytest

from trips.data.extract.city_file import CityFile, CityFileError, read

HEAD = """city: Fes
geonames: 2548885
country: MA
currency: MAD
rank: 7
as of: 2026-11
grade: common
getting about: On foot.
water: Bottled.
tipping: Small.
plugs: C and E.
safety: Calm.
book ahead: A riad.

"""
TANNERY = (
    "tannery | Chouara Tannery | دار الدبغ شوارة, Tannery | Medina | 34.0665,-4.9712 | 5 | 20-30-45 | "
    "Sa-Th 09:00-18:00; Fr off | mid 20 child 10 under 6 | history, walk | no children, steps, book, "
    "outdoor | Vats."
)
KITCHEN = (
    "k | Kitchen | - | Medina | 34.06,-4.97 | ? | 60 | ? | low | lunch, dinner | Fassi | b'stilla | "
    "vegan |  | Food."
)
RIAD = (
    "r | Riad | - | Medina | 34.06,-4.97 | mid 900 (700-1200) | riad | pool | "
    "breakfast, sleeps 3, check-in 15:00, min 2 nights, romantic | House."
)
STATION = "gare | Fes Station | - | train | 34.05,-5.00 | taxi 10 min 20; walk 40 min"
TRIP = (
    "meknes | Meknes | مكناس | 33.89,-5.55 | train 40 min 30 | 4 | 200-300-400 | history | children | Gates."
)


def written(folder: Path, *sections: str, head: str = HEAD) -> CityFile:
    path = folder / "fes.txt"
    path.write_text(head + "\n".join(sections), "utf-8")
    return read(path)


def test_each_section_becomes_rows(tmp_path: Path) -> None:
    sections = (
        "[sights]",
        TANNERY,
        "[food]",
        KITCHEN,
        "[stays]",
        RIAD,
        "[stations]",
        STATION,
        "[day trips]",
        TRIP,
    )
    city = written(tmp_path, "# a comment", *sections)
    sight, food, stay, station, trip = city.places
    assert (city.slug, city.geonames, city.practical.water, city.practical.grade) == (
        "fes",
        2548885,
        "Bottled.",
        "common",
    )
    assert (sight.id, sight.kind, sight.local_name, sight.aliases) == (
        "fes:tannery",
        "visit",
        "دار الدبغ شوارة",
        ["Tannery"],
    )
    assert (sight.importance, sight.area, sight.grade, sight.as_of) == (5, "Medina", "common", "2026-11")
    assert (sight.price.adult, sight.price.child, sight.price.free_under, sight.band) == (20, 10, 6, "mid")
    assert (sight.children, sight.step_free, sight.booking, sight.outdoor) == (
        "no",
        "no",
        "recommended",
        True,
    )
    assert "fri" not in sight.hours.week and sight.hours.week["sat"] == [(dt.time(9), dt.time(18))]
    assert (food.price, food.band, food.importance, food.local_name) == (None, "low", None, "")
    assert (food.hours.week, food.hours.always, food.tags, food.diet) == ({}, False, ["food"], ["vegan"])
    assert (food.visit.shortest, food.visit.typical, food.visit.longest) == (30, 60, 120)
    assert (stay.price.low, stay.price.high, stay.occupancy, stay.min_nights) == (700, 1200, 3, 2)
    assert (stay.check_in, stay.breakfast_included, stay.tags) == (dt.time(15), True, ["romantic"])
    assert (station.kind, station.tags) == ("station", ["train"])
    assert [(way.vehicle, way.minutes) for way in station.ways] == [("taxi", 10), ("walk", 40)]
    assert station.ways[0].fare.adult == Decimal(20) and station.ways[1].fare is None
    assert (trip.kind, trip.ways[0].minutes, trip.importance) == ("day_trip", 40, 4)


@pytest.mark.parametrize(
    ("section", "line", "says"),
    [
        ("[sights]", TANNERY.replace("34.0665", "134.0665"), "is no position"),
        ("[sights]", TANNERY.replace("history, walk", "history, wlak"), "“wlak” is none of"),
        ("[sights]", TANNERY.replace("| 5 |", "| 7 |"), "importance"),
        ("[sights]", TANNERY.replace("Sa-Th", "Sa to Th"), "hours “Sa to Th"),
        ("[sights]", TANNERY.replace("20-30-45", "45-30-20"), "minutes"),
        ("[sights]", TANNERY.replace("mid 20 child", "20 for a child"), "price"),
        ("[sights]", TANNERY.replace("outdoor", "outdoors"), "there is no flag “outdoors”"),
        ("[sights]", TANNERY.replace(" | Vats.", ""), "11 columns instead of 12"),
        ("[sights]", TANNERY.replace("tannery |", "Tannery! |", 1), "is no id"),
        ("[sights]", f"{TANNERY}\n{TANNERY}", "is there twice"),
        ("[stations]", STATION.replace("taxi", "rickshaw"), "way “rickshaw"),
        ("[shops]", TANNERY, "no section “shops”"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, section: str, line: str, says: str) -> None:
    with pytest.raises(CityFileError, match=r"^fes\.txt:1[4567]: ") as caught:
        written(tmp_path, section, line)
    assert says in str(caught.value)


def test_a_head_that_lacks_something_is_told(tmp_path: Path) -> None:
    with pytest.raises(CityFileError, match="lacks plugs"):
        written(tmp_path, "[sights]", head=HEAD.replace("plugs: C and E.\n", ""))
    with pytest.raises(CityFileError, match="“grade”|grade “official”"):
        written(tmp_path, "[sights]", head=HEAD.replace("common", "official"))
