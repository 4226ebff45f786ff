"""Diets, allergies, what is not eaten, and what people need to get about.

The most generous reader of all: any denial of a food is a need, whoever of the party it is said of. What is
over, only supposed, or of somebody who does not come is none; what holds no longer is taken back.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import pairwise

from trips.facts.limits import MAX_ENTRY
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
_NO_FOOD = frozenset("cats dogs pollen bees feathers penicillin latex dust".split())
_EVERY_DIET = frozenset(
    "vegan vegetarian pescatarian halal kosher keto low_sodium no_pork no_beef no_seafood".split()
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
_WINES = frozenset("wine wines beer beers cocktail cocktails".split())
_AGAIN = frozenset("again now nowadays anymore".split())
_EXCEPT = frozenset("but except apart unless".split())
_PRESENT = frozenset(
    "is are am has have does do can need needs use uses keep keeps eat eats follow get gets".split()
)
_MEALS = frozenset("dinner lunch breakfast brunch meal snack".split())
#: What follows of these is asked where nobody said it.
_TO_ASK = frozenset(("health", "faith", "ill"))
_ASKED = "I keep “{}” as you said it: what does it rule out, a food, a way to travel, a place?"
#: Longer sentences about health say more than the need that a rule found.
_SHORT = 8
#: Between two denials of one verb.
_NEAR = 8
#: Begin a sentence that speaks of the one before.
_GOES_ON = frozenset("he she they it that this his her their and but".split())
#: Of these what else is said of them counts, too.
_SERIOUS = frozenset(
    ("heart condition", "epilepsy", "diabetic", "insulin", "dialysis", "immunocompromised", "pregnant")
)
_TASTE = frozenset("love loves like likes want wants try enjoy fancy good best great favourite".split())
_BUT = frozenset("unless except only but".split())
#: A denial that is a part of the name of a diet.
_INNER = frozenset("no not nothing never without but except".split())
_ENDS = frozenset("remove drop forget delete scrap".split())
_OURS = frozenset("i we me us my our she he they him her them son daughter kid".split())


def read_needs(message: Message) -> list[Found]:
    found = (*_foods(message), *_diets(message), *_access(message), *_burdens(message))
    return list(once(sorted(found, key=lambda one: one.i)))


def is_need(words: str) -> bool:
    """Whether words as a whole name a diet or an allergy: "peanut allergy", "vegan"."""
    message = message_of(words, _ANY_DAY)
    if any(span.i == 0 and span.j == len(message.tokens) for span in message.cover("diet")):
        return True
    return any(one.j - one.i == len(message.tokens) for one in _foods(message))


def _of_this_trip(message: Message, span: Span) -> bool:
    """Whether a need is said of who travels, and holds now."""
    clause = message.clause(span.i)
    ifs = [at for at, _ in clause.cues.get("supposed.if", ())]
    supposed = any(at <= span.i or message.norms(at, at + 1) == ["unless"] for at in ifs)
    if supposed or clause.has("others.said", "others.away", "others.theirs"):
        return False
    if clause.asked and not _OURS & set(message.norms(clause.i, clause.j)):
        return False
    if _turned_twice(message, clause.i, span.i):
        return False
    return not _is_over(message, clause, span) and not _may_become(message, clause, span)


def _turned_twice(message: Message, i: int, j: int) -> bool:
    """ "Won't not eat fish", "it isn't that she can't": in doubt the sentence is kept as it was said."""
    words = message.norms(max(i, j - _NEAR), j)
    nots = [at for at, word in enumerate(words) if word == "not"]
    return any(b - a < 3 for a, b in pairwise(nots)) or ("that" in words and len(nots) > 1)


def _is_over(message: Message, clause: Clause, span: Span) -> bool:
    if {"was", "were"} & set(message.norms(span.j, span.j + 1)) and clause.has("over.past"):
        return True  # "no stairs was last year"
    ends = [end for _, end in clause.cues.get("over", ()) if end <= span.i + 1]
    return bool(ends) and not _PRESENT & set(message.norms(max(ends), span.j))


def _may_become(message: Message, clause: Clause, span: Span) -> bool:
    return any(end <= span.i <= end + 3 for _, end in clause.cues.get("supposed.become", ()))


def _end(message: Message, clause: Clause, span: Span) -> int:
    """Where the rest of what does not hold ends: "if I were vegan | I would go to Boston"."""
    again = (at for at in range(span.j, clause.j) if message.tokens[at].norm in ("i", "we"))
    return next(again, clause.j)


def _ended(message: Message, span: Span) -> bool:
    """ "No longer vegan", "the allergy is gone", "remove the nut allergy"."""
    clause = message.clause(span.i)
    return clause.has("no_longer") or (bool(_ENDS & set(message.norms(clause.i, span.i))))


def _past(message: Message, span: Span) -> bool:
    """Whether it was the party's own, and is over."""
    clause = message.clause(span.i)
    own = bool({"i", "we"} & set(message.norms(clause.i, span.i)))
    return own and not clause.has("others", "supposed") and _is_over(message, clause, span)


