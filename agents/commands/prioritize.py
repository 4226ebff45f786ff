"""`/prioritize`: what was found into must, should, could and skip, in one city or in all of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings

from agents.commands.registry import Command, register
from agents.companion_schemas import PriorityAnswer
from agents.companions.city_rows import theirs
from agents.companions.prioritizer import (
    PriorityContext,
    context_for,
    prepared,
    problems_of,
    ranks_of,
    task_of,
)
from agents.companions.research import cities_of, context_of
from agents.outcome import Outcome, plain_answer
from agents.planning import computed
from agents.runtime import prompting, registry
from agents.runtime.concurrency import together
from agents.runtime.db_thread import in_database
from agents.view import TripView
from memory.extraction import Work
from trips import prioritising
from trips.catalogue.gazetteer import City
from trips.finding import known_of, same_thing, save_findings
from trips.models import Finding, Message, Trip, Turn
from trips.wording import listed

if TYPE_CHECKING:
    from agents.thinking import Thinking

#: Findings by city.
Stored = Mapping[str, Sequence[Finding]]

AGENT = "prioritizer"
ALL = "all"
NOTHING = (
    "Nothing was found yet that could be sorted. /research and a city's name looks for it; in a city that "
    "our data does not hold nothing is found without a language model."
)
MUSTS_TOLD = 5
#: Characters of what was done, for what is kept of it; a job takes its beginning and its end.
LONGEST_WORK = 6_000


@dataclass(frozen=True)
class CityPriorities:
    """One city, sorted."""

    context: PriorityContext
    answer: PriorityAnswer
    ranks: Mapping[int, tuple[str, str]]

    @property
    def counts(self) -> Counter[str]:
        own = [candidate.tier for candidate in self.context.candidates if candidate.tier]
        return Counter([*own, *(tier for tier, _reason in self.ranks.values())])

    @property
    def counts_in_words(self) -> str:
        """ "4 must, 7 should, 15 could, 7 skip; 2 of them as you ranked them"."""
        told = ", ".join(f"{self.counts[tier]} {tier}" for tier in prioritising.TIERS if self.counts[tier])
        own = sum(bool(candidate.tier) for candidate in self.context.candidates)
        return f"{told}; {own} of them as you ranked {'it' if own == 1 else 'them'}" if own else told


@dataclass(frozen=True)
class KeepPriorities:
    """Writes the tiers of a city, in the transaction of its turn."""

    ranks: Mapping[int, tuple[str, str]]

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        """What the traveller ranked meanwhile stays theirs."""
        prioritising.by_team(trip, self.ranks)
        return ""


async def carry_out(thinking: Thinking, argument: str) -> Outcome:
    """All cities that were researched, or the one named; several at the same time. Raises what ends the
    turn."""
    view = thinking.view
    stored = await in_database(_stored, view)
    if not stored:
        return plain_answer(NOTHING, "Write /research and a city's name.", agent=AGENT)
    wanted = argument.strip()
    names = list(stored)
    if wanted.casefold() not in ("", ALL):
        names = [name for name in names if same_thing(name, wanted)]
        if not names:
            return await computed(_not_found, view, wanted, stored)
    contexts = await computed(_contexts, view, stored, names)
    sortable = [context for context in contexts if context.free]
    if not sortable:
        said = (
            f"Everything in {listed(names)} is as you ranked it. What you give back under Priorities, I sort."
        )
        return plain_answer(said, "Say what matters to you, or go on with /plan.", agent=AGENT)
    system = prompting.companion_system(registry.get(AGENT), await thinking.brief(AGENT))
    gate = asyncio.Semaphore(max(1, settings.RESEARCH_AT_ONCE))
    thinking.allow_requests(len(sortable))

    async def one(number: int, context: PriorityContext) -> CityPriorities:
        async with gate:
            return await _sorted(thinking, context, system, f"{AGENT}-{number}")

    results = await together(*(one(number, context) for number, context in enumerate(sortable, start=1)))
    return _outcome(view, results)


async def _sorted(thinking: Thinking, context: PriorityContext, system: list, key: str) -> CityPriorities:
    agent = registry.get(AGENT)
    doing = f"{context.name}: what matters among {len(context.candidates)} findings"
    async with thinking.log.at_work(agent, doing, key=key, of=context.name) as work:
        answer = await thinking.ask(
            AGENT,
            context,
            system=system,
            task=task_of(context),
            output=PriorityAnswer,
            check=lambda candidate: problems_of(candidate, context),
            purpose=AGENT,
            step=f"{AGENT}:{context.name}",
            key=key,
            of=f"the order of what was found in {context.name}",
        )
        result = CityPriorities(context, answer, ranks_of(answer, context))
        work.said = f"{context.name}: {result.counts_in_words}"
    return result


# --- What there is to sort ---------------------------------------------------------------------


def _stored(view: TripView) -> Stored:
    """Findings that were not put away, in the trip's order; must-dos and what is planned become some. For the
    database's thread."""
    trip = Trip.objects.get(pk=view.trip_id)
    found: dict[str, list[Finding]] = {
        place.name: [] for place in trip.facts.destinations if place.kind == "city"
    }
    for row in trip.findings.exclude(state=Finding.State.DISMISSED).order_by("pk"):
        found.setdefault(row.city, []).append(row)
    for name, rows in found.items():
        if rows and (city := _city(view, name, rows)):
            known = known_of(trip, city)
            wanted = theirs(context_of(view, city, known, name), known)
            rows += save_findings(trip, trip.turns.get(pk=view.turn_id), city, wanted)
    return {city: rows for city, rows in found.items() if rows}


