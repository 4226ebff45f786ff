"""From the first line to the options at a scripted Messages server: calls, their order, tokens, dollars.

Three journeys: Boston and Japan (cities with rows), Ghent (a city without); this one with live web as well.
Every call takes a moment, so that what waits for what shows; an agent that is offered look-ups calls them
once.
`python -m tests.bench model_calls`
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.test import override_settings
from pydantic import BaseModel

from agents.companion_schemas import ResearchAnswer, Researched, ResearchedPlaces
from agents.llm.prices import price_of
from agents.offline.composed import composed
from agents.runtime import registry
from agents.runtime.contexts import SpecialistContext
from agents.runtime.schemas import FinalizeAnswer, OrchestratorAnswer, Task
from config import clock
from tests.story import answers, journey_answers
from tests.story.journey_telling import COMPANIONS
from tests.story.telling import MARKS, MENDED, USAGE, mind_at, prompt_of, say
from tests.wire.messages import (
    Answer,
    Pause,
    answer_text,
    block_start,
    ending,
    message_start,
    split,
    text_answer,
    text_delta,
    tool_answer,
)
from tests.wire.prompt_cache import PromptCache, Tokens
from tests.wire.server import Exchange, messages_server
from tests.wire.web import said, search, web_answer
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Traveller, Trip
from trips.planning.compose import outlines
from trips.planning.named_places import NamedPlaces
from trips.starting import start_trip

FIRST_EVENT, BETWEEN = 0.4, 0.05  # seconds
PIECES = 8
MARGIN = 0.005  # seconds: what begins so soon after an end waited for it
SEQUENCE_GOAL, WEB_GOAL, CACHED_GOAL = 4, 6, 0.60
OPTION = "The option to write:\n"


# --- The journeys ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Journey:
    """Lines of the traveller with the orchestrator's answers; the last line is the yes."""

    name: str
    today: dt.date
    lines: Sequence[tuple[str, OrchestratorAnswer]]
    unlisted: Sequence[str] = ()  # what a model knows of a city without rows
    tables_and_stay: Sequence[tuple[str, str]] = ()
    web: bool = False


BOSTON = Journey(
    "Boston",
    answers.TODAY,
    tuple(
        zip(
            answers.LINES,
            (
                answers.ASKS_WHAT_IS_MISSING,
                answers.ASKS_WHAT_IS_OPTIONAL,
                answers.SUMMARISES,
                answers.SENDS_THEM_OUT,
            ),
            strict=True,
        )
    ),
)
JAPAN = Journey(
    "Japan",
    dt.date(2026, 11, 22),
    (
        ("I dream of Japan", journey_answers.ASKS_WHEN),
        (journey_answers.JAPAN, journey_answers.SUMMARISES),
        (journey_answers.YES, journey_answers.SENDS_THEM_OUT),
    ),
)
_GHENT = "7 to 10 May 2027, 2 adults, mid-range, from London, relaxed, food and viewpoints, no must-dos"
GHENT = Journey(
    "Ghent",
    answers.TODAY,
    (
        (
            "A long weekend in Ghent",
            answers.ASKS_WHAT_IS_MISSING.model_copy(
                update={"changes": [answers.change("destinations", "Ghent", "Ghent", "add")]}
            ),
        ),
        (
            _GHENT,
            answers.SUMMARISES.model_copy(
                update={
                    "changes": [
                        answers.change("dates.start", "2027-05-07", "7 to 10 May 2027"),
                        answers.change("dates.end", "2027-05-10", "7 to 10 May 2027"),
                        answers.change("party.adults", "2", "2 adults"),
                        answers.change("budget.level", "mid", "mid-range"),
                        answers.change("origin", "London", "from London"),
                        answers.change("pace", "relaxed", "relaxed"),
                        answers.change("interests", "food", "food and viewpoints", "add"),
                        answers.change("interests", "views", "food and viewpoints", "add"),
                    ],
                    "declined": ["must_do"],
                }
            ),
        ),
        (answers.LINES[3], answers.SENDS_THEM_OUT),
    ),
    unlisted=(
        "Gravensteen", "Belfry of Ghent", "Saint Bavo's Cathedral", "Graslei", "Korenlei",
        "Sint-Michielsbrug", "STAM", "Patershol", "Saint Peter's Abbey", "Citadelpark", "Design Museum Gent",
        "Huis van Alijn", "Museum of Fine Arts", "Vrijdagmarkt", "Industriemuseum", "Prinsenhof",
    ),
    tables_and_stay=(
        ("food", "Pakhuis"), ("food", "De Foyer"), ("food", "Brasserie Keizershof"), ("food", "Volta"),
        ("stay", "Hotel Harmony"),
    ),
)  # fmt: skip

