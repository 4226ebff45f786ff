"""Diets, allergies, what is not eaten, and what people need to get about.

The most generous reader of all: any denial of a food is a need, whoever of the party it is said of. What is
over, only supposed, or of somebody who does not come is none; what holds no longer is taken back.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.message import Found, Message, message_of, once

#: The diet that the denial of a food comes to; of others "no_…".
_DIETS = {
    "meat": "vegetarian", "fish": "no_seafood", "milk": "dairy_free", "gluten": "gluten_free",
    "spicy": "", "fried": "", "sugar": "no_sugar",
}  # fmt: skip
_INTOLERANT = {"gluten": "gluten_free", "lactose": "lactose_free"}
#: What nobody eats: only an allergy makes it a need.
NO_FOOD = frozenset("cats dogs pollen bees feathers penicillin latex dust".split())
_EVERY_DIET = frozenset(
    "vegan vegetarian pescatarian halal kosher low_sodium no_pork no_beef no_seafood".split()
)
#: Who eats this keeps these diets no longer.
EATEN = {
    "meat": ("vegan", "vegetarian", "pescatarian"), "chicken": ("vegan", "vegetarian", "pescatarian"),
    "fish": ("vegan", "vegetarian", "no_seafood"), "seafood": ("vegan", "vegetarian", "no_seafood"),
    "pork": ("vegan", "vegetarian", "no_pork", "halal", "kosher"), "beef": ("vegan", "vegetarian", "no_beef"),
    "eggs": ("vegan",), "honey": ("vegan",), "milk": ("vegan", "dairy_free", "lactose_free"),
    "gluten": ("gluten_free",), "alcohol": ("no_alcohol",),
}  # fmt: skip
_ANY_DAY = dt.date(2000, 1, 3)
STEPS = frozenset(("vegan", "vegetarian", "pescatarian"))
_AGAIN = frozenset("again now nowadays anymore".split())
_EXCEPT = frozenset("but except apart unless".split())
_PRESENT = frozenset(
    "is are am has have does do can need needs use uses keep keeps eat eats get gets".split()
)
_DOCTORS = frozenset("doctor doctors gp consultant surgeon midwife nurse cardiologist specialist".split())
#: Behind an "if": only thought of.
_UNREAL = frozenset("was were had could would imagine suppose".split())
_BETWEEN = frozenset("is are am be has have do does really actually a an any the".split())
_MEALS = frozenset("dinner lunch breakfast brunch meal snack".split())
#: Between two denials of one verb.
_NEAR = 8
#: A denial that is a part of the name of a diet.
_INNER = frozenset("no not nothing never without but except".split())
_ENDS = frozenset("remove drop forget delete scrap".split())
OURS = frozenset("i we me us my our she he they him her them son daughter kid".split())


def read_needs(message: Message) -> list[Found]:
    found = (
        *_foods(message),
        *_named(message, "dietary", "diet", "edible"),
        *_eat_everything(message),
        *_named(message, "access", "access", "burden"),
        *_burdens(message),
    )
    return list(once(sorted(found, key=lambda one: one.i)))


def is_need(words: str) -> bool:
    """Whether words as a whole name a diet or an allergy: "peanut allergy", "vegan"."""
    message = message_of(words, _ANY_DAY)
    return any(one.j - one.i == len(message.tokens) for one in (*message.cover("diet"), *_foods(message)))


def of_this_trip(message: Message, span: Span, sure: bool = True) -> bool:
    """Whether something is said of who travels, and holds now. `sure`: not only where an "if" is true."""
    clause = message.clause(span.i)
    words = set(message.norms(clause.i, clause.j))
    ifs = [at for at, _ in clause.cues.get("supposed.if", ())]
    supposed = any(at <= span.i or message.word(at) == "unless" for at in ifs) and (sure or _UNREAL & words)
    doctor = _DOCTORS & words
    if supposed or clause.has("others.away", "others.theirs") or (clause.has("others.said") and not doctor):
        return False
    if (clause.asked and not OURS & words) or (sure and _turned_twice(message, clause.i, span.i)):
        return False
    if span.value == "ill":
        return True  # who was ill of it once will be so again
    become = any(end <= span.i <= end + 3 for _, end in clause.cues.get("supposed.become", ()))
    return not become and bool(doctor or not _is_over(message, clause, span))


def _turned_twice(message: Message, i: int, j: int) -> bool:
    """ "Won't not eat fish", "it isn't that she can't": in doubt the sentence is kept as it was said."""
    words = message.norms(max(i, j - _NEAR), j)
    nots = [at for at, word in enumerate(words) if word == "not"]
    return any(b - a < 3 for a, b in pairwise(nots)) or ("that" in words and len(nots) > 1)


def _is_over(message: Message, clause: Clause, span: Span) -> bool:
    if message.word(span.j) in ("was", "were") and clause.has("over.past"):
        return True  # "no stairs was last year"
    ends = [end for _, end in clause.cues.get("over", ()) if end <= span.i + 1]
    return bool(ends) and not _PRESENT & set(message.norms(max(ends), span.j))


def _taken_back(message: Message, path: str, values: Iterable[str], span: Span) -> Iterator[Found]:
    held = getattr(message.facts, path)
    yield from (Found(path, value, span.i, span.j, "remove") for value in values if value in held)


def _ended(message: Message, span: Span) -> bool:
    """ "No longer vegan", "the allergy is gone", "remove the nut allergy"."""
    clause = message.clause(span.i)
    return clause.has("no_longer") or bool(_ENDS & set(message.norms(clause.i, span.i)))


def _foods(message: Message) -> Iterator[Found]:
    for food in (one for one in message.cover("edible", "diet") if one.kind == "edible"):
        clause = message.clause(food.i)
        cue = _allergy(message, clause, food)
        if cue and of_this_trip(message, replace(cue, i=food.i), sure=cue.value != "ill"):
            yield from _allergic(message, clause, food, cue)
        elif of_this_trip(message, food) and food.value not in NO_FOOD:
            again = _eaten_again(message, clause, food)
            yield from (_taken_up if again else _banned)(message, clause, food)


def _allergy(message: Message, clause: Clause, food: Span) -> Span | None:
    """The words that say a food makes somebody ill: in its clause, or in the next one of its sentence."""
    first = message.clause(clause.i - 1).i if message.word(clause.i - 1) == ":" else clause.i
    if food.value in NO_FOOD and clause.denies(food):  # "no allergies, except that he must not touch latex"
        first = min(one.i for one in message.clauses if one.end == clause.end)
    cues = [cue for cue in message.chart.cover("allergic") if first <= cue.i <= max(clause.end, clause.j - 1)]
    for cue in cues:
        between = message.norms(food.j, cue.i)  # "nut allergy", "shellfish is what I'm allergic to"
        leads = len(between) <= 8 and "," not in between[:1] and not {"but", ";", "."} & set(between)
        if 0 <= food.i - cue.j <= 24 or (cue.i >= food.j and (leads or cue.value == "ill")):
            return cue
    if clause.i != food.i or message.word(food.j) not in ("", ".", "!"):
        return None
    # "Sesame. It hides everywhere. Two epipens.": the first cue that no other food is beside
    foods = {message.clause(one.i).i for one in message.chart.of("edible")}
    later = (cue for cue in message.chart.of("allergic") if cue.i > food.j)
    return next((cue for cue in later if message.clause(cue.i).i not in foods), None)


def _allergic(message: Message, clause: Clause, food: Span, cue: Span) -> Iterator[Found]:
    said = message.word(food.i)
    value = _INTOLERANT.get(food.value) or _INTOLERANT.get(said) or f"allergy: {food.value}"
    whole = Span("need", min(food.i, cue.i), max(food.j, cue.j), None)
    # "isn't allergic to milk", "no allergies"
    ends = [end for _, end in clause.cues.get("denies.not", ()) if end <= whole.i]
    denied = any(set(message.norms(end, whole.i)) <= _BETWEEN for end in ends)
    denied = denied or message.norms(food.i - 2, food.i) == ["not", "to"]
    denied = denied or any("allergic" in message.norms(*cue) for cue in clause.cues.get("keeps", ()))
    if denied or _ended(message, whole):
        yield from _taken_back(message, "dietary", [value], whole)
    else:
        yield Found("dietary", value, whole.i, whole.j, "add")


def _banned(message: Message, clause: Clause, food: Span) -> Iterator[Found]:
    value, free = _DIETS.get(food.value, f"no_{food.value}"), message.word(food.j) == "free"
    plain = message.word(food.j) == "no" and not message.word(food.j + 1)[:1].isalnum()
    cues = (cue for cue in message.chart.of("unwell") if clause.i <= cue.i < clause.j)
    upset = any("," not in message.norms(cue.j, food.i) for cue in cues)
    less = (*clause.cues.get("keeps.bound", ()), *clause.cues.get("denies.less", ()))  # "not too much meat"
    given_up = any(end <= food.i for _, end in clause.cues.get("no_longer", ()))
    fine = message.word(food.j + 1) in ("fine", "ok", "okay", "allowed")  # "no no, fish is fine"
    if any(end <= food.i for _, end in less) or (fine and not upset):
        return
    others = message.norms(clause.head, clause.head + 2) == ["not", "to"]  # "allergic to nuts, not to fish"
    if others or not (free or upset or plain or given_up or clause.denies(food)):
        return
    if value == "vegetarian" and _eats_fish(message, food):
        value = "pescatarian"
    if value:
        yield Found("dietary", value, message.denied_from(food), food.j + free, "add")
    else:
        yield Found("avoid", message.words(food.i, food.j), food.i, food.j, "add")


def _eats_fish(message: Message, food: Span) -> bool:
    """ "I don't eat meat but fish is fine": in the same sentence."""
    i, j = next(one for one in message.sentences if one[0] <= food.i < one[1])
    fish = [one for one in message.chart.of("edible") if one.value in ("fish", "seafood") and i <= one.i < j]
    return any(not message.clause(one.i).denies(one) for one in fish)


def _taken_up(message: Message, clause: Clause, food: Span) -> Iterator[Found]:
    """Who eats it again keeps no diet against it; what is only "fine" is banned no longer."""
    eats = message.led(food, "eats")
    kept = (*EATEN.get(food.value, ()), f"allergy: {food.value}") if eats else ()
    yield from _taken_back(message, "dietary", (*kept, f"no_{food.value}"), food)


def _eaten_again(message: Message, clause: Clause, food: Span) -> bool:
    """ "We eat meat now", "pork is fine now"; "but" behind it bans the rest."""
    words = set(message.norms(clause.i, clause.j))
    if clause.denies(food) or not (_AGAIN & words or "started" in words):
        return False
    eats = message.led(food, "eat", "eats")
    fine = {"fine", "ok", "okay", "good", "welcome"} & set(message.norms(food.j, food.j + 3))
    return bool((eats and {"i", "we"} & words) or fine)


def _named(message: Message, path: str, kind: str, beside: str) -> Iterator[Found]:
    """Diets, and needs to get about, by name: denied, over or dropped they are taken back."""
    days = message.chart.of("trip_day")
    for need in (one for one in message.cover(kind, beside) if one.kind == kind):
        clause = message.clause(need.i)
        words = set(message.norms(clause.i, clause.j))
        meal = need.value == "short_walks" or (_MEALS & words and not _PRESENT & words)
        if meal and any(clause.i <= day.i < clause.j for day in days):
            continue  # "less walking on day 2", "a vegan dinner on day 2" are wishes of the plan
        inner = _INNER & set(message.norms(need.i, need.j))
        later = [at for at, _ in clause.cues.get("denies_after", ()) if at >= need.j]
        # "the buggy comes along, cobbles are its enemy"
        enemy = later and "," in message.norms(need.j, min(later))
        if not of_this_trip(message, need):
            if not clause.has("others", "supposed") and _is_over(message, clause, need):
                yield from _taken_back(message, path, [need.value], need)
            again = (at for at in range(need.j, clause.j) if message.word(at) in ("i", "we"))
            yield Found("", None, need.i, next(again, clause.j))  # "if I were vegan | I would go to Boston"
        elif not inner and (_ended(message, need) or (clause.denies(need) and not enemy)):
            yield from _taken_back(message, path, [need.value], need)
        else:
            yield Found(path, need.value, need.i, need.j, "add", shared=need.value == "elderly")


def _eat_everything(message: Message) -> Iterator[Found]:
    for span in message.cover("everything"):
        clause = message.clause(span.i)
        if {"no", "without"} & set(message.norms(span.i, span.j)):
            yield Found("", "dietary", span.i, span.j, "declined")
        elif not _EXCEPT & set(message.norms(span.j, span.j + 4)) and not clause.has("others", "supposed"):
            yield from _taken_back(message, "dietary", _EVERY_DIET, span)


def _burdens(message: Message) -> Iterator[Found]:
    """Stairs, hills and long ways that somebody can't do or does not want."""
    for burden in message.cover("access", "burden"):
        if burden.kind != "burden" or burden.value == "none" or not of_this_trip(message, burden):
            continue
        clause = message.clause(burden.i)
        cues = [cue for cue in message.chart.of("can_not") if clause.i <= cue.i < clause.j]
        cues = [cue for cue in cues if not {",", "and"} & set(message.norms(burden.j, cue.i))]
        kept = any(at <= cue.i < end for at, end in clause.cues.get("keeps", ()) for cue in cues)
        first = message.denied_from(burden)
        denied = clause.denies(burden) and not {",", "with"} & set(message.norms(first, burden.i))
        bounded = any(end <= burden.i for _, end in clause.cues.get("keeps.bound", ()))
        if (cues and not kept) or denied or bounded:
            starts = [cue.i for cue in cues if cue.i < burden.i] + [first] * (first < burden.i)
            i = max(starts, default=burden.i)
            far = not cues and "walk" in message.norms(burden.i, burden.j)  # does not want to, but can
            yield Found("access", "short_walks" if far else burden.value, i, burden.j, "add")
