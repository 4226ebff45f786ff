"""The runner of the benches: what it runs, what it says, how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable

import pytest

from tests.bench import __main__ as runner
from tests.house.sources import ROOT


def test_a_bench_without_its_samples_is_skipped_and_said() -> None:
    """In a process of its own, as `make bench` runs it: with a throwaway database."""
    environment = {**os.environ, "WAYFARE_SAMPLES": ""}
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "understand"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-500:]
    assert "skipped: WAYFARE_SAMPLES" in done.stdout
    assert "well    understand" in done.stdout


def test_a_name_that_no_bench_has_is_refused(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as ended:
        runner.main(["crystal-ball"])
    assert ended.value.code == 2 and "crystal-ball" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bench", "said"),
    [(lambda given: 0, "well"), (lambda given: 1, "MISSED"), (lambda given: 1 // 0, "MISSED")],
    ids=["reached", "missed", "broken"],
)
def test_a_bench_that_misses_or_breaks_is_told(
    monkeypatch: pytest.MonkeyPatch, bench: Callable[[Namespace], int], said: str
) -> None:
    monkeypatch.setitem(runner.BENCHES, "one", bench)
    assert runner.run("one", Namespace()).startswith(said)
