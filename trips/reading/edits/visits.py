"""Wishes about single things as edits: something else, elsewhere, out, in."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace as replace_

from trips.catalogue.matching import significant
from trips.planning.editing.edits import AddPlace, Edit, MoveItem, RemoveItem, ReplaceItem, SetTime
from trips.planning.wishes import names_of
from trips.reading import lexicon
from trips.reading.edits import hours
from trips.reading.edits.meals import table_of
from trips.reading.edits.saying import Phrase, Said
from trips.reading.edits.scene import Refused, Scene
from trips.reading.edits.things import A_MEAL, MEAL_WORDS, STAYS, Thing, bare, is_kind, singular
from trips.schemas import Meal, Place, Stay, Visit

_NO_DAY_OUT = "A day can't be taken out by itself: say in which city there should be one night less."
_ROLES_OF_NEW = ("with", "for", "to")
_FIRST = re.compile(r" first( thing)?$", re.I)
_INDEFINITE = frozenset("a an another some any one more".split())
_NO_PLACE, _NO_IDEA = lexicon.words("edits", "no_place"), lexicon.words("edits", "no_idea")


def replace(scene: Scene, said: Said) -> list[Edit]:
    """ "Swap the museum for a park", "a park instead of the museum", "another hotel", "a nicer hotel"."""
    day, objects = scene.day(said), phrases(said, "")
    stay, old = stay_meant(scene, said, day), said.of("instead")
    if "cheaper" in said.flags:
        return []
    if old:
        new = [one for one in said.phrases if one.role != "instead"]
        return _instead(scene, said, old[0], new[0] if new else None)
    arrow = "→" in said.norms() and said.of("with")
    if (said.act in ("replace", "swap") or arrow) and objects:
        new = said.of(*_ROLES_OF_NEW)
        if not new and (said.hour or (objects[0].kind == "ref" and scene.changed)):
            return []  # "change dinner to 8"; "we booked it for 9, so change that" is done already
        return _instead(scene, said, objects[0], new[0] if new else None)
    if stay and {"another", "better", "else"} & said.flags:
        return [ReplaceItem(uid=stay.item.uid)]
    if not ({"better", "else"} & said.flags or "different" in said.norms()):
        return []  # another museum: an addition or a replacement, nobody knows
    thing = scene.thing(objects[0], day) if objects else None
    return [ReplaceItem(uid=thing.item.uid)] if thing and isinstance(thing.item, Visit) else []


def stay_meant(scene: Scene, said: Said, day: int | None, kind: str = "") -> Thing | None:
    """Where they stay, if words name it: in a city, or on a day. `kind`: of the words that do."""
    said_of = said.spans("lodging")
    if not said_of or said.spans("meal"):
        return None
    found = scene.things.stay(day, said.cities[0][1] if said.cities else "")
    kind = kind or said_of[0].value  # any may be called a hotel, few are riads
    fits = kind == "any" or (found and isinstance(found.item, Stay) and found.item.stay_type == kind)
    return found if fits else None


def _instead(scene: Scene, said: Said, old: Phrase, new: Phrase | None) -> list[Edit]:
    day = scene.day(said)
    if new and MEAL_WORDS.fullmatch(bare(new.text)):  # "dinner at Prado instead"
        new = next(iter(said.of("at", "in")), None)
    text = new.text if new else ""
    if MEAL_WORDS.search(text) and not MEAL_WORDS.search(old.text):
        return []  # "a ramen dinner on Friday instead of tempura": it says itself which meal
    kind = STAYS.get(singular(bare(old.text)))
    thing = stay_meant(scene, said, day, kind) if kind else scene.thing(old, day)
    if thing and isinstance(thing.item, Meal):
        return table_of(scene, said, thing, text)
    if thing is None:
        return []
    place, name = scene.things.listed(text, thing.number) if text else None, bare(text)
    if isinstance(thing.item, Stay):
        named = place.id if place and place.kind == "stay" else ""
        like = singular(name) if not named and STAYS.get(singular(name), "any") != "any" else ""
        return [ReplaceItem(uid=thing.item.uid, place_id=named, like=like)]
    place = place or _only_one(scene, new, thing.number)
    if place and not scene.things.planned(place) and (not is_kind(name) or _definite(new)):
        return [ReplaceItem(uid=thing.item.uid, place_id=place.id)]
    other = scene.things.find(text) if text and not is_kind(name) else None
    if other and other.item.uid != thing.item.uid:
        raise Refused(f"{other.item.title} is in your plan already, on day {other.number}.")
    return [ReplaceItem(uid=thing.item.uid, like=_like(said, text) or name)]


def _like(said: Said, text: str) -> str:
    """ "something outdoors" → outdoors, "" = no such words."""
    plain = "else" in said.flags or singular(bare(text)) in ("outdoor", "indoor", "free")
    return next(iter(said.words("like")), "") if plain else ""


def move(scene: Scene, said: Said) -> list[Edit]:
    """To another day, another hour, before another thing."""
    neighbour = said.of("before", "after")
    alone = len(said.phrases) == 1 and said.days and not (said.flags or said.side)  # "the castle on Friday"
    objects = phrases(said, "", "with")
    first = said.act == "begin" or any(_FIRST.search(one.text) for one in objects)
    if not (said.act in ("move", "go", "begin") or (not said.acts and (neighbour or alone))):
        return []
    if said.act != "move" and any(MEAL_WORDS.search(one.text) for one in objects):
        return []  # "have a halal dinner on Friday" is about the dinner
    left = [named.number for role, named in said.days if role in ("from", "instead")]
    there = [named.number for role, named in said.days if role not in ("from", "instead")]
    source = (left or (there[:1] if len(there) > 1 else [None]))[0]
    target = there[-1] if there else None
    if said.act == "move" and len(there) == 1 and not left and (said.hour or said.side):
        if said.days[0][0] not in ("to", "by", "for"):
            source = target  # "push dinner on Sunday to 9 pm": its own day
    found = [scene.thing(replace_(one, text=_FIRST.sub("", one.text)), source) for one in objects]
    things = [one for one in found if one and isinstance(one.item, Visit | Meal)]
    if neighbour and things:
        beside = _beside(scene, things[0], neighbour[0], target)
        if beside or not target:
            return beside
    if first and things:  # "start with the market on Saturday"
        day, uid = target or things[0].number, things[0].item.uid
        there_first = next((one.uid for one in scene.visits(day) if one.uid != uid), "")
        return [MoveItem(uid=uid, day=day, before_uid=there_first)]
    if hours.way_of(said) and not _day_step(said):
        return []  # earlier or later: read as hours
    moved = [edit for thing in things for edit in _moved(scene, said, thing, target)]
    if things and not moved and said.act == "move" and target:
        already = f"{things[0].item.title} is on {scene.in_words(things[0].number)} already."
        scene.refused.append(Refused(already))
    return moved


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
    days = scene.plan.days
    named = [n for _, one in said.days if one.number == target for n in (one.number, *one.others)]
    return next((n for n in named if days[n - 1].city == days[thing.number - 1].city), target)


def _day_step(said: Said) -> int:
    """ "One day later": 1; 0 = no such words."""
    days = [one for one in said.nights if one.unit == "day"]
    way = hours.way_of(said) or (-1 if days and days[0].way < 0 else int("back" in said.flags))
    return way * (days[0].count or 1) if days else 0


def _beside(scene: Scene, thing: Thing, phrase: Phrase, target: int | None) -> list[Edit]:
    """Before another thing, or after it: before what follows it."""
    other = scene.thing(phrase, target or thing.number)
    if other is None:
        return []
    day, uid = target or other.number, thing.item.uid
    if phrase.role == "before":
        return [MoveItem(uid=uid, day=day, before_uid=other.item.uid)]
    here = [*scene.visits(day), *scene.meals(day)]
    later = sorted((one.start, one.uid) for one in here if one.start > other.item.start and one.uid != uid)
    if later:
        return [MoveItem(uid=uid, day=day, before_uid=later[0][1])]
    return [MoveItem(uid=uid, day=day, start=other.item.end.time().replace(second=0))]


def remove(scene: Scene, said: Said) -> list[Edit]:
    if said.act == "take" and not {"out", "free"} & said.flags:
        return []
    objects, day = phrases(said, "", "on", "at"), scene.day(said)
    if not objects and said.days and said.act != "no" and not said.spans("meal"):
        raise Refused(_NO_DAY_OUT)
    if not objects:
        return []
    if table := scene.table(said):
        return [RemoveItem(uid=table.item.uid)]
    if A_MEAL.fullmatch(bare(objects[0].text)):
        return _meals_out(scene, said)
    name = bare(objects[0].text)
    several = name.lower().endswith("s") and is_kind(name)
    if several and "no" in said.norms() and not day:
        return []  # "no museums" is a wish for the trip, not an edit
    last = bare(objects[-1].text).split()[-1:]
    if said.act == "no" and (said.spans("meal") or (last and last[0].endswith("s") and is_kind(last[0]))):
        return []  # "no long walks"
    if several or (objects[0].kind == "ref" and scene.named_kind):
        return [
            RemoveItem(uid=one.item.uid)
            for one in scene.things.of_kind(name if several else scene.named_kind, day)
        ]
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
            raise Refused(f"There is no {meal} on {' or '.join(map(scene.in_words, days))}.")
    return found


def add(scene: Scene, said: Said) -> list[Edit]:
    """A place by its name, or one of a kind; what was out comes back in."""
    back = "back" in said.flags and not said.length
    there = any(one.text.lower() == "there" for one in said.phrases)
    puts = said.act == "move" and said.phrases and (there or (said.days and _indefinite(said.phrases[0])))
    asked = bool(said.act == "add" or puts or (back and said.act in ("move", "go")))
    objects = phrases(said, "", "to", *(("in", "with") if asked else ("for",)))
    if not objects or not (asked or said.act == "go") or (asked and back and said.spans("meal")):
        return []
    if back and (planned := scene.things.find(objects[0].text, scene.day(said))):
        raise Refused(f"{planned.item.title} is in your plan already, on day {planned.number}.")
    found = [edit for phrase in objects for edit in _one_added(scene, said, phrase, asked=asked)]
    return found


def _one_added(scene: Scene, said: Said, phrase: Phrase, *, asked: bool) -> list[Edit]:
    there = scene.named and any(one.text.lower() == "there" for one in said.phrases)
    name, day = bare(phrase.text), scene.day(said) or (scene.named.number if scene.named and there else None)
    if not name or len(name) > 100 or phrase.kind in ("noun", "ref"):
        return []
    if not asked and (said.denies(phrase) or MEAL_WORDS.search(name)):
        return []
    when = hours.clock(said.hour[1]) if said.hour else dt.time(said.part) if said.part else None
    own = {"start": when, "about": said.hour is None} if when and day else {}
    place = scene.things.listed(phrase.text, day) or _only_one(scene, phrase, day)
    whole = place is not None and any(significant(one) == significant(name) for one in names_of(place))
    people = _NO_PLACE & set(significant(phrase.text))
    wished = bool(said.days or said.spans("courtesy"))
    any_one = is_kind(name) or (_indefinite(phrase) and said.days and said.spans("courtesy"))
    several = is_kind(name) and name.lower().endswith("s")
    wanted = (asked or (any_one and wished)) and not (several and not day)
    if wanted and not whole and not people and (like := _kind(said, phrase)):
        return [AddPlace(day=day or 0, like=like, **own)]
    if not asked and day is None and len(significant(name)) < 2 and not whole and not (place and wished):
        return []  # "must try sushi" names no place
    if place:
        named = {word for one in names_of(place) for word in significant(one)}
        if not asked and (scene.things.planned(place) or not set(significant(name)) <= named):
            return []  # it is there, or another one is meant
        return [AddPlace(day=day or 0, place_id=place.id, **(own if place.kind == "visit" else {}))]
    if not asked or not day or people & _NO_IDEA:
        return []
    article = phrase.text.lower().startswith(("the ", "a ", "an "))
    return [AddPlace(day=day, name=name if article else phrase.text, **own)]


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
    name = bare(phrase.text)
    any_one = _indefinite(phrase) or {"another", "else"} & said.flags or is_kind(name)
    return _like(said, phrase.text) or (name if any_one and name[:1].islower() else "")


def _indefinite(phrase: Phrase) -> bool:
    return bool(_INDEFINITE & set(phrase.text.lower().split()[:1]))


def phrases(said: Said, *roles: str) -> list[Phrase]:
    return [one for one in said.phrases if one.role in roles]