def _contexts(view: TripView, stored: Stored, names: Sequence[str]) -> list[PriorityContext]:
    """Everything that takes computing, in the threads of planning. A city that our data does not know has no
    days, hours or climate to be sorted by: it is left as it is."""
    cities = cities_of(view.facts, view.plan, view.gazetteer)
    contexts = []
    for name in names:
        rows = stored[name]
        city = _city(view, name, rows)
        if city is not None:
            contexts.append(prepared(context_for(view, city, rows, name, cities=cities)))
    return contexts


def _city(view: TripView, name: str, rows: Sequence[Finding]) -> City | None:
    number = next((row.city_id for row in rows if row.city_id), None)
    return (view.gazetteer.city(number) if number else None) or view.gazetteer.best_city(name)


def _not_found(view: TripView, wanted: str, stored: Stored) -> Outcome:
    """A city of the trip is to be researched first; anything else is no city with findings, and what one
    place is worth to them the traveller says on the board."""
    cities = cities_of(view.facts, view.plan, view.gazetteer)
    city = next((city.name for city in cities if same_thing(city.name, wanted)), "")
    if city:
        return plain_answer(
            f"{city} was not researched yet, so nothing is to be sorted there. Write /research {city} first.",
            f"Write /research {city}.",
            agent=AGENT,
        )
    researched = list(stored)
    return plain_answer(
        f"“{wanted[:80]}” is no city that was researched: I sort what was found in {listed(researched)}. "
        "A single place you rank yourself, under Priorities.",
        f"Write /prioritize {researched[0]}.",
        agent=AGENT,
        links=[view.on_board("priorities")],
    )


# --- What is said ------------------------------------------------------------------------------


def _outcome(view: TripView, results: Sequence[CityPriorities]) -> Outcome:
    summary = "; ".join(f"{result.context.name}: {result.counts_in_words}" for result in results)
    return Outcome(
        mode="DELEGATE",
        agent=AGENT,
        reply="\n\n".join(_said(result) for result in results),
        effects=[KeepPriorities(result.ranks) for result in results],
        links=[view.on_board("priorities")],
        work=[Work(AGENT, _as_work(results), task=f"Sort {listed([r.context.name for r in results])}.")],
        short_summary=f"Sorted: {summary}"[:400],
        next_step=results[0].answer.next_step
        if len(results) == 1 and results[0].answer.next_step
        else "Move what you see otherwise: what you rank yourself stays.",
    )


def _as_work(results: Sequence[CityPriorities]) -> str:
    """What the prioritizer did, in words, for what it keeps of it: every tier with its reason."""
    lines = [f"{result.context.name}: {result.answer.reply.strip()}" for result in results]
    for result in results:
        names = {candidate.key: candidate.name for candidate in result.context.candidates}
        for key, (tier, reason) in result.ranks.items():
            lines.append(f"{result.context.name}, {tier}: {names[key]}. {reason}".rstrip())
    return "\n".join(lines)[:LONGEST_WORK]


def _said(result: CityPriorities) -> str:
    """A city's paragraph: the mind's words, counts by code, the musts with their reasons."""
    names = {candidate.key: candidate.name for candidate in result.context.candidates}
    musts = [(names[key], reason) for key, (tier, reason) in result.ranks.items() if tier == "must"]
    lines = [f"- {name}: {reason}" for name, reason in musts[:MUSTS_TOLD]]
    lines += [f"- and {len(musts) - MUSTS_TOLD} more"] if len(musts) > MUSTS_TOLD else []
    head = f"**{result.context.name}**, {result.counts_in_words}. {result.answer.reply.strip()}"
    return "\n".join([head, *(["", "Must:", "", *lines] if lines else [])])


def missing(view: TripView, argument: str) -> str:
    return "" if view.found else NOTHING


def arguments(view: TripView) -> Sequence[str]:
    """For the composer: the trip's cities."""
    return [city.name for city in cities_of(view.facts, view.plan, view.gazetteer)]


register(
    Command(
        name="prioritize",
        usage="/prioritize [CITY]",
        summary="what was found, sorted into must, should, could and skip",
        carry_out=carry_out,
        missing=missing,
        agent=AGENT,
        arguments=arguments,
        words=("Sort what was found", "Sort the places in {}"),
    )
)
