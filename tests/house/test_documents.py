"""The documents are true: settings, commands, agents, checks and links exist, and the other way round."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from agents import commands
from agents.terminal.client import Client
from config.health import PATHS as PROBES
from tests.house.documents import (
    LINK,
    NOT_SAID,
    documents,
    in_code_style,
    settings_documented,
    settings_read,
)
from tests.house.sources import LAYERS, ROOT

pytestmark = pytest.mark.xdist_group("sources")

SETTINGS_PAGE = ROOT / "docs" / "settings.md"
#: Set by the operating system or the process itself, for nobody to choose.
NOT_A_SETTING = {"DJANGO_SETTINGS_MODULE"}
#: Read by make, scripts and tests, in the last table of docs/settings.md.
FOR_DEVELOPERS = ("PYTHON", "TEST_PROCESSES", "WAYFARE_SAMPLES", "WAYFARE_LITELLM", "CI")


# --- Settings ----------------------------------------------------------------------------------


def test_every_setting_is_documented_and_every_documented_one_is_read() -> None:
    read = {reading.name for reading in settings_read()} - NOT_A_SETTING
    documented = set(settings_documented(SETTINGS_PAGE)) - set(FOR_DEVELOPERS)
    assert len(read) > 30
    assert sorted(read - documented) == [], "not in docs/settings.md"
    assert sorted(documented - read) == [], "in docs/settings.md, but nobody reads it"


def test_the_readme_names_only_settings_that_exist() -> None:
    readme = settings_documented(ROOT / "README.md")
    assert len(readme) >= 8
    every = settings_documented(SETTINGS_PAGE)
    assert sorted(set(readme) - set(every)) == []
    assert {name: default for name, default in readme.items() if default != every[name]} == {}


def test_documented_defaults_are_the_defaults() -> None:
    said = settings_documented(SETTINGS_PAGE)
    known = [reading for reading in settings_read() if reading.default is not NOT_SAID]
    assert len(known) > 30
    wrong = [reading for reading in known if not _says(said.get(reading.name), reading.default)]
    assert [(reading.name, reading.place) for reading in wrong if reading.name not in NOT_A_SETTING] == []


def _says(said: str | None, default: object) -> bool:
    match default:
        case _ if said is None:
            return False
        case bool():
            return said == str(default).lower()
        case int() | float():
            return float(said) == float(default)
        case list():
            return said == ",".join(default)
        case dict():
            return said == "" and not default
    return said in (default, "")  # a level that only the environment changes is told in words


@pytest.mark.parametrize("name", FOR_DEVELOPERS)
def test_what_developers_may_set_is_read_somewhere(name: str) -> None:
    readers = [ROOT / "Makefile", *(ROOT / ".ci").iterdir(), *(ROOT / "tests").rglob("*.py")]
    house = ROOT / "tests" / "house"
    assert name in settings_documented(SETTINGS_PAGE)
    assert [
        path
        for path in readers
        if house not in path.parents and re.search(rf"\b{name}\b", path.read_text("utf-8"))
    ]


# --- Commands ----------------------------------------------------------------------------------


def own_commands() -> set[str]:
    return {name for name, app in get_commands().items() if app in LAYERS}


def test_every_command_in_the_documents_exists() -> None:
    named = {
        (path.name, match)
        for path, words in in_code_style(*documents())
        for match in re.findall(r"manage\.py ([a-z_]+)", words)
    }
    assert named
    assert sorted((page, name) for page, name in named if name not in get_commands()) == []


@pytest.mark.parametrize("name", sorted(own_commands()))
def test_every_own_command_is_in_the_documents(name: str) -> None:
    assert any(re.search(rf"manage\.py {name}\b", words) for _path, words in in_code_style(*documents()))


def test_every_make_target_in_the_documents_exists_and_the_other_way_round() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = {
        match
        for _path, words in in_code_style(*documents())
        for match in re.findall(r"(?:^|\s)make ([a-z]+)", words)
    }
    assert sorted(named - targets) == []
    assert sorted(targets - named - {"browser", "node", "services"}) == []  # steps of others


# --- Slash commands ----------------------------------------------------------------------------


def slash_commands() -> set[str]:
    own = {name.removeprefix("_do_") for name in vars(Client) if name.startswith("_do_")}
    return own | {command.name for command in commands.commands()}


def test_every_slash_command_in_the_documents_exists() -> None:
    named = {
        (path.name, match[1])
        for path, words in in_code_style(*documents())
        if (match := re.fullmatch(r"/([a-z]+)(?: [A-Za-z]+)?", words)) and words not in PROBES
    }
    assert named
    assert sorted((page, name) for page, name in named if name not in slash_commands()) == []


@pytest.mark.parametrize("name", sorted(slash_commands()))
def test_every_slash_command_is_in_the_documents_and_in_its_help(name: str) -> None:
    assert any(re.match(rf"/{name}\b", words) for _path, words in in_code_style(*documents()))
    assert name in {command.name for command in commands.commands()}  # of which /help lists every one


# --- Files and links ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    targets = [target.partition("#")[0] for target in LINK.findall(path.read_text("utf-8"))]
    inside = [target for target in targets if target and "://" not in target]
    assert [target for target in inside if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_files_named_in_code_style_exist(path: Path) -> None:
    """`agents/sse.py`, `tests/wire/`: a path from the top, or a file of the folder named before it."""
    known = ("agents/", "memory/", "trips/", "config/", "docs/", "tests/", "templates/", "static/", ".ci/")
    names = [words.partition(":")[0] for _path, words in in_code_style(path)]
    wrong = [
        name
        for name in names
        if name.startswith(known) and re.fullmatch(r"[\w./-]+", name) and not (ROOT / name).exists()
    ]
    assert wrong == []


def test_every_page_is_reachable_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        for target in LINK.findall(page.read_text("utf-8")):
            linked = (page.parent / target.partition("#")[0]).resolve()
            if linked.suffix == ".md" and linked.exists() and linked not in reached:
                waiting.append(linked)
    assert sorted(str(path.relative_to(ROOT)) for path in set(documents()) - reached) == []
