"""Wishes about days and things as edits: nights, swaps, rest, fewer, out, in, elsewhere, something else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from trips.catalogue.matching import significant
from trips.planning.editing.edits import (
    AddNight,
    Cheaper,
    DropNight,
    Edit,
    Lighter,
    Lock,
    MoveItem,
    RemoveItem,
    ReplaceItem,
    SetGuests,
    SwapDays,
    SwapMeals,
)
from trips.planning.wishes import names_of
from trips.reading import lexicon
from trips.reading.edits import hours
from trips.reading.edits.meals import meals
from trips.reading.edits.saying import Nights, Phrase, Said
from trips.reading.edits.scene import Refused, Scene
from trips.reading.edits.things import MEAL_WORDS, Thing, bare, is_kind, singular
from trips.reading.edits.visits import add, move, phrases, remove, replace, stay_meant
from trips.schemas import Meal, Visit

_PARTS = {10: (0, 750), 14: (750, 1080), 18: (1020, 1680)}  # minutes of the day
_OF_A_PLAN = lexicon.words("edits", "of_a_plan")
_OF_A_DAY = frozenset("plan activity day programme program".split())
_OF_A_TRIP = frozenset("trip stay plan shorten".split())


# --- Nights ----------------------------------------------------------------------------------------


def nights(scene: Scene, said: Said) -> list[Edit]:
    named = [one for one in said.nights if _counts(one, said)]
    if not named:
        return []
    way = -1 if "remove" in said.acts or "shorten" in said.norms() else 1
    counts = [(one.way or way, one.count) for one in named]
    cities = [name for _, name in said.cities]
    giver = next((name for role, name in said.cities if role in ("instead", "from")), "")
    if len(counts) > 1 and len(cities) > 1 and counts[0][0] * counts[1][0] < 0:
        taker, giver = (
            cities[:2] if counts[0][0] > 0 else cities[1::-1]
        )  # "one more in Kyoto, one less in Tokyo"
        moved = counts[0][1] or counts[1][1] or 1
        return [AddNight(city=taker, nights=moved, keep_end=True, instead_of=giver)]
    way, count = counts[0]
    unknown = _unknown_city(scene, said)
    city = next((name for name in cities if name != giver), "") or unknown
    city = city or (scene.cities[0].name if len(scene.cities) == 1 else "")
    if not city:
        raise Refused("Say in which city: “one more night in Kyoto”.", plainly=False)
    if way < 0:
        return [DropNight(city=city, nights=count or 1)]
    keep_end = bool(giver) or "keep_end" in said.flags
    return [AddNight(city=city, nights=count or 1, keep_end=keep_end, instead_of=giver)]


def _counts(one: Nights, said: Said) -> bool:
    """A day more is of a stay only where the words tell so."""
    norms = set(said.norms())
    if one.way == 0:
        changes = {"extend", "shorten"} & norms or (not said.days and {"add", "remove"} & set(said.acts))
        return bool(changes) and not [p for p in said.phrases if set(significant(p.text)) - _OF_A_TRIP]
    return one.unit == "night" or bool(said.cities or {"in", "stay", "extend", "trip", "add"} & norms)


def _unknown_city(scene: Scene, said: Said) -> str:
    """ "In Osaka", which this trip does not see."""
    there = [one.text for one in said.of("in", "at") if one.text[:1].isupper()]
    return next((text for text in there if scene.gazetteer.best_city(text)), "")


# --- Days ------------------------------------------------------------------------------------------


def swap(scene: Scene, said: Said) -> list[Edit]:
    """Days, meals or sights that change places; "move day 2 to day 3" too."""
    things = phrases(said, "", "with", "for", "to", "instead", "in", "at")[:2]
    if len(said.days) == 2 and all(map(_of_a_whole_day, things)):
        first, second = _pair(scene, said)
        if first == second:
            raise Refused(f"Day {first} can't be swapped with itself: name two days.")
        return [SwapDays(first=first, second=second)]
    if said.act != "swap":
        return []
    found = [scene.thing(phrase, scene.day(said)) for phrase in things]
    return _places_changed(*found) if len(found) == 2 and found[0] and found[1] else []  # type: ignore[arg-type]


def _places_changed(one: Thing, other: Thing) -> list[Edit]:
    if one.number != other.number:
        return [MoveItem(uid=one.item.uid, day=other.number), MoveItem(uid=other.item.uid, day=one.number)]
    if isinstance(one.item, Meal) and isinstance(other.item, Meal):
        return [SwapMeals(day=one.number, first=one.item.meal, second=other.item.meal)]
    first, second = sorted((one, other), key=lambda thing: thing.item.start)
    return [MoveItem(uid=second.item.uid, day=one.number, before_uid=first.item.uid)]


def _of_a_whole_day(phrase: Phrase) -> bool:
    return phrase.kind == "ref" or set(significant(phrase.text)) <= _OF_A_DAY


def _pair(scene: Scene, said: Said) -> tuple[int, int]:
    """The two days; of weekdays that come twice those of one city, with something on both."""
    days = scene.plan.days
    one, other = (named for _, named in said.days)
    pairs = [(a, b) for a in (one.number, *one.others) for b in (other.number, *other.others)]
    alike = [(a, b) for a, b in pairs if days[a - 1].city == days[b - 1].city and scene.visits(b)]
    return (alike or pairs)[0]


def rest(scene: Scene, said: Said) -> list[Edit]:
    """ "Make day 2 a rest day", "cancel Tuesday", "a free afternoon on day 3", "nothing after 6": without
    what is to be seen."""
    things = [one for one in said.phrases if one.kind != "ref"]
    everything = "remove" in said.acts and "all" in said.flags
    freed = {"free", "rest"} & said.flags or "clear" in said.acts or ("remove" in said.acts and not things)
    after = (said.side == "latest" or said.act == "end") and said.hour and not said.phrases
    left = {"free", "empty"} & set(said.norms()) and {"keep", "take"} & set(said.acts)
    whole = "rest" in said.flags or (not things and ("clear" in said.acts or everything or left))
    part = said.part if freed and not after else None
    if not (part or after or whole):
        return []
    days = scene.days(said, lambda n: bool(scene.visits(n)))
    if not days and ("rest" in said.flags or part or after):
        full = scene.full_days()
        days = full[len(full) // 2 : len(full) // 2 + 1]
    first, last = _PARTS.get(part or 0, (0, 1680))
    if after and said.hour:
        first = hours.minute(hours.clock(said.hour[1], evening=said.part == 18))
    seen = [one for number in days for one in scene.visits(number) if scene.may_go(one)]
    gone = [one for one in seen if first <= hours.minute((one.end if after else one.start).time()) < last]
    if days and not gone:
        where = " and ".join(map(scene.in_words, days))
        raise Refused(f"There is nothing to be seen on {where} that could be taken out.")
    return [RemoveItem(uid=one.uid) for one in gone]


def fewer(scene: Scene, said: Said) -> list[Edit]:
    """ "Not so many temples": half of them go, from the fullest days; one always stays."""
    kinds = [name for one in said.phrases if is_kind(name := bare(one.text)) and name.endswith("s")]
    found = scene.things.of_kind(kinds[0], scene.day(said)) if kinds else []
    left = [one for one in found if scene.may_go(one.item)]
    left.sort(key=lambda one: len(scene.visits(one.number)))
    return [RemoveItem(uid=one.item.uid) for one in left[len(left) - len(left) // 2 :]]


def guests(scene: Scene, said: Said) -> list[Edit]:
    """ "My two cousins join us for dinner on Friday", "… the whole day"."""
    day, names = scene.day(said), scene.meal_names(said)
    things = [scene.thing(one, day) for one in said.of("at", "in", "for", "to")]
    things = [scene.things.meal(names[0], day)] if names else things
    found = [one.item for one in things if one and day in (None, one.number)]
    found = scene.items(day) if day and "all" in said.flags and not names else found
    joins = next(span.i for span in said.spans("flag") if span.value == "guest")
    counts = [span.value for span in said.spans("number") if span.j <= joins]
    count = min(counts[0], 20) if counts else 1
    return [SetGuests(uid=one.uid, guests=count) for one in found if isinstance(one, Meal | Visit)]


def lighter(scene: Scene, said: Said) -> list[Edit]:
    if {"walking", "climbing", "cannot_walk"} & said.flags:
        what = "climbing" if "climbing" in said.flags else "walking"
        days = scene.days(said, lambda n: scene.on_foot(n) > 0)
        if not days and "cannot_walk" in said.flags:
            return []  # who can't walk far can't on any day: that is for the facts
        return [Lighter(day=number, what=what) for number in days or _walking_days(scene)]
    days = scene.days(said, lambda n: len(scene.visits(n)) > 1)
    if not days and ("free_time" in said.flags or not _OF_A_PLAN & set(said.norms())):
        return []  # "relaxed" is how they travel
    return [Lighter(day=number, what="visits") for number in days or scene.full_days()]


def _walking_days(scene: Scene) -> list[int]:
    """Without a day named those with half an hour on foot or more; at least the one with the most."""
    minutes = {number: scene.on_foot(number) for number in scene.ahead}
    least = min(30, max(minutes.values(), default=0))
    return [number for number, spent in minutes.items() if spent and spent >= least]


def cheaper(scene: Scene, said: Said) -> list[Edit]:
    others = (scene.thing(one, None) for one in said.of("instead"))  # "cheaper than Ramiro"
    day = scene.day(said) or next((one.number for one in others if one), None)
    if stay := stay_meant(scene, said, day):
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
    return (amount, "" if currency == own else currency) if 0 < amount < 10**8 else (0, "")


# --- Things ----------------------------------------------------------------------------------------


def lock(scene: Scene, said: Said) -> list[Edit]:
    kept = {"keep", "take"} & set(said.acts) and "where" in said.flags
    if not kept and not {"lock", "unlock"} & set(said.acts):
        return []
    things = [scene.thing(one, scene.day(said)) for one in phrases(said, "", "on", "at")]
    return [Lock(uid=one.item.uid, locked="unlock" not in said.acts) for one in things if one]


def amended(scene: Scene, said: Said) -> list[Edit]:
    """ "No, on Friday", "at 8 rather", "make it earlier", "make it two" of what was proposed last."""
    others = [one for one in said.phrases if one.kind != "ref" and not MEAL_WORDS.fullmatch(bare(one.text))]
    if not scene.last or scene.named or others or said.acts or said.nights:
        return []
    edit, thing, numbers = scene.last[-1], scene.proposed(), [span.value for span in said.spans("number")]
    more: dict[str, object] = {}
    if said.days:
        more["day"] = said.days[0][1].number
    if said.words("meal"):
        more["meal"] = said.words("meal")[0]
    if thing and (said.hour or hours.way_of(said)):
        begun = dt.datetime.combine(thing.item.start, getattr(edit, "start", None) or thing.item.start.time())
        more["start"] = hours.begins(said, thing.item, begun, thing.item.minutes)
    if numbers:
        more["nights"] = numbers[-1]
    more = {name: value for name, value in more.items() if name in type(edit).model_fields}
    return [edit.model_copy(update=more)] if more and None not in more.values() else []


def missing(scene: Scene, said: Said) -> Refused | None:
    """Why nothing came of a wish about a thing: it is not in the plan."""
    acts = {"remove", "move", "replace", "lock", "unlock", "swap", "take", "clear"}
    if not (acts & set(said.acts) or said.length or {"more_time", "less_time"} & said.flags):
        return None
    if said.elliptic and not (said.days or said.hour):
        return None
    for phrase in said.phrases[:1]:
        name = bare(phrase.text)
        if not name or len(name.split()) > 6 or scene.things.find(phrase.text) or phrase.kind == "ref":
            continue
        if place := scene.things.listed(name, scene.day(said) or None):
            own = any(significant(one) == significant(name) for one in names_of(place))
            named = own or len(significant(name)) > 1 or name[:1].isupper()
            return Refused(f"{place.name} is not in your plan.") if named else None
        if is_kind(name):
            return Refused(f"There is no {singular(name)} in your plan.")
        if not MEAL_WORDS.search(name) and not said.cities:
            return Refused(f"“{name}” is not in your plan.", plainly=False)
    return None


#: What reads a wish, with the verbs and the other words of which it needs one ("" = whatever it says). In
#: this order; the first that finds something has read the wish.
FRAMES: tuple[tuple[Callable[[Scene, Said], list[Edit]], str, str], ...] = (
    (nights, "", ""),
    (swap, "swap move", ""),
    (hours.whole_day, "", ""),
    (lock, "lock unlock keep take", ""),
    (rest, "", ""),
    (fewer, "", "fewer"),
    (lighter, "", "walking climbing cannot_walk lighter free_time"),
    (replace, "", ""),
    (cheaper, "", "cheaper"),
    (move, "", ""),
    (hours.lengths, "", ""),
    (hours.hours, "", ""),
    (remove, "remove clear take no", ""),
    (meals, "", ""),
    (add, "", ""),
)


def edits_of(scene: Scene, said: Said) -> list[Edit]:
    """What a wish comes to; [] = nothing. Raises Refused."""
    if "guest" in said.flags:
        return guests(scene, said)
    for read, acts, flags in FRAMES:
        if not (acts or flags) or said.act in acts.split() or said.flags & set(flags.split()):
            if edits := read(scene, said):
                return edits
    return []
