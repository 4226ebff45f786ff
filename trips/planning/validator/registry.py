"""The checks, by number: a small dict and a decorator.

A check is a function `(context, report) -> None`; it tells the report what fails, what could not be
looked at and which data it used. `docs/checks.md` lists what is registered here (a test compares).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trips.schemas import Severity

if TYPE_CHECKING:
    from trips.planning.validator.context import Context
    from trips.planning.validator.report import Report

CheckFunction = Callable[["Context", "Report"], None]


@dataclass(frozen=True)
class Check:
    """`severity` is the worst a failure can be; a check may fail one of its parts more mildly.
    `applies` = None: always; else the check is left out of the verdict where it returns False."""

    id: int
    title: str
    severity: Severity
    sentence: str
    data: str
    run: CheckFunction
    applies: Callable[[Context], bool] | None = None


_checks: dict[int, Check] = {}


def check(
    *,
    id: int,
    title: str,
    severity: Severity,
    sentence: str,
    data: str,
    applies: Callable[[Context], bool] | None = None,
) -> Callable[[CheckFunction], CheckFunction]:
    """Register a check. `sentence` says for people what is looked at, `data` which rows it rests on.
    Raises ValueError when the number is taken."""

    def register(function: CheckFunction) -> CheckFunction:
        if id in _checks:
            raise ValueError(f"Check {id} is registered twice: {_checks[id].title!r} and {title!r}")
        _checks[id] = Check(id, title, severity, sentence, data, function, applies)
        return function

    return register


def checks() -> list[Check]:
    """All registered checks by number."""
    return [_checks[number] for number in sorted(_checks)]


@contextmanager
def override(*replacements: Check, only: bool = False) -> Iterator[None]:
    """For tests: these checks instead of those with the same numbers (`only`: instead of all)."""
    before = dict(_checks)
    if only:
        _checks.clear()
    _checks.update({replacement.id: replacement for replacement in replacements})
    try:
        yield
    finally:
        _checks.clear()
        _checks.update(before)
