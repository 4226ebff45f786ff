"""What reports call for in the days that follow: typed edits, each with the words that are its reason. Pure.

Only offers, and only where the words give a cause: one bad meal is no rule, the weather of yesterday none
either. What is locked, booked or asked for stays; days that have begun stay as they are.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.matching import means
from trips.planning.editing import Edit, Lighter, RemoveItem, ReplaceItem, ReplaceMeal, SetTime
from trips.planning.editing.edits import Cheaper
from trips.reading.edits.things import KINDS, singular
from trips.reading.reports.values import Cause, Report
from trips.schemas import Day, Item, Meal, Place, Plan, TripFacts, Visit
from trips.wording import day_in_words, time_in_words

MOST = 6
_HOUR_LATER = dt.timedelta(hours=1)
#: A later start than this is no morning any more.
_LATEST_START = dt.time(11)
_INDOOR = frozenset({"museum", "gallery", "library"})


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An edit of a day that follows. `reason`: a sentence; `quote`: the traveller's words it rests on."""

    edit: Edit
    date: dt.date
    reason: str
    quote: str


@dataclass(frozen=True)
class Ahead:
    """What of a trip can still be changed. `today`: where the traveller is; `tired_before`: days that were
    reported with low energy; `kept`: uids that are booked."""

    plan: Plan
    facts: TripFacts
    today: dt.date
    gazetteer: Gazetteer
    tired_before: Collection[dt.date] = ()
    kept: Collection[str] = ()

    def days(self) -> list[tuple[int, Day]]:
        """Numbers and days that have not begun and hold something to see."""
        return [
            (number, day)
            for number, day in enumerate(self.plan.days, start=1)
            if day.date > self.today and any(isinstance(item, Visit) for item in day.items)
        ]

    def free(self, day: Day) -> list[Visit]:
        """Visits of a day that may go, in order."""
        visits = [item for item in day.items if isinstance(item, Visit) and self.may_go(item)]
        return sorted(visits, key=lambda item: item.start)

    def row(self, item: Item) -> Place | None:
        return self.gazetteer.place(item.place_id) if item.place_id else None

    def sights_of(self, kinds: set[str], items: Iterable[Item]) -> list[Visit]:
        """Those that are of a kind, by their names or tags."""
        tags = {tag for kind in kinds for tag in KINDS[kind]}
        visits = [item for item in items if isinstance(item, Visit)]
        rows = [(item, self.row(item)) for item in visits]
        return [item for item, row in rows if kinds & kinds_in(item.title) or (row and tags & set(row.tags))]

    def meals_of(self, dish: str, days: Sequence[tuple[int, Day]]) -> list[tuple[int, Meal]]:
        """Meals that may go at which a dish is served, each with the number of its day."""
        meals = [(number, item) for number, day in days for item in day.items if isinstance(item, Meal)]
        return [one for one in meals if singular(dish) in self._served(one[1]) and self.may_go(one[1])]

    def _served(self, meal: Meal) -> str:
        row = self.row(meal)
        return " ".join([meal.title, meal.cuisine, *((row.cuisine, *row.dishes) if row else ())]).casefold()

    def may_go(self, item: Item) -> bool:
        if item.locked or item.uid in self.kept:
            return False
        return not any(means(wish, [item.title]) for wish in self.facts.must_do)


def adjustments(reports: Sequence[Report], ahead: Ahead) -> list[Adjustment]:
    """What the reports call for, the next day first; [] where they give no cause, or nothing follows. A
    report of a day before yesterday changes nothing by itself."""
    found: list[Adjustment] = []
    tired = {report.date for report in reports if report.energy == "low"} | set(ahead.tired_before)
    for report in sorted(reports, key=lambda one: one.date, reverse=True):
        if report.date < ahead.today - dt.timedelta(days=1):
            continue
        for cause in _strongest(report.causes):
            found += _for(cause, report, ahead, again=len(tired) > 1)
    return _each_once(found)[:MOST]


