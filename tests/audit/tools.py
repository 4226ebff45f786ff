"""Tools of others: the Nu Html Checker (Java) and Lighthouse (Node.js, Chromium)."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

NODE_FOLDER = Path(__file__).resolve().parent.parent / "node" / "node_modules"
NU = NODE_FOLDER / "vnu-jar" / "build" / "dist" / "vnu.jar"
LIGHTHOUSE = NODE_FOLDER / "lighthouse" / "cli" / "index.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SECONDS = 180
#: The network of a page with an open stream never falls silent: no use to wait longer for it.
LOAD_MILLISECONDS = 12_000


class CannotRun(Exception):
    """A tool is missing; the sentence says which and what to install."""


def java() -> str:
    """Raises CannotRun without Java or the checker."""
    path = shutil.which("java")
    if path is None:
        raise CannotRun("Java is missing (on Debian: default-jre-headless)")
    if not NU.exists():
        raise CannotRun("the npm packages of tests/node are not installed")
    return path


def lighthouse_command() -> list[str]:
    """The command up to the address. Raises CannotRun."""
    node = shutil.which("node")
    if node is None:
        raise CannotRun("Node.js is missing")
    if not LIGHTHOUSE.exists():
        raise CannotRun("the npm packages of tests/node are not installed")
    browser()
    return [node, str(LIGHTHOUSE)]


def browser() -> str:
    """The path of Chromium. Raises CannotRun."""
    path = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if path is None:
        raise CannotRun("Chromium is missing (on Debian: chromium)")
    return path


def fetched(address: str, session: str, *, status: int = 200) -> str:
    """The HTML of a page. Raises AssertionError for another status or kind."""
    request = Request(address, headers={"Cookie": f"sessionid={session}"} if session else {})  # noqa: S310
    try:
        answer = urlopen(request, timeout=30)  # noqa: S310
    except OSError as error:
        answer = error  # an HTTPError is an answer too
    with answer:
        if getattr(answer, "status", None) != status:
            raise AssertionError(f"{address} answers {getattr(answer, 'status', answer)}, not {status}")
        kind = answer.headers.get_content_type()
        if kind != "text/html":
            raise AssertionError(f"{address} is {kind}")
        return answer.read().decode()


@dataclass(frozen=True)
class Complaint:
    """Of the Nu Html Checker: `kind` is error, info or warning."""

    file: str
    kind: str
    line: int
    message: str
    extract: str


def nu(files: Sequence[Path]) -> list[Complaint]:
    """What the Nu Html Checker holds against these files, errors and hints. Raises CannotRun."""
    done = subprocess.run(
        [java(), "-jar", str(NU), "--exit-zero-always", "--format", "json", "--stdout", *map(str, files)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    if not done.stdout.strip():
        raise RuntimeError(f"the checker said nothing: {done.stderr[-500:]}")
    return [
        Complaint(
            file=Path(row.get("url", "").removeprefix("file:")).name,
            kind=row.get("subType") or row["type"],
            line=row.get("lastLine", 0),
            message=row["message"],
            extract=re.sub(r"\s+", " ", row.get("extract", "")).strip()[:120],
        )
        for row in json.loads(done.stdout)["messages"]
    ]


@dataclass(frozen=True)
class Scores:
    """Of one Lighthouse run: 0 to 100 a category, and what cost points, with its category."""

    by_category: dict[str, int]
    lost: list[str]
    seconds: float


def lighthouse_run(address: str, session: str, *, desktop: bool, report: Path) -> Scores:
    """One run in a fresh browser. Raises CannotRun, and RuntimeError when Lighthouse itself failed."""
    arguments = [
        *lighthouse_command(),
        address,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--max-wait-for-load={LOAD_MILLISECONDS}",
        "--disable-storage-reset",  # or the session would be gone; the browser is new, so nothing is stored
    ]
    if desktop:
        arguments.append("--preset=desktop")
    with _chromium(address, session) as port:
        done = subprocess.run([*arguments, f"--port={port}"], capture_output=True, text=True, timeout=SECONDS)
    if not report.exists():
        raise RuntimeError(f"Lighthouse failed: {(done.stderr or done.stdout)[-500:]}")
    found = json.loads(report.read_text("utf-8"))
    if problem := found.get("runtimeError"):
        raise RuntimeError(f"Lighthouse failed: {problem.get('message')}")
    if found["finalDisplayedUrl"].split("#")[0] != address:
        raise RuntimeError(f"Lighthouse was led to {found['finalDisplayedUrl']}")
    scores = {name: _points(found["categories"][name]["score"]) for name in CATEGORIES}
    return Scores(scores, _lost(found), found["timing"]["total"] / 1000)


@contextmanager
def _chromium(address: str, session: str) -> Iterator[int]:
    """A new headless browser that is signed in; yields its debugging port.

    A Cookie header given to Lighthouse would go with the first request only: what the page then fetches
    takes its cookies from the browser.
    """
    from playwright.sync_api import sync_playwright

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="wayfare-") as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=browser(),
            headless=True,
            args=[*CHROMIUM_FLAGS, f"--remote-debugging-port={port}"],
        )
        try:
            if session:
                context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
            yield port
        finally:
            context.close()


def _points(score: float | None) -> int:
    return round((score or 0) * 100)


def _lost(found: dict) -> list[str]:
    """Audits below the best that count, and how they are put."""
    lost = []
    for name in CATEGORIES:
        for reference in found["categories"][name]["auditRefs"]:
            audit = found["audits"][reference["id"]]
            score = audit.get("score")
            if reference["weight"] and score is not None and score < 0.9:
                value = f" ({audit['displayValue']})" if audit.get("displayValue") else ""
                lost.append(f"{name}: {audit['title']}{value}{_where(audit)}")
    return lost


def _where(audit: dict) -> str:
    """The first thing an audit points at."""
    items = (audit.get("details") or {}).get("items") or [{}]
    node = items[0].get("node") or {}
    return f": {node.get('snippet') or items[0].get('description') or ''}".rstrip(": ")[:200]
