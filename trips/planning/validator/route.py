"""C. Place and route: things lie in the day's city, cities come in blocks, fixed dates hold. (That
there is a way between two positions: `chain`.)"""

from __future__ import annotations

import datetime as dt
from itertools import groupby

from trips.catalogue.geography import City, distance_km
from trips.catalogue.matching import means
from trips.planning.validator import limits
from trips.planning.validator.context import Context
from trips.planning.validator.moments import naive, next_date
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.planning.validator.shape import first_night
from trips.schemas import Appointment, FreeTime, Item, Leg, Meal, Stay
from trips.wording import counted, day_in_words, number, time_in_words


@check(
    id=7,
    title="Everything in the day's city",
    severity="error",
    sentence="What is planned for a day lies in that day's city, the stay in the city of arrival.",
    data="coordinates of places and cities",
)
def in_the_days_city(context: Context, report: Report) -> None:
    allowed_on = [_cities_of_day(context, index) for index in range(len(context.plan.days))]
    for index, item in context.placed_items:
        if isinstance(item, Leg):
            continue
        day = context.plan.days[index]
        here = context.day_cities[index]
        allowed = [here] if isinstance(item, Stay) and here else allowed_on[index]
        _lies_in_one(context, report, item, allowed, f"{day.city} on {day_in_words(day.date)}")
    report.note("Every stop and stay is in the city of its day.")


def _cities_of_day(context: Context, index: int) -> list[City]:
    """The day's city, and on a day of travel those it leaves and reaches."""
    cities = [context.day_cities[index]]
    for leg in context.intercity_legs:
        if context.touches(leg, context.plan.days[index].date):
            cities += context.gazetteer.cities((leg.origin.city_id, leg.destination.city_id))
            if index:
                cities.append(context.day_cities[index - 1])
            cities.append(context.origin)
    return list({city.id: city for city in cities if city}.values())


def _lies_in_one(context: Context, report: Report, item: Item, allowed: list[City], where: str) -> None:
    row = context.row(item)
    position = context.position_of_item(item)
    if row:
        report.rests_on(row.grade_of("position"))
        if _moved_from_row(item, row.lat, row.lon):
            report.fail(f"{item.title} is not where our data has {row.name}.", [item.uid])
            return
        if context.is_placed_roughly(item):
            report.unknown_of(item, "No position in our data: {}.")
    elif item.unlisted:
        report.rests_on("unlisted")
    if not allowed:
        report.unknown(f"{where.split(' on ')[0]} is not in our data.", [item.uid])
        return
    if position.city_id is not None and row and all(city.id != position.city_id for city in allowed):
        report.fail(f"{item.title} is not in {where}.", [item.uid], repair=f"Drop {item.title}.")
    elif row:
        return
    elif position.lat is not None and position.lon is not None:
        nearest = min(distance_km(position.lat, position.lon, city.lat, city.lon) for city in allowed)
        if nearest > limits.CITY_RADIUS_KM:
            report.fail(
                f"{item.title} is {nearest:,.0f} km from {where}.",
                [item.uid],
                repair=f"Drop {item.title}.",
            )
        elif item.unlisted:
            report.unknown_of(item, "No position in our data: {}.")
    elif item.city_id is not None and all(city.id != item.city_id for city in allowed):
        report.fail(f"{item.title} is not in {where}.", [item.uid], repair=f"Drop {item.title}.")
    elif item.unlisted or item.place_id:
        report.unknown_of(item, "No position in our data: {}.")
    elif item.city_id is None and not isinstance(item, FreeTime | Meal):
        report.unknown_of(item, "No position is given: {}.")


def _moved_from_row(item: Item, lat: float, lon: float) -> bool:
    if item.lat is None or item.lon is None:
        return False
    if not (-90 <= item.lat <= 90 and -180 <= item.lon <= 180):
        return True
    return distance_km(item.lat, item.lon, lat, lon) > limits.SAME_PLACE_KM


@check(
    id=8,
    title="Cities in order",
    severity="error",
    sentence="Each city is one block of nights of the length asked; nothing is only passed through.",
    data="the facts and the plan",
)
def cities_in_order(context: Context, report: Report) -> None:
    origin_id = context.origin.id if context.origin else None
    names = {city.id: city.name for city in context.day_cities if city}
    of_stays = context.gazetteer.cities(map(context.city_id_of, context.stays))
    names |= {city.id: city.name for city in of_stays}
    by_day: list[int | str | None] = [
        city.id if city else day.city.casefold()
        for day, city in zip(context.plan.days, context.day_cities, strict=True)
    ]
    _one_block_each(report, [place for place in by_day if place != origin_id], names)
    stays = sorted(context.stays, key=lambda stay: naive(stay.start))
    nights: dict[int, int] = {}
    for stay in stays:
        slept = (naive(stay.end).date() - first_night(stay)).days
        if stay.nights != slept:
            report.fail(
                f"{stay.title} says {counted(stay.nights, 'night')}, but runs over {number(slept)}.",
                [stay.uid],
            )
        city_id = context.city_id_of(stay)
        if city_id is not None:
            nights[city_id] = nights.get(city_id, 0) + max(0, slept)
    for before, after in zip(stays, stays[1:], strict=False):
        if first_night(after) < naive(before.end).date():
            report.fail(
                f"{before.title} and {after.title} both cover the night of "
                f"{day_in_words(first_night(after))}.",
                [before.uid, after.uid],
            )
    _one_block_each(report, [context.city_id_of(stay) for stay in stays], names)
    _nights_asked(context, report, nights)
    report.note("The nights in a city follow one another.")


