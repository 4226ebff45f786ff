"""A journey told against a Messages server: every agent's answers are written down before each turn, and
after it none is left over and none was missing.
"""

from __future__ import annotations

import datetime as dt
import html
import json
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse
from pydantic import BaseModel

from agents.companion_schemas import PriorityAnswer, Ranked
from agents.models import ModelCall
from agents.offline.composed import composed
from agents.runtime import prompting
from config import clock
from tests.agents.background import run_due
from tests.agents.commands.test_research import part_of
from tests.agents.commands.test_research_wire import asked
from tests.agents.talking import send
from tests.story import journey_answers as answers
from tests.story.telling import LEARNING, MARKS, answered, mind_at, prompt_of
from tests.wire.messages import Answer, failure, text_answer
from tests.wire.server import Exchange
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Message, Trip, Turn

#: As in telling.py, of the companions. The planner changes a plan by a prompt of its own.
COMPANIONS = {
    "research": ("You are Wayfare's research agent.", "research.md"),
    "prioritizer": ("You are Wayfare's prioritizer.", "prioritizer.md"),
    "planner": ("You write one option in full", "planner.md"),
    "change": ("A plan is chosen; the traveller wishes", "planner_change.md"),
    "scheduler": ("You are Wayfare's scheduler.", "scheduler.md"),
    "feedback": ("You are Wayfare's feedback agent.", "feedback.md"),
    "cost": ("You are Wayfare's cost agent.", "cost.md"),
}
ALL_MARKS = {**MARKS, **COMPANIONS}
#: What takes the place of older messages (memory/prompts/summary.md).
SUMMARISING = "You write the summary that replaces the older part"
Said = Answer | BaseModel | Mapping[str, Any] | str | Callable[[Exchange], Any]


def system_of(exchange: Exchange) -> str:
    return "\n".join(block["text"] for block in exchange.body.get("system", []))


def task_of(exchange: Exchange) -> str:
    """The first message, as the agent got it."""
    return "\n".join(block.get("text", "") for block in exchange.body["messages"][0]["content"])


def agent_of(exchange: Exchange) -> str:
    system = system_of(exchange)
    if system.startswith(LEARNING):
        return "learning"
    if system.startswith(SUMMARISING):
        return "summary"
    told = prompt_of(exchange)
    for agent, (mark, _file) in ALL_MARKS.items():
        if mark in told:
            return agent
    raise AssertionError(f"whose prompt is this? {system[:200]!r}")


def marks_stand() -> None:
    """Every mark is in its prompt and in no other one."""
    texts = {file: prompting.prompt(file).template for _mark, file in ALL_MARKS.values()}
    for mark, file in ALL_MARKS.values():
        assert [name for name, text in texts.items() if mark in text] == [file], mark


class Team:
    """Answers each agent's requests with its own lines, one a request."""

    def __init__(self) -> None:
        self.lines: dict[str, deque[Said]] = {}
        self.heard: list[tuple[str, Exchange]] = []
        self.unexpected: list[str] = []
        self._lock = threading.Lock()

    def __call__(self, exchange: Exchange) -> Answer:
        agent = agent_of(exchange)
        with self._lock:
            self.heard.append((agent, exchange))
            waiting = self.lines.get(agent)
            line = waiting.popleft() if waiting else None
        if line is None:
            self.unexpected.append(f"{agent}: {exchange.said[-400:]}")
            return failure(400, "invalid_request_error", "nothing was written for this")
        said = line(exchange) if callable(line) else line
        return said if isinstance(said, Answer) else text_answer(said)


