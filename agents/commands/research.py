"""`/research`: what there is in the trip's cities, or in one of them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.conf import settings

from agents import commands
from agents.commands.registry import Command, register
from agents.companions.found_there import told_of
from agents.companions.research import NAMES, ResearchContext, cities_of, context_of
from agents.companions.researching import (
    AGENT,
    CityResult,
    KeepResearch,
    look_up,
    may_read_web,
    research,
)
from agents.companions.web import Topic, split_topic
from agents.llm.server_tools import host_of
from agents.outcome import Outcome, plain_answer
from agents.planning import computed
from agents.runtime.agent import AgentFailed
from agents.runtime.db_thread import in_database
from agents.view import TripView
from memory.extraction import Work
from trips.catalogue.gazetteer import City, Country
from trips.finding import FoundRow, facts_key_of, fresh_cities, known_of, name_of, same_thing
from trips.models import Trip
from trips.reading.routing.requests import asks_what_there_is
from trips.wording import country_in_words, listed

if TYPE_CHECKING:
    from agents.thinking import Thinking

logger = logging.getLogger("wayfare.turns")

ALL = "all"
NO_WEB = (
    "I cannot look that up: the web is not searched here. What I know is not of today, so please check it "
    "with an official source."
)
NOTHING_READ = "I looked on the web and found no page that says it. Please check with an official source."
NO_CITY = "No city of this trip is known yet: say where you want to go, or name one, like /research Kyoto."
NOT_SETTLED = (
    "Which cities it will be is not settled yet: choose an option with /select 1, or name one, "
    "like /research Kyoto."
)
LEFT_OUT_TOLD = 3
LONGEST_WORK = 12_000


@dataclass(frozen=True, slots=True)
class Researched:
    """What a trip's rows say of one city: everything found there, and whether that is still fresh."""

    name: str  # what the trip calls it
    known: tuple[FoundRow, ...]
    fresh: bool


async def carry_out(thinking: Thinking, argument: str) -> Outcome:
    """One city, the next one without research, or all that are not fresh; skipped ones are named."""
    view = thinking.view
    where, topic, passport = await computed(split_topic, argument, view.gazetteer)
    if topic is not None:
        return await _look_up(thinking, where, topic, passport)
    cities = await computed(cities_of, view.facts, view.plan, view.gazetteer)
    named = None if argument.strip().casefold() in ("", ALL) else await computed(city_meant, view, argument)
    rows = await in_database(_researched, view, [*cities, *filter(None, [named])])
    if named is not None and rows[named.id].fresh and _only_asks(view):
        if told := await in_database(_told, view, rows[named.id].name):
            return plain_answer(told, "", agent=AGENT, links=[view.on_board(AGENT)])
    wanted = [named] if named else [city for city in cities if not rows[city.id].fresh]
    everywhere = argument.strip().casefold() == ALL
    contexts = await computed(_contexts, view, wanted if everywhere else wanted[:1], rows)
    skipped: list[str] = []
    if everywhere:
        fresh = await computed(_contexts, view, [city for city in cities if rows[city.id].fresh], rows)
        again = [replace(one, places_alone=True) for one in fresh if one.look_up_first]
        again = again if may_read_web(thinking) else []
        contexts += again
        skipped = [one.name for one in fresh if one.city not in [each.city for each in again]]
    if not contexts:
        return _nothing_to_do([rows[city.id].name for city in cities])
    thinking.allow_requests(len(contexts))
    results = await research(thinking, contexts, at_once=settings.RESEARCH_AT_ONCE)
    outcome = _outcome(view, results, skipped, left=_next_without(cities, rows, results))
    outside = [result for result in results if cities and result.city.id not in {city.id for city in cities}]
    outcome.notes[:0] = [
        f"{_placed(one.city)} is no city of this trip: nothing else changed." for one in outside
    ]
    if not cities:
        outcome.notes[:0] = [f"This is {_placed(result.city)}." for result in results]
    return outcome