def _held(message: Message, path: str, value: str, span: Span) -> Iterator[Found]:
    if value in getattr(message.facts, path):
        yield Found(path, value, span.i, span.j, "remove")


# --- what is eaten --------------------------------------------------------------------------------


def _foods(message: Message) -> Iterator[Found]:
    foods = message.cover("edible", "diet")
    for at, food in enumerate(foods):
        if food.kind != "edible" or not _of_this_trip(message, food):
            continue
        clause = message.clause(food.i)
        cue = _allergy(message, clause, food, foods[:at])
        if cue:
            yield from _allergic(message, clause, food, cue)
        elif food.value not in _NO_FOOD:
            yield from _banned(message, clause, food)


def _allergy(message: Message, clause: Clause, food: Span, before: list[Span]) -> Span | None:
    """The words that say a food makes somebody ill: in its clause, or in the next one of its sentence."""
    first = clause.i
    if food.value in _NO_FOOD and clause.denies(food):  # "no allergies, except that he must not touch latex"
        first = min(one.i for one in message.clauses if one.end == clause.end)
    cues = [cue for cue in message.chart.cover("allergic") if first <= cue.i <= max(clause.end, clause.j - 1)]
    for cue in [*_label(message, food), *cues]:
        if food.i >= cue.j and food.i - cue.j <= 24:
            return cue
        if cue.i >= food.j and (cue.value == "ill" or _lead_to(message, food, cue)):
            return cue
    if clause.i == food.i and message.norms(food.j, food.j + 1) in ([], ["."], ["!"]):
        return next(iter(cues), None) or _told_later(message, food)
    return None


def _told_later(message: Message, food: Span) -> Span | None:
    """ "Sesame. It hides everywhere. Two epipens.": the first cue that no other food is beside."""
    foods = {message.clause(one.i).i for one in message.chart.of("edible")}
    later = (cue for cue in message.chart.of("allergic") if cue.i > food.j)
    return next((cue for cue in later if message.clause(cue.i).i not in foods), None)


def _label(message: Message, food: Span) -> Iterator[Span]:
    """ "Allergies: nuts, fish and milk"."""
    ends = {one.j: one.i for one in message.chart.of("edible")}
    at = food.i
    while message.norms(at - 1, at) in ([","], ["and"]) and at - 1 in ends:
        at = ends[at - 1]
    if message.norms(at - 1, at) == [":"]:
        yield from (cue for cue in message.chart.of("allergic") if cue.j == at - 1)


def _lead_to(message: Message, food: Span, cue: Span) -> bool:
    """ "Nut allergy", "a nut and egg allergy", "shellfish is what I'm allergic to"."""
    between = message.norms(food.j, cue.i)
    return len(between) <= 8 and "," not in between[:1] and not {"but", ";", "."} & set(between)


def _allergic(message: Message, clause: Clause, food: Span, cue: Span) -> Iterator[Found]:
    said = message.norms(food.i, food.j)
    value = _INTOLERANT.get(food.value) or _INTOLERANT.get(said[0]) or f"allergy: {food.value}"
    i, j = min(food.i, cue.i), max(food.j, cue.j)
    whole = Span("need", i, j, None)
    if _ended(message, whole):
        yield from _held(message, "dietary", value, whole)
    elif not _denied_plainly(message, clause, i, food):
        yield Found("dietary", value, i, j, "add")
    elif {"i", "we"} & set(message.norms(clause.i, i)):
        yield from _held(message, "dietary", value, whole)


def _denied_plainly(message: Message, clause: Clause, first: int, food: Span) -> bool:
    """ "Isn't allergic to milk", "… not to fish", "no allergies"."""
    nots = clause.cues.get("denies.not", ())
    kept = message.norms(food.i - 2, food.i) == ["not", "to"]
    near = {"is", "are", "am", "be", "has", "have", "do", "does", "really", "actually"}
    return (
        kept
        or any(
            end <= first and set(message.norms(end, first)) <= near | {"a", "an", "any", "the"}
            for _, end in nots
        )
        or any("allergic" in message.norms(at, end) for at, end in clause.cues.get("keeps", ()))
    )


