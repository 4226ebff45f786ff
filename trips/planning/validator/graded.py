"""G. Graded quality: how much of the days goes on ways, and what other dates would change. Never a gate."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import pairwise

from trips.catalogue.opening_hours import holidays_on, is_known, is_open
from trips.planning.route import two_opt
from trips.planning.validator import limits, measures
from trips.planning.validator.context import Context, is_stop
from trips.planning.validator.moments import naive, next_date
from trips.planning.validator.position import straight_km
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Day, Leg, Meal, Visit
from trips.wording import counted, day_in_words, listed


@check(
    id=28,
    title="Ways and order of the days",
    severity="info",
    sentence="Little of the days goes on ways, stops are near each other and in an order without detours; "
    "visits are of what is liked, no day is far dearer than the others.",
    data="coordinates, tags and prices; travel times are estimates",
)
def ways_and_order(context: Context, report: Report) -> None:
    report.rests_on("estimate")
    days = [day for day in context.plan.days if any(isinstance(item, Visit) for item in day.items)]
    if not days:
        report.note("No day has a visit.")
        return
    minutes = [_minutes_in_town(context, day) for day in days]
    mean = sum(minutes) / len(days)
    longest = max(zip(minutes, days, strict=True), key=lambda pair: pair[0])
    if longest[0] > limits.MINUTES_ON_WAYS:
        report.fail(
            f"{counted(longest[0], 'minute')} on ways in town on {day_in_words(longest[1].date)}.",
            repair="Take stops of one part of the town together.",
        )
    for day in days:
        as_planned, best = _lengths(context, day)
        ratio = as_planned / best if best else 1.0
        if ratio > limits.DETOUR and as_planned - best > limits.DETOUR_KM:
            report.fail(
                f"The stops of {day_in_words(day.date)} are {as_planned:.1f} km apart in this order, in "
                f"another one {best:.1f}.",
                repair=f"Change the order of {day_in_words(day.date)}.",
            )
    report.note(f"On average {mean:.0f} minutes a day on ways in town, and no day has a long detour.")
    for measure in (measures.distances, measures.likings, measures.prices):
        measure(context, report)


def _minutes_in_town(context: Context, day: Day) -> int:
    legs = [item for item in day.items if isinstance(item, Leg) and not context.is_intercity(item)]
    return sum(max(0, leg.travel_minutes) for leg in legs)


def _lengths(context: Context, day: Day) -> tuple[float, float]:
    """Kilometres in a straight line from stop to stop, as planned, and in the best order that swapping finds.
    The first and the last stop stay where they are."""
    stops = sorted((item for item in day.items if is_stop(item)), key=lambda item: naive(item.start))
    points = [position for stop in stops if (position := context.position_of_item(stop)).located]
    if not 4 <= len(points) <= limits.MOST_STOPS_ORDERED:
        return 0.0, 0.0
    table = [[straight_km(here, there) or 0.0 for there in points] for here in points]
    inner, last = range(1, len(points) - 1), len(points) - 1

    def length(order: Sequence[int]) -> float:
        return sum(table[here][there] for here, there in pairwise((0, *order, last)))

    return length(inner), length(two_opt(inner, length))


@check(
    id=30,
    title="What other dates change",
    severity="info",
    sentence="The plan says what is special about its dates; other dates change what is said here.",
    data="opening hours, public holidays, climate",
)
def other_dates(context: Context, report: Report) -> None:
    days = context.plan.days
    if not days:
        report.note("There are no days.")
        return
    _untold_holidays(context, report)
    listed_stops = [
        item for item in context.items if isinstance(item, Visit | Meal) and context.rests_on(item)
    ]
    for item in context.visits:
        row = context.row(item)
        if row is None or not is_known(row.hours):
            report.rests_on("unlisted" if item.unlisted else "curated")
            report.unknown_of(item, "What other dates change is not known: {}.")
    said = []
    for shift, words in limits.OTHER_DATES:
        closed = _closed_after(context, listed_stops, shift)
        holidays = _holidays(context, shift)
        parts = [f"{listed(closed[:3])} would be closed"] if closed else []
        parts += [f"there is a holiday ({listed(holidays[:2])})"] if holidays else []
        parts += _weather(context, shift)
        said.append(f"{words} {listed(parts) or 'nothing changes'}.")
    for item in listed_stops:
        row = context.rests_on(item)
        if row:
            report.rests_on(row.grade_of("hours"))
    report.note(" ".join(said))


def _untold_holidays(context: Context, report: Report) -> None:
    """A public holiday on a full day, of which no note, risk or assumption speaks."""
    told = " ".join([*context.plan.risks, *context.plan.assumptions]).casefold()
    for day, city in zip(context.plan.days, context.day_cities, strict=True):
        if city is None or (context.origin and city.id == context.origin.id):
            continue
        names = holidays_on(city, day.date, context.gazetteer)
        words = f"{told} {day.note} {day.title}".casefold()
        if names and not any(name.split("(")[0].strip().casefold() in words for name in names):
            report.fail(
                f"{day_in_words(day.date)} is a public holiday in {city.name} ({listed(names[:2])}), and the "
                "plan does not say so.",
                repair="Look at opening hours and crowds of that day.",
            )


def _closed_after(context: Context, items: Sequence[Visit | Meal], shift: int) -> list[str]:
    closed = []
    for item in items:
        row = context.rests_on(item)
        start, end = (naive(moment) + dt.timedelta(days=shift) for moment in (item.start, item.end))
        if row and is_open(row, start, end, context.gazetteer) is False:
            closed.append(item.title)
    return list(dict.fromkeys(closed))


def _holidays(context: Context, shift: int) -> list[str]:
    found: dict[str, None] = {}
    for day, city in zip(context.plan.days, context.day_cities, strict=True):
        for name in holidays_on(city, next_date(day.date, shift), context.gazetteer):
            found[name] = None
    return list(found)


def _weather(context: Context, shift: int) -> list[str]:
    """Of the first city, where the month's mean is another one."""
    city = next((city for city in context.day_cities if city), None)
    if city is None:
        return []
    date = context.plan.days[0].date
    now = context.gazetteer.climate(city.id, date.month)
    then = context.gazetteer.climate(city.id, next_date(date, shift).month)
    if now is None or then is None or abs(now.mean_c - then.mean_c) < limits.WARMER_C:
        return []
    return [f"{city.name} has {then.mean_c:.0f} °C instead of {now.mean_c:.0f}"]
