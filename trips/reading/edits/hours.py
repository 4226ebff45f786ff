"""Wishes about hours: later and earlier, whole days shifted, journeys, how long."""

from __future__ import annotations

import datetime as dt
from typing import Literal, TypeGuard

from trips.planning.editing.edits import AddPlace, Edit, SetLength, SetTime, ShiftDay
from trips.reading.edits.saying import Hour, Said
from trips.reading.edits.scene import Refused, Scene
from trips.reading.edits.things import MEAL_WORDS, Thing, bare
from trips.schemas import Item, Leg, Meal, Stay, Visit

USUAL_SHIFT = 60
_WAYS = {"later": 1, "earlier": -1, "latest": -1, "earliest": 1}
_PUSHES = frozenset("push move shift set delay postpone slide bump".split())


def way_of(said: Said) -> int:
    """1 = later, -1 = earlier, 0 = neither is said; "push it back" is later."""
    norms = set(said.norms())
    back = "back" in said.flags and (said.length or _PUSHES & norms)
    later = back or {"delay", "postpone"} & norms or ("begin" in said.acts and {"sleep", "lie"} & norms)
    return _WAYS.get(said.side, 1 if later or (_PUSHES & norms and said.length) else 0)


def hour_of(said: Said, item: Item) -> dt.time | None:
    """The hour said, as an hour of this thing: a bare "at 8" is in the evening for dinner."""
    return clock(said.hour[1], item, evening=said.part == 18) if said.hour else None


def clock(hour: Hour, item: Item | None = None, *, evening: bool = False) -> dt.time:
    time = hour.time
    if not hour.bare or time.hour == 0 or time.hour > 11:
        return time
    later = time.replace(hour=time.hour + 12)
    if isinstance(item, Leg) or (isinstance(item, Visit) and item.start.hour >= 18):
        now = item.start.hour * 60
        return min(time, later, key=lambda one: abs(one.hour * 60 - now))
    meal = item.meal if isinstance(item, Meal) else ""
    early = {"breakfast": 0, "lunch": 6, "dinner": 12}.get(meal, 12 if evening else 7)
    return later if time.hour < early else time


def begins(said: Said, item: Item, start: dt.datetime, minutes: int) -> dt.time | None:
    """When a thing of so many minutes begins from now on; None = that would be the wrong way, or what is
    wanted is so already. An hour after "by", "after" or of a reason is of something it makes room for."""
    way, hour = way_of(said), hour_of(said, item)
    shift = said.length or USUAL_SHIFT
    if hour is None:
        return shifted(start, shift * way)
    wanted, now = minute(hour), minute(start.time())
    right = (wanted - now) * way > 0
    role = said.hour[0] if said.hour else ""
    limit = said.side in ("latest", "earliest")
    over = said.over_by or (role in ("by", "before") if way < 0 else role in ("after", "from"))
    if not way or (right and not (over and not limit)):
        return hour
    if not over or limit:
        return None
    if way > 0:
        return hour if right else shifted(start, shift)
    return shifted(start, min(wanted - minutes - now, -shift))


