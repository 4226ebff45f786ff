"""What must be true after a run, whatever died: the invariants, read from database, journal and page."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import connection

from agents.events import TERMINAL
from agents.models import ModelCall, StepResult, TurnEvent
from tests.kills.story import Asked, price_of, steps_of, words_of
from tests.kills.traveller import Cursor, Page, Watching
from tests.wire.messages import MESSAGE_STOP
from trips.models import Message, Turn

#: A worker that lives has settled a finished call by then; the machine may be busy.
SETTLED_SECONDS = 3.0

_TABLE = "CREATE TABLE kills_event (turn_id bigint, seq int, kind varchar(20), data text)"
_NOTE = "INSERT INTO kills_event VALUES (NEW.turn_id, NEW.seq, NEW.kind, CAST(NEW.data AS text))"
_TRIGGERS = {
    "sqlite": [f"CREATE TRIGGER kills_note AFTER INSERT ON agents_turnevent BEGIN {_NOTE}; END"],
    "postgresql": [
        f"CREATE FUNCTION kills_note() RETURNS trigger AS $$ BEGIN {_NOTE}; RETURN NEW; END $$ "
        "LANGUAGE plpgsql",
        "CREATE TRIGGER kills_note AFTER INSERT ON agents_turnevent FOR EACH ROW "
        "EXECUTE FUNCTION kills_note()",
    ],
}


def keep_every_event() -> None:
    """The log drops pieces of text at the end of a turn: the database itself notes what was committed."""
    with connection.cursor() as cursor:
        for statement in [_TABLE, *_TRIGGERS[connection.vendor]]:
            cursor.execute(statement)


@dataclass
class Death:
    """One process killed: when (time.time()), and what was stored at that moment."""

    victim: str
    at: float
    point: str = ""
    steps: frozenset[tuple[int, str]] = frozenset()  # (turn, StepResult.step)
    seqs: dict[int, int] = field(default_factory=dict)  # last seq of each unfinished turn
    restarted: float = 0.0  # time.monotonic()


def stored_steps(turns: Iterable[int]) -> frozenset[tuple[int, str]]:
    return frozenset(StepResult.objects.filter(turn_id__in=turns).values_list("turn_id", "step"))


@dataclass
class Sent:
    """One accepted message."""

    key: str
    text: str
    plan: bool
    tries: int


@dataclass
class Seen:
    """All there is to judge a run by."""

    sent: list[Sent]
    deaths: list[Death]
    asked: Sequence[Asked]
    watching: Watching
    fresh: Page
    between: list[Page]  # loaded while the turn ran
    turns: list[Turn] = field(default_factory=list)


@dataclass
class Verdict:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    repeated: int = 0  # calls asked again because they were in the air when their worker died
    compared: int = 0  # pages loaded in the middle that were compared with the replayed one

    @property
    def all(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.stuck, *self.wrong]


def judge(seen: Seen) -> Verdict:
    """Everything at once."""
    verdict = judge_words(seen)
    for turn, sent in zip(seen.turns, seen.sent, strict=False):
        _calls(turn, sent, seen, verdict)
    return verdict


def judge_words(seen: Seen) -> Verdict:
    """Everything but what was asked of the model."""
    verdict = Verdict()
    for sent in seen.sent:
        _message(sent, seen, verdict)
    for turn, sent in zip(seen.turns, seen.sent, strict=False):
        _turn(turn, sent, seen, verdict)
        _events(turn, sent, verdict)
    _page(seen, verdict)
    return verdict


def _message(sent: Sent, seen: Seen, verdict: Verdict) -> None:
    """An accepted message is stored once, in one trip, with one turn."""
    messages = list(Message.objects.filter(client_key=sent.key).select_related("turn"))
    if not messages:
        verdict.lost.append(f"message {sent.key} was accepted and is not stored")
        return
    if len(messages) > 1:
        verdict.doubled.append(f"message {sent.key} is stored {len(messages)} times")
    turn = messages[0].turn
    again = Turn.objects.filter(messages__client_key=sent.key).count()
    if again != 1:
        verdict.doubled.append(f"message {sent.key} has {again} turns")
    seen.turns.append(turn)


def _turn(turn: Turn, sent: Sent, seen: Seen, verdict: Verdict) -> None:
    """It ended well, said everything once, and no attempt was wasted."""
    name = f"turn {turn.pk}"
    if turn.status in Turn.UNFINISHED:
        verdict.stuck.append(f"{name} is {turn.status} (attempt {turn.attempt})")
        return
    if turn.status != Turn.Status.DONE:
        verdict.lost.append(f"{name} ended as {turn.status}: {turn.error}")
        return
    said = list(
        Message.objects.filter(turn=turn, author=Message.Author.AGENT)
        .order_by("position")
        .values_list("text", flat=True)
    )
    wanted = words_of(sent.plan)
    if said != wanted:
        kind = verdict.doubled if len(said) > len(wanted) else verdict.wrong
        kind.append(f"{name} said {len(said)} messages, not the {len(wanted)} of the story: {said!r:.300}")
    offered = turn.options.count()
    if offered != (2 if sent.plan else 0):
        (verdict.doubled if offered > 2 else verdict.wrong).append(f"{name} has {offered} options")
    at_most = 1 + sum(death.victim == "worker" for death in seen.deaths)
    if turn.attempt > at_most:
        verdict.wrong.append(f"{name} took {turn.attempt} attempts and {at_most - 1} workers were killed")
    if turn.lease_until is not None:
        verdict.wrong.append(f"{name} is done and has a lease")


def _events(turn: Turn, sent: Sent, verdict: Verdict) -> None:
    """Seqs 1, 2, 3 … as they were committed, one terminal event, the last, and no word twice meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, kind, data FROM kills_event WHERE turn_id = %s ORDER BY seq", [turn.pk])
        committed = cursor.fetchall()
    rows = [(seq, kind) for seq, kind, _data in committed]
    bubble, reply = "", words_of(sent.plan)[0]
    for seq, kind, data in committed:
        bubble = (
            "" if kind == "restarted" else bubble + json.loads(data).get("text", "") * (kind == "reply_delta")
        )
        if not reply.startswith(bubble):
            verdict.doubled.append(f"turn {turn.pk} said {bubble[-60:]!r} at {seq}, which the reply does not")
            break
    seqs = [seq for seq, _kind in rows]
    if seqs != list(range(1, turn.last_seq + 1)):
        verdict.wrong.append(f"turn {turn.pk} has seqs {seqs} up to {turn.last_seq}")
    ends = [seq for seq, kind in rows if kind in TERMINAL]
    if ends != [turn.last_seq]:
        (verdict.doubled if len(ends) > 1 else verdict.stuck).append(
            f"turn {turn.pk} has terminal events at {ends}, its last seq is {turn.last_seq}"
        )
    kept = list(TurnEvent.objects.filter(turn=turn).order_by("seq").values_list("seq", "kind"))
    if kept != [row for row in rows if row[1] not in ("reply_delta", "restarted")]:
        verdict.wrong.append(f"turn {turn.pk}: its log is not what was committed without the pieces of text")


