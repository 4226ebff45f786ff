"""Where things are: the top level, and what may not grow in it."""

from __future__ import annotations

import re

import pytest

from tests.house.sources import ROOT, python_files, strings_of

pytestmark = pytest.mark.xdist_group("sources")

AT_THE_TOP = (
    "manage.py",
    "config",
    "trips",
    "agents",
    "memory",
    "templates",
    "static",
    "tests",
    "docs",
    "requirements.in",
    "requirements.txt",
    "requirements-dev.in",
    "requirements-dev.txt",
    "Makefile",
    "pyproject.toml",
    "README.md",
    ".ci/run",
)
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "services"}
#: What HTML has. A prompt's <note> or a generic's <T> is none.
TAG = re.compile(
    r"(?<!\?P)</?(a|abbr|article|aside|b|body|br|button|caption|code|dd|details|dialog|div|dl|dt|em|fieldset|"
    r"figure|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|label|legend|li|link|main|meta|nav|ol|option|p|"
    r"path|pre|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|"
    r"textarea|th|thead|time|title|tr|u|ul|use|video|hx-[a-z]+)(\s[^<>]*)?/?>",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", AT_THE_TOP)
def test_it_lies_at_the_top(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize(
    "script", ["manage.py", ".ci/run", ".ci/have-browser", ".ci/have-node", ".ci/have-services"]
)
def test_scripts_can_be_run(script: str) -> None:
    assert (ROOT / script).stat().st_mode & 0o111


def test_no_file_is_named_after_nothing() -> None:
    vague = [path for path in python_files("config", "trips", "memory", "agents", "tests")]
    assert [str(path) for path in vague if path.stem in NAMES_THAT_SAY_NOTHING] == []


def test_html_is_in_templates_and_not_in_strings() -> None:
    """But for frames of the stream, whose wrapping is its syntax, and the plain fields of forms."""
    apart = (ROOT / "agents" / "sse.py", ROOT / "config" / "form_renderer.py")
    found = [
        f"{path.relative_to(ROOT)}:{line} {tag.group()}"
        for path in python_files("config", "trips", "memory", "agents")
        if path not in apart
        for line, text in strings_of(path)
        if (tag := TAG.search(text))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "is_html"),
    [
        ("<p>Hello</p>", True),
        ('<a href="%s">', True),
        ("<br>", True),
        ('<hx-partial hx-target="#x">', True),
        ("a < b and c > d", False),
        ("<existing_notes>", False),
        ("list[Item] -> <T>", False),
        ("trips/<uuid:trip_uuid>/send", False),
        ("(?P<a>allergic)", False),
    ],
)
def test_the_eye_for_html_sees_it(text: str, is_html: bool) -> None:
    assert bool(TAG.search(text)) is is_html


def test_templates_hold_no_script_and_no_style() -> None:
    """The content security policy would refuse them."""
    inline = re.compile(r"<style\b|\sstyle=|\son[a-z]+=|<script(?![^>]*\bsrc=)", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}: {match.group().strip()}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        if (match := inline.search(path.read_text("utf-8")))
    ]
    assert found == []