def _contexts(view: TripView, cities: Sequence[City], rows: dict[int, Researched]) -> list[ResearchContext]:
    return [context_of(view, city, rows[city.id].known, rows[city.id].name) for city in cities]


async def _look_up(thinking: Thinking, where: str, topic: Topic, passport: Country | None) -> Outcome:
    """A question about the present: only what a page says answers it."""
    view = thinking.view
    city = await computed(city_meant, view, where)
    if city is None or not may_read_web(thinking):
        return Outcome(mode="ANSWER", agent=AGENT, reply=NO_WEB, short_summary="not looked up")
    context = await computed(context_of, view, city, ())
    try:
        told = await look_up(thinking, context, topic, passport)
    except AgentFailed as failure:
        logger.info("nothing was looked up of %s (%s)", city.id, failure.kind)
        return Outcome(mode="ANSWER", agent=AGENT, reply=NOTHING_READ, short_summary="not looked up")
    if not told:
        return Outcome(mode="ANSWER", agent=AGENT, reply=NOTHING_READ, short_summary="nothing was found")
    read = f"read {view.today.day} {view.today:%b %Y}"
    lines = [f"- {sentence} ([{host_of(page)}]({page}), {read})" for sentence, page in told]
    return Outcome(
        mode="DELEGATE",
        agent=AGENT,
        reply="\n".join([f"{city.name}, {topic}:", "", *lines]),
        short_summary=f"{city.name}: {topic}, from {len(lines)} statements of pages",
        next_step="Ask on, or go on with the trip.",
    )


def _only_asks(view: TripView) -> bool:
    """Words that ask what there is; a command line always looks for more."""
    return commands.line_of(view) is None and asks_what_there_is(view.message)


def _told(view: TripView, city: str) -> str:
    return told_of(Trip.objects.get(pk=view.trip_id), city, view.message)


def _placed(city: City) -> str:
    return f"{city.name} in {country_in_words(city.country_name)}"


def missing(view: TripView, argument: str) -> str:
    """ "" or why it is too early, and what to say."""
    said = split_topic(argument, view.gazetteer)[0].strip()
    if said.casefold() not in ("", ALL):
        cities = cities_of(view.facts, view.plan, view.gazetteer)
        if (city := city_meant(view, said)) is not None:
            return _elsewhere(city, cities, said)
        there = f" This trip has {listed([city.name for city in cities])}." if cities else ""
        return f"I know no city called “{said[:80]}”.{there} Write /research and a city's name."
    if cities_of(view.facts, view.plan, view.gazetteer):
        return ""
    return NOT_SETTLED if view.facts.destinations else NO_CITY


def _elsewhere(city: City, cities: Sequence[City], said: str) -> str:
    """Asks once where a name means a city far from the trip; with its country it is surely meant."""
    if not cities or city.country in {one.country for one in cities}:
        return ""
    if city.country_name.casefold() in said.casefold():
        return ""
    there = listed([one.name for one in cities])
    return (
        f"The {city.name} I know is in {country_in_words(city.country_name)}, and no city of this trip, "
        f"which has {there}. If you mean it, write /research {city.name}, {city.country_name}."
    )


def arguments(view: TripView) -> Sequence[str]:
    """For the composer: the trip's cities, and all of them."""
    names = [city.name for city in cities_of(view.facts, view.plan, view.gazetteer)]
    return [*names, ALL] if len(names) > 1 else names


def city_meant(view: TripView, text: str) -> City | None:
    """A city of the trip in any spelling, else one of the world that is surely meant."""
    cities = cities_of(view.facts, view.plan, view.gazetteer)
    for city in cities:
        if same_thing(city.name, text):
            return city
    return view.gazetteer.best_city(text, near=cities[0] if cities else None)


def _researched(view: TripView, cities: Sequence[City]) -> dict[int, Researched]:
    """By city. In the database's thread."""
    trip = Trip.objects.get(pk=view.trip_id)
    fresh = fresh_cities(trip, within_days=settings.RESEARCH_FRESH_DAYS)
    return {
        city.id: Researched(name_of(trip, city), tuple(known_of(trip, city)), city.id in fresh)
        for city in cities
    }


