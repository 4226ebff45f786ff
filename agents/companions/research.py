"""What research reads: one city, for these travellers, on these dates. Values, no database."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from django.conf import settings

from agents.companions.web import Topic, WebQuestion, public_interests, public_places
from agents.llm.base import ModelMessage
from agents.runtime import data_rows, prompting
from agents.view import TripView
from trips.catalogue.gazetteer import City, Country, Gazetteer
from trips.finding import FoundRow
from trips.planning.city_notes import days_in
from trips.planning.picking import Pool
from trips.planning.request import Request, UnknownDestination, city_named, request_of
from trips.planning.wishes import MustDo, must_dos
from trips.schemas import Destination, Plan, TripFacts

Part = Literal["places", "activities", "food", "facts"]
GENERAL = "general knowledge"
#: Of our rows, what research chooses from.
TO_SEE_AND_EAT = ("visit", "food")
PARTS: tuple[Part, ...] = ("places", "activities", "food", "facts")
#: How many of each a city gets. What was found before does not count.
WANTED: dict[Part, int] = {"places": 10, "activities": 8, "food": 15, "facts": 8}
#: Sights of a city without rows, named before it is planned: enough for options that differ.
SIGHTS = 18
NAMES: dict[Part, str] = {
    "places": "places",
    "activities": "activities",
    "food": "places to eat",
    "facts": "practical facts",
}


@dataclass(frozen=True)
class ResearchContext:
    """One city. `start` to `end`: the days there, or of the whole trip; assumed ones where `dated` is false.
    `known`: everything found there before, what was dismissed among it."""

    city: City
    facts: TripFacts
    today: dt.date
    start: dt.date
    end: dt.date
    dated: bool
    known: tuple[FoundRow, ...]
    gazetteer: Gazetteer = field(repr=False)
    #: Names of the plan's rows there that no page has told of lately, as far as they may leave for the web.
    look_up_first: tuple[str, ...] = ()
    places_alone: bool = False  # only those are looked up: the city itself is researched
    planned: tuple[str, ...] = ()  # ids of the places of the chosen plan there
    called: str = ""  # what the trip calls it, where that is another name than the gazetteer's

    @property
    def name(self) -> str:
        return self.called or self.city.name

    @cached_property
    def request(self) -> Request:
        """The trip as if it went to this city alone, on its days there."""
        here = Destination(name=self.city.name, city_id=self.city.id, country=self.city.country)
        facts = self.facts.model_copy(update={"destinations": [here]})
        request = request_of(facts, self.gazetteer, today=self.today)
        return replace(request, start=self.start, end=self.end)

    @cached_property
    def pool(self) -> Pool:
        return Pool(self.request, self.city)

    @cached_property
    def wishes(self) -> list[MustDo]:
        """The traveller's own must-dos in this city."""
        try:
            whole = request_of(self.facts, self.gazetteer, today=self.today)
        except UnknownDestination:
            whole = self.request
        return [wish for wish in must_dos(whole) if wish.city.id == self.city.id]


def context_of(view: TripView, city: City, known: Sequence[FoundRow], called: str = "") -> ResearchContext:
    """For one city of a trip, or one that lies outside it."""
    if days := days_in(view.plan, city):
        start, end, dated = min(days), max(days), True
    else:
        here = Destination(name=city.name, city_id=city.id, country=city.country)
        alone = view.facts.model_copy(update={"destinations": [here]})
        request = request_of(alone, view.gazetteer, today=view.today)
        start, end = request.start, request.end
        dated = bool(view.facts.dates.start and view.facts.dates.end)
    times = (view.today, start, end, dated)
    context = ResearchContext(city, view.facts, *times, tuple(known), view.gazetteer, called=called)
    if view.plan is None:
        return context
    items = (item for day in view.plan.days if day.city_id == city.id for item in day.items)
    planned = tuple(item.place_id for item in items if item.kind in ("visit", "meal") and item.place_id)
    must_dos = {wish.place.id for wish in context.wishes if wish.place}
    names = public_places(view.plan, city, view.gazetteer, must_dos, fresh_since(view.today))
    return replace(context, look_up_first=names, planned=planned)


def fresh_since(today: dt.date) -> dt.date:
    """What was read before this day counts as old."""
    return today - dt.timedelta(days=settings.RESEARCH_FRESH_DAYS)


# --- Cities ------------------------------------------------------------------------------------


def cities_of(facts: TripFacts, plan: Plan | None, gazetteer: Gazetteer) -> list[City]:
    """The cities of a trip in its order: those of the plan, then those that only the facts name."""
    numbers = [day.city_id for day in plan.days] if plan else []
    home = city_named(facts.origin, gazetteer)
    named = [city_named(place, gazetteer) for place in facts.destinations if place.kind == "city"]
    wanted = {city.id for city in named if city}
    if home is not None and home.id not in wanted:
        numbers = [number for number in numbers if number != home.id]
    return gazetteer.cities([*numbers, *(city.id for city in named if city)])


# --- The task ----------------------------------------------------------------------------------


def task_of(context: ResearchContext, part: Part | None = None, most: int = 0) -> list[ModelMessage]:
    """What the model is to do: the whole city, or with `part` one kind of it, at most `most` of them."""
    city = context.city
    days = f"{context.start:%-d %B %Y} to {context.end:%-d %B %Y}"
    lines = [
        f"The city: {context.name}, {city.country_name}.",
        f"The travellers' days there: {days}{'' if context.dated else ' (assumed, nobody has said)'}.",
        "" if city.in_catalogue else "No rows of places are in our data for it: every place_id stays empty.",
        "Facts of the trip:",
        prompting.facts_text(context.facts),
    ]
    request = context.request
    rows = data_rows.about_city(city, context.start, context.end, request.currency, request)
    rows += data_rows.listed_rows([city] if city.in_catalogue else [], context.gazetteer, TO_SEE_AND_EAT)
    lines += ["", "What our data says:", *rows]
    if context.known:
        names = ", ".join(prompting.masked(row.name) for row in context.known)
        lines += ["", f"Found before, so not again: {names}"]
    lines += ["", wanted(part, most)]
    return prompting.companion_task(lines)


def web_question(
    context: ResearchContext, topic: Topic | None = None, passport: Country | None = None
) -> WebQuestion:
    """What of a city's research may leave for the web."""
    return WebQuestion(
        city=context.city,
        start=context.start,
        end=context.end,
        interests=public_interests(context.facts.interests),
        places=context.look_up_first,
        topic=topic or ("closures" if context.places_alone else None),
        passport=passport,
    )


PLACES_ALONE = "Wanted: the places to look up first, as far as the notes tell of them, and nothing else."


def wanted(part: Part | None = None, most: int = 0) -> str:
    """How many of what."""
    if part is None:
        told = ", ".join(f"about {WANTED[one]} {NAMES[one]}" for one in PARTS)
        return f"Wanted: {told}."
    most = most or WANTED[part]
    return f"Wanted now: {NAMES[part]} alone, at most {most}. The rest is asked for separately."
