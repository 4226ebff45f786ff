"""Are messages answered? How long they wait, and which workers gave a sign of life lately.

`/readyz` and `manage.py doctor` say what these checks say.
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections import Counter

from django.conf import settings
from django.db.models import Max, Min, OuterRef, Q, Subquery
from django.db.models.functions import Now
from django.utils import timezone

from agents import waiting
from agents.lease_owner import is_gone, lease_owner
from agents.models import ModelCall, TurnEvent, WorkerSign
from config.health import Check, ground_checks
from trips.models import Member, Turn

SIGN_SECONDS = 5.0  # between two signs of a worker
LOST_SECONDS = 30.0  # a running turn whose lease ended so long ago was not taken up by anybody
LOOKED_AT = 200  # of the turns that wait, the oldest


def checks() -> list[Check]:
    """Everything that `/readyz` asks."""
    ground = ground_checks()
    return [*ground, queue_check(), worker_check()] if all(check.well for check in ground) else ground


# --- The queue ---------------------------------------------------------------------------------


def queue_check() -> Check:
    """Does a message wait that somebody should have taken?"""
    ages = waiting_seconds()
    lost = Turn.objects.filter(
        status=Turn.Status.RUNNING, lease_until__lt=timezone.now() - dt.timedelta(seconds=LOST_SECONDS)
    ).count()
    words = (
        f"{_messages(len(ages))}, the oldest for {ages[0]:.0f} s" if ages else "no message waits for a worker"
    )
    if lost:
        words += f"; {lost} lost their worker and nobody went on"
    well = not lost and (not ages or ages[0] <= settings.QUEUE_AGE_LIMIT)
    return Check("queue", well, words)


def _messages(count: int) -> str:
    return "1 message waits for a worker" if count == 1 else f"{count} messages wait for a worker"


def waiting_seconds() -> list[float]:
    """How long turns have waited for a worker, longest first.

    Only those that could run: first unfinished turn of its trip, its traveller has fewer running ones than
    may be. A turn waits since its first event, or since what held it up ended: another turn of its owner,
    or its own attempt that broke off. (`enqueued_at` moves whenever a turn is sent once more.)
    """
    now = timezone.now()
    owner = Member.objects.filter(trip=OuterRef("trip"), role=Member.Role.OWNER).values("traveller")[:1]
    others = (
        Turn.objects.filter(trip__members__role=Member.Role.OWNER, trip__members__traveller=OuterRef("owner"))
        .order_by()
        .values("trip__members__traveller")
        .annotate(last=Max("finished_at"))
        .values("last")
    )
    events = TurnEvent.objects.filter(turn=OuterRef("pk")).order_by().values("turn")
    rows = (
        waiting.ready()
        .annotate(
            owner=Subquery(owner),
            freed=Subquery(others),
            first=Subquery(events.annotate(time=Min("created")).values("time")),
            latest=Subquery(events.annotate(time=Max("created")).values("time")),
        )
        .order_by("enqueued_at", "pk")
        .values_list("attempt", "enqueued_at", "lease_until", "owner", "freed", "first", "latest")
    )
    rows = list(rows[:LOOKED_AT])
    busy = _running_by_owner() if rows else {}
    ages = []
    for attempt, enqueued_at, lease_until, owner_id, freed, first, latest in rows:
        if owner_id is not None and busy.get(owner_id, 0) >= settings.RUNNING_TURNS_A_TRAVELLER:
            continue
        moments = [first or enqueued_at, freed]
        if attempt:
            moments += [latest, lease_until]
        ages.append(max(0.0, (now - max(filter(None, moments))).total_seconds()))
    return sorted(ages, reverse=True)


def _running_by_owner() -> dict[int, int]:
    running = Turn.objects.filter(
        Q(trip__members__role=Member.Role.OWNER),
        status=Turn.Status.RUNNING,
        kind__in=[Turn.Kind.CHAT, Turn.Kind.COMMAND],
    )
    return Counter(running.values_list("trip__members__traveller", flat=True))


# --- Models ------------------------------------------------------------------------------------


def left_out() -> list[str]:
    """What servers of models did not take within a day, a line a model: it was asked without."""
    calls = ModelCall.objects.filter(created__gte=timezone.now() - dt.timedelta(days=1)).exclude(left_out="")
    parts: dict[str, set[str]] = {}
    for model, names in calls.order_by("model").values_list("model", "left_out").distinct():
        parts.setdefault(model, set()).update(names.split(", "))
    return [f"{model}: {', '.join(sorted(names))}" for model, names in parts.items()]


# --- Workers -----------------------------------------------------------------------------------


def worker_check() -> Check:
    """Has some worker given a sign of life lately? By the database's clock: machines differ."""
    rows = WorkerSign.objects.annotate(now=Now()).values_list("owner", "kind", "seen", "now")
    ages = [
        (abs((now - seen).total_seconds()), kind) for owner, kind, seen, now in rows if not is_gone(owner)
    ]
    living = sorted((age, kind) for age, kind in ages if age <= settings.WORKER_SILENCE)
    if living:
        kinds = Counter(kind for _age, kind in living)
        who = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        return Check("worker", True, f"{who}; seen {living[0][0]:.0f} s ago")
    if ages:
        return Check("worker", False, f"none; the last was seen {min(ages)[0]:.0f} s ago")
    return Check("worker", False, "none: start one (manage.py work, or Celery)")


_signing = threading.Lock()
_signed = 0.0  # when this process wrote its sign, by its own steady clock


def sign_of_life(kind: str) -> None:
    """Say that this process works. Writes one row every few seconds, however often it is called."""
    global _signed
    with _signing:
        if _signed and time.monotonic() - _signed < SIGN_SECONDS:
            return
        if not WorkerSign.objects.filter(owner=lease_owner()).update(seen=Now(), kind=kind):
            WorkerSign.objects.create(owner=lease_owner(), kind=kind, seen=Now())
            WorkerSign.objects.filter(seen__lt=timezone.now() - dt.timedelta(days=1)).delete()
        _signed = time.monotonic()


def sign_off() -> None:
    """This process works no more."""
    global _signed
    with _signing:
        _signed = 0.0
        WorkerSign.objects.filter(owner=lease_owner()).delete()
