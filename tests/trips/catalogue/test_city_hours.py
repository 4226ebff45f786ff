"""Hours of the files of cities, compared with what OpenStreetMap's syntax means on each day."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from trips.catalogue.city_hours import hours_in
from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.opening_hours import is_known, open_spans
from trips.data.extract.places import CITIES
from trips.schemas import Place


def spans(text: str, *date: int) -> str | None:
    place = Place(
        id="rome:x", city="rome", kind="visit", name="X", area="", lat=0, lon=0, hours=hours_in(text)
    )
    found = open_spans(place, dt.date(*date), default_gazetteer())
    return None if found is None else ",".join(f"{start:%H:%M}-{end:%H:%M}" for start, end in found)


@pytest.mark.parametrize(
    ("text", "date", "open_"),
    [
        ("Tu-Su 10:00-18:00", (2027, 3, 1), ""),
        ("Tu-Su 10:00-18:00", (2027, 3, 2), "10:00-18:00"),
        ("Fr-Mo 10:00-18:00", (2027, 3, 3), ""),
        ("24/7", (2027, 3, 3), "00:00-00:00"),
        ("Mo-Su 12:00-15:00,19:00-23:30", (2027, 3, 3), "12:00-15:00,19:00-23:30"),
        ("Mo-Su 18:00-02:00", (2027, 3, 3), "18:00-02:00"),
        ("Mo-Su 08:00-24:00", (2027, 3, 3), "08:00-00:00"),
        ("Mo-Sa 10:00-18:00; Su off; Jun-Sep Mo-Sa 09:30-19:00", (2027, 7, 4), ""),
        ("Mo-Sa 10:00-18:00; Su off; Jun-Sep Mo-Sa 09:30-19:00", (2027, 7, 5), "09:30-19:00"),
        ("Apr-Sep Mo-Su 09:00-19:00; Oct-Mar Mo-Su 09:00-17:00", (2027, 1, 5), "09:00-17:00"),
        ("Nov 16-Mar 31 Mo-Su 09:00-16:00; Apr 1-Nov 15 Mo-Su 08:30-17:00", (2027, 11, 15), "08:30-17:00"),
        ("Mo-Su 09:00-17:00; Jan 1,Dec 29-31 off", (2027, 12, 30), ""),
        ("Mo-Su 09:00-17:00; Jan 1,Dec 29-31 off", (2027, 12, 28), "09:00-17:00"),
        ("Mo-Su 09:00-17:00; Dec 30-Feb 29 off", (2027, 2, 20), ""),
        ("Jul,Aug Mo-Fr 10:00-20:00, Sa 10:00-14:00; Sep-Jun Mo-Fr 10:00-18:00", (2027, 7, 3), "10:00-14:00"),
        ("Jul,Aug Mo-Fr 10:00-20:00, Sa 10:00-14:00; Sep-Jun Mo-Fr 10:00-18:00", (2027, 9, 4), ""),
        ("Mo-Su 09:00-17:00; PH off", (2027, 8, 15), ""),
        ('Mo-Su 09:00-17:00 "closed Labor Day"', (2027, 5, 1), ""),
        ("Mo off", (2027, 3, 1), ""),
        ("Mo off", (2027, 3, 2), None),
        ("?", (2027, 3, 2), None),
    ],
)
def test_hours_mean_what_the_syntax_says(text: str, date: tuple[int, int, int], open_: str | None) -> None:
    assert spans(text, *date) == open_


def test_last_entry_is_read_and_the_feast_inside_a_season_leaves_it_whole() -> None:
    hours = hours_in('Apr-Oct Mo-Su 10:00-17:00; Nov-Mar Mo-Su 10:00-16:00; Dec 25 off "last entry 30"')
    assert (hours.last_entry_min, hours.closed_holidays, len(hours.exceptions)) == (30, ["12-25"], 1)


@pytest.mark.parametrize(
    "text", ["", "Mo-Su", "10-18", "Mo-Su 10:00-18:00 weather permitting", "sunrise-sunset", "Feb 30 off"]
)
def test_what_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be read|day is out of range"):
        hours_in(text)


@pytest.mark.slow
def test_a_library_reads_the_shipped_hours_alike() -> None:
    """One in 25 of the files, at eleven on each third day of a year."""
    library = pytest.importorskip("opening_hours")
    texts = sorted({cell for path in CITIES.glob("*.txt") for cell in _hours_of(path.read_text("utf-8"))})[
        ::25
    ]
    for text in texts:
        theirs = library.OpeningHours(re.sub(r'\s*"[^"]*"', "", text))
        for number in range(0, 366, 3):
            date = dt.date(2028, 1, 1) + dt.timedelta(days=number)
            noon = dt.datetime.combine(date, dt.time(11, 1))
            ours = spans(text, date.year, date.month, date.day) or ""
            inside = any(
                one[:5] <= "11:01" < one[6:] or one[6:] <= one[:5] <= "11:01"
                for one in ours.split(",")
                if one
            )
            assert inside == theirs.is_open(noon), (text, date)
    assert len(texts) > 20


def _hours_of(text: str) -> list[str]:
    rows = [line.split(" | ") for line in text.splitlines() if line.count(" | ") in (11, 14)]
    return [row[7] for row in rows if row[7] != "?" and "PH" not in row[7] and is_known(hours_in(row[7]))]
