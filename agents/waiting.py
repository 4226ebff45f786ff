"""Which queued turns may run, and who is told of them once more.

A worker process looks by itself. Celery is told: at once, when the turn before has ended, and again when
nobody took a turn for ten seconds (the message was lost, or came while the turn could not start).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from config import background
from trips.models import Member, Turn

SEND_AGAIN_SECONDS = 10.0
MOST_AT_ONCE = 50  # turns that a worker looks at


def ready() -> QuerySet[Turn]:
    """Queued turns that are the first unfinished one of their trip: messages wait for messages, jobs for
    jobs, neither for the other."""
    earlier = Turn.objects.filter(
        trip=OuterRef("trip"), number__lt=OuterRef("number"), status__in=Turn.UNFINISHED
    )
    jobs = Q(kind=Turn.Kind.JOB)
    messages = Q(kind__in=[Turn.Kind.CHAT, Turn.Kind.COMMAND])
    first = (messages & ~Exists(earlier.filter(messages))) | (jobs & ~Exists(earlier.filter(jobs)))
    return Turn.objects.filter(first, status=Turn.Status.QUEUED)


def queued_turns() -> list[int]:
    """Turns that may run now, oldest first."""
    return list(ready().order_by("enqueued_at", "pk").values_list("pk", flat=True)[:MOST_AT_ONCE])


def may_run(turn_id: int) -> bool:
    """Is it queued, and nothing of its trip before it?"""
    return ready().filter(pk=turn_id).exists()


def took_down_a_worker(turn_ids: Iterable[int]) -> set[int]:
    """Those of these queued turns whose worker went silent with them: nobody gave their lease back."""
    suspects = Turn.objects.filter(pk__in=turn_ids, attempt__gt=0, lease_until__isnull=False)
    return set(suspects.values_list("pk", flat=True))


def send_next(trip_id: int) -> None:
    """A turn of this trip has ended: those it held up are sent, also of its owner's other trips."""
    if settings.BACKGROUND != "celery":
        return
    owner = Member.objects.filter(trip=trip_id, role=Member.Role.OWNER).values("traveller")
    theirs = Member.objects.filter(role=Member.Role.OWNER, traveller__in=owner).values("trip")
    held_up = ready().filter(Q(trip=trip_id) | Q(trip__in=theirs)).order_by("enqueued_at", "pk")
    for turn_id in held_up.values_list("pk", flat=True)[: settings.RUNNING_TURNS_A_TRAVELLER]:
        background.wake(turn_id)


def send_again() -> int:
    """Turns that nobody took for ten seconds are sent again, by one process each. Returns how many."""
    now = timezone.now()
    count = 0
    pause = dt.timedelta(seconds=SEND_AGAIN_SECONDS)
    # Sent in the future: the clock was set back since.
    late = ready().filter(Q(enqueued_at__lt=now - pause) | Q(enqueued_at__gt=now + pause))
    for turn_id, enqueued_at in late.order_by("enqueued_at", "pk").values_list("pk", "enqueued_at")[:100]:
        moved = Turn.objects.filter(pk=turn_id, status=Turn.Status.QUEUED, enqueued_at=enqueued_at).update(
            enqueued_at=now
        )
        if moved:
            background.wake(turn_id)
            count += 1
    return count
