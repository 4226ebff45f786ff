"""Coming home: on which date the last way gets there, and what the days after that say."""

from __future__ import annotations

import datetime as dt

from trips.catalogue.geography import City
from trips.planning.validator import limits
from trips.planning.validator.context import Context
from trips.planning.validator.moments import naive, next_date
from trips.schemas import Leg
from trips.wording import day_in_words


def on_the_way(context: Context, date: dt.date) -> bool:
    """Whether a way between cities is under way on a date."""
    return any(context.touches(leg, date) for leg in context.intercity_legs)


def home_before(context: Context, last: dt.date) -> dt.date | None:
    """The date before the last one on which the last way reaches home, if it does."""
    origin, legs = context.origin, context.intercity_legs
    if origin is None or not context.is_round_trip or not legs:
        return None
    way = max(legs, key=lambda leg: naive(leg.start))
    if context.point_is_in(way.destination, origin) is not True:
        return None
    reached = evening_of(way.end)
    return reached if reached < last else None


def elsewhere_at_home(context: Context, origin: City, leg: Leg) -> str:
    """What is wrong when the last day says another city, though they left it on a day before."""
    day, city = context.plan.days[-1], context.day_cities[-1]
    left = evening_of(leg.start) < day.date and evening_of(leg.end) <= day.date
    if not left or city is None or city.id == origin.id:
        return ""
    return f"{day_in_words(day.date)} is given to {day.city}, which they left before: that day they are home."


def evening_of(moment: dt.datetime) -> dt.date:
    """The date whose night a moment belongs to: the small hours are those of the day before."""
    late = naive(moment).time() < limits.NIGHT_ENDS
    return next_date(moment.date(), -1) if late else moment.date()
