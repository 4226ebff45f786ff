"""A. Shape and completeness: the days, what each day needs, the cities asked, where it begins and ends."""

from __future__ import annotations

import datetime as dt

from trips.catalogue.geography import City
from trips.catalogue.names import words
from trips.planning.validator import limits
from trips.planning.validator.context import Context
from trips.planning.validator.homecoming import elsewhere_at_home, evening_of, home_before, on_the_way
from trips.planning.validator.moments import naive, next_date
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Day, FreeTime, Leg, Meal, MealName, Stay, Visit
from trips.wording import counted, day_in_words, listed, time_in_words

#: A block of free time this long stands for a visit where no places are known, minutes.
_FREE_DAY_MINUTES = 120
_MEALS: tuple[MealName, ...] = ("breakfast", "lunch", "dinner")


@check(
    id=1,
    title="Days and dates",
    severity="error",
    sentence="The days follow one another and begin and end on the dates asked.",
    data="the facts",
)
def days_and_dates(context: Context, report: Report) -> None:
    days, dates = context.plan.days, context.facts.dates
    if not days:
        report.fail("The plan has no days.")
        return
    for before, after in zip(days, days[1:], strict=False):
        if after.date != next_date(before.date):
            report.fail(f"After {day_in_words(before.date)} comes {day_in_words(after.date)}.")
    first, last = days[0].date, days[-1].date
    if dates.start and first != dates.start:
        report.fail(
            f"The plan starts on {day_in_words(first)}, asked was {day_in_words(dates.start)}.",
            repair=f"Move the start to {day_in_words(dates.start)}.",
        )
    if dates.end and last != dates.end:
        report.fail(
            f"The plan ends on {day_in_words(last)}, asked was {day_in_words(dates.end)}.",
            repair=f"Let it end on {day_in_words(dates.end)}.",
        )
    asked = (dates.end - dates.start).days + 1 if dates.start and dates.end else dates.days
    if asked is not None and len(days) != asked:
        report.fail(f"The plan has {counted(len(days), 'day')}, asked were {counted(asked, 'day')}.")
    if dates.earliest and first < dates.earliest:
        report.fail(f"The plan starts before {day_in_words(dates.earliest)}, the earliest date.")
    if dates.latest and last > dates.latest:
        report.fail(f"The plan ends after {day_in_words(dates.latest)}, the latest date.")
    note = f"{counted(len(days), 'day')} from {day_in_words(first)} to {day_in_words(last)}"
    report.note(f"{note}, as asked." if dates.start or dates.earliest or asked else f"{note}.")
    home = [leg for leg in context.intercity_legs if leg.end.date() > last]
    if len(days) > 1 and (early := home_before(context, last)):
        report.fail(
            f"They are home on {day_in_words(early)}, the plan goes on to {day_in_words(last)}.",
            repair="Leave later, or let the plan end on the day they come home.",
        )
    if home:
        report.note(f"The way home arrives on {day_in_words(home[-1].end.date())}.")


@check(
    id=2,
    title="Every day is complete",
    severity="error",
    sentence="Transport on days of travel, a stay every night, meals on full days, something to see.",
    data="the plan",
)
def every_day_complete(context: Context, report: Report) -> None:
    filled = needed = 0
    days = context.plan.days
    for index, day in enumerate(days):
        travelling = is_travel_day(context, index)
        moving = is_move_day(context, index)
        moved = any(context.touches(leg, day.date) for leg in context.intercity_legs)
        if moving and not moved:
            report.fail(
                f"{day_in_words(day.date)} changes the city without any transport.",
                repair=f"Add the way to {day.city}." if index else "Add the way there.",
                date=day.date,
            )
        needed += moving
        filled += moving and moved
        if index < len(days) - 1:
            slept = has_night(context, day.date) or not context.tells("stay")
            needed += 1
            filled += slept
            if not slept:
                report.fail(
                    f"There is no stay for the night of {day_in_words(day.date)}.",
                    repair=f"Add a stay in {day.city} for this night.",
                    date=day.date,
                )
        if not travelling:
            needed += 4
            filled += _meals_and_visit(context, report, day, single=len(days) == 1)
    if len(days) > 1 and not days[-1].items and not on_the_way(context, days[-1].date):
        report.fail(
            f"Nothing is planned on {day_in_words(days[-1].date)}, the last day.",
            repair="Add the way home or something to do, or end the plan the day before.",
        )
    everything_travel = all(is_travel_day(context, index) for index in range(len(days)))
    if everything_travel and not context.visits and not _free_time(context, days):
        report.fail("Nothing is visited on the whole trip.", repair="Add something to see.")
    if needed and filled * 2 < needed:
        report.fail(f"Only {filled} of {needed} parts of the plan are filled in.")
    report.note("Every night has a bed, every full day its meals and something to see.")