GHENT_WEB = replace(GHENT, web=True)
PAGE = "https://ghent.example/sights"


# --- The team, scripted ------------------------------------------------------------------------


@dataclass
class Call:
    """One request: who, from when to when, what it took."""

    agent: str
    model: str
    began: float
    ended: float
    tokens: Tokens
    output: int


@dataclass
class Team:
    """Answers a journey's requests and counts them."""

    journey: Journey
    trip: Trip | None = None
    spoiled: int = 0  # so many drafts have the days of another one: they are sent back
    calls: list[Call] = field(default_factory=list)
    cache: PromptCache = field(default_factory=PromptCache)  # of the server, whoever travels

    def __call__(self, exchange: Exchange) -> Answer:
        agent = _agent_of(exchange)
        answer = self._looked_up(agent, exchange) or self._answered(agent, exchange)
        text = answer if isinstance(answer, str) else answer_text(answer)
        begins = exchange.received_at + FIRST_EVENT
        tokens = self.cache.tokens(exchange.body, received=exchange.received_at, begins=begins)
        output = len(text) // 4
        ends = begins + (0 if isinstance(answer, str) and agent != "web" else PIECES * BETWEEN)
        self.calls.append(Call(agent, exchange.body["model"], exchange.received_at, ends, tokens, output))
        start = message_start({**tokens.usage, "output_tokens": 1}, exchange.body["model"])
        if agent == "web":
            steps = [Pause(PIECES * BETWEEN), *self._read(text).steps[1:]]
        elif isinstance(answer, str):
            steps = tool_answer(*json.loads(answer)).steps[1:]
        else:
            steps = [block_start()]
            for piece in split(text, PIECES):
                steps += [Pause(BETWEEN), text_delta(piece)]
            steps += ending()
        return Answer([Pause(FIRST_EVENT), start, *steps])

    def at_once(self, exchange: Exchange) -> Answer:
        """The same answer, without its waits and uncounted."""
        agent = _agent_of(exchange)
        answer = self._looked_up(agent, exchange) or self._answered(agent, exchange)
        return (
            tool_answer(*json.loads(answer)) if isinstance(answer, str) else text_answer(answer, usage=USAGE)
        )

    def _read(self, text: str) -> Answer:
        return web_answer(search(f"{self.journey.name} sights", (PAGE, "Sights")), said(text, PAGE))

    def _looked_up(self, agent: str, exchange: Exchange) -> str:
        """One round of look-ups where there are any, as JSON; else nothing."""
        body = exchange.body
        names = [tool["name"] for tool in body.get("tools") or []]
        said = json.dumps(body["messages"])
        if "tool_result" in said or agent == "orchestrator":
            return ""
        city = self.journey.name if self.journey.name != "Japan" else "Tokyo"
        day = self.journey.today.isoformat()
        given = {
            "places": {
                "city": city,
                "kind": {"stay": "stay", "food": "food"}.get(_agent_of(exchange), "visit"),
            },
            "holidays": {"city": city, "start": day, "end": day},
            "climate": {"city": city, "month": 5},
            "distance": {"from_city": "London", "to_city": city},
            "airports": {"city": city},
        }
        uses = [(f"toolu_{name}", name, given[name]) for name in names if name in given][:2]
        return json.dumps(uses) if uses else ""

    def _answered(self, agent: str, exchange: Exchange) -> BaseModel | str:
        if agent == "orchestrator":
            return next(said for line, said in reversed(self.journey.lines) if line in exchange.said)
        if agent == "finalize":
            return FinalizeAnswer(reply=answers.OUTLINES.reply, options=self.outlines)
        if agent == "planner":
            draft = self.drafts[json.loads(_after(OPTION, exchange))["title"]]
            if self.spoiled and MENDED not in exchange.said:
                self.spoiled -= 1
                other = next(one for one in self.drafts.values() if one is not draft)
                return draft.model_copy(update={"days": other.days})
            return draft
        if agent == "web":
            return " ".join(f"{name} is closed on Mondays." for name in self.journey.unlisted)
        if agent == "research":
            rows = [_place(name, self.journey.name) for name in self.journey.unlisted]
            if self.journey.web:
                return ResearchAnswer(reply="Hills and views.", city=self.journey.name, places=rows)
            return ResearchedPlaces(places=rows)
        return registry.get(agent).offline(self._specialist(agent))

    def _specialist(self, agent: str) -> SpecialistContext:
        task = Task(id=agent, name=agent, specialist=agent, instructions="as the facts say")
        return SpecialistContext(task, self.trip.facts, self.journey.today, default_gazetteer())

    def prepare(self) -> None:
        """What the planner will write, once the facts are known."""
        facts, places = self.trip.facts, NamedPlaces(default_gazetteer(), self.journey.today)
        for name in self.journey.unlisted:
            city = places.gazetteer.best_city(self.journey.name)
            places.add(_place(name, city.name), city)
        for kind, name in self.journey.tables_and_stay:
            city = places.gazetteer.best_city(self.journey.name)
            places.add(_place(name, city.name).model_copy(update={"kind": kind}), city)
        gazetteer = places.gazetteer
        if self.journey is BOSTON:
            self.outlines = answers.THREE_OUTLINES.options
            drafts = [answers.ON_FOOT, answers.AT_TABLE, answers.AT_A_RUN]
        else:
            self.outlines = outlines(facts, gazetteer)
            drafts = composed(facts, self.outlines, (), gazetteer)
        self.drafts = {outline.title: draft for outline, draft in zip(self.outlines, drafts, strict=True)}


