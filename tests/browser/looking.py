"""Looking at pages: whose they are, how wide, light or dark; what axe, the policy and the console say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.driving import pictures

AXE = Path(__file__).resolve().parents[1] / "node" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Widths and heights of a desk and of a phone.
DESK, PHONE = (1280, 800), (390, 844)
SIZES = {1280: DESK, 390: PHONE}
THEMES = ("light", "dark")


class Looker:
    """One reader's browser window; notes every complaint and every request that leaves the machine."""

    def __init__(self, page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        self.outside: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)

    def _said(self, message) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _asked(self, request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.address).netloc:
            self.outside.append(request.url)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def resize(self, width: int, theme: str) -> None:
        self.page.set_viewport_size({"width": width, "height": SIZES[width][1]})
        self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")

    def violations(self) -> list[str]:
        """What axe finds, one line a rule and place."""
        if not self.page.evaluate("typeof axe === 'object'"):
            self.page.evaluate(axe_source())
        found = self.page.evaluate(
            "rules => axe.run(document, {runOnly: rules}).then(result => result.violations.map("
            "one => [one.id, one.nodes.length, one.nodes[0].html.slice(0, 200)].join(' | ')))",
            RULES,
        )
        return list(found)

    def overflow(self) -> int:
        """Pixels by which the page is wider than the window."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    def picture(self, name: str) -> None:
        if folder := pictures():
            self.page.screenshot(path=folder / f"{name}.png")


def axe_source() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is not installed (make node)")
    return AXE.read_text("utf-8")


@contextmanager
def looking(browser, address: str, client=None, *, width: int = 1280, **more) -> Iterator[Looker]:
    """A window of whoever the test client is (nobody without one)."""
    size = dict(zip(("width", "height"), SIZES[width], strict=True))
    context = browser.new_context(viewport=size, **more)
    if client is not None:
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}
        context.add_cookies([cookie])
    try:
        yield Looker(context.new_page(), address)
    finally:
        context.close()
