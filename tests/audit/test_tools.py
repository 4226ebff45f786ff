"""The audit can fail, and says what it could not do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.audit.tools import CannotRun, java, nu
from tests.house.sources import ROOT
from tests.wire.aimock import skip_or_fail

GOOD = '<!doctype html><html lang="en"><head><title>Boston</title></head><body><h1>Boston</h1></body></html>'


@pytest.mark.node
def test_the_checker_finds_what_is_wrong_and_only_that(tmp_path: Path) -> None:
    try:
        java()
    except CannotRun as reason:
        skip_or_fail(str(reason))
    good, bad = tmp_path / "good.html", tmp_path / "bad.html"
    good.write_text(GOOD, "utf-8")
    bad.write_text(GOOD.replace("<h1>", '<p style="color:red" hx-get="/x"><h1>'), "utf-8")
    errors = [one for one in nu([good, bad]) if one.kind == "error"]
    assert {one.file for one in errors} == {"bad.html"}
    assert any("hx-get" in one.message for one in errors)


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_without_its_tools_it_says_so_and_ends_well_except_where_everything_has_to_run(
    ci: str, code: int
) -> None:
    environment = {**os.environ, "PATH": "", "CI": ci}
    done = subprocess.run(
        [sys.executable, "-m", "tests.audit"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == code, done.stderr[-500:]
    assert "skipped: Java is missing" in done.stdout and "skipped: Node.js is missing" in done.stdout
