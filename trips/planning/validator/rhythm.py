"""D. Time, the rhythm of a day: lengths of visits, hours of meals, how much a day holds, where it begins."""

from __future__ import annotations

import datetime as dt

from trips.catalogue.matching import means
from trips.planning.validator import limits
from trips.planning.validator.chain import Night, chain
from trips.planning.validator.context import Context, uids
from trips.planning.validator.moments import naive, next_date
from trips.planning.validator.position import sameness
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Item, Leg, Meal, Stay, Visit
from trips.wording import counted, day_in_words, time_in_words


@check(
    id=14,
    title="Length of visits",
    severity="warning",
    sentence="Every visit is as long as its place recommends: neither rushed nor drawn out.",
    data="shortest and longest visit of places",
)
def length_of_visits(context: Context, report: Report) -> None:
    looked_at = 0
    for visit in context.visits:
        row = context.row(visit)
        minutes = context.minutes(visit)
        if row is None or row.visit is None or minutes is None:
            report.rests_on("unlisted" if visit.unlisted else "estimate")
            report.unknown_of(visit, "How long a visit takes is not known: {}.")
            continue
        looked_at += 1
        report.rests_on(row.grade)
        if minutes < row.visit.shortest - limits.ROUNDING_MINUTES:
            report.fail(
                f"{visit.title} has {counted(round(minutes), 'minute')}, it takes at least "
                f"{row.visit.shortest}.",
                [visit.uid],
                repair=f"Give it {counted(row.visit.shortest, 'minute')} or drop it.",
            )
        elif minutes > row.visit.longest + limits.ROUNDING_MINUTES:
            report.fail(
                f"{visit.title} has {counted(round(minutes), 'minute')}, nobody stays longer than "
                f"{row.visit.longest}.",
                [visit.uid],
                repair=f"End it after {counted(row.visit.longest, 'minute')}.",
            )
    report.note(f"{counted(looked_at, 'visit')} each long enough." if looked_at else "There is no visit.")


@check(
    id=15,
    title="Hours of meals",
    severity="warning",
    sentence="Meals are had when the country eats, with room from one to the next.",
    data="meal hours by country",
)
def hours_of_meals(context: Context, report: Report) -> None:
    report.rests_on("curated")
    meals = sorted(context.meals, key=lambda meal: naive(meal.start))
    for meal in meals:
        city = context.gazetteer.city(context.city_id_of(meal))
        first, last = meal_window(meal, city.country if city else "")
        begins = naive(meal.start).time()
        if not first <= begins <= last:
            report.fail(
                f"{meal.title} begins at {time_in_words(meal.start)} on {day_in_words(meal.start.date())}; "
                f"{meal.meal} there is from {time_in_words(first)} to {time_in_words(last)}.",
                [meal.uid],
                repair=f"Begin between {time_in_words(first)} and {time_in_words(last)}.",
            )
    for before, after in zip(meals, meals[1:], strict=False):
        begins, follows = context.start(before), context.start(after)
        if (
            begins is None
            or follows is None
            or before.end_zone
            or naive(before.start).date() != naive(after.start).date()
        ):
            continue
        between = (follows - begins).total_seconds() / 60
        least = limits.BETWEEN_MEALS[before.meal]
        if between < least - limits.ROUNDING_MINUTES:
            report.fail(
                f"Only {counted(round(between), 'minute')} from {before.title} to {after.title} on "
                f"{day_in_words(after.start.date())}.",
                uids([before, after]),
                repair=f"Begin {after.title} {round(least - between)} minutes later.",
            )
    report.note(f"{counted(len(meals), 'meal')} at the hours people eat there.")


def meal_window(meal: Meal, country: str) -> tuple[dt.time, dt.time]:
    """When this meal begins at the earliest and the latest in a country (ISO code)."""
    late = limits.LATE_MEALS.get(meal.meal, {}).get(country)
    first, last = limits.MEAL_WINDOWS[meal.meal]
    return first, late or last


