"""Where does a message go? Start, run, stop, retry: the life of a turn (docs/architecture.md).

`start_turn` (`agents/sending.py`) commits message and turn together: a queued turn is its own outbox entry. A
worker claims it (`claim`), runs it (`run_turn`), and `agents/record.py` writes the end.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Any

from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from agents import record, turn_lines, waiting
from agents.events import Progress, Started
from agents.fence import LeaseLost, append_events
from agents.lease_owner import is_gone, lease_owner
from agents.leases import database_now, has_ended, lease_end
from agents.llm import budget, select
from agents.llm.base import Mind
from agents.runtime.agent import AgentFailed, BudgetExhausted
from agents.runtime.db_thread import in_database
from agents.sending import Refused, retry_turn, start_turn
from agents.steps import Steps
from agents.thinking import Thinking
from agents.turn_log import TurnLog
from agents.view import TripView, picture
from config import background
from config.database import AWAY
from trips.models import Member, Traveller, Turn

__all__ = [
    "Refused", "claim", "recover_expired", "release", "retry_turn", "run_turn", "start_turn", "stop_turn",
]  # fmt: skip

logger = logging.getLogger("wayfare.turns")

WENT_WRONG = "Something went wrong on our side. Your trip is unchanged. Try again."
TOOK_TOO_LONG = "This took longer than ten minutes, so I stopped. Your trip is unchanged. Try again."
GAVE_UP = (
    "The work on this message broke off three times. Your trip is unchanged. "
    "Try again, or say it in other words."
)

#: So often a process that ends may give a turn back without an attempt being counted.
CLEAN_ENDS = 10
#: Seconds between two tries to give back a turn while the database is away.
HAND_BACK_PAUSE = 0.5


# --- Claim -------------------------------------------------------------------------------------


def claim(turn_id: int) -> int | None:
    """Take a queued turn with one UPDATE; returns its token, None when somebody else has it.

    A turn that is done, taken, or waits for an earlier one of its trip costs one query.
    """
    if not waiting.may_run(turn_id):
        return None
    try:
        with transaction.atomic():
            if _busy(turn_id):
                return None
            turn = Turn.objects.filter(pk=turn_id, status=Turn.Status.QUEUED)
            taken = turn.update(
                status=Turn.Status.RUNNING,
                attempt=F("attempt") + 1,
                lease_owner=lease_owner(),
                lease_token=F("lease_token") + 1,
                lease_until=lease_end(),
                started_at=timezone.now(),
            )
            return Turn.objects.values_list("lease_token", flat=True).get(pk=turn_id) if taken else None
    except IntegrityError:  # another turn of this trip runs
        return None


def _busy(turn_id: int) -> bool:
    """Has the trip's owner as many running turns as a traveller may? Locks the owner's row: two claims
    at the same time count one after the other."""
    if connection.features.has_select_for_update:  # SQLite's transaction holds everything already
        owner = Traveller.objects.filter(pk__in=_owner_of(turn_id))
        list(owner.select_for_update(no_key=True).values_list("pk"))
    running = Turn.objects.exclude(pk=turn_id).filter(
        status=Turn.Status.RUNNING,
        kind__in=[Turn.Kind.CHAT, Turn.Kind.COMMAND],
        trip__members__role=Member.Role.OWNER,
        trip__members__traveller__in=_owner_of(turn_id),
    )
    return running.count() >= settings.RUNNING_TURNS_A_TRAVELLER


def _owner_of(turn_id: int) -> QuerySet:
    return Member.objects.filter(trip__turns=turn_id, role=Member.Role.OWNER).order_by().values("traveller")


def recover_expired() -> int:
    """Turns whose lease ran out go back to the queue, or fail after three attempts. Returns how many.

    Nobody waits for the lease of a process of this machine that is gone.
    """
    now = database_now()
    count = 0
    for turn in Turn.objects.filter(status=Turn.Status.RUNNING):
        if not has_ended(turn.lease_until, now) and not is_gone(turn.lease_owner):
            continue
        with transaction.atomic():
            if turn.attempt >= settings.TURN_ATTEMPTS:
                fields = {"lease_token": F("lease_token") + 1}
            else:
                fields = {
                    "lease_token": F("lease_token") + 1,
                    "status": Turn.Status.QUEUED,
                    "enqueued_at": timezone.now(),
                }
            moved = Turn.objects.filter(  # with its lease: it may have been renewed since we looked
                pk=turn.pk,
                status=Turn.Status.RUNNING,
                lease_token=turn.lease_token,
                lease_until=turn.lease_until,
            ).update(**fields)
            if moved:
                budget.leave_reserved(turn.pk)
            if moved and turn.attempt >= settings.TURN_ATTEMPTS:
                record.give_up(Turn.objects.get(pk=turn.pk), GAVE_UP)
            elif moved:
                transaction.on_commit(partial(background.wake, turn.pk))
            if moved:
                turn_lines.taken_back(turn, gave_up=turn.attempt >= settings.TURN_ATTEMPTS)
            count += moved
    return count


@transaction.atomic
def release(turn_id: int, token: int, counts: bool = False) -> bool:
    """A turn goes back to the queue, so that nobody waits for its lease. When its process ends by itself, the
    attempt does not count, CLEAN_ENDS times; where it broke off it `counts`, and after the last it fails."""
    turn = Turn.objects.filter(pk=turn_id, lease_token=token, status=Turn.Status.RUNNING).first()
    if turn is None:
        return False
    counts = counts or token > 2 * CLEAN_ENDS  # each claim moves the token by one, each end of one too
    if counts and turn.attempt >= settings.TURN_ATTEMPTS:
        record.fail(turn_id, token, GAVE_UP)
        return True
    released = Turn.objects.filter(pk=turn_id, lease_token=token, status=Turn.Status.RUNNING).update(
        status=Turn.Status.QUEUED,
        attempt=turn.attempt if counts else max(turn.attempt - 1, 0),
        lease_token=F("lease_token") + 1,
        lease_until=None,
        enqueued_at=timezone.now(),
    )
    if released:
        turn_lines.handed_back(turn_id)
        transaction.on_commit(partial(background.wake, turn_id))
    return bool(released)


# --- Run ---------------------------------------------------------------------------------------


async def run_turn(turn_id: int, mind: Mind | None = None) -> bool:
    """Claim a turn and bring it to its end. False when it was not ours to run; raises nothing else."""
    try:
        token = await in_database(claim, turn_id)
    except AWAY:  # it stays queued; whoever looks for turns comes by again
        logger.warning("turn %s could not be claimed", turn_id, exc_info=True)
        await asyncio.sleep(HAND_BACK_PAUSE)
        return False
    if token is None:
        return False
    turn_lines.begin({"turn": turn_id})
    log = TurnLog(turn_id, token)
    work = asyncio.create_task(_work(turn_id, token, log, mind))
    watch = asyncio.create_task(_watch(turn_id, token, log, work))
    try:
        await asyncio.shield(work)
    except asyncio.CancelledError:
        if asyncio.current_task().cancelling():  # the process ends
            watch.cancel()
            work.cancel()
            await asyncio.gather(work, watch, return_exceptions=True)
            try:
                await in_database(release, turn_id, token)
            except (*AWAY, LeaseLost):  # away as well, or stopped: the lease tells in the end
                logger.warning("turn %s could not be given back", turn_id, exc_info=True)
            raise
    except LeaseLost:
        pass
    finally:
        watch.cancel()
        await asyncio.gather(work, watch, return_exceptions=True)
    return True


async def _work(turn_id: int, token: int, log: TurnLog, mind: Mind | None) -> None:
    try:
        await _to_its_end(turn_id, token, log, mind)
    except (OperationalError, InterfaceError):  # away, full or locked: no fault of this message
        logger.warning("turn %s broke off, the database is not there", turn_id, exc_info=True)
        await _hand_back(turn_id, token)


async def _hand_back(turn_id: int, token: int) -> None:
    """To the queue as soon as the database is there again; when that takes long, the lease tells."""
    end = time.monotonic() + settings.LEASE_SECONDS
    while time.monotonic() < end:
        try:
            await in_database(_release_or_give_up, turn_id, token)
            return
        except AWAY:
            await asyncio.sleep(HAND_BACK_PAUSE)


@transaction.atomic
def _release_or_give_up(turn_id: int, token: int) -> None:
    """A turn that broke off gets as many attempts as one whose worker died."""
    if release(turn_id, token, True):
        budget.leave_reserved(turn_id)


async def _to_its_end(turn_id: int, token: int, log: TurnLog, mind: Mind | None) -> None:
    try:
        async with asyncio.timeout(settings.TURN_SECONDS):
            await _answer(turn_id, token, log, mind)
    except (LeaseLost, OperationalError, InterfaceError):
        raise
    except AgentFailed as failure:
        turn_lines.failing(failure)
        await _fail(log, failure.sentence)
    except TimeoutError:
        await _fail(log, TOOK_TOO_LONG)
    except Exception:
        logger.exception("turn %s broke", turn_id)
        await _fail(log, WENT_WRONG)


async def _answer(turn_id: int, token: int, log: TurnLog, mind: Mind | None) -> None:
    view, mind, ids = await in_database(_begun, turn_id, token, mind)
    turn_lines.begin(ids)
    if token > 1:  # somebody had it before
        await log.restart("picked up again")
    limits = select.limits()
    steps = Steps(turn_id, token, first=token == 1)
    try:
        thinking = Thinking(view, log, mind, limits, steps)
        outcome = await thinking.answer()
    except BudgetExhausted as exhausted:
        mind = select.offline_mind()
        await log.restart(exhausted.sentence)
        await log.write(Progress(text=exhausted.sentence))
        thinking = Thinking(view, log, mind, limits, steps)
        outcome = await thinking.answer()
        outcome.notes.insert(0, exhausted.sentence)
    await log.close()
    await in_database(record.record, turn_id, token, thinking.view, outcome, mind.name)


def _begun(turn_id: int, token: int, mind: Mind | None) -> tuple[TripView, Mind, dict[str, Any]]:
    """Tell that it has begun, and read what it is about, in one visit to the database's thread."""
    turn = Turn.objects.select_related("trip__plan").get(pk=turn_id)
    ids = turn_lines.claimed(turn)
    mind = mind or select.mind_for(turn)
    append_events(turn_id, token, [Started(mind=mind.name, attempt=turn.attempt)])
    return picture(turn, turn.trip), mind, ids


