"""What an edit changes: two plans side by side, in values that can be stored and shown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal

from pydantic import Field

from trips.planning.costing import total_of
from trips.planning.editing.failures import mended, newly_failed
from trips.schemas import CheckResult, FreeTime, Item, Leg, Meal, Plan, Value, Verdict, walks
from trips.wording import counted, money_in_words

WAYS_IN_WORDS = {
    "walk": "on foot",
    "transit": "by public transport",
    "taxi": "by taxi",
    "car": "by car",
}


class Mention(Value):
    """An item in a diff, its times local; as they were in `old_…` where it was there before."""

    uid: str
    title: str
    kind: str
    start: dt.datetime
    end: dt.datetime | None = None
    old_start: dt.datetime | None = None
    old_end: dt.datetime | None = None
    old_day: int | None = None
    cost: Decimal = Decimal(0)  # of what is added or removed, in the plan's currency


class DayDiff(Value):
    """One day, by its number in the plan after the edit (in the one before for a day that is gone)."""

    number: int
    date: dt.date
    city: str
    added: list[Mention] = Field(default_factory=list)
    removed: list[Mention] = Field(default_factory=list)
    moved: list[Mention] = Field(default_factory=list)  # to this day, from another
    retimed: list[Mention] = Field(default_factory=list)  # the same day, at another time
    changed: list[str] = Field(default_factory=list)  # other means, another price, locked: a sentence each
    starts: dt.datetime | None = None  # of the first that differs, in the plan before or after
    walking_before: int = 0  # minutes on foot
    walking_after: int = 0

    @property
    def empty(self) -> bool:
        return not (self.added or self.removed or self.moved or self.retimed or self.changed)


class PlanDiff(Value):
    """`days` holds only those that differ. Results are those of checks, by number."""

    days: list[DayDiff] = Field(default_factory=list)
    total_before: Decimal
    total_after: Decimal
    currency: str
    newly_failed: list[CheckResult] = Field(default_factory=list)
    mended: list[CheckResult] = Field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not self.days and self.total_before == self.total_after

    @property
    def difference(self) -> Decimal:
        """Of the totals as whole sums; below zero = cheaper."""
        return round(self.total_after) - round(self.total_before)

    @property
    def apart(self) -> Decimal:
        return abs(self.difference)


def diff_of(before: Plan, after: Plan, verdict_before: Verdict, verdict_after: Verdict) -> PlanDiff:
    """What differs between two plans of one trip; ways and hours left over count as changes of their day, not
    as things of their own. Empty exactly where the days and the totals are the same."""
    return PlanDiff(
        days=_days(before, after),
        total_before=before.total,
        total_after=after.total,
        currency=after.currency,
        newly_failed=newly_failed(verdict_after, verdict_before),
        mended=mended(verdict_before, verdict_after),
    )


def _days(before: Plan, after: Plan) -> list[DayDiff]:
    old = {item.uid: (number, item) for number, item in _numbered(before)}
    new = {item.uid: (number, item) for number, item in _numbered(after)}
    dates_before = {day.date: number for number, day in enumerate(before.days, 1)}
    dates_after = {day.date: number for number, day in enumerate(after.days, 1)}
    found: list[DayDiff] = []
    for date in sorted({*dates_before, *dates_after}):
        there, here = dates_before.get(date), dates_after.get(date)
        day = after.days[here - 1] if here else before.days[(there or 1) - 1]
        was = before.days[there - 1].items if there else []
        diff = DayDiff(number=here or there or 1, date=date, city=day.city)
        _compare(diff, was, day.items if here else [], old, new, dates_before)
        for some, items, plan in ((diff.removed, old, before), (diff.added, new, after)):
            for one in some:
                one.cost = total_of([items[one.uid][1]], plan.currency, plan.rates)
        if there and here and before.days[there - 1].city_id != day.city_id:
            diff.changed.append(f"The night is spent in {day.city} instead of {before.days[there - 1].city}.")
        if diff.empty and (not (there and here) or before.days[there - 1] != day):
            diff.changed.append(_otherwise(there, here, was, day.items))
        if not diff.empty:
            ways = (walks(was), walks(day.items if here else []))
            diff.walking_before, diff.walking_after = (sum(leg.minutes for leg in some) for some in ways)
            diff.starts = _first_other(was, day.items if here else [])
            found.append(diff)
    return found


def _first_other(was: list[Item], now: list[Item]) -> dt.datetime | None:
    starts = [one.start for one in was if one not in now] + [one.start for one in now if one not in was]
    return min(starts, default=None)


def _otherwise(there: int | None, here: int | None, was: list[Item], now: list[Item]) -> str:
    if not there:
        return "A day more."
    if not here:
        return "A day less."
    return "The ways between are other ones." if was != now else "Its title or note is another one."


def _compare(
    diff: DayDiff,
    was: list[Item],
    now: list[Item],
    old: dict[str, tuple[int, Item]],
    new: dict[str, tuple[int, Item]],
    dates_before: dict[dt.date, int],
) -> None:
    for item in now:
        if not _counts(item):
            continue
        before = old.get(item.uid)
        if before and _same_choice(before[1], item):
            diff.changed.append(f"{before[1].title} → {item.title}.")
        elif before is None or before[1].title != item.title:
            diff.added.append(_mention(item))
        elif before[0] != dates_before.get(diff.date):
            diff.moved.append(_mention(item, before[1], before[0]))
        else:
            if before[1].start != item.start or before[1].end != item.end:
                diff.retimed.append(_mention(item, before[1]))
            diff.changed += _differences(before[1], item)
    for item in was:
        after = new.get(item.uid)
        gone = after is None or (after[1].title != item.title and not _same_choice(item, after[1]))
        if _counts(item) and gone:
            diff.removed.append(_mention(item))
    diff.changed += _other_means(was, now)


def _same_choice(before: Item, after: Item) -> bool:
    """A free choice of a meal near another point, at another price."""
    both = isinstance(before, Meal) and isinstance(after, Meal) and before.uid == after.uid
    return both and before.title != after.title and (before.style, after.style) == ("free", "free")


def _differences(before: Item, after: Item) -> list[str]:
    found = []
    if before.locked != after.locked:
        found.append(f"{after.title} is {'locked' if after.locked else 'free to move again'}.")
    if before.guests != after.guests:
        who = f"with {counted(after.guests, 'guest')}" if after.guests else "without guests"
        found.append(f"{after.title} is {who}.")
    if before.costs != after.costs:
        found.append(f"{after.title}: {_price(before)} → {_price(after)}.")
    if isinstance(before, Leg) and isinstance(after, Leg) and before.mode != after.mode:
        found.append(f"{before.title} → {after.title}.")
    if isinstance(before, Leg) and isinstance(after, Leg) and after.buffer_minutes:
        was, now = before.departs, after.departs
        if was != now:  # its start is when one has to be there
            found.append(f"{after.title} departs at {now:%H:%M} instead of {was:%H:%M}.")
    return found


def _other_means(was: list[Item], now: list[Item]) -> list[str]:
    """Ways about town between the same two points by other means."""
    modes = {(leg.origin.name, leg.destination.name): leg for leg in was if isinstance(leg, Leg)}
    found = []
    for leg in now:
        before = modes.get((leg.origin.name, leg.destination.name)) if isinstance(leg, Leg) else None
        if before and isinstance(leg, Leg) and not _counts(leg) and before.mode != leg.mode:
            means, other = (WAYS_IN_WORDS.get(one.mode, one.mode) for one in (leg, before))
            found.append(f"To {leg.destination.name} {means} instead of {other}.")
    return list(dict.fromkeys(found))


def _price(item: Item) -> str:
    if not item.costs:
        return "nothing"
    sums: dict[str, Decimal] = {}
    for cost in item.costs:
        sums[cost.currency] = sums.get(cost.currency, Decimal(0)) + cost.amount
    return " + ".join(money_in_words(amount, currency) for currency, amount in sums.items())


def _counts(item: Item) -> bool:
    """Things of their own: not ways about town, not hours left over, not the desk."""
    if isinstance(item, Leg):
        return item.between_cities
    return not isinstance(item, FreeTime)


def _mention(item: Item, before: Item | None = None, old_day: int | None = None) -> Mention:
    return Mention(
        uid=item.uid,
        title=item.title,
        kind=item.kind,
        start=item.start,
        end=item.end,
        old_start=before.start if before else None,
        old_end=before.end if before else None,
        old_day=old_day,
    )


def _numbered(plan: Plan) -> Iterable[tuple[int, Item]]:
    return ((number, item) for number, day in enumerate(plan.days, 1) for item in day.items)
