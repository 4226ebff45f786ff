"""What wishes in a report come to: edits of the days that follow, or a sentence that says why not.

Pure: it knows no English, but asks the words for changing a plan first."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from trips.planning.editing import AddPlace, Edit, Lighter, RemoveItem, ReplaceItem, ReplaceMeal
from trips.planning.wishes import tags_of_interest
from trips.reading.edits import read_edits
from trips.reading.edits.things import KINDS, singular
from trips.reading.reports import Wish, kinds_in, read_wishes
from trips.reading.reports.adjusting import Adjustment, Ahead, is_a
from trips.schemas import Day, Meal, Place, Visit
from trips.wording import day_in_words, time_in_words

MOST_WISHES = 4
_MOST_EDITS = 6
_STILL = dt.timedelta(hours=2)
_EVENING = dt.time(18)
_PARTS = ("morning", "afternoon", "evening")


@dataclass(frozen=True)
class Granted:
    """`quote`: their words. `edits`: what they come to; without any `sentence` says why not. `known`: it was
    read, whatever comes of it."""

    quote: str
    edits: tuple[Adjustment, ...] = ()
    sentence: str = ""
    known: bool = True


def granted(text: str, ahead: Ahead) -> list[Granted]:
    """What the wishes in a report come to, in their order; one that may be none and comes to nothing is left
    out."""
    found = [one for wish in read_wishes(text, ahead.today) for one in _together(wish, ahead)]
    return found[:MOST_WISHES]


def _together(wish: Wish, ahead: Ahead) -> list[Granted]:
    """A row of wishes, each by itself; where one makes no sense alone all as one."""
    alone = [(piece, _come_to(piece, ahead)) for piece in wish.pieces or (wish,)]
    if wish.pieces and not all(one.known for _piece, one in alone) and (whole := _edits(wish, ahead)):
        return [whole]
    return [one for piece, one in alone if one.edits or piece.plainly]


def _come_to(wish: Wish, ahead: Ahead) -> Granted:
    if not ahead.days():
        return Granted(wish.quote, sentence=f"No day of the plan follows that “{wish.quote}” could change.")
    for read in (_edits, _free, _rest, _on_foot, _less_or_more, _indoors, _light):
        if found := read(wish, ahead):
            return found
    return Granted(
        wish.quote,
        sentence=f"I know no change of the plan for “{wish.quote}”, so it changes nothing; "
        "name the day and what should be different, like “less walking on Friday” or “remove the museum”.",
        known=False,
    )


def _edits(wish: Wish, ahead: Ahead) -> Granted | None:
    """In the words for changing a plan."""
    found = read_edits(wish.words, ahead.plan, ahead.facts, ahead.gazetteer, today=ahead.today).edits
    follow = {None, 0, *(number for number, _day in ahead.days())}
    found = [edit for edit in found if getattr(edit, "day", None) in follow]
    return _made(wish, found, ahead) if found else None


def _free(wish: Wish, ahead: Ahead) -> Granted | None:
    """ "A rest day", "skip the morning"."""
    part = next((one for one in _PARTS if one in wish.kinds), "day" if "rest_day" in wish.kinds else "")
    if not part:
        return None
    _number, day = _days(wish, ahead)[0]
    words = f"a free {part} on {day.date.isoformat()}"
    found = read_edits(words, ahead.plan, ahead.facts, ahead.gazetteer, today=ahead.today).edits
    kept = [edit for edit in found if edit.kind == "remove_item" and edit.uid not in ahead.kept]
    if kept:
        return _made(wish, kept, ahead)
    return Granted(wish.quote, sentence=f"Nothing that may go is planned then on {day_in_words(day.date)}.")


def _rest(wish: Wish, ahead: Ahead) -> Granted | None:
    """ "Nothing after 4 pm", "we want to rest at noon": without what lies there."""
    if wish.hour is None or "rest" not in wish.kinds:
        return None
    until = None if wish.onwards and wish.stops else _EVENING if wish.onwards else _later(wish.hour)
    days = _days(wish, ahead)[:2]
    found = [
        RemoveItem(uid=item.uid)
        for _number, day in days
        for item in ahead.free(day)
        if (until is None or item.start.time() < until) and _ends_after(item, wish.hour, until)
    ]
    if found:
        return _made(wish, found, ahead)
    span = f"after {time_in_words(wish.hour)}"
    if until is not None:
        span = f"between {time_in_words(wish.hour)} and {time_in_words(until)}"
    which = " and ".join(day_in_words(day.date) for _number, day in days)
    return Granted(wish.quote, sentence=f"Nothing that may go is planned {span} on {which}.")


def _later(hour: dt.time) -> dt.time:
    return (dt.datetime.combine(dt.date(2000, 1, 1), hour) + _STILL).time()


def _ends_after(item: Visit, hour: dt.time, until: dt.time | None) -> bool:
    """Within a span what reaches into it; from an hour on what begins then."""
    return item.start.time() >= hour if until is None else item.end.time() > hour


def _on_foot(wish: Wish, ahead: Ahead) -> Granted | None:
    """ "No more stairs": shorter ways on foot."""
    if "steep" not in wish.kinds:
        return None
    return _made(wish, [Lighter(day=number) for number, _day in _days(wish, ahead)[:2]], ahead)


def _less_or_more(wish: Wish, ahead: Ahead) -> Granted | None:
    if not wish.thing or "light" in wish.kinds:
        return None
    return _more(wish, ahead) if wish.amount == "more" else _less(wish, ahead)


def _less(wish: Wish, ahead: Ahead) -> Granted | None:
    """Of a kind of sights: none of them in the days that follow, of "fewer" one less. Of a dish: another
    meal."""
    fewer = wish.amount == "fewer"
    rule = (
        "" if fewer else f"A report changes no facts: to keep it out of every plan, say “avoid {wish.thing}”."
    )
    if kinds := kinds_in(wish.thing):
        tags = {tag for kind in kinds for tag in KINDS[kind]}
        items = [item for _number, day in _days(wish, ahead) for item in day.items if isinstance(item, Visit)]
        of_it = [item for item in items if is_a(item, kinds, tags, ahead.gazetteer)]
        if not of_it:
            nothing = f"No {min(kinds)} is planned in the days that follow."
            return Granted(wish.quote, sentence=f"{nothing} {rule}".strip())
        edits: list[Edit] = [RemoveItem(uid=item.uid) for item in of_it if ahead.may_go(item)]
        if not edits:
            why = "is locked, booked or something you asked for, so it stays"
            sentence = f"What is left of {wish.thing} in the plan {why}. {rule}".strip()
            return Granted(wish.quote, sentence=sentence)
        return _made(wish, edits[-1:] if fewer else edits, ahead, rule)
    meals = [
        ReplaceMeal(day=number, meal=item.meal)
        for number, day in _days(wish, ahead)
        for item in day.items
        if isinstance(item, Meal) and ahead.may_go(item) and singular(wish.thing) in _of_meal(item, ahead)
    ]
    return _made(wish, meals, ahead) if meals else None


def _of_meal(item: Meal, ahead: Ahead) -> str:
    row = ahead.gazetteer.place(item.place_id) if item.place_id else None
    return " ".join([item.title, item.cuisine, *([row.cuisine, *row.dishes] if row else [])]).casefold()


def _more(wish: Wish, ahead: Ahead) -> Granted | None:
    """A place of that kind which the plan has not yet, on the next day that has room for it."""
    kinds = kinds_in(wish.thing)
    tags = {tag for kind in kinds for tag in KINDS[kind]} or set(tags_of_interest(wish.thing))
    planned = {item.place_id for item in ahead.plan.items() if item.place_id}
    seen: list[str] = []
    known = False
    for number, day in _days(wish, ahead):
        alike = [place for place in _places(day, ahead) if set(place.tags) & tags or _named(place, kinds)]
        alike.sort(key=lambda place: not _named(place, kinds))
        known = known or bool(alike)
        if new := [place for place in alike if place.id not in planned]:
            return _made(wish, [AddPlace(day=number, place_id=new[0].id)], ahead)
        seen.append(day.city)
    if not kinds and not known:
        return None
    where = " and ".join(dict.fromkeys(seen))
    sentence = f"For “{wish.quote}” I know nothing more in {where} that is not in your plan."
    return Granted(wish.quote, sentence=sentence)


def _named(place: Place, kinds: set[str]) -> bool:
    """Is it one of the kind by its name or by what is said of it, not only by a tag?"""
    words = re.findall(r"[^\W\d_]+", f"{place.name} {place.summary}".casefold())
    return bool(kinds & {singular(word) for word in words})


def _places(day: Day, ahead: Ahead) -> list[Place]:
    city = ahead.gazetteer.city(day.city_id) if day.city_id else None
    return ahead.gazetteer.places(city.curated, "visit") if city and city.curated else []


def _indoors(wish: Wish, ahead: Ahead) -> Granted | None:
    if "indoors" not in wish.kinds:
        return None
    _number, day = _days(wish, ahead)[0]
    outside = [item for item in ahead.free(day) if _is_outdoor(item, ahead)]
    if not outside:
        return Granted(
            wish.quote, sentence=f"What may change on {day_in_words(day.date)} is indoors as it is."
        )
    return _made(wish, [ReplaceItem(uid=item.uid, like="indoors") for item in outside], ahead)


def _is_outdoor(item: Visit, ahead: Ahead) -> bool:
    row = ahead.gazetteer.place(item.place_id) if item.place_id else None
    return item.outdoor or bool(row and row.outdoor)


def _light(wish: Wish, ahead: Ahead) -> Granted | None:
    if not wish.kinds & {"light", "rest"}:
        return None
    number, _day = _days(wish, ahead)[0]
    return _made(wish, [Lighter(day=number, what="visits")], ahead)


# --- Parts ---------------------------------------------------------------------------------------


def _days(wish: Wish, ahead: Ahead) -> list[tuple[int, Day]]:
    """The day they name among those that follow, else all of these."""
    return [one for one in ahead.days() if one[1].date in wish.dates] or ahead.days()


def _made(wish: Wish, edits: Sequence[Edit], ahead: Ahead, sentence: str = "") -> Granted:
    made = [Adjustment(edit, _date(edit, ahead), "You asked for it.", wish.quote) for edit in edits]
    return Granted(wish.quote, tuple(made[:_MOST_EDITS]), sentence)


def _date(edit: Edit, ahead: Ahead) -> dt.date:
    """The day an edit is of; the next one where it names none."""
    uid, day = getattr(edit, "uid", ""), getattr(edit, "day", None) or getattr(edit, "first", None)
    if day and 1 <= day <= len(ahead.plan.days):
        return ahead.plan.days[day - 1].date
    here = (day.date for day in ahead.plan.days for item in day.items if item.uid == uid)
    return next(here, ahead.today)
