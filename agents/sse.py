"""All SSE syntax: cursors, frames, and what each event of a turn looks like in one.

TurnEvent rows are the truth. A cursor holds the last seq of every unfinished turn and of the newest
turn, and the revision of the board ("7:40,8:1,r12"); replay is strictly after it. `agents/news.py` reads
the rows, `agents/tailer.py` hands the frames out, `agents/streams.py` answers the requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from django.template.loader import render_to_string
from django.urls import reverse

from agents.events import TERMINAL, read_event
from agents.turn_view import Live, TurnView

# --- Cursors -----------------------------------------------------------------------------------

#: An honest cursor has up to five turns: the newest, one that runs, three that wait.
MOST_TURNS = 50
_PART = re.compile(r"(?:([1-9][0-9]{0,8}):([0-9]{1,9})|r([0-9]{1,9}))", re.ASCII)


@dataclass(frozen=True)
class Cursor:
    """What a page has: the last seq by number of turn, and the board's revision (None: not said)."""

    positions: Mapping[int, int] = field(default_factory=dict)
    revision: int | None = None
    readable: bool = True  # False: nobody here wrote it


def cursor_of(views: Iterable[TurnView], revision: int | None = None) -> str:
    """The cursor of a page that shows these turns, and a board at least as new as this revision."""
    views = list(views)
    positions = {view.number: view.seq for view in views}
    finished = {view.number for view in views if view.turn.finished}
    return write_cursor(positions, finished, revision)


def write_cursor(positions: Mapping[int, int], finished: set[int], revision: int | None = None) -> str:
    newest = max(positions, default=0)
    kept = [f"{n}:{seq}" for n, seq in sorted(positions.items()) if n == newest or n not in finished]
    if revision is not None:
        kept.append(f"r{revision}")
    return ",".join(kept)


def read_cursor(text: str) -> Cursor:
    """Never raises: what nobody here wrote is a cursor that says so. "" is that of an empty page."""
    positions: dict[int, int] = {}
    revision = None
    parts = text.split(",", MOST_TURNS + 1) if text else []
    for part in parts:
        found = _PART.fullmatch(part)
        if not found or len(parts) > MOST_TURNS or (found[1] and int(found[1]) in positions):
            return Cursor(readable=False)
        if found[1]:
            positions[int(found[1])] = int(found[2])
        else:
            revision = int(found[3])
    return Cursor(positions, revision)


# --- Frames ------------------------------------------------------------------------------------

#: What ends a line of a stream, and nothing else: `splitlines` would tear words at U+2028.
_LINE = re.compile(r"\r\n|\r|\n")


def data(html: str) -> bytes:
    """Partials as the lines of a frame; the same for every reader."""
    lines = "".join(f"data: {line}\n" for line in _LINE.split(html))
    return lines.encode("utf-8", "replace")


def frame(body: bytes, cursor: str) -> bytes:
    """One unnamed message: htmx swaps the partials in it."""
    return b"id: %s\n%s\n" % (cursor.encode("ascii"), body)


def partial(target: str, swap: str, html: str) -> str:
    return f'<hx-partial data-hx-target="#{target}" data-hx-swap="{swap}">{html}</hx-partial>'


HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-encoding", b"identity"),
]
END = b"event: bye\ndata: x\n\n"
HEARTBEAT = b": still here\n\n"
RETRY = b"retry: 500\n\n"  # milliseconds until a cut reader comes back


def render_event(number: int, live: Live, kind: str, row: dict, view: Callable[[], TurnView]) -> str:
    """The partials of one event of turn `number`; moves `live` on. `view` reads the turn as it was then."""
    known = set(live.rail)
    live.apply(read_event(kind, row))
    name = f"turn-{number}"
    if kind == "queued":
        return partial("turns", "beforeend", _article(view()))
    if kind in TERMINAL:
        whole = view()
        # Stripped: the white space around the replaced article is there already.
        return partial(name, "outerHTML", _article(whole).strip()) + board_refresh(str(whole.turn.trip.uuid))
    if kind == "reply_delta":
        return partial(f"{name}-text", "innerHTML", str(live.html))
    if kind == "restarted":
        return (
            partial(f"{name}-text", "innerHTML", "")
            + partial(f"{name}-rail", "innerHTML", "")
            + _ready(live)
            + _progress(number, live)
        )
    if kind in ("started", "progress"):
        return _progress(number, live)
    if kind == "option_checked":
        return _ready(live)
    key = row["key"]
    line = live.rail.get(key)
    if line is None:
        return ""
    html = render_to_string("agents/_rail_row.html", {"number": number, "row": line})
    if key in known:
        return partial(f"{name}-{key}", "outerHTML", html)
    return partial(f"{name}-rail", "beforeend", html) + _progress(number, live)


def render_afresh(views: Iterable[TurnView], uuid: str) -> str:
    """The whole conversation in place of what a page has, for one whose cursor fits nothing here."""
    return partial("turns", "innerHTML", "".join(map(_article, views))) + board_refresh(uuid)


def _article(view: TurnView) -> str:
    return render_to_string("agents/_turn.html", {"view": view})


def _progress(number: int, live: Live) -> str:
    html = render_to_string("agents/_progress.html", {"number": number, "live": live})
    return partial(f"turn-{number}-progress", "innerHTML", html)


def _ready(live: Live) -> str:
    """All that are checked: the board may have been read before or after this event."""
    html = render_to_string("agents/board/_ready.html", {"options": live.options.values()})
    return partial("ready", "innerHTML", html)


def board_refresh(uuid: str) -> str:
    url = reverse("board", args=[uuid])
    refresh = render_to_string("agents/_board_refresh.html", {"board_url": url})
    return partial("board-refresh", "innerHTML", refresh)
