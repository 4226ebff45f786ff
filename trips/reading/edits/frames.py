"""Wishes about days and things as edits: nights, swaps, rest, fewer, out, in, elsewhere, something else."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace as replace_

from trips.catalogue.matching import significant
from trips.planning.editing.edits import (
    AddNight,
    AddPlace,
    Cheaper,
    DropNight,
    Edit,
    Lighter,
    Lock,
    MoveItem,
    RemoveItem,
    ReplaceItem,
    SetTime,
    SwapDays,
    SwapMeals,
)
from trips.planning.wishes import names_of
from trips.reading import lexicon
from trips.reading.edits import hours
from trips.reading.edits.meals import meals, table_of
from trips.reading.edits.saying import Nights, Phrase, Said
from trips.reading.edits.scene import Refused, Scene
from trips.reading.edits.things import MEAL_WORDS, STAYS, Thing, bare, is_kind, singular
from trips.schemas import Meal, Place, Stay, Visit

_NO_DAY_OUT = "A day can't be taken out by itself: say in which city there should be one night less."
_PARTS = {10: (0, 750), 14: (750, 1080), 18: (1020, 1680)}  # minutes of the day
_ROLES_OF_NEW = ("with", "for", "to")
_OF_A_PLAN = lexicon.words("edits", "of_a_plan")
_OF_A_DAY = frozenset("plan activity day programme program".split())
_OF_A_TRIP = frozenset("trip stay plan shorten".split())
_CHEAP = lexicon.words("edits", "cheap")
_INDEFINITE = frozenset("a an another some any one more".split())
_NO_PLACE, _NO_IDEA = lexicon.words("edits", "no_place"), lexicon.words("edits", "no_idea")


# --- Nights ----------------------------------------------------------------------------------------


def nights(scene: Scene, said: Said) -> list[Edit]:
    named = [one for one in said.nights if _counts(one, said)]
    if not named or "begin" in said.acts or (said.act == "move" and said.phrases):
        return []
    counts = [(_way(one, said), one.count) for one in named]
    cities = [name for role, name in said.cities if role != "instead"]
    giver = next((name for role, name in said.cities if role in ("instead", "from")), "")
    if len(counts) > 1 and counts[0][0] * counts[1][0] < 0:
        return _exchanged(counts, cities or [giver])
    way, count = counts[0]
    unknown = _unknown_city(scene, said)
    city = next((name for name in cities if name != giver), "") or unknown
    if not city and len(scene.cities) == 1 and not unknown:
        city = scene.cities[0].name
    if not city:
        raise Refused("Say in which city: “one more night in Kyoto”.", plainly=False)
    if way < 0:
        return [DropNight(city=city, nights=count or 1)]
    keep_end = bool(giver) or "keep_end" in said.flags
    return [AddNight(city=city, nights=count or 1, keep_end=keep_end, instead_of=giver)]


def _counts(one: Nights, said: Said) -> bool:
    """A day more is of a stay only where the words tell so."""
    whole = {"extend", "shorten"} & set(said.norms())
    if one.way == 0:
        changes = not said.days and {"add", "remove"} & set(said.acts)
        things = [phrase for phrase in said.phrases if set(significant(phrase.text)) - _OF_A_TRIP]
        return bool((whole or changes) and not things)
    if one.unit == "":
        return bool(said.cities)
    stays = {"in", "stay", "extend", "trip", "add"} & set(said.norms())
    return one.unit == "night" or bool(said.cities or stays)


def _way(one: Nights, said: Said) -> int:
    return one.way or (-1 if "remove" in said.acts or "shorten" in said.norms() else 1)


def _unknown_city(scene: Scene, said: Said) -> str:
    """ "In Osaka", which this trip does not see."""
    there = [one.text for one in said.of("in", "at") if one.text[:1].isupper()]
    return next((text for text in there if scene.gazetteer.best_city(text)), "")


def _exchanged(counts: list[tuple[int, int | None]], cities: list[str]) -> list[Edit]:
    """ "One more night in Kyoto and one less in Tokyo"; what one gives beyond what the other takes ends the
    trip earlier, and the other way round later."""
    if len(cities) < 2:
        return []
    usual = next((count for _, count in counts if count), 1)
    (taken, taker), (given, giver) = sorted(
        ((count or usual, city) for (_, count), city in zip(counts, cities, strict=False)),
        key=lambda pair: counts[cities.index(pair[1])][0] < 0,
    )
    both = min(taken, given)
    found: list[Edit] = [AddNight(city=taker, nights=both, keep_end=True, instead_of=giver)]
    if taken > both:
        found.append(AddNight(city=taker, nights=taken - both))
    if given > both:
        found.append(DropNight(city=giver, nights=given - both))
    return found


# --- Days ------------------------------------------------------------------------------------------


def swap(scene: Scene, said: Said) -> list[Edit]:
    """Days, cities, meals or sights that change places; "move day 2 to day 3" too."""
    if said.act not in ("swap", "move"):
        return []
    things = _phrases(said, "", "with", "for", "to", "instead", "in", "at")[:2]
    if len(said.days) == 2 and not [one for one in things if not _of_a_whole_day(one)]:
        first, second = _pair(scene, said)
        if first == second:
            raise Refused(f"Day {first} can't be swapped with itself: name two days.")
        return [SwapDays(first=first, second=second)]
    if said.act != "swap":
        return []
    if len(said.cities) == 2 and not things and "in" not in said.links:
        one, other = (name for _, name in said.cities)
        raise Refused(
            f"{one} and {other} can't change places in a plan that is made: the journeys between would be "
            f"other ones. Nights can be moved: “one night less in {one} and one more in {other}”."
        )
    if len(things) < 2 or (is_kind(bare(things[1].text)) and _indefinite(things[1])):
        return []
    day = scene.day(said)
    one, other = (scene.thing(phrase, day) for phrase in things)
    if not one or not other or one.item.uid == other.item.uid:
        return []
    if "days" in said.norms():
        return [SwapDays(first=one.number, second=other.number)] if one.number != other.number else []
    return _places_changed(one, other)


def _places_changed(one: Thing, other: Thing) -> list[Edit]:
    if isinstance(one.item, Meal) and isinstance(other.item, Meal) and one.number == other.number:
        return [SwapMeals(day=one.number, first=one.item.meal, second=other.item.meal)]
    if not isinstance(one.item, Visit) or not isinstance(other.item, Visit):
        return []
    if one.number != other.number:
        return [MoveItem(uid=one.item.uid, day=other.number), MoveItem(uid=other.item.uid, day=one.number)]
    first, second = sorted((one, other), key=lambda thing: thing.item.start)
    return [MoveItem(uid=second.item.uid, day=one.number, before_uid=first.item.uid)]


def _of_a_whole_day(phrase: Phrase) -> bool:
    return phrase.kind == "ref" or set(significant(phrase.text)) <= _OF_A_DAY


def _pair(scene: Scene, said: Said) -> tuple[int, int]:
    """The two days; of weekdays that come twice those of one city with something on both, the nearest."""
    days = scene.plan.days
    one, other = (named for _, named in said.days)
    pairs = [(a, b) for a in (one.number, *one.others) for b in (other.number, *other.others)]

    def unlikely(pair: tuple[int, int]) -> tuple[bool, bool, int, int]:
        a, b = pair
        empty = not (scene.visits(a) and scene.visits(b))
        return days[a - 1].city != days[b - 1].city, empty, abs(a - b), pairs.index(pair)

    return min(pairs, key=unlikely)


def rest(scene: Scene, said: Said) -> list[Edit]:
    """ "Make day 2 a rest day", "cancel Tuesday", "a free afternoon on day 3": without what is to be seen."""
    everything = "remove" in said.acts and "all" in said.flags
    part = said.part if {"free", "rest"} & said.flags or "clear" in said.acts or everything else None
    things = [one for one in said.phrases if one.kind != "ref"]
    whole = "rest" in said.flags or ("clear" in said.acts and not things) or everything
    after = (said.side == "latest" or said.act == "end") and said.hour and not said.phrases
    if after:
        part, said.part = 24, None
    left = {"free", "empty"} & set(said.norms()) and {"keep", "take"} & set(said.acts)
    whole = bool(whole or left)
    if not part and (not whole or (things and "rest" not in said.flags)):
        return []
    days = [n for n in scene.days(said, lambda n: bool(scene.visits(n)))]
    if not days and ("rest" in said.flags or part):
        full = scene.full_days()
        days = full[len(full) // 2 : len(full) // 2 + 1]
    first, last = _PARTS.get(part or 0, (0, 1680))
    if after and said.hour:
        clock = hours.clock(said.hour[1])
        first = clock.hour * 60 + clock.minute
    gone = [
        one
        for number in days
        for one in scene.visits(number)
        if first <= _minute(one, end=bool(after)) < last and scene.may_go(one)
    ]
    if days and not gone:
        where = " and ".join(map(scene.in_words, days))
        raise Refused(f"There is nothing to be seen on {where} that could be taken out.")
    return [RemoveItem(uid=one.uid) for one in gone]


def _minute(item: Visit, *, end: bool) -> int:
    time = item.end if end else item.start
    return time.hour * 60 + time.minute


def fewer(scene: Scene, said: Said) -> list[Edit]:
    """ "Not so many temples": half of them go, from the days that hold most; one always stays."""
    kinds = [name for one in said.phrases if is_kind(name := bare(one.text)) and name.endswith("s")]
    if "fewer" not in said.flags or not kinds:
        return []
    found = [one for one in scene.things.of_kind(kinds[0], scene.day(said)) if scene.may_go(one.item)]
    gone: list[Thing] = []
    while len(found) - len(gone) > max(1, len(found) // 2):
        left = [one for one in found if one not in gone]
        full = Counter(one.number for one in left)
        gone.append(max(left, key=lambda one: (full[one.number], len(scene.visits(one.number)), one.number)))
    return [RemoveItem(uid=one.item.uid) for one in found if one in gone]


def lighter(scene: Scene, said: Said) -> list[Edit]:
    if {"walking", "cannot_walk"} & said.flags:
        days = scene.days(said, lambda n: scene.on_foot(n) > 0)
        if not days and "walking" not in said.flags:
            return []  # who can't walk far can't on any day: that is for the facts
        return [Lighter(day=number) for number in days or _walking_days(scene)]
    if not {"lighter", "free_time"} & said.flags:
        return []
    days = scene.days(said, lambda n: len(scene.visits(n)) > 1)
    if not days and ("free_time" in said.flags or not _OF_A_PLAN & set(said.norms())):
        return []  # "relaxed" is how they travel
    return [Lighter(day=number, what="visits") for number in days or scene.full_days()]


def _walking_days(scene: Scene) -> list[int]:
    """Without a day named those with half an hour on foot or more; at least the one with the most."""
    minutes = {number: scene.on_foot(number) for number in scene.ahead}
    long = [number for number, spent in minutes.items() if spent >= 30]
    most = max(minutes, key=lambda number: minutes[number], default=0)
    return long or ([most] if most and minutes[most] else [])


def cheaper(scene: Scene, said: Said) -> list[Edit]:
    if "cheaper" not in said.flags:
        return []
    if said.money is None and not _CHEAP & set(said.norms()):
        return []  # "lower" and "trim" need a sum or a word for it
    if said.money and "budget" in said.norms():
        return []
    day = scene.day(said)
    if stay := _stay(scene, said, day):
        return [ReplaceItem(uid=stay.item.uid, like="cheaper")]
    by, currency = _sum_to_save(scene, said)
    return [Cheaper(day=day, by=by, currency=currency)]


def _sum_to_save(scene: Scene, said: Said) -> tuple[int, str]:
    """A sum and its currency, "" for the plan's own; (0, "") where none is said."""
    if said.money is None:
        return 0, ""
    own = scene.plan.currency
    currency = own if own in said.money.currencies else said.money.currencies[0]
    amount = round(said.money.amount)
    if {"to", "under", "below"} & set(said.norms()):
        amount = math.ceil(scene.plan.total - amount) if currency == own else 0
    return (amount, "" if currency == own else currency) if 0 < amount < 10**8 else (0, "")