def _place(name: str, city: str) -> Researched:
    summary = "Known for its view over the roofs, best late in the afternoon."
    return Researched(name=name, city=city, lat=51.05, lon=3.72, closed=["mon"], band="low", summary=summary)


def _after(words: str, exchange: Exchange) -> str:
    """The line after these words, wherever in the messages they stand."""
    texts = [block.get("text", "") for message in exchange.body["messages"] for block in message["content"]]
    return "\n".join(texts).split(words)[1].split("\n")[0]


def _agent_of(exchange: Exchange) -> str:
    told = prompt_of(exchange)
    marks = {**MARKS, "research": COMPANIONS["research"], "web": ("You read the web for Wayfare", "web.md")}
    return next(agent for agent, (mark, _file) in marks.items() if mark in told)


# --- The measure -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    name: str
    in_sequence: int  # from the yes to the options
    calls: int
    tokens: Tokens
    output: int
    dollars: Decimal

    @property
    def cached(self) -> float:
        return self.tokens.read / self.tokens.whole

    def __str__(self) -> str:
        tokens = self.tokens
        return (
            f"{self.name:<16} {self.in_sequence} in sequence, {self.calls} calls; input {tokens.whole:,}: "
            f"{tokens.read:,} cached ({self.cached:.0%}), {tokens.written + tokens.written_1h:,} written; "
            f"output {self.output:,}; ${self.dollars:.3f}"
        )