def _meals_and_visit(context: Context, report: Report, day: Day, *, single: bool) -> int:
    """How many of three meals and a visit a full day has; reports what is missing. At home on the
    evening of a day trip nobody needs a dinner in the plan: of a single day only lunch is asked."""
    filled = 0
    meals = {item.meal: item for item in day.items if isinstance(item, Meal)}
    for name in _MEALS:
        meal = meals.get(name)
        if meal is None and (_busy_at(context, day, name) or not context.tells(name)):
            filled += 1
        elif meal is None:
            if not single or name == "lunch":
                report.fail(
                    f"{day_in_words(day.date)} has no {name}.",
                    severity="warning",
                    repair=f"Add {name}, at a listed place or as a free choice near a point of the day.",
                    date=day.date,
                )
        elif problem := meal_problem(context, meal):
            report.fail(problem, [meal.uid], severity="warning")
        else:
            filled += 1
    if any(isinstance(item, Visit) for item in day.items):
        return filled + 1
    city = context.city_of_day(day)
    if _free_time(context, [day]) and not context.has_rows_of(city):
        report.unknown(f"Too few places are known in {day.city}: {day_in_words(day.date)} is left free.")
        return filled + 1
    report.fail(
        f"Nothing is visited on {day_in_words(day.date)}.",
        repair=f"Add something to see in {day.city}.",
        date=day.date,
    )
    return filled


def _busy_at(context: Context, day: Day, meal: MealName) -> bool:
    """Whether a fixed appointment (a wedding, a conference) runs through the hour of a meal."""
    hour = limits.MEAL_HOURS[meal]
    return any(
        appointment.date == day.date
        and appointment.start is not None
        and appointment.end is not None
        and appointment.start.replace(tzinfo=None) <= hour <= appointment.end.replace(tzinfo=None)
        for appointment in context.facts.appointments
    )


def _free_time(context: Context, days: list[Day]) -> bool:
    return any(
        isinstance(item, FreeTime) and (context.minutes(item) or 0) >= _FREE_DAY_MINUTES
        for day in days
        for item in day.items
    )


def meal_problem(context: Context, meal: Meal) -> str | None:
    """Why a meal without an opening place is not a meal, or None: breakfast at the stay needs a stay,
    a free choice an area; both a cost and a time of day that fits."""
    if meal.style == "place":
        return None
    when = f"{meal.title} on {day_in_words(meal.start.date())}"
    first, last = limits.MEAL_TIMES[meal.meal]
    if not first <= naive(meal.start).time() <= last:
        return f"{when} is at {time_in_words(meal.start)}, no time for {meal.meal}."
    if meal.style == "free":
        if not meal.area and (meal.lat is None or meal.lon is None):
            return f"{when} is a free choice, but near what is not said."
        priced = meal.costs or not context.tells("costs")
        return None if priced else f"{when} is a free choice without an estimate of its cost."
    stay = context.stay_at(meal)
    if stay is None:
        return f"{when} is to be had at the stay, but there is none."
    row = context.row(stay)
    if row and not row.breakfast_included and not meal.costs and context.tells("costs"):
        return f"{when} is not included at {row.name} and has no cost."
    return None


def is_move_day(context: Context, index: int) -> bool:
    """Whether the city changes on this day, the way there and the way home included."""
    cities, origin = context.day_cities, context.origin
    here = cities[index]
    if index == 0:
        before = origin
    else:
        before = cities[index - 1]
    if before and here and before.id != here.id:
        return True
    last = index == len(cities) - 1
    return bool(last and context.is_round_trip and origin and here and origin.id != here.id)


def is_travel_day(context: Context, index: int) -> bool:
    """The first and the last day of a trip of several, and every day that is partly spent between
    cities: such a day needs no three meals and no visit."""
    days = context.plan.days
    if len(days) > 1 and index in (0, len(days) - 1):
        return True
    if is_move_day(context, index):
        return True
    return any(context.touches(leg, days[index].date) for leg in context.intercity_legs)


def has_night(context: Context, date: dt.date) -> bool:
    """Whether the night that follows a date is spent in a stay or under way between cities."""
    return any(first_night(stay) <= date < naive(stay.end).date() for stay in context.stays) or any(
        evening_of(leg.start) <= date and evening_of(leg.end) > date for leg in context.intercity_legs
    )


def first_night(stay: Stay) -> dt.date:
    """The date whose night is the first of a stay."""
    return evening_of(stay.start)


