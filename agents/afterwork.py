"""What comes after a turn, in the background: agents' notes, the traveller's documents, agents' own texts.

Each Extraction row is its own outbox entry. It is leased by one UPDATE, the model is asked outside of any
transaction, its answer is kept before it is used, and what it comes to is written in one transaction that
checks the lease: a process may die anywhere, nothing is lost and nothing is done twice. Nothing of it
reaches the traveller.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction

from agents import outbox, turn_lines
from agents.llm import budget, select
from agents.llm.base import (
    Mind,
    ModelError,
    ModelMessage,
    ModelReply,
    ModelRequest,
    SystemBlock,
    Tier,
    Usage,
)
from agents.runtime import registry
from agents.runtime.db_thread import in_database
from agents.runtime.hooks import BudgetExhausted, CallRecord
from agents.runtime.prompting import masked
from config.database import AWAY
from memory import documents, extraction, extraction_offline, line_edits, self_managed
from memory.asking import Ask
from memory.kept import to_settle
from memory.models import Extraction
from memory.silencing import end_jobs
from memory.switches import remembers
from memory.text import Refused
from memory.tombstones import locked_owner

logger = logging.getLogger("wayfare.afterwork")

AT_ONCE = 4
#: The name that AGENTS may give a model of its own; otherwise the fast tier answers.
EXTRACTOR = "extraction"


@dataclass(frozen=True, slots=True)
class Job:
    """One leased row; `attempt` is its token."""

    pk: int
    attempt: int
    agent: str
    kind: str
    turn_id: int
    trip_id: int
    mind: Mind
    ask: Ask | None  # None: nothing of it is for a model
    answer: str = ""  # from an earlier attempt that died before it was applied


async def work_due(mind: Mind | None = None) -> int:
    """Lease up to AT_ONCE rows and do them. Returns how many were leased; raises only what the
    database raises of the leasing, and CancelledError after the rows were given back."""
    leased = await in_database(outbox.lease, AT_ONCE)
    if leased:
        sign = asyncio.create_task(_signs_of_life(leased))
        try:
            await asyncio.gather(*(_do(pk, attempt, mind) for pk, attempt in leased))
        finally:
            sign.cancel()
            await asyncio.gather(sign, return_exceptions=True)
    return len(leased)


async def _signs_of_life(leased: list[outbox.Leased]) -> None:
    """Renew the leases while somebody works on the rows."""
    while True:
        await asyncio.sleep(settings.HEARTBEAT_SECONDS)
        try:
            await in_database(outbox.renew, leased)
        except AWAY:  # away for a moment: the lease tells in the end
            logger.warning("a sign of life failed", exc_info=True)


class Afterwork:
    """One worker's: at most one round of it runs at a time, in the loop of the turns."""

    def __init__(self) -> None:
        self._round: asyncio.Task | None = None

    def look(self) -> None:
        """Begin a round if none runs. Called in the loop, every second or so."""
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._rounds())

    async def end(self) -> None:
        """Leave what runs to others: its rows are given back."""
        if self._round is not None:
            self._round.cancel()
            await asyncio.gather(self._round, return_exceptions=True)

    async def _rounds(self) -> None:
        try:
            while await work_due():
                pass
        except AWAY:
            logger.warning("nothing was learnt, the database is not there", exc_info=True)


# --- One row -----------------------------------------------------------------------------------


async def _do(pk: int, attempt: int, mind: Mind | None) -> None:
    agent = ""
    try:
        job = await in_database(_prepare, pk, attempt, mind)
        if job is None:
            return
        agent = job.agent
        if job.kind == Extraction.Kind.SELF:
            await _rewrite(job)
        elif job.kind == Extraction.Kind.DOCUMENTS:
            await _edit_lines(job)
        else:
            await in_database(_finish, pk, attempt, job.answer or await _answer(job))
    except asyncio.CancelledError:
        await in_database(outbox.give_back, pk, attempt)
        raise
    except (OperationalError, InterfaceError):  # away: the lease tells
        logger.warning("extraction %s broke off, the database is not there", pk, exc_info=True)
    except Exception as error:
        try:
            await in_database(outbox.failed, pk, attempt, agent, error)
        except AWAY:
            logger.warning("extraction %s could not be given back", pk, exc_info=True)


