"""From a draft to a plan: times, ways, prices. Code decides them, from any draft, also a model's.

Deterministic. What does not fit becomes an alternative with its reason; missing meals, stays and ways are
filled in; with a sum named, cheaper means are taken until the plan keeps it (or nothing cheaper is left:
then the plan is over it, and says so when it is checked).
"""

from __future__ import annotations

import datetime as dt

from trips.catalogue.credits import credits_of_plan
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.costing import rates_for, share_tickets, total_of, unpriced
from trips.planning.daily import FIRST_DAY_FROM, Days
from trips.planning.economies import Economy, economies, keeps_sums
from trips.planning.frame import PlanFrame, framed, home_of
from trips.planning.journeys import Journey
from trips.planning.lodging import desk, stay_of
from trips.planning.moves import journey_legs, rental_line
from trips.planning.planned import Spot
from trips.planning.request import Request, request_of
from trips.planning.skeleton import Block, city_on
from trips.planning.telling import told
from trips.schemas import Day, Item, Leg, Plan, PlanDraft, Stay, TripFacts


def schedule(draft: PlanDraft, facts: TripFacts, gazetteer: Gazetteer, *, today: dt.date) -> Plan:
    """The plan of a draft. Raises UnknownDestination when no destination is in the gazetteer."""
    request = request_of(facts, gazetteer, today=today, pace=draft.pace, level=draft.level)
    plan = _planned(draft, request)
    if keeps_sums(plan, request):
        return plan
    steps = list(economies(draft, request))
    cheapest = _planned(steps[-1].draft, steps[-1].request, steps[-1])
    if not keeps_sums(cheapest, request):
        return min(plan, cheapest, key=lambda one: one.total)
    for economy in steps[:-1]:
        cheaper = _planned(economy.draft, economy.request, economy)
        if keeps_sums(cheaper, request):
            return cheaper
    return cheapest


def priced(draft: PlanDraft, facts: TripFacts, gazetteer: Gazetteer, *, today: dt.date) -> Plan:
    """The plan of a draft as it is, whatever it costs."""
    return _planned(draft, request_of(facts, gazetteer, today=today, pace=draft.pace, level=draft.level))


def _planned(draft: PlanDraft, request: Request, economy: Economy | None = None) -> Plan:
    return _Writing(framed(draft, request, economy)).plan()


class _Writing:
    """Puts journeys, days and stays together."""

    def __init__(self, frame: PlanFrame) -> None:
        self.frame = frame
        self.request = frame.request
        self.in_city = Days(frame)
        self.days: dict[dt.date, list[Item]] = {
            self.request.start + dt.timedelta(days=number): [] for number in range(self.request.days)
        }

    def plan(self) -> Plan:
        for block in self.frame.blocks:
            self._block(block)
        if self.frame.home:
            last = self.frame.base(self.frame.blocks[-1])
            self._travel(self.frame.home, last, home_of(self.request))
        if self.request.rents_car:
            self._hire_cars()
        return self._written()

    def _block(self, block: Block) -> None:
        journey = self.frame.arriving(block)
        if journey:
            self._travel(journey, self.frame.door_before(block), self.frame.base(block))
        self.in_city.fill(block)
        dates = self.frame.settled.days_of(block)
        for date in dates:
            self._on(date).extend(self.in_city.items(block, date))
        if block.nights:
            first_hour = max(FIRST_DAY_FROM, self.request.limits.earliest)
            arrived = journey.reach if journey else dt.datetime.combine(block.arrive, first_hour)
            first, last = self.in_city.items(block, dates[0]), self.in_city.items(block, dates[-1])
            row = self.frame.settled.stays[block.city.id]
            self._on(block.arrive).append(desk(self.frame.base(block), block.city, row, arrived))
            self._on(block.arrive).append(stay_of(self.frame, block, arrived, first, last))

    def _travel(self, journey: Journey, door: Spot, next_door: Spot) -> None:
        for leg in journey_legs(self.request, journey, door, next_door, self.frame.means):
            self._on(leg.start.date()).append(leg)

    def _on(self, date: dt.date) -> list[Item]:
        """A date's items; what lies outside the trip goes to its nearest date."""
        return self.days[min(max(date, min(self.days)), max(self.days))]

    def _hire_cars(self) -> None:
        """The hire of the whole trip, on the first drive."""
        legs = [item for items in self.days.values() for item in items if isinstance(item, Leg)]
        drives = sorted((leg for leg in legs if leg.mode == "car"), key=lambda leg: leg.start_utc)
        if drives:
            first, last = self.frame.blocks[0], self.frame.blocks[-1]
            days = (last.leave - first.arrive).days + 1
            drives[0].costs = [*drives[0].costs, rental_line(self.request, first.city, days)]

    def _written(self) -> Plan:
        days = [self._day(date, number) for number, date in enumerate(sorted(self.days), 1)]
        items = [item for day in days for item in day.items]
        request, draft = self.request, self.frame.draft
        share_tickets(items, request.gazetteer, request.adults, request.ages)
        rates = rates_for(items, request.currency, request.gazetteer, request.today)
        for code in unpriced(items, request.currency, rates):
            note = f"No exchange rate for {code} is known: its prices are not in the total."
            self.frame.settled.notes.append(note)
        plan = Plan(
            title=draft.title,
            for_whom=draft.for_whom,
            focus=draft.focus,
            pace=draft.pace,
            level=draft.level,
            currency=request.currency,
            adults=request.adults,
            ages=list(request.ages),
            rooms=max((item.rooms for item in items if isinstance(item, Stay)), default=1),
            days=days,
            rates=rates,
            total=total_of(items, request.currency, rates),
        )
        plan = told(plan, draft, request, self.frame.settled, self.frame.pools)
        plan.credits = credits_of_plan(plan, request.gazetteer)
        return plan

    def _day(self, date: dt.date, number: int) -> Day:
        items = sorted(self.days[date], key=lambda item: (item.start_utc, not isinstance(item, Stay)))
        for position, item in enumerate(items, 1):
            item.uid = f"d{number}-{position}"
        frame = self.frame
        city = city_on(date, frame.blocks, frame.home, self.request.origin)
        return Day(date=date, city=city.name, city_id=city.id, items=items)
