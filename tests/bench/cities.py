"""Four days in thirty cities across the list, planned offline: what is named, seen, and shared by options.

    python -m tests.bench cities

Visits and meals are *named* where a row stands behind them. The eight best-known sights of a city were listed
before its rows were written (tests/trips/catalogue/data/best_known_sights.csv).
"""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Iterable
from pathlib import Path
from statistics import mean

from trips.catalogue.gazetteer import City, default_gazetteer, distance_km
from trips.catalogue.matching import means
from trips.planning.compose import draft, outlines
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan
from trips.schemas import Dates, Destination, Meal, Party, Place, Plan, TripFacts, Visit

LIST = Path(__file__).parents[1] / "trips" / "catalogue" / "data" / "best_known_sights.csv"
TODAY, START = dt.date(2026, 11, 26), dt.date(2027, 5, 11)
DAYS, EVERY = 4, 4
NAMED, SEEN, SHARED = 0.95, 5, 0.5
#: A sight of the list and a row are one where their names meet within so many km; a long walk is a line.
SAME_KM = 1.5
GAZETTEER = default_gazetteer()


def cities(every: int = EVERY) -> list[City]:
    return GAZETTEER.cities_with_rows()[::every][:30]


def listed(slug: str) -> list[dict[str, str]]:
    with LIST.open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["city"] == slug]


def is_row(sight: dict[str, str], row: Place) -> bool:
    away = distance_km(float(sight["lat"]), float(sight["lon"]), row.lat, row.lon)
    names = [sight["name"], *filter(None, (name.strip() for name in sight["also"].split("/")))]
    return away <= SAME_KM and any(means(name, row.names) for name in names)


def facts_of(city: City) -> TripFacts:
    there = Destination(name=city.name, city_id=city.id, country=city.country)
    dates = Dates(start=START, end=START + dt.timedelta(days=DAYS - 1))
    return TripFacts(destinations=[there], dates=dates, party=Party(adults=2))


def options_of(facts: TripFacts) -> list[Plan]:
    used: set[str] = set()
    plans = []
    for outline in outlines(facts, GAZETTEER):
        found = draft(facts, outline, GAZETTEER, used=used)
        used |= {stop.place_id for day in found.days for stop in day.stops if stop.place_id}
        plans.append(schedule(found, facts, GAZETTEER, today=TODAY))
    return plans


def visited(plan: Plan) -> list[Visit]:
    return [item for item in plan.items() if isinstance(item, Visit)]


def named(plans: Iterable[Plan]) -> tuple[int, int]:
    """How many visits and meals have a row behind them, and of how many."""
    found = [item for plan in plans for item in plan.items() if isinstance(item, Visit | Meal)]
    at_stay = sum(isinstance(item, Meal) and item.style == "at_stay" for item in found)
    return at_stay + sum(bool(item.place_id) for item in found), len(found)


def seen(city: City, plan: Plan) -> list[str]:
    rows = [row for visit in visited(plan) if (row := GAZETTEER.place(visit.place_id or ""))]
    return [sight["name"] for sight in listed(city.slug) if any(is_row(sight, row) for row in rows)]


def shared(plans: list[Plan]) -> float:
    """The largest share of an option's visits that another option has too."""
    sets = [{visit.place_id for visit in visited(plan)} for plan in plans]
    pairs = [(one, other) for index, one in enumerate(sets) for other in sets[:index]]
    return max((len(one & other) / max(1, min(len(one), len(other))) for one, other in pairs), default=0.0)


def main(every: int = EVERY) -> int:
    missed, shares, counts = 0, [], []
    for city in cities(every):
        facts = facts_of(city)
        plans = options_of(facts)
        verdicts = [check_plan(plan, facts, GAZETTEER, today=TODAY) for plan in plans]
        with_row, of = named(plans)
        icons, common = [seen(city, plan) for plan in plans], shared(plans)
        errors = sum(len(verdict.errors) for verdict in verdicts)
        well = len(icons[0]) >= SEEN and common <= SHARED and not errors
        missed += not well
        shares.append((with_row, of))
        counts.append(len(icons[0]))
        print(
            f"{'' if well else '!':1} {city.slug:16} named {with_row:3} of {of:3}, best known "
            f"{' '.join(str(len(one)) for one in icons)} of 8, shared {common:.0%}, visits "
            f"{' '.join(str(len(visited(plan))) for plan in plans)}, failed checks {errors}"
        )
    share = sum(one for one, _ in shares) / sum(of for _, of in shares)
    print(f"{share:.1%} named, {mean(counts):.1f} of 8 in option 1; {missed} cities miss a goal")
    return int(missed > 0 or share < NAMED)
