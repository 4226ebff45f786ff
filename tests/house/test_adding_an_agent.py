"""docs/adding-an-agent.md, followed word for word in a copy of the project: the new agent is there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import ROOT

PAGE = ROOT / "docs" / "adding-an-agent.md"
#: A step's heading ends with the file it is about; the first block of code after it is that file.
STEP = re.compile(r"^## \d\. The \w+: (\S+)$.*?^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TREE = ("config", "trips", "memory", "agents", "templates", "static", "manage.py")

#: Asked of the copy, in a process of its own.
LOOK = """
import django, json, sys
django.setup()
from django.core.checks import run_checks
from django.core.management import call_command
call_command("migrate", verbosity=0)
from agents.runtime import registry
from memory import registry as memory_registry
from memory.brief import brief_for
from memory.files import file_of
from memory import notes
from trips.models import Traveller
from trips.starting import start_trip
trip = start_trip(Traveller.objects.create_user("ada", password="a-long-enough-word"))
trip.facts_json = {"destinations": [{"name": "Kyoto", "kind": "city", "country": "JP", "nights": 4}]}
trip.save()
notes.write(owner=trip.owner, trip=trip, agent="packer", text="They travel light.", author="staff")
agent = registry.get("packer")
json.dump(
    {
        "faults": [f"{m.id} {m.msg}" for m in run_checks()],
        "team": [member.name for member in registry.team()],
        "policy": memory_registry.policy("packer").brief_tokens,
        "brief": brief_for(trip, "packer").text,
        "file": file_of(trip, "packer"),
        "answer": agent.offline(None).model_dump(),
    },
    sys.stdout,
)
"""


def steps() -> dict[str, str]:
    """What the page says to write: path and text."""
    return dict(STEP.findall(PAGE.read_text("utf-8")))


def test_it_is_one_file_one_prompt_one_builder() -> None:
    assert list(steps()) == ["agents/team/packer.py", "agents/prompts/packer.md", "memory/builders/packer.py"]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's code, linked where it is only read; the folders that get a file are real copies."""
    copy = tmp_path_factory.mktemp("project")
    for name in TREE:
        if name in ("agents", "memory"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (copy / name).symlink_to(ROOT / name)
    return copy


def run_in(project: Path, database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(project),
        "PYTHONDONTWRITEBYTECODE": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "SECRET_KEY": "only for this test " * 3,
        "DEBUG": "true",
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_the_agent_of_the_page_is_there(copied: Path, tmp_path: Path) -> None:
    for path, text in steps().items():
        assert not (ROOT / path).exists()
        (copied / path).write_text(text, "utf-8")
    done = run_in(copied, tmp_path / "new.sqlite3", "-c", LOOK)
    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout)
    assert seen["faults"] == []
    assert "packer" in seen["team"]
    assert 150_000 < seen["policy"] < 160_000 - 2048
    assert seen["brief"].startswith(
        "--- PACKER MEMORY ---\n## Trip Context [auto-refreshed]\n- Destination: Japan"
    )
    assert "## Itinerary [auto-refreshed]\n(nothing yet)" in seen["brief"]
    assert seen["brief"].endswith("- They travel light.\n--- END PACKER MEMORY ---")
    assert seen["file"].startswith("<!-- memory_format: 1 -->\n# Packer Memory — ")
    assert seen["answer"]["items"] == ["Passport or identity card"]


def test_without_one_of_the_three_the_checks_say_which(copied: Path, tmp_path: Path) -> None:
    for path, text in steps().items():
        (copied / path).write_text(text, "utf-8")
    (copied / "memory" / "builders" / "packer.py").unlink()
    done = run_in(copied, tmp_path / "none.sqlite3", "-m", "django", "check")
    assert done.returncode != 0
    assert "agents.E003" in done.stderr
    assert "memory/builders/packer.py" in done.stderr
