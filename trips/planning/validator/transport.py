"""C and E. Transport: ways between cities exist in their direction, and kinds of transport do not clash."""

from __future__ import annotations

from trips.catalogue.geography import distance_km
from trips.planning.validator import limits
from trips.planning.validator.context import Context, uids
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Leg, Point
from trips.wording import counted, listed


@check(
    id=9,
    title="Ways between cities exist",
    severity="error",
    sentence="Every way between cities is one our data has, in its direction.",
    data="connections and airports",
)
def ways_exist(context: Context, report: Report) -> None:
    looked_at = 0
    for leg in context.intercity_legs:
        known = _flight(context, report, leg) if leg.mode == "flight" else _connection(context, report, leg)
        looked_at += known
    if context.intercity_legs:
        report.note(f"{counted(looked_at, 'way')} between cities, each of them known.")
    else:
        report.note("The plan stays in one city.")


def _flight(context: Context, report: Report, leg: Leg) -> bool:
    """From one airport with scheduled service to another one, each near the city it is said to serve."""
    for point in (leg.origin, leg.destination):
        airport = context.gazetteer.airport(point.code) if point.code else None
        if airport is None:
            if not point.code:
                report.unknown(f"From which airport {leg.title} goes is not said.", [leg.uid])
            else:
                report.fail(f"{leg.title}: {point.code} is no airport with scheduled service.", [leg.uid])
            return False
        city = context.gazetteer.city(point.city_id)
        if city and distance_km(city.lat, city.lon, airport.lat, airport.lon) > limits.AIRPORT_RADIUS_KM:
            report.fail(f"{leg.title}: {airport.name} is not the airport of {city.name}.", [leg.uid])
            return False
    if leg.origin.code == leg.destination.code:
        report.fail(f"{leg.title} ends at the airport where it starts.", [leg.uid])
        return False
    report.rests_on("official")
    return True


def _connection(context: Context, report: Report, leg: Leg) -> bool:
    """By a row of this way and direction. A way that no row has is not checked: our rows are few."""
    origin, destination = leg.origin.city_id, leg.destination.city_id
    if (
        context.gazetteer.city(origin) is None
        or context.gazetteer.city(destination) is None
        or origin is None
        or destination is None
    ):
        report.unknown_of(leg, "Between which cities it goes is not known: {}.")
        return False
    rows = [row for row in context.gazetteer.connections(origin, destination) if row.mode == leg.mode]
    if leg.connection_id and all(row.id != leg.connection_id for row in rows):
        report.fail(
            f"{leg.title}: our data has no such way from {_city(context, leg.origin)} to "
            f"{_city(context, leg.destination)}.",
            [leg.uid],
            repair=_instead(context, origin, destination),
        )
        return False
    if rows:
        report.rests_on(rows[0].grade)
        return True
    back = [row for row in context.gazetteer.connections(destination, origin) if row.mode == leg.mode]
    if back:
        report.fail(
            f"{leg.title}: our data has this way in the other direction only.",
            [leg.uid],
            repair=_instead(context, origin, destination),
        )
        return False
    report.rests_on("estimate")
    report.unknown_of(leg, "No row of our data, a time table was not looked at: {}.")
    return False


def _city(context: Context, point: Point) -> str:
    city = context.gazetteer.city(point.city_id)
    return city.name if city else point.name


def _instead(context: Context, origin: int, destination: int) -> str:
    modes = dict.fromkeys(row.mode for row in context.gazetteer.connections(origin, destination))
    return f"Go by {listed(modes)}." if modes else ""


@check(
    id=19,
    title="Your own car",
    severity="error",
    sentence="Whoever drives their own car takes no flight and no taxi, and brings the car home.",
    data="the plan's ways",
)
def goes_together(context: Context, report: Report) -> None:
    journeys = [leg for leg in context.timeline if isinstance(leg, Leg) and context.is_intercity(leg)]
    driven = [leg for leg in journeys if leg.mode == "car"]
    if not driven or journeys[0].mode != "car" or not _own(context, journeys[0]):
        report.note("You take no car of your own." if not driven else "The car is rented on the way.")
        return
    flights = [leg for leg in journeys if leg.mode == "flight"]
    taxis = [leg for leg in context.legs if leg.mode == "taxi"]
    if flights:
        report.fail(
            f"{driven[0].title} is by car, {listed(leg.title for leg in flights)} by plane: the car stays "
            "behind.",
            uids([driven[0], *flights]),
            repair="Drive all the way, or take public transport to the airport.",
        )
    if taxis:
        report.fail(
            f"{counted(len(taxis), 'way')} by taxi though the car is there: {taxis[0].title}.",
            uids(taxis),
            repair="Drive, or go by public transport.",
        )
    last = journeys[-1]
    if context.is_round_trip and last is not journeys[0] and last.mode not in ("car", "flight"):
        report.fail(
            f"The car of {driven[0].title} stays behind: {last.title} goes by {last.mode}.",
            uids([driven[0], last]),
            repair="Drive home.",
        )
    report.note("Your own car is driven there and back.")


def _own(context: Context, leg: Leg) -> bool:
    """Driven from home: no car is rented for a way that starts there, unless they asked for one."""
    wanted = context.facts.car
    at_home = context.origin is None or leg.origin.city_id == context.origin.id
    return at_home and (wanted.at_hand is True or not wanted.wanted)
