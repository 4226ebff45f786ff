"""A plan as days of entries: what, when, how long, what it costs, how one gets there, what to mind."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from trips.catalogue.diets import dishes_for, unknown_diets
from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.opening_hours import HOURS_UNKNOWN, hours_in_words, words_of_hours
from trips.exports.item_words import point_in_words, says_to_book
from trips.map_view import MapView
from trips.planning.agenda_around import town_of
from trips.planning.agenda_entries import at_the_desk, is_local
from trips.planning.agenda_values import RoutedWay
from trips.planning.costing import total_of
from trips.schemas import (
    ROUGH_GRADES,
    CheckResult,
    Day,
    FreeTime,
    Item,
    Leg,
    Meal,
    Place,
    Plan,
    Source,
    Stay,
    Verdict,
    Visit,
    walking_km,
)
from trips.wording import counted

_MEALS = {"breakfast": "Breakfast", "lunch": "Lunch", "dinner": "Dinner"}
#: As much time that nothing fills is a line of its day.
_GAP = dt.timedelta(minutes=30)
_MORNING = 6  # o'clock


@dataclass(frozen=True)
class Remark:
    """Something to mind, beside the entry it is about."""

    tone: str  # bad, warn, plain
    text: str
    repair: str = ""


@dataclass
class Entry:
    """One line of a day. `thin` = a way between two entries; `mapped` = on the map, with number `pin`."""

    uid: str
    kind: str
    icon: str
    title: str
    start: dt.datetime
    end: dt.datetime
    thin: bool = False
    eyebrow: str = ""  # "Lunch", "Stay"
    details: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)  # what of it is estimated or not confirmed
    summary: str = ""  # why it is there
    about: str = ""  # what the place is, or what to try
    cost: Decimal = Decimal(0)
    estimated: bool = False
    free: bool = False  # a row says that nothing is to be paid
    cost_lines: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    unlisted: bool = False
    page: Source | None = None  # where its hours were read
    minutes: int = 0
    distance_km: float | None = None
    mode: str = ""
    ends: tuple[str, str] = ("", "")  # of a way: names of where from and where to
    around: str = ""  # those of them that no line beside it names
    mapped: bool = False
    pin: int | None = None
    lat: float | None = None
    lon: float | None = None
    locked: bool = False
    routed: RoutedWay | None = None
    booking: str = ""  # "booked", "to book": what is noted of it


@dataclass
class DayView:
    number: int
    date: dt.date
    title: str
    city: str
    note: str
    entries: list[Entry]
    cost: Decimal
    walking_km: float
    night: str  # where one sleeps, unless that is the last entry
    map: MapView | None = None

    @property
    def unsure(self) -> list[str]:
        """What to check before one goes, a line a thing."""
        return [f"{one.title}: {', '.join(one.marks)}." for one in self.entries if one.marks]


@dataclass(frozen=True)
class Share:
    """One category of the total; `percent` of the whole, for a bar."""

    label: str
    amount: Decimal
    percent: int


def days_of(
    plan: Plan,
    verdict: Verdict,
    gazetteer: Gazetteer,
    booked: Mapping[str, str] | None = None,
    ways: Mapping[str, RoutedWay] | None = None,
    diets: Sequence[str] = (),
) -> list[DayView]:
    """For the plan that was chosen, by item: `booked`, the state of its booking, and `ways` of a service."""
    remarks = _remarks(verdict)
    rough = mostly_estimated(plan)
    days = []
    for number, day in enumerate(plan.days, start=1):
        entries = [*_landings(plan, day, gazetteer)]
        entries += [_entry(item, plan, day.date, gazetteer, remarks, diets, rough) for item in _in_order(day)]
        entries = list(_with_gaps(entries))
        pin = 0
        for entry in entries:
            entry.routed = (ways or {}).get(entry.uid)
            entry.booking = (booked or {}).get(entry.uid, "").replace("_", " ")
            entry.mapped = entry.kind in ("visit", "meal", "stay") and entry.lat is not None
            if entry.mapped and entry.kind != "stay":
                pin += 1
                entry.pin = pin
        _name_ends(entries)
        cost, night = total_of(day.items, plan.currency, plan.rates), _night(plan, day)
        of_day = number, day.date, day.title, day.city, day.note
        days.append(DayView(*of_day, entries, cost, walking_km(day.items), night))
    return days


def mostly_estimated(plan: Plan) -> bool:
    """Are more prices estimated than not? Then it is said once for all of them."""
    rough = [any(cost.grade in ROUGH_GRADES for cost in item.costs) for item in plan.items() if item.costs]
    return sum(rough) * 2 > len(rough)


def shares_of(plan: Plan) -> list[Share]:
    """The total by category, the largest first."""
    items = plan.items()
    named = dict.fromkeys(cost.category for item in items for cost in item.costs)
    sums = {name: total_of(items, plan.currency, plan.rates, name) for name in named}
    whole = sum(sums.values(), Decimal(0)) or Decimal(1)
    ordered = sorted(sums.items(), key=lambda pair: -pair[1])
    return [Share(label, amount, round(amount * 100 / whole)) for label, amount in ordered if amount]


def _in_order(day: Day) -> list[Item]:
    desks = at_the_desk(day.items)
    return sorted((item for item in day.items if item.uid not in desks), key=lambda item: item.start)


def _landings(plan: Plan, day: Day, gazetteer: Gazetteer) -> Iterator[Entry]:
    """The end of a journey that began on a day before."""
    for leg in plan.items():
        if isinstance(leg, Leg) and not is_local(leg) and leg.start.date() < day.date == leg.end.date():
            yield Entry(
                uid=f"{leg.uid}-end",
                kind="landing",
                icon=leg.mode,
                title=f"Arrive in {town_of(leg.destination, gazetteer)}",
                start=leg.end,
                end=leg.end,
                details=[point_in_words(leg.destination)],
            )


def _with_gaps(entries: Iterable[Entry]) -> Iterator[Entry]:
    """With the time between that nothing fills."""
    free: dt.datetime | None = None
    for entry in entries:
        if free and entry.start - free >= _GAP and free.hour >= _MORNING:  # not the rest of a night
            minutes = round((entry.start - free).total_seconds() / 60)
            uid = f"{entry.uid}-gap"
            yield Entry(uid, "free", "clock", "Free time", free, entry.start, minutes=minutes)
        yield entry
        ended = entry.start if entry.kind == "stay" else entry.end
        free = ended if entry.kind == "leg" else max(ended, free or ended)


def _name_ends(entries: list[Entry]) -> None:
    """Of ways with which a day begins, and of those that lead to nothing that follows."""
    for before, entry, after in zip([None, *entries], entries, [*entries[1:], None], strict=False):
        if entry.thin:
            begins = f" from {entry.ends[0]}" if before is None else ""
            leads = (
                f" to {entry.ends[1]}" if after is None or after.thin or after.uid.endswith("-gap") else ""
            )
            entry.around = begins + leads


def _entry(
    item: Item,
    plan: Plan,
    date: dt.date,
    gazetteer: Gazetteer,
    remarks: dict[str, list[Remark]],
    diets: Sequence[str],
    rough: bool,
) -> Entry:
    place = gazetteer.place(item.place_id) if item.place_id else None
    lat, lon = item.position or (None, None)
    entry = Entry(
        uid=item.uid,
        kind=item.kind,
        icon=_icon(item),
        title=item.title,
        start=item.start,
        end=item.end,
        cost=total_of([item], plan.currency, plan.rates),
        estimated=not rough and any(cost.grade in ROUGH_GRADES for cost in item.costs),
        cost_lines=[_cost_line(cost) for cost in item.costs],
        remarks=list(remarks.get(item.uid, [])),
        unlisted=item.unlisted,
        minutes=item.minutes,
        lat=lat,
        lon=lon,
        locked=item.locked,
    )
    match item:
        case Leg():
            _leg(entry, item)
        case Stay():
            _stay(entry, item, place)
        case Visit():
            _visit(entry, item, place)
        case Meal():
            _meal(entry, item, place, diets)
        case FreeTime():
            pass
    if place is not None and (isinstance(item, Visit) or isinstance(item, Meal) and item.style == "place"):
        _hours(entry, item, place, gazetteer, rough)
    entry.about = about(item, place, diets)
    if item.unlisted:
        entry.marks.append("not in our data" + (", hours not checked" if item.kind == "visit" else ""))
    elif item.named_by_model:
        entry.marks.append("from the language model's knowledge, check before you go")
    if place is not None and place.grade_of("hours") == "web" and not isinstance(item, Stay):
        entry.page = place.source_of("hours")
    if item.note:
        entry.remarks.append(Remark("plain", item.note))
    return entry


def _leg(entry: Entry, leg: Leg) -> None:
    entry.mode = leg.mode
    entry.distance_km = leg.distance_km
    entry.thin, entry.ends = is_local(leg), (leg.origin.name, leg.destination.name)
    entry.minutes = leg.travel_minutes if leg.travel_minutes else leg.minutes
    entry.lat = entry.lon = None
    if entry.thin:
        return
    other = "" if leg.start.date() == leg.end.date() else f" on {leg.end:%A}"
    entry.details = [f"arrives {leg.end:%H:%M}{other}"]
    if leg.grade == "estimate":
        entry.marks.append("time estimated")
    entry.summary = _via(leg)


def _via(leg: Leg) -> str:
    ends = (leg.origin, leg.destination)
    if any(point.kind in ("station", "airport") for point in ends):
        return f"{point_in_words(leg.origin)} → {point_in_words(leg.destination)}"
    return ""


def _stay(entry: Entry, stay: Stay, place: Place | None) -> None:
    entry.eyebrow = stay.stay_type.replace("_", " ").capitalize() or "Stay"
    entry.details = [counted(stay.nights, "night"), counted(stay.rooms, "room")]
    if stay.area:
        entry.details.append(stay.area)
    if place is not None:
        if place.breakfast_included:
            entry.details.append("breakfast included")
    entry.minutes = 0


def about(item: Item, place: Place | None, diets: Sequence[str]) -> str:
    """What is known of its place: of a table dishes that the travellers can eat."""
    if place is None:
        return ""
    if isinstance(item, Meal):
        dishes = dishes_for(place, diets)
        return f"Try {' or '.join(dishes[:2])}." if dishes and item.style == "place" else ""
    return place.summary


def _visit(entry: Entry, visit: Visit, place: Place | None) -> None:
    if place is not None:
        entry.details += _booking(visit, place)
        shared = [f"{line.label[:1].lower()}{line.label[1:]}" for line in visit.costs if not line.amount]
        entry.details += shared  # on the ticket of another place
        entry.free = place.price is not None and not (entry.cost or shared)
        entry.marks += [] if place.price or entry.cost else ["price unknown"]
    if visit.area:
        entry.details.append(visit.area)
    entry.details += _guests(visit)
    entry.summary = visit.reason if place is None or visit.reason != place.summary else ""


def _meal(entry: Entry, meal: Meal, place: Place | None, diets: Sequence[str]) -> None:
    name = _MEALS[meal.meal]
    entry.eyebrow = "" if meal.title.startswith(name) else name
    entry.details += _guests(meal)
    if meal.style != "free" and (unknown := unknown_diets(place, diets)):
        entry.marks.append(f"not known whether it has {unknown} food")
    if meal.style != "place":
        return
    if meal.cuisine:
        entry.details.append(meal.cuisine)
    if place is not None:
        entry.details += _booking(meal, place)
    if meal.area:
        entry.details.append(meal.area)


def _guests(item: Visit | Meal) -> list[str]:
    return [f"with {counted(item.guests, 'guest')}"] if item.guests else []


def _hours(entry: Entry, item: Item, place: Place, gazetteer: Gazetteer, rough: bool) -> None:
    words = hours_in_words(place, item.start.date(), gazetteer, at=item.start)
    if words[:1].isdigit():
        usually = "usually " if place.grade_of("hours") == "common" and not rough else ""
        words = f"{usually}open {words}"
    if words == HOURS_UNKNOWN:
        entry.marks.append(words_of_hours(place) or words)
    else:
        entry.details.insert(0, words)


def _booking(item: Visit | Meal, place: Place) -> list[str]:
    """What its note does not say anyhow."""
    words = {"required": ["book ahead"], "recommended": ["booking advised"]}
    return [] if says_to_book(item) else words.get(place.booking, [])


def _icon(item: Item) -> str:
    match item:
        case Leg():
            return item.mode
        case Meal():
            return "food"
        case Stay():
            return "stay"
        case Visit():
            return "visit"
        case FreeTime():
            return "clock"


def _cost_line(cost) -> str:
    return f"{cost.label}: {cost.quantity} × {cost.unit.normalize():f} {cost.currency}"


def _night(plan: Plan, day: Day) -> str:
    """The stay of this night, unless the day ends with going there."""
    midnight = dt.datetime.combine(day.date + dt.timedelta(days=1), dt.time.min)
    stays = [item for item in plan.items() if isinstance(item, Stay) and item not in day.items[-1:]]
    return next((item.title for item in stays if item.start < midnight < item.end), "")


def _remarks(verdict: Verdict) -> dict[str, list[Remark]]:
    """Failed checks by the items they are about: errors and warnings, the worst first."""
    found: dict[str, list[Remark]] = {}
    order = {"error": 0, "warning": 1}
    results: list[CheckResult] = [result for result in verdict.failed if result.severity in order]
    for result in sorted(results, key=lambda result: order[result.severity]):
        for uid in result.items[:1]:
            tone = "bad" if result.severity == "error" else "warn"
            found.setdefault(uid, []).append(Remark(tone, result.message, result.repair))
    return found
