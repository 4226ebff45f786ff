"""An itinerary as written → a plan that can be checked: what nobody wrote (dates, ends, ways) is filled in by
the figures of our own plans, in the writer's favour."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from trips.catalogue.gazetteer import City
from trips.planning.fares import local_fares
from trips.planning.legs import LocalMeans
from trips.reading.itinerary.names import Names
from trips.reading.itinerary.stops import Stop, at, hub, leg_of, quickest, timed, ways_of
from trips.reading.itinerary.values import MOST_DAYS, YEARS, WrittenDay, WrittenItem, WrittenItinerary
from trips.reading.values import ONE_DAY
from trips.schemas import (
    WEEKDAYS,
    Budget,
    CostLine,
    Day,
    FreeTime,
    Item,
    Meal,
    Place,
    Plan,
    Rate,
    Stay,
    TripFacts,
    Visit,
)
from trips.wording import day_in_words

_CHECK_IN, _CHECK_OUT = dt.time(15), dt.time(11)
#: A plan without dates begins so many days from now.
_LEAD = 28
#: Walks may be as long as this, km of path.
_WALK_KM = 2.0


@dataclass
class Read:
    """`told`: what the writer tells (names of meals, "stay", "prices"), None: everything. `wrong`: sentences
    about what can't be. `unread`: what nobody understands. `dated`: a date or a weekday is written."""

    plan: Plan
    facts: TripFacts
    told: frozenset[str] | None
    wrong: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    dated: bool = True


def plan_of(found: WrittenItinerary, names: Names, today: dt.date, *, shift: int = 0) -> Read:
    """`shift`: so many days later, where no date is written."""
    return _Maker(found, names, today + ONE_DAY * shift).made()


