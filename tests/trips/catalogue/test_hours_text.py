"""Hours as text are read back as what they were."""

from __future__ import annotations

import pytest

from trips.catalogue.city_hours import hours_in, hours_text
from trips.catalogue.gazetteer import default_gazetteer
from trips.schemas import Hours


@pytest.mark.parametrize(
    "text",
    [
        "",
        "24/7",
        "Tu-Su 10:00-18:00",
        "Mo-Fr 09:00-12:00,14:00-17:00; Sa 10:00-14:00",
        "Mo-Su 18:00-02:00",
        "Mo-Su 08:00-24:00",
        "Tu,We off",
        'Mo-Su 09:00-17:00; Nov 1-Mar 31 Mo off; Nov 1-Mar 31 Tu-Su 10:00-16:00 "last entry 30"',
        'Mo-Sa 09:00-17:00; Jan 1 off; Dec 25 off; PH off "closed Thanksgiving Day"',
    ],
)
def test_text_that_is_read_is_written_again(text: str) -> None:
    hours = hours_in(text) if text else Hours()
    written = hours_text(hours)
    assert (hours_in(written) if written else Hours()) == hours


def test_hours_of_the_bundled_rows_are_told_as_they_are() -> None:
    """Seasons, holidays and late nights among them; where text says less, the form keeps the row."""
    cities = ("boston", "kyoto", "paris")
    rows = [place for city in cities for place in default_gazetteer().places(city)]
    known = [place.hours for place in rows if place.hours != Hours()]
    same = [hours for hours in known if hours_in(hours_text(hours)).week == hours.week]
    assert len(known) > 100
    assert len(same) >= 0.98 * len(known)