def measured(
    journey: Journey, owner: Traveller, *, spoiled: int = 0, cache: PromptCache | None = None
) -> Figures:
    """The journey from its first line to the options; `cache`: what others asked this server before. Raises
    AssertionError when no options came."""
    team = Team(journey, spoiled=spoiled, cache=cache or PromptCache())
    clock.set_now(dt.datetime.combine(journey.today, dt.time(12), dt.UTC))
    switch = {"WEB_SEARCH": "on", "ANTHROPIC_API_KEY": "test-key"} if journey.web else {"WEB_SEARCH": "off"}
    with override_settings(**switch), messages_server(team) as server:
        team.trip = start_trip(owner)
        for line, _answer in journey.lines:
            before = len(team.calls)
            if line == journey.lines[-1][0]:
                team.prepare()
            turn = say(team.trip, line, mind_at(server.url))
    if turn.mode != "FINALIZE" or team.trip.options.on_offer().count() < 2:
        raise AssertionError(
            f"{journey.name}: no options: {turn.status} {turn.mode} {turn.error} {turn.result}"
        )
    if journey.web and not any(call.agent == "web" for call in team.calls):
        raise AssertionError(f"{journey.name}: nobody read the web")
    more = ", mended" if spoiled else ", live web" if journey.web else ""
    return _figures(f"{journey.name}{more}", team.calls, team.calls[before:])


def _figures(name: str, calls: list[Call], last_turn: list[Call]) -> Figures:
    total = Tokens(
        sum(one.tokens.input for one in calls),
        sum(one.tokens.read for one in calls),
        sum(one.tokens.written for one in calls),
        sum(one.tokens.written_1h for one in calls),
    )
    output = sum(one.output for one in calls)
    return Figures(name, _depth(last_turn), len(calls), total, output, sum(map(_dollars, calls), Decimal(0)))


def _depth(calls: list[Call]) -> int:
    """How many calls waited for one another, in the longest row of them."""
    depths: dict[int, int] = {}
    ordered = sorted(range(len(calls)), key=lambda number: calls[number].began)
    for number in ordered:
        before = [depths[other] for other in depths if calls[other].ended <= calls[number].began + MARGIN]
        depths[number] = 1 + max(before, default=0)
    return max(depths.values(), default=0)


def _dollars(call: Call) -> Decimal:
    """At list prices; what is written for five minutes at 1.25 times the input's, for an hour at twice."""
    price, tokens = price_of(call.model), call.tokens
    paid = (
        price.input * (tokens.input + tokens.written * Decimal("1.25") + tokens.written_1h * 2)
        + price.cache_read * tokens.read
        + price.output * call.output
    )
    return paid / 1_000_000


def main() -> int:
    """Print a line a journey; 1 when a goal is missed."""
    owner, _ = Traveller.objects.get_or_create(username="bench")
    server = PromptCache()
    journeys = (BOSTON, GHENT, JAPAN)
    try:
        cold = [measured(journey, owner) for journey in journeys]
        after = [measured(journey, owner, cache=server) for journey in journeys]
        alike = measured(BOSTON, owner, spoiled=1)
        web = measured(GHENT_WEB, owner)
    finally:
        clock.set_now(None)
    for title, rows in (("nobody asked before", cold), ("one after the other", after)):
        print(f"{title}: {_cached(rows):.0%} cached of the three")
        for row in rows:
            print(f"  {row}")
    print(f"a draft like another one\n  {alike}")
    print(f"with live web\n  {web} (goal ≤ {WEB_GOAL})")
    most = max(row.in_sequence for row in (*cold, *after, alike))
    share = _cached(cold)
    print(
        f"in sequence from the yes to the options: {most} (goal ≤ {SEQUENCE_GOAL}); "
        f"cached share where nobody asked before: {share:.0%} (goal ≥ {CACHED_GOAL:.0%})"
    )
    return int(most > SEQUENCE_GOAL or web.in_sequence > WEB_GOAL or share < CACHED_GOAL)


def _cached(rows: Sequence[Figures]) -> float:
    return sum(row.tokens.read for row in rows) / sum(row.tokens.whole for row in rows)