@check(
    id=17,
    title="Pace of the days",
    severity="warning",
    sentence="Length, visits and walking of each day keep the pace, with rest after a night under way; stays "
    "are entered and left at their hours.",
    data="the plan's times and ways; check-in hours of stays",
)
def pace_of_the_days(context: Context, report: Report) -> None:
    pace = limits.PACES[context.plan.pace]
    called = context.plan.pace
    farthest, farthest_on = 0.0, ""
    report.rests_on("estimate")  # lengths of ways on foot
    for index, day in enumerate(context.plan.days):
        when = day_in_words(day.date)
        visits = [item for item in day.items if isinstance(item, Visit)]
        if len(visits) > pace.visits:
            report.fail(
                f"{when} has {counted(len(visits), 'visit')}, at a {called} pace {pace.visits} is the most.",
                uids(visits),
                repair=f"Drop {counted(len(visits) - pace.visits, 'visit')} of {when}.",
            )
        walks = [item for item in day.items if isinstance(item, Leg) and item.mode == "walk"]
        kilometres = sum(max(0.0, walk.distance_km) for walk in walks)
        if kilometres > pace.walking_km + _ROUNDED_KM:
            report.fail(
                f"{kilometres:.1f} km on foot on {when}: a {called} pace has at most {pace.walking_km:.0f}.",
                uids(walks),
                repair=f"Ride one of the ways of {when}, or drop a visit.",
            )
        if kilometres > farthest:
            farthest, farthest_on = kilometres, when
        if context.tells("pace"):
            _day_length(context, report, index, pace)
    _rest_after_nights(context, report)
    _check_in_hours(context, report)
    on_foot = f" At most {farthest:.1f} km on foot, on {farthest_on}." if farthest else ""
    report.note(f"Every day keeps a {called} pace.{on_foot}")


#: Lengths of ways are rounded to 100 m.
_ROUNDED_KM = 0.25


def _day_length(context: Context, report: Report, index: int, pace: limits.PaceLimits) -> None:
    """Visits begin and end within the pace's hours. Meals have hours of their own (check 15), a jazz club and
    a night market have theirs, and an appointment is asked for."""
    day = context.plan.days[index]
    for visit in (item for item in day.items if isinstance(item, Visit)):
        begins, ends = naive(visit.start), naive(visit.end)
        early = dt.datetime.combine(day.date, pace.earliest) - begins
        late = ends - dt.datetime.combine(day.date, pace.latest)
        row = context.row(visit)
        if early > limits.PACE_TOLERANCE and not _asked(context, visit):
            report.fail(
                f"{visit.title} begins at {time_in_words(begins)}, at a {context.plan.pace} pace "
                f"{day_in_words(day.date)} begins at {time_in_words(pace.earliest)}.",
                [visit.uid],
                repair=f"Begin {visit.title} at {time_in_words(pace.earliest)}.",
            )
        if (
            late > limits.PACE_TOLERANCE
            and not _asked(context, visit)
            and not (row and set(row.tags) & _AT_NIGHT)
        ):
            report.fail(
                f"{visit.title} ends at {time_in_words(ends)}, at a {context.plan.pace} pace "
                f"{day_in_words(day.date)} ends at {time_in_words(pace.latest)}.",
                [visit.uid],
                repair=f"End {visit.title} by {time_in_words(pace.latest)}.",
            )


#: A night under way lasts at least until then, minutes after midnight.
_ASLEEP_MINUTES = 240
#: Places that are for the evening, by their tags.
_AT_NIGHT = frozenset({"evening", "nightlife", "theatre", "music"})


def _asked(context: Context, visit: Visit) -> bool:
    """By name, or fixed by an appointment."""
    names = [visit.title, *([row.name, *row.aliases] if (row := context.row(visit)) else [])]
    named = [*context.facts.must_do, *(one.what for one in context.facts.appointments)]
    return visit.locked or any(means(wish, names) for wish in named)