# --- Things ----------------------------------------------------------------------------------------


def lock(scene: Scene, said: Said) -> list[Edit]:
    kept = {"keep", "take"} & set(said.acts) and "where" in said.flags
    if not {"lock", "unlock"} & set(said.acts) and not kept:
        return []
    if "all" in said.flags and not said.phrases:
        days = scene.days(said, lambda n: True)
        held = [one for number in days for one in scene.items(number) if isinstance(one, Visit | Meal)]
        return [Lock(uid=one.uid, locked="unlock" not in said.acts) for one in held]
    things = [scene.thing(one, scene.day(said)) for one in _phrases(said, "", "on", "at")]
    return [Lock(uid=one.item.uid, locked="unlock" not in said.acts) for one in things if one]


def replace(scene: Scene, said: Said) -> list[Edit]:
    """ "Swap the museum for a park", "a park instead of the museum", "another hotel", "a nicer hotel"."""
    day = scene.day(said)
    if "cheaper" in said.flags and (_stay(scene, said, day) or not said.of("instead")):
        return []
    if old := said.of("instead"):
        if "cheaper" in said.flags and (thing := scene.thing(old[0], day)):
            return [Cheaper(day=thing.number)]
        if said.hour and not scene.thing(old[0], day):
            return []  # "lunch at 1 instead of 12" keeps its place
        new = [one for one in said.phrases if one.role != "instead"]
        return _instead(scene, said, old[0], new[0] if new else None)
    objects = _phrases(said, "")
    if said.act in ("replace", "swap") and objects:
        new = said.of(*_ROLES_OF_NEW)
        if not new and objects[0].kind == "ref" and scene.changed:
            return []  # "we booked it for 9, so change that" is done already
        if not new and said.hour:
            return []  # "change dinner to 8"
        return _instead(scene, said, objects[0], new[0] if new else None)
    if hotel := _certain_stay(scene, said, day):
        return hotel
    if not {"another", "better", "else"} & said.flags:
        return []
    if stay := _stay(scene, said, day):
        return [ReplaceItem(uid=stay.item.uid)]
    if not objects and {"else", "different"} & set(said.norms()) and not said.spans("meal"):
        return _instead(scene, said, Phrase(said.i, said.j, "it", kind="ref"), None)
    if "another" in said.flags and "different" not in said.norms():
        return []  # another museum: an addition or a replacement, nobody knows
    thing = scene.thing(objects[0], day) if objects else None
    return [ReplaceItem(uid=thing.item.uid)] if thing and isinstance(thing.item, Visit) else []


