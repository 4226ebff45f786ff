"""Answers to a traveller's question in between, from our data alone. None = we have nothing on it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal

from agents.offline.on_facts import about_facts, asks_for_all_said, said_before
from agents.offline.on_plans import NOTHING_YET, about_plans, names_a_part
from agents.offline.on_the_way import about_the_way
from agents.offline.rainy_days import about_rainy_days
from agents.view import TripView
from trips.catalogue.city_facts import city_facts
from trips.catalogue.diets import dishes_for
from trips.catalogue.gazetteer import City, distance_km
from trips.catalogue.opening_hours import hours_in_words, open_spans
from trips.planning.fares import local_fares
from trips.planning.request import city_named
from trips.planning.wishes import place_meant
from trips.reading import understand
from trips.reading.questions import (
    asked,
    asks_back,
    capitalised,
    month_asked,
    plan_asked,
    subjects_in,
    weekday_asked,
)
from trips.reading.values import easter
from trips.schemas import Place

MONTHS = (
    "January February March April May June July August September October November December".split()
)  # fmt: skip
NO_DATA = "I have no data on that and would rather not guess; a map search or the tourist office will know."
NOT_THAT_KIND = (
    "I can't tell you that. Ask me about your plan and its prices, or a city's weather, sights, hours, "
    "holidays, money, water and tipping; a map search or the tourist office knows the rest."
)
#: Rows of questions, as facts of a city call them.
_TOPICS = {"tipping": "tipping", "water": "tap water", "plugs": "plugs"}
CHOOSE_FIRST = "Choose one of the options first: its days then tell what is on when."
UNANSWERED = ("", NO_DATA, NOT_THAT_KIND)
#: What is pleasant, and how much rain in a month puts off as much as a degree too cold or too hot.
PLEASANT_C, MM_LIKE_A_DEGREE = 20.0, 20.0
Answer = Callable[[str, TripView, list[City]], str | None]
_answers: dict[str, Answer] = {}


def about(*subjects: str) -> Callable[[Answer], Answer]:
    """Answers a row of `subject` in `lexicon/questions.toml`."""

    def add(answer: Answer) -> Answer:
        _answers.update(dict.fromkeys(subjects, answer))
        return answer

    return add


def answer_question(question: str, view: TripView) -> str:
    """One or two sentences with their source: of what was said, of the options and the plan, of the trip's
    facts, then of our data. Where none of them tells it, that it is so."""
    if words := about_the_way(question, view) or about_rainy_days(question, view, _cities(question, view)):
        return words
    known = "" if names_a_part(question) else about_facts(question, view)
    if known and asks_for_all_said(question):
        return known
    if asks_back(question):
        found = view.remembered.recalled or view.remembered.said
        return said_before(view) if found else known or said_before(view)
    if words := known or about_plans(question, view):
        return words
    subjects, cities = subjects_in(question), _cities(question, view)
    answers = (_answers[one](question, view, cities) for one in subjects)
    if words := next((words for words in answers if words), ""):
        return words
    if plan_asked(question) and view.plan is None:
        return CHOOSE_FIRST if view.choosable else NOTHING_YET
    return NO_DATA if subjects else NOT_THAT_KIND


def _cities(question: str, view: TripView) -> list[City]:
    """Cities the question names, else those of the trip."""
    named = []
    for words in capitalised(question):
        matches = view.gazetteer.find_cities(words, limit=1)
        if matches and matches[0].exact and matches[0].city.population > 50_000:
            named.append(matches[0].city)
    ours = [city for d in view.facts.destinations if (city := city_named(d, view.gazetteer))]
    return named or ours


@about("can_do")
def what_we_do(question: str, view: TripView, cities: list[City]) -> str | None:
    return (
        "I plan trips day by day, check every plan, and come along with agenda, costs and changes; booking, "
        "paying and calling stay with you. Tell me where you'd like to go, or say /help for all of it."
    )


@about("money_left")
def money_left(question: str, view: TripView, cities: list[City]) -> str | None:
    return "Say /cost: it shows what is spent, what is planned and what is left." if view.plan else None


@about("tipping", "water", "plugs")
def practical(question: str, view: TripView, cities: list[City]) -> str | None:
    """What the country's rows say of it, city by city."""
    wanted = [_TOPICS[one] for one in subjects_in(question) if one in _TOPICS]
    told = [
        f"{city.name}: {fact.sentence.rstrip('.')} ({fact.source}{f', {fact.as_of}' if fact.as_of else ''})."
        for city in {city.country: city for city in cities}.values()
        for fact in city_facts(city, view.gazetteer, today=view.today)
        if fact.topic in wanted
    ]
    return " ".join(told) or None