def _one_block_each(report: Report, sequence: list[int | str | None], names: dict[int, str]) -> None:
    blocks = [place for place, _ in groupby(sequence) if place is not None]
    for place in dict.fromkeys(block for block in blocks if blocks.count(block) > 1):
        name = names.get(place, str(place)) if isinstance(place, int) else place
        report.fail(
            f"The plan leaves {name} and comes back to it.",
            repair=f"Put all nights in {name} together.",
        )


def _nights_under_way(context: Context) -> int:
    """Nights without a stay that a leg spends on the move."""
    return sum(
        any(naive(leg.start).date() <= day.date < naive(leg.end).date() for leg in context.legs)
        and not any(first_night(stay) <= day.date < naive(stay.end).date() for stay in context.stays)
        for day in context.plan.days[:-1]
    )


def _nights_asked(context: Context, report: Report, nights: dict[int, int]) -> None:
    wanted = [place for place in context.facts.destinations if place.kind == "city"]
    enough = len(context.plan.days) > len(wanted)
    # Nine nights asked of ten days, one of them in the air: eight are left, and no plan can have nine.
    asked = sum(place.nights or 0 for place in wanted)
    under_way = _nights_under_way(context)
    lost = min(under_way, max(0, asked + under_way - (len(context.plan.days) - 1)))
    for destination in wanted:
        if destination.city_id is None:
            if destination.nights is not None:
                report.unknown(f"{destination.name} is not in our data: its nights are not counted.")
            continue
        spent = nights.get(destination.city_id, 0)
        if destination.nights is not None and 0 < destination.nights - spent <= lost:
            lost -= destination.nights - spent
            report.note(f"A night of {destination.name} is spent under way.")
        elif destination.nights is not None and spent != destination.nights:
            report.fail(
                f"{destination.name} has {counted(spent, 'night')}, asked were {number(destination.nights)}.",
                repair=f"Give {destination.name} {counted(destination.nights, 'night')}.",
            )
        elif destination.nights is None and spent == 0 and enough:
            if destination.city_id != (context.origin.id if context.origin else None):
                report.fail(
                    f"{destination.name} is only passed through, without a night.",
                    repair=f"Spend a night in {destination.name}.",
                )


@check(
    id=10,
    title="Fixed dates",
    severity="error",
    sentence="Appointments are kept: the right city on the day, and their hours free.",
    data="the facts",
)
def fixed_dates(context: Context, report: Report) -> None:
    if not context.facts.appointments:
        report.note("You named no appointment.")
        return
    for appointment in context.facts.appointments:
        if appointment.date is None:
            report.unknown(f"When {appointment.what} is was not said.")
            continue
        index = next((n for n, day in enumerate(context.plan.days) if day.date == appointment.date), None)
        if index is None:
            report.fail(f"{appointment.what} is on {day_in_words(appointment.date)}, outside the plan.")
            continue
        _in_its_city(context, report, appointment, index)
        _hours_free(context, report, appointment)
    report.note(f"{counted(len(context.facts.appointments), 'appointment')} kept.")


def _in_its_city(context: Context, report: Report, appointment: Appointment, index: int) -> None:
    where = context.city_named(appointment.where) if appointment.where else None
    if where is None:
        return
    report.rests_on("official")
    cities = _cities_of_day(context, index)
    if not cities:
        report.unknown(f"Whether {context.plan.days[index].city} is {where.name} is not known.")
    elif all(distance_km(where.lat, where.lon, city.lat, city.lon) > 30 for city in cities):
        report.fail(
            f"{appointment.what} is in {where.name} on {day_in_words(context.plan.days[index].date)}, "
            f"the plan is in {context.plan.days[index].city}.",
            repair=f"Be in {where.name} on {day_in_words(context.plan.days[index].date)}.",
        )


def _hours_free(context: Context, report: Report, appointment: Appointment) -> None:
    if appointment.date is None or appointment.start is None:
        return
    begin = dt.datetime.combine(appointment.date, appointment.start.replace(tzinfo=None))
    end = begin
    if appointment.end is not None:
        end = dt.datetime.combine(appointment.date, appointment.end.replace(tzinfo=None))
        if end < begin:
            end = dt.datetime.combine(next_date(end.date()), end.time())
    for item in context.timeline:
        same = means(appointment.what, [item.title, item.note]) or isinstance(item, FreeTime)
        first, last = naive(item.start), naive(item.end)
        overlaps = first < end and last > begin if end > begin else first <= begin < last
        if overlaps and not same:
            report.fail(
                f"{item.title} ({time_in_words(item.start)}–{time_in_words(item.end)}) lies in the hours of "
                f"{appointment.what} on {day_in_words(appointment.date)}.",
                [item.uid],
                repair=f"Move or drop {item.title}.",
            )