def _banned(message: Message, clause: Clause, food: Span) -> Iterator[Found]:
    value = _DIETS.get(food.value, f"no_{food.value}")
    free = message.norms(food.j, food.j + 1) == ["free"]
    if _eaten_again(message, clause, food):
        yield from _taken_up(message, clause, food)
        return
    cues = (cue for cue in message.chart.of("unwell") if clause.i <= cue.i < clause.j)
    upset = any("," not in message.norms(cue.j, food.i) for cue in cues)
    plain = message.norms(food.j, food.j + 1) == ["no"] and message.norms(food.j + 1, food.j + 2) <= [";"]
    if _only_less(clause, food) or (_fine(message, food) and not upset):
        return
    if not (free or upset or plain or clause.denies(food) or _given_up(clause, food)):
        return
    if message.norms(clause.head, clause.head + 2) == ["not", "to"]:
        return  # "allergic to nuts, not to fish"
    if not value:
        yield Found("avoid", message.words(food.i, food.j), food.i, food.j, "add")
        return
    first = _start(clause, food)
    yield Found("dietary", value, first, food.j + free, "add")


def _fine(message: Message, food: Span) -> bool:
    """ "No no, fish is fine"."""
    return bool({"fine", "ok", "okay", "allowed"} & set(message.norms(food.j + 1, food.j + 2)))


def _taken_up(message: Message, clause: Clause, food: Span) -> Iterator[Found]:
    """Who eats it again keeps no diet against it; what is only "fine" is banned no longer."""
    eats = any(clause.i <= cue.i < food.i for cue in message.chart.of("eats"))
    for need in EATEN.get(food.value, (f"no_{food.value}",)):
        if eats or need.startswith("no_"):
            yield from _held(message, "dietary", need, food)
    if eats:
        yield from _held(message, "dietary", f"allergy: {food.value}", food)


def _start(clause: Clause, food: Span) -> int:
    starts = [at for at, _ in clause.cues.get("denies", ()) if at < food.i]
    return max(starts, default=food.i)


def _only_less(clause: Clause, food: Span) -> bool:
    """ "Less meat", "not too much meat": no ban."""
    bounds = (*clause.cues.get("keeps.bound", ()), *clause.cues.get("denies.less", ()))
    return any(end <= food.i for _, end in bounds)


def _given_up(clause: Clause, food: Span) -> bool:
    """ "I gave up meat", "we stopped eating pork"."""
    return any(end <= food.i for _, end in clause.cues.get("no_longer", ()))


def _eaten_again(message: Message, clause: Clause, food: Span) -> bool:
    """ "We eat meat now", "pork is fine now"; "but" behind it bans the rest."""
    words = set(message.norms(clause.i, clause.j))
    if clause.denies(food) or not (_AGAIN & words or "started" in words):
        return False
    eats = any(clause.i <= cue.i < food.i for cue in message.chart.of("eat", "eats"))
    fine = {"fine", "ok", "okay", "good", "welcome"} & set(message.norms(food.j, food.j + 3))
    own = {"i", "we"} & words
    return bool((eats and own) or fine)


def _diets(message: Message) -> Iterator[Found]:
    for diet in message.cover("diet", "edible"):
        if diet.kind != "diet":
            continue
        clause = message.clause(diet.i)
        if _of_a_day(message, clause, diet):
            continue
        if not _of_this_trip(message, diet):
            if _past(message, diet):
                yield from _held(message, "dietary", diet.value, diet)
            yield Found("", None, diet.i, _end(message, clause, diet))
            continue
        inner = _INNER & set(message.norms(diet.i, diet.j))
        quit_it = any(end <= diet.i for _, end in clause.cues.get("no_longer", ())) or clause.has("no_longer")
        if quit_it and not inner:
            yield from _held(message, "dietary", diet.value, diet)
        elif clause.denies(diet) and not inner:
            yield from _held(message, "dietary", diet.value, diet)
        else:
            yield Found("dietary", diet.value, diet.i, diet.j, "add")
            yield from _instead(message, clause, diet)
    yield from _eat_everything(message)


