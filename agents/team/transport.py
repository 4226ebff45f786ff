"""Transport: the ways there, between the cities and about town."""

from __future__ import annotations

from agents.runtime.agent import Agent
from agents.runtime.contexts import SpecialistContext
from agents.runtime.registry import register
from agents.runtime.schemas import Findings, QuestionOut, TransportIdea
from trips.catalogue.gazetteer import City
from trips.planning.fares import local_fares
from trips.planning.request import Request, request_of
from trips.planning.ways import Way, route_pairs, ways_between


def offline(context: SpecialistContext) -> Findings:
    """Every way our rows and the distance model know, for each part of the route."""
    request = request_of(context.facts, context.gazetteer, today=context.today)
    route = route_pairs(request)
    ideas, assumptions = [], []
    for start, end in route:
        found = ways_between(start, end, request, drives=request.own_car)
        ideas += [_idea(way, request) for way in _one_a_mode(found)[:3]]
    cities = list(dict.fromkeys(goal.city for goal in request.goals))
    for city in cities:
        if len(ideas) < 2 or not route:
            ideas += _about_town(city, request)
    ideas = ideas[:12]
    while len(ideas) < 2:
        ideas += _about_town(cities[0], request)
    if request.origin is None:
        assumptions.append("No starting point is known, so only the ways at the destination are compared.")
    if any("estimate" in line for idea in ideas for line in idea.tips):
        assumptions.append("Where our data has no connection, time and price are estimates.")
    questions = []
    facts = context.facts
    told = facts.car.at_hand or facts.transport_bans or facts.travel_by
    if request.origin is not None and not told:
        questions.append(
            QuestionOut(
                topic="other:means",
                text="Is there a way of travelling you would rather avoid?",
                suggestions=["no flights", "no long coach rides", "anything is fine"],
            )
        )
    return Findings(
        headline=_headline(ideas),
        recommendations=ideas,
        assumptions=assumptions,
        risks=["Fares rise towards the date: the figures are typical ones, not offers."],
        questions=questions,
    )


def _one_a_mode(ways: list[Way]) -> list[Way]:
    best: dict[str, Way] = {}
    for way in ways:
        best.setdefault(way.mode, way)
    return list(best.values())


def _idea(way: Way, request: Request) -> TransportIdea:
    price = f"about {way.price.adult} {way.price.currency}" + (" a car" if way.per_car else " a person")
    pros, cons = [], []
    if way.mode in ("train", "coach"):
        pros.append("From city centre to city centre")
    if way.mode == "flight":
        pros.append("Quickest over long distances")
        cons.append(f"{way.before + way.after} minutes at the airports on top")
    if way.mode == "coach":
        cons.append("Traffic can add time")
    tips = [way.note] if way.note else []
    tips.append(f"Source: {way.source}" if way.connection else f"An estimate: {way.source}")
    return TransportIdea(
        mode=way.mode,
        from_city=way.origin.name,
        to_city=way.destination.name,
        minutes=way.minutes,
        distance_km=round(way.kilometres, 1),
        cost_per_person=price,
        connection_id=way.connection.id if way.connection else "",
        local_transport=_local(way.destination),
        pros=pros,
        cons=cons,
        tips=[tip[:400] for tip in tips],
    )


def _local(city: City) -> str:
    fares = local_fares(city.curated, city.country)
    if fares.transit is None:
        return f"In {city.name}: on foot and by taxi, about {fares.taxi_base} {fares.currency} to start."
    return f"In {city.name}: on foot and by public transport, about {fares.transit} {fares.currency} a ride."


def _about_town(city: City, request: Request) -> list[TransportIdea]:
    fares = local_fares(city.curated, city.country)
    ways = [("walk", "free", "Costs nothing and shows the most"), ("taxi", None, "Door to door")]
    if fares.transit is not None:
        ways.insert(1, ("transit", f"about {fares.transit} {fares.currency} a ride", "Cheap and frequent"))
    return [
        TransportIdea(
            mode=mode,
            from_city=city.name,
            to_city=city.name,
            minutes=0,
            distance_km=0,
            cost_per_person=cost or f"from about {fares.taxi_base} {fares.currency}",
            local_transport=_local(city),
            pros=[pro],
        )
        for mode, cost, pro in ways
    ]


def _headline(ideas: list[TransportIdea]) -> str:
    words = list(dict.fromkeys(idea.mode for idea in ideas))
    if len(words) == 1:
        return f"{words[0].capitalize()} is the way"
    return f"{', '.join(words[:-1])} and {words[-1]} compared".capitalize()


register(
    Agent(
        name="transport",
        title="Transport",
        prompt="transport.md",
        output=Findings,
        offline=offline,
        subject="the ways to travel",
    )
)
