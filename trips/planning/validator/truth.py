"""B. Truth: every name stands for a row of our data, every figure is that row's."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from trips.catalogue.geography import City
from trips.catalogue.matching import means
from trips.planning.validator import limits
from trips.planning.validator.context import Context
from trips.planning.validator.position import straight_km
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.planning.validator.sums import converted, exchange, people_who_pay, tickets_bought
from trips.schemas import FreeTime, Item, Leg, Meal, Place, PlaceKind, Point, Price, Rate, Stay, Visit
from trips.wording import money_in_words, number, quantum, whose_word

#: With fewer rows of a city nobody has looked it up.
FEWEST_ROWS = 20
#: Rates of the plan may differ from ours by this share (another day's fixing).
_RATE_SLACK = Decimal("0.02")


@check(
    id=5,
    title="Places and connections",
    severity="error",
    sentence="Every place, stay and connection is in our data, in the city it is said to be in.",
    data="the places, airports and connections by id",
)
def everything_exists(context: Context, report: Report) -> None:
    for uid, times in Counter(item.uid for item in context.items).items():
        if times == 1:
            continue
        report.fail(f"Two items of the plan share the name {uid[:40]!r}.", [uid])
    for item in context.items:
        if isinstance(item, Leg):
            _leg_exists(context, report, item)
        elif item.unlisted:
            _unlisted(context, report, item)
        elif item.place_id:
            _row_exists(context, report, item, item.place_id)
        elif isinstance(item, Visit | Stay) or (isinstance(item, Meal) and item.style == "place"):
            report.fail(f"{item.title} names no place of our data and is not marked as unlisted.", [item.uid])
    for alternative in context.plan.alternatives:
        if alternative.place_id and context.place(alternative.place_id) is None:
            report.fail(f"The alternative {alternative.name} is not in our data.")
    report.note("We know every place, stay and connection of the plan.")


def _row_exists(context: Context, report: Report, item: Item, place_id: str) -> None:
    row = context.place(place_id)
    if row is None:
        report.fail(
            f"{item.title} ({place_id[:60]}) is not in our data.",
            [item.uid],
            repair=f"Take a listed place instead of {item.title}.",
        )
        return
    report.rests_on(row.grade)
    if row.grade == "unlisted":
        report.unknown_of(item, "From the language model's knowledge, in none of our data: {}.")
    wanted = _kind_of(item)
    if wanted and row.kind != wanted and (wanted, row.kind) != ("visit", "day_trip"):
        report.fail(f"{item.title} is {_KIND_WORDS[row.kind]}, not {_KIND_WORDS[wanted]}.", [item.uid])
    city = context.gazetteer.city_of(row)
    if city and item.city_id is not None and item.city_id != city.id:
        report.fail(f"{item.title} is in {city.name}, not where the plan says.", [item.uid])


_KIND_WORDS = {
    "visit": "something to visit",
    "food": "a place to eat",
    "stay": "a place to stay",
    "station": "a station",
    "day_trip": "a day trip",
}


def _kind_of(item: Item) -> PlaceKind | None:
    if isinstance(item, Visit):
        return "visit"
    if isinstance(item, Stay):
        return "stay"
    if isinstance(item, Meal):
        return {"place": "food", "at_stay": "stay", "free": None}[item.style]
    return None


def _unlisted(context: Context, report: Report, item: Item) -> None:
    """Marked as somebody's suggestion: not checked; in a city whose rows were looked up only what the
    traveller named may be one."""
    report.rests_on("unlisted")
    city = context.gazetteer.city(item.city_id)
    if (
        not city
        or not _is_looked_up(context, city)
        or isinstance(item, FreeTime)
        or _was_named(context, item)
    ):
        report.unknown_of(item, "In none of our data, somebody's suggestion: {}.")
        return
    report.fail(
        f"{item.title} is in none of our data on {city.name}, and the traveller did not name it.",
        [item.uid],
        severity="warning",
        repair=f"Take a listed place of {city.name} instead.",
    )


def _is_looked_up(context: Context, city: City) -> bool:
    """Rows of general knowledge, and a few of staff, are not all that a city has."""
    rows = context.gazetteer.places(city.curated or "")
    return len(rows) >= FEWEST_ROWS and sum(row.grade == "curated" for row in rows) * 2 > len(rows)


def _was_named(context: Context, item: Item) -> bool:
    facts = context.facts
    named = [*facts.must_do, *facts.wishes, facts.stay.name or ""]
    named += [text for each in facts.appointments for text in (each.what, each.where or "")]
    return any(means(wish, [item.title]) for wish in named if wish.strip())


def _leg_exists(context: Context, report: Report, leg: Leg) -> None:
    for point in (leg.origin, leg.destination):
        _point_exists(context, report, leg, point)
    if leg.mode == "flight":
        for point in (leg.origin, leg.destination):
            if point.kind != "airport":
                report.fail(f"{leg.title} is a flight, but {point.name} is no airport.", [leg.uid])
    if leg.connection_id:
        row = context.connection(leg)
        if row is None:
            report.fail(
                f"{leg.title} names a connection that is not in our data from {leg.origin.name} to "
                f"{leg.destination.name}.",
                [leg.uid],
            )
            return
        report.rests_on(row.grade)
        if row.mode != leg.mode:
            report.fail(f"{leg.title} goes by {leg.mode}, its row by {row.mode}.", [leg.uid])
    elif leg.unlisted:
        report.rests_on("unlisted")
        report.unknown_of(leg, "In none of our data, somebody's suggestion: {}.")


def _point_exists(context: Context, report: Report, leg: Leg, point: Point) -> None:
    if point.place_id and context.place(point.place_id) is None:
        report.fail(f"{leg.title} leads to or from {point.name}, which is not in our data.", [leg.uid])
    if point.city_id is not None and context.gazetteer.city(point.city_id) is None:
        report.fail(f"{leg.title} leads to or from a city that is not in our data.", [leg.uid])
    if point.code and context.gazetteer.airport(point.code[:10]) is None:
        report.fail(f"{point.name} ({point.code[:10]}) has no scheduled flights in our data.", [leg.uid])


@check(
    id=6,
    title="Prices and travel times",
    severity="warning",
    sentence="Prices and durations are those of the data used, which has a source and a date.",
    data="prices of places and connections, exchange rates",
)
def figures_of_the_rows(context: Context, report: Report) -> None:
    for item in context.items:
        if item.unlisted:
            report.rests_on("unlisted")
            report.unknown_of(item, "No price in our data: {}.")
        elif isinstance(item, Leg):
            _leg_figures(context, report, item)
        elif row := context.rests_on(item):
            report.rests_on(row.grade_of("price"))
            if not row.source:
                report.fail(f"{row.name} has no source in our data.", [item.uid])
            if not row.as_of:
                report.unknown_of(item, "Our data has no date: {}.")
            if row.price is None:
                estimate = "Our data has no price; what the plan says is an estimate: {}."
                report.unknown_of(item, estimate if item.costs else "No price in our data: {}.")
            elif isinstance(item, Stay):
                _room_price(context, report, item, row.price)
            else:
                _ticket_price(context, report, item, row, row.price)
    for rate in context.plan.rates:
        _rate(context, report, rate)
    report.note("Every price, travel time and exchange rate is the one that its source gives.")


def _ticket_price(context: Context, report: Report, item: Item, row: Place, price: Price) -> None:
    fees = tickets_bought(context, item, price)
    _charged(context, report, item, fees, price.currency, whose_word(row.source_of("price")))


def _charged(
    context: Context, report: Report, item: Item, fees: list[Decimal], currency: str, by: str
) -> None:
    expected, charged = sum(fees, Decimal(0)), converted(context, item.costs, currency)
    if charged is None:
        report.unknown_of(item, "No rate is given for the price of {}.")
    elif not _close(charged, expected, item, currency):
        report.fail(
            f"{item.title} costs {money_in_words(charged, currency)} in the plan, "
            f"{money_in_words(expected, currency)} {by}.",
            [item.uid],
            repair=f"Set it to {money_in_words(expected, currency)}.",
        )


def _close(charged: Decimal, expected: Decimal, item: Item, currency: str) -> bool:
    """Equal; where the lines are in another currency, equal but for rounding."""
    if all(line.currency == currency for line in item.costs):
        return charged == expected
    return abs(charged - expected) <= max(quantum(currency), expected * _RATE_SLACK)


def _room_price(context: Context, report: Report, stay: Stay, price: Price) -> None:
    low = price.low if price.low is not None else price.adult
    high = price.high if price.high is not None else price.adult
    for line in stay.costs:
        unit = line.unit
        if line.currency != price.currency:
            rate = exchange(context, line.currency, price.currency)
            if rate is None:
                report.unknown_of(stay, "No rate is given for the price of {}.")
                continue
            unit = line.unit * rate
        slack = Decimal(0) if line.currency == price.currency else high * _RATE_SLACK
        if not (min(low, price.adult) - slack <= unit <= max(high, price.adult) + slack):
            report.fail(
                f"{stay.title} costs {money_in_words(unit, price.currency)} a night in the plan, "
                f"{money_in_words(low, price.currency)} to {money_in_words(high, price.currency)} "
                "in our data.",
                [stay.uid],
                repair=f"Set the night to {money_in_words(price.adult, price.currency)}.",
            )


def _leg_figures(context: Context, report: Report, leg: Leg) -> None:
    _length(context, report, leg)
    row = context.connection(leg)
    if row is None:
        report.rests_on(leg.grade)
        if not leg.source.strip() and leg.mode != "walk":
            report.fail(f"{leg.title} does not say what its figures rest on.", [leg.uid])
        return
    report.rests_on(row.grade)
    if leg.travel_minutes != row.minutes:
        report.fail(
            f"{leg.title} takes {number(leg.travel_minutes)} minutes in the plan, {row.minutes} in our data.",
            [leg.uid],
            repair=f"Set it to {row.minutes} minutes.",
        )
    if not row.source or not row.as_of:
        report.fail(f"{leg.title} rests on a row without source or date.", [leg.uid])
    if row.mode not in ("taxi", "car"):  # a vehicle's price, not a person's: the sums count the vehicles
        fees = people_who_pay(context.plan, row.price)
        _charged(context, report, leg, fees, row.price.currency, "in our data")


def _length(context: Context, report: Report, leg: Leg) -> None:
    """No way is shorter than the straight line; of a flight it may be that between the two cities."""
    here, there = context.position_of_point(leg.origin), context.position_of_point(leg.destination)
    straight = straight_km(here, there)
    slack = limits.AIRPORT_RADIUS_KM if leg.mode == "flight" else limits.SAME_PLACE_KM
    if straight is not None and leg.distance_km < straight * 0.9 - slack:
        report.fail(
            f"{leg.title} is {leg.distance_km:,.1f} km in the plan, the straight line is {straight:,.1f} km.",
            [leg.uid],
            repair=f"Set it to at least {straight:,.1f} km.",
        )


def _rate(context: Context, report: Report, rate: Rate) -> None:
    if not rate.source.strip():
        report.fail(f"The rate from {rate.base[:3]} to {rate.quote[:3]} has no source.")
    # The date of a chained rate is its older part's: asked for that date, the younger part differs.
    dates = [rate.date, context.today, *(day.date for day in context.plan.days[:1])]
    known = (context.gazetteer.rate(rate.base[:3], rate.quote[:3], date) for date in dates if date)
    ours = [row for row in known if row is not None]
    if not ours:
        report.unknown(f"No rate from {rate.base[:3]} to {rate.quote[:3]} is in our data.")
        return
    report.rests_on("official")
    if all(abs(rate.rate - row.rate) > row.rate * _RATE_SLACK for row in ours):
        report.fail(
            f"1 {rate.base} is {rate.rate:.6g} {rate.quote} in the plan, {ours[0].rate:.6g} in our data "
            f"({ours[0].date})."
        )