@check(
    id=3,
    title="Where you go",
    severity="error",
    sentence="Every city asked for is visited, and no other.",
    data="the gazetteer's cities",
)
def cities_asked(context: Context, report: Report) -> None:
    wanted = context.facts.destinations
    if not wanted:
        report.note("No destination was named.")
        return
    plan_cities = {city.id: city for city in context.day_cities if city}
    names = {tuple(words(day.city)) for day in context.plan.days}
    report.rests_on("official")
    for destination in wanted:
        if destination.kind == "city":
            here = destination.city_id in plan_cities or tuple(words(destination.name)) in names
            if not here:
                report.fail(
                    f"{destination.name} was asked for and is not in the plan.",
                    repair=f"Add {destination.name}.",
                )
            continue
        inside = [context.lies_in(city, destination) for city in plan_cities.values()]
        if None in inside:
            report.unknown(f"Which cities lie in {destination.name} is not known.")
        elif True not in inside:
            report.fail(f"No city of the plan lies in {destination.name}.")
    _only_asked(context, report)
    report.note(f"You see {listed(destination.name for destination in wanted)}, as asked.")


def _only_asked(context: Context, report: Report) -> None:
    wanted = context.facts.destinations
    names = {tuple(words(destination.name)) for destination in wanted}
    regions = [destination for destination in wanted if destination.kind != "city"]
    for index, (day, city) in enumerate(zip(context.plan.days, context.day_cities, strict=True)):
        if tuple(words(day.city)) in names:
            continue
        inside = [context.lies_in(city, destination) for destination in wanted] if city else []
        travelling_from_home = city and context.origin and city.id == context.origin.id
        if True in inside or (travelling_from_home and is_travel_day(context, index)):
            continue
        if None in inside or (city is None and regions):
            report.unknown(
                f"Whether {day.city} lies in {listed(place.name for place in regions)} is not known."
            )
            continue
        report.fail(f"{day.city} on {day_in_words(day.date)} was not asked for.")


@check(
    id=4,
    title="Start and end of the trip",
    severity="error",
    sentence="The trip starts at the origin and ends there, or at the last destination when one way.",
    data="the gazetteer's cities and airports",
)
def start_and_end(context: Context, report: Report) -> None:
    named = context.facts.origin
    if named is None:
        report.note("You named no start: the plan begins and ends at the destination.")
        return
    if context.origin is None:
        report.unknown(f"{named.name} is not in our data as a city.")
        return
    origin, legs = context.origin, context.intercity_legs
    asked = {place.city_id for place in context.facts.destinations if place.kind == "city"}
    if not legs and asked and asked <= {origin.id}:
        report.note(f"The trip stays in {origin.name}, where it starts.")
        return
    if not legs:
        report.fail(f"Nothing leads from {origin.name} to the destination.", repair="Add the way there.")
        return
    ordered = [item for item in context.timeline if isinstance(item, Leg) and context.is_intercity(item)]
    first, last = (ordered or legs)[0], (ordered or legs)[-1]
    _starts_at(context, report, origin, first)
    if context.is_round_trip:
        _ends_at(context, report, origin, last)
    elif context.point_is_in(last.destination, origin):
        report.fail(f"The trip is one way but ends in {origin.name}.", [last.uid])
    else:
        report.note(f"From {origin.name}, one way to {last.destination.name}.")


def _starts_at(context: Context, report: Report, origin: City, leg: Leg) -> None:
    inside = context.point_is_in(leg.origin, origin)
    if inside is None:
        report.unknown(f"Whether {leg.origin.name} is in {origin.name} is not known.", [leg.uid])
    elif not inside:
        report.fail(
            f"The trip starts at {leg.origin.name}, not in {origin.name}.",
            [leg.uid],
            repair=f"Let the way there begin in {origin.name}.",
        )
    if context.plan.days and leg.start.date() > context.plan.days[0].date:
        report.fail(
            f"The way there leaves on {day_in_words(leg.start.date())}, after the first day.", [leg.uid]
        )


def _ends_at(context: Context, report: Report, origin: City, leg: Leg) -> None:
    inside = context.point_is_in(leg.destination, origin)
    if inside is None:
        report.unknown(f"Whether {leg.destination.name} is in {origin.name} is not known.", [leg.uid])
    elif not inside:
        report.fail(
            f"The trip ends at {leg.destination.name}, not in {origin.name}.",
            [leg.uid],
            repair=f"Add the way back to {origin.name}.",
        )
    elif elsewhere := elsewhere_at_home(context, origin, leg):
        report.fail(elsewhere, [leg.uid], repair=f"Let the last day be in {origin.name}.")
    else:
        report.note(f"From {origin.name} and back.")