def _stay(scene: Scene, said: Said, day: int | None, kind: str = "") -> Thing | None:
    """Where they stay, if words name it: in a city, or on a day. `kind`: of the words that do."""
    said_of = said.spans("lodging")
    if not said_of or said.spans("meal"):
        return None
    found = scene.things.stay(day, said.cities[0][1] if said.cities else "")
    return found if found and _is_such_a_stay(found, kind or said_of[0].value) else None


def _certain_stay(scene: Scene, said: Said, day: int | None) -> list[Edit]:
    """ "We'd prefer to stay at the Harborside Inn"."""
    if not (said.acts or said.spans("courtesy")):
        return []
    named = [one for one in said.of("", "at", "in", "to") if singular(bare(one.text)) not in STAYS]
    rows = [scene.things.listed(one.text, day) for one in named]
    stays = [row for row in rows if row and row.kind == "stay" and not scene.things.planned(row)]
    old = scene.things.stay(day, said.cities[0][1] if said.cities else "") if stays else None
    return [ReplaceItem(uid=old.item.uid, place_id=stays[0].id)] if old else []


def _is_such_a_stay(thing: Thing, kind: str) -> bool:
    """Any may be called a hotel, few are riads."""
    return kind == "any" or (isinstance(thing.item, Stay) and thing.item.stay_type == kind)


