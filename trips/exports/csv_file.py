"""CSV that programs read back (RFC 4180); no spreadsheet finds a formula in it, whatever parts its cells."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal

#: Words are guarded; figures and dates can't be formulas.
Cell = str | Decimal | int | dt.date | None

#: Spreadsheets part cells by the comma, the semicolon or the tab, as the reader's country has it.
_PARTED = re.compile(r"([,;\t|\r\n\v\f\x85\u2028\u2029]+)")
_FORMULA = frozenset("=+-@")
#: Besides white space and what nobody sees, this may stand before a formula.
_QUOTES = "\"'`‘’“”"


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The whole file. Figures are plain: a point, no thousands mark. Lines end in CRLF."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return out.getvalue()


def figure(amount: Decimal | None) -> str:
    """Exact and plain: "100000" of 1E+5; "" of None."""
    if amount is None:
        return ""
    plain = format(amount.normalize(), "f")
    return "0" if plain == "-0" else plain


def guarded(text: str) -> str:
    """Words as they are, with an apostrophe before each part that a spreadsheet would take for a formula."""
    return "".join(f"'{part}" if _is_formula(part) else part for part in _PARTED.split(text))


def _written(cell: Cell) -> str:
    if isinstance(cell, Decimal):
        return figure(cell)
    if isinstance(cell, dt.date):
        return cell.isoformat()
    return guarded(cell) if isinstance(cell, str) else "" if cell is None else str(cell)


def _is_formula(part: str) -> bool:
    """Also "＝" and "﹢", which some programs read as the plain signs."""
    first = next((sign for sign in part if not _is_skipped(sign)), "")
    return unicodedata.normalize("NFKC", first)[:1] in _FORMULA


def _is_skipped(sign: str) -> bool:
    return sign.isspace() or sign in _QUOTES or unicodedata.category(sign) in ("Cc", "Cf")