def _calls(turn: Turn, sent: Sent, seen: Seen, verdict: Verdict) -> None:
    """One row for each call that was asked; a finished one is charged once, at its price; a step that was
    stored is never asked again, one that was in the air at most once a killed worker."""
    name = f"turn {turn.pk}"
    mine = [asked for asked in seen.asked if asked.is_about(sent.text, sent.plan)]
    rows = list(ModelCall.objects.filter(turn=turn).exclude(purpose="extraction"))
    by_id = {asked.request_id: asked for asked in mine}
    workers = [death for death in seen.deaths if death.victim == "worker"]
    done = [row for row in rows if row.status == ModelCall.Status.DONE]
    for row in done:
        asked = by_id.get(row.request_id)
        if asked is None or not asked.exchange.sent or asked.exchange.sent[-1][1] != MESSAGE_STOP:
            verdict.wrong.append(f"{name} is charged for {row.request_id}, which was not answered")
        if row.cost != price_of(row.model):
            verdict.wrong.append(f"{name} is charged {row.cost} for {row.request_id}")
    charged = Counter(row.request_id for row in done)
    for identifier, times in charged.items():
        if times > 1:
            verdict.doubled.append(f"{name} is charged {times} times for {identifier}")
    for asked in mine:
        if not asked.finished or asked.request_id in charged:
            continue
        finished = asked.exchange.sent[-1][0]
        if not any(finished - 1 <= death.at <= finished + SETTLED_SECONDS for death in workers):
            verdict.lost.append(f"{name} has no charge for {asked.request_id} ({asked.step}), which finished")
    open_calls = [row for row in rows if row.status != ModelCall.Status.DONE]
    for row in open_calls:
        if row.status != ModelCall.Status.STOPPED or row.stop_reason != "worker gone" or not workers:
            verdict.wrong.append(f"{name} has a call that is {row.status} ({row.stop_reason}): {row.error}")
        elif row.cost <= 0:
            verdict.wrong.append(f"{name}: nothing is kept for a call that was in the air")
    # Reserved, and its worker died before it asked: at most one for each that may run at a time.
    unasked = len(rows) - len(mine)
    if not 0 <= unasked <= 3 * len(workers):
        verdict.wrong.append(f"{name} asked {len(mine)} times and has {len(rows)} calls")
    times = Counter(asked.step for asked in mine)
    for step in steps_of(sent.plan):
        if not 1 <= times[step] <= 1 + len(workers):
            verdict.doubled.append(f"{name} asked for {step} {times[step]} times")
    for death in workers:
        for asked in mine:
            stored = (turn.pk, asked.step.removesuffix(":plan").removesuffix(":talk")) in death.steps
            if stored and asked.exchange.received_at > death.at:
                verdict.doubled.append(f"{name} asked for {asked.step} again, which was stored")
    verdict.repeated += sum(times.values()) - len(times)


