"""A real Chromium for tests: found on the machine, or skipped with a reason (a failure in CI)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found:
        return found
    reason = "there is no Chromium on this machine (install the package 'chromium')"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def chromium() -> Iterator:
    """A browser of its own. Database work stays in other threads: Playwright runs an event loop here."""
    from playwright.sync_api import sync_playwright

    path = chromium_path()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # the loop here is Playwright's, not ours
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=path, args=FLAGS)
            yield browser
            browser.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def pictures() -> Path | None:
    """Where screenshots go, when somebody wants them: WAYFARE_PICTURES."""
    wanted = os.environ.get("WAYFARE_PICTURES")
    if not wanted:
        return None
    folder = Path(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