@about("beyond")
def out_of_reach(question: str, view: TripView, cities: list[City]) -> str | None:
    """Said to be so, with where to look."""
    where = f"A map search for “{cities[0].name}” tells" if cities else "A map search tells"
    return f"That is beyond what I know. {where}, and so does the desk of where you stay."


@about("fare")
def fare(question: str, view: TripView, cities: list[City]) -> str | None:
    if not cities:
        return None
    fares = local_fares(cities[0].curated, cities[0].country)
    ride = f"a ride by public transport about {fares.transit}, " if fares.transit is not None else ""
    return (
        f"In {cities[0].name}, {ride}a taxi from about {fares.taxi_base} {fares.currency} on: estimates. "
        "What a certain way costs stands with it in the plan."
    )


@about("car")
def car(question: str, view: TripView, cities: list[City]) -> str | None:
    if not cities:
        return (
            "That depends on where you go: in a city with public transport you need no car. "
            "Name the place and I can say."
        )
    city = cities[0]
    fares = local_fares(city.curated, city.country)
    if fares.transit is not None and (city.curated or city.population > 400_000):
        return (
            f"In {city.name} you do not need a car: walking and public transport get you about "
            f"(a ride is about {fares.transit} {fares.currency}), and parking is what costs most. "
            "For trips into the country a car can be worth it."
        )
    return (
        f"For {city.name} I have no data on public transport, so I cannot rule a car out. "
        f"Taxis start at about {fares.taxi_base} {fares.currency} (an estimate)."
    )


@about("visa")
def papers(question: str, view: TripView, cities: list[City]) -> str | None:
    """What to check and where, city by city; never a verdict."""
    told = [
        f"{fact.sentence} {fact.url}".strip()
        for city in {city.country: city for city in cities}.values()
        for fact in city_facts(city, view.gazetteer, today=view.today)
        if fact.topic == "entry"
    ]
    return " ".join([*told, "Vaccinations and insurance are not in my data, and I would rather not guess."])


@about("length")
def length(question: str, view: TripView, cities: list[City]) -> str | None:
    """By the sights we know, at four a day."""
    for city in cities:
        sights = view.gazetteer.places(city.curated, "visit") if city.curated else []
        if sights:
            return (
                f"I know {len(sights)} sights in {city.name}: at four a day, {max(2, len(sights) // 8)} days "
                f"show you the best half, {-(-len(sights) // 4)} days all of them."
            )
    return None


@about("best_time")
def best_time(question: str, view: TripView, cities: list[City]) -> str | None:
    """The months that come nearest to twenty degrees with little rain."""
    for city in cities:
        normals = [normal for month in range(1, 13) if (normal := view.gazetteer.climate(city.id, month))]
        if not normals:
            continue
        normals.sort(key=lambda normal: abs(normal.mean_c - PLEASANT_C) + normal.rain_mm / MM_LIKE_A_DEGREE)
        best = ", ".join(
            f"{MONTHS[normal.month - 1]} ({normal.mean_c:.0f} °C, {normal.rain_mm:.0f} mm of rain)"
            for normal in normals[:3]
        )
        return (
            f"By the weather alone, the mildest and driest months in {city.name} are {best}: long-term means "
            f"({normals[0].source})."
        )
    return None


