"""What one plan tells when it is asked: sums, days, journeys, where one sleeps, what suits children."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from agents.view import OptionView, TripView
from trips.catalogue.gazetteer import distance_km
from trips.exports.item_words import WAYS
from trips.facts.describing import money
from trips.planning.agenda_entries import is_local
from trips.planning.costing import total_of
from trips.planning.request import city_named
from trips.planning.wishes import place_meant
from trips.reading.questions import asked
from trips.reading.routing.days import read_day
from trips.schemas import FreeTime, Item, Leg, Meal, Plan, Point, Stay, Visit
from trips.wording import counted

CATEGORIES = {"stay": "sleeping", "food": "meals", "transport": "transport", "visits": "visits"}

Tells = Callable[[str, OptionView, TripView], str]


def walking(plan: Plan) -> float:
    return float(sum(leg.distance_km for leg in plan.items() if isinstance(leg, Leg) and leg.mode == "walk"))


def for_children(plan: Plan, view: TripView) -> int:
    """How many visits our rows call good for children."""
    rows = [view.gazetteer.place(visit.place_id) for visit in visits(plan) if visit.place_id]
    return sum(row is not None and row.children == "good" for row in rows)


def museums(plan: Plan, view: TripView) -> int:
    rows = [view.gazetteer.place(visit.place_id) for visit in visits(plan) if visit.place_id]
    return sum(row is not None and "museum" in row.tags for row in rows)


def visits(plan: Plan) -> list[Visit]:
    return [item for item in plan.items() if isinstance(item, Visit)]


def stays(plan: Plan) -> str:
    return (
        ", ".join(dict.fromkeys(item.title for item in plan.items() if isinstance(item, Stay))) or "no stay"
    )


def spent(plan: Plan, category: str) -> Decimal:
    """In the plan's currency."""
    return total_of(plan.items(), plan.currency, plan.rates, category)


def sums(plan: Plan) -> str:
    return f"{money(plan.total, plan.currency)} in all, {money(plan.per_person, plan.currency)} each"


def _cost(question: str, one: OptionView, view: TripView) -> str:
    plan = one.plan
    parts = {part: spent(plan, part) for part in CATEGORIES}
    if named := [part for part in asked(question, "thing_kind") if part in parts]:
        return ", ".join(f"{CATEGORIES[part]} {money(parts[part], plan.currency)}" for part in named) + "."
    listed = ", ".join(f"{CATEGORIES[p]} {money(sum_, plan.currency)}" for p, sum_ in parts.items() if sum_)
    return f"{sums(plan)} ({listed})."


def _day(question: str, one: OptionView, view: TripView) -> str:
    index = read_day(question, [day.date for day in one.plan.days], view.today).index
    if index is None:
        return f"the plan has {len(one.plan.days)} days."
    day, beside = one.plan.days[index], asked(question, "beside")
    items = [item for item in day.items if not isinstance(item, Stay | FreeTime)]
    head = f"{day.date:%A} {day.date.day} {day.date:%B} in {day.city}"
    if not items:
        return f"{head} is free."
    if "starts" in beside:
        return f"{head} starts at {items[0].start:%H:%M} ({_titled_item(items[0])})."
    if "ends" in beside:
        return f"{head} ends at {items[-1].end:%H:%M} ({_titled_item(items[-1])})."
    if meals := asked(question, "meal"):
        items = [item for item in items if isinstance(item, Meal) and item.meal in meals]
        if not items:
            return f"no {' or '.join(meals)} is planned on {head}."
    shown = [item for item in items if not (isinstance(item, Leg) and is_local(item))] or items
    return f"{head}: " + ", ".join(f"{item.start:%H:%M} {_titled_item(item)}" for item in shown) + "."


def _titled_item(item: Item) -> str:
    return f"{item.destination.name} {WAYS[item.mode]}" if isinstance(item, Leg) else item.title


def _journeys(plan: Plan) -> list[Leg]:
    return [item for item in plan.items() if isinstance(item, Leg) and not is_local(item)]


def _leaving(question: str, one: OptionView, view: TripView) -> str:
    """When the journey starts, or the way home."""
    legs = _journeys(one.plan)
    if not legs:
        items = one.plan.items()
        return f"the first day starts at {items[0].start:%H:%M} on {_dated(items[0])}." if items else ""
    leg = legs[-1] if "home" in asked(question, "beside") else legs[0]
    return (
        f"you leave {leg.origin.name} {WAYS[leg.mode]} at {leg.start:%H:%M} on {_dated(leg)} and are in "
        f"{leg.destination.name} at {leg.end:%H:%M}; times are estimates."
    )


def _dated(item: Item) -> str:
    return f"{item.start:%A} {item.start.day} {item.start:%B}"


def _way(question: str, one: OptionView, view: TripView) -> str:
    legs = _journeys(one.plan)
    if not legs:
        return "it has no journey to another town."
    return (
        "; ".join(
            f"{leg.origin.name} to {leg.destination.name} {WAYS[leg.mode]}, "
            f"{leg.travel_minutes // 60} h {leg.travel_minutes % 60:02d} and {leg.distance_km:,.0f} km"
            for leg in legs
        )
        + " (estimates)."
    )


def _to_the_hotel(question: str, one: OptionView, view: TripView) -> str:
    """From each stay to the station or airport of the journeys, as the crow flies."""
    told = []
    for stay in (item for item in one.plan.items() if isinstance(item, Stay)):
        points = [point for leg in _journeys(one.plan) for point in (leg.origin, leg.destination)]
        near = [(km, point) for point in points if (km := _apart(stay, point)) is not None and km < 80]
        for km, point in sorted(near, key=lambda pair: pair[0])[:1]:
            told.append(f"{stay.title} is {km:.1f} km from {point.name}, as the crow flies")
    return "; ".join(dict.fromkeys(told)) + "." if told else "it names no station or airport near its hotel."


