"""Ways to ask for what cannot be had together (check 27). The plan is as good as it was: what is wrong is
asked of it. See `breakages`."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from tests.bench.breakages import DAY, Trip, breaks
from trips.schemas import Appointment, Place, Stay


def _rows(trip: Trip, kind: str) -> list[Place]:
    """Of the city of the first listed stay."""
    stays = trip.listed(Stay)
    return trip.gazetteer.places(trip.row(stays[0]).city, kind) if stays else []


def _name(row: Place, rows: list[Place]) -> bool:
    """No other sight is called like it, or like a part of it."""
    own = set(row.name.casefold().split())
    return not any(
        own & set(name.casefold().split())
        for other in rows
        if other.id != row.id
        for name in (other.name, *other.aliases)
    )


@breaks(27)
def a_budget_below_the_cheapest_bed(trip: Trip) -> bool:
    if not trip.listed(Stay):
        return False
    trip.facts.budget.amount, trip.facts.budget.scope = Decimal(3), "total"
    trip.facts.budget.currency = trip.plan.currency
    return True


@breaks(27)
def more_nights_than_the_dates_have(trip: Trip) -> bool:
    if not trip.facts.destinations or not (trip.facts.dates.start and trip.facts.dates.end):
        return False
    trip.facts.destinations[0].nights = len(trip.plan.days) + 2
    return True


@breaks(27)
def nights_that_are_too_many_together(trip: Trip) -> bool:
    places = trip.facts.destinations
    if len(places) < 2 or len(trip.plan.days) < 3 or not (trip.facts.dates.start and trip.facts.dates.end):
        return False
    for place in places[:2]:
        place.nights = len(trip.plan.days) - 2
    return len(trip.plan.days) > 3


@breaks(27)
def a_hostel_for_a_coin(trip: Trip) -> bool:
    if not _rows(trip, "stay"):
        return False
    trip.facts.stay.kind, trip.facts.stay.max_price = "hostel", Decimal("0.5")
    return True


@breaks(27)
def a_sight_with_steps_in_a_wheelchair(trip: Trip) -> bool:
    rows = _rows(trip, "visit")
    for row in rows:
        if row.step_free == "no" and _name(row, rows):
            trip.facts.must_do.append(row.name)
            trip.facts.access.append("wheelchair")
            return True
    return False


@breaks(27)
def a_sight_for_adults_with_a_child(trip: Trip) -> bool:
    rows = _rows(trip, "visit")
    for row in rows:
        if row.children == "no" and _name(row, rows):
            trip.facts.must_do.append(row.name)
            trip.facts.party.children = 1
            return True
    return False


@breaks(27)
def seen_and_avoided(trip: Trip) -> bool:
    trip.facts.must_do.append("the Golden Pagoda of Nowhere")
    trip.facts.avoid.append("Golden Pagoda of Nowhere")
    return True


@breaks(27)
def two_appointments_at_once(trip: Trip) -> bool:
    date = trip.plan.days[0].date
    for what, start in (("a wedding", dt.time(11)), ("a launch", dt.time(12))):
        trip.facts.appointments.append(Appointment(what=what, date=date, start=start, end=dt.time(14)))
    return True


@breaks(27)
def an_appointment_after_the_trip(trip: Trip) -> bool:
    if not (trip.facts.dates.start and trip.facts.dates.end):
        return False
    after = trip.facts.dates.end + 3 * DAY
    trip.facts.appointments.append(Appointment(what="a wedding", date=after, start=dt.time(11)))
    return True


@breaks(27)
def a_diet_beside_one_that_no_place_has_with_it(trip: Trip) -> bool:
    """Two diets that every row of food states, and no row has together."""
    rows = _rows(trip, "food")
    for one, other in (("kosher", "halal"), ("halal", "kosher"), ("vegan", "kosher"), ("halal", "vegan")):
        if rows and not any({one, other} <= set(row.diet) for row in rows):
            trip.facts.dietary += [one, other]
            return True
    return False


@breaks(27)
def over_the_sea_without_a_flight(trip: Trip) -> bool:
    home = trip.gazetteer.city(trip.facts.origin.city_id) if trip.facts.origin else None
    here = trip.gazetteer.city(trip.plan.days[len(trip.plan.days) // 2].city_id or 0)
    if home is None or here is None:
        return False
    lands = {trip.gazetteer.country(city.country).continent for city in (home, here)}
    if "North America" not in lands or lands <= {"North America", "South America"}:
        return False
    trip.facts.transport_bans.append("flight")
    return True


@breaks(27)
def shut_all_the_time(trip: Trip) -> bool:
    """A sight that rests on the weekday of a trip of one day, or is shut in the season."""
    rows = _rows(trip, "visit")
    for row in rows:
        for rest in row.hours.exceptions:
            if not rest.week and _name(row, rows) and _inside(trip, rest.start, rest.end):
                trip.facts.must_do.append(row.name)
                return True
        names = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
        weekdays = {names[day.date.weekday()] for day in trip.plan.days}
        if row.hours.week and not row.hours.exceptions and not weekdays & set(row.hours.week):
            if _name(row, rows):
                trip.facts.must_do.append(row.name)
                return True
    return False


def _inside(trip: Trip, first: str, last: str) -> bool:
    days = [f"{day.date:%m-%d}" for day in trip.plan.days]
    if first <= last:
        return all(first <= day <= last for day in days)
    return all(day >= first or day <= last for day in days)