@about("weather")
def weather(question: str, view: TripView, cities: list[City]) -> str | None:
    month = month_asked(question)
    day = view.facts.dates.start or view.facts.dates.earliest
    month = month or (day.month if day else None)
    if not cities or month is None:
        return None
    lines = []
    for city in cities[:3]:
        normal = view.gazetteer.climate(city.id, month)
        if normal:
            lines.append(
                f"{city.name} in {MONTHS[month - 1]}: {round(normal.mean_c)} °C on average over day "
                f"and night, {normal.rain_mm:.0f} mm of rain in the month"
            )
            source = normal.source
    return f"{'; '.join(lines)}. Long-term means ({source}), no forecast." if lines else None


@about("currency")
def currency(question: str, view: TripView, cities: list[City]) -> str | None:
    if not cities:
        return None
    country = view.gazetteer.country(cities[0].country)
    if country is None or not country.currency:
        return None
    home = view.facts.budget.currency or "USD"
    if home == country.currency:
        return f"{cities[0].name} uses {country.currency}, the same as your budget."
    rate = view.gazetteer.rate(home, country.currency, view.today)
    if rate is None:
        return f"{cities[0].name} uses {country.currency}; I have no rate for it."
    amount = rate.rate.quantize(Decimal("0.01"))
    return (
        f"{cities[0].name} uses {country.currency}: 1 {home} was {amount} {country.currency} "
        f"on {rate.date.day} {rate.date:%B %Y} ({rate.source})."
    )


@about("open_day")
def open_on_a_day(question: str, view: TripView, cities: list[City]) -> str | None:
    """Which of our places in the trip's city are closed, or open, on the day that is named."""
    day = _day_named(question, view)
    beside = asked(question, "beside")
    shut = "shut" in beside
    for city in cities:
        sights = view.gazetteer.places(city.curated, "visit") if city.curated else []
        if "museums" in beside:
            sights = [place for place in sights if "museum" in place.tags]
        found = [
            place.name
            for place in sights
            if (spans := open_spans(place, day, view.gazetteer)) is not None and (not spans) == shut
        ]
        if sights:
            names = ", ".join(found[:10]) or "none that I know of"
            state = "Closed" if shut else "Open"
            return f"{state} in {city.name} on {_spoken(day)}: {names} (usual hours, by our rows)."
    return None


def _spoken(day: dt.date) -> str:
    return f"{day:%A} {day.day} {day:%B}"


#: Days after Easter Sunday.
_EASTER = {"good_friday": -2, "easter_saturday": -1, "easter_monday": 1, "easter": 0}


def _day_named(question: str, view: TripView) -> dt.date:
    """A date in the question; a weekday, as the next such day of the trip from today on; a day of Easter;
    else the first day of the trip, or today on the way."""
    first = max(view.facts.dates.start or view.today, view.today)
    for name in asked(question, "beside"):
        if name in _EASTER:
            days = (easter(year) + dt.timedelta(days=_EASTER[name]) for year in (first.year, first.year + 1))
            return next(day for day in days if day >= first)
    read = understand(question, today=view.today, gazetteer=view.gazetteer).changes
    said = [
        change.value for change in read if change.path == "dates.start" and isinstance(change.value, dt.date)
    ]
    weekday = weekday_asked(question)
    if said and (weekday is None or said[0].weekday() == weekday) and said[0] >= first:
        return said[0]
    if weekday is None:
        return first
    return first + dt.timedelta(days=(weekday - first.weekday()) % 7)


@about("holidays")
def holidays(question: str, view: TripView, cities: list[City]) -> str | None:
    dates = view.facts.dates
    if not cities or not dates.start or not dates.end:
        return None
    city = cities[0]
    found = view.gazetteer.holidays_between(city, dates.start, dates.end)
    if not found:
        return f"No public holiday falls on your days in {city.name}."
    named = ", ".join(f"{one.name} ({one.date.day} {one.date:%B})" for one in found)
    return f"On your days in {city.name}: {named}."


