"""What is kept how long, and the removal of what is older (docs/operations.md).

Rows go in short transactions with a pause as long as each: on SQLite another writer always gets in between.
`DailyCleanup` is a thread of every worker; a row in the database lets one of them do it, once a day.
"""

from __future__ import annotations

import datetime as dt
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import InterfaceError, OperationalError
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from agents.events import read_event
from agents.models import Chore, ModelCall, StepResult, TurnEvent
from agents.recurring import Recurring
from agents.turn_view import Live
from config import clock
from memory import forgetting, leftovers
from trips import accounts
from trips.models import Turn

logger = logging.getLogger("wayfare.retention")

ROWS_AT_A_TIME = 500
TURNS_AT_A_TIME = 25
SHORTEST_PAUSE = 0.02  # seconds between two batches
CHORE = "cleanup"
EVERY = dt.timedelta(days=1)
#: A cleanup that was begun and never ended: its process died, and another one may begin.
GIVEN_UP = dt.timedelta(hours=2)


@dataclass(frozen=True)
class Rule:
    """Something that goes after a while."""

    name: str
    what: str
    setting: str  # "" = goes when it has expired
    count: Callable[[dt.datetime], int]  # what would go now
    remove: Callable[[dt.datetime], Iterator[int]]  # removes, and tells how many after each short transaction

    @property
    def days(self) -> int | None:
        return getattr(settings, self.setting) if self.setting else None

    @property
    def off(self) -> bool:
        """0 days: kept for good."""
        return self.days == 0


def _before(now: dt.datetime, setting: str) -> dt.datetime:
    return now - dt.timedelta(days=getattr(settings, setting))


def _in_batches(rows: QuerySet, change: Callable[[QuerySet], int]) -> Iterator[int]:
    """Each row once, by its key: nothing loops when a row stays."""
    after = None
    while True:
        left = rows if after is None else rows.filter(pk__gt=after)
        keys = list(left.order_by("pk").values_list("pk", flat=True)[:ROWS_AT_A_TIME])
        if not keys:
            return
        after = keys[-1]
        yield change(rows.filter(pk__in=keys))


def _delete(rows: QuerySet) -> int:
    return rows.delete()[0]


# --- The log of finished turns -----------------------------------------------------------------


def turns_to_thin(now: dt.datetime) -> QuerySet[Turn]:
    """Finished long ago, and still with all of their log (its "started" always goes)."""
    started = TurnEvent.objects.filter(turn=OuterRef("pk"), kind="started")
    old = Turn.objects.filter(finished_at__lt=_before(now, "KEEP_EVENTS_DAYS"))
    return old.exclude(status__in=Turn.UNFINISHED).filter(Exists(started))


def superfluous(rows: list[tuple[int, str, dict]]) -> list[int]:
    """Of the events (key, kind, data) of a finished turn, those its page does not show.

    Its beginning, its end, and the first and last word of each agent stay: so a fresh page is the same, and
    a stream that comes back with an old cursor still gets the end.
    """
    kept: set[int] = set()
    first: dict[str, int] = {}
    last_start: dict[str, int] = {}
    last_end: dict[str, int] = {}
    last: dict[str, int] = {}
    for pk, kind, data in rows:
        agent = data.get("key", "")
        if kind in ("started", "progress", "option_checked"):
            continue
        if not kind.startswith("agent_"):
            kept.add(pk)
            continue
        last[agent] = pk
        if kind == "agent_started":
            first.setdefault(agent, pk)
            last_start[agent] = pk
            last_end.pop(agent, None)
        elif kind in ("agent_done", "agent_failed"):
            last_end[agent] = pk
    for column in (first, last_start, last_end, last):
        kept.update(column.values())
    if _rail(rows) != _rail([row for row in rows if row[0] in kept]):  # an order nobody has thought of
        kept.update(pk for pk, kind, _data in rows if kind.startswith("agent_"))
    return [pk for pk, _kind, _data in rows if pk not in kept]


def _rail(rows: list[tuple[int, str, dict]]) -> list:
    live = Live()
    for _pk, kind, data in rows:
        live.apply(read_event(kind, data))
    return list(live.rail.values())


def _thin_turns(now: dt.datetime) -> Iterator[int]:
    after = 0
    while True:
        due = turns_to_thin(now).filter(pk__gt=after).order_by("pk")
        turns = list(due.values_list("pk", flat=True)[:TURNS_AT_A_TIME])
        if not turns:
            return
        after = turns[-1]
        logs: dict[int, list] = {turn: [] for turn in turns}
        events = TurnEvent.objects.filter(turn__in=turns).order_by("turn_id", "seq")
        for turn, pk, kind, data in events.values_list("turn_id", "pk", "kind", "data"):
            logs[turn].append((pk, kind, data))
        going = [pk for log in logs.values() for pk in superfluous(log)]
        yield _delete(TurnEvent.objects.filter(pk__in=going))


def _count_superfluous(now: dt.datetime) -> int:
    total = 0
    log: list[tuple[int, str, dict]] = []
    current = None
    events = TurnEvent.objects.filter(turn__in=turns_to_thin(now)).order_by("turn_id", "seq")
    for turn, pk, kind, data in events.values_list("turn_id", "pk", "kind", "data").iterator(2000):
        if turn != current:
            total += len(superfluous(log))
            log, current = [], turn
        log.append((pk, kind, data))
    return total + len(superfluous(log))


# --- Everything else ---------------------------------------------------------------------------


