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
from trips.planning.editing import Edit, Lighter, RemoveItem, ReplaceItem, SetTime
from trips.planning.editing.edits import Cheaper
from trips.reading.edits.things import KINDS, Thing, is_of_kind, singular
from trips.reading.reports.values import Cause, Report
from trips.schemas import Day, Item, Place, Plan, TripFacts, Visit
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
        visits = [Thing(0, item, self.row(item)) for item in items if isinstance(item, Visit)]
        return [one.item for one in visits if any(is_of_kind(one, kind) for kind in kinds)]

    def may_go(self, item: Item) -> bool:
        held = item.locked or item.uid in self.kept
        return not held and not any(means(wish, [item.title]) for wish in self.facts.must_do)


def adjustments(reports: Sequence[Report], ahead: Ahead) -> list[Adjustment]:
    """What the reports call for, the next day first; [] where they give no cause, or nothing follows. A
    report of a day before yesterday changes nothing by itself."""
    found: list[Adjustment] = []
    tired = {report.date for report in reports if report.energy == "low"} | set(ahead.tired_before)
    fresh = [one for one in reports if one.date >= ahead.today - dt.timedelta(days=1)]
    for report in sorted(fresh, key=lambda one: one.date, reverse=True):
        for cause in _strongest(report.causes):
            found += _for(cause, ahead, again=len(tired) > 1)
    return _each_once(found)[:MOST]


def _strongest(causes: Iterable[Cause]) -> list[Cause]:
    """Of tiredness, feet, hurry and illness one speaks for all: the one with an hour, then the feet."""
    order = ("walking", "illness", "tired", "pace")
    strain = [cause for cause in causes if cause.kind in order]
    others = [cause for cause in causes if cause.kind not in order]
    strain.sort(key=lambda cause: (cause.hour is None, order.index(cause.kind)))
    return [*strain[:1], *others]


def _for(cause: Cause, ahead: Ahead, *, again: bool) -> Iterator[Adjustment]:
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
        reason = f"nothing more after {time_in_words(cause.hour)}, {said}"
        late = (item for item in ahead.free(day) if item.start.time() >= cause.hour)
        yield from (_made(RemoveItem(uid=item.uid), day, reason, cause) for item in late)
    elif cause.kind == "walking":
        yield _made(Lighter(day=number, what="walking"), day, f"less on foot, {said}", cause)
    elif ahead.free(day):
        yield _made(Lighter(day=number, what="visits"), day, f"a visit less, {said}", cause)


def _later(cause: Cause, days: Sequence[tuple[int, Day]], ahead: Ahead) -> Iterator[Adjustment]:
    for _number, day in days:
        first = min((item for item in day.items if isinstance(item, Visit)), key=lambda item: item.start)
        start = first.start + _HOUR_LATER
        if ahead.may_go(first) and start.time() <= _LATEST_START and start.date() == day.date:
            edit = SetTime(uid=first.uid, start=start.time())
            yield _made(edit, day, "an hour later in the morning", cause)


def _other_than(cause: Cause, days: Sequence[tuple[int, Day]], ahead: Ahead) -> Iterator[Adjustment]:
    """Of a kind of which they had enough: something else of the next day that has it."""
    kinds = kinds_in(cause.thing)
    alike = ((day, item) for _number, day in days for item in ahead.sights_of(kinds, ahead.free(day)))
    if found := next(alike, None):
        day, item = found
        indoors = bool(kinds & _INDOOR)
        edit = ReplaceItem(uid=item.uid, like="outdoors") if indoors else RemoveItem(uid=item.uid)
        yield _made(edit, day, f"not another {min(kinds)}", cause)


def kinds_in(thing: str) -> set[str]:
    """Its words for kinds of sights, in the singular."""
    return {singular(word) for word in re.findall(r"[^\W\d_]+", thing.casefold())} & set(KINDS)


def _made(edit: Edit, day: Day, what: str, cause: Cause) -> Adjustment:
    return Adjustment(edit, day.date, f"{day_in_words(day.date)}: {what}.", cause.quote)


def _each_once(found: Sequence[Adjustment]) -> list[Adjustment]:
    """The same edit once; a day that is already freed from an hour on is not lightened as well."""
    freed = {one.date for one in found if one.edit.kind == "remove_item"}
    kept = [one for one in found if one.edit.kind != "lighter" or one.date not in freed]
    lightened = {one.date: one for one in kept[::-1] if one.edit.kind == "lighter"}
    kept = [one for one in kept if one.edit.kind != "lighter" or lightened[one.date] is one]
    return list({one.edit.model_dump_json(): one for one in kept}.values())