def _instead(message: Message, clause: Clause, diet: Span) -> Iterator[Found]:
    """ "I'm vegetarian now", of who travels alone: instead of vegan."""
    turned = {"now", "again", "become", "became", "gone", "turned", "switched", "back", "instead", "fully"}
    if (
        message.facts.party.size == 1
        and diet.value in STEPS
        and turned & set(message.norms(clause.i, clause.j))
    ):
        for step in STEPS:
            if step != diet.value:
                yield from _held(message, "dietary", step, diet)


def _eat_everything(message: Message) -> Iterator[Found]:
    for span in message.cover("everything"):
        clause = message.clause(span.i)
        if {"no", "without"} & set(message.norms(span.i, span.j)):
            yield Found("", "dietary", span.i, span.j, "declined")
        elif not _EXCEPT & set(message.norms(span.j, span.j + 4)) and not clause.has("others", "supposed"):
            for need in message.facts.dietary:
                if need in _EVERY_DIET:
                    yield Found("dietary", need, span.i, span.j, "remove")


# --- getting about --------------------------------------------------------------------------------


def _access(message: Message) -> Iterator[Found]:
    for need in message.cover("access", "burden"):
        if need.kind != "access":
            continue
        clause = message.clause(need.i)
        if (need.value == "pets" and clause.denies(need)) or _of_a_day(message, clause, need):
            continue
        if not _of_this_trip(message, need):
            if _past(message, need):
                yield from _held(message, "access", need.value, need)
            yield Found("", None, need.i, _end(message, clause, need))
        elif _ended(message, need) or (clause.denies(need) and "not" not in message.norms(need.i, need.j)):
            yield from _held(message, "access", need.value, need)
        else:
            yield Found("access", need.value, need.i, need.j, "add")


def _of_a_day(message: Message, clause: Clause, need: Span) -> bool:
    """ "Less walking on day 2", "a vegan dinner on day 2" are wishes of the plan."""
    days = message.chart.of("trip_day")
    words = set(message.norms(clause.i, clause.j))
    of_a_day = need.value == "short_walks" or (_MEALS & words and not _PRESENT & words)
    return bool(of_a_day) and any(clause.i <= day.i < clause.j for day in days)


def _burdens(message: Message) -> Iterator[Found]:
    """Stairs, hills and long ways that somebody can't do or does not want."""
    for burden in message.cover("access", "burden"):
        if burden.kind != "burden" or burden.value == "none" or not _of_this_trip(message, burden):
            continue
        clause = message.clause(burden.i)
        cues = [cue for cue in message.chart.of("can_not") if clause.i <= cue.i < clause.j]
        cues = [cue for cue in cues if not {",", "and"} & set(message.norms(burden.j, cue.i))]
        again = {"again", "now"} & set(message.norms(burden.j, clause.j))
        if again and not clause.denies(burden) and not cues:
            yield from _held(message, "access", burden.value, burden)
            if burden.value == "limited_mobility":
                yield from _held(message, "access", "short_walks", burden)
            continue
        kept = any(at <= cue.i < end for at, end in clause.cues.get("keeps", ()) for cue in cues)
        denied = clause.denies(burden) and not {",", "with"} & set(
            message.norms(_start(clause, burden), burden.i)
        )
        bounded = any(end <= burden.i for _, end in clause.cues.get("keeps.bound", ()))
        if (cues and not kept) or denied or bounded:
            starts = (*(cue.i for cue in cues), *(at for at, _ in clause.cues.get("denies", ())))
            i = max((at for at in starts if at < burden.i), default=burden.i)
            yield Found("access", _value(message, burden, bool(cues)), i, burden.j, "add")


def _value(message: Message, burden: Span, cannot: bool) -> str:
    """Who does not want to walk far wants short walks; who can't is limited."""
    if burden.value == "limited_mobility" and not cannot and "walk" in message.norms(burden.i, burden.j):
        return "short_walks"
    return burden.value


# --- what no rule reads ---------------------------------------------------------------------------


