"""A plan taken apart for editing: nights in cities, the journeys between them, and what each day holds.

Only what an edit touches is put together again; the rest keeps its very items.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from trips.catalogue.gazetteer import City
from trips.catalogue.matching import means
from trips.planning.editing.edits import CannotDo
from trips.planning.legs import LocalMeans, local_means
from trips.planning.lodging import FETCH_BAGS
from trips.planning.mealtimes import evening_end
from trips.planning.picking import Pool
from trips.planning.planned import Spot, base_of
from trips.planning.request import Request
from trips.schemas import FreeTime, Item, Leg, Meal, Place, Plan, Stay, Visit

#: Titles of free time at the desk of the stay; all other is what a day leaves over.
DESK = ("Drop bags: ", "Check in: ")
MIDNIGHT = dt.time()

Thing = Visit | Meal


def minute_of(moment: dt.datetime, date: dt.date) -> int:
    """Minutes since midnight of a date (more than 1,440 on the day after)."""
    return int((moment - dt.datetime.combine(date, MIDNIGHT)).total_seconds() // 60)


def at_minute(date: dt.date, minutes: int) -> dt.datetime:
    return dt.datetime.combine(date, MIDNIGHT) + dt.timedelta(minutes=minutes)


@dataclass(frozen=True)
class Entry:
    """Something to do on a day. `wish` = when it should start (minutes; None = when it suits), `held` = not
    at any other time, `any_hours` = also when it is closed, `must` = not to be left out."""

    item: Thing
    minutes: int
    wish: int | None = None
    held: bool = False
    any_hours: bool = False
    must: bool = False

    @property
    def uid(self) -> str:
        return self.item.uid

    @property
    def is_meal(self) -> bool:
        return isinstance(self.item, Meal)

    @property
    def floats(self) -> bool:
        """Had wherever one is: a free choice, or a table nobody knows the place of."""
        item = self.item
        return isinstance(item, Meal) and item.style != "at_stay" and item.place_id is None


@dataclass
class Hop:
    """A journey between two cities, with the ways to and from its hubs."""

    main: Leg
    access: Leg | None = None
    egress: Leg | None = None

    @property
    def legs(self) -> list[Leg]:
        return [leg for leg in (self.access, self.main, self.egress) if leg]

    def take(self, legs: Iterable[Leg]) -> None:
        """These instead of its own, in their order."""
        following = iter(legs)
        for name in ("access", "main", "egress"):
            if getattr(self, name):
                setattr(self, name, next(following))

    @property
    def leave(self) -> dt.datetime:
        return self.legs[0].start

    @property
    def reach(self) -> dt.datetime:
        return self.legs[-1].end


@dataclass
class Sojourn:
    """The time in one city. `days` holds what each date is made of, `kept` its items (without the stay, the
    desk and the journeys), `touched` the dates that an edit has changed."""

    city: City
    arrive: dt.date
    leave: dt.date
    base: Spot
    stay: Stay | None = None
    desk: FreeTime | None = None
    days: dict[dt.date, list[Entry]] = field(default_factory=dict)
    kept: dict[dt.date, list[Item]] = field(default_factory=dict)
    touched: set[dt.date] = field(default_factory=set)

    @property
    def dates(self) -> list[dt.date]:
        return [self.arrive + dt.timedelta(days=days) for days in range((self.leave - self.arrive).days + 1)]

    def put(self, date: dt.date, entries: list[Entry], items: list[Item]) -> None:
        """What a date holds from now on. Ways and hours left over keep the uid that they had there."""
        known: dict[tuple[str, ...], list[str]] = {}
        for item in self.kept.get(date, []):
            known.setdefault(_likeness(item), []).append(item.uid)
        for item in items:
            if isinstance(item, Leg) or not item.uid:
                uids = known.get(_likeness(item))
                item.uid = uids.pop(0) if uids else ""
        self.days[date], self.kept[date] = entries, items
        self.touched.add(date)


def _likeness(item: Item) -> tuple[str, ...]:
    if isinstance(item, Leg):
        return item.kind, item.origin.name, item.destination.name
    return item.kind, item.title


@dataclass
class Itinerary:
    """`hops[i]` leads to `sojourns[i]` (None: the trip begins there); the last one leads home, if any."""

    plan: Plan
    request: Request
    sojourns: list[Sojourn]
    hops: list[Hop | None]

    hired_days: int = 0  # how long a hired car is had, as the plan is

    def __post_init__(self) -> None:
        self.hired_days = (self.sojourns[-1].leave - self.sojourns[0].arrive).days + 1

    @property
    def start(self) -> dt.date:
        return self.plan.days[0].date

    def number(self, date: dt.date) -> int:
        return (date - self.start).days + 1

    def date(self, number: int) -> dt.date:
        if not 1 <= number <= len(self.plan.days):
            raise CannotDo(f"There is no day {number}: the plan has {len(self.plan.days)} days.")
        return self.plan.days[number - 1].date

    def on(self, date: dt.date) -> list[Sojourn]:
        """The cities one is in on a date, in order."""
        return [sojourn for sojourn in self.sojourns if sojourn.arrive <= date <= sojourn.leave]

    def arriving(self, sojourn: Sojourn) -> Hop | None:
        return self.hops[self.sojourns.index(sojourn)]

    def leaving(self, sojourn: Sojourn) -> Hop | None:
        return self.hops[self.sojourns.index(sojourn) + 1]

    def pool(self, sojourn: Sojourn) -> Pool:
        return Pool(self.request, sojourn.city)

    def means(self, sojourn: Sojourn) -> LocalMeans:
        """Of getting about there; a car that drives a way of the plan is at hand."""
        drives = any(isinstance(item, Leg) and item.mode == "car" for item in self.plan.items())
        return local_means(self.request, sojourn.city, has_car=self.request.rents_car or drives)

    def row(self, item: Item) -> Place | None:
        return self.request.gazetteer.place(item.place_id) if item.place_id else None

    def entries(self) -> Iterator[tuple[Sojourn, dt.date, Entry]]:
        for sojourn in self.sojourns:
            for date in sorted(sojourn.days):
                for entry in sojourn.days[date]:
                    yield sojourn, date, entry

    def places(self) -> set[str]:
        """Ids of all places the plan goes to."""
        return {entry.item.place_id for _, _, entry in self.entries() if entry.item.place_id}

    def find(self, uid: str) -> tuple[Sojourn, dt.date, Entry]:
        """A visit, a meal or hours of free time. Raises CannotDo for anything else, naming it."""
        for sojourn, date, entry in self.entries():
            if entry.uid == uid:
                return sojourn, date, entry
        item = next((item for item in self.plan.items() if item.uid == uid), None)
        if item is None:
            raise CannotDo("That is not in the plan any more.")
        if isinstance(item, Leg):
            raise CannotDo(f"{item.title} is a way: it follows from what lies before and after it.")
        if isinstance(item, Stay):
            raise CannotDo(f"{item.title} is where you stay: change its nights or take another stay.")
        raise CannotDo(f"{item.title} is not to be moved: it is what lies between two other things.")

    def hours(self, sojourn: Sojourn, date: dt.date) -> tuple[int, int]:
        """Minutes of the date between which one is free in the city, at the stay at both ends: as the
        journeys and the desk allow, else by the pace, or longer where the plan already is."""
        items = sojourn.kept.get(date, [])
        first = self.request.limits.earliest.hour * 60
        last = evening_end(sojourn.city.country, self.request)
        if items:
            first = min(first, minute_of(items[0].start, date))
            last = max(last, minute_of(items[-1].end, date))
        opens, closes = self.bounds(sojourn, date)
        start = first if opens is None else max(first, opens) if sojourn.stay else opens
        return start, min(last, closes) if closes is not None else last

    def bounds(self, sojourn: Sojourn, date: dt.date) -> tuple[int | None, int | None]:
        """When one is there at the earliest and away at the latest, where journeys say so."""
        opens = closes = None
        arriving, leaving = self.arriving(sojourn), self.leaving(sojourn)
        if date == sojourn.arrive:
            if sojourn.desk:
                opens = minute_of(sojourn.desk.end, date)
            elif arriving:
                opens = minute_of(arriving.reach, date)
        if date == sojourn.leave and leaving:
            closes = minute_of(leaving.leave, date) - (FETCH_BAGS if sojourn.stay else 0)
        return opens, closes


def taken_apart(plan: Plan, request: Request) -> Itinerary:
    """The plan as nights, journeys and days. Raises CannotDo where a city of it is not in our data."""
    timeline = [item for item in plan.items() if not isinstance(item, Stay)]
    stays = [item for item in plan.items() if isinstance(item, Stay)]
    regions: list[list[Item]] = [[]]
    hops: list[Hop] = []
    waiting = list(timeline)
    while waiting:
        item = waiting.pop(0)
        if not (isinstance(item, Leg) and item.between_cities):
            regions[-1].append(item)
            continue
        hop = Hop(item)
        before = regions[-1][-1] if regions[-1] else None
        if item.mode != "car" and isinstance(before, Leg) and before.destination == item.origin:
            hop.access = before
            regions[-1].pop()
        after = waiting[0] if waiting else None
        if item.mode != "car" and isinstance(after, Leg) and after.origin == item.destination:
            hop.egress = after
            waiting.pop(0)
        hops.append(hop)
        regions.append([])
    return _joined(plan, request, regions, hops, stays)


def _joined(
    plan: Plan, request: Request, regions: list[list[Item]], hops: list[Hop], stays: list[Stay]
) -> Itinerary:
    sojourns: list[Sojourn] = []
    around: list[Hop | None] = []
    for index, items in enumerate(regions):
        arriving = hops[index - 1] if index else None
        leaving = hops[index] if index < len(hops) else None
        city_id = arriving.main.destination.city_id if arriving else None
        city_id = city_id or (leaving.main.origin.city_id if leaving else plan.days[0].city_id)
        first = arriving.reach.date() if arriving else plan.days[0].date
        last = leaving.leave.date() if leaving else plan.days[-1].date
        stay = next(
            (one for one in stays if one.city_id == city_id and first <= one.start.date() <= last), None
        )
        at_home = request.origin is not None and city_id == request.origin.id
        if not items and stay is None and (at_home or last < first or city_id is None):
            continue  # home, before the first journey or after the last
        around.append(arriving)
        city = request.gazetteer.city(city_id) if city_id else None
        if city is None:
            raise CannotDo("A city of this plan is not in our data: it can't be changed day by day.")
        sojourns.append(_sojourn(city, first, last, stay, items, request))
    if not sojourns:
        raise CannotDo("There is no day in this plan that could be changed.")
    left = len(around) and len(hops) and (around[-1] is not hops[-1])
    return Itinerary(plan, request, sojourns, [*around, hops[-1] if left else None])


def _sojourn(
    city: City, first: dt.date, last: dt.date, stay: Stay | None, items: list[Item], request: Request
) -> Sojourn:
    desk = next((one for one in items if isinstance(one, FreeTime) and one.title.startswith(DESK)), None)
    sojourn = Sojourn(city, first, last, _base(city, stay, items, request), stay, desk)
    for date in sojourn.dates:
        sojourn.days[date] = []
    for item in items:
        if item is desk:
            continue
        date = min(max(item.start.date(), first), last)
        sojourn.kept.setdefault(date, []).append(item)
        if isinstance(item, Thing):
            sojourn.days[date].append(entry_of(item, date, request))
    return sojourn


def entry_of(item: Thing, date: dt.date, request: Request) -> Entry:
    fixed = is_appointment(item, request)
    named = [text for text in request.facts.must_do if text.strip()]
    row = request.gazetteer.place(item.place_id) if item.place_id else None
    names = [item.title, *(row.aliases if row else ())]
    must = fixed or any(means(text, names) for text in named)
    return Entry(
        item,
        minutes=minute_of(item.end, date) - minute_of(item.start, date),
        wish=minute_of(item.start, date),
        held=item.locked or fixed,
        any_hours=item.locked or fixed,
        must=must or item.locked,
    )


def is_appointment(item: Item, request: Request) -> bool:
    """A fixed date of the traveller's, with its hour."""
    return isinstance(item, Visit) and any(
        one.date == item.start.date() and one.start and means(one.what, [item.title])
        for one in request.facts.appointments
    )


def _base(city: City, stay: Stay | None, items: list[Item], request: Request) -> Spot:
    """The stay; on a day trip the middle of the city; as the ways of the plan name it."""
    row = request.gazetteer.place(stay.place_id) if stay and stay.place_id else None
    base = base_of(city, row, sleeps=stay is not None)
    if row or stay is None:
        return base
    ends = [point for item in items if isinstance(item, Leg) for point in (item.origin, item.destination)]
    named = next((point for point in ends if point.kind == "stay"), None)
    point = named or base.point.model_copy(update={"lat": stay.lat, "lon": stay.lon})
    return Spot(point, stay.area or base.area)