def _recorded(now: dt.datetime) -> QuerySet[ModelCall]:
    """Calls that still hold words; their tokens and cost stay."""
    words = ~Q(request_body="") | ~Q(answer_body="") | ~Q(error="")
    return ModelCall.objects.filter(words, created__lt=_before(now, "KEEP_PROMPTS_DAYS"))


def _forget_words(calls: QuerySet) -> int:
    return calls.update(request_body="", answer_body="", error="")


def _steps(now: dt.datetime) -> QuerySet[StepResult]:
    finished = StepResult.objects.filter(turn__finished_at__lt=_before(now, "KEEP_STEPS_DAYS"))
    return finished.exclude(turn__status__in=Turn.UNFINISHED)


def _forgotten(now: dt.datetime) -> int:
    return sum(rows.count() for rows in forgetting.purgeable(now))


def _purge(now: dt.datetime) -> Iterator[int]:
    """A traveller at a time, each in its own transaction."""
    while done := forgetting.purge(now, at_most=1, clear=False):
        yield done.get("notes", 0) + done.get("lines", 0)
    leftovers.clear()


def _guests_go(now: dt.datetime) -> Iterator[int]:
    while removed := accounts.remove_idle_guests(now, at_most=1):
        yield removed


def _expired(now: dt.datetime) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=now)


def _attempt_tables() -> list[type]:
    """Of django-axes, where it is installed."""
    if not apps.is_installed("axes"):
        return []
    models = apps.get_app_config("axes").get_models()
    return [model for model in models if any(field.name == "attempt_time" for field in model._meta.fields)]


def _attempts(now: dt.datetime) -> list[QuerySet]:
    before = _before(now, "KEEP_ATTEMPTS_DAYS")
    return [model._default_manager.filter(attempt_time__lt=before) for model in _attempt_tables()]


RULES = (
    Rule(
        "events", "events of finished turns that no page shows", "KEEP_EVENTS_DAYS",
        _count_superfluous, _thin_turns,
    ),
    Rule(
        "prompts", "recorded prompts, answers and errors of model calls", "KEEP_PROMPTS_DAYS",
        lambda now: _recorded(now).count(), lambda now: _in_batches(_recorded(now), _forget_words),
    ),
    Rule(
        "steps", "validated steps of finished turns", "KEEP_STEPS_DAYS",
        lambda now: _steps(now).count(), lambda now: _in_batches(_steps(now), _delete),
    ),
    Rule(
        "forgotten", "notes and lines that were forgotten", "",
        _forgotten, _purge,
    ),
    Rule(
        "guests", "idle guests with their trips", "GUEST_IDLE_DAYS",
        lambda now: accounts.idle_guests(now).count(), _guests_go,
    ),
    Rule(
        "sessions", "expired sessions", "",
        lambda now: _expired(now).count(), lambda now: _in_batches(_expired(now), _delete),
    ),
    Rule(
        "attempts", "attempts to sign in", "KEEP_ATTEMPTS_DAYS",
        lambda now: sum(rows.count() for rows in _attempts(now)),
        lambda now: (count for rows in _attempts(now) for count in _in_batches(rows, _delete)),
    ),
)  # fmt: skip


def clean_up(now: dt.datetime, ending: threading.Event | None = None) -> dict[str, int]:
    """Remove what is older than its setting says; returns how many of each. Ends early when told to."""
    ending = ending or threading.Event()
    removed: dict[str, int] = {}
    for rule in RULES:
        removed[rule.name] = 0
        if rule.off:
            continue
        try:
            for count in _unhurried(rule.remove(now), ending):
                removed[rule.name] += count
        except (OperationalError, InterfaceError):
            raise
        except Exception:  # one kind that cannot be removed does not keep the others
            logger.exception("%s could not be removed", rule.name)
    return removed


def _unhurried(batches: Iterator[int], ending: threading.Event) -> Iterator[int]:
    """The batches, with a pause as long as each; ends early when told to."""
    while not ending.is_set():
        began = time.monotonic()
        count = next(batches, None)
        if count is None:
            return
        yield count
        ending.wait(max(SHORTEST_PAUSE, time.monotonic() - began))


# --- Once a day --------------------------------------------------------------------------------


def take_the_chore(now: dt.datetime, *, anyhow: bool = False) -> bool:
    """Is it ours to do now? One UPDATE decides: of several processes one hears yes."""
    Chore.objects.get_or_create(name=CHORE)
    due = (
        Q(begun=None)
        | Q(begun__lt=now - EVERY)
        | Q(begun__gt=now + GIVEN_UP)  # the clock was wrong
        | (Q(ended=None) | Q(ended__lt=F("begun"))) & Q(begun__lt=now - GIVEN_UP)
    )
    rows = Chore.objects.filter(name=CHORE)
    return bool((rows if anyhow else rows.filter(due)).update(begun=now))


def do_the_chore(now: dt.datetime, ending: threading.Event | None = None) -> dict[str, int]:
    """Clean up, and write down that it was done."""
    removed = clean_up(now, ending)
    if ending is None or not ending.is_set():
        Chore.objects.filter(name=CHORE).update(ended=max(now, clock.now()), report=removed)
    return removed


class DailyCleanup(Recurring):
    """Looks now and then whether the cleanup of the day is due."""

    NAME = "cleanup"
    SECONDS = 600.0
    FIRST_SECONDS = 60.0

    def work(self) -> None:
        """Stops between two batches."""
        if take_the_chore(clock.now()):
            removed = do_the_chore(clock.now(), self.ending)
            gone = ", ".join(f"{count} {name}" for name, count in removed.items() if count)
            logger.info("cleaned up: %s", gone or "nothing")
