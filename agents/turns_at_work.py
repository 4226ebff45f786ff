"""The queue as staff see it: what runs, waits and failed, for how long, where, and why. No words of it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, DateTimeField, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from agents import turns
from agents.health import left_out, queue_check, worker_check
from agents.models import ModelCall, TurnEvent
from agents.runtime.errors import SENTENCES
from config.health import Check
from trips.models import Turn

RECENTLY = dt.timedelta(days=1)

#: Failures that are not an agent's.
_OTHER_KINDS = {
    turns.GAVE_UP: "worker lost",
    turns.TOOK_TOO_LONG: "out of time",
    turns.WENT_WRONG: "our fault",
}


def running() -> QuerySet[Turn]:
    return Turn.objects.filter(status=Turn.Status.RUNNING)


def waiting() -> QuerySet[Turn]:
    return Turn.objects.filter(status=Turn.Status.QUEUED)


def failed() -> QuerySet[Turn]:
    """Failed, and not answered by a later try."""
    again = Turn.objects.filter(retry_of=OuterRef("pk"), status__in=[*Turn.UNFINISHED, Turn.Status.DONE])
    return Turn.objects.filter(~Exists(again), status=Turn.Status.FAILED)


#: What one may look at: the name in the address, the words, the turns.
KINDS = {
    "running": ("running", running),
    "waiting": ("waiting", waiting),
    "failed": ("failed, not answered since", failed),
}


@dataclass(frozen=True, slots=True)
class AtWork:
    """The numbers above the list and on the index."""

    running: int
    waiting: int
    failed: int  # within a day, not answered since
    queue: Check
    worker: Check
    left_out: list[str]  # what models' servers do not take


def at_work() -> AtWork:
    recent = failed().filter(finished_at__gte=timezone.now() - RECENTLY).count()
    unfinished = Turn.objects.filter(status__in=Turn.UNFINISHED).aggregate(
        running=Count("pk", filter=Q(status=Turn.Status.RUNNING)),
        waiting=Count("pk", filter=Q(status=Turn.Status.QUEUED)),
    )
    return AtWork(
        **unfinished, failed=recent, queue=queue_check(), worker=worker_check(), left_out=left_out()
    )


def with_work(rows: QuerySet[Turn]) -> QuerySet[Turn]:
    """Turns with when they came (`came`), what happened last (`last_kind`, `last_at`), whether an earlier one
    holds them up (`held_up`), and how their last failed call ended (`call_failure`)."""
    events = TurnEvent.objects.filter(turn=OuterRef("pk"))
    latest = events.order_by("-seq")
    earlier = Turn.objects.filter(
        trip=OuterRef("trip"), number__lt=OuterRef("number"), status__in=Turn.UNFINISHED
    )
    broken = ModelCall.objects.filter(turn=OuterRef("pk"), status=ModelCall.Status.FAILED)
    return rows.annotate(
        came=Subquery(events.filter(seq=1).values("created")[:1], output_field=DateTimeField()),
        last_kind=Subquery(latest.values("kind")[:1]),
        last_at=Subquery(latest.values("created")[:1]),
        held_up=Exists(earlier),
        call_failure=Subquery(broken.order_by("-pk").values("stop_reason")[:1]),
    )


def state(turn: Turn) -> str:
    """In words, of a row of `with_work`."""
    if turn.status == Turn.Status.QUEUED:
        return "waits behind another" if turn.held_up else "waits for a worker"
    if turn.status == Turn.Status.RUNNING and turn.lease_until and turn.lease_until < timezone.now():
        return "running, worker silent"
    return turn.status


def failure_kind(turn: Turn) -> str:
    """Why it failed, as a kind (agents/runtime/errors.py), of a row of `with_work`. Empty when it did not."""
    if turn.status != Turn.Status.FAILED:
        return ""
    if turn.error in _OTHER_KINDS:
        return _OTHER_KINDS[turn.error]
    kinds = [kind for kind, sentence in SENTENCES.items() if sentence == turn.error]
    if turn.call_failure in kinds:
        return turn.call_failure
    return " or ".join(kinds) or "other"


def span(seconds: float) -> str:
    """A duration for a column: 4 s, 12 min, 3 h, 2 days."""
    if seconds < 100:
        return f"{max(0, seconds):.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h" if seconds < 48 * 3600 else f"{seconds / 86400:.0f} days"


def since(moment: dt.datetime | None) -> str:
    """How long ago, for a column."""
    return "–" if moment is None else span((timezone.now() - moment).total_seconds())


def worker_of(turn: Turn) -> str:
    """Host and process of the one that runs it, or ran it last."""
    return ":".join(turn.lease_owner.split(":")[:2]) or "–"