class _Maker:
    def __init__(self, found: WrittenItinerary, names: Names, today: dt.date) -> None:
        self.found, self.names, self.gazetteer = found, names, names.gazetteer
        self.wrong: list[str] = []
        self.dates = self._dates(today)
        cities = [names.city(day.city) for day in found.days]
        if len(cities) > 1 and {item.kind for item in found.days[-1].items} & {"ride"}:
            cities[-1] = cities[-2]  # the last day is spent where they leave from
        usual = next(filter(None, cities), None)
        self.days = [(*one, city or usual) for *one, city in zip(found.days, self.dates, cities, strict=True)]
        self.currency, self.total = found.currency, Decimal(0)
        self.rates: dict[str, Rate] = {}

    def made(self) -> Read:
        unread = list(self.found.unread)
        days: dict[dt.date, Day] = {}
        for written, date, city in self.days:
            if city is None:
                unread += [item.name for item in written.items]
                continue
            day = days.setdefault(date, Day(date=date, city=city.name, city_id=city.id))
            day.items += self._items(written, date, city)
        for stay in self._stays():
            if day := days.get(stay.start.date()):
                day.items.append(stay)
        items = [item for day in days.values() for item in day.items]
        for number, item in enumerate(items, 1):
            item.uid = f"item-{number}"
        for day in days.values():
            day.items.sort(key=lambda item: item.start)
        plan = Plan(
            title="Your plan", pace="packed", adults=1, days=list(days.values()), total=self.total,
            currency=self.currency or "EUR", rates=list(self.rates.values()),
        )  # fmt: skip
        facts = TripFacts(budget=Budget(amount=self.found.budget, currency=self.currency or None))
        dated = any(day.date or day.weekday for day in self.found.days)
        return Read(plan, facts, _told(plan), self.wrong, unread, dated)

    def _dates(self, today: dt.date) -> list[dt.date]:
        """A date for each day: as written, by its weekday, or the one after the day before."""
        days = self.found.days
        for day in days:
            day.date = day.date if day.date and day.date.year in YEARS else None
        first = next((day.date - ONE_DAY * n for n, day in enumerate(days) if day.date), None)
        dates: list[dt.date] = []
        for day in days:
            date = day.date or (dates[-1] + ONE_DAY if dates else first or today + ONE_DAY * _LEAD)
            named = WEEKDAYS.index(day.weekday) if day.weekday else date.weekday()
            if day.date and date.weekday() != named:
                said = f"{day_in_words(date)} {date.year}"
                self.wrong.append(f"{said} is called a {calendar.day_name[named]}.")
            elif dates or not first:
                date += ONE_DAY * ((named - date.weekday()) % 7)
            dates.append(date)
        return dates

    # --- what a day holds ---------------------------------------------------------------------------

    def _items(self, written: WrittenDay, date: dt.date, city: City) -> Iterator[Item]:
        outings = {row.id: row for row in self.gazetteer.places(city.curated or "", "day_trip")}
        means = LocalMeans(city, local_fares(city.curated, city.country), "transit", _WALK_KM, 1, (), outings)
        stops = [self._stop(item, date, city) for item in written.items if item.kind != "stay"]
        stops = timed(stops, date, means, self.gazetteer)
        yield from map(self._item, stops)
        yield from ways_of(stops, means)

    def _stop(self, item: WrittenItem, date: dt.date, city: City) -> Stop:
        here = self.names.city(item.city) or city
        stop = Stop(item, here, start=at(date, item.start), end=at(date, item.end))
        if item.kind in ("visit", "meal"):
            row = self.names.place(item.name, here)
            stop.row = None if row and row.kind == "station" else row
        elif item.kind == "ride":
            stop.origin, stop.target = self.names.city(item.origin), self.names.city(item.destination)
            stop.connection, minutes = quickest(
                stop.origin, stop.target, item.mode or "train", self.gazetteer
            )
            stop.minutes = minutes or stop.minutes
            if item.mode == "flight":
                ends = (stop.origin, item.start), (stop.target, item.end)
                stop.airports = [
                    hub(city, "flight", self.gazetteer) if city and hour else None for city, hour in ends
                ]
        if stop.start and item.meal == "dinner" and stop.start.hour < 12:
            stop.start += dt.timedelta(hours=12)
        return stop

    def _item(self, stop: Stop) -> Item:
        item, row, city = stop.item, stop.row, stop.city
        if item.kind == "ride":
            return leg_of(stop, self.gazetteer, self._costs(item, "transport"))
        common = {
            "uid": "", "title": row.name if row else item.name or (item.meal or item.kind).capitalize(),
            "start": stop.start, "end": stop.end, "zone": city.timezone, "city_id": city.id,
            "area": (row.area or row.name) if row else city.name,
            **_position(row),
        }  # fmt: skip
        if item.kind == "free":
            return FreeTime(**common)
        listed = {**common, **_listed(row)}
        if item.kind == "visit":
            return Visit(costs=self._costs(item, "visits"), **listed)
        costs, meal = self._costs(item, "food"), item.meal or "lunch"
        if item.name and (row is None or row.kind == "food" or row.meals):
            return Meal(meal=meal, costs=costs, **listed)
        return Meal(meal=meal, costs=costs, style="free", **common)  # somewhere near

    def _costs(self, item: WrittenItem, category: str) -> list[CostLine]:
        """Its sum as it was written, where a rate to the plan's currency is known."""
        currency = item.currency or self.currency or "EUR"
        rate = self.gazetteer.rate(currency, self.currency or currency, self.dates[0])
        if item.amount is None or rate is None:
            return []
        self.currency = self.currency or currency
        if currency != self.currency:
            self.rates[currency] = Rate(**rate.model_dump())
        self.total += item.amount * rate.rate
        line = {
            "label": item.name,
            "unit": item.amount,
            "quantity": 1,
            "currency": currency,
            "grade": "unlisted",
        }
        return [CostLine.model_validate({**line, "amount": item.amount, "category": category})]

    # --- nights -------------------------------------------------------------------------------------

    def _stays(self) -> list[Stay]:
        """Each from its check-in to the check-out that is written, else to the next one or the last day."""
        stays: list[Stay] = []
        open_one: Stay | None = None
        for written, date, city in self.days:
            for item in (one for one in written.items if one.kind == "stay"):
                here = self.names.city(item.city) or city
                row = self.names.place(item.name, here)
                row = row if row and row.kind == "stay" else None
                since = item.since if item.since and item.since.year in YEARS else date
                again = open_one is not None and not item.since and item.name in ("", open_one.title)
                if open_one and (item.leaves or not again):
                    leaves = date if item.leaves else max(since, open_one.start.date() + ONE_DAY)
                    hour = item.start if item.leaves and item.start else open_one.end.time()
                    open_one.end = dt.datetime.combine(leaves, hour)
                    open_one = None
                if here is None or item.leaves or again:
                    continue
                late = since + ONE_DAY * (item.nights or 0) > self.dates[-1] + ONE_DAY
                since = self.dates[0] if late and not item.until else since  # "there all three nights"
                until = item.until or (since + ONE_DAY * item.nights if item.nights else None)
                stays.append(self._stay(item, row, here, since, until or self.dates[-1]))
                open_one = None if until else stays[-1]
        for stay in stays:
            stay.nights = (stay.end.date() - stay.start.date()).days
        return [stay for stay in stays if 0 < stay.nights <= MOST_DAYS]

    def _stay(self, item: WrittenItem, row: Place | None, city: City, since: dt.date, until: dt.date) -> Stay:
        ready = (row.check_in if row else None) or _CHECK_IN
        enters = max(ready, item.start or ready)  # who comes earlier leaves the bags there
        leaves = (item.end if item.until else None) or (row.check_out if row else None) or _CHECK_OUT
        return Stay(
            uid="", title=row.name if row else item.name or f"Stay in {city.name}", nights=1, rooms=1,
            zone=city.timezone, city_id=city.id, start=dt.datetime.combine(since, enters),
            end=dt.datetime.combine(until, leaves), area=row.area if row else "",
            costs=self._costs(item, "stay"), **_listed(row, named=bool(item.name)), **_position(row),
        )  # fmt: skip


def _listed(row: Place | None, *, named: bool = True) -> dict:
    """Of what has no name there is nothing to check."""
    return {"place_id": row.id, "grade": row.grade} if row else {"unlisted": named, "grade": "unlisted"}


def _position(row: Place | None) -> dict:
    return {"lat": row.lat, "lon": row.lon} if row else {}


def _told(plan: Plan) -> frozenset[str]:
    """A meal is told where at least half of the days between the first and the last have it."""
    full = plan.days[1:-1] or plan.days
    having = [{item.meal for item in day.items if isinstance(item, Meal)} for day in full]
    told = {meal for one in having for meal in one if 2 * sum(meal in other for other in having) >= len(full)}
    stays = {"stay" for item in plan.items() if isinstance(item, Stay)}
    return frozenset(told | stays | {"prices" for item in plan.items() if item.costs})
