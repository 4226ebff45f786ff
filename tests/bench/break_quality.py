"""Ways to spoil the rhythm of days, transport and what is said of the dates (checks 9, 14, 15, 17, 19, 21,
30). See `breakages`."""

from __future__ import annotations

import datetime as dt

from tests.bench.breakages import DAY, MINUTE, Trip, between_cities, breaks, shift
from trips.schemas import Day, Leg, Meal, Stay, Visit

# --- 9: ways between cities ----------------------------------------------------------------------


@breaks(9)
def a_way_by_a_row_that_is_none(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if between_cities(leg) and leg.mode != "flight" and leg.origin.city_id and leg.destination.city_id:
            leg.connection_id = "nowhere-to-nowhere"
            return True
    return False


@breaks(9)
def a_flight_from_an_airport_that_is_none(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode == "flight" and leg.origin.code:
            leg.origin.code = "QQQ"
            return True
    return False


@breaks(9)
def a_flight_to_an_airport_on_the_other_side_of_the_world(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode == "flight" and leg.destination.city_id:
            leg.destination.code = "SYD" if leg.destination.code != "SYD" else "LHR"
            return True
    return False


@breaks(9)
def a_flight_in_a_circle(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode == "flight" and leg.origin.code:
            leg.destination = leg.origin.model_copy()
            return True
    return False


# --- 14: lengths of visits -----------------------------------------------------------------------


def _with_length(trip: Trip) -> list[Visit]:
    return [visit for visit in trip.listed(Visit) if (row := trip.row(visit)) and row.visit]


@breaks(14)
def a_museum_in_three_minutes(trip: Trip) -> bool:
    for visit in _with_length(trip):
        visit.end = visit.start + 3 * MINUTE
        return True
    return False


@breaks(14)
def a_visit_without_an_end(trip: Trip) -> bool:
    for visit in _with_length(trip):
        visit.end = visit.start + 23 * 60 * MINUTE
        return True
    return False


# --- 15: hours of meals --------------------------------------------------------------------------


@breaks(15)
def lunch_at_half_past_nine(trip: Trip) -> bool:
    for meal in trip.items(Meal):
        if meal.meal == "lunch":
            long = meal.end - meal.start
            meal.start = dt.datetime.combine(meal.start.date(), dt.time(9, 30))
            meal.end = meal.start + long
            return True
    return False


@breaks(15)
def dinner_after_midnight(trip: Trip) -> bool:
    for meal in trip.items(Meal):
        if meal.meal == "dinner":
            long = meal.end - meal.start
            meal.start = dt.datetime.combine(meal.start.date() + DAY, dt.time(0, 30))
            meal.end = meal.start + long
            return True
    return False


@breaks(15)
def lunch_straight_after_breakfast(trip: Trip) -> bool:
    for day in trip.plan.days:
        meals = {item.meal: item for item in day.items if isinstance(item, Meal)}
        if {"breakfast", "lunch"} <= set(meals):
            lunch, before = meals["lunch"], meals["breakfast"]
            lunch.start = dt.datetime.combine(day.date, dt.time(11, 15))
            lunch.end = lunch.start + 30 * MINUTE
            before.end = lunch.start - 5 * MINUTE
            before.start = before.end - 30 * MINUTE
            return True
    return False


# --- 17: pace ------------------------------------------------------------------------------------


@breaks(17)
def a_march_of_thirty_kilometres(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode == "walk":
            leg.distance_km = 30.0
            return True
    return False


@breaks(17)
def nine_visits_on_one_day(trip: Trip) -> bool:
    for day in trip.plan.days:
        visits = [item for item in day.items if isinstance(item, Visit)]
        if visits:
            more = [visits[0].model_copy(update={"uid": f"again-{number}"}) for number in range(9)]
            day.items += more
            return True
    return False


@breaks(17)
def out_at_five_in_the_morning(trip: Trip) -> bool:
    for visit in trip.items(Visit):
        if visit.locked or any(wish.casefold() in visit.title.casefold() for wish in _asked(trip)):
            continue
        long = visit.end - visit.start
        visit.start = dt.datetime.combine(visit.start.date(), dt.time(5))
        visit.end = visit.start + long
        if not any(visit.title.casefold() in wish.casefold() for wish in _asked(trip)):
            return True
    return False


def _asked(trip: Trip) -> list[str]:
    return [*trip.facts.must_do, *(one.what for one in trip.facts.appointments)]


@breaks(17)
def into_the_room_at_noon(trip: Trip) -> bool:
    for stay in trip.listed(Stay):
        row = trip.row(stay)
        if row and row.check_in and row.check_in > dt.time(13):
            stay.start = dt.datetime.combine(stay.start.date(), dt.time(9))
            return True
    return False


@breaks(17)
def out_of_the_room_in_the_evening(trip: Trip) -> bool:
    for stay in trip.listed(Stay):
        row = trip.row(stay)
        if row and row.check_out:
            stay.end = dt.datetime.combine(stay.end.date(), dt.time(21))
            return True
    return False


@breaks(17)
def no_rest_after_a_night_under_way(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if between_cities(leg) and leg.start.hour >= 18 and leg.end.date() > leg.start.date():
            visits = [one for one in trip.items(Visit) if one.start_utc >= leg.end_utc]
            if visits:
                visits[0].start = leg.end + 5 * MINUTE
                visits[0].end = visits[0].start + 60 * MINUTE
                return True
    return False


# --- 19: transport that goes together ------------------------------------------------------------


def _driven(trip: Trip) -> list[Leg]:
    """From home by their own car."""
    ways = [leg for leg in trip.items(Leg) if between_cities(leg)]
    return ways if ways and ways[0].mode == "car" and not trip.facts.car.wanted else []


@breaks(19)
def taxis_beside_the_own_car(trip: Trip) -> bool:
    if not _driven(trip):
        return False
    for leg in trip.items(Leg):
        if not between_cities(leg):
            leg.mode = "taxi"
            return True
    return False


@breaks(19)
def home_by_plane_without_the_car(trip: Trip) -> bool:
    ways = _driven(trip)
    if len(ways) < 2:
        return False
    ways[-1].mode = "flight"
    return True


@breaks(19)
def home_by_train_without_the_car(trip: Trip) -> bool:
    ways = _driven(trip)
    if len(ways) < 2 or trip.facts.trip_type == "one_way":
        return False
    ways[-1].mode = "train"
    return True


# --- 21: from stay to stay -----------------------------------------------------------------------


def _last_way_of(day: Day) -> Leg | None:
    items = [item for item in day.items if not isinstance(item, Stay)]
    last = max(items, key=lambda item: item.start, default=None)
    return (
        last if isinstance(last, Leg) and last.destination.kind == "stay" and last.distance_km > 2 else None
    )


@breaks(21)
def the_evening_ends_across_the_town(trip: Trip) -> bool:
    for day in trip.plan.days[:-1]:
        if (leg := _last_way_of(day)) is not None:
            day.items = [item for item in day.items if item is not leg]
            return True
    return False


@breaks(21)
def the_way_home_leads_elsewhere(trip: Trip) -> bool:
    for day in trip.plan.days[:-1]:
        if (leg := _last_way_of(day)) is not None:
            leg.destination = leg.origin.model_copy()
            return True
    return False


# --- 30: dates -----------------------------------------------------------------------------------


@breaks(30)
def over_christmas_without_a_word(trip: Trip) -> bool:
    """Plans that are already over a holiday have their say."""
    whole = trip.plan.days[len(trip.plan.days) // 2]
    city = trip.gazetteer.city(whole.city_id) if whole.city_id else None
    home = trip.facts.origin.city_id if trip.facts.origin else None
    if city is None or city.id == home:
        return False
    years = {day.date.year for day in trip.plan.days} | {whole.date.year}
    rows = [row for year in years for row in trip.gazetteer.holidays_for(city, year)]
    held = {row.date for row in rows}
    christmas = dt.date(whole.date.year, 12, 25)
    if christmas not in held or any(day.date in held for day in trip.plan.days):
        return False
    shift(trip.plan, (christmas - whole.date).days)
    return True