@transaction.atomic
def _prepare(pk: int, attempt: int, mind: Mind | None) -> Job | None:
    """What is asked, noted in the row before it is asked. None: the row is gone or somebody else's, or
    nothing may be learnt any more."""
    row = _locked(pk, attempt)
    if row is None:
        return None
    mind = mind or select.mind_for(row.turn)
    job = Job(row.pk, attempt, row.agent, row.kind, row.turn_id, row.turn.trip_id, mind, None, row.answer)
    if row.answer and row.kind != Extraction.Kind.SELF:
        return job
    ask = _asks(row)
    if ask is None:
        return job
    ask = replace(ask, text=masked(ask.text))
    row.sent = f"{ask.system}\n\n{ask.text}"
    row.save(update_fields=["source", "sent"])
    return replace(job, ask=ask)


def _locked(pk: int, attempt: int) -> Extraction | None:
    """Our row, locked, after its owner: whoever forgets locks in this order too. None: it is not ours any
    more, or remembering was switched off since it was written; then it is closed, and nothing of it stays."""
    found = outbox.ours(pk, attempt).select_related("turn__trip").first()
    if found is None:
        return None
    owner = found.turn.trip.owner
    if owner is not None:
        locked_owner(owner)
    row = outbox.ours(pk, attempt).select_for_update(of=("self",)).select_related("turn__trip").first()
    if row is None or remembers(row.turn.trip.owner, row.turn.trip):
        return row
    end_jobs(outbox.ours(pk, attempt), "Remembering was switched off.")
    return None


def _asks(row: Extraction) -> Ask | None:
    if row.kind == Extraction.Kind.SELF:
        return self_managed.ask(row, limit=_limit(row.agent))
    return line_edits.ask(row) if row.kind == Extraction.Kind.DOCUMENTS else extraction.ask(row)


async def _answer(job: Job) -> str:
    """A model's answer, kept before it is used; "" where none may answer, then code does it."""
    if job.mind.name == "offline" or job.ask is None:
        return ""
    try:
        answer = await _call(job, _request(job.ask))
    except BudgetExhausted as exhausted:
        logger.info("learnt without a model: %s", exhausted.cap)
        return ""
    await in_database(outbox.keep_answer, job.pk, job.attempt, answer)
    return answer


def _request(ask: Ask, *, agent: str = EXTRACTOR, tier: Tier = "fast") -> ModelRequest:
    return ModelRequest(
        purpose=outbox.PURPOSE,
        agent=agent,
        tier=tier,
        system=(SystemBlock(ask.system, cache=True),),
        messages=(ModelMessage(role="user", text=ask.text),),
        max_tokens=ask.max_tokens,
        seconds=select.call_seconds(ask.max_tokens),
    )


async def _call(job: Job, request: ModelRequest) -> str:
    """One call, with budget and record around it like any other. Raises ModelError, BudgetExhausted."""
    permit = await in_database(budget.reserve, job.turn_id, job.trip_id, request, mind=job.mind.name)
    reserve_again = partial(in_database, budget.reserve_again, permit, request)
    request = replace(request, may_ask_again=lambda answered: reserve_again())
    started = time.monotonic()
    record = CallRecord(request=request, latency_ms=0, usage=Usage(), stop_reason="stopped", stopped=True)
    try:
        reply = await _receive(job.mind, request)
        record = replace(
            record, usage=reply.usage, model=reply.model, request_id=reply.request_id,
            stop_reason=reply.stop_reason, reply=reply, stopped=False, uncounted=reply.uncounted,
        )  # fmt: skip
        return reply.text.strip() or "- NONE"
    except ModelError as error:
        record = replace(
            record, usage=error.usage or Usage(), model=error.model, request_id=error.request_id,
            stop_reason=error.kind, error=error, stopped=False, uncounted=error.uncounted,
        )  # fmt: skip
        raise
    finally:
        record = replace(record, latency_ms=round((time.monotonic() - started) * 1000))
        turn_lines.call(record)
        await in_database(budget.settle, permit, record)


async def _receive(mind: Mind, request: ModelRequest) -> ModelReply:
    try:
        async with asyncio.timeout(request.seconds):
            async with aclosing(mind.stream(request)) as events:  # type: ignore[type-var]
                async for event in events:
                    if isinstance(event, ModelReply):
                        return event
    except TimeoutError as error:
        raise ModelError("timeout", "the call's whole time is over") from error
    raise ModelError("connection", "the stream ended without a reply")


