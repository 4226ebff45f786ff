"""What a turn's thinking came to: a value, written by `agents/record.py` in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from agents.remembered import BriefText, Used
from agents.runtime.schemas import QuestionOut
from memory.conversation import Cut
from memory.extraction import Work
from trips.models import Message, Trip, Turn
from trips.schemas import Change, Plan, Verdict


class Effect(Protocol):
    """Something a turn's result writes besides words and facts: findings, a proposal, an expense …"""

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        """Inside the turn's one transaction. Returns "" or a sentence for the traveller."""
        ...


@dataclass
class OptionOutcome:
    plan: Plan
    verdict: Verdict
    state: str  # an Option.State
    reason: str = ""
    key: str = ""  # its line in the rail: "option-2"


@dataclass
class Ask:
    question: QuestionOut
    required: bool
    asked_by: str


@dataclass(frozen=True)
class Shortened:
    """A compaction after the provider's error, with its summary; tokens of the request."""

    cut: Cut
    summary: str
    before: int
    after: int


@dataclass
class Outcome:
    mode: str
    reply: str
    agent: str = "orchestrator"
    changes: list[Change] = field(default_factory=list)
    pending: list[Change] = field(default_factory=list)  # without the traveller's words: wait for the yes
    assumed: list[tuple[Change, str]] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)  # topics answered with nothing
    consent: bool = False
    leaves_all: bool = False  # "just plan it": optional topics nobody asked for are closed as well
    asks_for_yes: bool = False
    offers: bool = False  # a yes takes what the reply proposes for what is missing
    questions: list[Ask] = field(default_factory=list)
    choose_option: int = 0
    rejection: str = ""
    problems: list[str] = field(default_factory=list)
    #: After DISPATCH: what was found, the second message, the options.
    findings: list[dict] = field(default_factory=list)
    closing: str = ""
    closing_agent: str = ""  # who says it; empty: who says the reply
    effects: list[Effect] = field(default_factory=list)
    links: list[tuple[str, str]] = field(
        default_factory=list
    )  # label and address on this site, below the words
    options: list[OptionOutcome] = field(default_factory=list)
    comparison: str = ""
    notes: list[str] = field(default_factory=list)  # what the answer must not hide: a specialist failed …
    work: list[Work] = field(default_factory=list)  # besides the options, for what is learnt from it
    command: str = ""  # the one that was carried out, or refused
    short_summary: str = ""
    next_step: str = ""
    #: What of memory its agents read, copies of their briefs, and a window the provider found too long.
    used: list[Used] = field(default_factory=list)
    remembered: bool = False  # something remembered changed a fact, or is asked about
    briefs: dict[str, BriefText] = field(default_factory=dict)
    shortened: Shortened | None = None
    #: Tool calls with results and reasoning, by agent or line of the rail, where settings say so.
    recorded: dict[str, list[str]] = field(default_factory=dict)


def plain_answer(
    reply: str,
    next_step: str = "Go on with the trip.",
    *,
    agent: str = "orchestrator",
    links: Sequence[tuple[str, str]] = (),
) -> Outcome:
    """What code says where a command has nothing to do, or asks."""
    return Outcome("ANSWER", reply, agent=agent, links=list(links), next_step=next_step[:400])
