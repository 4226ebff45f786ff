"""All SSE syntax: cursors, frames, and what each event of a turn looks like in one.

TurnEvent rows are the truth. A cursor holds the last seq of every unfinished turn and of the newest
turn ("7:40,8:1"); replay is strictly after it. `agents/tailer.py` reads the rows, `agents/streams.py`
answers the requests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.template.loader import render_to_string
from django.urls import reverse

from agents.events import TERMINAL, read_event
from agents.turn_view import Live, TurnView
from trips.models import Turn

Cursor = dict[int, int]


# --- Cursors -----------------------------------------------------------------------------------


def cursor_of(views: Iterable[TurnView]) -> str:
    """The cursor of a page that shows these turns up to their last event."""
    positions = {
        view.number: max((row.seq for row in view.turn.events.all()), default=view.turn.last_seq)
        for view in views
    }
    finished = {view.number for view in views if view.turn.finished}
    return write_cursor(positions, finished)


def write_cursor(positions: Cursor, finished: set[int]) -> str:
    newest = max(positions, default=0)
    kept = {n: seq for n, seq in positions.items() if n == newest or n not in finished}
    return ",".join(f"{number}:{seq}" for number, seq in sorted(kept.items()))


def read_cursor(text: str) -> Cursor:
    """Anything unreadable counts as nothing seen of that turn."""
    positions: Cursor = {}
    for part in text.split(",")[:50]:
        number, _, seq = part.partition(":")
        if number.isdigit() and seq.isdigit():
            positions[int(number)] = int(seq)
    return positions


# --- Frames ------------------------------------------------------------------------------------


def frame(html: str, cursor: str) -> bytes:
    """One unnamed message: htmx swaps the partials in it."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines() or [""])
    return f"id: {cursor}\n{lines}\n".encode()


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


@dataclass
class TurnFrames:
    """One turn's events as partials, rendered once for all readers."""

    number: int
    turn_id: int
    status: str = Turn.Status.QUEUED
    seen: int = 0
    live: Live = field(default_factory=Live)
    frames: list[tuple[int, str]] = field(default_factory=list)  # (seq, html)

    @property
    def finished(self) -> bool:
        return bool(self.live.ended)


def render_event(turn: TurnFrames, kind: str, data: dict, view: Callable[[], TurnView]) -> str:
    """The partials of one event; moves `turn.live` on. `view` reads the whole turn, for first and last."""
    event = read_event(kind, data)
    known = set(turn.live.rail)
    turn.live.apply(event)
    name = f"turn-{turn.number}"
    if kind == "queued":
        return partial("turns", "beforeend", render_to_string("agents/_turn.html", {"view": view()}))
    if kind in TERMINAL:
        whole = view()
        # Stripped: the white space around the replaced article is there already.
        article = render_to_string("agents/_turn.html", {"view": whole}).strip()
        return partial(name, "outerHTML", article) + board_refresh(str(whole.turn.trip.uuid))
    if kind == "reply_delta":
        return partial(f"{name}-text", "innerHTML", str(turn.live.html))
    if kind == "restarted":
        return (
            partial(f"{name}-text", "innerHTML", "")
            + partial(f"{name}-rail", "innerHTML", "")
            + _progress(turn)
        )
    if kind in ("started", "progress"):
        return _progress(turn)
    key = data["key"]
    row = turn.live.rail.get(key)
    if row is None:
        return ""
    html = render_to_string("agents/_rail_row.html", {"number": turn.number, "row": row})
    if key in known:
        return partial(f"{name}-{key}", "outerHTML", html)
    return partial(f"{name}-rail", "beforeend", html) + _progress(turn)


def _progress(turn: TurnFrames) -> str:
    html = render_to_string("agents/_progress.html", {"number": turn.number, "live": turn.live})
    return partial(f"turn-{turn.number}-progress", "innerHTML", html)


def board_refresh(uuid: str) -> str:
    url = reverse("board", args=[uuid])
    refresh = render_to_string("agents/_board_refresh.html", {"board_url": url})
    return partial("board-refresh", "innerHTML", refresh)