def _instead(scene: Scene, said: Said, old: Phrase, new: Phrase | None) -> list[Edit]:
    day = scene.day(said)
    text = new.text if new else ""
    if new and MEAL_WORDS.fullmatch(bare(text)):
        new = next(
            iter(said.of("at", "in")), None
        )  # "dinner anywhere but Taberna", "dinner at Prado instead"
        text = new.text if new else ""
    if new and MEAL_WORDS.search(text) and not MEAL_WORDS.search(old.text):
        return []  # "a ramen dinner on Friday instead of tempura": it says itself which meal
    kinds = [STAYS[word] for word in [singular(bare(old.text))] if word in STAYS]
    thing = _stay(scene, said, day, kinds[0]) if kinds else scene.thing(old, day)
    if thing is None:
        return []
    if isinstance(thing.item, Meal):
        return table_of(scene, said, thing, text)
    place = scene.things.listed(text, thing.number) if text else None
    if isinstance(thing.item, Stay):
        named = place.id if place and place.kind == "stay" else ""
        wanted = singular(bare(text))
        like = wanted if not named and STAYS.get(wanted, "any") != "any" else ""
        return [ReplaceItem(uid=thing.item.uid, place_id=named, like=like)]
    if not isinstance(thing.item, Visit):
        return []
    kind = _like(said, text)
    if kind or not text:
        return [ReplaceItem(uid=thing.item.uid, like=kind)]
    name = bare(text)
    place = place or _only_one(scene, new, thing.number)
    if place and not scene.things.planned(place) and _definite(new):
        return [ReplaceItem(uid=thing.item.uid, place_id=place.id)]
    if place and not is_kind(name) and not scene.things.planned(place):
        return [ReplaceItem(uid=thing.item.uid, place_id=place.id)]
    other = None if is_kind(name) else scene.things.find(text)
    if other and other.item.uid != thing.item.uid:
        raise Refused(f"{other.item.title} is in your plan already, on day {other.number}.")
    return [ReplaceItem(uid=thing.item.uid, like=name)]


