"""Ways to spoil the times of a plan (checks 12 to 16). See `breakages`."""

from __future__ import annotations

import datetime as dt

from tests.bench.breakages import (
    DAY,
    MINUTE,
    Trip,
    become,
    between_cities,
    breaks,
    local_legs_between_listed,
    shift,
)
from trips.schemas import WEEKDAYS, Leg, Meal, Stay, Visit

# --- 12: time ------------------------------------------------------------------------------------


@breaks(12)
def ends_before_it_starts(trip: Trip) -> bool:
    items = trip.items(Visit, Meal)
    if not items:
        return False
    items[0].start, items[0].end = items[0].end, items[0].start
    return True


@breaks(12)
def two_things_at_once(trip: Trip) -> bool:
    for visit in trip.items(Visit):
        following = trip.next_after(visit)
        if following and following.start - visit.end < 3 * 60 * MINUTE:
            visit.end = following.start + 20 * MINUTE
            return True
    return False


@breaks(12)
def a_walk_at_the_speed_of_sound(trip: Trip) -> bool:
    for leg in local_legs_between_listed(trip):
        if leg.mode == "walk":
            leg.travel_minutes = 2
            return True
    return False


def _in_a_minute(trip: Trip, mode: str, kilometres: float) -> bool:
    """The first leg of a mode that is at least so long takes a minute; its times on the clock stay."""
    for leg in trip.items(Leg):
        ends = (leg.origin, leg.destination)
        if leg.mode == mode and leg.distance_km >= kilometres and all(end.lat is not None for end in ends):
            leg.travel_minutes = 1
            return True
    return False


@breaks(12)
def across_town_by_public_transport_in_a_minute(trip: Trip) -> bool:
    return _in_a_minute(trip, "transit", 2.5)


@breaks(12)
def across_town_by_taxi_in_a_minute(trip: Trip) -> bool:
    return _in_a_minute(trip, "taxi", 3)


@breaks(12)
def a_train_that_is_there_before_it_leaves(trip: Trip) -> bool:
    return _in_a_minute(trip, "train", 20)


