"""E. Variety and consistency: nothing twice, stays and cars that hold everybody."""

from __future__ import annotations

import re
from collections import defaultdict

from trips.catalogue.matching import means
from trips.catalogue.names import words
from trips.planning.validator import limits
from trips.planning.validator.context import Context, uids
from trips.planning.validator.moments import naive
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Item, Meal, Stay, Visit
from trips.wording import counted, day_in_words, listed, number

_ASKED_AGAIN = re.compile(r"\b(twice|again|every day|each day|both days|daily|two times)\b", re.IGNORECASE)


@check(
    id=18,
    title="Nothing twice",
    severity="error",
    sentence="No visit and no restaurant comes twice, unless asked.",
    data="the plan",
)
def nothing_twice(context: Context, report: Report) -> None:
    visits = _repeated(context, context.visits)
    meals = _repeated(context, [meal for meal in context.meals if meal.style == "place"])
    for same in visits:
        if not _asked_again(context, same):
            report.fail(
                f"{same[0].title} is visited {_how_often(same)}.",
                uids(same),
                repair=f"Drop it on {day_in_words(same[-1].start.date())}.",
            )
    for same in meals:
        if not _asked_again(context, same):
            report.fail(
                f"{same[0].title} is chosen for a meal {_how_often(same)}.",
                uids(same),
                severity="warning",
                repair=f"Eat elsewhere on {day_in_words(same[-1].start.date())}.",
            )
    report.note(f"{counted(len(context.visits), 'visit')}, none of them twice.")


def _repeated(context: Context, items: list[Visit] | list[Meal]) -> list[list[Item]]:
    """Items of one place, by its row or, without one, by their words and city."""
    groups: dict[object, list[Item]] = defaultdict(list)
    for item in items:
        row = context.row(item)
        name = (tuple(words(row.name if row else item.title)), context.city_id_of(item))
        groups[name].append(item)
    return [group for group in groups.values() if len(group) > 1]


def _how_often(same: list[Item]) -> str:
    times = "twice" if len(same) == 2 else f"{len(same)} times"
    return f"{times}, on {listed(day_in_words(item.start.date()) for item in same)}"


def _asked_again(context: Context, same: list[Item]) -> bool:
    title = [same[0].title]
    wishes = [wish for wish in context.facts.must_do + context.facts.wishes if _ASKED_AGAIN.search(wish)]
    if any(means(_ASKED_AGAIN.sub(" ", wish), title) for wish in wishes):
        return True
    fixed = [one for one in context.facts.appointments if means(one.what, title)]
    return len(fixed) >= len(same)


@check(
    id=20,
    title="Rooms, nights and seats",
    severity="error",
    sentence="Stays take this many nights and people; cars and taxis have seats for everybody.",
    data="occupancy and least nights of stays; 5 persons a car, 4 a taxi",
)
def rooms_nights_seats(context: Context, report: Report) -> None:
    people = context.plan.travellers
    for stay in context.stays:
        if stay.rooms < 1:
            report.fail(f"{stay.title} has no room.", [stay.uid])
        row = context.row(stay)
        if row is None:
            report.rests_on("unlisted")
            report.unknown_of(stay, "How many people and nights it takes is not known: {}.")
            continue
        report.rests_on(row.grade)
        nights = _nights_at(context, stay)
        if nights < row.min_nights:
            report.fail(
                f"{row.name} takes guests for at least {counted(row.min_nights, 'night')}, "
                f"the plan has {number(nights)}.",
                [stay.uid],
                repair="Take another stay or stay longer.",
            )
        if row.occupancy is None:
            report.unknown_of(stay, "How many people a room takes is not known: {}.")
        elif stay.rooms * row.occupancy < people:
            needed = -(-people // max(1, row.occupancy))
            report.fail(
                f"{counted(stay.rooms, 'room')} at {row.name} for {row.occupancy} each: not enough for "
                f"{number(people)} persons.",
                [stay.uid],
                repair=f"Book {counted(needed, 'room')}.",
            )
        if context.facts.rooms and stay.rooms < context.facts.rooms:
            report.fail(
                f"{counted(context.facts.rooms, 'room')} were asked, {row.name} has {number(stay.rooms)}.",
                [stay.uid],
                repair=f"Book {counted(context.facts.rooms, 'room')}.",
            )
    _seats(context, report, people)
    report.note(
        "There are beds and seats for everybody." if context.stays else "There are seats for everybody."
    )


def _nights_at(context: Context, stay: Stay) -> int:
    """Nights of all bookings of this place: two that adjoin count as one."""
    same = [one for one in context.stays if one.place_id == stay.place_id]
    return sum((naive(one.end).date() - naive(one.start).date()).days for one in same)


def _seats(context: Context, report: Report, people: int) -> None:
    for leg in context.legs:
        seats = {"taxi": limits.SEATS_TAXI, "car": limits.SEATS_SELF_DRIVE}.get(leg.mode)
        if seats is None or people <= seats or not leg.costs:
            continue
        needed = -(-people // seats)
        vehicles = max(line.quantity for line in leg.costs)
        if vehicles < needed:
            report.fail(
                f"{leg.title}: {number(people)} persons need {counted(needed, 'car')}, "
                f"{number(vehicles)} is counted.",
                [leg.uid],
                repair=f"Count {counted(needed, 'car')}.",
            )
