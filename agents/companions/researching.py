"""Research of cities: several at the same time, each by itself, a cut answer in smaller parts.

Nothing here writes: what was found comes back as values, with the effect that keeps it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from agents import web_access
from agents.companion_schemas import (
    ResearchAnswer,
    ResearchedActivities,
    ResearchedFacts,
    ResearchedPlaces,
    ResearchedTables,
)
from agents.companions.city_facts import Practical, practical
from agents.companions.city_rows import YOURS, Sorted, found_rows
from agents.companions.research import (
    PARTS,
    PLACES_ALONE,
    SIGHTS,
    WANTED,
    Part,
    ResearchContext,
    task_of,
    wanted,
    web_question,
)
from agents.companions.web import Topic, WebQuestion, page_of, pages_task, web_task, without_other_links
from agents.events import AgentProgress
from agents.llm.server_tools import WebReading
from agents.planning import computed
from agents.runtime import prompting, registry
from agents.runtime.agent import AgentFailed, BudgetExhausted
from agents.runtime.concurrency import SharedPrefix, together
from trips import finding
from trips.catalogue.gazetteer import City, Country
from trips.models import Message, Trip, Turn
from trips.prioritising import by_team

if TYPE_CHECKING:
    from agents.thinking import Thinking

logger = logging.getLogger("wayfare.turns")

AGENT = "research"
OF_PART: dict[Part, type[BaseModel]] = {
    "places": ResearchedPlaces,
    "activities": ResearchedActivities,
    "food": ResearchedTables,
    "facts": ResearchedFacts,
}
SEARCHING = "searching the web with the destination, dates, interests and places of the plan"
#: What a server says that does not search, or not for this account.
REFUSALS = frozenset({"bad_request", "not_allowed"})
#: Failures after which a smaller question may well be answered: the answer was too much for one.
TOO_MUCH = frozenset({"max_tokens", "invalid_answer"})


@dataclass
class CityResult:
    """What came of one city. `gaps`: the parts that no model answered and of which code knows nothing."""

    context: ResearchContext
    key: str
    reply: str = ""
    next_step: str = ""
    found: Sorted = field(default_factory=Sorted)
    practical: Practical | None = None
    reading: WebReading | None = None  # the pages it was written from
    web_failed: bool = False  # the web was to be read, and nothing came of it
    gaps: list[Part] = field(default_factory=list)
    by_code: bool = False  # all of it: the city is asked for again

    @property
    def city(self) -> City:
        return self.context.city

    @property
    def name(self) -> str:
        return self.context.name

    @property
    def again(self) -> str:
        """The command that tries it again."""
        return f"/research {self.name}"

    @property
    def summary(self) -> str:
        """ "10 places, 8 activities, 15 places to eat, practical facts": what is kept, counted by code."""
        if self.context.places_alone:
            asked = len(self.context.look_up_first)
            return f"hours and prices of {len(self.found.on_pages)} of {asked} places of the plan"
        parts = finding.counted_kinds(Counter(row.kind for row in self.found.rows))
        if self.practical is not None and self.practical.facts:
            parts.append("practical facts")
        return ", ".join(parts) or "nothing new"


@dataclass(frozen=True)
class KeepResearch:
    """Writes what was found of one city, in the transaction of its turn."""

    result: CityResult
    facts_key: str

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        """What is known by now stays as the traveller left it."""
        result = self.result
        rows = [*result.found.rows, *result.found.read_again]
        new = finding.save_findings(trip, turn, result.city, rows)
        named = {wish.place.id for wish in result.context.wishes if wish.place}
        musts = [row.pk for row in new if row.place_id in named or row.source == YOURS]
        by_team(trip, dict.fromkeys(musts, ("must", "You named it yourself.")))
        told = result.practical
        if told is not None and (told.facts or not result.gaps):
            finding.save_intel(
                trip,
                turn,
                result.city,
                told.facts,
                source=told.source,
                grade=told.grade,
                facts_key="" if result.gaps or result.by_code else self.facts_key,
                pages=told.pages,
            )
        return ""


async def research(
    thinking: Thinking, contexts: Sequence[ResearchContext], *, at_once: int, sights_alone: bool = False
) -> list[CityResult]:
    """All of these cities, `at_once` at a time. `sights_alone`: of what a model knows only what there is to
    see; the rest is missing then. Raises what ends the turn (BudgetExhausted, LeaseLost)."""
    system = prompting.companion_system(registry.get(AGENT), await thinking.brief(AGENT))
    reads_web = may_read_web(thinking)
    gate = asyncio.Semaphore(max(1, at_once))
    prefix = SharedPrefix()

    async def one(number: int, context: ResearchContext) -> CityResult:
        async with gate:
            result = CityResult(context, key=f"{AGENT}-{number}")
            city = _City(thinking, result, system, prefix, reads_web, sights_alone)
            return await city.find_out()

    return await together(*(one(number, context) for number, context in enumerate(contexts, start=1)))


def may_read_web(thinking: Thinking) -> bool:
    """Is there somebody to search, and may they for this trip?"""
    return thinking.mind.name != "offline" and thinking.view.web


async def read_web(thinking: Thinking, question: WebQuestion, key: str) -> WebReading:
    """What the web says, with at least one page. Raises AgentFailed; a server that refuses is not asked again
    soon, and a cap that is too near for searches is no reason to end the turn."""
    await thinking.log.write(AgentProgress(key=key, doing=SEARCHING))
    agent = registry.get(web_access.AGENT)
    try:
        reading = await thinking.ask(
            agent.name,
            question,
            system=prompting.agent_system(agent),
            task=web_task(question),
            output=WebReading,
            purpose=agent.name,
            step=f"web:{question.city.id}:{question.topic or ''}",
            key=key,
            fills=False,
        )
    except BudgetExhausted as exhausted:
        raise AgentFailed("rate_limited", detail=exhausted.sentence) from exhausted
    except AgentFailed as failure:
        if failure.kind in REFUSALS:
            web_access.note_refusal(failure.detail)
        raise
    if not reading.pages:
        raise AgentFailed("not_an_answer", detail=f"no pages: {', '.join(reading.faults)}")
    return reading


async def from_pages(
    thinking: Thinking,
    context: ResearchContext,
    output: type[BaseModel],
    reading: WebReading,
    task: list,
    key: str,
    check=None,
) -> Any:
    """The second pass: rows out of words that were read. No tools, no brief, no link but to these pages."""
    answer = await thinking.ask(
        AGENT,
        context,
        system=prompting.companion_system(registry.get(AGENT), "", name="research_pages.md"),
        task=task,
        output=output,
        check=check,
        purpose=AGENT,
        step=f"{AGENT}:{context.city.id}:pages",
        key=key,
        tool_names=(),
        fills=False,
    )
    return output.model_validate(without_other_links(answer.model_dump(mode="json"), reading))


async def look_up(
    thinking: Thinking, context: ResearchContext, topic: Topic, passport: Country | None
) -> list[tuple[str, str]]:
    """What is so at present: sentences with the address of their page, none without. Raises AgentFailed."""
    question = web_question(context, topic, passport)
    agent, key = registry.get(web_access.AGENT), f"{web_access.AGENT}-1"
    doing = f"{context.city.name}: {topic}"
    async with thinking.log.at_work(agent, doing, key=key, of=context.city.name) as work:
        reading = await read_web(thinking, question, key)
        task = pages_task(question, reading, wanted("facts", WANTED["facts"]))
        answer = await from_pages(thinking, context, ResearchedFacts, reading, task, key)
        told = [(fact.sentence, page) for fact in answer.facts if (page := page_of(fact.source, reading))]
        work.said = f"{doing}, {len(reading.pages)} pages"
    return told


@dataclass(frozen=True)
class _City:
    """One city on its way."""

    thinking: Thinking
    result: CityResult
    system: list
    prefix: SharedPrefix
    reads_web: bool
    sights_alone: bool

    @property
    def context(self) -> ResearchContext:
        return self.result.context

    async def find_out(self) -> CityResult:
        result = self.result
        what = "what to see" if self.sights_alone else "places, activities, food and facts"
        what = "hours and prices of the plan" if self.context.places_alone else what
        doing = f"{result.name}: {what}"
        at_work = self.thinking.log.at_work(registry.get(AGENT), doing, key=result.key, of=result.name)
        async with at_work as work:
            answer = await self._answer()
            result.reply, result.next_step = answer.reply.strip(), answer.next_step
            result.found = await computed(
                found_rows, answer, self.context, result.reading, self.thinking.places
            )
            if not self.context.places_alone:
                result.practical = await computed(practical, self.context, answer.facts, result.reading)
            work.said = f"{result.name}: {result.summary}"
        return result

    async def _answer(self) -> ResearchAnswer:
        """From the web where that may be, else from what the model knows: the city is never lost."""
        if self.reads_web:
            try:
                return await self._from_web()
            except AgentFailed as failure:
                logger.info("the web told nothing of %s (%s)", self.context.city.id, failure.kind)
                self.result.web_failed = True
        if self.context.places_alone:
            return ResearchAnswer(reply=" ", city=self.context.name)
        return await self._sights() if self.sights_alone else await self._known()

    async def _sights(self) -> ResearchAnswer:
        found = await self._part("places", SIGHTS)
        if isinstance(found, AgentFailed):
            self.result.by_code = True
            return await self._by_code(found)
        self.result.gaps = [part for part in PARTS if part != "places"]
        return ResearchAnswer(reply=" ", city=self.context.name, places=found.places)

    async def _from_web(self) -> ResearchAnswer:
        """Two passes: words with their pages, then rows out of these words alone. Nothing of the traveller
        but what may leave is in either, so that no page can ask for it."""
        question = web_question(self.context)
        reading = await read_web(self.thinking, question, self.result.key)
        alone = self.context.places_alone
        answer = await from_pages(
            self.thinking,
            self.context,
            ResearchAnswer,
            reading,
            pages_task(question, reading, PLACES_ALONE if alone else wanted()),
            self.result.key,
            check=None if alone else self._problems,
        )
        self.result.reading = reading
        return answer.model_copy(update={"reply": " ", "next_step": ""}) if alone else answer

    async def _known(self) -> ResearchAnswer:
        """The whole city in one answer, else in parts, else by code."""
        try:
            return await self._ask(ResearchAnswer, task_of(self.context), "whole", check=self._problems)
        except AgentFailed as failure:
            flowed = failure.kind == "timeout" and failure.answered  # as cut as one that ran out of tokens
            if not (flowed or failure.kind in TOO_MUCH):
                self.result.by_code = True
                return await self._by_code(failure)
            logger.info("research of %s was cut (%s): asked in parts", self.context.city.id, failure.kind)
        await self.thinking.log.write(
            AgentProgress(key=self.result.key, doing="the answer was cut; asking for it in smaller parts")
        )
        return await self._in_parts()

    async def _in_parts(self) -> ResearchAnswer:
        """What comes of each part; of those that fail what code knows."""
        parts = dict(zip(PARTS, await together(*(self._part(part) for part in PARTS)), strict=True))
        got = {part: getattr(one, part) for part, one in parts.items() if not isinstance(one, AgentFailed)}
        failures = [one for one in parts.values() if isinstance(one, AgentFailed)]
        if not failures:
            return ResearchAnswer(reply=" ", city=self.context.name, **got)
        own = await self._by_code(failures[0])
        self.result.gaps = [part for part in PARTS if part not in got and not getattr(own, part)]
        self.result.by_code = not got
        return own.model_copy(update={**got, "reply": " " if got else own.reply})

    async def _part(self, part: Part, most: int = 0) -> BaseModel | AgentFailed:
        try:
            return await self._ask(OF_PART[part], task_of(self.context, part, most), part)
        except AgentFailed as failure:
            return failure

    async def _by_code(self, failure: AgentFailed) -> ResearchAnswer:
        of = f"what our data has on {self.context.name}"
        return await self.thinking.fill_in(AGENT, self.context, failure, of=of, key=self.result.key)

    async def _ask(self, output: type[BaseModel], task: list, what: str, check=None):
        return await self.thinking.ask(
            AGENT,
            self.context,
            system=self.system,
            task=task,
            output=output,
            check=check,
            purpose=AGENT,
            step=f"{AGENT}:{self.context.city.id}:{what}",
            key=self.result.key,
            prefix=self.prefix,
            fills=False,
        )

    def _problems(self, answer: ResearchAnswer) -> list[str]:
        city = self.context.city
        if not any(finding.same_thing(answer.city, name) for name in (city.name, self.context.name)):
            meant = self.context.gazetteer.best_city(answer.city, near=city)
            if meant is not None and meant.id != city.id:
                return [f"This is about {answer.city}; the city asked for is {self.context.name}."]
        if not (answer.places or answer.activities or answer.food or answer.facts):
            return ["Nothing is in the lists: places, activities, food and facts are wanted."]
        return []