def read_grave(message: Message, needs: list[Found], told: list[Found]) -> Iterator[Found]:
    """Health, faith and fear are never dropped, nor what is said against a food: the sentence is kept as said
    where none of `needs` covers it; what somebody must do, where nothing at all was read (`told`)."""
    kept: list[tuple[int, int]] = []
    before = 0
    for i, j in _sentences(message):
        if _leaves_open(message, i, j, needs, told):
            first = before if i and _belongs(message, before, i, told) else i
            first = kept[-1][0] if kept and kept[-1][1] == i and first < i else first
            first = first if len(message.tokens.quote(first, j)) <= MAX_ENTRY else i
            kept = [*(one for one in kept if one[0] < first), (first, j)]
        before = i
    for i, j in kept:
        if len(said := message.tokens.quote(i, j).strip(" .!;,")) <= MAX_ENTRY:
            yield Found("wishes", said, i, j, "add")
            if _not_understood(message, i, j, needs):
                yield Found("", _ASKED.format(said), i, j, "problem")


def _not_understood(message: Message, i: int, j: int, needs: list[Found]) -> bool:
    """Whether a sentence tells of somebody's health or faith, and none of `needs` says what follows of it."""
    words = set(message.norms(i, j))
    if _TASTE & words or not (_OURS & words or any(i <= one.i < j for one in message.chart.of("kin"))):
        return False
    spans = (*message.chart.of("grave"), *message.chart.of("allergic"))
    kinds = {one.value for one in spans if i <= one.i < j and _of_this_trip(message, one)}
    return bool(kinds & _TO_ASK) and not any(i <= one.i < j for one in needs)


def _leaves_open(message: Message, i: int, j: int, needs: list[Found], told: list[Found]) -> bool:
    """Whether a sentence says more of what somebody needs or bans than was read of it."""
    spans = (*message.chart.of("grave"), *message.chart.of("allergic"))
    kinds = {one.value for one in spans if i <= one.i < j and _of_this_trip(message, one)}
    read = any(i <= one.i < j for one in needs)
    spans = (one for one in message.chart.of("access", "diet") if i <= one.i < j)
    if j - i > _SHORT and (kinds & {"health", "faith"} or any(one.value in _SERIOUS for one in spans)):
        return True
    if not read and (kinds & {*_TO_ASK, "fear"} or _speaks_against(message, i, j)):
        return True
    if not any(i <= one.i < j for one in told) and (kinds or _of_somebodys_food(message, i, j)):
        return True
    return _answers_short(message, i, j)


def _belongs(message: Message, first: int, i: int, told: list[Found]) -> bool:
    """Whether a sentence is kept with the one before it: nothing was read there, or it goes on with it."""
    return bool(_GOES_ON & set(message.norms(i, i + 1))) or not any(first <= one.i < i for one in told)


def _of_somebodys_food(message: Message, i: int, j: int) -> bool:
    """ "Cow milk makes my little one spotty": a food, somebody, and nothing that likes it."""
    words = set(message.norms(i, j))
    foods = [one for one in message.chart.of("edible") if i <= one.i < j and one.value not in _NO_FOOD]
    kin = any(i <= one.i < j for one in message.chart.of("kin"))
    asked = any(one.question for one in message.clauses if i <= one.i < j)
    return bool(foods) and (kin or bool(_OURS & words)) and not (asked or _TASTE & words)


def _answers_short(message: Message, i: int, j: int) -> bool:
    """ "He can walk anything. He cannot." takes back what was said before it, whatever that was."""
    clauses = (message.norms(one.i, one.j) for one in message.clauses if max(i, 1) <= one.i < j)
    told = ([word for word in words if word.isalpha()] for words in clauses)
    return any(
        2 < len(one) <= 4 and one[-1] == "not" and one[0] in _GOES_ON | _OURS | {"our"} for one in told
    )


def _speaks_against(message: Message, i: int, j: int) -> bool:
    """Whether a sentence about food or ways on foot denies anything."""
    table = (one for one in message.chart.of("table") if message.clause(one.i).denies(one))
    spans = (*message.chart.of("edible", "diet", "burden", "access"), *table)
    here = [one for one in spans if i <= one.i < j and one.value not in _NO_FOOD and one.value != "none"]
    clauses = [one for one in message.clauses if i <= one.i < j]
    told = not any(one.question or one.has("others.away", "over") for one in clauses)
    if any(i <= day.i < j for day in message.chart.of("trip_day")):
        return False
    denies = any(one.has("denies", "denies_after") for one in clauses) or _BUT & set(message.norms(i, j))
    return bool(here and denies) and told


def _sentences(message: Message) -> Iterator[tuple[int, int]]:
    begin = 0
    for clause in message.clauses:
        if clause.first and clause.i > begin and message.norms(clause.i - 1, clause.i) != [":"]:
            yield begin, clause.i
            begin = clause.i
    if message.clauses:
        yield begin, message.clauses[-1].j