def _like(said: Said, text: str) -> str:
    """ "something outdoors" → outdoors, "" = no such words."""
    found = said.words("like")
    plain = "else" in said.flags or singular(bare(text)) in ("outdoor", "indoor", "free")
    return found[0] if found and plain else ""


def move(scene: Scene, said: Said) -> list[Edit]:
    """To another day, another hour, before another thing."""
    strong = said.act == "move"
    objects = _phrases(said, "", "with")
    neighbour = said.of("before", "after")
    first = said.act == "begin" or any(re.search(r" first( thing)?$", one.text, re.I) for one in objects)
    alone = len(said.phrases) == 1 and said.days and not (said.flags or said.side)  # "the castle on Friday"
    asked = said.act in ("move", "go", "begin") or (not said.acts and (neighbour or alone))
    if not objects or not asked:
        return []
    if not strong and any(MEAL_WORDS.search(one.text) for one in objects):
        return []  # "have a halal dinner on Friday" is about the dinner
    if said.act == "begin" and not said.of("with"):
        return []
    objects = [replace_(one, text=re.sub(r" first( thing)?$", "", one.text, flags=re.I)) for one in objects]
    left = [named.number for role, named in said.days if role in ("from", "instead")]
    there = [named.number for role, named in said.days if role not in ("from", "instead")]
    source = (left or (there[:1] if len(there) > 1 else [None]))[0]
    target = there[-1] if there else None
    own = strong and there and not left and len(there) == 1 and (said.hour or said.side)
    if own and said.days[0][0] not in ("to", "by", "for"):
        source = target  # "push dinner on Sunday to 9 pm": its own day
    things = [one for one in (scene.thing(phrase, source) for phrase in objects) if one]
    things = [one for one in things if isinstance(one.item, Visit | Meal)]
    if neighbour and things:
        beside = _beside(scene, things[0], neighbour[0], target)
        if beside or not target:
            return beside
    if first and things:
        return _first_of(scene, things[0], target)
    if hours.way_of(said) and not _day_step(said):
        return []  # earlier or later: read as hours
    found: list[Edit] = []
    for thing in things:
        found += _moved(scene, said, thing, target)
    if things and not found and strong and target and len(things) == len(objects):
        title = things[0].item.title
        scene.refused.append(Refused(f"{title} is on {scene.in_words(things[0].number)} already."))
    return found


