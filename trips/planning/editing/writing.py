"""An itinerary back to a plan: days in order, each uid once, sums at their rates, words that still hold."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from hashlib import sha256

from trips.planning.costing import line, rates_for, share_tickets, total_of
from trips.planning.editing.itinerary import Itinerary, Sojourn
from trips.planning.lodging import checked_in, checked_out
from trips.planning.picking import Pool
from trips.planning.request import Request
from trips.planning.settle import Settled
from trips.planning.skeleton import Block, Skeleton, city_on
from trips.planning.telling import told
from trips.schemas import CostLine, Day, Item, Leg, Plan, PlanDraft, Rate, Stay

HIRE = "Hired car, a day"


def written(itinerary: Itinerary) -> Plan:
    """The plan of an itinerary. Days that no edit has touched hold the same items as before."""
    for sojourn in itinerary.sojourns:
        _stay_hours(itinerary, sojourn)
    days = _days(itinerary)
    _hire(itinerary, days)
    _name_items(days)
    before = itinerary.plan
    items = [item for day in days for item in day.items]
    share_tickets(items, itinerary.request.gazetteer, before.adults, before.ages)
    rates = _rates(items, before, itinerary.request)
    plan = before.model_copy(
        update={
            "days": days,
            "rates": rates,
            "total": total_of(items, before.currency, rates),
            "rooms": max((item.rooms for item in items if isinstance(item, Stay)), default=before.rooms),
        }
    )
    return _with_words(plan, itinerary)


def _days(itinerary: Itinerary) -> list[Day]:
    start = itinerary.start
    last = max(itinerary.sojourns[-1].leave, *(hop.reach.date() for hop in itinerary.hops if hop), start)
    found: dict[dt.date, list[Item]] = {
        start + dt.timedelta(days=days): [] for days in range((last - start).days + 1)
    }
    for hop in itinerary.hops:
        for leg in hop.legs if hop else ():
            found[min(max(leg.start.date(), start), last)].append(leg)
    for sojourn in itinerary.sojourns:
        for date in sojourn.dates:
            found[date] += sojourn.kept.get(date, [])
        found[sojourn.arrive] += [item for item in (sojourn.desk, sojourn.stay) if item]
    known = {day.date: day for day in itinerary.plan.days}
    days = []
    for date in sorted(found):
        items = [item.model_copy() for item in found[date]]
        items.sort(key=lambda item: (item.start_utc, not isinstance(item, Stay)))
        city = city_on(date, itinerary.sojourns, itinerary.hops[-1], itinerary.request.origin)
        before = known.get(date)
        title, note = (before.title, before.note) if before else ("", "")
        days.append(Day(date=date, city=city.name, city_id=city.id, title=title, note=note, items=items))
    return days


def _stay_hours(itinerary: Itinerary, sojourn: Sojourn) -> None:
    """Check-in and check-out follow the first and the last day, as the schedule sets them."""
    stay = sojourn.stay
    if stay is None:
        return
    row = itinerary.row(stay)
    changes: dict[str, dt.datetime] = {}
    if sojourn.arrive in sojourn.touched:
        arrived = sojourn.desk.start if sojourn.desk else stay.start
        first_day = sojourn.kept.get(sojourn.arrive, [])
        changes["start"] = checked_in(row, sojourn.arrive, arrived, sojourn.base.point, first_day)
    if sojourn.leave in sojourn.touched:
        leaving, last_day = itinerary.leaving(sojourn), sojourn.kept.get(sojourn.leave, [])
        changes["end"] = checked_out(row, sojourn.leave, leaving.leave if leaving else None, last_day)
    sojourn.stay = stay.model_copy(update=changes, deep=True)


def _hire(itinerary: Itinerary, days: list[Day]) -> None:
    """The hire of the whole trip stays on the first drive, for the days it has now."""
    lines = [cost for item in itinerary.plan.items() for cost in item.costs if cost.label == HIRE]
    if not lines:
        return
    items = [item for day in days for item in day.items]
    for item in items:
        item.costs = [cost for cost in item.costs if cost.label != HIRE]
    drives = sorted(
        (item for item in items if isinstance(item, Leg) and item.mode == "car"),
        key=lambda leg: leg.start_utc,
    )
    if drives:
        drives[0].costs = [*drives[0].costs, *(_hire_line(cost, itinerary) for cost in lines)]


def _hire_line(cost: CostLine, itinerary: Itinerary) -> CostLine:
    before = itinerary.hired_days
    after = (itinerary.sojourns[-1].leave - itinerary.sojourns[0].arrive).days + 1
    quantity = cost.quantity * after // before if before and cost.quantity % before == 0 else cost.quantity
    return line(cost.label, cost.unit, quantity, cost.currency, cost.category, cost.grade)


def _name_items(days: list[Day]) -> None:
    """A uid for what is new, made of what it is, so that the same edit always names it alike."""
    seen = Counter(item.uid for day in days for item in day.items if item.uid)
    given: set[str] = set()
    for number, day in enumerate(days, 1):
        for item in day.items:
            if not item.uid or item.uid in given:
                item.uid = _new_uid(item, number, given | set(seen))
            given.add(item.uid)


def _new_uid(item: Item, number: int, taken: set[str]) -> str:
    ends = f"{item.origin.name}>{item.destination.name}" if isinstance(item, Leg) else ""
    meal = getattr(item, "meal", "")
    what = "|".join((item.kind, item.place_id or item.title, ends, meal))
    for again in range(1_000):
        digest = sha256(f"{what}|{again}".encode()).hexdigest()[:8]
        uid = f"d{number}-{digest}"
        if uid not in taken:
            return uid
    raise ValueError(f"No name is left for {item.title!r}")


def _rates(items: list[Item], before: Plan, request: Request) -> list[Rate]:
    """The plan's own rates stay frozen; only a currency that is new gets today's."""
    frozen = {rate.base: rate for rate in before.rates}
    found = rates_for(items, before.currency, request.gazetteer, request.today)
    kept = [frozen.get(rate.base, rate) for rate in found]
    used = {cost.currency for item in items for cost in item.costs}
    named = {rate.base for rate in kept}
    kept += [rate for base, rate in frozen.items() if base in used and base not in named]
    return sorted(kept, key=lambda rate: rate.base)


def _with_words(plan: Plan, itinerary: Itinerary) -> Plan:
    """Highlights, tags, assumptions and risks of the plan as it is now, after the lines that are its own."""
    request = itinerary.request
    blocks = tuple(Block(one.city, one.arrive, one.leave) for one in itinerary.sojourns)
    settled = Settled(Skeleton(blocks, tuple(None for _ in blocks), None, {}, False))
    settled.stays = {one.city.id: itinerary.row(one.stay) if one.stay else None for one in itinerary.sojourns}
    pools = {one.city.id: Pool(request, one.city) for one in itinerary.sojourns}
    before = itinerary.plan
    empty = PlanDraft(title=plan.title)
    same_days = [day.model_copy() for day in before.days]
    generated = told(before.model_copy(update={"days": same_days}), empty, request, settled, pools)
    own = PlanDraft(
        title=plan.title,
        highlights=_without(before.highlights, generated.highlights),
        tags=_without(before.tags, generated.tags),
        assumptions=_without(before.assumptions, generated.assumptions),
        risks=_without(before.risks, generated.risks),
    )
    known = {day.date: day for day in before.days}
    again = told(plan, own, request, settled, pools)
    again.risks.sort(key=lambda line: before.risks.index(line) if line in before.risks else len(before.risks))
    used = {item.place_id for item in plan.items() if item.place_id}
    again.alternatives = [one for one in before.alternatives if one.place_id not in used]
    for day in again.days:
        same = known.get(day.date)
        if same and same.items == day.items and same.city_id == day.city_id:
            day.title, day.note = same.title, same.note
    return again


def _without(lines: list[str], generated: list[str]) -> list[str]:
    return [one for one in lines if one not in generated]
