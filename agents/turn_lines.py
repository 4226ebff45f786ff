"""The log lines of a turn: accepted, claimed, steps, calls, its end. Ids and figures, never a word of it.

Within a turn every line carries its ids (config/logs.py: context variables, which tasks inherit and
`agents/runtime/db_thread.py` takes along into its thread).
"""

from __future__ import annotations

from typing import Any

import structlog
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from agents.llm.base import ModelError
from agents.runtime.errors import AgentFailed
from agents.runtime.hooks import BudgetExhausted, CallRecord
from config.log_errors import words_of_error
from memory.remembered import owner_of
from trips.models import Turn

log = structlog.get_logger("wayfare.turns")


@words_of_error.register(ModelError)
@words_of_error.register(AgentFailed)
def _(error: ModelError | AgentFailed) -> str:
    """Its message may be a server's, and hold what was sent."""
    return error.kind


@words_of_error.register
def _(error: BudgetExhausted) -> str:
    return error.cap


# --- A turn ------------------------------------------------------------------------------------


def accepted(turn: Turn) -> None:
    """Written in the request of its message: the one line that has the request's id and the turn's."""
    log.info("turn accepted", **_ids(turn), retry_of=turn.retry_of_id)


def claimed(turn: Turn) -> dict[str, Any]:
    """This process has taken it. Returns the ids that `begin` puts on all that follows."""
    ids = {**_ids(turn), "traveller": getattr(owner_of(turn.trip), "pk", None)}
    waited = round((timezone.now() - turn.enqueued_at).total_seconds(), 2)
    log.info("turn claimed", **ids, attempt=turn.attempt, waited_seconds=waited)
    return ids


def begin(ids: dict[str, Any]) -> None:
    """From here on every line of this task and of those it starts is about the turn."""
    bind_contextvars(**ids)


def failing(failure: AgentFailed) -> None:
    """No valid answer; why, as a kind (agents/runtime/errors.py)."""
    log.warning("turn fails", kind=failure.kind)


def filled_in(agent: str, failure: AgentFailed) -> None:
    """Code answered in the place of an agent that failed for good."""
    log.warning("filled in", agent=agent, kind=failure.kind)


def ended(turn: Turn, status: str) -> None:
    """Its terminal state was committed."""
    seconds = None if turn.seconds is None else round(turn.seconds, 2)
    say = log.warning if status == Turn.Status.FAILED else log.info
    say(f"turn {status}", **_ids(turn), attempt=turn.attempt, mode=turn.mode or None, seconds=seconds)


def taken_back(turn: Turn, *, gave_up: bool) -> None:
    """Its worker went silent: back to the queue, or given up."""
    what = "turn given up" if gave_up else "turn taken back"
    log.warning(what, **_ids(turn), attempt=turn.attempt, owner=turn.lease_owner)


def handed_back(turn_id: int) -> None:
    """This process ends and leaves it to another."""
    log.info("turn handed back", turn=turn_id)


# --- Within it ---------------------------------------------------------------------------------


def step(name: str, *, reused: bool) -> None:
    """A step has its validated result, from this attempt or an earlier one."""
    log.info("step", step=name, reused=reused)


def call(record: CallRecord) -> None:
    """A model call ended."""
    request, usage = record.request, record.usage
    outcome = (
        "stopped"
        if record.stopped
        else record.error.kind
        if record.error
        else "not accepted"
        if record.problem
        else record.stop_reason
    )
    log.info(
        "call",
        agent=request.agent,
        purpose=request.purpose,
        model=record.model or None,
        tokens_in=usage.input,
        tokens_out=usage.output,
        tokens_cached=usage.cache_read,
        ms=record.latency_ms,
        outcome=outcome,
        provider_request=record.request_id or None,
    )


def _ids(turn: Turn) -> dict[str, Any]:
    return {"trip": str(turn.trip.uuid), "turn": turn.pk, "turn_number": turn.number}
