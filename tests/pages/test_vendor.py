"""Files of others are what their makers published: hashes, sizes, nothing unlisted, nothing outside."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from django.conf import settings

STATIC = Path(settings.BASE_DIR) / "static"
VENDOR = STATIC / "vendor"
ROWS = json.loads((VENDOR / "vendor.json").read_text("utf-8"))["files"]


@pytest.mark.parametrize("row", ROWS, ids=[row["file"] for row in ROWS])
def test_a_file_is_the_published_one(row):
    content = (VENDOR / row["file"]).read_bytes()
    digest = base64.b64encode(hashlib.sha384(content).digest()).decode()
    assert f"sha384-{digest}" == row["sha384"]
    assert len(content) == row["bytes"]
    assert re.fullmatch(r"[@a-z./-]+@\d+\.\d+\.\d+", row["package"])
    assert row["package_integrity"].startswith("sha512-")
    assert row["licence"]


def test_every_file_is_listed():
    found = {path.relative_to(VENDOR).as_posix() for path in VENDOR.rglob("*") if path.is_file()}
    files = found - {"vendor.json"}
    assert files == {row["file"] for row in ROWS}


def test_our_own_files_ask_nobody_outside():
    own = [*STATIC.glob("css/*.css"), *STATIC.glob("js/*.js"), STATIC / "icons.svg"]
    assert len(own) > 8
    for path in own:
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text, path.name
        assert "@import" not in text, path.name


def test_every_icon_that_is_used_is_in_the_sprite():
    known = set(re.findall(r'<symbol id="([a-z-]+)"', (STATIC / "icons.svg").read_text("utf-8")))
    used = set()
    for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        used |= set(re.findall(r'{% icon "([a-z-]+)"', path.read_text("utf-8")))
    assert used
    assert used <= known