def _next_without(
    cities: Sequence[City], rows: dict[int, Researched], results: Sequence[CityResult]
) -> list[str]:
    """Names of the cities that stay without research after this turn."""
    done = {result.city.id for result in results if not result.by_code}
    return [rows[city.id].name for city in cities if city.id not in done and not rows[city.id].fresh]


# --- What is said ------------------------------------------------------------------------------


def _outcome(view: TripView, results: list[CityResult], skipped: list[str], *, left: list[str]) -> Outcome:
    key = facts_key_of(view.facts)
    paragraphs = [_said(result, alone=len(results) == 1) for result in results]
    notes = [note for result in results for note in _notes(result)]
    if skipped:
        notes.append(f"Still fresh, so I left it as it is: {listed(skipped)}.")
    summary = "; ".join(f"{result.name}: {result.summary}" for result in results)
    step = results[0].next_step if len(results) == 1 and not left else ""
    return Outcome(
        mode="DELEGATE",
        agent=AGENT,
        reply="\n\n".join(paragraphs),
        effects=[KeepResearch(result, key) for result in results],
        links=[view.on_board(AGENT)],
        notes=notes,
        work=[
            Work(
                AGENT,
                _as_work(results),
                task=f"Research {listed([r.name for r in results])}.",
                saved=any(result.found.rows for result in results),
            )
        ],
        short_summary=summary[:400],
        next_step=step or _next_step(left),
    )


def _next_step(left: list[str]) -> str:
    if left:
        return f"Next without research: {left[0]}. Write /research {left[0]}."
    return "Keep what you like and say what is not for you; then /prioritize puts it in order."


def _said(result: CityResult, *, alone: bool) -> str:
    """A city's paragraph; figures are counted by code."""
    said = result.reply or f"I found {result.summary} in {result.name}."
    return said if alone else f"**{result.name}**: {said}"


def _notes(result: CityResult) -> list[str]:
    city = result.name
    notes = [f"{result.again} asks the language model again."] if result.by_code else []
    if result.web_failed:
        notes.append(
            f"Nothing came from the web for {city} this time: what is told of it nobody looked up today."
        )
    if result.gaps:
        parts = listed([NAMES[part] for part in result.gaps])
        notes.append(f"Of {city} the {parts} are missing this time. {result.again} asks for them again.")
    for left_out in result.found.unsuitable[:LEFT_OUT_TOLD]:
        notes.append(f"Left out in {city}: {left_out}.")
    return notes


def _nothing_to_do(names: list[str]) -> Outcome:
    return plain_answer(
        f"{listed(names)}: researched for what you want, and still fresh. "
        f"/research {names[0]} looks for more there.",
        "Keep what you like and say what is not for you.",
        agent=AGENT,
    )


def _as_work(results: list[CityResult]) -> str:
    """What research did, in words, for what is learnt from it: the replies first, then every finding. Of a
    city that was read on pages only the counts: what pages say is learnt by nobody."""
    lines = [f"{r.name}: {r.summary if r.reading else r.reply or r.summary}" for r in results]
    for result in results:
        if result.reading:
            continue
        city = result.name
        for row in result.found.rows:
            said = row.data.get("summary", "")
            lines.append(f"{city}, {row.kind}: {row.name} ({row.grade}). {said}".rstrip())
        facts = result.practical.facts if result.practical else {}
        lines += [f"{city}, {topic}: {sentence}" for topic, sentence in facts.items()]
    return "\n".join(lines)[:LONGEST_WORK]


register(
    Command(
        name=AGENT,
        usage="/research [CITY|all|CITY: TOPIC]",
        summary="what there is in the trip's cities: places, activities, food, facts",
        carry_out=carry_out,
        missing=missing,
        agent=AGENT,
        arguments=arguments,
        words=("Research every city", "Research {}"),
    )
)