def _moved(scene: Scene, said: Said, thing: Thing, target: int | None) -> list[Edit]:
    there = _target(scene, said, thing, target)
    hour, about = hours.hour_of(said, thing.item), False
    if hour is None and said.part:
        hour, about = dt.time(said.part), True
    if there and there != thing.number:
        return [MoveItem(uid=thing.item.uid, day=there, start=hour, about=about)]
    return [SetTime(uid=thing.item.uid, start=hour, about=about)] if hour else []


def _target(scene: Scene, said: Said, thing: Thing, target: int | None) -> int | None:
    """The day named, of a weekday that comes twice the one in the thing's city; or a day later or earlier."""
    if step := _day_step(said):
        there = thing.number + step
        return there if 1 <= there <= len(scene.plan.days) else None
    city = scene.plan.days[thing.number - 1].city
    named = next((one for _, one in said.days if one.number == target), None)
    same = [
        n for n in ((named.number, *named.others) if named else ()) if scene.plan.days[n - 1].city == city
    ]
    return same[0] if same else target


def _day_step(said: Said) -> int:
    """ "One day later": 1; 0 = no such words."""
    days = [one for one in said.nights if one.unit == "day"]
    if not days or not (way := hours.way_of(said) or (days[0].way < 0) * -1 or ("back" in said.flags)):
        return 0
    return way * (days[0].count or 1)


def _beside(scene: Scene, thing: Thing, phrase: Phrase, target: int | None) -> list[Edit]:
    """Before another thing, or after it: before what follows it."""
    other = scene.thing(phrase, target or thing.number)
    if other is None or other.item.uid == thing.item.uid:
        return []
    day, uid = target or other.number, thing.item.uid
    if phrase.role == "before":
        return [MoveItem(uid=uid, day=day, before_uid=other.item.uid)]
    later = [one.item for one in scene.things.all if one.number == day and one.item.start > other.item.start]
    later = [one for one in later if not isinstance(one, Stay) and one.uid != uid]
    if later:
        return [MoveItem(uid=uid, day=day, before_uid=later[0].uid)]
    return [MoveItem(uid=uid, day=day, start=other.item.end.time().replace(second=0))]


def _first_of(scene: Scene, thing: Thing, target: int | None) -> list[Edit]:
    """ "Start with the market on Saturday"."""
    day, uid = target or thing.number, thing.item.uid
    first = next((one.uid for one in scene.visits(day) if one.uid != uid), "")
    return [MoveItem(uid=uid, day=day, before_uid=first)]


def remove(scene: Scene, said: Said) -> list[Edit]:
    out = said.act == "take" and bool({"out", "free"} & said.flags)
    if {"less_time", "more_time"} & said.flags:
        return []
    if said.act not in ("remove", "clear") and not out and said.act != "no":
        return []
    objects = _phrases(said, "", "on", "at")
    day = scene.day(said)
    if not objects:
        if said.days and said.act != "no" and not said.spans("meal"):
            raise Refused(_NO_DAY_OUT)
        return []
    if table := scene.table(said):
        return [RemoveItem(uid=table.item.uid)]
    if MEAL_WORDS.fullmatch(bare(objects[0].text)):
        return _meals_out(scene, said)
    if len(objects) == 1 and is_kind(name := bare(objects[0].text)) and name.lower().endswith("s"):
        if "no" in said.norms() and not day:
            return []  # "no museums" is a wish for the trip, not an edit
        return [RemoveItem(uid=one.item.uid) for one in scene.things.of_kind(name, day)]
    last = bare(objects[-1].text).split()[-1:]
    if said.act == "no" and (said.spans("meal") or (last and last[0].endswith("s") and is_kind(last[0]))):
        return []  # "no long walks"
    if objects[0].kind == "ref" and scene.named_kind:
        return [RemoveItem(uid=one.item.uid) for one in scene.things.of_kind(scene.named_kind, day)]
    things = [scene.thing(one, day) for one in objects]
    found = [one.item for one in things if one and isinstance(one.item, Visit | Meal)]
    return [RemoveItem(uid=uid) for uid in dict.fromkeys(item.uid for item in found)]


