"""What is new in the event log for trips that somebody watches: read and rendered in the tailer's thread.

Nothing here changes what readers see: `look` returns what it found, and the tailer takes it over at once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.db.models import Q

from agents.events import TERMINAL
from agents.models import TurnEvent
from agents.sse import Cursor, data, render_afresh, render_event
from agents.turn_view import Live, TurnView, turn_view, turn_views, with_everything
from config.database import AWAY
from trips.models import Trip, Turn

logger = logging.getLogger("wayfare.streams")

#: Who is more turns behind, or has a cursor that fits nothing here, gets the conversation afresh: as many
#: turns as a page shows.
TURNS_AFRESH = 40
#: Turns whose events are read by one query.
TOGETHER = 100
#: A turn that cannot be rendered is tried again after a second, two, four … at most so many.
LONGEST_REST = 60.0


@dataclass(frozen=True, slots=True)
class Frame:
    """One event of a turn, rendered once for all readers; without body it only moves the cursor."""

    seq: int
    kind: str
    body: bytes


@dataclass(slots=True, eq=False)
class TurnFrames:
    """One turn that somebody watches. Holds all its events for whoever comes, those superseded left out."""

    number: int
    turn_id: int
    live: Live = field(default_factory=Live)
    seen: int = 0  # the last seq that `live` and `frames` hold
    frames: list[Frame] = field(default_factory=list)
    failures: int = 0
    rests_until: float = 0.0

    @property
    def finished(self) -> bool:
        return bool(self.frames) and self.frames[-1].kind in TERMINAL

    def take(self, frames: Iterable[Frame]) -> None:
        """Go on by these. A piece of the reply holds the whole reply so far, the end the whole turn: what
        they replace is forgotten, so that neither a long reply nor a late reader costs more than a page."""
        for new in frames:
            self.seen = new.seq
            if new.kind in TERMINAL:
                self.frames = [frame for frame in self.frames if frame.kind == "queued"] + [new]
            elif new.kind == "reply_delta" and self.frames and self.frames[-1].kind == "reply_delta":
                self.frames[-1] = new
            else:
                self.frames.append(new)

    def afresh(self) -> TurnFrames:
        """The same turn, nothing read of it; after a rest, for its event could not be rendered."""
        rest = min(2.0**self.failures, LONGEST_REST)
        return TurnFrames(
            self.number, self.turn_id, failures=self.failures + 1, rests_until=time.monotonic() + rest
        )


class Needs:
    """Which turns of a trip its readers still need; asked without looking at every reader each time."""

    def __init__(self, every: Iterable[Mapping[int, int]]) -> None:
        self._oldest: dict[int, int] = {}
        self._newest_of_all = None
        for positions in every:
            newest = max(positions, default=0)
            self._newest_of_all = newest if self._newest_of_all is None else min(newest, self._newest_of_all)
            for number, seq in positions.items():
                self._oldest[number] = min(seq, self._oldest.get(number, seq))

    def turn(self, number: int, last_seq: int) -> bool:
        """Is anything of it, up to `last_seq`, still to come for somebody?"""
        if self._newest_of_all is not None and number > self._newest_of_all:
            return True
        return self._oldest.get(number, last_seq) < last_seq


@dataclass(frozen=True)
class Question:
    """What to look for in one trip. `turns` is what is known of it; it is not changed."""

    trip_id: int
    uuid: str
    revision: int | None
    turns: Mapping[int, TurnFrames]
    positions: Sequence[Mapping[int, int]]  # of those who read along
    coming: Sequence[Cursor] = ()  # of those who have just come


@dataclass(frozen=True)
class Afresh:
    """A whole conversation, and where its reader is with it."""

    body: bytes
    cursor: Cursor


@dataclass
class Answer:
    """What was found in one trip."""

    revision: int | None = None  # None: the trip is gone
    frames: dict[int, tuple[TurnFrames, list[Frame]]] = field(default_factory=dict)  # by number
    broken: list[TurnFrames] = field(default_factory=list)
    afresh: Afresh | None = None
    misfits: set[int] = field(default_factory=set)  # indexes of `coming` who get it


def look(questions: Sequence[Question]) -> dict[int, Answer]:
    """The news of these trips, by trip: three short queries, two when there are none.

    Raises what config.database.AWAY holds; an event that cannot be rendered only costs its turn a rest.
    """
    answers = {question.trip_id: Answer() for question in questions}
    unread = _turns_with_news(questions, answers)
    for turn, rows in _events(unread):
        answer = answers[unread[turn]]
        try:
            answer.frames[turn.number] = (turn, _rendered(turn, rows))
        except AWAY:
            raise
        except Exception:
            logger.exception("turn %s cannot be shown; it is tried again", turn.turn_id)
            answer.broken.append(turn)
    # Last: an end comes with the revision it made, never with an older one.
    for trip_id, revision in _revisions(answers).items():
        answers[trip_id].revision = revision
    return answers


def _revisions(trips: Iterable[int]) -> dict[int, int]:
    return dict(Trip.objects.filter(pk__in=trips).values_list("pk", "revision"))


def _turns_with_news(questions: Sequence[Question], answers: dict[int, Answer]) -> dict[TurnFrames, int]:
    """Turns with unread events, with their trip. Conversations to begin afresh are made on the way."""
    by_trip = {question.trip_id: question for question in questions}
    revisions = _revisions(by_trip)
    whole = [
        question.trip_id
        for question in questions
        if question.coming or question.revision != revisions.get(question.trip_id)
    ]
    known = {turn.turn_id: turn for question in questions for turn in question.turns.values()}
    unfinished = [pk for pk, turn in known.items() if not turn.finished]
    rows = (
        Turn.objects.filter(
            Q(trip_id__in=whole)
            | Q(trip_id__in=by_trip, status__in=Turn.UNFINISHED)
            | Q(pk__in=unfinished)  # they may have ended a moment ago
        )
        .order_by("trip_id", "number")
        .values_list("pk", "trip_id", "number", "last_seq", "status")
    )
    found: dict[int, dict[int, tuple[int, int, str]]] = {}
    for pk, trip_id, number, last_seq, status in rows:
        found.setdefault(trip_id, {})[number] = (pk, last_seq, status)
    now = time.monotonic()
    unread: dict[TurnFrames, int] = {}
    for trip_id, turns in found.items():
        question, answer = by_trip[trip_id], answers[trip_id]
        coming = list(_those_who_fit(question, turns, answer))
        needs = None
        for number, (pk, last_seq, status) in turns.items():
            turn = known.get(pk)
            if turn is None:
                needs = needs or Needs([*question.positions, *coming])
                if status not in Turn.UNFINISHED and not needs.turn(number, last_seq):
                    continue
                turn = TurnFrames(number, pk)
            if last_seq > turn.seen and now >= turn.rests_until:
                unread[turn] = trip_id
    for question in questions:  # trips without any turn
        if question.trip_id not in found:
            list(_those_who_fit(question, {}, answers[question.trip_id]))
    return unread


def _those_who_fit(
    question: Question, turns: Mapping[int, tuple[int, int, str]], answer: Answer
) -> Iterator[Mapping[int, int]]:
    """Positions of those who have just come and go on where they were; the others begin afresh."""
    for index, cursor in enumerate(question.coming):
        newest = max(cursor.positions, default=0)
        if (
            cursor.readable
            and all(n in turns and seq <= turns[n][1] for n, seq in cursor.positions.items())
            and sum(number > newest for number in turns) <= TURNS_AFRESH
        ):
            yield cursor.positions
            continue
        if answer.afresh is None:
            answer.afresh = _afresh(question)
        answer.misfits.add(index)
        yield answer.afresh.cursor.positions


def _afresh(question: Question) -> Afresh:
    revision = Trip.objects.filter(pk=question.trip_id).values_list("revision", flat=True).first()
    turns = Turn.objects.filter(trip_id=question.trip_id).select_related("trip")
    newest = list(with_everything(turns).order_by("-number")[:TURNS_AFRESH])
    views = turn_views(reversed(newest))
    last = max((view.number for view in views), default=0)
    positions = {v.number: v.seq for v in views if v.number == last or not v.turn.finished}
    return Afresh(data(render_afresh(views, question.uuid)), Cursor(positions, revision))


def _events(unread: Mapping[TurnFrames, int]) -> Iterator[tuple[TurnFrames, list[tuple[int, str, dict]]]]:
    """The unread events of each turn, in order."""
    turns = list(unread)
    for start in range(0, len(turns), TOGETHER):
        some = {turn.turn_id: turn for turn in turns[start : start + TOGETHER]}
        after = Q()
        for turn in some.values():
            after |= Q(turn_id=turn.turn_id, seq__gt=turn.seen)
        events: dict[int, list[tuple[int, str, dict]]] = {}
        rows = TurnEvent.objects.filter(after).order_by("turn_id", "seq")
        for turn_id, *row in rows.values_list("turn_id", "seq", "kind", "data"):
            events.setdefault(turn_id, []).append(tuple(row))
        for turn_id, rows_of_turn in events.items():
            yield some[turn_id], rows_of_turn


def _rendered(turn: TurnFrames, rows: list[tuple[int, str, dict]]) -> list[Frame]:
    """Frames of these events. Of a turn that is over already only the first and the last are wanted."""
    if rows[-1][1] in TERMINAL:
        rows = [row for row in rows if row[1] == "queued"] + [rows[-1]]
    frames = []
    for number, (seq, kind, row) in enumerate(rows, start=1):
        if kind == "reply_delta" and number < len(rows) and rows[number][1] == kind:
            turn.live.text += row["text"]  # the next piece shows this one as well
            continue
        html = render_event(turn.number, turn.live, kind, row, partial(_as_it_was, turn.turn_id, seq))
        frames.append(Frame(seq, kind, data(html) if html else b""))
    return frames


def _as_it_was(turn_id: int, seq: int) -> TurnView:
    return turn_view(with_everything(Turn.objects.select_related("trip")).get(pk=turn_id), up_to=seq)
