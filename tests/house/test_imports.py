"""Imports and migrations go one way: agents → memory → trips → config."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import LAYERS, ROOT, imports_of, nodes_of, python_files

pytestmark = pytest.mark.xdist_group("sources")

#: `config` is the ground for everybody; these files of it put the process together, from the top.
ENTRANCES = ("asgi.py", "wsgi.py", "urls.py", "celery.py")
#: Packages of `trips` that have their final place, from the bottom up.
PACKAGES = ("schemas", "wording", "catalogue")
PURE = ("trips/catalogue", "trips/planning", "trips/reading", "trips/facts")
KNOWS_THE_SDK = ("claude*.py", "wire_*.py")
SDK = {"anthropic", "httpx2"}
#: Asks services over HTTP, and knows no model.
ASKS_SERVICES = ROOT / "trips" / "remote" / "client.py"


@pytest.mark.parametrize("layer", LAYERS)
def test_an_app_imports_itself_and_those_below(layer: str) -> None:
    above = set(LAYERS[LAYERS.index(layer) + 1 :])
    wrong = [
        str(one)
        for path in python_files(layer)
        if not (layer == "config" and path.name in ENTRANCES)
        for one in imports_of(path)
        if one.package in above
    ]
    assert wrong == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_of_trips_imports_itself_and_those_below(package: str) -> None:
    below = tuple(f"trips.{name}" for name in PACKAGES[: PACKAGES.index(package) + 1])
    path = ROOT / "trips" / package
    wrong = [
        str(one)
        for source in (python_files(f"trips/{package}") if path.is_dir() else [path.with_suffix(".py")])
        for one in imports_of(source)
        if one.package in LAYERS and not one.name.startswith(below)
    ]
    assert wrong == []


def test_nothing_imports_an_entrance() -> None:
    entrances = {f"config.{name.removesuffix('.py')}" for name in ENTRANCES} - {"config.celery"}
    wrong = [
        str(one)
        for path in python_files(*LAYERS)
        if path.name not in ENTRANCES
        for one in imports_of(path)
        if one.name in entrances
    ]
    assert wrong == []


def test_no_code_imports_its_tests() -> None:
    assert [
        str(one) for path in python_files(*LAYERS) for one in imports_of(path) if one.package == "tests"
    ] == []


@pytest.mark.parametrize("layer", LAYERS[1:])
def test_migrations_depend_the_same_way(layer: str) -> None:
    above = set(LAYERS[LAYERS.index(layer) + 1 :])
    wrong = [
        f"{path.relative_to(ROOT)} depends on {app}"
        for path in python_files(f"{layer}/migrations")
        for app in _dependencies(path)
        if app in above
    ]
    assert wrong == []


def test_migrations_are_read_at_all() -> None:
    assert "trips" in _dependencies(ROOT / "agents" / "migrations" / "0002_initial.py")


@pytest.mark.parametrize("folder", PURE)
def test_pure_code_imports_no_django(folder: str) -> None:
    wrong = [
        str(one)
        for path in python_files(folder)
        for one in imports_of(path)
        if one.package == "django" or one.name.startswith(("trips.models", "config"))
    ]
    assert wrong == []


def test_pure_code_does_without_django_also_by_way_of_others() -> None:
    """Imported for real, in a fresh process without settings."""
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in python_files(*PURE)
    ]
    program = (
        f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\n"
        "found = sorted(name for name in sys.modules if name.partition('.')[0] == 'django')\n"
        "sys.exit(f'loads {found[:3]}' if found else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-600:]


def test_only_the_adapter_imports_the_sdk() -> None:
    allowed = {path for pattern in KNOWS_THE_SDK for path in (ROOT / "agents" / "llm").glob(pattern)}
    knowing = {path for path in python_files(*LAYERS) for one in imports_of(path) if one.package in SDK}
    assert {one.package for one in imports_of(ASKS_SERVICES)} & SDK == {"httpx2"}
    allowed.add(ASKS_SERVICES)
    assert knowing, "nobody imports the SDK: this test reads the wrong files"
    assert sorted(str(path.relative_to(ROOT)) for path in knowing - allowed) == []


def test_one_file_knows_the_streams_syntax() -> None:
    """`text/event-stream` and its fields are written in agents/sse.py; the adapter reads them."""
    adapter = set((ROOT / "agents" / "llm").glob("*.py"))
    knowing = {
        str(path.relative_to(ROOT))
        for path in python_files(*LAYERS)
        if path not in adapter and "text/event-stream" in path.read_text("utf-8")
    }
    assert knowing == {"agents/sse.py"}


def _dependencies(path: Path) -> set[str]:
    """The apps a migration depends on."""
    apps: set[str] = set()
    for node in nodes_of(path):
        named = isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id in ("dependencies", "run_before")
            for target in node.targets
        )
        if not named:
            continue
        for part in ast.walk(node.value):
            if isinstance(part, ast.Tuple) and isinstance(part.elts[0], ast.Constant):
                apps.add(part.elts[0].value)
            if isinstance(part, ast.Call) and getattr(part.func, "attr", "") == "swappable_dependency":
                apps.add("trips")  # the traveller is ours
    return apps