@breaks(12)
def a_flight_of_half_an_hour_over_a_continent(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode == "flight" and leg.distance_km > 1000:
            leg.travel_minutes = 30
            return True
    return False


@breaks(12)
def a_leg_longer_than_its_time(trip: Trip) -> bool:
    legs = [leg for leg in trip.items(Leg) if between_cities(leg)]
    if not legs:
        return False
    legs[0].travel_minutes += 90
    return True


@breaks(12)
def listed_in_the_wrong_order(trip: Trip) -> bool:
    for day in trip.plan.days:
        stops = [index for index, item in enumerate(day.items) if not isinstance(item, Stay)]
        if len(stops) >= 2:
            one, other = stops[0], stops[-1]
            day.items[one], day.items[other] = day.items[other], day.items[one]
            return True
    return False


@breaks(12)
def under_the_wrong_day(trip: Trip) -> bool:
    for day, following in zip(trip.plan.days, trip.plan.days[1:], strict=False):
        visits = [item for item in day.items if isinstance(item, Visit)]
        if visits and not any(between_cities(leg) for leg in trip.items(Leg) if leg.mode == "flight"):
            trip.remove(visits[0])
            following.items.insert(0, visits[0])
            return True
    return False


@breaks(12)
def a_flight_read_by_the_wrong_clock(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode != "flight" or not leg.end_zone:
            continue
        right = leg.end_utc
        leg.end_zone = ""
        if leg.end_utc != right:
            return True
    return False


@breaks(12)
def a_zone_nobody_knows(trip: Trip) -> bool:
    items = trip.items(Visit, Meal)
    if not items:
        return False
    items[0].zone = "Mars/Olympus_Mons"
    return True


# --- 13: opening hours ---------------------------------------------------------------------------


@breaks(13)
def in_the_middle_of_the_night(trip: Trip) -> bool:
    for visit in trip.listed(Visit):
        row = trip.row(visit)
        early = all(opens >= dt.time(5) for spans in row.hours.week.values() for opens, _ in spans)
        late = any(closes < opens for spans in row.hours.week.values() for opens, closes in spans)
        if row.hours.week and early and not late:
            visit.start = dt.datetime.combine(visit.start.date(), dt.time(3))
            visit.end = visit.start + 45 * MINUTE
            return True
    return False


@breaks(13)
def on_its_closed_weekday(trip: Trip) -> bool:
    for visit in trip.listed(Visit):
        weekday = WEEKDAYS[visit.start.weekday()]
        for row in trip.gazetteer.places(trip.row(visit).city, "visit"):
            hours = row.hours
            if hours.week and not hours.exceptions and not hours.always and weekday not in hours.week:
                become(trip, visit, row)
                return True
    return False


@breaks(13)
def on_christmas_day(trip: Trip) -> bool:
    """The whole trip moved so that a day with a place that closes then falls on 25 December."""
    for index, day in enumerate(trip.plan.days):
        rows = [trip.row(item) for item in day.items if isinstance(item, Visit) and trip.row(item)]
        if any("12-25" in row.hours.closed_holidays for row in rows):
            days = (dt.date(day.date.year, 12, 25) - day.date).days
            shift(trip.plan, days)
            for name in ("start", "end"):
                if date := getattr(trip.facts.dates, name):
                    setattr(trip.facts.dates, name, date + days * DAY)
            return trip.plan.days[index].date.month == 12
    return False


@breaks(13)
def after_the_last_entry(trip: Trip) -> bool:
    for visit in trip.listed(Visit):
        hours = trip.row(visit).hours
        spans = hours.week.get(WEEKDAYS[visit.start.weekday()], [])
        if hours.last_entry_min >= 30 and len(spans) == 1 and not hours.exceptions:
            closes = dt.datetime.combine(visit.start.date(), spans[0][1])
            if spans[0][1] > spans[0][0]:
                visit.start, visit.end = closes - 15 * MINUTE, closes
                return True
    return False


@breaks(13)
def timed_in_another_zone(trip: Trip) -> bool:
    visits = trip.listed(Visit)
    if not visits:
        return False
    visits[0].zone = "Pacific/Kiritimati"
    return True


@breaks(13)
def breakfast_where_there_is_none(trip: Trip) -> bool:
    for meal in trip.listed(Meal):
        row = trip.row(meal)
        if row.meals and "breakfast" not in row.meals:
            meal.meal = "breakfast"
            return True
    return False


# --- 16: departures ------------------------------------------------------------------------------


def _departures(trip: Trip) -> list[tuple[Leg, Leg]]:
    """Flights, trains and coaches between cities, each with the leg that leads to it."""
    legs = sorted(trip.items(Leg), key=lambda leg: leg.start_utc)
    return [
        (before, leg)
        for before, leg in zip(legs, legs[1:], strict=False)
        if between_cities(leg)
        and leg.mode in ("flight", "train", "coach")
        and not between_cities(before)
        and trip.next_after(before) is leg
    ]


@breaks(16)
def five_minutes_before_departure(trip: Trip) -> bool:
    for before, leg in _departures(trip):
        departure = leg.start + leg.buffer_minutes * MINUTE
        _arrive_at(before, departure - 5 * MINUTE)
        leg.start, leg.buffer_minutes = departure, 0
        return True
    return False


@breaks(16)
def after_the_departure(trip: Trip) -> bool:
    for before, leg in _departures(trip):
        _arrive_at(before, leg.start + (leg.buffer_minutes + 15) * MINUTE)
        return True
    return False


def _arrive_at(leg: Leg, end: dt.datetime) -> None:
    leg.start, leg.end = leg.start + (end - leg.end), end


@breaks(16)
def straight_from_the_runway(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode != "flight":
            continue
        landing = leg.start_utc + (leg.buffer_minutes + leg.travel_minutes) * MINUTE
        later = [item for item in trip.items(Visit, Meal) if item.start_utc >= leg.end_utc]
        if later:
            stop = min(later, key=lambda item: item.start_utc)
            earlier = stop.start_utc - landing - 5 * MINUTE
            if stop.zone == (leg.end_zone or leg.zone):
                stop.start, stop.end = stop.start - earlier, stop.end - earlier
                return True
    return False
