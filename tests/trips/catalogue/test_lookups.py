"""What looking shipped rows up in public pages came to: enough were right, none known to be wrong ships."""

from __future__ import annotations

import csv
import random
from collections import Counter

from trips.catalogue import country_facts
from trips.catalogue.gazetteer import default_gazetteer
from trips.data.extract.places import CITIES

SHIPPED = {path.stem for path in CITIES.glob("*.txt")}
NEEDED = 0.95
#: Every line alike, each kind counted as often as it ships: a second sample is of tables and stays alone.
POOLED = 0.95
#: Every line alike, no kind counted more: the weakest cities and kinds have most of them.
UNWEIGHTED = 0.94
KINDS = {"sights": "visit", "food": "food", "stays": "stay"}
FIRST_DRAW, AFTER_A_MISS = 3, 13
MISSES = ("no", "not found")
#: Said of a row that was wrong and still ships.
MENDED = ("mended", "replaced")

with (CITIES / "lookups.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
#: Rows written after the draw were looked up one by one.
DRAWN = [row for row in ROWS if not row["note"].startswith("added later")]
#: A row missed in the second sample draws no others.
FIRST = [row for row in DRAWN if not row["note"].startswith("second draw")]


def verdict(row: dict[str, str]) -> list[str]:
    return [row["exists"], row["place"], row["kind"]]


RIGHT = [row for row in ROWS if verdict(row) == ["yes"] * 3]
WRONG = [row for row in ROWS if any(word in MISSES for word in verdict(row))]


def test_enough_rows_exist_and_fit() -> None:
    """Each city alike, as a miss draws more of weak ones; where a page does not say, a row is not right."""
    of_draw = [row for row in DRAWN if row in RIGHT]
    looked_up, right = (Counter(row["city"] for row in rows) for rows in (DRAWN, of_draw))
    assert sum(right[city] / count for city, count in looked_up.items()) / len(looked_up) >= NEEDED
    assert len(RIGHT) / len(ROWS) >= UNWEIGHTED


def test_enough_of_what_ships_is_right() -> None:
    places = [place for slug in SHIPPED for place in default_gazetteer().places(slug)]
    ships = {section: sum(place.kind == kind for place in places) for section, kind in KINDS.items()}
    looked_up, right = (Counter(row["section"] for row in rows) for rows in (ROWS, RIGHT))
    expected = sum(ships[section] * right[section] / looked_up[section] for section in KINDS)
    assert set(looked_up) == set(KINDS) and expected / sum(ships.values()) >= POOLED


def test_every_city_was_looked_up_and_a_miss_drew_ten_more() -> None:
    looked_up = Counter(row["city"] for row in FIRST)
    missed = {row["city"] for row in FIRST if row in WRONG}
    assert set(looked_up) <= SHIPPED
    short = {
        city: count
        for city, count in looked_up.items()
        if count < (AFTER_A_MISS if city in missed else FIRST_DRAW)
    }
    assert short == {} and len({(row["city"], row["id"]) for row in ROWS}) == len(ROWS)


def test_no_row_that_was_wrong_ships_as_it_was() -> None:
    gazetteer = default_gazetteer()
    still = [
        f"{row['city']}:{row['id']}"
        for row in WRONG
        if gazetteer.place(f"{row['city']}:{row['id']}") and not any(word in row["note"] for word in MENDED)
    ]
    assert still == []


def test_a_row_that_was_found_names_its_page() -> None:
    assert [row["id"] for row in ROWS if row["exists"] == "yes" and not row["page"].startswith("http")] == []


class TestCountries:
    """Forty rows of the country facts."""

    FACTS = ("water", "plugs", "emergency", "side", "tipping")
    with (country_facts.DATA.parent / "country_lookups.csv").open(encoding="utf-8", newline="") as file:
        ROWS = list(csv.DictReader(file))

    def test_the_seed_drew_them(self) -> None:
        lines = country_facts.DATA.read_text("utf-8").splitlines()
        codes = sorted(line.split("|")[0] for line in lines if not line.startswith("#"))
        assert [row["code"] for row in self.ROWS] == random.Random("20261126:countries").sample(codes, 40)

    def test_what_was_contradicted_was_mended(self) -> None:
        wrong = [row for row in self.ROWS if "no" in [row[fact] for fact in self.FACTS]]
        assert [row["code"] for row in wrong if "mended" not in row["note"]] == []
