"""What happens in a turn, as events: one frozen union, stored as rows, streamed, replayed, audited.

Everything that shows a turn (page, terminal, admin) folds these; each consumer ends in `assert_never`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Queued(Event):
    """The message is stored; the turn waits for a worker."""

    kind: Literal["queued"] = "queued"


class Started(Event):
    kind: Literal["started"] = "started"
    mind: str
    attempt: int = 1


class ReplyDelta(Event):
    """Some more of the reply, as written; dropped once the message is stored."""

    kind: Literal["reply_delta"] = "reply_delta"
    text: str


class Restarted(Event):
    """What was said so far in this turn is void: the bubble empties."""

    kind: Literal["restarted"] = "restarted"
    reason: str = ""
    forgotten: bool = False  # it is kept nowhere, also when nothing else comes


class Progress(Event):
    """What is being done now, in a few words."""

    kind: Literal["progress"] = "progress"
    text: str


class AgentStarted(Event):
    """`key` is unique in the turn ("food", "option-2"); `agent` is the team member."""

    kind: Literal["agent_started"] = "agent_started"
    key: str
    agent: str
    title: str
    doing: str = ""


class AgentProgress(Event):
    kind: Literal["agent_progress"] = "agent_progress"
    key: str
    doing: str


class AgentDone(Event):
    kind: Literal["agent_done"] = "agent_done"
    key: str
    said: str
    seconds: float


class AgentFailed(Event):
    kind: Literal["agent_failed"] = "agent_failed"
    key: str
    sentence: str
    seconds: float


class OptionChecked(Event):
    """An option is written and came through the checks; the turn's end brings it in full."""

    kind: Literal["option_checked"] = "option_checked"
    key: str
    title: str
    total: Decimal
    currency: str
    days: int
    verdict: str  # in words


class Done(Event):
    kind: Literal["done"] = "done"
    mode: str


class Failed(Event):
    kind: Literal["failed"] = "failed"
    sentence: str


class Stopped(Event):
    kind: Literal["stopped"] = "stopped"


TurnEvent = Annotated[
    Queued
    | Started
    | ReplyDelta
    | Restarted
    | Progress
    | AgentStarted
    | AgentProgress
    | AgentDone
    | AgentFailed
    | OptionChecked
    | Done
    | Failed
    | Stopped,
    Field(discriminator="kind"),
]
TERMINAL = ("done", "failed", "stopped")

_adapter: TypeAdapter[TurnEvent] = TypeAdapter(TurnEvent)


def read_event(kind: str, data: dict) -> TurnEvent:
    """A stored row as an event."""
    return _adapter.validate_python({**data, "kind": kind})


def stored(event: Event) -> tuple[str, dict]:
    """An event as (kind, data) for its row."""
    data = event.model_dump(mode="json")
    return data.pop("kind"), data