def _rest_after_nights(context: Context, report: Report) -> None:
    timeline = context.timeline
    for index, leg in enumerate(timeline):
        if not isinstance(leg, Leg) or not _through_the_night(context, leg):
            continue
        arrives = context.end(leg)
        visit = next((item for item in timeline[index + 1 :] if isinstance(item, Visit)), None)
        begins = context.start(visit) if visit else None
        if arrives is None or visit is None or begins is None:
            continue
        room = (begins - arrives).total_seconds() / 60
        if 0 <= room < limits.REST_AFTER_NIGHT:
            report.fail(
                f"{visit.title} begins {counted(round(room), 'minute')} after a night in {leg.title}.",
                [leg.uid, visit.uid],
                repair=f"Leave {limits.REST_AFTER_NIGHT} minutes to arrive and rest.",
            )


def _through_the_night(context: Context, leg: Leg) -> bool:
    """Under way for most of the hours people sleep, by the clock where it begins, and into another day."""
    minutes = context.minutes(leg)
    if minutes is None or not context.is_intercity(leg):
        return False
    starts = naive(leg.start)
    midnight = dt.datetime.combine(next_date(starts.date()), dt.time.min)
    to_midnight = (midnight - starts).total_seconds() / 60
    return minutes >= to_midnight + _ASLEEP_MINUTES


def _check_in_hours(context: Context, report: Report) -> None:
    for stay in context.stays:
        row = context.row(stay)
        if row is None:
            continue
        if row.check_in and naive(stay.start).time() < row.check_in and naive(stay.start).hour >= 5:
            report.fail(
                f"{row.name} takes guests in from {time_in_words(row.check_in)}, the plan checks in at "
                f"{time_in_words(stay.start)}.",
                [stay.uid],
                repair=f"Leave the bags and check in from {time_in_words(row.check_in)}.",
            )
        if row.check_out and naive(stay.end).time() > row.check_out:
            report.fail(
                f"{row.name} is left by {time_in_words(row.check_out)}, the plan checks out at "
                f"{time_in_words(stay.end)}.",
                [stay.uid],
                repair=f"Check out by {time_in_words(row.check_out)}.",
            )


@check(
    id=21,
    title="Days from stay to stay",
    severity="warning",
    sentence="Every day begins and ends at the stay.",
    data="coordinates of stays and places",
)
def from_stay_to_stay(context: Context, report: Report) -> None:
    nodes = chain(context)
    nights = 0
    for index, node in enumerate(nodes):
        if not isinstance(node, Night):
            continue
        nights += 1
        row = context.row(node.stay)
        if row:
            report.rests_on(row.grade_of("position"))
        when = day_in_words(node.date)
        for other, words in (
            (nodes[index - 1] if index else None, "ends"),
            (nodes[index + 1] if index + 1 < len(nodes) else None, "begins"),
        ):
            if other is not None and not isinstance(other, Night):
                _at_the_stay(context, report, node.stay, other, words, when)
    report.note(
        f"{counted(nights, 'night')}; each day begins and ends at your stay."
        if nights
        else "No night at a stay."
    )


def _at_the_stay(context: Context, report: Report, stay: Stay, item: Item, words: str, when: str) -> None:
    if isinstance(item, Leg):
        position = context.position_of_point(item.destination if words == "ends" else item.origin)
    else:
        position = context.position_of_item(item)
        if not position.located and not item.unlisted:
            return  # nobody has said where: at the stay as well as anywhere
    same = sameness(context.position_of_item(stay), position)
    if same == "unknown":
        report.unknown(
            f"Whether the day {words} at {stay.title} around the night of {when} is not known.", [item.uid]
        )
    elif same == "different":
        report.fail(
            f"Around the night of {when} the day {words} at {position.name}, not at {stay.title}.",
            [item.uid, stay.uid],
            repair=f"Add the way between {position.name} and {stay.title}.",
        )
