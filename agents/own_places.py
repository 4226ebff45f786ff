"""Places that agents name in a turn: rows of the trip, from the specialists on to the planners."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.conf import settings

from agents import web_access
from agents.companions.research import ResearchContext, context_of
from agents.companions.researching import AGENT, KeepResearch, research
from agents.outcome import Effect, Outcome
from agents.planning import computed
from agents.runtime.db_thread import in_database
from agents.runtime.schemas import FactChangeOut
from agents.view import TripView
from trips import choosing
from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.trip_gazetteer import is_own
from trips.finding import FoundRow, facts_key_of, known_of, name_of
from trips.models import Message, Option, PlanVersion, Trip, Turn
from trips.places import Misplaced, given_row, save_own_rows
from trips.planning.draft_names import Names
from trips.planning.named_places import NamedPlaces
from trips.planning.request import cities_of_trip, request_of, sparse_cities
from trips.planning.validator import check_plan
from trips.reading.numbers import position_behind
from trips.schemas import NamedPlace, Place, TripFacts, Verdict

if TYPE_CHECKING:
    from agents.thinking import Thinking


@dataclass(frozen=True)
class KeepPlaces:
    """Writes the rows that were named, in the transaction of their turn."""

    rows: tuple[Place, ...]

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        save_own_rows(trip, turn, self.rows)
        return ""


@dataclass(frozen=True)
class KeepVerdicts:
    """Writes what the checks say of options and versions of the plan since rows of theirs are others."""

    verdicts: tuple[tuple[Option | PlanVersion, Verdict], ...]

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        for row, verdict in self.verdicts:
            row.verdict_json = verdict.model_dump(mode="json")
            row.save(update_fields=["verdict_json"])
        return ""


def take_given(changes: Iterable[FactChangeOut], facts: TripFacts, thinking: Thinking) -> list[str]:
    """Adds must-dos to the turn's rows with the position that the message gives; says which can't be so."""
    wrong, message = [], thinking.view.verbatim or thinking.view.message
    cities = cities_of_trip(facts, thinking.view.gazetteer)
    for change in (one for one in changes if (one.path, one.op) == ("must_do", "add") and one.value):
        if said := position_behind(message.partition(change.value)[2]):
            try:
                row = given_row(change.value, said[:2], cities)
            except Misplaced as problem:
                wrong.append(str(problem))
            else:
                thinking.places.rows[row.id] = row
    return wrong


async def effects(thinking: Thinking) -> list[Effect]:
    """The rows that were named or read again in this turn, and the verdicts of plans that rest on them."""
    places = thinking.places
    if not places.rows:
        return []
    kept = KeepPlaces(tuple(places.rows.values()))
    if not places.replaced:
        return [kept]
    plans = await in_database(_resting_on, places.replaced, thinking.view)
    return [kept, KeepVerdicts(await computed(_judged_again, plans, places.gazetteer, thinking.view))]


def _resting_on(place_ids: Collection[str], view: TripView) -> list[Option | PlanVersion]:
    """Those made for the facts as they are; for others the checks are run anyway where they are shown."""
    trip = Trip.objects.get(pk=view.trip_id)
    options = trip.options.filter(facts_version=view.facts_version, state__in=choosing.CHOOSABLE)
    versions = trip.plan_versions.filter(facts_version=view.facts_version)
    return [row for row in (*options, *versions) if any(i.place_id in place_ids for i in row.plan.items())]


def _judged_again(
    plans: Iterable[Option | PlanVersion], gazetteer: Gazetteer, view: TripView
) -> tuple[tuple[Option | PlanVersion, Verdict], ...]:
    """A check of options side by side stays as it was: it looks at no row."""
    judged = []
    for row in plans:
        new = check_plan(row.plan, view.facts, gazetteer, today=view.today)
        seen = {result.id for result in new.results}
        beside = [result for result in row.verdict.results if result.id not in seen]
        results = sorted([*new.results, *beside], key=lambda result: result.id)
        judged.append((row, new.model_copy(update={"results": results})))
    return tuple(judged)


async def research_before_planning(thinking: Thinking, facts: TripFacts, outcome: Outcome) -> None:
    """What there is to see in the trip's cities that have too few rows, and none of the trip; beside the
    specialists. Without a model nothing: code names no place."""
    cities = await computed(_unknown_cities, facts, thinking.view.gazetteer)
    if thinking.mind.name == "offline" or not cities:
        return
    found = await in_database(_found, thinking.view.trip_id, cities)
    contexts = await computed(_contexts, thinking, facts, found)
    thinking.allow_requests(len(contexts), AGENT, web_access.AGENT)
    results = await research(
        thinking,
        contexts,
        at_once=settings.RESEARCH_AT_ONCE,
        sights_alone=True,
    )
    outcome.notes += [
        f"Research found nothing to see in {one.name} this time. {one.again} asks again."
        for one in results
        if not one.by_code and not one.found.rows
    ]
    key = facts_key_of(facts)
    outcome.effects += [KeepResearch(result, key) for result in results if not result.by_code]


def _unknown_cities(facts: TripFacts, gazetteer: Gazetteer) -> list[City]:
    sparse = sparse_cities(facts, gazetteer)
    return [city for city in sparse if not any(is_own(row.id) for row in gazetteer.places(city.slug))]


def _found(trip_id: int, cities: Sequence[City]) -> list[tuple[City, str, tuple[FoundRow, ...]]]:
    trip = Trip.objects.get(pk=trip_id)
    return [(city, name_of(trip, city), tuple(known_of(trip, city))) for city in cities]


def _contexts(
    thinking: Thinking, facts: TripFacts, found: Sequence[tuple[City, str, tuple[FoundRow, ...]]]
) -> list[ResearchContext]:
    view = replace(thinking.view, facts=facts, plan=None)
    return [context_of(view, city, known, name) for city, name, known in found]


def with_ids(
    findings: Iterable[dict[str, Any]], facts: TripFacts, places: NamedPlaces
) -> tuple[dict[str, Any], ...]:
    """What specialists found; what they recommend has the id of a row where it names a place."""
    names = Names(request_of(facts, places.gazetteer, today=places.today))
    return tuple(
        {**found, "recommendations": [_with_id(row, names, places) for row in found["recommendations"]]}
        for found in findings
    )


def _with_id(row: dict[str, Any], names: Names, places: NamedPlaces) -> dict[str, Any]:
    city = names.city(row.get("city") or "")
    if "place_id" not in row or city is None or places.gazetteer.place(row["place_id"]):
        return row
    place = places.add(NamedPlace.model_validate(row), city)
    return {**row, "place_id": place.id if place else ""}
