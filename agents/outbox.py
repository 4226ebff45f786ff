"""The outbox of what comes after turns: who has which row, until when, how it ended (agents/afterwork.py).

A row is leased by one UPDATE; `attempts` is its token: whoever was late finds no row of theirs any more.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from agents.leases import LONGEST, database_now, has_ended, lease_end
from agents.llm import budget
from agents.llm.base import ModelError
from memory.models import Extraction

logger = logging.getLogger("wayfare.afterwork")

ATTEMPTS = 3
#: Until a row that failed is tried again, seconds, by attempt.
PAUSES = (20, 120)
PURPOSE = "extraction"
BROKE_OFF = "The work on it broke off three times."

Leased = tuple[int, int]  # key and token


class BrokeOff(Exception):
    """Whoever worked on a row was gone each time."""


#: Failures in a row by agent, since one went well: of this process.
failures: Counter[str] = Counter()


def lease(at_most: int) -> list[Leased]:
    """Take rows that wait or whose worker fell silent, the oldest first."""
    now = database_now()
    # Nobody pauses so long: written before the clock was set back.
    paused = Q(lease_until__gt=now) & Q(lease_until__lte=now + LONGEST * dt.timedelta(seconds=PAUSES[-1]))
    ready = Q(status=Extraction.Status.WAITING) & (Q(lease_until=None) | ~paused)
    leased = []
    for row in Extraction.objects.filter(ready | Q(pk__in=_silent(now))).order_by("created", "pk")[:at_most]:
        if row.attempts >= ATTEMPTS:
            end = {"status": Extraction.Status.FAILED, "error": BROKE_OFF, "finished": now}
            if _take(row, **end, lease_until=None):
                count_failure(row.agent, BrokeOff(BROKE_OFF))
        elif _take(
            row, status=Extraction.Status.RUNNING, attempts=F("attempts") + 1, lease_until=lease_end()
        ):
            leased.append((row.pk, row.attempts + 1))
    return leased


def _silent(now: dt.datetime) -> list[int]:
    """Rows whose worker is gone."""
    running = Extraction.objects.filter(status=Extraction.Status.RUNNING).values_list("pk", "lease_until")
    return [pk for pk, end in running if has_ended(end, now)]


@transaction.atomic
def _take(row: Extraction, **fields: Any) -> bool:
    """Write these if the row is as it was seen, its lease included: it may have been renewed since."""
    same = Extraction.objects.filter(
        pk=row.pk, status=row.status, attempts=row.attempts, lease_until=row.lease_until
    )
    if not same.update(**fields):
        return False
    if row.status == Extraction.Status.RUNNING:  # what it asked then, nobody hears
        budget.leave_reserved(row.turn_id, purpose=PURPOSE)
    return True


def renew(leased: Sequence[Leased]) -> None:
    """Somebody still works on these."""
    end = lease_end()
    for pk, attempt in leased:
        ours(pk, attempt).update(lease_until=end)


def ours(pk: int, attempt: int) -> QuerySet[Extraction]:
    """The row, if it is still ours."""
    return Extraction.objects.filter(pk=pk, attempts=attempt, status=Extraction.Status.RUNNING)


def give_back(pk: int, attempt: int) -> None:
    """The process ends: somebody else goes on at once, and the attempt does not count."""
    ours(pk, attempt).update(status=Extraction.Status.WAITING, attempts=F("attempts") - 1, lease_until=None)


def keep_answer(pk: int, attempt: int, answer: str) -> None:
    """So that nobody asks again when this process dies before it was applied."""
    ours(pk, attempt).update(answer=answer)


def close(row: Extraction, results: list[dict], *, error: str = "") -> None:
    """Done, or failed for good; the caller holds the transaction and has the row locked."""
    row.results = results
    row.status = Extraction.Status.FAILED if error else Extraction.Status.DONE
    row.error = error[:300]
    row.lease_until = None
    row.finished = database_now()
    row.save(update_fields=["answer", "results", "status", "error", "lease_until", "finished"])


def failed(pk: int, attempt: int, agent: str, error: Exception) -> None:
    """Tried again later, or given up."""
    permanent = isinstance(error, ModelError) and error.permanent
    fields: dict = {"error": error.kind if isinstance(error, ModelError) else type(error).__name__}
    now = database_now()
    if permanent or attempt >= ATTEMPTS:
        fields |= {"status": Extraction.Status.FAILED, "finished": now, "lease_until": None}
    else:
        pause = dt.timedelta(seconds=PAUSES[min(attempt, len(PAUSES)) - 1])
        fields |= {"status": Extraction.Status.WAITING, "lease_until": now + pause}
    ours(pk, attempt).update(**fields)
    count_failure(agent, error)


def count_failure(agent: str, error: Exception) -> None:
    """Told 1 to 3 times in a row, then every tenth."""
    failures[agent] += 1
    count = failures[agent]
    if count <= 3 or count % 10 == 0:
        logger.warning("extraction of %s failed, %s in a row", agent, count, exc_info=error)


def went_well(agent: str) -> None:
    failures.pop(agent, None)
