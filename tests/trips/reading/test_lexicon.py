"""Every example of every row of the lexicon reads as the row says."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.reading import lexicon, numbers
from trips.reading.chart import Grammar
from trips.reading.lexicon import Row
from trips.reading.tokens import tokens_of

TODAY = dt.date(2026, 11, 26)
ROWS = [row for file in lexicon.files() for row in lexicon.rows(file)]
OTHERS = [file for file in lexicon.files() if file not in ("words", "money")]
GRAMMAR = Grammar(*numbers.base(), *(lexicon.rules(file) for file in OTHERS))


def values(text: str, kind: str) -> set:
    return {span.value for span in GRAMMAR.parse(tokens_of(text), today=TODAY).of(kind)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.file}.{row.kind}.{row.value}")
def test_its_examples_read_as_it(row: Row) -> None:
    assert [text for text in row.examples if row.value not in values(text, row.kind)] == []
    assert [text for text in row.against if row.value in values(text, row.kind)] == []
