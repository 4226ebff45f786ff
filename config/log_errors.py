"""What a log may show of an exception: the way through the code, types, and words known to be harmless.

An exception's message may quote anything: a traveller's words, a row, a model's answer.
"""

from __future__ import annotations

import re
import sqlite3
import traceback
from collections.abc import Iterator
from functools import singledispatch

from django import db
from pydantic import ValidationError

FRAMES = 40  # of one traceback, the innermost ones
CHAIN = 6  # exceptions behind one another
GROUP = 4  # exceptions of a group that are shown


@singledispatch
def words_of_error(error: BaseException) -> str:
    """What may be shown of an exception besides its type. Unknown ones: nothing."""
    return ""


@words_of_error.register
def _(error: OSError) -> str:
    return f"[{error.errno}] {error.strerror}" if error.errno else ""


@words_of_error.register
def _(error: AttributeError) -> str:
    return f"{type(error.obj).__name__} has no {error.name}" if error.name else ""


@words_of_error.register(NameError)
@words_of_error.register(ImportError)
def _(error: NameError | ImportError) -> str:
    return error.name or ""


@words_of_error.register
def _(error: ValidationError) -> str:
    """Which schema and what kinds of errors; neither the input nor where in it."""
    kinds = sorted({row["type"] for row in error.errors(include_url=False, include_input=False)})
    return f"{error.title}: {error.error_count()} errors ({', '.join(kinds)[:200]})"


def _words_of_database_error(error: BaseException) -> str:
    """Of PostgreSQL the code and the constraint's name (its message quotes the row); else SQLite's line about
    tables and columns, or why there is no connection. What either quotes may be of a statement."""
    state = getattr(error, "sqlstate", None) or getattr(error.__cause__, "sqlstate", None)
    if state:
        diagnosis = getattr(error, "diag", None) or getattr(error.__cause__, "diag", None)
        return " ".join(filter(None, (state, getattr(diagnosis, "constraint_name", None))))
    return re.sub(r'"[^"]*"?', "[…]", str(error).partition("\n")[0])[:200]


# DataError and ProgrammingError quote values and statements: their type has to do.
for _kind in (
    db.OperationalError,
    db.InterfaceError,
    db.IntegrityError,
    sqlite3.OperationalError,
    sqlite3.IntegrityError,
):
    words_of_error.register(_kind, _words_of_database_error)


def traceback_of(error: BaseException) -> str:
    """The way through the code, types and harmless words; no values, and no message that may quote them."""
    return "\n".join(_lines_of(error, depth=0)).rstrip()


def _lines_of(error: BaseException, depth: int) -> Iterator[str]:
    for number, one in enumerate(reversed(chain_of(error))):
        if number:
            yield "\nwhich led to\n"
        yield "Traceback (most recent call last):"
        frames = traceback.StackSummary.extract(traceback.walk_tb(one.__traceback__), capture_locals=False)
        if len(frames) > FRAMES:
            yield f"  … {len(frames) - FRAMES} more"
        yield "".join(traceback.StackSummary.from_list(frames[-FRAMES:]).format()).rstrip("\n")
        kind = type(one)
        module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
        yield ": ".join(filter(None, (f"{module}{kind.__qualname__}", words_of_error(one))))
        if isinstance(one, BaseExceptionGroup) and depth < 3:
            for inner in one.exceptions[:GROUP]:
                inside = "\n".join(_lines_of(inner, depth + 1))
                yield from (f"  | {line}" for line in inside.split("\n"))


def chain_of(error: BaseException | None) -> list[BaseException]:
    """An exception and those behind it, outermost first."""
    found: list[BaseException] = []
    while error is not None and error not in found and len(found) < CHAIN:
        found.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found