def _meals_out(scene: Scene, said: Said) -> list[Edit]:
    """ "No dinner on Wednesday", "skip breakfast": of a day, of the next one, or all by the plural."""
    found: list[Edit] = []
    for meal in scene.meal_names(said):
        days = scene.days(said, lambda n, meal=meal: scene.has_meal(n, meal))
        if not days and (said.plural or said.act != "no"):
            days = scene.days_with(meal)[: None if said.plural else 1]
        things = [scene.things.meal(meal, day) for day in days]
        found += [RemoveItem(uid=one.item.uid) for one in things if one and one.number in days]
        if days and not found:
            where = " or ".join(map(scene.in_words, days))
            raise Refused(f"There is no {meal} on {where}.")
    return found


def add(scene: Scene, said: Said) -> list[Edit]:
    """A place by its name, or one of a kind; what was out comes back in."""
    back = "back" in said.flags and not said.length
    there = any(one.text.lower() == "there" for one in said.phrases)
    puts = (
        said.act == "move"
        and said.phrases
        and ((said.days and said.phrases[0].text.lower().startswith(("a ", "an ", "another "))) or there)
    )
    asked = said.act == "add" or puts or (back and said.act in ("move", "add", "go"))
    objects = _phrases(said, "", "to", "in", "with") if asked else _phrases(said, "", "for", "to")
    if not objects or (not asked and said.act != "go") or (asked and back and said.spans("meal")):
        return []
    found: list[Edit] = []
    if back and (planned := scene.things.find(objects[0].text, scene.day(said))):
        raise Refused(f"{planned.item.title} is in your plan already, on day {planned.number}.")
    for phrase in objects:
        found += _one_added(scene, said, phrase, asked=asked)
    if back and not found and not said.days:
        name = bare(objects[0].text)
        raise Refused(f"Say on which day the {name} shall be: “add the {name} on day 2”.")
    return found


def _one_added(scene: Scene, said: Said, phrase: Phrase, *, asked: bool) -> list[Edit]:
    there = scene.named and any(one.text.lower() == "there" for one in said.phrases)
    name, day = bare(phrase.text), scene.day(said) or (scene.named.number if scene.named and there else None)
    if not name or len(name) > 100 or phrase.kind in ("noun", "ref"):
        return []
    when = hours.clock(said.hour[1]) if said.hour else dt.time(said.part) if said.part else None
    own = {"start": when, "about": said.hour is None} if when and day else {}
    place = scene.things.listed(phrase.text, day) or _only_one(scene, phrase, day)
    whole = place is not None and any(significant(one) == significant(name) for one in names_of(place))
    people = _NO_PLACE & set(significant(phrase.text))
    if not asked and (said.denies(phrase) or MEAL_WORDS.search(name)):
        return []
    any_one = is_kind(name) or (_indefinite(phrase) and said.days and said.spans("courtesy"))
    several = is_kind(name) and name.lower().endswith("s")
    wanted = (asked or (any_one and _wanted(said))) and not (several and not day)
    if wanted and not whole and not people and (like := _kind(said, phrase)):
        return [AddPlace(day=day or 0, like=like, **own)]
    vague = day is None and len(significant(name)) < 2 and not whole and not (place and _wanted(said))
    if not asked and vague:
        return []  # "must try sushi" names no place
    if place:
        named = {word for one in names_of(place) for word in significant(one)}
        if not asked and (scene.things.planned(place) or not set(significant(name)) <= named):
            return []  # it is there, or another one is meant
        return [AddPlace(day=day or 0, place_id=place.id, **(own if place.kind == "visit" else {}))]
    if not asked or not day or scene.things.find(phrase.text) or people & _NO_IDEA or is_kind(name):
        return []
    article = phrase.text.lower().startswith(("the ", "a ", "an "))
    return [AddPlace(day=day, name=name if article else phrase.text, **own)]


def _wanted(said: Said) -> bool:
    """ "What about the aquarium on Wednesday?", "we'd love to see the aquarium"."""
    return bool(said.days or said.spans("courtesy"))


