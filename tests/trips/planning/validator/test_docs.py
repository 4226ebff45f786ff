"""docs/checks.md lists what is registered, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from trips.planning.validator.registry import checks

TEXT = (Path(__file__).parents[4] / "docs" / "checks.md").read_text("utf-8")
THERE, NOT_YET = TEXT.split("## What is not there yet")


def rows(text: str) -> dict[int, list[str]]:
    lines = re.findall(r"^\| (\d+) \|(.*)\|$", text, re.MULTILINE)
    return {int(number): [cell.strip() for cell in rest.split("|")] for number, rest in lines}


def test_every_registered_check_is_in_the_table():
    assert {check.id: [check.title, check.severity] for check in checks()} == {
        number: cells[:2] for number, cells in rows(THERE).items()
    }


def test_the_others_are_said_to_be_missing():
    assert set(rows(NOT_YET)) == set(range(1, 31)) - {check.id for check in checks()}
