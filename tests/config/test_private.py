"""Only the account that runs Wayfare reads its files, whatever the umask; a start mends older ones."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections

from config import private
from config.sqlite3.base import DatabaseWrapper
from tests.house.sources import ROOT


@pytest.fixture(autouse=True)
def wide_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def start(folder: Path) -> None:
    """Read the settings as a first process would, of a project that lies in `folder`."""
    environment = {name: value for name, value in os.environ.items() if name != "SECRET_KEY"}
    subprocess.run(
        [sys.executable, "-c", "from config import settings"],
        cwd=folder, env={**environment, "PYTHONPATH": str(folder)}, check=True, umask=0,
    )  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "config", tmp_path / "config", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_first_start_makes_its_secret_for_itself(project: Path) -> None:
    start(project)
    assert mode(project / "var") == 0o700
    assert mode(project / "var" / "secret_key") == 0o600
    assert len((project / "var" / "secret_key").read_text("ascii")) >= 48


def test_a_start_mends_what_an_older_version_left(project: Path) -> None:
    (project / "var").mkdir(0o755)
    (project / "var" / "secret_key").write_text("known", "ascii")
    start(project)
    assert mode(project / "var") == 0o700
    assert mode(project / "var" / "secret_key") == 0o600
    assert (project / "var" / "secret_key").read_text("ascii") == "known"


@pytest.mark.parametrize("older", [False, True])
def test_a_database_and_what_lies_beside_it_are_ours(tmp_path: Path, older: bool) -> None:
    path = tmp_path / "wayfare.sqlite3"
    if older:
        path.touch(0o644)
    with closing(_connected(path)) as connection:
        connection.execute("CREATE TABLE words (said text)")
        beside = [path.with_name(path.name + ending) for ending in ("", "-wal", "-shm")]
        assert [mode(one) for one in beside] == [0o600] * 3
    if older:  # a process was killed: its files are still there
        for one in beside:
            one.touch()
            one.chmod(0o644)
        with closing(_connected(path)) as connection:
            connection.execute("SELECT * FROM words")
            assert [mode(one) for one in beside] == [0o600] * 3


def _connected(path: Path) -> sqlite3.Connection:
    options = {"init_command": "PRAGMA journal_mode=WAL;"}
    wrapper = DatabaseWrapper({**connections.settings["default"], "NAME": str(path), "OPTIONS": options})
    return wrapper.get_new_connection(wrapper.get_connection_params())


@pytest.mark.parametrize("older", [False, True])
def test_a_text_is_restricted_before_it_is_written(tmp_path: Path, older: bool) -> None:
    path = tmp_path / "new" / "folder" / "food.md"
    private.make_folder(path.parent)
    if older:
        path.touch(0o666)
    with open(path, "w", opener=private.only_ours) as file:
        assert mode(path) == 0o600
        file.write("- They eat no meat.")
    private.write_text(path, "- They eat fish.")
    assert path.read_text("utf-8") == "- They eat fish."
    assert (mode(path), mode(path.parent), mode(path.parent.parent)) == (0o600, 0o700, 0o700)


def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir(0o755)
    private.make_folder(tmp_path / "shared")
    assert mode(tmp_path / "shared") == 0o755


def test_a_database_in_use_keeps_its_locks(tmp_path) -> None:
    """To close any descriptor of it would drop all locks of this process: the next process that leaves would
    take itself for the last one, and the log of writes away."""
    path = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(path)) as held:
        held.execute("PRAGMA journal_mode = WAL")
        held.execute("CREATE TABLE words (word)")
        private.make_database(path)
        writes = (
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('INSERT INTO words VALUES (1)')"
        )
        subprocess.run([sys.executable, "-c", f"{writes}; c.commit(); c.close()", str(path)], check=True)
        assert path.with_name("a.sqlite3-wal").exists()
        assert held.execute("SELECT word FROM words").fetchall() == [(1,)]
