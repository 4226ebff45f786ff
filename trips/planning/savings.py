"""Where a plan could cost less: a named item, what to have instead, and what it would save. From rows only.

Must-dos stay, and so does what is locked or behind. Diet, access and hours hold for what is proposed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from trips.catalogue.gazetteer import City, Gazetteer, distance_km
from trips.catalogue.matching import means
from trips.planning.costing import converted, meal_lines, room_lines, visit_lines
from trips.planning.fares import local_fares, transit_fare
from trips.planning.legs import clock_minutes
from trips.planning.picking import LEVELS, rooms_needed, windows_on
from trips.planning.request import Request, UnknownDestination, request_of
from trips.planning.wishes import must_dos, names_of, unsuitable
from trips.schemas import CostLine, Item, Leg, Meal, Place, PlaceKind, Plan, Stay, TripFacts, Visit
from trips.wording import counted, day_in_words, money_in_words, quantum

#: How far a cheaper table or sight may be, kilometres as the crow flies.
NEARBY_KM = 2.5
MOST, MOST_OF_A_KIND = 5, 2
#: Smaller shares of an item's price are not worth a word.
LEAST_SHARE = Decimal("0.2")


@dataclass(frozen=True, slots=True)
class Saving:
    """`amount`: what it saves for everybody. `place_id`: the row to have instead, if any."""

    uid: str
    kind: str
    title: str
    date: dt.date
    instead: str
    place_id: str
    amount: Decimal
    sentence: str


def savings(
    plan: Plan,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    currency: str,
) -> list[Saving]:
    """The largest first, at most two of a kind; of today and the days to come."""
    try:
        request = request_of(facts, gazetteer, today=today)
    except UnknownDestination:
        return []
    search = _Search(plan, request, gazetteer, today, currency)
    found = sorted(search.all(), key=lambda one: (-one.amount, one.uid))
    kept: list[Saving] = []
    for one in found:
        same = [other for other in kept if other.kind == one.kind]
        again = one.place_id and any(other.place_id == one.place_id for other in kept)
        if len(same) < MOST_OF_A_KIND and not again:
            kept.append(one)
    return kept[:MOST]


@dataclass(frozen=True)
class _Search:
    plan: Plan
    request: Request
    gazetteer: Gazetteer
    today: dt.date
    currency: str

    def all(self) -> Iterator[Saving]:
        used = {item.place_id for item in self.plan.items() if item.place_id}
        musts = must_dos(self.request)
        for day in self.plan.days:
            if day.date < self.today:
                continue
            for item in day.items:
                wanted = any(
                    means(must.text, [item.title]) or (must.place and must.place.id == item.place_id)
                    for must in musts
                )
                if wanted or item.locked or not item.costs:
                    continue
                if found := self._of(item, used):
                    yield found

    def _of(self, item: Item, used: set[str]) -> Saving | None:
        if isinstance(item, Leg):
            return self._ride(item)
        place = self.gazetteer.place(item.place_id) if item.place_id else None
        city = self.gazetteer.city(item.city_id)
        if place is None or city is None or not city.curated or (place.price and place.price.ticket):
            return None  # a ticket of several places is saved with all of them only
        if isinstance(item, Meal):
            return self._table(item, place, city, used)
        if isinstance(item, Visit):
            return self._sight(item, place, city, used)
        return self._room(item, place, city) if isinstance(item, Stay) else None

    def _table(self, item: Meal, place: Place, city: City, used: set[str]) -> Saving | None:
        rows = [
            row
            for row in self._rows(city, "food", used)
            if item.meal in row.meals and self._in_its_place(row, place, item)
        ]
        party = self.plan.adults, self.plan.ages
        return self._cheapest(item, place, rows, lambda row: meal_lines(row, *party), item.meal.capitalize())

    def _sight(self, item: Visit, place: Place, city: City, used: set[str]) -> Saving | None:
        """One of the same kind: with its first tag, and two in common where there are such."""
        rows = [
            row
            for row in self._rows(city, "visit", used)
            if set(row.tags) & set(place.tags[:1]) and self._in_its_place(row, place, item)
        ]
        alike = [row for row in rows if len(set(row.tags) & set(place.tags)) > 1]
        party = self.plan.adults, self.plan.ages
        return self._cheapest(item, place, alike or rows, lambda row: visit_lines(row, *party), "")

    def _room(self, item: Stay, place: Place, city: City) -> Saving | None:
        if self.request.facts.stay.name:
            return None
        rows = [row for row in self._rows(city, "stay", {place.id}) if row.min_nights <= item.nights]
        kind = [row for row in rows if row.stay_type == place.stay_type]

        def lines(row: Place) -> list[CostLine]:
            return room_lines(row.price, rooms_needed(row, self.request), item.nights, row.grade_of("price"))

        return self._cheapest(item, place, kind or rows, lines, "")

    def _ride(self, item: Leg) -> Saving | None:
        """A taxi within a town, by its network instead."""
        city = self.gazetteer.city(item.city_id or item.origin.city_id)
        if item.mode != "taxi" or city is None or self.request.banned("transit"):
            return None
        fares = local_fares(city.curated, city.country)
        if fares.transit is None:
            return None
        riders = self.plan.adults + sum(age >= fares.free_under for age in self.plan.ages)
        cost = self._sum(transit_fare(fares, item.distance_km) * riders, fares.currency)
        now = self._cost(item.costs)
        if not self._worth(now, cost):
            return None
        way = f"from {item.origin.name} to {item.destination.name}"
        said = f"The taxi {way} on {day_in_words(item.start.date())}"
        return self._saving(item, said, "public transport", "", now, cost, "public transport is")

    def _rows(self, city: City, kind: PlaceKind, used: set[str]) -> list[Place]:
        """Those that suit and have a price."""
        return [
            row
            for row in self.gazetteer.places(city.curated or "", kind)
            if row.id not in used
            and row.price
            and self.gazetteer.rate(row.price.currency, self.currency, self.today)
            and not unsuitable(row, self.request)
        ]

    def _in_its_place(self, row: Place, place: Place, item: Item) -> bool:
        """Near by, and open from the item's start to its end; unknown hours are not proposed."""
        if distance_km(row.lat, row.lon, place.lat, place.lon) > NEARBY_KM:
            return False
        windows = windows_on(row, item.start.date(), self.request)
        start = clock_minutes(item.start)
        return bool(windows) and any(
            opens <= start and start + item.minutes <= closes for opens, closes in windows
        )

    def _cheapest(
        self, item: Item, place: Place, rows: list[Place], lines: Callable[[Place], list[CostLine]], lead: str
    ) -> Saving | None:
        now = self._cost(item.costs)
        bands = LEVELS[max(0, LEVELS.index(place.band) - 1) :] if place.band else LEVELS
        rows = [row for row in rows if (row.band or "high") in bands] or rows
        priced = [
            (self._cost(lines(row)), row.id, row) for row in rows if not means(row.name, names_of(place))
        ]
        priced = [one for one in priced if self._worth(now, one[0])]
        if not priced:
            return None
        cost, _number, row = min(priced, key=lambda one: one[:2])
        when = day_in_words(item.start.date())
        what = f"{lead} at {place.name} on {when}" if lead else f"{place.name} on {when}"
        if isinstance(item, Stay):
            what = f"{place.name}, {counted(item.nights, 'night')} from {when},"
        return self._saving(item, what, row.name, row.id, now, cost, f"{row.name} is")

    def _saving(
        self, item: Item, what: str, instead: str, place_id: str, now: Decimal, cost: Decimal, other: str
    ) -> Saving:
        price = "free" if cost == 0 else f"about {self._about(cost)}"
        sentence = (
            f"{what} is planned at {self._about(now)}; {other} {price} for all of you and would save about "
            f"{self._about(now - cost)}."
        )
        return Saving(
            item.uid, item.kind, item.title, item.start.date(), instead, place_id, now - cost, sentence
        )

    def _about(self, amount: Decimal) -> str:
        return money_in_words(amount.quantize(Decimal(1)) if amount >= 20 else amount, self.currency)

    def _worth(self, now: Decimal, cost: Decimal) -> bool:
        return now > 0 and now - cost >= now * LEAST_SHARE

    def _cost(self, lines: list[CostLine]) -> Decimal:
        return sum((self._sum(line.amount, line.currency) for line in lines), Decimal(0))

    def _sum(self, amount: Decimal, currency: str) -> Decimal:
        """Nothing for a currency without a rate: then nothing is proposed."""
        if self.gazetteer.rate(currency, self.currency, self.today) is None:
            return Decimal(0)
        value = converted(amount, currency, self.currency, self.gazetteer, self.today)
        return value.quantize(quantum(self.currency))
