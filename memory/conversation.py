"""The window of a conversation: what a model reads of it verbatim, and the summary that stands for the rest.

Lengths are tokens, estimated as characters / 3 unless the provider counted them. Nothing here calls a
model: `ask` says what to ask, `keep` stores the answer; `written` is the summary without a model.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import structlog
from django.conf import settings

from memory.asking import Ask, prompt
from memory.models import Summary
from memory.silencing import forgotten_words
from memory.tokens import TOKENS_A_MESSAGE, tokens_of
from trips.models import Message, Trip

log = structlog.get_logger("wayfare.memory")

Reason = Literal["size", "count", "provider's error"]
GO_ON = "Go on from here."
#: The longest summary of a model, tokens of its answer; and what is set aside for one in the window.
SUMMARY_TOKENS = 1_500
_TAGS = re.compile(r"</?\s*(?:conversation|earlier_summary)\b(?:[^<>]*>)?", re.IGNORECASE)
#: Of a message that goes into the ask for a summary: its beginning and its end, characters.
LONGEST_IN_ASK = 2_000


@dataclass(frozen=True, slots=True)
class Line:
    """One message of the conversation, as a model reads it."""

    position: int
    turn: int  # number in the trip, 0 where a message belongs to none
    author: str  # traveller or agent
    text: str
    said_at: datetime | None = None
    agent: str = ""  # which one, where an agent is the author


@dataclass(frozen=True, slots=True)
class Window:
    """What stands verbatim before the newest message, oldest first, and what went before it."""

    lines: tuple[Line, ...] = ()
    summary: str = ""
    up_to: int = 0  # the position of the last message the summary stands for; 0: there is none


@dataclass(frozen=True, slots=True)
class Cut:
    """What a compaction takes out. `up_to`: the position of the last message that goes."""

    reason: Reason
    removed: tuple[Line, ...]
    kept: tuple[Line, ...]
    up_to: int


def tokens_of_lines(lines: Sequence[Line], summary: str = "") -> int:
    """Tokens of messages and of the summary before them, estimated."""
    words = sum(tokens_of(line.text) + TOKENS_A_MESSAGE for line in lines)
    return words + (tokens_of(summary) + 2 * TOKENS_A_MESSAGE if summary else 0)


def window_of(trip: Trip, own: Message | None) -> Window:
    """Everything said since the newest summary and before `own` (the message to be answered).

    Not what says something forgotten. Turn by turn: a message that waited was sent before the answer to the
    one ahead of it was written. A summary that reaches beyond `own` (an old message answered again) does not
    count.
    """
    summaries = trip.summaries.order_by("-up_to")
    said = trip.messages.filter(silence=None).exclude(author=Message.Author.SYSTEM)
    if own is not None:
        summaries = summaries.filter(up_to__lt=own.position)
        if own.turn is not None:
            said = said.filter(turn__number__lt=own.turn.number)
    newest = summaries.first()
    if newest is not None:
        said = said.filter(position__gt=newest.up_to)
    rows = said.order_by("turn__number", "position")
    columns = rows.values_list("position", "turn__number", "author", "text", "created", "agent")
    lines = tuple(Line(position, number or 0, *rest) for position, number, *rest in columns)
    return Window(lines, newest.text if newest else "", newest.up_to if newest else 0)


def due(
    window: Window, used: int, limit: int, *, before: int | None = None, least: int | None = None
) -> Cut | None:
    """The compaction this window needs before it is sent, or None.

    `used`: tokens of the whole request as it would be, of `limit`. `before`: no message from this position
    on may go (the one to be answered, and those that wait behind it). `least`: the size that everything
    but the conversation has; by default what is left of `used`.
    """
    if used >= settings.CONTEXT_COMPACT_AT * limit:
        words = tokens_of_lines(window.lines, window.summary)
        rest = used - words if least is None else least
        room = settings.CONTEXT_COMPACT_TO * limit - rest - SUMMARY_TOKENS
        return _cut(window, "size", _newest_within(window.lines, room), before)
    if len(window.lines) >= settings.WINDOW_MESSAGES:  # with the new one they are more
        return _cut(window, "count", settings.SUMMARY_KEPT, before)
    return None


def overflow(window: Window, *, before: int | None = None) -> Cut | None:
    """The compaction after the provider said that it was too long: the newest fifth stays."""
    kept = math.ceil(len(window.lines) * settings.CONTEXT_OVERFLOW_KEPT)
    return _cut(window, "provider's error", min(kept, max(0, len(window.lines) - 1)), before)


def after(window: Window, cut: Cut, summary: str) -> Window:
    """The window once the summary stands for what was cut: the same as a later reading would give."""
    return Window(cut.kept, summary, cut.up_to)


def ask(window: Window, cut: Cut, masked: Callable[[str], str], limit: int) -> Ask:
    """What to ask a model for a summary. `masked` takes names and codes out of words; `limit`: tokens the
    ask may have. Older words go first when they do not fit."""
    rows = [
        f"[{line.position} {line.author}] {_shortened(_as_data(masked(line.text)))}" for line in cut.removed
    ]
    budget = 3 * max(0, limit - SUMMARY_TOKENS - tokens_of(window.summary) - 500)
    while rows and sum(map(len, rows)) > budget:
        rows.pop(0)
    parts = ["<conversation>", *rows, "</conversation>"]
    if window.summary:
        parts = ["<earlier_summary>", _as_data(window.summary), "</earlier_summary>", *parts]
    return Ask(prompt("summary").template, "\n".join(parts), SUMMARY_TOKENS)


def keep(trip_id: int, cut: Cut, text: str, *, before: int, after: int) -> Summary:
    """Store the summary; `before` and `after`: tokens of the request. Made twice: the first one stands. What
    was forgotten while it was written is not in it."""
    text = forgotten_words(Trip.objects.get(pk=trip_id).owner).scrubbed(text)
    row, created = Summary.objects.get_or_create(
        trip_id=trip_id,
        up_to=cut.up_to,
        defaults={
            "text": text,
            "messages_removed": len(cut.removed),
            "messages_kept": len(cut.kept),
            "tokens_before": before,
            "tokens_after": after,
            "reason": cut.reason,
        },
    )
    if created:
        log.info(
            "conversation compacted",
            trip=trip_id,
            reason=cut.reason,
            removed=len(cut.removed),
            kept=len(cut.kept),
            up_to=cut.up_to,
            tokens_before=before,
            tokens_after=after,
        )
    return row


def _cut(window: Window, reason: Reason, kept: int, before: int | None) -> Cut | None:
    """Keep the newest `kept` lines, and whatever lies behind the first of them; None = nothing to take."""
    stay = window.lines[len(window.lines) - kept :] if kept else ()
    positions = [line.position for line in stay]
    if before is not None:
        positions.append(before)
    last = max((line.position for line in window.lines), default=0)
    up_to = min(positions) - 1 if positions else last
    removed = tuple(line for line in window.lines if line.position <= up_to)
    if not removed:
        return None
    up_to = max(line.position for line in removed)
    return Cut(reason, removed, tuple(line for line in window.lines if line.position > up_to), up_to)


def _newest_within(lines: tuple[Line, ...], room: float) -> int:
    """How many of the newest messages fit into so many tokens."""
    count = used = 0
    for line in reversed(lines):
        used += tokens_of(line.text) + TOKENS_A_MESSAGE
        if used > room:
            break
        count += 1
    return min(count, max(0, len(lines) - 1))


def _as_data(text: str) -> str:
    """Words that can not end the part of the question they stand in."""
    return _TAGS.sub("", text)


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_IN_ASK:
        return text
    half = LONGEST_IN_ASK // 2
    return f"{text[:half]} […] {text[-half:]}"
