"""Practical facts of a city from our data: climate, money, fares, airports, holidays. Each names its source.

Nothing here is general knowledge: of what no row says anything, nothing is said (`SILENT_ON`).
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from zoneinfo import ZoneInfo

from agents.companion_schemas import PracticalFact
from agents.companions.research import ResearchContext
from agents.companions.web import page_of
from agents.llm.server_tools import WebReading
from trips.facts.describing import money
from trips.facts.limits import spoken_date
from trips.planning.fares import CITY_FARES, local_fares, price_level
from trips.planning.figures import without_figures
from trips.schemas import GRADES, Grade
from trips.wording import quantum

#: Topics of which no data of ours tells anything.
SILENT_ON = ("safety", "customs", "connectivity", "health")
AIRPORT_KM = 120
#: What is known of a city's rows, in words; the commonest first.
TAGS_TOLD = 4
NEVER_TOLD = frozenset({"free", "rainy_day", "evening", "family", "photography", "walk", "hidden_gem"})
GENERAL = "general knowledge"


@dataclass(frozen=True, slots=True)
class CityFact:
    topic: str
    sentence: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Practical:
    """What is kept of a city: a sentence a topic, where from, and the lowest grade among them."""

    facts: dict[str, str]
    source: str
    grade: Grade
    pages: dict[str, str] = field(default_factory=dict)  # the address a topic was read on


def facts_from_data(context: ResearchContext) -> list[CityFact]:
    """Everything our data tells of this city on these days."""
    found = [
        *_weather(context),
        *_money(context),
        *_getting_about(context),
        *_holidays(context),
        *_around(context),
    ]
    return [fact for fact in found if fact.sentence]


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


def _weather(context: ResearchContext) -> list[CityFact]:
    months = sorted({(context.start.year, context.start.month), (context.end.year, context.end.month)})
    told, grade, source = [], "official", ""
    for year, month in months:
        climate = context.gazetteer.climate(context.city.id, month)
        if climate is not None:
            name = dt.date(year, month, 1).strftime("%B")
            told.append(f"{name} {climate.mean_c:.0f} °C and {climate.rain_mm:.0f} mm of rain")
            grade, source = climate.grade, climate.source
    if not told:
        return []
    sentence = f"Usual for the month, day and night together: {'; '.join(told)} ({source})."
    return [CityFact("weather", sentence, grade)]


def _money(context: ResearchContext) -> list[CityFact]:
    country = context.gazetteer.country(context.city.country)
    if country is None or not country.currency:
        return []
    theirs, yours = country.currency, context.request.currency
    if theirs == yours:
        return [CityFact("money", f"Prices are in {theirs}, the money you count in.", "official")]
    rate = context.gazetteer.rate(yours, theirs, context.today)
    if rate is None:
        return [CityFact("money", f"Prices are in {theirs}.", "official")]
    return [
        CityFact(
            "money",
            f"Prices are in {theirs}: 1 {yours} is {rate.rate.normalize():.4g} {theirs} "
            f"({rate.source}, {spoken_date(rate.date)}).",
            "official",
        )
    ]


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
    facts = [CityFact("getting about", f"{ride} ({what}).", "estimate")]
    airports = context.gazetteer.airports_near(city.lat, city.lon, within_km=AIRPORT_KM)
    if airports:
        told = ", ".join(f"{airport.name} ({airport.iata}) {km:.0f} km" for airport, km in airports)
        facts.append(CityFact("getting about", f"Airports, as the crow flies: {told}.", "official"))
    return facts


def _in_known_money(context: ResearchContext, amount: Decimal, currency: str) -> str:
    """As it stands in the money of the country or the trip's; else at the day's rate in the trip's."""
    country = context.gazetteer.country(context.city.country)
    yours = context.request.currency
    if currency in (yours, country.currency if country else ""):
        return money(amount, currency)
    rate = context.gazetteer.rate(currency, yours, context.today)
    return money((amount * rate.rate).quantize(quantum(yours)), yours) if rate else money(amount, currency)


def _holidays(context: ResearchContext) -> list[CityFact]:
    if not context.dated:
        return []
    found = [
        holiday
        for year in sorted({context.start.year, context.end.year})
        for holiday in context.gazetteer.holidays_for(context.city, year)
        if context.start <= holiday.date <= context.end
    ]
    if not found:
        return [CityFact("other", "No public holiday falls on your days.", "official")]
    told = ", ".join(f"{holiday.name} on {spoken_date(holiday.date)}" for holiday in found)
    return [CityFact("other", f"Public holiday: {told}; hours may differ.", "official")]


def _around(context: ResearchContext) -> list[CityFact]:
    """Language, clock, and what our rows of the city are full of."""
    city, facts = context.city, []
    country = context.gazetteer.country(city.country)
    if country and country.languages:
        facts.append(CityFact("other", f"Spoken there: {', '.join(country.languages[:3])}.", "official"))
    origin = context.facts.origin
    home = context.gazetteer.city(origin.city_id) if origin and origin.city_id else None
    if home is not None and (hours := _ahead(city.timezone, home.timezone, context.start)):
        way = "ahead of" if hours > 0 else "behind"
        many = "1 hour" if abs(hours) == 1 else f"{abs(hours):g} hours"
        sentence = f"The clock is {many} {way} {home.name} on your days."
        facts.append(CityFact("other", sentence, "official"))
    if city.in_catalogue:
        rows = context.gazetteer.places(city.curated, "visit")
        tags = Counter(tag for row in rows for tag in row.tags if tag not in NEVER_TOLD)
        told = ", ".join(tag.replace("_", " ") for tag, _count in tags.most_common(TAGS_TOLD))
        sentence = f"Of {len(rows)} sights in our rows most are about {told}."
        facts.append(CityFact("other", sentence, "curated"))
    else:
        level = price_level(city.country)
        sentence = f"What a visitor pays is about {level:.0%} of the United States (estimate)."
        facts.append(CityFact("money", sentence, "estimate"))
    return facts


def _ahead(there: str, here: str, date: dt.date) -> float:
    """Hours the clock there is ahead of the one here, at noon of a date."""
    noon = dt.datetime.combine(date, dt.time(12))
    one, other = (noon.replace(tzinfo=ZoneInfo(zone)).utcoffset() for zone in (there, here))
    return (one - other).total_seconds() / 3600
