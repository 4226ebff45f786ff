"""Other programs read the file back; none of them finds a formula, by whatever it parts cells."""

from __future__ import annotations

import csv
import datetime as dt
import io
from decimal import Decimal

import pytest

from trips.exports.csv_file import csv_text, figure, guarded

FORMULAS = (
    "=1+1", "+1", "-1", "@SUM(A1)", "  =1", "＝1", "＋1", "－1", "＠SUM(A1)", "﹢1", "\ufeff=1", "\u200b=1",
    '"=1', "\u00a0=1", "'=1", "\x00=1",
)  # fmt: skip
SEPARATORS = (",", ";", "\t", "|", "\n", "\r\n", "\v", "\u2028")


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_gets_an_apostrophe(formula: str) -> None:
    assert guarded(formula) == f"'{formula}"


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_behind_a_separator_gets_one_too(formula: str, separator: str) -> None:
    assert guarded(f"lunch{separator}{formula}") == f"lunch{separator}'{formula}"
    assert guarded(f"lunch{separator}{separator} {formula}") == f"lunch{separator}{separator}' {formula}"


@pytest.mark.parametrize(
    "words", ["lunch, a tip and tea", "2 × tea (50% off)", "a=b; c-d", "Zoë’s “tea”", ""]
)
def test_other_words_stay_as_they_are(words: str) -> None:
    assert guarded(words) == words


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_program_finds_a_formula_in_the_file(delimiter: str) -> None:
    rows = [[f"lunch{separator}{formula}" for separator in SEPARATORS] for formula in FORMULAS]
    text = csv_text([f"column {number}" for number in range(len(SEPARATORS))], rows)
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        for cell in row:
            assert not cell.lstrip(' \t\r\n\ufeff\u200b"').startswith(
                ("=", "+", "-", "@", "＝", "＋", "－", "＠")
            )


def test_figures_and_dates_are_exact() -> None:
    text = csv_text(["amount", "day", "none"], [[Decimal("-12.50"), dt.date(2026, 11, 1), None]])
    assert text == "amount,day,none\r\n-12.5,2026-11-01,\r\n"


@pytest.mark.parametrize(
    ("amount", "plain"),
    [(Decimal("1E+5"), "100000"), (Decimal("0.0066000"), "0.0066"), (Decimal("-3.50"), "-3.5"), (None, "")],
)
def test_figures_are_plain(amount, plain) -> None:
    assert figure(amount) == plain
