"""How days went, out of plain words: "ramen was the best meal, but I was exhausted after 3 pm".

What was liked and what not, what was left out, how much strength was left, a rating where one is given, the
day and the item of the plan it is about, causes that something can be done about. Pure.
"""

from trips.reading.reports.days import (  # fmt: skip
    Told,
    day_said,
    days_said,
    rating_in,
    read_reports,
    read_told,
    tells_how_it_was,
)
from trips.reading.reports.values import THE_DAY, THE_TRIP, Cause, Report, base_of, each_once, is_thing

__all__ = [
    "THE_DAY", "THE_TRIP", "Cause", "Report", "Told", "base_of", "day_said", "days_said", "each_once",
    "is_thing", "rating_in", "read_reports", "read_told", "tells_how_it_was",
]  # fmt: skip
