"""Check 11: where the traveller is, from item to item and through the nights, without a jump."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from trips.planning.validator.context import Context, Stop
from trips.planning.validator.moments import naive, next_date
from trips.planning.validator.position import Position, sameness, straight_km
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.planning.validator.shape import first_night
from trips.schemas import FreeTime, Leg, Meal, Stay
from trips.wording import day_in_words, time_in_words

_NIGHT_FROM, _NIGHT_UNTIL = dt.time(18), dt.time(12)
_EARLIEST = dt.datetime.min.replace(tzinfo=dt.UTC)
_LATEST = dt.datetime.max.replace(tzinfo=dt.UTC)


@dataclass(frozen=True)
class Night:
    """Sleeping at a stay: the position everybody returns to."""

    stay: Stay
    date: dt.date


@dataclass
class Whereabouts:
    position: Position
    words: str  # "Old North Church (until 11:00 on Monday 16 February)"
    uid: str


@check(
    id=11,
    title="A way between places",
    severity="error",
    sentence="Between two different positions there is a leg that starts at the one and ends at the other.",
    data="coordinates of places, stays, airports; legs are estimates",
)
def way_between_places(context: Context, report: Report) -> None:
    here = _at_home(context)
    for node in chain(context):
        if isinstance(node, Leg):
            origin = context.position_of_point(node.origin)
            if here:
                _compare(report, here, origin, f"{node.origin.name}, where “{node.title}” starts", node.uid)
            report.rests_on(node.grade)
            here = Whereabouts(
                context.position_of_point(node.destination),
                f"{node.destination.name} (reached at {time_in_words(node.end)})",
                node.uid,
            )
        elif isinstance(node, Night):
            here = _arrive(context, report, here, node.stay, f"the night of {day_in_words(node.date)}")
        else:
            when = f"{time_in_words(node.start)} on {day_in_words(naive(node.start).date())}"
            here = _arrive(context, report, here, node, when)
    home = _at_home(context)
    if here and home and context.is_round_trip:
        _compare(report, here, home.position, f"{home.position.name}, where the trip ends", here.uid)
    report.note("Every stop is reached from the one before.")


def _at_home(context: Context) -> Whereabouts | None:
    city = context.origin
    if city is None:
        return None
    position = Position(city.name, "city", city_id=city.id, lat=city.lat, lon=city.lon)
    return Whereabouts(position, city.name, "")


def _arrive(
    context: Context, report: Report, here: Whereabouts | None, item: Stop | Stay, when: str
) -> Whereabouts | None:
    """Compare with the item's position and be there; an item without one leaves the traveller where
    they are (free time, a choice nobody located)."""
    position = context.position_of_item(item)
    if row := context.row(item):
        report.rests_on(row.grade_of("position"))
    if item.unlisted:
        report.rests_on("unlisted")
    if (item.unlisted and not position.located) or context.is_placed_roughly(item):
        report.unknown_of(item, "No position in our data, so the way there is not checked: {}.")
    stays_put = isinstance(item, FreeTime | Meal) and not position.located
    if here and stays_put:
        elsewhere = None not in (position.city_id, here.position.city_id)
        if not (elsewhere and position.city_id != here.position.city_id):
            return here
    if here:
        _compare(report, here, position, f"{item.title} ({when})", item.uid)
    return Whereabouts(position, f"{item.title} (until {time_in_words(item.end)})", item.uid)


def _compare(report: Report, here: Whereabouts, there: Position, there_in_words: str, uid: str) -> None:
    same = sameness(here.position, there)
    if same == "same":
        return
    pair = [one for one in (here.uid, uid) if one]
    if same == "unknown":
        report.unknown(f"Whether {here.words} and {there_in_words} are one place is not known.", pair)
        return
    distance = straight_km(here.position, there)
    apart = f", {distance:,.1f} km apart" if distance is not None else ""
    if distance is None:
        how = "leg"
    elif distance < 2:
        how = f"walk of about {max(5, round(distance * 16))} minutes"
    else:
        how = "ride" if distance < 80 else "journey"
    report.fail(
        f"Nothing leads from {here.words} to {there_in_words}{apart}.",
        pair,
        repair=f"Add a {how} from {here.position.name} to {there.name}.",
    )


def chain(context: Context) -> list[Leg | Stop | Night]:
    """The timeline with the nights put in: each into the longest gap of its evening and morning."""
    timeline = context.timeline
    starts = [context.start(item) or _EARLIEST for item in timeline]
    ends: list[dt.datetime] = []
    for item in timeline:
        end = context.end(item) or _EARLIEST
        ends.append(max(end, ends[-1]) if ends else end)
    nights_before: dict[int, list[Night]] = {}
    dates = sorted({day.date for day in context.plan.days})
    for stay in sorted(context.stays, key=lambda stay: naive(stay.start)):
        for date in dates:
            if first_night(stay) <= date < naive(stay.end).date():
                index = _gap_of_night(context, stay, date, starts, ends)
                if index is not None:
                    nights_before.setdefault(index, []).append(Night(stay, date))
    nodes: list[Leg | Stop | Night] = []
    for index, item in enumerate(timeline):
        nodes += nights_before.get(index, [])
        nodes.append(item)
    return nodes + nights_before.get(len(timeline), [])


def _gap_of_night(
    context: Context, stay: Stay, date: dt.date, starts: list[dt.datetime], ends: list[dt.datetime]
) -> int | None:
    """Before which item of the timeline the night lies; None when the stay's zone is unknown."""
    falls = context.instant(dt.datetime.combine(date, _NIGHT_FROM), stay.zone)
    dawns = context.instant(dt.datetime.combine(next_date(date), _NIGHT_UNTIL), stay.zone)
    if falls is None or dawns is None:
        return None
    best, longest = None, None
    for index in range(len(starts) + 1):
        gap_from = ends[index - 1] if index else _EARLIEST
        gap_until = starts[index] if index < len(starts) else _LATEST
        overlap = min(gap_until, dawns) - max(gap_from, falls)
        if longest is None or overlap > longest:
            best, longest = index, overlap
    return best
