"""Which tests a change concerns."""

from __future__ import annotations

from pathlib import Path

from tests.affected import concerned
from tests.house.sources import ROOT


def written(folder: Path, name: str, text: str = "") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_mirror_comes_first_then_who_imports_the_narrow_before_the_broad(tmp_path) -> None:
    broad = written(
        tmp_path, "test_a.py", "from agents import llm\nfrom agents.llm import (\n    base,\n    budget,\n)\n"
    )
    narrow = written(tmp_path, "test_b.py", "from agents.llm.budget import left\n")
    other = written(tmp_path, "test_c.py", "from agents.llm import budgets\nfrom trips import budget\n")
    mirror = ROOT / "tests" / "agents" / "llm" / "test_cost_of_failures.py"
    file = ROOT / "agents" / "llm" / "budget.py"
    assert concerned([file], [other, broad, narrow]) == [narrow, broad]
    assert concerned([ROOT / "agents" / "llm" / "cost.py"], [narrow, mirror]) == [mirror]
    assert concerned([narrow, file], [broad, narrow]) == [narrow, broad]


def test_what_a_package_hands_on_is_an_import_of_its_module(tmp_path) -> None:
    door = written(tmp_path, "test_a.py", "from trips.models import Message, Trip\n")
    other = written(tmp_path, "test_b.py", "from trips.models import Message\n")
    assert concerned([ROOT / "trips" / "models" / "trip.py"], [other, door]) == [door]


def test_other_files_concern_who_names_them(tmp_path) -> None:
    by_path = written(tmp_path, "test_a.py", 'PAGE = "docs/settings.md"')
    by_template = written(tmp_path, "test_b.py", 'NAME = "trips/board.html"')
    files = [ROOT / "docs" / "settings.md", ROOT / "templates" / "trips" / "board.html"]
    assert concerned(files, [by_template, by_path]) == [by_template, by_path]
    assert concerned([ROOT / "docs" / "other.md"], [by_template, by_path]) == []