def _strongest(causes: Iterable[Cause]) -> list[Cause]:
    """Of tiredness, feet, hurry and illness one speaks for all: the one with an hour, then the feet."""
    order = ("walking", "illness", "tired", "pace")
    strain = [cause for cause in causes if cause.kind in order]
    others = [cause for cause in causes if cause.kind not in order]
    strain.sort(key=lambda cause: (cause.hour is None, order.index(cause.kind)))
    return [*strain[:1], *others]


def _for(cause: Cause, report: Report, ahead: Ahead, *, again: bool) -> Iterator[Adjustment]:
    days = ahead.days()
    if cause.kind in ("bored", "weary") or cause.general:
        yield from _other_than(cause, days, ahead)
    if cause.kind in ("tired", "illness", "pace", "walking"):
        for number, day in days[: 2 if again else 1]:
            yield from _lighter(cause, number, day, ahead, again=again)
    elif cause.kind == "early":
        yield from _later(cause, days[:1], ahead)
    elif cause.kind == "price" and cause.general and days:
        number, day = days[0]
        yield _made(Cheaper(day=number), day, "cheaper tables and sights", cause)


def _lighter(cause: Cause, number: int, day: Day, ahead: Ahead, *, again: bool) -> Iterator[Adjustment]:
    """Free from the hour at which it was too much; else shorter ways on foot, or a visit less."""
    said = "the second day you say so" if again else "so that the next day is easier"
    if cause.hour is not None:
        late = [item for item in ahead.free(day) if item.start.time() >= cause.hour]
        for item in late:
            reason = f"nothing more after {time_in_words(cause.hour)}, {said}"
            yield _made(RemoveItem(uid=item.uid), day, reason, cause)
        return
    if cause.kind == "walking":
        yield _made(Lighter(day=number, what="walking"), day, f"less on foot, {said}", cause)
    elif len(ahead.free(day)) > 0:
        yield _made(Lighter(day=number, what="visits"), day, f"a visit less, {said}", cause)


def _later(cause: Cause, days: Sequence[tuple[int, Day]], ahead: Ahead) -> Iterator[Adjustment]:
    for _number, day in days:
        first = min((item for item in day.items if isinstance(item, Visit)), key=lambda item: item.start)
        start = first.start + _HOUR_LATER
        if ahead.may_go(first) and start.time() <= _LATEST_START and start.date() == day.date:
            yield _made(
                SetTime(uid=first.uid, start=start.time()), day, "an hour later in the morning", cause
            )


def _other_than(cause: Cause, days: Sequence[tuple[int, Day]], ahead: Ahead) -> Iterator[Adjustment]:
    """Of a kind of which they had enough: something else of the next day that has it."""
    kinds = kinds_in(cause.thing)
    for _number, day in days if kinds else ():
        alike = ahead.sights_of(kinds, ahead.free(day))
        if alike:
            like = "outdoors" if kinds & _INDOOR else ""
            edit = ReplaceItem(uid=alike[0].uid, like=like) if like else RemoveItem(uid=alike[0].uid)
            yield _made(edit, day, f"not another {min(kinds)}", cause)
            return
    if cause.kind == "weary" and cause.thing:
        for number, meal in ahead.meals_of(cause.thing, days[:2]):
            day = ahead.plan.days[number - 1]
            yield _made(
                ReplaceMeal(day=number, meal=meal.meal), day, f"something other than {cause.thing}", cause
            )


def kinds_in(thing: str) -> set[str]:
    """Its words for kinds of sights, in the singular."""
    return {singular(word) for word in re.findall(r"[^\W\d_]+", thing.casefold())} & set(KINDS)


def _made(edit: Edit, day: Day, what: str, cause: Cause) -> Adjustment:
    return Adjustment(edit, day.date, f"{day_in_words(day.date)}: {what}.", cause.quote)


def _each_once(found: Iterable[Adjustment]) -> list[Adjustment]:
    """The same edit once; a day that is already freed from an hour on is not lightened as well."""
    kept: dict[str, Adjustment] = {}
    freed = set()
    for one in found:
        if one.edit.kind == "lighter" and one.date in freed:
            continue
        if one.edit.kind in ("remove_item", "lighter"):
            freed.add(one.date)
        kept.setdefault(one.edit.model_dump_json(), one)
    return list(kept.values())
