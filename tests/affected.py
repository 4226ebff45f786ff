"""`python -m tests.affected`: the tests of what differs from the branch main, for 20 seconds.

First those that differ themselves, then those that mirror a file (tests/trips/test_money.py mirrors
trips/money.py), then those that import it or name it. What is not reached in time is said.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.house.sources import LAYERS, ROOT, python_files

SECONDS = 20.0
MOST_FILES = 25  # to collect more takes longer than to run their tests
#: An import of the product.
OURS = re.compile(rf"^(?:from|import) (?:{'|'.join(LAYERS)})\b", re.MULTILINE)


def changed() -> list[Path]:
    """What differs from where this branch left main, on main from the last commit; new files included."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    names = [*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")]
    return [ROOT / name for name in dict.fromkeys(names) if (ROOT / name).exists()]


def concerned(files: list[Path], tests: list[Path]) -> list[Path]:
    """Test files in the order in which they are worth a run."""
    texts = {path: path.read_text("utf-8") for path in tests}
    own = [path for path in tests if path in files]
    modules = [file for file in files if file.suffix == ".py" and file not in own]
    mirrors = [path for path in tests for file in modules if _mirrors(path, file)]
    imports = [_import_of(file) for file in modules]
    importing = [path for path, text in texts.items() if any(one.search(text) for one in imports)]
    importing.sort(key=lambda path: len(OURS.findall(texts[path])))  # the narrow ones say most
    names = {str(file.relative_to(ROOT)) for file in files if file.suffix != ".py"}
    names |= {name.partition("/")[2] for name in names if name.startswith(("templates/", "static/"))}
    naming = [path for path, text in texts.items() if any(name in text for name in names)]
    return list(dict.fromkeys([*own, *mirrors, *importing, *naming]))


def _mirrors(test: Path, file: Path) -> bool:
    folder = ROOT / "tests" / file.relative_to(ROOT).parent
    return test.parent == folder and test.stem.startswith(f"test_{file.stem}")


def _import_of(file: Path) -> re.Pattern[str]:
    """`from agents.llm.budget import …`, `import agents.llm.budget`, `from agents.llm import budget`, and
    what the package hands on of it: `from trips.models import Trip` of trips/models/trip.py."""
    *package, name = file.relative_to(ROOT).with_suffix("").parts
    if name == "__init__":
        *package, name = package
    folder = re.escape(".".join(package))
    names = "|".join([name, *_handed_on(file)])
    whole = rf"(?:from|import) {folder}{'[.]' if package else ''}{name}\b"
    part = rf"from {folder} import (?:\([^)]*|[^(\n]*)\b(?:{names})\b"
    return re.compile(rf"^(?:{whole}|{part})", re.MULTILINE)


def _handed_on(file: Path) -> list[str]:
    """Names of this module that its package exports."""
    door = file.with_name("__init__.py")
    if file == door or not door.exists():
        return []
    found = re.search(
        rf"^from [\w.]*\.{file.stem} import (\([^)]*\)|[^\n]*)", door.read_text("utf-8"), re.MULTILINE
    )
    return re.findall(r"\b[A-Za-z_]\w*\b", re.sub(r"#.*", "", found[1])) if found else []


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else []


class InTime:
    """Leaves out what would begin after the time is over, and says so."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self.left: list[pytest.Item] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        if time.monotonic() < self._end:
            return None
        self.left.append(item)
        return True

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if self.left:
            files = len({item.path for item in self.left})
            terminalreporter.write_line(
                f"{len(self.left)} tests of {files} files not run in {SECONDS:.0f} s: `make test` has them"
            )


def main() -> int:
    files = concerned(changed(), [path for path in python_files("tests") if path.name.startswith("test_")])
    if not files:
        print("No test concerns what differs from main.")
        return 0
    if len(files) > MOST_FILES:
        print(f"{len(files) - MOST_FILES} more files of tests import what differs: `make test` has them")
    status = pytest.main(["-m", "not slow", *map(str, files[:MOST_FILES])], plugins=[InTime(SECONDS)])
    return 0 if status == pytest.ExitCode.NO_TESTS_COLLECTED else int(status)


if __name__ == "__main__":
    sys.exit(main())
