"""Where a plan could cost less: an edit that was tried on it, and what the plan comes to then.

Must-dos and the best-known sights stay, and so does what is locked or behind. What comes instead is a
row that suits the party, and breaks no check that held.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import islice

from trips.catalogue.gazetteer import City, Gazetteer, distance_km
from trips.catalogue.matching import means
from trips.planning.costing import converted, meal_lines, room_lines, visit_lines
from trips.planning.editing import ReplaceItem
from trips.planning.editing.applying import one_edit
from trips.planning.editing.diffs import newly_failed
from trips.planning.editing.edits import CannotDo
from trips.planning.fares import local_fares, transit_fare
from trips.planning.picking import LEVELS, rooms_needed
from trips.planning.request import Request, UnknownDestination, request_of
from trips.planning.tables import to_taste
from trips.planning.validator import check_plan
from trips.planning.wishes import interest_tags, must_dos, names_of, unsuitable
from trips.schemas import CostLine, Item, Leg, Meal, Place, Plan, Stay, TripFacts, Verdict, Visit
from trips.wording import counted, day_in_words, money_in_words, quantum

#: How far a cheaper table or sight may be, kilometres as the crow flies.
NEARBY_KM = 2.5
MOST, MOST_OF_A_KIND = 5, 2
#: So many items are looked at, the dearest against what is proposed first, and so many rows for each.
ITEMS_TRIED, ROWS_TRIED = 12, 3
#: Smaller shares of an item's price are not worth a word.
LEAST_SHARE = Decimal("0.2")
#: Of 5: nobody gives these up to save a ticket.
BEST_KNOWN = 5


@dataclass(frozen=True, slots=True)
class Saving:
    """`now` and `cost`: of the item and of what comes instead, for everybody; `amount`: what the whole plan
    saves. `place_id` "": nothing that an edit puts there."""

    item: Item
    what: str
    instead: str
    now: Decimal
    cost: Decimal
    amount: Decimal
    currency: str
    place_id: str = ""

    @property
    def title(self) -> str:
        return self.item.title

    @property
    def sentence(self) -> str:
        price = "free" if self.cost == 0 else f"about {self._about(self.cost)}"
        return (
            f"{self.what} is planned at {self._about(self.now)}; {self.instead} is {price} for all of you "
            f"and would save about {self._about(self.amount)}."
        )

    def _about(self, amount: Decimal) -> str:
        return money_in_words(amount.quantize(Decimal(1)) if amount >= 20 else amount, self.currency)


def savings(
    plan: Plan,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    currency: str,
    now: dt.datetime | None = None,
) -> list[Saving]:
    """The largest first, at most two of a kind; of today (from the hour `now` there) and the days to come."""
    try:
        request = request_of(facts, gazetteer, today=today)
    except UnknownDestination:
        return []
    search = _Search(plan, request, gazetteer, today, currency, now)
    found = sorted(search.all(), key=lambda rows: (rows[0].cost - rows[0].now, rows[0].item.uid))
    kept: list[Saving] = []
    for rows in found[:ITEMS_TRIED]:
        same = [other for other in kept if other.item.kind == rows[0].item.kind]
        taken = {other.place_id for other in kept if other.place_id}
        if len(kept) < MOST and len(same) < MOST_OF_A_KIND:
            tried = (search.tried(row) for row in rows[:ROWS_TRIED] if row.place_id not in taken)
            kept += islice(filter(None, tried), 1)
    return sorted(kept, key=lambda one: (-one.amount, one.item.uid))


@dataclass(frozen=True)
class _Search:
    plan: Plan
    request: Request
    gazetteer: Gazetteer
    today: dt.date
    currency: str
    now: dt.datetime | None

    @cached_property
    def verdict(self) -> Verdict:
        return check_plan(self.plan, self.request.facts, self.gazetteer, today=self.today)

    def all(self) -> Iterator[list[Saving]]:
        """For each item what could be instead, the cheapest first; nothing was tried yet."""
        used = {item.place_id for item in self.plan.items() if item.place_id}
        musts = must_dos(self.request)
        for day in self.plan.days:
            for item in day.items if day.date >= self.today else ():
                if self.now and item.start < self.now:
                    continue
                wanted = any(
                    means(must.text, [item.title]) or (must.place and must.place.id == item.place_id)
                    for must in musts
                )
                if not (wanted or item.locked) and item.costs:
                    found = self._of(item, used)
                    if found := sorted(filter(self._worth, found), key=lambda one: (one.cost, one.place_id)):
                        yield found

    def tried(self, saving: Saving) -> Saving | None:
        """With what the whole plan saves. None where the edit can't be done or breaks something."""
        if not saving.place_id:
            return saving
        edit, facts = ReplaceItem(uid=saving.item.uid, place_id=saving.place_id), self.request.facts
        try:
            after, change, _ = one_edit(self.plan, edit, facts, self.gazetteer, self.today, self.now)
        except CannotDo:
            return None
        amount = self._sum(self.plan.total - after.total, self.plan.currency)
        if change.notes or amount < saving.now * LEAST_SHARE:
            return None
        failed = newly_failed(check_plan(after, facts, self.gazetteer, today=self.today), self.verdict)
        return None if any(one.severity != "info" for one in failed) else replace(saving, amount=amount)

    def _of(self, item: Item, used: set[str]) -> Iterator[Saving]:
        if isinstance(item, Leg):
            yield from self._ride(item)
            return
        place = self.gazetteer.place(item.place_id) if item.place_id else None
        city = self.gazetteer.city(item.city_id)
        if place is None or city is None or not city.curated or (place.price and place.price.ticket):
            return  # a ticket of several places is saved with all of them only
        when, party = day_in_words(item.start.date()), (self.plan.adults, self.plan.ages)
        if isinstance(item, Meal):
            what = f"{item.meal.capitalize()} at {place.name} on {when}"
            for row in self._rows(city, place, used):
                if item.meal in row.meals and to_taste(row, place, self.request):
                    yield self._saving(item, what, row, meal_lines(row, *party))
        elif isinstance(item, Visit) and (place.importance or 0) < BEST_KNOWN:
            for row in self._alike(city, place, used):
                yield self._saving(item, f"{place.name} on {when}", row, visit_lines(row, *party))
        elif isinstance(item, Stay) and not self.request.facts.stay.name:
            what = f"{place.name}, {counted(item.nights, 'night')} from {when},"
            rows = [row for row in self._rows(city, place, used) if row.min_nights <= item.nights]
            for row in [row for row in rows if row.stay_type == place.stay_type] or rows:
                rooms = rooms_needed(row, self.request)
                lines = room_lines(row.price, rooms, item.nights, row.grade_of("price"))
                yield self._saving(item, what, row, lines)

    def _alike(self, city: City, place: Place, used: set[str]) -> list[Place]:
        """Sights of the same kind, with its first tag, and two in common where there are such; what meets a
        wish gives way to what does too."""
        wished = interest_tags(tuple(self.request.facts.interests))
        rows = [row for row in self._rows(city, place, used) if set(row.tags) & set(place.tags[:1])]
        if wished & set(place.tags):
            rows = [row for row in rows if wished & set(row.tags)]
        return [row for row in rows if len(set(row.tags) & set(place.tags)) > 1] or rows

    def _ride(self, item: Leg) -> Iterator[Saving]:
        """A taxi within a town, by its network instead."""
        city = self.gazetteer.city(item.city_id or item.origin.city_id)
        if item.mode != "taxi" or city is None or self.request.step_free or self.request.banned("transit"):
            return
        fares = local_fares(city.curated, city.country)
        if fares.transit is not None:
            riders = self.plan.adults + sum(age >= fares.free_under for age in self.plan.ages)
            cost = self._sum(transit_fare(fares, item.distance_km) * riders, fares.currency)
            way = f"from {item.origin.name} to {item.destination.name}"
            what, now = f"The taxi {way} on {day_in_words(item.start.date())}", self._cost(item.costs)
            yield Saving(item, what, "public transport", now, cost, now - cost, self.currency)

    def _rows(self, city: City, place: Place, used: set[str]) -> list[Place]:
        """Those near by that suit, are at most a band plainer and have a price."""
        bands = LEVELS[max(0, LEVELS.index(place.band) - 1) :] if place.band else LEVELS
        rows = [
            row
            for row in self.gazetteer.places(city.curated or "", place.kind)
            if row.id not in used
            and row.price
            and self.gazetteer.rate(row.price.currency, self.currency, self.today)
            and (place.kind == "stay" or distance_km(row.lat, row.lon, place.lat, place.lon) <= NEARBY_KM)
            and not unsuitable(row, self.request)
            and not means(row.name, names_of(place))
        ]
        return [row for row in rows if (row.band or "high") in bands] or rows

    def _saving(self, item: Item, what: str, row: Place, lines: list[CostLine]) -> Saving:
        now, cost = self._cost(item.costs), self._cost(lines)
        return Saving(item, what, row.name, now, cost, now - cost, self.currency, row.id)

    def _worth(self, saving: Saving) -> bool:
        return saving.now > 0 and saving.amount >= saving.now * LEAST_SHARE

    def _cost(self, lines: list[CostLine]) -> Decimal:
        return sum((self._sum(line.amount, line.currency) for line in lines), Decimal(0))

    def _sum(self, amount: Decimal, currency: str) -> Decimal:
        """Nothing for a currency without a rate: then nothing is proposed."""
        if self.gazetteer.rate(currency, self.currency, self.today) is None:
            return Decimal(0)
        value = converted(amount, currency, self.currency, self.gazetteer, self.today)
        return value.quantize(quantum(self.currency))