@dataclass
class Journey:
    """One trip, the server and the moment. `heard`: the requests of the newest turn."""

    trip: Trip
    url: str
    team: Team
    heard: list[tuple[str, Exchange]] = field(default_factory=list)

    def at(self, moment: str) -> Journey:
        clock.set_now(dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC))
        return self

    def say(self, text: str, **lines: Sequence[Said]) -> Turn:
        """One message and its whole turn: exactly these answers, no call more, no call less."""
        return self.run(send(self.trip, text), **lines)

    def job(self, **lines: Sequence[Said]) -> Turn:
        """The one job that waits."""
        return self.run(self.trip.turns.get(kind=Turn.Kind.JOB, status=Turn.Status.QUEUED), **lines)

    def run(self, turn: Turn, **lines: Sequence[Said]) -> Turn:
        team = self.team
        team.lines = {agent: deque(said) for agent, said in lines.items()}
        team.heard.clear()
        turn = answered(turn, mind_at(self.url))
        self.trip.refresh_from_db()
        self.heard = list(team.heard)
        assert not team.unexpected, team.unexpected
        left = {agent: len(waiting) for agent, waiting in team.lines.items() if waiting}
        assert not left, f"never asked for: {left}; {turn.error}"
        calls = Counter(ModelCall.objects.filter(turn=turn).values_list("agent", flat=True))
        names = {"change": "planner", "finalize": "orchestrator", "summary": "orchestrator"}
        asked = Counter(names.get(agent, agent) for agent, _exchange in self.heard)
        assert set(calls) == set(asked), (calls, asked)
        return turn

    def learn(self, lines: Mapping[str, str]) -> int:
        """What is learnt after the turns so far: the first line whose words are in the question, else none.
        Returns how often a model was asked."""
        team = self.team

        def note(exchange: Exchange) -> str:
            return next((said for words, said in lines.items() if words in exchange.said), "- NONE")

        team.lines = {"learning": deque([note] * 60)}
        team.heard.clear()
        run_due(mind=mind_at(self.url))
        assert not team.unexpected, team.unexpected
        return len(team.heard)

    # --- What came of it ---------------------------------------------------------------------

    def calls(self) -> dict[str, int]:
        """How often each agent was asked in the newest turn."""
        return dict(Counter(agent for agent, _exchange in self.heard))

    def asked(self, agent: str) -> list[Exchange]:
        return [exchange for name, exchange in self.heard if name == agent]

    def brief(self, agent: str) -> str:
        """What an agent was told of its memory in the newest turn: the same in each of its requests."""
        name = {"change": "PLANNER"}.get(agent, agent.upper())
        start, end = f"--- {name} MEMORY ---", f"--- END {name} MEMORY ---"
        told = {system_of(one).partition(start)[2].partition(end)[0] for one in self.asked(agent)}
        assert len(told) == 1, f"{len(told)} briefs of {agent}"
        (text,) = told
        assert text.strip(), f"{agent} was told nothing"
        return text

    def read(self, turn: Turn) -> str:
        """What the traveller reads of a turn: its messages, then its notes."""
        said = turn.messages.filter(author=Message.Author.AGENT).order_by("position")
        parts = [*said.values_list("text", flat=True), *turn.result.get("notes", []), turn.error]
        return "\n\n".join(filter(None, parts))

    def page(self, query: str = "") -> str:
        """The workspace as its owner sees it, entities read."""
        client = Client()
        client.force_login(self.trip.owner)
        page = client.get(f"{reverse('workspace', args=[self.trip.uuid])}{query}")
        assert page.status_code == 200
        return html.unescape(page.content.decode())

    def state(self) -> tuple:
        """Everything a wrong answer must not change."""
        trip = self.trip
        return (
            trip.facts_version,
            trip.plan_id,
            trip.plan_versions.count(),
            trip.findings.count(),
            list(trip.findings.order_by("pk").values_list("tier", "state")),
            trip.feedback.count(),
            trip.expenses.count(),
            trip.proposals.count(),
            trip.questions.count(),
        )


# --- Answers that are made of the request ------------------------------------------------------


def drafts(trip: Trip):
    """A planner's drafts of the two options: our rows, in the order a composer takes them."""
    outlines = answers.OUTLINES.options
    made = composed(trip.facts, outlines, (), default_gazetteer())
    by_title = {outline.title: draft for outline, draft in zip(outlines, made, strict=True)}

    def draft(exchange: Exchange):
        title = json.loads(task_of(exchange).split("The option to write:\n")[1].split("\n")[0])["title"]
        return by_title[title]

    return [draft] * len(outlines)


def researched(cut: set[tuple[str, str]], down: set[str]):
    """Tokyo and Kyoto. `cut`: city and part whose first answer stops in the middle; `down`: what fails."""
    waiting = set(cut)

    def found(exchange: Exchange) -> Answer:
        city, part = asked(exchange)
        if city in down:
            return failure(529, "overloaded_error")
        whole = answers.TOKYO if city == "Tokyo" else answers.KYOTO
        if (city, part) in waiting:
            waiting.discard((city, part))
            return text_answer(json.dumps(part_of(whole, part))[:-900], stop_reason="max_tokens")
        return text_answer(part_of(whole, part), deltas=60)

    return found


def ranked(exchange: Exchange) -> PriorityAnswer:
    """The first finding is a must, what is planned a should, the others could be; a reason for each."""
    lines = [line for line in task_of(exchange).splitlines() if line.startswith("- ") and " | " in line]
    names = [line[2:].split(" | ")[0] for line in lines]
    planned = ["it is in your plan" in line for line in lines]
    city = "Tokyo" if any(name.startswith("Temple of the Hill") for name in names) else "Kyoto"
    return PriorityAnswer(
        reply="Das Wichtigste zuerst, der Rest nach Lust und Laune.",
        ranked=[
            Ranked(
                city=city,
                name=name,
                tier="must" if not number else "should" if planned[number] else "could",
                reason=f"{name}: am Weg, wenn Zeit bleibt." if number else f"{name} würden Sie vermissen.",
            )
            for number, name in enumerate(names)
        ],
    )
