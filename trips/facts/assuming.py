"""What "you choose" and "just plan it" set: one stated assumption a missing topic, the destination never."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from trips.catalogue.gazetteer import City, Gazetteer
from trips.facts.applying import apply_changes
from trips.facts.limits import spoken_range
from trips.facts.missing import missing_facts, optional_topics
from trips.schemas import Change, TripFacts

FRIDAY, SATURDAY = 4, 5
DEFAULT_DAYS = 4  # a long weekend
WEEKS_AHEAD = 6
DEFAULT_CURRENCY = "USD"
#: How many cities a country or region is worth, by days of the trip.
_CITIES_BY_DAYS = ((4, 1), (9, 2), (15, 3), (1000, 4))
_DAY = dt.timedelta(days=1)

Assumption = tuple[Change, str]


def default_currency(facts: TripFacts, gazetteer: Gazetteer) -> str:
    """The budget's if said, else that of the country the journey starts in, else US dollars."""
    if facts.budget.currency:
        return facts.budget.currency
    country = gazetteer.country(facts.origin.country) if facts.origin and facts.origin.country else None
    return country.currency if country and country.currency else DEFAULT_CURRENCY


def assume(facts: TripFacts, topics: Iterable[str], today: dt.date, gazetteer: Gazetteer) -> list[Assumption]:
    """A change and a plain sentence for each of `topics` that is not known. `topics` are paths or
    their first parts ("dates" = both ends); the destination is nobody's to choose but the
    traveller's, yet a country is given cities."""
    wanted = {part for topic in topics for part in (topic, topic.split(".")[0])}
    found: list[Assumption] = []
    missing = set(missing_facts(facts))
    if "dates" in wanted and missing & {"dates.start", "dates.end"}:
        found += _dates(facts, today)
    if "party" in wanted and "party.adults" in missing:
        found.append(_party(facts))
    if "budget" in wanted and "budget" in missing:
        found.append((_change("budget.level", "mid"), "I assume a mid-range budget."))
    if "budget.currency" in wanted and facts.budget.amount is not None and not facts.budget.currency:
        currency = default_currency(facts, gazetteer)
        found.append((_change("budget.currency", currency), f"I take the sum as {currency}."))
    if "pace" in wanted and "pace" in optional_topics(facts):
        found.append((_change("pace", "moderate"), "I assume a moderate pace."))
    if "trip_type" in wanted and facts.trip_type is None:
        found.append((_change("trip_type", "round"), "I assume that you go back to where you start."))
    if wanted & {"destinations", "dates"}:
        dated = apply_changes(facts, [change for change, _ in found], today=today, gazetteer=gazetteer).facts
        found += _cities(dated, gazetteer)
    return found


def _change(path: str, value: str | int, subject: str = "", op: str = "set") -> Change:
    return Change(path=path, op=op, value=value, subject=subject)


def _dates(facts: TripFacts, today: dt.date) -> list[Assumption]:
    dates = facts.dates
    nights = sum(place.nights or 0 for place in facts.destinations)
    days = dates.days or (nights + 1 if nights else DEFAULT_DAYS)
    if dates.start:
        start = dates.start
    elif dates.end:
        start = max(today, dates.end - (days - 1) * _DAY)
    elif dates.earliest and dates.latest:
        days = min(days, (dates.latest - dates.earliest).days + 1)
        fits = leaving_dates(dates.earliest, dates.latest, days)
        start = fits[len(fits) // 2]
    elif dates.latest:
        start = max(today, dates.latest - (days - 1) * _DAY)
    else:
        base = dates.earliest or today + WEEKS_AHEAD * 7 * _DAY
        start = base + (-(base.weekday() - 3) % 7) * _DAY  # a Thursday: most short trips hold a weekend
    start = max(start, today)
    end = dates.end if dates.end and dates.end >= start else start + (days - 1) * _DAY
    length = (end - start).days + 1
    sentence = f"I assume {spoken_range(start, end)} ({length} day{'s' if length > 1 else ''})."
    found = [] if dates.start else [(_change("dates.start", start.isoformat()), sentence)]
    if dates.end is None:
        found.append((_change("dates.end", end.isoformat()), sentence))
    return found


def leaving_dates(earliest: dt.date, latest: dt.date, days: int) -> list[dt.date]:
    """Up to three days to leave on, spread over the window: a Friday for a few days, a Saturday for more, and
    any day where none of those leaves time enough."""
    fits = [earliest + after * _DAY for after in range((latest - earliest).days - days + 2)]
    wanted = FRIDAY if days <= DEFAULT_DAYS else SATURDAY
    fits = [day for day in fits if day.weekday() == wanted] or fits
    return [day for at, day in enumerate(fits) if at in (0, len(fits) // 2, len(fits) - 1)]


def _party(facts: TripFacts) -> Assumption:
    if facts.party.children:
        return _change("party.adults", 2), "I assume two adults with the children."
    if facts.rooms and facts.rooms > 1:
        adults = facts.rooms * 2
        return _change("party.adults", adults), f"I assume {adults} adults, two a room."
    return _change("party.adults", 2), "I assume two adults."


def _cities(facts: TripFacts, gazetteer: Gazetteer) -> list[Assumption]:
    """Cities for each destination that is a country or region; the planner shares the nights out."""
    found: list[Assumption] = []
    for place in facts.destinations:
        if place.kind == "city":
            continue
        days = facts.dates.days or DEFAULT_DAYS
        nights = place.nights or max(1, days - 1)
        if len(facts.destinations) > 1 and place.nights is None:
            nights = max(1, nights // len(facts.destinations))
        many = next(count for limit, count in _CITIES_BY_DAYS if days <= limit)
        known = _worth_seeing(place.name, place.country, place.kind, gazetteer)
        cities = _named_for_its_nights(facts, known) or known[: min(many, nights)]
        if not cities:
            continue
        names = " and ".join(filter(None, [", ".join(city.name for city in cities[:-1]), cities[-1].name]))
        sentence = f"For {place.name} I assume {names}."
        found.append((_change("destinations", cities[0].name, subject=place.name), sentence))
        found += [(_change("destinations", city.name, op="add"), sentence) for city in cities[1:]]
    return found


def _named_for_its_nights(facts: TripFacts, known: list[City]) -> list[City]:
    """Those of `known` that are destinations already, where one of them can take the nights left."""
    named = {place.city_id: place.nights for place in facts.destinations if place.kind == "city"}
    cities = [city for city in known if city.id in named]
    return cities if any(named[city.id] is None for city in cities) else []


def _worth_seeing(name: str, country: str | None, kind: str, gazetteer: Gazetteer) -> list[City]:
    """Those trips go to first."""
    region = gazetteer.find_region(name) if kind == "region" else None
    if region:
        return sorted(
            gazetteer.cities_in(region, 20),
            key=lambda city: (not gazetteer.can_fill(city, 1), -city.prominence),
        )
    return gazetteer.visited_cities(country) if country else []
