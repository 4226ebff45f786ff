"""Stay: where to sleep."""

from __future__ import annotations

from agents.runtime.agent import Agent
from agents.runtime.contexts import SpecialistContext
from agents.runtime.registry import register
from agents.runtime.schemas import Findings, QuestionOut, Recommended
from trips.catalogue.gazetteer import City
from trips.planning.estimates import room_estimate
from trips.planning.named_places import as_named
from trips.planning.request import Request, request_of
from trips.planning.wishes import unsuitable
from trips.schemas import Place

LEVELS = ("low", "mid", "high")


def offline(context: SpecialistContext) -> Findings:
    """Rows that suit the party, of every band near the one asked; elsewhere kinds of stay, estimated."""
    request = request_of(context.facts, context.gazetteer, today=context.today)
    ideas: list[Recommended] = []
    risks: list[str] = []
    for goal in request.goals:
        city = goal.city
        found = _rows(city, request) if city.curated else []
        ideas += [_idea(place, city, request) for place in found]
        if len(found) < 2:
            ideas += _kinds(city, request)
        if not found:
            risks.append(f"No stays of {city.name} are in our data: prices there are estimates.")
    questions = []
    if not context.facts.stay.area:
        questions.append(
            QuestionOut(
                topic="stay",
                text="Is there an area you would like to stay in, or a kind of place?",
                suggestions=["near the centre", "somewhere quiet", "a small hotel"],
            )
        )
    return Findings(
        headline=_headline(ideas, request),
        recommendations=ideas[:18],
        assumptions=[f"{request.people} travellers; rooms by what each place sleeps."],
        risks=[*risks[:7], "Room prices are typical ones: holidays and fairs cost more."],
        questions=questions,
    )


def _rows(city: City, request: Request) -> list[Place]:
    wanted = LEVELS.index(request.level)
    places = request.gazetteer.places(city.curated or "", "stay")
    fitting = [place for place in places if unsuitable(place, request) is None]
    fitting.sort(key=lambda p: (abs(LEVELS.index(p.band or "mid") - wanted), p.price.adult if p.price else 0))
    chosen: list[Place] = []
    for band in sorted(LEVELS, key=lambda band: abs(LEVELS.index(band) - wanted)):
        chosen += [place for place in fitting if place.band == band][:2]
    return chosen[:4] if len(chosen) >= 2 else chosen


def _idea(place: Place, city: City, request: Request) -> Recommended:
    pros = []
    if place.breakfast_included:
        pros.append("Breakfast is included")
    if place.step_free == "yes":
        pros.append("Step-free")
    if request.ages and place.children == "good":
        pros.append("Good with children")
    cons = []
    if place.occupancy and place.occupancy < request.people:
        rooms = -(-request.people // place.occupancy)
        cons.append(f"{rooms} rooms needed for {request.people}")
    return Recommended(**as_named(place, city), place_id=place.id, pros=pros, cons=cons)


def _kinds(city: City, request: Request) -> list[Recommended]:
    return [
        Recommended(
            name=name,
            city=city.name,
            area="near the centre",
            band=band,
            price=price.adult,
            currency=price.currency,
            tags=[kind],
            summary=best,
        )
        for band, kind, name, best in (
            ("low", "guesthouse", "A guesthouse or hostel", "Travellers who are out all day"),
            ("mid", "hotel", "A three-star hotel", "Most travellers"),
            ("high", "hotel", "A four- or five-star hotel", "Comfort first"),
        )
        for price in [room_estimate(city, band, request.gazetteer, request.today)]
    ]


def _headline(ideas: list[Recommended], request: Request) -> str:
    listed = sum(bool(idea.place_id) for idea in ideas)
    where = " and ".join(dict.fromkeys(idea.city for idea in ideas))[:80]
    if listed:
        return f"{listed} places in {where} that suit {request.people}"
    return f"Kinds of stay in {where}, estimated"


register(
    Agent(
        name="stay",
        title="Stay",
        prompt="stay.md",
        output=Findings,
        offline=offline,
        subject="the places to stay",
    )
)
