"""What memory tells one turn's agents: values, kept as a step, so that a turn taken over reads the same."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class Used(Value):
    """A note or a line of the traveller's documents was in what an agent read."""

    kind: Literal["note", "line"]
    pk: int
    agent: str
    searched: bool = False


class Recalled(Value):
    """Something found again: `[from research, turn 4] …`."""

    kind: str  # note, line, message, finding, summary
    pk: int
    author: str
    turn: int = 0  # number in its trip; 0: not known
    trip: int | None = None
    said_on: dt.date
    body: str
    by_owner: bool = False  # it rests on the owner's words

    @property
    def source(self) -> str:
        """Who, and in which turn."""
        turn = f", turn {self.turn}" if self.turn else ""
        return f"[from {self.author or 'the traveller'}{turn}]"


class BriefText(Value):
    """An agent's brief as it was told, for the copy that people read."""

    text: str
    tokens: int = 0
    lost: tuple[str, ...] = ()


class Claim(Value):
    """What a remembered sentence says about a fact of a trip (agents/validation/assumptions.py)."""

    kind: Literal["note", "line"]
    pk: int
    text: str
    pinned: bool
    said_at: dt.datetime | None = None


class Remembered(Value):
    """Everything remembered that the agents of one turn are told."""

    traveller: str = ""  # the traveller zone: of the orchestrator, and in specialists' tasks
    claims: tuple[Claim, ...] = ()  # the sentences of the zone, one by one, strongest first
    recalled: tuple[Recalled, ...] = ()
    said: tuple[Recalled, ...] = ()  # the owner's own words on this trip that a question asks for
    insights: dict[str, str] = {}  # by specialist
    briefs: dict[str, BriefText] = {}  # by agent
    used: tuple[Used, ...] = ()
