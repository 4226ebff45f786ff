"""Practical facts of a city from our data: climate, money, fares, airports, holidays. Each names its source.

What of it is general knowledge says so.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal

from agents.companion_schemas import PracticalFact
from agents.companions.research import GENERAL, ResearchContext
from agents.companions.web import page_of
from agents.llm.server_tools import WebReading
from trips.catalogue.city_facts import CityFact
from trips.facts.describing import money
from trips.facts.limits import spoken_date
from trips.planning.city_notes import notes_of
from trips.planning.fares import CITY_FARES, local_fares, price_level
from trips.planning.figures import without_figures
from trips.schemas import GRADES, Grade
from trips.wording import quantum

#: Topics of research, by those of `city_facts`; the others are "other".
TOPICS = {
    "climate": "weather",
    "clothes": "weather",
    "money": "money",
    "tap water": "health",
    "tipping": "customs",
    "plugs": "connectivity",
    "emergency": "safety",
    "safety": "safety",
    "getting about": "getting about",
}
AIRPORT_KM = 120
#: What is known of a city's rows, in words; the commonest first.
TAGS_TOLD = 4
NEVER_TOLD = frozenset({"free", "rainy_day", "evening", "family", "photography", "walk", "hidden_gem"})


@dataclass(frozen=True, slots=True)
class Practical:
    """What is kept of a city: a sentence a topic, where from, and the lowest grade among them."""

    facts: dict[str, str]
    source: str
    grade: Grade
    pages: dict[str, str] = field(default_factory=dict)  # the address a topic was read on


def facts_from_data(context: ResearchContext) -> list[CityFact]:
    """Everything our data tells of this city on these days, by the topics of research."""
    found = notes_of(
        context.city,
        context.facts,
        context.gazetteer,
        today=context.today,
        start=context.start,
        end=context.end,
    )
    told = [_told(fact) for fact in found if context.dated or fact.topic != "holidays"]
    return [*told, *_getting_about(context), *_around(context)]


def _told(fact: CityFact) -> CityFact:
    """Under the topic of research, with source and date in the sentence."""
    when = spoken_date(dt.date.fromisoformat(fact.as_of)) if len(fact.as_of) == 10 else fact.as_of
    basis = ", ".join(filter(None, (fact.source, when)))
    sentence = f"{fact.sentence.removesuffix('.')} ({basis})."
    return replace(fact, topic=TOPICS.get(fact.topic, "other"), sentence=sentence)


def practical(
    context: ResearchContext, told: list[PracticalFact], reading: WebReading | None = None
) -> Practical:
    """Our data first; what a mind adds follows under its topic, without figures that no page says."""
    ours = facts_from_data(context)
    sentences: dict[str, list[str]] = {}
    for fact in ours:
        sentences.setdefault(fact.topic, []).append(fact.sentence)
    grades = {fact.grade for fact in ours}
    sources = ["our data"] if ours else []
    known = {fact.sentence for fact in ours}
    pages: dict[str, str] = {}
    for fact in told:
        page = page_of(fact.source, reading)
        sentence = fact.sentence if page else without_figures(fact.sentence)
        if not sentence or fact.sentence in known or sentence in sentences.get(fact.topic, ()):
            continue
        sentences.setdefault(fact.topic, []).append(sentence)
        if page:
            grades.add("web")
            pages.setdefault(fact.topic, page)
            continue
        grades.add("unlisted")
        sources = [*sources[:1], GENERAL] if sources[:1] != [GENERAL] else sources
    return Practical(
        facts={topic: " ".join(parts)[:900] for topic, parts in sentences.items()},
        source=" and ".join(sources),
        grade=max(grades, key=GRADES.index, default="unlisted"),
        pages=pages,
    )


def _getting_about(context: ResearchContext) -> list[CityFact]:
    city = context.city
    fares = local_fares(city.curated, city.country)
    what = "estimate" if city.curated in CITY_FARES else "estimate by the price level of the country"

    def said(amount: Decimal) -> str:
        return _in_known_money(context, amount, fares.currency)

    taxi = f"a taxi {said(fares.taxi_base)} and {said(fares.taxi_per_km)} a km"
    if fares.transit is None:
        ride = f"There is no network of public transport a visitor would use; {taxi} is usual"
    else:
        ride = f"A ride by public transport is about {said(fares.transit)}, {taxi}"
    facts = [CityFact("getting about", f"{ride} ({what}).", what, grade="estimate")]
    airports = context.gazetteer.airports_near(city.lat, city.lon, within_km=AIRPORT_KM)
    if airports:
        told = ", ".join(f"{airport.name} ({airport.iata}) {km:.0f} km" for airport, km in airports)
        facts.append(CityFact("getting about", f"Airports, as the crow flies: {told}.", "OurAirports"))
    return facts


def _in_known_money(context: ResearchContext, amount: Decimal, currency: str) -> str:
    """As it stands in the money of the country or the trip's; else at the day's rate in the trip's."""
    country = context.gazetteer.country(context.city.country)
    yours = context.request.currency
    if currency in (yours, country.currency if country else ""):
        return money(amount, currency)
    rate = context.gazetteer.rate(currency, yours, context.today)
    return money((amount * rate.rate).quantize(quantum(yours)), yours) if rate else money(amount, currency)


def _around(context: ResearchContext) -> list[CityFact]:
    """What our rows of the city are full of; without rows, its price level."""
    city = context.city
    if not context.gazetteer.catalogue.can_fill(city, 1):
        level = price_level(city.country)
        sentence = f"What a visitor pays is about {level:.0%} of the United States (estimate)."
        return [CityFact("money", sentence, "estimate", grade="estimate")]
    rows = context.gazetteer.places(city.curated, "visit")
    tags = Counter(tag for row in rows for tag in row.tags if tag not in NEVER_TOLD)
    told = ", ".join(tag.replace("_", " ") for tag, _count in tags.most_common(TAGS_TOLD))
    grade = max((row.grade for row in rows), key=GRADES.index, default="common")
    return [CityFact("other", f"Of {len(rows)} sights in our rows most are about {told}.", "", grade=grade)]
