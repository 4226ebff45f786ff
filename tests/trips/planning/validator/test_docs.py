"""docs/checks.md lists what is registered, and nothing else; all of the list is there."""

from __future__ import annotations

import re
from pathlib import Path

from trips.planning.validator.registry import checks

TEXT = (Path(__file__).parents[4] / "docs" / "checks.md").read_text("utf-8")


def rows(text: str) -> dict[int, list[str]]:
    lines = re.findall(r"^\| (\d+) \|(.*)\|$", text, re.MULTILINE)
    return {int(number): [cell.strip() for cell in rest.split("|")] for number, rest in lines}


def test_every_registered_check_is_in_the_table():
    assert {check.id: [check.title, check.severity] for check in checks()} == {
        number: cells[:2] for number, cells in rows(TEXT).items()
    }


def test_none_of_the_list_is_missing():
    assert {check.id for check in checks()} == {*range(1, 31), 33}