@transaction.atomic
def _finish(pk: int, attempt: int, answer: str) -> bool:
    """Apply the answer and close the row, together. False when the row is not ours any more. Raises TooLong
    (nothing written) when a document has no room for it."""
    row = _locked(pk, attempt)
    if row is None:
        return False
    if row.kind == Extraction.Kind.DOCUMENTS:
        done = line_edits.apply(row, answer) if answer else line_edits.from_events(row)
        results = [*row.results, *done]  # behind the tries that were not taken
        if to_settle(row.turn.trip.owner, row.turn.trip):
            row.turn.trip.touch()
    else:
        row.answer = answer or extraction_offline.answer(row)
        results = extraction.apply(row, row.answer)
    outbox.close(row, results)
    outbox.went_well(row.agent)
    return True


# --- The traveller's documents --------------------------------------------------------------------


async def _edit_lines(job: Job) -> None:
    """Ask for edits until a document has room for them, at most five times; then its lines stay."""
    answer: str = job.answer or await _answer(job)
    while True:
        error: Exception
        try:
            await in_database(_finish, job.pk, job.attempt, answer)
            return
        except documents.TooLong as caught:
            error = caught
        while True:
            again = await in_database(_not_taken, job, answer, error)
            if again is None:
                return
            try:
                answer = await _answer(replace(job, ask=again))
                break
            except (OperationalError, InterfaceError):
                raise
            except Exception as caught:
                answer, error = getattr(caught, "partial", ""), caught


@transaction.atomic
def _not_taken(job: Job, answer: str, error: Exception) -> Ask | None:
    """Note why the edits were not taken and say what to ask next. None: that was all."""
    row = _locked(job.pk, job.attempt)
    if row is None:
        return None
    row.answer = ""  # whoever takes the row over asks anew
    row.results = self_managed.refused(row, answer, error, documents.LIMIT)
    ask = line_edits.ask(row)
    if ask is None or self_managed.tries(row) >= self_managed.TRIES:
        done = [*row.results, *line_edits.deeds(row)]
        _exceeded(row, done, "edits were not taken; the lines stay as they are")
        return None
    return _asked_again(row, ask)


def _exceeded(row: Extraction, results: list[dict], what: str) -> None:
    exceeded = self_managed.MemoryLengthExceeded(
        f"{self_managed.tries(row)} {what}. {row.results[-1]['reason']}"
    )
    outbox.close(row, results, error=f"MemoryLengthExceeded: {exceeded}")
    outbox.count_failure(row.agent, exceeded)


def _asked_again(row: Extraction, ask: Ask) -> Ask:
    ask = replace(ask, text=masked(ask.text))
    row.sent = f"{ask.system}\n\n{ask.text}"
    row.save(update_fields=["answer", "results", "source", "sent"])
    return ask


# --- An agent's own text -------------------------------------------------------------------------


def _limit(agent: str) -> int:
    return registry.get(agent).memory_limit


async def _rewrite(job: Job) -> None:
    """Ask for the text until one is taken, at most five times; then the old one is kept. Each try that was
    refused is in the row before the next one is asked."""
    while True:
        text, error = "", None
        try:
            if job.mind.name != "offline":
                agent = registry.get(job.agent)
                text = await _call(job, _request(job.ask, agent=agent.name, tier=agent.tier))
        except BudgetExhausted as exhausted:
            logger.info("rewritten without a model: %s", exhausted.cap)
            job = replace(job, mind=select.offline_mind())
        except (OperationalError, InterfaceError):  # no fault of the text: the lease tells
            raise
        except Exception as caught:
            text, error = getattr(caught, "partial", ""), caught
        again = await in_database(_take_own, job, text, error)
        if again is None:
            return
        job = replace(job, ask=again)


@transaction.atomic
def _take_own(job: Job, text: str, error: Exception | None) -> Ask | None:
    """Take the text, or note why not and say what to ask next. None: that was all."""
    row = _locked(job.pk, job.attempt)
    if row is None:
        return None
    limit = _limit(row.agent)
    if job.mind.name == "offline" and error is None:
        text = self_managed.offline(row, limit=limit)
        row.source["version"] = documents.own_text(row.turn.trip, row.agent)[1]
    row.answer = text[: self_managed.KEPT_OF_TRIES]
    if error is None:
        try:
            with transaction.atomic():
                results = self_managed.apply(row, text, limit=limit)
            outbox.close(row, results)
            outbox.went_well(row.agent)
            return None
        except (documents.TooLong, documents.VersionConflict, Refused) as caught:
            error = caught
    row.results = self_managed.refused(row, text, error, limit)
    if self_managed.tries(row) >= self_managed.TRIES:
        _exceeded(row, row.results, "texts were not taken; the old one is kept")
        return None
    return _asked_again(row, self_managed.ask(row, limit=limit))
