"""What the facts ask for, with every gap filled and each filling said.

The planner reads a `Request` and never the facts' gaps: dates, people, pace, level, money.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.trip_gazetteer import with_rows
from trips.facts.assuming import default_currency
from trips.planning.costing import converted
from trips.planning.estimates import estimated
from trips.planning.validator import needs
from trips.planning.validator.limits import PACES, PaceLimits, modes_in
from trips.schemas import CostLine, Destination, Level, Mode, Pace, Place, PlaceName, TripFacts

#: Ages assumed of children whose ages nobody has said (child fares, no infants).
ASSUMED_CHILD_AGE = 8
#: How many cities a country is worth, by days of the trip: a city change costs half a day.
COUNTRY_CITIES = ((4, 1), (8, 2), (13, 3), (20, 4), (10_000, 5))
#: Days of a trip whose length nobody has said.
USUAL_DAYS = 4
#: Longest walk between two stops in km of path, and shorter ones for those who walk less.
LONGEST_WALK_KM = 1.5
SHORT_WALK_KM = 0.8


class UnknownDestination(ValueError):
    """No destination of the facts is in the gazetteer: ask the traveller where that is."""


@dataclass(frozen=True)
class Goal:
    """A city to stay in. `nights` None = the planner decides."""

    city: City
    nights: int | None = None
    fixed: bool = False


@dataclass(frozen=True)
class Request:
    """The facts as the planner uses them. Money in `currency`; `ceiling` None = no sum named."""

    facts: TripFacts
    gazetteer: Gazetteer
    today: dt.date
    start: dt.date
    end: dt.date
    origin: City | None
    goals: tuple[Goal, ...]
    adults: int
    ages: tuple[int, ...]
    pace: Pace
    level: Level
    currency: str
    ceiling: Decimal | None
    round_trip: bool
    gaps: tuple[str, ...] = field(default=())  # sentences: what was assumed

    @property
    def people(self) -> int:
        return self.adults + len(self.ages)

    @property
    def days(self) -> int:
        return (self.end - self.start).days + 1

    @cached_property
    def sparse(self) -> frozenset[int]:
        """Ids of cities whose rows are too few for the days there."""
        return frozenset(city.id for city in _sparse(self.goals, self.days, self.gazetteer))

    @property
    def limits(self) -> PaceLimits:
        return PACES[self.pace]

    @property
    def step_free(self) -> bool:
        """A way without steps is needed everywhere."""
        return any(map(needs.everywhere, self.facts.access))

    @property
    def walks_little(self) -> bool:
        return self.step_free or any(
            needs.at_sights(need) or needs.short_walks(need) for need in self.facts.access
        )

    @property
    def walk_km(self) -> float:
        """Longest walk between two stops, km of path."""
        small = any(age < 6 for age in self.ages)
        return SHORT_WALK_KM if small or self.walks_little else LONGEST_WALK_KM

    @property
    def own_car(self) -> bool:
        return bool(self.facts.car.at_hand)

    @property
    def rents_car(self) -> bool:
        return bool(self.facts.car.wanted) and not self.own_car

    def banned(self, mode: Mode) -> bool:
        return mode in self.facts.transport_bans or any(mode in modes_in(one) for one in self.facts.avoid)

    def worth(self, amount: Decimal, currency: str) -> Decimal:
        """In the trip's money, for comparing; the amount itself where there is no rate. Not rounded."""
        return converted(amount, currency, self.currency, self.gazetteer, self.today)

    def sum_of(self, lines: Iterable[CostLine]) -> Decimal:
        return sum((self.worth(line.amount, line.currency) for line in lines), Decimal(0))

    def cars(self, seats: int) -> int:
        """How many cars of this many passenger seats the party needs."""
        return math.ceil(self.people / seats)


def request_of(
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    pace: Pace | None = None,
    level: Level | None = None,
) -> Request:
    """Fill what nobody has said, and say so. `pace` and `level` are an option's own where it has one.

    The request's gazetteer has an estimate where no row knows a price. Raises UnknownDestination when no
    destination can be found."""
    gaps: list[str] = []
    start, end = _dates(facts, today, gaps)
    days = (end - start).days + 1
    origin = city_named(facts.origin, gazetteer)
    goals = _goals(facts, gazetteer, days, gaps)
    if not goals:
        named = ", ".join(destination.name for destination in facts.destinations) or "the destination"
        raise UnknownDestination(f"{named} is not in the gazetteer")
    if facts.origin is not None and origin is None:
        gaps.append(
            f"{facts.origin.name} is not in our data: the plan begins and ends in {goals[0].city.name}."
        )
    ages = _ages(facts, gaps)
    adults = facts.party.adults if facts.party.adults is not None else (0 if ages else 1)
    currency = default_currency(facts, gazetteer).upper()
    return Request(
        facts=facts,
        gazetteer=_with_estimates(gazetteer, goals, today),
        today=today,
        start=start,
        end=end,
        origin=None if origin and origin.id in {goal.city.id for goal in goals} else origin,
        goals=tuple(goals),
        adults=max(adults, 0 if ages else 1),
        ages=ages,
        pace=pace or facts.pace or "moderate",
        level=level or facts.budget.level or "mid",
        currency=currency,
        ceiling=ceiling_of(facts, currency, max(1, adults + len(ages)), days),
        round_trip=facts.trip_type != "one_way",
        gaps=tuple(gaps),
    )