@about("distance")
def distance(question: str, view: TripView, cities: list[City]) -> str | None:
    if not cities:
        return None
    if len(cities) > 1 and "between" in asked(question, "beside"):
        a, b = cities[:2]
        km = distance_km(a.lat, a.lon, b.lat, b.lon)
        return f"From {a.name} to {b.name} it is {km:,.0f} km as the crow flies."
    city = cities[0]
    near = view.gazetteer.airports_near(city.lat, city.lon)
    words = [f"{airport.name} ({airport.iata}, {km:.0f} km)" for airport, km in near]
    sentences = []
    origin = city_named(view.facts.origin, view.gazetteer)
    if origin and origin.id != city.id:
        km = distance_km(origin.lat, origin.lon, city.lat, city.lon)
        sentences.append(f"From {origin.name} to {city.name} it is {km:,.0f} km as the crow flies.")
    if words:
        sentences.append(f"Airports with scheduled service near {city.name}: {', '.join(words)}.")
    return " ".join(sentences) or None


@about("hours")
def one_place(question: str, view: TripView, cities: list[City]) -> str | None:
    for city in cities:
        place = place_meant(question, city, view.gazetteer)
        if place is None:
            continue
        day = _day_named(question, view)
        hours = hours_in_words(place, day, view.gazetteer)
        basis = f"{_basis(place)}; check before you go"
        return f"{place.name}: {hours} on {_spoken(day)}; {_price(place)} ({basis})."
    return None


@about("more_about")
def more_about(question: str, view: TripView, cities: list[City]) -> str | None:
    """What the row of a place tells besides its hours."""
    for city in cities:
        place = place_meant(question, city, view.gazetteer)
        if place is None:
            continue
        visit = place.visit if place.kind == "visit" else None
        takes = f" It takes about {visit.typical} minutes." if visit else ""
        suiting = dishes_for(place, view.facts.dietary)[:4]
        dishes = f" To try: {', '.join(suiting)}." if suiting else ""
        hours = one_place(question, view, [city]) or ""
        return f"{place.summary or place.name} It is in {place.area}.{takes}{dishes} {hours}".strip()
    return None


@about("food")
def food(question: str, view: TripView, cities: list[City]) -> str | None:
    diets = set(asked(question, "diet"))
    return _some_places(view, cities, "food", "To eat in", lambda place: diets <= set(place.diet))


@about("stay")
def stay(question: str, view: TripView, cities: list[City]) -> str | None:
    return _some_places(view, cities, "stay", "To sleep in")


@about("sights")
def sights(question: str, view: TripView, cities: list[City]) -> str | None:
    if not cities:
        return _where_to_go(view)
    museums = "museums" in asked(question, "beside")
    return _some_places(
        view, cities, "visit", "Worth seeing in", lambda place: not museums or "museum" in place.tags
    )


#: Cities named to somebody who asks where to go.
KNOWN_BEST = 12


def _where_to_go(view: TripView) -> str:
    """The cities we know well, with the weather of the month where one is known."""
    day = view.facts.dates.start or view.facts.dates.earliest
    known = []
    for city in view.gazetteer.cities_with_rows()[:KNOWN_BEST]:
        normal = view.gazetteer.climate(city.id, day.month) if day else None
        known.append(
            (normal.mean_c if normal else 0.0, city.name + (f" ({normal.mean_c:.0f} °C)" if normal else ""))
        )
    names = [name for _mean, name in (sorted(known, reverse=True) if day else known)]
    when = f" in {day:%B}, the warmest first" if day else ""
    return f"The places I know best{when}: {', '.join(names)}. Name one, or any other city."


def _some_places(
    view: TripView, cities: list[City], kind: str, lead: str, suits: Callable[[Place], bool] | None = None
) -> str | None:
    for city in cities:
        places = view.gazetteer.places(city.curated, kind) if city.curated else []
        places = [place for place in places if suits is None or suits(place)]
        if places:
            names = ", ".join(f"{place.name} ({place.area})" for place in places[:6])
            return f"{lead} {city.name}, from our list: {names}."
    return None


def _price(place: Place) -> str:
    price = place.price
    return f"about {price.adult} {price.currency} an adult" if price else "no price is known"


def _basis(place: Place) -> str:
    """What is known of it rests on this: "curated, 2026-11"."""
    basis = place.source if place.grade == "unlisted" else place.grade
    return ", ".join(filter(None, [basis, place.as_of]))
