"""A turn as the page shows it, folded from its rows and events.

A fresh page, a reload in the middle and the live stream all fold the same events into the same
picture and render it with the same templates (`templates/agents/_turn.html` and its parts).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from django.db.models import Exists, OuterRef
from django.utils.safestring import SafeString

from agents import commands
from agents.choices import BY_PLACE
from agents.events import (
    TERMINAL,
    AgentDone,
    AgentFailed,
    AgentProgress,
    AgentStarted,
    Done,
    Failed,
    OptionChecked,
    Progress,
    Queued,
    ReplyDelta,
    Restarted,
    Started,
    Stopped,
    TurnEvent,
    read_event,
)
from agents.markup import render
from agents.runtime import registry
from memory.models import NoteUse
from trips.models import Message, Question, Trip, Turn


@dataclass
class RailRow:
    """What one agent does now, or did."""

    key: str
    agent: str
    title: str
    text: str
    state: str = "working"  # working, done, failed
    seconds: float | None = None


@dataclass
class Live:
    """The picture of a turn so far; `apply` moves it on."""

    text: str = ""
    rail: dict[str, RailRow] = field(default_factory=dict)
    options: dict[str, OptionChecked] = field(default_factory=dict)  # that are checked, until all are there
    progress: str = ""
    mind: str = ""
    started: bool = False
    ended: str = ""  # the terminal event's kind

    def apply(self, event: TurnEvent) -> None:
        match event:
            case Queued():
                pass
            case Started():
                self.started = True
                self.mind = event.mind
            case ReplyDelta():
                self.text += event.text
            case Restarted():
                self.text = ""
                self.rail.clear()
                self.options.clear()
                self.progress = event.reason
            case Progress():
                self.progress = event.text
            case AgentStarted():
                self.rail[event.key] = RailRow(event.key, event.agent, event.title, event.doing)
            case AgentProgress():
                if row := self.rail.get(event.key):
                    row.text = event.doing
                    row.state = "working"
            case AgentDone():
                self._finish(event.key, "done", event.said, event.seconds)
            case AgentFailed():
                self._finish(event.key, "failed", event.sentence, event.seconds)
            case OptionChecked():
                self.options[event.key] = event
            case Done() | Failed() | Stopped():
                self.ended = event.kind
            case _:
                assert_never(event)

    def _finish(self, key: str, state: str, text: str, seconds: float) -> None:
        if row := self.rail.get(key):
            row.state, row.text, row.seconds = state, text, seconds

    @property
    def html(self) -> SafeString:
        return render(self.text) if self.text else SafeString("")


@dataclass
class Said:
    """One message of the team."""

    html: SafeString


@dataclass
class TurnView:
    """Everything `agents/_turn.html` reads."""

    turn: Turn
    asked: str  # the traveller's words; "" for a retry
    live: Live
    said: list[Said]
    questions: list[Question]
    done: str = ""  # what a button did at once, in a sentence
    seq: int = 0  # the last event this shows

    @property
    def number(self) -> int:
        return self.turn.number

    @property
    def rail(self) -> list[RailRow]:
        return list(self.live.rail.values())

    @property
    def notes(self) -> list[str]:
        return self.turn.result.get("notes", [])

    @property
    def assumed(self) -> list[str]:
        return self.turn.result.get("assumed", [])

    @property
    def links(self) -> list[tuple[str, str]]:
        """Labels and addresses on this site; code alone writes them."""
        return self.turn.result.get("links", [])

    @property
    def first_web_use(self) -> bool:
        """Was the web searched for this trip for the first time?"""
        return self.turn.result.get("first_web_use", False)

    @property
    def choices(self) -> list[str]:
        """What the options it offered are called: saying so takes one. Older turns hold their number."""
        offered = self.turn.result.get("offered", [])
        return list(BY_PLACE[:offered]) if isinstance(offered, int) else offered

    @property
    def proposes(self) -> bool:
        """Does it end with a change of the plan to say yes or no to?"""
        return self.turn.result.get("proposes", False)

    @property
    def offers(self) -> bool:
        """Does it propose something for what is missing, which a yes takes?"""
        return self.turn.result.get("offers", False)

    @property
    def summary(self) -> list[str]:
        return self.turn.result.get("summary", [])

    @property
    def understood(self) -> list[str]:
        """What the message made of the facts: "When: 15–18 Feb"."""
        return self.turn.result.get("understood", [])

    @property
    def remembered(self) -> bool:
        """Did anything remembered change this answer? What it was only the trip's owner may open: the
        conversation is rendered once for all who read along."""
        if not self.turn.result.get("remembered", True):  # older turns do not say
            return False
        known = getattr(self.turn, "used_memory", None)
        return self.turn.note_uses.exists() if known is None else known

    @property
    def mentions(self) -> list[str]:
        """Words of the answer that repeat something remembered."""
        return self.turn.result.get("mentions", [])

    @property
    def job_title(self) -> str:
        """Whose work a job is, by the name of the command it carries out."""
        if self.looks_back:
            return "Looking back"
        name = self.turn.command.partition(" ")[0].lstrip("/")
        return title_of(name) if name else "Work"

    @property
    def looks_back(self) -> bool:
        """Is it the retrospective of a trip that is over? Read at once; other jobs when asked."""
        return self.turn.kind == Turn.Kind.JOB and self.turn.command == "/feedback"

    @property
    def can_retry(self) -> bool:
        return self.turn.status in (Turn.Status.FAILED, Turn.Status.STOPPED) and not self.retried

    @property
    def retried(self) -> bool:
        return any(True for _ in self.turn.retries.all())


def title_of(agent: str) -> str:
    """The name under which a member of the team speaks."""
    try:
        return registry.get(agent).title
    except KeyError:
        return agent


def subject_of(agent: str) -> str:
    """What a member of the team works on, in words."""
    try:
        return registry.get(agent).subject
    except KeyError:
        return agent


def turn_views(turns: Iterable[Turn]) -> list[TurnView]:
    """Views of turns (prefetch messages, events, questions_asked, retries for many)."""
    return [turn_view(turn) for turn in turns]


def turn_view(turn: Turn, up_to: int | None = None) -> TurnView:
    """The turn up to event `up_to`, unfinished when its end comes later; without it as its row says. Events
    that were written after the row was read are left out: a stream that goes on from here brings them. An end
    is not: what had been said before it is no longer among the events."""
    rows = sorted(turn.events.all(), key=lambda row: row.seq)
    if up_to is None and not turn.finished and rows and rows[-1].kind in TERMINAL:
        # It ended after its row was read, and the pieces of its words went with the end.
        return turn_view(with_everything(Turn.objects.select_related("trip")).get(pk=turn.pk))
    seq = turn.last_seq if up_to is None else up_to
    live = Live()
    for row in rows:
        if row.seq <= seq:
            live.apply(read_event(row.kind, row.data))
    if turn.finished and up_to is not None and not live.ended:  # what comes next needs where to go
        turn.status = Turn.Status.RUNNING if live.started else Turn.Status.QUEUED
    messages = sorted(turn.messages.all(), key=lambda message: message.position)
    asked = [message.text for message in messages if message.author == Message.Author.TRAVELLER]
    done = [message.text for message in messages if message.author == Message.Author.SYSTEM]
    if asked and turn.kind == Turn.Kind.COMMAND:
        asked = [commands.in_words(asked[0])]
    said = [Said(render(message.text)) for message in messages if message.author == Message.Author.AGENT]
    return TurnView(
        turn,
        asked=asked[0] if asked else "",
        live=live,
        said=said,
        questions=list(turn.questions_asked.all()),
        done=done[0] if done else "",
        seq=seq,
    )


def ready_options(trip: Trip) -> list[OptionChecked]:
    """That the turn at work has checked, while it writes the others."""
    live = Live()
    for turn in trip.turns.filter(status=Turn.Status.RUNNING):
        for row in turn.events.filter(kind__in=("option_checked", "restarted")).order_by("seq"):
            live.apply(read_event(row.kind, row.data))
    return list(live.options.values())


def with_everything(turns):
    """The queryset with all that `turn_view` reads."""
    used = Exists(NoteUse.objects.filter(turn=OuterRef("pk")))
    rows = turns.annotate(used_memory=used)
    return rows.prefetch_related("events", "messages", "questions_asked", "retries")