def shifted(start: dt.datetime, minutes: int) -> dt.time:
    """Some minutes later or earlier on the same date."""
    total = min(max(minute(start.time()) + minutes, 0), 23 * 60 + 55)
    return dt.time(total // 60, total % 60)


def minute(time: dt.time) -> int:
    """Of the day."""
    return time.hour * 60 + time.minute


def at(said: Said, thing: Thing) -> list[Edit]:
    """A thing at its new hour. Raises Refused where it is so already, or would go the other way."""
    item = thing.item
    start = begins(said, item, item.start, item.minutes)
    if start is not None:
        return [SetTime(uid=item.uid, start=start)]
    now, hour = f"{item.title} is at {item.start:%H:%M} on day {thing.number}", hour_of(said, item)
    if said.side in ("latest", "earliest"):
        raise Refused(f"{now}, which keeps to that already.")
    raise Refused(f"{now}: {hour:%H:%M} is not {'later' if way_of(said) > 0 else 'earlier'}.")


# --- Whole days ------------------------------------------------------------------------------------


def whole_day(scene: Scene, said: Said) -> list[Edit]:
    """ "Push everything back by an hour", "start later on Saturday, 11ish": the day keeps its order."""
    nothing_else = not said.phrases and not scene.meal_names(said)
    before = nothing_else and said.side == "earliest" and said.hour  # "nothing before 11 on Friday"
    pushed = nothing_else and said.act == "move" and said.days and said.length
    starts = "begin" in said.acts or before
    if not (starts or pushed or "all" in said.flags) or not (way_of(said) or (starts and said.hour)):
        return []
    days = [number for number in scene.days(said, lambda n: bool(_first(scene, n))) if number]
    if not days and starts:
        days = scene.ahead if "every" in said.flags else scene.full_days()
        days = [number for number in days if not _begins_with_a_journey(scene, number)]
    days = days or [n for n in scene.ahead if scene.plan.days[n - 1].date == scene.today]
    shifts = {number: _by(scene, said, number) for number in days}
    return [ShiftDay(day=number, minutes=minutes) for number, minutes in shifts.items() if minutes]


def _first(scene: Scene, number: int) -> Item | None:
    items = [one for one in scene.items(number) if isinstance(one, Visit | Meal)]
    return next((one for one in items if not scene.begun(one)), None)


def _begins_with_a_journey(scene: Scene, number: int) -> bool:
    first = _first(scene, number)
    return first is None or any(is_journey(one) and one.start < first.start for one in scene.items(number))


def _by(scene: Scene, said: Said, number: int) -> int:
    """Minutes; 0 where there is nothing to shift."""
    first = _first(scene, number)
    if first is None or said.hour is None:
        return way_of(said) * (said.length or USUAL_SHIFT)
    hour = clock(said.hour[1])
    minutes = minute(hour) - minute(first.start.time())
    if minutes * (way_of(said) or minutes) <= 0:
        raise Refused(f"{scene.in_words(number).capitalize()} begins at {first.start:%H:%M} already.")
    return max(min(minutes, 720), -720)


# --- Things and journeys ---------------------------------------------------------------------------


def lengths(scene: Scene, said: Said) -> list[Edit]:
    """ "More time at the museum", "two hours at the zoo"."""
    more, less = "more_time" in said.flags, "less_time" in said.flags
    norms = set(said.norms())
    more = more or ("add" in said.acts and said.length is not None)
    places = said.of("at", "in", "for", "with", "on", *(("to",) if more else ()))
    if not places and (more or less or not said.acts):
        places = said.phrases
    if not (more or less or (said.length and not way_of(said) and not said.hour)) or not places:
        return []
    thing = scene.thing(places[0], scene.day(said))
    if thing is None or not isinstance(thing.item, Visit):
        return []
    minutes = thing.item.minutes
    less = less or bool({"less", "fewer", "shorter"} & norms)
    step = said.length or (min(USUAL_SHIFT, minutes // 2) if less else USUAL_SHIFT)
    whole = said.length and ("enough" in norms or not (less or {"more", "longer", "extra", "add"} & norms))
    minutes = step if whole else minutes - step if less else minutes + step
    return [SetLength(uid=thing.item.uid, minutes=min(max(minutes, 15), 720))]


def hours(scene: Scene, said: Said) -> list[Edit]:
    moves = said.hour or way_of(said) or said.part
    if said.nights or not moves or said.act in ("add", "remove", "lock", "unlock"):
        return []
    leaves = {"leave", "depart"} & set(said.norms()) and not said.phrases
    beside = {at for one in said.of("before", "after", "because") for at in range(one.i, one.j)}
    if any(span.i not in beside for span in said.spans("way")) or (leaves and said.hour):
        return journeys(scene, said)
    day = scene.day(said)
    if not (said.hour or way_of(said)):
        things = [scene.thing(one, day) for one in said.phrases] if not said.acts else []
        only = [one for one in things if one and isinstance(one.item, Visit)]
        if not len(only) == len(things) == 1:
            return []
        return [SetTime(uid=only[0].item.uid, start=dt.time(said.part or 10), about=True)]
    meals = scene.meal_names(said)
    if table := scene.table(said):
        things: list[Thing | None] = [table]
    elif meals and not (day and not any(scene.has_meal(day, one) for one in meals)):
        every = not day and (said.plural or "every" in said.flags)
        things = [
            scene.things.meal(meal, n) for meal in meals for n in (scene.days_with(meal) if every else [day])
        ]
    else:
        short = [one for one in said.phrases if one.kind or len(bare(one.text).split()) <= 6]
        names = [one for one in short if not MEAL_WORDS.search(one.text)]
        things = [scene.thing(one, day) for one in names]
    if meals and day and said.hour and not any(things) and said.act in ("", "go", "add") and not said.side:
        return [AddPlace(day=day, like=meals[0], start=clock(said.hour[1]))]
    if meals and day and not any(things):
        raise Refused(f"There is no {meals[0]} on {scene.in_words(day)}.")
    found = [thing.item for thing in things if thing and not isinstance(thing.item, Stay)]
    if found and isinstance(found[0], Leg):
        return _leg_at(said, found[0])
    return [edit for thing in things if thing and thing.item in found for edit in at(said, thing)]


def journeys(scene: Scene, said: Said) -> list[Edit]:
    leg = journey(scene, said)
    return _leg_at(said, leg) if leg and (said.hour or way_of(said)) else []


def journey(scene: Scene, said: Said) -> Leg | None:
    """The way between cities that words mean, by train, flight …"""
    day, modes = scene.day(said), {*said.words("way")} - {"any"}
    days = [day] if day else scene.ahead
    legs = [leg for number in days for leg in scene.items(number) if is_journey(leg)]
    legs = [leg for leg in legs if leg.mode in modes or not modes]
    return _meant(legs, said) if legs else None


def is_journey(item: Item) -> TypeGuard[Leg]:
    """Between cities."""
    return isinstance(item, Leg) and item.origin.city_id != item.destination.city_id


def _leg_at(said: Said, leg: Leg) -> list[Edit]:
    """ "Our train leaves at 10:33" is its departure: one has to be there before it."""
    way = way_of(said)
    if not said.hour:
        return [SetTime(uid=leg.uid, start=shifted(leg.start, (said.length or USUAL_SHIFT) * way))]
    over = way < 0 and (said.over_by or said.hour[0] in ("by", "before"))
    of = "arrival" if over else _hour_of(said)
    start = begins(said, leg, {"start": leg.start, "departure": leg.departs, "arrival": leg.end}[of], 0)
    return [SetTime(uid=leg.uid, start=start, hour_of=of)] if start else []


def _meant(legs: list[Leg], said: Said) -> Leg:
    """The one whose end is named, else the way home, else the first."""
    for signs, end in ((("to", "for"), "destination"), (("from", ""), "origin")):
        names = {name for role, name in said.cities if role in signs}
        names |= {bare(phrase.text) for phrase in said.phrases if phrase.role in signs}
        names = {name.casefold() for name in names}
        for leg in legs:
            if getattr(leg, end).name.casefold() in names:
                return leg
    return legs[-1] if {"home", "back"} & said.flags or "return" in said.norms() else legs[0]


def _hour_of(said: Said) -> Literal["start", "departure", "arrival"]:
    """To be at the station is not yet to depart."""
    words = said.words("hour_of")
    if "start" in words:
        return "start"
    return "arrival" if words == ["arrival"] else "departure"
