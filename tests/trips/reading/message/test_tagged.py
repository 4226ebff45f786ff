"""What no rule reads the tagger tells: towns where none is known; never those of others or of questions."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import understand


def towns(text: str) -> list[str]:
    read = understand(text, today=dt.date(2026, 11, 28), gazetteer=default_gazetteer())
    return [str(change.value) for change in read.changes if change.path == "destinations"]


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("hey, Porto for my 40th, 3 of us from Dublin, 14 to 17 may 2027", "Porto"),
        ("Vaduz 4 to 7 May 2027, 2 adults", "Vaduz"),
    ],
)
def test_a_town_that_no_rule_reads_is_where_it_goes(text: str, town: str) -> None:
    assert towns(text) == [town]


@pytest.mark.parametrize("text", ["a friend loves Oslo but she isn't coming", "is Ghent nice in may?"])
def test_a_town_of_others_or_of_a_question_is_not(text: str) -> None:
    assert towns(text) == []
