"""What a report wants otherwise in the days that follow: "please no more markets", "we want to rest then".

Pure. Each wish becomes edits, or a sentence that says plainly that it changes nothing. What the words for
changing a plan read (`trips/reading/edits`) comes first; here is what only a report says: more or less of
a kind of thing, a light day, a rest at an hour.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from trips.planning.editing import AddPlace, Edit, Lighter, RemoveItem, ReplaceItem, ReplaceMeal
from trips.planning.wishes import tags_of_interest
from trips.reading.edits import read_edits
from trips.reading.edits.days import DayWords
from trips.reading.edits.things import KINDS, singular
from trips.schemas import Day, Meal, Place, Visit
from trips.understanding.adjusting import Adjustment, Ahead, is_a
from trips.understanding.report_wish_words import MUCH, Said, kinds_in, thing_in, wishes_in
from trips.wording import day_in_words, time_in_words

MOST_WISHES = 4
_MOST_EDITS = 6
_LIGHT = re.compile(
    r"\b(?:light(?:er)?|eas(?:y|ier)|gentler?|quiet(?:er)?|calm(?:er)?|slow(?:er|ly)?|relax(?:ed|ing)?|"
    r"restful|"
    r"lazy|chill(?:ed)?(?: out)?|short(?:er)?|less (?:to do|stuff|things|sightseeing|full|packed|busy|"
    r"of everything)|"
    r"not (?:so|too|as) (?:much|many|full|packed|busy|early and late)|fewer (?:things|stops|sights|places|"
    r"visits)|"
    r"(?:nothing|not?) (?:too )?(?:strenuous|tiring|heavy|wild|much|demanding|big)|recover|take (?:it|"
    r"things) easy|"
    r"slow (?:it |things )?down|stay in bed|(?:more|some|a bit of|a little) (?:time|rest)|(?:a|"
    r"some) break)\b",
    re.I,
)
_REST = re.compile(
    r"\b(?:rest|relax|siesta|nap|break|pause|lie down|stay in(?:side|doors)?|be inside|cool off|sit down|"
    r"hotel|pool|"
    r"nothing|no sights?|no visits?|free|off)\b",
    re.I,
)
_WHOLE_DAY = re.compile(
    r"\b(?:rest day|day of rest|day off|free day|pool day|day at the (?:hotel|pool))\b", re.I
)
_PART = re.compile(
    r"\b(?:skip|cancel|drop|free|clear|keep|leave out)\b[^,.;]{0,16}\b(?P<part>morning|afternoon|evening)\b|"
    r"\b(?P<rest>morning|afternoon|evening) (?:off|free|to rest|in bed|at the (?:hotel|pool))\b",
    re.I,
)
_FROM = re.compile(
    r"\b(?:nothing|no \w+|stop|finish|be (?:back|home|done)|free|end|home|back|done)\b.{0,40}$", re.I
)
_INDOORS = re.compile(
    r"\b(?:indoors?|inside|under a roof|out of the (?:rain|sun|heat)|air.?con\w*|(?:something|"
    r"somewhere) (?:dry|warm))\b",
    re.I,
)
_STEEP = re.compile(
    r"\b(?:no|no more|fewer|less|without|avoid|not)\b[^,.;]{0,16}\b(?:hills?|stairs|steps|climb\w*|slopes?|"
    r"hik\w+|"
    r"(?:long )?walks?|walking)\b",
    re.I,
)
_STILL = dt.timedelta(hours=2)
_EVENING = dt.time(18)


@dataclass(frozen=True)
class Wish:
    """`quote`: their words. `edits`: what they come to; without any `sentence` says why not. `known`: it was
    read, whatever comes of it."""

    quote: str
    edits: tuple[Adjustment, ...] = ()
    sentence: str = ""
    known: bool = True


def read_wishes(text: str, ahead: Ahead) -> list[Wish]:
    """The wishes in a report, in their order; one that may be none and comes to nothing is left out."""
    found: list[Wish] = []
    for said in wishes_in(text, ahead.plan, ahead.today):
        found += _together(said, ahead)
    return found[:MOST_WISHES]


def _together(said: Said, ahead: Ahead) -> list[Wish]:
    """A row of wishes, each by itself; where one makes no sense alone all as one."""
    alone = [(piece, _come_to(piece, ahead)) for piece in said.pieces or (said,)]
    if said.pieces and not all(wish.known for _piece, wish in alone) and (whole := _edits(said, ahead)):
        return [whole]
    return [wish for piece, wish in alone if wish.edits or piece.plainly]


def _come_to(said: Said, ahead: Ahead) -> Wish:
    if not ahead.days():
        return Wish(said.quote, sentence=f"No day of the plan follows that “{said.quote}” could change.")
    for read in (_edits, _free, _rest, _on_foot, _less_or_more, _indoors, _light):
        if wish := read(said, ahead):
            return wish
    return Wish(
        said.quote,
        sentence=f"I know no change of the plan for “{said.quote}”, so it changes nothing; "
        "name the day and what should be different, like “less walking on Friday” or “remove the museum”.",
        known=False,
    )


def _edits(said: Said, ahead: Ahead) -> Wish | None:
    found = read_edits(said.words, ahead.plan, ahead.facts, ahead.gazetteer, today=ahead.today).edits
    follow = {None, 0, *(number for number, _day in ahead.days())}
    found = [edit for edit in found if getattr(edit, "day", None) in follow]
    return _wish(said, found, ahead) if found else None


def _free(said: Said, ahead: Ahead) -> Wish | None:
    """ "A rest day", "skip the morning": in the words for changing a plan."""
    part = _PART.search(said.words)
    whole = _WHOLE_DAY.search(said.words)
    if not part and not whole:
        return None
    _number, day = _days(said, ahead)[0]
    which = "day" if whole else (part["part"] or part["rest"]).lower()
    words = f"a free {which} on {day.date.isoformat()}"
    found = read_edits(words, ahead.plan, ahead.facts, ahead.gazetteer, today=ahead.today).edits
    kept = [edit for edit in found if edit.kind == "remove_item" and edit.uid not in ahead.kept]
    if kept:
        return _wish(said, kept, ahead)
    return Wish(said.quote, sentence=f"Nothing that may go is planned then on {day_in_words(day.date)}.")


def _rest(said: Said, ahead: Ahead) -> Wish | None:
    """ "Nothing after 4 pm", "we want to rest at noon": without what lies there."""
    if said.hour is None or not _REST.search(said.words):
        return None
    onwards = bool(re.search(r"\b(?:after|from|by|past|beyond|since|afternoon|evening)\b", said.words, re.I))
    until = None if onwards and _FROM.search(said.words) else _EVENING if onwards else _later(said.hour)
    days = _days(said, ahead)[:2]
    found = [
        RemoveItem(uid=item.uid)
        for _number, day in days
        for item in ahead.free(day)
        if (until is None or item.start.time() < until) and _ends_after(item, said.hour, until)
    ]
    if found:
        return _wish(said, found, ahead)
    span = f"after {time_in_words(said.hour)}"
    if until is not None:
        span = f"between {time_in_words(said.hour)} and {time_in_words(until)}"
    which = " and ".join(day_in_words(day.date) for _number, day in days)
    return Wish(said.quote, sentence=f"Nothing that may go is planned {span} on {which}.")


def _later(hour: dt.time) -> dt.time:
    return (dt.datetime.combine(dt.date(2000, 1, 1), hour) + _STILL).time()


def _ends_after(item: Visit, hour: dt.time, until: dt.time | None) -> bool:
    """Within a span what reaches into it; from an hour on what begins then."""
    return item.start.time() >= hour if until is None else item.end.time() > hour


def _on_foot(said: Said, ahead: Ahead) -> Wish | None:
    """ "No more stairs": shorter ways on foot."""
    if not _STEEP.search(said.words):
        return None
    return _wish(said, [Lighter(day=number) for number, _day in _days(said, ahead)[:2]], ahead)


def _less_or_more(said: Said, ahead: Ahead) -> Wish | None:
    match = MUCH.search(said.words)
    thing = thing_in(match) if match else ""
    if not match or not thing or _LIGHT.search(match.group()):
        return None
    if match["less"]:
        return _less(said, thing, match["less"].lower() in ("fewer", "less"), ahead)
    return _more(said, thing, ahead)


def _less(said: Said, thing: str, fewer: bool, ahead: Ahead) -> Wish | None:
    """Of a kind of sights: none of them in the days that follow, of "fewer" one less. Of a dish: another
    meal."""
    rule = "" if fewer else f"A report changes no facts: to keep it out of every plan, say “avoid {thing}”."
    if kinds := kinds_in(thing):
        tags = {tag for kind in kinds for tag in KINDS[kind]}
        of_it = [
            (day, item)
            for _number, day in _days(said, ahead)
            for item in day.items
            if isinstance(item, Visit) and is_a(item, kinds, tags, ahead.gazetteer)
        ]
        if not of_it:
            nothing = f"No {min(kinds)} is planned in the days that follow."
            return Wish(said.quote, sentence=f"{nothing} {rule}".strip())
        free = [item for _day, item in of_it if ahead.may_go(item)]
        if not free:
            why = "is locked, booked or something you asked for, so it stays"
            return Wish(said.quote, sentence=f"What is left of {thing} in the plan {why}. {rule}".strip())
        edits: list[Edit] = [RemoveItem(uid=item.uid) for item in free]
        return _wish(said, edits[-1:] if fewer else edits, ahead, rule)
    dish = singular(thing)
    meals = [
        (number, item)
        for number, day in _days(said, ahead)
        for item in day.items
        if isinstance(item, Meal) and ahead.may_go(item) and dish in _of_meal(item, ahead)
    ]
    if meals:
        return _wish(said, [ReplaceMeal(day=number, meal=item.meal) for number, item in meals], ahead)
    return None


def _of_meal(item: Meal, ahead: Ahead) -> str:
    row = ahead.gazetteer.place(item.place_id) if item.place_id else None
    return " ".join([item.title, item.cuisine, *([row.cuisine, *row.dishes] if row else [])]).casefold()


def _more(said: Said, thing: str, ahead: Ahead) -> Wish | None:
    """A place of that kind which the plan has not yet, on the next day that has room for it."""
    kinds = kinds_in(thing)
    tags = {tag for kind in kinds for tag in KINDS[kind]} or set(tags_of_interest(thing))
    planned = {item.place_id for item in ahead.plan.items() if item.place_id}
    seen: list[str] = []
    known = False
    for number, day in _days(said, ahead):
        alike = [place for place in _places(day, ahead) if set(place.tags) & tags or _named(place, kinds)]
        alike.sort(key=lambda place: not _named(place, kinds))
        known = known or bool(alike)
        if new := [place for place in alike if place.id not in planned]:
            return _wish(said, [AddPlace(day=number, place_id=new[0].id)], ahead)
        seen.append(day.city)
    if not kinds and not known:
        return None
    where = " and ".join(dict.fromkeys(seen))
    return Wish(
        said.quote, sentence=f"For “{said.quote}” I know nothing more in {where} that is not in your plan."
    )


def _named(place: Place, kinds: set[str]) -> bool:
    """Is it one of the kind by its name or by what is said of it, not only by a tag?"""
    return bool(
        kinds
        & {singular(word) for word in re.findall(r"[^\W\d_]+", f"{place.name} {place.summary}".casefold())}
    )


def _places(day: Day, ahead: Ahead) -> list[Place]:
    city = ahead.gazetteer.city(day.city_id) if day.city_id else None
    return ahead.gazetteer.places(city.curated, "visit") if city and city.curated else []


def _indoors(said: Said, ahead: Ahead) -> Wish | None:
    if not _INDOORS.search(said.words):
        return None
    _number, day = _days(said, ahead)[0]
    outside = [item for item in ahead.free(day) if _is_outdoor(item, ahead)]
    if not outside:
        return Wish(said.quote, sentence=f"What may change on {day_in_words(day.date)} is indoors as it is.")
    return _wish(said, [ReplaceItem(uid=item.uid, like="indoors") for item in outside], ahead)


def _is_outdoor(item: Visit, ahead: Ahead) -> bool:
    row = ahead.gazetteer.place(item.place_id) if item.place_id else None
    return item.outdoor or bool(row and row.outdoor)


def _light(said: Said, ahead: Ahead) -> Wish | None:
    if not _LIGHT.search(said.words) and not re.search(r"\b(?:rest|nap|nothing)\b", said.words, re.I):
        return None
    number, _day = _days(said, ahead)[0]
    return _wish(said, [Lighter(day=number, what="visits")], ahead)


# --- Parts ---------------------------------------------------------------------------------------


def _days(said: Said, ahead: Ahead) -> list[tuple[int, Day]]:
    """The day they name among those that follow, else all of these."""
    days = ahead.days()
    named = {one.number for one in DayWords(ahead.plan, ahead.today).find(said.words)}
    return [one for one in days if one[0] in named] or days


def _wish(said: Said, edits: Sequence[Edit], ahead: Ahead, sentence: str = "") -> Wish:
    made = [Adjustment(edit, _date(edit, ahead), "You asked for it.", said.quote) for edit in edits]
    return Wish(said.quote, tuple(made[:_MOST_EDITS]), sentence)


def _date(edit: Edit, ahead: Ahead) -> dt.date:
    """The day an edit is of; the next one where it names none."""
    uid, day = getattr(edit, "uid", ""), getattr(edit, "day", None) or getattr(edit, "first", None)
    if day and 1 <= day <= len(ahead.plan.days):
        return ahead.plan.days[day - 1].date
    here = (day.date for day in ahead.plan.days for item in day.items if item.uid == uid)
    return next(here, ahead.today)
