"""What is installed is pinned, hashed, and named without an address."""

from __future__ import annotations

import json
import re

import pytest
from packaging.requirements import Requirement

from tests.house.sources import ROOT

PINNED = ("requirements.txt", "requirements-dev.txt", "requirements-tagger.txt")
OPTIONS = ("--index-url", "--extra-index-url", "--find-links", "--trusted-host", "-i ", "-f ", "-e ")
ADDRESS = re.compile(r"[a-z][a-z+]*://|\b[\w-]+\.(org|com|io|net|dev|local|internal)\b", re.IGNORECASE)


def lines_of(name: str) -> list[str]:
    """Logical lines: continued ones joined, comments left out."""
    text = re.sub(r"\\\n", " ", (ROOT / name).read_text("utf-8"))
    return [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def pins_of(name: str) -> dict[str, Requirement]:
    found = {}
    for line in lines_of(name):
        requirement = Requirement(line.split(" --hash=")[0].strip())
        found[canonical(requirement.name)] = requirement
    return found


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("name", PINNED)
def test_every_line_is_one_version_with_hashes(name: str) -> None:
    lines = lines_of(name)
    assert len(lines) > 20
    wrong = [
        line[:80]
        for line in lines
        if not re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.+!-]+( ; [^-]+)?(\s+--hash=sha256:[0-9a-f]{64})+$", line)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "name", [*PINNED, "requirements.in", "requirements-dev.in", "requirements-tagger.in"]
)
def test_no_registry_is_named(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert not [option for option in OPTIONS if re.search(rf"^{re.escape(option)}", text, re.MULTILINE)]
    assert ADDRESS.findall(text) == []


@pytest.mark.parametrize("name", ["requirements", "requirements-dev", "requirements-tagger"])
def test_every_wish_is_pinned_to_a_version_it_allows(name: str) -> None:
    pins = pins_of("requirements.txt") | pins_of(f"{name}.txt")
    for line in lines_of(f"{name}.in"):
        if line.startswith(("-c ", "-r ")):
            continue
        wish = Requirement(line)
        pin = pins.get(canonical(wish.name))
        assert pin is not None, f"{wish.name} is not pinned"
        version = next(iter(pin.specifier)).version
        assert wish.specifier.contains(version, prereleases=True), f"{wish} but pinned {version}"


def test_both_sets_agree() -> None:
    run, dev = pins_of("requirements.txt"), pins_of("requirements-dev.txt")
    assert {
        name for name in run if name in dev and str(run[name].specifier) != str(dev[name].specifier)
    } == set()


def test_npm_packages_are_pinned_with_hashes_and_no_address() -> None:
    lock = json.loads((ROOT / "tests" / "node" / "package-lock.json").read_text("utf-8"))
    packages = {name: row for name, row in lock["packages"].items() if name and not row.get("link")}
    assert len(packages) > 20
    assert [name for name, row in packages.items() if not row.get("integrity")] == []
    assert [name for name, row in packages.items() if "resolved" in row] == []
    wanted = json.loads((ROOT / "tests" / "node" / "package.json").read_text("utf-8"))["devDependencies"]
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version, f"{name} is not pinned exactly"
