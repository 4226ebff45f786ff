"""A plan as days of entries: what, when, how long, what it costs, how one gets there, what to mind."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from trips.catalogue.diets import dishes_for, unknown_diets
from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.opening_hours import HOURS_UNKNOWN, hours_in_words, words_of_hours
from trips.exports.item_words import says_to_book
from trips.map_view import MapView
from trips.planning.agenda_around import town_of
from trips.planning.agenda_entries import at_the_desk, ends, hours_of, is_local
from trips.planning.agenda_values import RoutedWay, is_left_over
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
#: As much time that nothing fills is told.
_GAP = dt.timedelta(minutes=30)
#: Beginnings of sentences of a note that a mark of the entry says as well.
_TOLD = ("Departs about ", "Ask the house ")
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
    departs: dt.datetime | None = None  # of a journey: its start is when one has to be there
    thin: bool = False
    spare: int = 0  # free minutes before a way, and after it
    spare_after: int = 0
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
    mode: str = ""  # of a way
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
    lodging: Decimal  # of that, where it is most of it
    walking_km: float
    night: str  # where one sleeps, unless that is the last entry
    map: MapView | None = None

    @property
    def rest(self) -> Decimal:
        """Its sum without the nights, as whole sums add up."""
        return round(self.cost) - round(self.lodging)

    @property
    def unsure(self) -> list[str]:
        """What to check before one goes, a line a thing; a single one is said beside its entry alone."""
        found = [f"{one.title}: {', '.join(one.marks)}." for one in self.entries if one.marks]
        return found if len(found) > 1 else []


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
    remarks, rough = _remarks(verdict), mostly_estimated(plan)
    days = []
    for number, day in enumerate(plan.days, start=1):
        entries = [*_landings(plan, day, gazetteer)]
        entries += [entry_of(item, plan, rough, gazetteer, remarks, diets) for item in _in_order(day)]
        entries = _folded(_with_gaps(entries))
        _tell_free_time(entries, day, gazetteer)
        pin = 0
        for entry in entries:
            entry.routed = (ways or {}).get(entry.uid)
            entry.booking = (booked or {}).get(entry.uid, "").replace("_", " ")
            entry.mapped = entry.kind in ("visit", "meal", "stay") and entry.lat is not None
            if entry.mapped and entry.kind != "stay":
                pin += 1
                entry.pin = pin
        _name_ends(entries)
        of_day = number, day.date, day.title, day.city, day.note
        days.append(DayView(*of_day, entries, *_sums(plan, day), walking_km(day.items), _night(plan, day)))
    return days


def _sums(plan: Plan, day: Day) -> tuple[Decimal, Decimal]:
    """Of the day, and of the nights that begin on it where these are most of it."""
    beds = [item for item in day.items if isinstance(item, Stay)]
    cost, lodging = (total_of(items, plan.currency, plan.rates) for items in (day.items, beds))
    return cost, lodging if lodging * 2 > cost > lodging else Decimal(0)


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
                title=f"{ends(leg).capitalize()} in {town_of(leg.destination, gazetteer)}",
                start=leg.lands,
                end=leg.end,
                details=hours_of(leg, day.date),
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


def _folded(entries: Iterable[Entry]) -> list[Entry]:
    """A short time left over belongs to the way after it, else to the one before; without either it
    is a thin line."""
    found: list[Entry] = []
    short: Entry | None = None
    for entry in [*entries, None]:
        if short and entry and entry.thin:
            entry.spare, short = short.minutes, None
        elif short and found and found[-1].thin:
            found[-1].spare_after, short = found[-1].spare_after + short.minutes, None
        elif short:
            found.append(replace(short, thin=True, spare=short.minutes))
            short = None
        mere = entry and entry.kind == "free" and not entry.locked | bool(entry.remarks)
        if mere and is_left_over(entry.title, entry.minutes):
            short = entry
        elif entry:
            found.append(entry)
    return found


def _tell_free_time(entries: list[Entry], day: Day, gazetteer: Gazetteer) -> None:
    """From when the room is ready, where one comes to it on that day."""
    stay = next((item for item in day.items if isinstance(item, Stay)), None)
    row = gazetteer.place(stay.place_id) if stay and stay.place_id else None
    for entry in entries:
        if stay and row and row.check_in and entry.kind == "free" and entry.start.time() < row.check_in:
            entry.details = [f"the room is ready from {row.check_in:%H:%M}"]


def _name_ends(entries: list[Entry]) -> None:
    """Of ways with which a day begins, and of those that lead to nothing that follows."""
    for before, entry, after in zip([None, *entries], entries, [*entries[1:], None], strict=False):
        if entry.thin:
            begins = f" from {entry.ends[0]}" if before is None else ""
            leads = (
                f" to {entry.ends[1]}" if after is None or after.thin or after.uid.endswith("-gap") else ""
            )
            entry.around = begins + leads


def entry_of(
    item: Item,
    plan: Plan,
    rough: bool,
    gazetteer: Gazetteer,
    remarks: Mapping[str, list[Remark]],
    diets: Sequence[str],
) -> Entry:
    """`rough`: are most prices of the plan estimates?"""
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
    entry.about = _about(item, place, diets)
    if item.unlisted:
        entry.marks.append("not in our data" + (", hours not checked" if item.kind == "visit" else ""))
    elif item.named_by_model:
        entry.marks.append("from the language model's knowledge, check before you go")
    if place is not None and place.grade_of("hours") == "web" and not isinstance(item, Stay):
        entry.page = place.source_of("hours")
    said = item.note.replace(". ", ".\n").splitlines()
    if note := " ".join(one for one in said if not (entry.marks and one.startswith(_TOLD))):
        entry.remarks.append(Remark("plain", note))
    return entry


def _leg(entry: Entry, leg: Leg) -> None:
    entry.mode = leg.mode
    entry.distance_km = leg.distance_km
    entry.thin, entry.ends = is_local(leg), (leg.origin.name, leg.destination.name)
    entry.minutes = leg.travel_minutes if leg.travel_minutes else leg.minutes
    entry.lat = entry.lon = None
    if entry.thin:
        return
    entry.departs = leg.departs
    entry.details = hours_of(leg, leg.start.date())
    if leg.grade == "estimate":
        entry.marks.append("time estimated")


def _stay(entry: Entry, stay: Stay, place: Place | None) -> None:
    entry.eyebrow = "Night"
    kind = stay.stay_type.replace("_", " ")
    entry.details = [counted(stay.nights, "night"), counted(stay.rooms, "room")]
    if kind and kind not in stay.title.lower():
        entry.details.append(kind)
    if stay.area:
        entry.details.append(stay.area)
    if place is not None:
        if place.breakfast_included:
            entry.details.append("breakfast included")
    entry.minutes = 0


def _about(item: Item, place: Place | None, diets: Sequence[str]) -> str:
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
        at_stay = meal.style == "at_stay"
        asks = f"ask the house for {unknown} food" if at_stay else f"not known whether it has {unknown} food"
        entry.marks.append(asks)
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