def cities_of_trip(facts: TripFacts, gazetteer: Gazetteer) -> list[City]:
    return [goal.city for goal in _goals(facts, gazetteer, _days_said(facts), [])]


def sparse_cities(facts: TripFacts, gazetteer: Gazetteer) -> list[City]:
    """Those of the trip with too few rows for its days there."""
    days = _days_said(facts)
    return _sparse(_goals(facts, gazetteer, days, []), days, gazetteer)


def lacks_in_words(cities: Iterable[City], gazetteer: Gazetteer) -> str:
    """What is missing in sparse cities."""
    sights = any(gazetteer.places(city.slug, "visit") for city in cities)
    return "too few places" if sights else "no sights"


def _days_said(facts: TripFacts) -> int:
    dates = facts.dates
    both = (dates.end - dates.start).days + 1 if dates.start and dates.end else 0
    return dates.days or max(0, both) or USUAL_DAYS


def _sparse(goals: Sequence[Goal], days: int, gazetteer: Gazetteer) -> list[City]:
    share = (days - 1) // max(1, len(goals))
    nights = ((goal.city, share if goal.nights is None else goal.nights) for goal in goals)
    return [city for city, number in nights if not gazetteer.can_fill(city, number + 1)]


def _with_estimates(gazetteer: Gazetteer, goals: list[Goal], today: dt.date) -> Gazetteer:
    rows: list[Place] = []
    for city in (goal.city for goal in goals):
        there = [row for kind in (None, "day_trip") for row in gazetteer.places(city.curated or "", kind)]
        rows += estimated([row for row in there if row.price is None], city, gazetteer, today)
    return with_rows(gazetteer, rows)


def city_named(name: PlaceName | None, gazetteer: Gazetteer) -> City | None:
    """The gazetteer's city of a fact: by id, else by its name."""
    if name is None:
        return None
    if name.city_id is not None and (city := gazetteer.city(name.city_id)):
        return city
    if name.kind != "city":
        return None
    if city := gazetteer.best_city(name.name):
        return city
    matches = gazetteer.find_cities(name.name, country=name.country, limit=1)
    return matches[0].city if matches and matches[0].exact else None


def ceiling_of(facts: TripFacts, currency: str, people: int, days: int) -> Decimal | None:
    """The sum named, for everybody and the whole trip. A daily sum is the party's for one day."""
    amount = facts.budget.amount
    if amount is None or (facts.budget.currency or currency).upper() != currency:
        return None
    if facts.budget.scope == "per_person":
        return amount * people
    if facts.budget.scope == "per_day":
        return amount * days
    return amount


def _dates(facts: TripFacts, today: dt.date, gaps: list[str]) -> tuple[dt.date, dt.date]:
    said = facts.dates
    length = said.days or USUAL_DAYS
    if said.start and said.end and said.end >= said.start:
        return said.start, said.end
    if said.start or said.end:
        start = said.start or (said.end - dt.timedelta(days=length - 1) if said.end else today)
    else:
        start = said.earliest or today + dt.timedelta(days=30)
    end = start + dt.timedelta(days=length - 1)
    gaps.append(f"Dates assumed: {start:%-d %B %Y} to {end:%-d %B %Y}.")
    return start, end


def _ages(facts: TripFacts, gaps: list[str]) -> tuple[int, ...]:
    ages = list(facts.party.ages)
    count = max(facts.party.children or 0, len(ages))
    if count > len(ages):
        gaps.append(f"Children whose age nobody has said are counted as {ASSUMED_CHILD_AGE} years old.")
        ages += [ASSUMED_CHILD_AGE] * (count - len(ages))
    return tuple(ages)


def _goals(facts: TripFacts, gazetteer: Gazetteer, days: int, gaps: list[str]) -> list[Goal]:
    goals: list[Goal] = []
    for destination in facts.destinations:
        if destination.kind == "city" or destination.city_id is not None:
            city = city_named(destination, gazetteer)
            if city is None:
                gaps.append(f"{destination.name} is not in our data and is left out.")
            found = [city] if city else []
        else:
            share = max(2, days // len(facts.destinations))
            found = cities_of_country(destination, gazetteer, share)
            if found:
                names = ", ".join(city.name for city in found)
                if names != destination.name:
                    gaps.append(f"For {destination.name} the plan takes {names}.")
        nights = destination.nights if len(found) == 1 else None
        known = {goal.city.id for goal in goals}
        goals += [Goal(city, nights, destination.fixed) for city in found if city.id not in known]
    return goals


def cities_of_country(destination: Destination, gazetteer: Gazetteer, days: int) -> list[City]:
    """Cities for a country or region: those trips go to first, as many as the days allow."""
    count = next(cities for limit, cities in COUNTRY_CITIES if days <= limit)
    country = gazetteer.country(destination.country) if destination.country else None
    country = country or gazetteer.find_country(destination.name)
    if country and destination.kind == "country":
        return gazetteer.visited_cities(country.code)[:count]
    region = gazetteer.find_region(destination.name)
    return gazetteer.cities_in(region, count) if region else []
