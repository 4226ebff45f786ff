"""Somebody's plan mended: what does not hold gets another hour or day, and what comes twice comes once. The
editor of our own plans makes each change; it is kept where less is wrong after it. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.opening_hours import is_open
from trips.planning.editing.applying import one_edit
from trips.planning.editing.edits import CannotDo, Edit, MoveItem, RemoveItem, SetLength, SetTime
from trips.planning.request import UnknownDestination
from trips.planning.validator.report import Finding
from trips.reading.itinerary import Checked, CheckedDay, Line, hour_of, verdict_of
from trips.schemas import Destination, Item, Leg, Meal, Plan, Visit
from trips.wording import day_in_words

#: Changes that are tried on one plan; days and items of one that is tried at all.
_TRIES, _MOST_DAYS, _MOST_ITEMS = 60, 15, 120
_STEPS = (15, 30, 60, 90, 120, 180, 240)  # minutes later, or earlier
_SHORTEST = 30  # minutes that are left of what is cut


@dataclass(frozen=True, slots=True)
class Pair:
    """A thing of a day as it `was` (None: it comes from another day) and is `now` (None: on another day, or
    out). `change`: what became of it; `left`: what is still said of it."""

    was: Line | None
    now: Item | None
    change: str = ""
    left: tuple[Finding, ...] = ()

    @property
    def hour(self) -> dt.datetime:
        return hour_of(self.now) if self.now else self.was.hour if self.was else dt.datetime.min

    @property
    def same(self) -> bool:
        return bool(self.was and self.now and self.was.hour == self.hour and not (self.change or self.left))


@dataclass(frozen=True, slots=True)
class Mended:
    """What was checked, and with all that could be mended; `after` is `before` where nothing could."""

    before: Checked
    after: Checked

    @property
    def changed(self) -> bool:
        return self.after is not self.before

    @property
    def days(self) -> list[tuple[CheckedDay, list[Pair]]]:
        """The days as they were written, each with its things before and after."""
        return [(day, sorted(self._pairs(day), key=lambda one: one.hour)) for day in self.before.days]

    def _pairs(self, day: CheckedDay) -> Iterator[Pair]:
        was = {item.uid: item for item in self.before.read.plan.items()}
        now = {item.uid: item for item in self.after.read.plan.items()}
        left = {line.item.uid: tuple(line.said) for one in self.after.days for line in one.lines}
        for line in day.lines:
            uid = line.item.uid
            item = now.get(uid)
            if item is None:
                yield Pair(line, None, "Left out.")
            elif item.start.date() != line.item.start.date():
                yield Pair(line, None, f"Moved to {day_in_words(item.start.date())}.")
            else:
                yield Pair(line, item, _change(line, item, was, now), left.get(uid, ()))
        for uid, item in now.items():
            old = was.get(uid)
            if old and item.start.date() == day.date != old.start.date():
                yield Pair(None, item, f"From {day_in_words(old.start.date())}.", left.get(uid, ()))

    @property
    def text(self) -> str:
        """The mended plan, to be copied: a line a day."""
        return "\n".join(
            f"{day_in_words(day.date)} {day.date.year}, {day.city}: "
            + ", ".join(f"{one.hour:%H:%M} {one.now.title}" for one in pairs if _is_told(one.now))
            for day, pairs in self.days
        )


def mended(before: Checked, gazetteer: Gazetteer, today: dt.date) -> Mended:
    """A plan with all that can be mended, beside what it was."""
    plan = before.read.plan
    if len(plan.days) > _MOST_DAYS or len(plan.items()) > _MOST_ITEMS:
        return Mended(before, before)
    best, tries = before, iter(range(_TRIES))
    while True:
        found = (_better(best, edits, gazetteer, today) for edits in _ways(best, tries, gazetteer))
        better = next(filter(None, found), None)
        if better is None:
            return Mended(before, best)
        best = better


def _better(best: Checked, edits: Iterable[Edit], gazetteer: Gazetteer, today: dt.date) -> Checked | None:
    """With the one of these edits that leaves least wrong, and changes least."""
    facts, plan = best.read.facts, best.read.plan.model_copy(deep=True)
    cities = [Destination(name=city) for city in dict.fromkeys(day.city for day in plan.days)]
    facts = facts.model_copy(update={"destinations": facts.destinations or cities})
    found = []
    named = [item for item in plan.items() if isinstance(item, Meal) and item.style == "free"]
    for edit in edits:
        for item in named:  # what somebody named is no free choice, which the editor would name anew
            item.style, item.locked = "place", item.uid != edit.uid
        with suppress(CannotDo, UnknownDestination):
            after, _change, _said = one_edit(plan, edit, facts, gazetteer, today)
            if _keeps(plan, after, edit, gazetteer):
                found.append(verdict_of(replace(best.read, plan=after), gazetteer))
    found = [one for one in found if one.failed < best.failed and one.look <= best.look]
    was = _hours_of(plan)
    return min(found, key=lambda one: (one.failed, len(was - _hours_of(one.read.plan))), default=None)


def _keeps(before: Plan, after: Plan, edit: Edit, gazetteer: Gazetteer) -> bool:
    """Nothing went but what the edit takes out, and what it sets is open then."""
    names = {(item.uid, item.title) for item in after.items()}
    gone = {one.uid for one in before.items() if _is_stop(one) and (one.uid, one.title) not in names}
    item = next((one for one in after.items() if one.uid == edit.uid), None)
    return gone <= {edit.uid if item is None else ""} and (item is None or _is_open(item, gazetteer))


def _is_open(item: Item, gazetteer: Gazetteer) -> bool:
    """Unless its doors are known to be shut."""
    row = gazetteer.place(item.place_id) if isinstance(item, Visit | Meal) and item.place_id else None
    return row is None or is_open(row, item.start, item.end, gazetteer) is not False


def _hours_of(plan: Plan) -> set[tuple[str, dt.datetime]]:
    return {(item.uid, item.start) for item in plan.items() if _is_stop(item)}


def _ways(checked: Checked, tries: Iterator[int], gazetteer: Gazetteer) -> Iterator[Iterator[Edit]]:
    """For each thing that does not hold what may mend it, as long as there are tries."""
    for _check, finding in checked.findings:
        if finding.severity == "error" and finding.items:
            edits = _edits(checked.read.plan, finding, gazetteer)
            yield (edit for edit, _try in zip(edits, tries, strict=False))


def _edits(plan: Plan, finding: Finding, gazetteer: Gazetteer) -> Iterator[Edit]:
    order = plan.items()
    index = next(number for number, item in enumerate(order) if item.uid == finding.items[-1])
    item = order[index]
    if isinstance(item, Leg):  # it follows from what lies around it
        yield from _hours(next(filter(_is_stop, order[index + 1 :]), None), gazetteer)
        yield from _cuts(next(filter(_is_stop, reversed(order[:index])), None))
    elif finding.repair.startswith("Drop"):
        yield RemoveItem(uid=item.uid)
    else:
        yield from _hours(item, gazetteer)
        own = next(day for day in plan.days if item in day.items)
        near = sorted(enumerate(plan.days, 1), key=lambda one: abs(one[1].date - own.date))
        near = [(number, day) for number, day in near if day is not own and all(map(_is_known, day.items))]
        yield from (MoveItem(uid=item.uid, day=number) for number, _day in near)


def _hours(item: Item | None, gazetteer: Gazetteer) -> Iterator[Edit]:
    """Of the same day, while its doors are open."""
    for minutes in _STEPS if item else ():
        for step in (dt.timedelta(minutes=minutes), dt.timedelta(minutes=-minutes)):
            moved = item.model_copy(update={"start": item.start + step, "end": item.end + step})
            if moved.start.date() == item.start.date() and _is_open(moved, gazetteer):
                yield SetTime(uid=item.uid, start=moved.start.time())


def _cuts(item: Item | None) -> Iterator[Edit]:
    for minutes in _STEPS if item else ():
        if item.minutes - minutes >= _SHORTEST:
            yield SetLength(uid=item.uid, minutes=item.minutes - minutes)


def _change(line: Line, item: Item, was: dict[str, Item], now: dict[str, Item]) -> str:
    """What became of a thing on its day, and why: for its doors, for its way, or for what lies around it."""
    moved = round((hour_of(item) - line.hour).total_seconds() / 60)
    if not moved:
        cut = _is_stop(item) and item.end - item.start != line.item.end - line.item.start
        return f"Until {item.end:%H:%M}." if cut else ""
    order = [*now]
    before = now[order[max(order.index(item.uid) - 1, 0)]]
    way = any(isinstance(was[uid], Leg) for one in line.said for uid in one.items) or isinstance(before, Leg)
    open_then = any(", open " in one.repair for one in line.said)
    why = "while it is open" if open_then else "for the way there" if way and moved > 0 else "to fit the day"
    return f"{abs(moved)} min {'later' if moved > 0 else 'earlier'}, {why}."


def _is_told(item: Item | None) -> bool:
    """Not the ways within a town: they follow."""
    return item is not None and (_is_stop(item) or (isinstance(item, Leg) and item.between_cities))


def _is_known(item: Item) -> bool:
    """Where it is: beside a place that nobody knows, no way can be checked."""
    return not (_is_stop(item) and item.unlisted)


def _is_stop(item: Item) -> bool:
    return isinstance(item, Visit | Meal)