def _definite(phrase: Phrase | None) -> bool:
    return phrase is not None and not _indefinite(phrase)


def _only_one(scene: Scene, phrase: Phrase | None, day: int | None) -> Place | None:
    """ "The aquarium", where the cities have but one."""
    name = bare(phrase.text) if phrase and _definite(phrase) else ""
    if not is_kind(name):
        return None
    rows = [row for row in scene.places() if row.kind == "visit"]
    rows = [row for row in rows if any(singular(name) in map(singular, one.split()) for one in names_of(row))]
    return rows[0] if len(rows) == 1 else None


def _kind(said: Said, phrase: Phrase) -> str:
    """ "A jazz club", "something outdoors": any one of a kind, in small letters."""
    if like := _like(said, phrase.text):
        return like
    name = bare(phrase.text)
    indefinite = _indefinite(phrase) or {"another", "else"} & said.flags or is_kind(name)
    return name if indefinite and name[:1].islower() else ""


def _indefinite(phrase: Phrase) -> bool:
    return phrase.text.lower().split()[:1] != [] and phrase.text.lower().split()[0] in _INDEFINITE


def _phrases(said: Said, *roles: str) -> list[Phrase]:
    return [one for one in said.phrases if one.role in roles]


def amended(scene: Scene, said: Said) -> list[Edit]:
    """ "No, on Friday", "at 8 rather", "make it earlier", "make it two" of what was proposed last."""
    others = [one for one in said.phrases if one.kind != "ref" and not MEAL_WORDS.fullmatch(bare(one.text))]
    if not scene.last or scene.named or others or said.acts or said.nights:
        return []
    if said.flags - {"else", "another", "back"}:
        return []
    edit = scene.last[-1]
    more: dict[str, object] = {}
    fields = type(edit).model_fields
    if said.days and "day" in fields:
        more["day"] = said.days[0][1].number
    if said.words("meal") and "meal" in fields:
        more["meal"] = said.words("meal")[0]
    if (thing := scene.proposed()) and "uid" in fields and said.words("meal"):
        other = scene.things.meal(scene.meal_names(said)[0], scene.day(said) or thing.number)
        more["uid"] = other.item.uid if other else thing.item.uid
    if thing and "start" in fields and (said.hour or hours.way_of(said)):
        begun = dt.datetime.combine(thing.item.start, getattr(edit, "start", None) or thing.item.start.time())
        more["start"] = hours.begins(said, thing.item, begun, thing.item.minutes)
    numbers = [span.value for span in said.spans("number")]
    if "nights" in fields and numbers:
        more["nights"] = numbers[-1]
    return [edit.model_copy(update=more)] if more and None not in more.values() else []


def missing(scene: Scene, said: Said) -> Refused | None:
    """Why nothing came of a wish about a thing: it is not in the plan."""
    acts = {"remove", "move", "replace", "lock", "unlock", "swap", "take", "clear"}
    if not (acts & set(said.acts) or said.length or {"more_time", "less_time"} & said.flags):
        return None
    if said.elliptic and not (said.days or said.hour):
        return None
    for phrase in said.phrases[:1]:
        name, day = bare(phrase.text), scene.day(said)
        if not name or len(name.split()) > 6 or scene.things.find(phrase.text) or phrase.kind == "ref":
            continue
        place: Place | None = scene.things.listed(name, day or None)
        if place:
            own = any(significant(one) == significant(name) for one in names_of(place))
            named = own or len(significant(name)) > 1 or name[:1].isupper()
            return Refused(f"{place.name} is not in your plan.") if named else None
        if is_kind(name):
            return Refused(f"There is no {singular(name)} in your plan.")
        if not MEAL_WORDS.search(name) and not said.cities:
            return Refused(f"“{name}” is not in your plan.", plainly=False)
    return None


#: In this order; the first that finds something has read the wish.
FRAMES: tuple[Callable[[Scene, Said], list[Edit]], ...] = (
    nights, swap, hours.whole_day, lock, rest, fewer, lighter, replace, cheaper, move, hours.lengths,
    hours.hours, remove, meals, add,
)  # fmt: skip