async def _fail(log: TurnLog, sentence: str) -> None:
    try:
        await log.close()
    finally:
        await in_database(record.fail, log.turn_id, log.token, sentence)


async def _watch(turn_id: int, token: int, log: TurnLog, work: asyncio.Task) -> None:
    """Keep the lease; when the turn was stopped or taken, close what runs within 250 ms."""
    ticks = 0
    every = max(1, round(settings.HEARTBEAT_SECONDS / 0.2))
    while True:
        await asyncio.sleep(0.2)
        ticks += 1
        try:
            if ticks % every == 0:
                await log.heartbeat()
            elif await in_database(_is_ours, turn_id, token):
                continue
            else:
                raise LeaseLost
        except LeaseLost:
            work.cancel()
            return
        except Exception:  # the database is away for a moment: the lease tells in the end
            logger.warning("heartbeat of turn %s failed", turn_id, exc_info=True)


def _is_ours(turn_id: int, token: int) -> bool:
    return Turn.objects.filter(pk=turn_id, lease_token=token, status=Turn.Status.RUNNING).exists()


# --- Stop --------------------------------------------------------------------------------------


def stop_turn(turn: Turn) -> bool:
    """Stop, from any tab: the worker's next write finds nothing. False = it had ended."""
    return record.stop(turn.pk)