def _apart(stay: Stay, point: Point) -> float | None:
    if None in (stay.lat, stay.lon, point.lat, point.lon) or point.kind not in ("station", "airport"):
        return None
    return distance_km(stay.lat, stay.lon, point.lat, point.lon)


def _checking_in(question: str, one: OptionView, view: TripView) -> str:
    told = [
        f"{item.title}: in on {_dated(item)} at {item.start:%H:%M}, out on {item.end:%A} {item.end.day} "
        f"{item.end:%B} by {item.end:%H:%M}"
        for item in one.plan.items()
        if isinstance(item, Stay)
    ]
    return f"{'; '.join(told)}." if told else "it has no stay."


def _on_foot(question: str, one: OptionView, view: TripView) -> str:
    days = max(1, len(one.plan.days))
    return f"{walking(one.plan):.1f} km on foot in all, {walking(one.plan) / days:.1f} km a day."


def _pace(question: str, one: OptionView, view: TripView) -> str:
    return f"a {one.plan.pace} pace, {counted(len(visits(one.plan)), 'visit')} in {len(one.plan.days)} days."


def _risks(question: str, one: OptionView, view: TripView) -> str:
    return " ".join(one.plan.risks) or "no risk is noted."


def _assumed(question: str, one: OptionView, view: TripView) -> str:
    return " ".join(one.plan.assumptions) or "nothing is assumed."


def _sleeping(question: str, one: OptionView, view: TripView) -> str:
    return (
        "; ".join(
            f"{item.title}{f' ({item.area})' if item.area else ''}, {counted(item.nights, 'night')}"
            for item in one.plan.items()
            if isinstance(item, Stay)
        )
        + "."
    )


def _children(question: str, one: OptionView, view: TripView) -> str:
    """By the rows of the places: how many of the visits suit children."""
    rows = [view.gazetteer.place(visit.place_id) for visit in visits(one.plan) if visit.place_id]
    told = [row for row in rows if row and row.children]
    if not told:
        return "our rows say nothing on children about its visits."
    good = [row.name for row in told if row.children == "good"]
    unfit = [row.name for row in told if row.children == "no"]
    words = f"of {len(told)} visits our rows know of, {len(good)} are good for children"
    words += f" ({', '.join(good[:4])})" if good else ""
    return f"{words}; {', '.join(unfit)} {'is' if len(unfit) == 1 else 'are'} not." if unfit else f"{words}."


def _step_free(question: str, one: OptionView, view: TripView) -> str:
    """By the rows of the visits and stays: which are free of steps, partly or not."""
    items = [item for item in one.plan.items() if isinstance(item, Visit | Stay) and item.place_id]
    rows = {row.id: row for item in items if (row := view.gazetteer.place(item.place_id)) and row.step_free}
    if "bed" in asked(question, "beside"):
        rows = {id_: row for id_, row in rows.items() if row.kind == "stay"}
    if not rows:
        return "our rows say nothing on steps there."
    words = {"yes": "free of steps", "partly": "only partly", "no": "not"}
    return (
        "; ".join(
            f"{words[level]}: {', '.join(names)}"
            for level in words
            if (names := [row.name for row in rows.values() if row.step_free == level])
        )
        + " (by our rows)."
    )


def _meals(question: str, one: OptionView, view: TripView) -> str:
    """Where one eats the meal that is named, or all of them."""
    named = asked(question, "meal")
    meals = [item for item in one.plan.items() if isinstance(item, Meal)]
    titles = dict.fromkeys(item.title for item in meals if not named or item.meal in named)
    return f"{', '.join(titles)}." if titles else f"no {' or '.join(named) or 'meal'} is planned."


def _included(question: str, one: OptionView, view: TripView) -> str:
    """Is the place that is named in it, and when; else its visits, of the kind that is named."""
    visits_here = visits(one.plan)
    for city in {destination.name: destination for destination in view.facts.destinations}.values():
        found = city_named(city, view.gazetteer)
        place = place_meant(question, found, view.gazetteer) if found else None
        if place is None:
            continue
        item = next((item for item in one.plan.items() if item.place_id == place.id), None)
        return (
            f"{place.name} is in it, on {_dated(item)} at {item.start:%H:%M}."
            if item
            else (f"{place.name} is not in it.")
        )
    what = "visit"
    if "museums" in asked(question, "beside"):
        what = "museum"
        rows = [(visit, view.gazetteer.place(visit.place_id)) for visit in visits_here if visit.place_id]
        visits_here = [visit for visit, row in rows if row and "museum" in row.tags]
    titles = list(dict.fromkeys(visit.title for visit in visits_here))
    return f"{counted(len(titles), what)}: {', '.join(titles)}." if titles else f"it has no {what}."


#: Who tells a row of `of_an_option`; whether the question must speak of a plan to mean it; whether it means a
#: place and not the plan where it names one.
ASPECTS: dict[str, tuple[Tells, bool, bool]] = {
    "to_the_hotel": (_to_the_hotel, False, False), "day": (_day, False, False),
    "children": (_children, True, True), "leaving": (_leaving, False, False), "way": (_way, False, False),
    "sleeping": (_sleeping, False, False), "step_free": (_step_free, False, True),
    "checking_in": (_checking_in, False, False), "on_foot": (_on_foot, True, True),
    "pace": (_pace, True, False), "risks": (_risks, False, False), "assumed": (_assumed, False, False),
    "cost": (_cost, True, True), "meals": (_meals, True, True), "included": (_included, True, False),
}  # fmt: skip