def _page(seen: Seen, verdict: Verdict) -> None:
    """What the stream made of the page is what a fresh page shows, at the end and in the middle."""
    watching = seen.watching
    if watching.problem:
        verdict.wrong.append(watching.problem)
        return
    if watching.turns != seen.fresh.turns:
        verdict.wrong.append(_differ("the replayed page", watching.turns, seen.fresh.turns))
    for page in seen.between:
        replayed = _state_at(watching.states, page.cursor)
        if replayed is None:
            continue
        verdict.compared += 1
        live, loaded = _seen(replayed), _seen(page.turns)
        if live != loaded:
            verdict.wrong.append(_differ(f"the replayed page at {page.cursor}", live, loaded))
    for turn in seen.turns:
        ends = sum(
            f'data-hx-target="#turn-{turn.number}" data-hx-swap="outerHTML"' in frame.html
            for frame in watching.frames
        )
        if ends > 1:
            verdict.doubled.append(f"the end of turn {turn.pk} came {ends} times")


def _seen(turns: str) -> str:
    """What can be seen of a turn that goes on: not whether it was claimed, nor the space between rows."""
    turns = turns.replace('data-status="queued"', 'data-status="running"')
    return re.sub(r"\s*\n\s*", "\n", turns)


def _state_at(states: Sequence[tuple[Cursor, str]], cursor: Cursor) -> str | None:
    """The replayed page at exactly this cursor; None when the stream did not stop there."""
    last = None
    for at, turns in states:
        if at == cursor:
            last = turns
    return last


def _differ(what: str, replayed: str, fresh: str) -> str:
    same = next(
        (i for i, (a, b) in enumerate(zip(replayed, fresh, strict=False)) if a != b),
        min(len(replayed), len(fresh)),
    )
    start = max(0, same - 60)
    return (
        f"{what} is not the fresh one, from character {same}: "
        f"…{replayed[start : same + 120]!r} instead of …{fresh[start : same + 120]!r}"
    )
