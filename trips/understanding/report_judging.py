"""One clause judged: liked or not, how strong one felt, a rating, causes. Pure."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field

from trips.planning.editing.thing_words import is_kind, singular
from trips.understanding import report_words as words
from trips.understanding.report_figures import FIGURE, hour_in, rating_in
from trips.understanding.report_things import (
    DAY_ITSELF,
    PERSON,
    PRONOUN,
    THE_DAY,
    cleaned,
    names_in,
    without_judgement,
)

_SAME = re.compile(
    r"^(?:and |so (?:was|were) )?(?P<thing>.+?)(?: was| were)? (?:too|as well|likewise)$"
    r"|^(?:and )?so (?:was|were) (?P<other>.+)$",
    re.I,
)
_LABEL = re.compile(
    r"^\s*(?:(?P<good>liked|loved|good|best|highlights?|pluses|pros)|(?P<bad>disliked|hated|bad|worst|"
    r"minuses|cons))"
    r"\s*:\s*(?P<thing>.+)$",
    re.I,
)
_ENERGY = re.compile(r"\benergy(?: level)?\s*(?:was|is|:|=|-)?\s*(?P<level>low|medium|high)\b", re.I)
_EXCEPT = re.compile(
    r"[,\s]+(?:except(?: for| that)?|apart from|other than|aside from)\s+(?P<thing>.+)$", re.I
)
_ACKNOWLEDGED = re.compile(
    r"^\s*(?:all (?:good|fine|well|right)|ok(?:ay)?|yes|no|thanks?|thank you|great|good|nice|perfect|"
    r"lovely|brilliant|super|cool|fine)"
    r"(?:[ ,!.]+(?:thanks?|thank you|idea|plan|job|work|morning|night|evening|day|luck|question|point|one|"
    r"choice|that's (?:it|all|fine|great|perfect|good)|stuff))*[ ,!.]*$",
    re.I,
)
_COULD_HAVE = re.compile(
    r"\bcould(?P<not>n't| not)?(?: have|'ve) been (?:any )?(?P<than>better|worse|\w{3,}er)\b", re.I
)
_OF_THE_DAY = re.compile(r"\b(?:day|trip|morning|afternoon|evening|yesterday|today)\b", re.I)
_OF_ALL = re.compile(
    r"\b(?:everything|all of|always|every (?:single )?\w+|too many|enough|fed up|sick of|tired of|"
    r"so far|most|"
    r"another)\b",
    re.I,
)
#: Of the plan on paper, not of a day.
_OF_THE_PLAN = re.compile(
    r"^(?:the|this|our|my|your) (?:plan|itinerary|option|budget|agenda|proposal|dates?)\b.*\b(?:is|are|"
    r"looks?|seems?)\b",
    re.I,
)
#: "Kiyomizu: 5/5".
_RATED = re.compile(
    rf"^(?P<thing>[^\W\d_][^:]{{1,60}}?)\s*[:–-]\s*{FIGURE}\s*(?:/|out of|stars?)[^,;]*$", re.I
)
_SHUT = re.compile(r"(?:closed|shut|sold out|fully booked|cancell?ed)\b", re.I)
_BY_WEATHER = (
    ("heat", r"hot|heat|scorch|boil|swelter|humid"),
    ("cold", r"cold|freez|windy"),
    ("snow", "snow"),
)
_WEARY = re.compile(
    r"\b(?:fed up (?:with|of)|(?:sick|tired|weary|bored) of|had enough|enough of|no more)\b", re.I
)
_OTHERWISE = frozenset({"crowds", "price", "weather", "walking"})
_WANTED = frozenset({"walking", "pace", "tired", "illness"})


@dataclass(frozen=True)
class Judgement:
    """`about`: the thing a pronoun in the next clause means; `names`: what may name an item of the plan."""

    liked: tuple[str, ...] = ()
    disliked: tuple[str, ...] = ()
    energy: str = ""
    rating: int | None = None
    causes: tuple[str, ...] = ()
    hour: dt.time | None = None
    thing: str = ""
    general: bool = False
    about: str = ""
    names: tuple[str, ...] = field(default=())

    @property
    def says(self) -> bool:
        return bool(self.liked or self.disliked or self.energy or self.rating or self.causes)


def judge(text: str, about: str = "", last: Judgement | None = None) -> Judgement:
    """What one clause says. `about`: what was talked of before it; `last`: what was said of that."""
    text = " ".join(words.NO_DENIAL.sub("", text).split()).strip(" ,;.!")
    if not text or _ACKNOWLEDGED.match(text) or _OF_THE_PLAN.search(text):
        return Judgement()
    energy, spans = _strength(text)
    causes = [kind for kind, pattern in words.CAUSES.items() if _said(pattern, text)]
    if energy == "low" and "illness" not in causes:
        causes.append("tired")
    if _WEARY.search(text):
        causes.append("weary")
    if "pace" in causes and _OTHERWISE & set(causes) and not re.search(r"rush|hectic|hurr|pack", text, re.I):
        causes.remove("pace")  # "the crowds were too much"
    good, bad = _with_exception(text, about, spans, last)
    if bad == [f"{THE_DAY} (too much)"]:
        bad = []
    if not good and not bad:
        bad = _of_causes(text, causes, about)
    names = [*good, *(name.split(" (")[0] for name in bad)]
    mentioned = [name for name in names if name != THE_DAY] or names_in(text) or _subject_named(text)
    thing = next((name for name in mentioned), "") or about
    return Judgement(
        liked=tuple(good),
        disliked=tuple(bad),
        energy=energy,
        rating=rating_in(text),
        causes=tuple(causes),
        hour=hour_in(text) if _WANTED & set(causes) else None,
        thing=thing,
        general=_general(text, thing),
        about=next(iter(mentioned), ""),
        names=tuple(dict.fromkeys([*mentioned, *names_in(text), *([about] if _has_pronoun(text) else [])])),
    )


# --- Strength and causes ---------------------------------------------------------------------------


def _said(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first place that says so without a denial before it."""
    return next((m for m in pattern.finditer(text) if not words.NEGATED.search(text[: m.start()])), None)


def _strength(text: str) -> tuple[str, list[tuple[int, int]]]:
    """low, medium, high or "", and where it is said."""
    if found := _ENERGY.search(text):
        return found["level"].lower(), [found.span()]
    if found := words.MILD.search(text):
        denied = words.NEGATED.search(text[: found.start()])
        return ("high" if denied else "medium"), [found.span()]
    low = [m for m in words.LOW.finditer(text)]
    real = [m for m in low if not words.NEGATED.search(text[: m.start()])]
    if real:
        return "low", [m.span() for m in real]
    spans = [m.span() for m in low]
    if low:
        mild = re.search(r"\bnot (?:too|that|very|so|really)\b|n't (?:too|that|very|so)\b", text, re.I)
        return ("medium" if mild and "at all" not in text else "high"), spans
    if high := _said(words.HIGH, text):
        return "high", [high.span()]
    if words.HIGH.search(text):
        return "low", [m.span() for m in words.HIGH.finditer(text)]
    return "", []


def _general(text: str, thing: str) -> bool:
    """Of a kind of things: "museums", "everything", "too many temples", not of one."""
    if _OF_ALL.search(text):
        return True
    return bool(re.search(r"\b(?:the )?(?:prices|restaurants|meals)\b", text, re.I)) or any(
        word.endswith("s") and is_kind(singular(word)) for word in re.findall(r"[a-z]+", thing.casefold())
    )


def _of_causes(text: str, causes: list[str], about: str) -> list[str]:
    """What was not liked, where only the cause says so."""
    found = []
    for kind in causes:
        if kind == "walking" and re.search(r"\bwalk|ankle|steps|stairs|climb", text, re.I):
            found.append("so much walking")
        elif kind == "pace":
            found.append("the pace")
        elif kind == "early":
            found.append("the early start")
        elif kind == "crowds":
            found.append(f"{about} (crowded)" if about and _has_pronoun(text) else "the crowds")
        elif kind == "weather":
            kinds = (name for name, pattern in _BY_WEATHER if re.search(pattern, text, re.I))
            found.append(next(kinds, "the rain"))
        elif kind == "bored" and about and _has_pronoun(text):
            found.append(f"{about} (boring)")
        elif kind == "price" and not about:
            found.append("the prices")
    return found


# --- Liked and disliked ------------------------------------------------------------------------------


def _has_pronoun(text: str) -> bool:
    return bool(re.search(r"\b(?:it|that|this|they|them|there|those|these)\b", text, re.I))


def _with_exception(
    text: str, about: str, spans: list[tuple[int, int]], last: Judgement | None
) -> tuple[list[str], list[str]]:
    """ "Everything was great except the rain": the exception counts the other way round."""
    found = _EXCEPT.search(text)
    good, bad = _tastes(text[: found.start()] if found else text, about, spans, last)
    if found is None or not (good or bad):
        return good, bad
    others = [name for name in names_of(found["thing"]) if name not in (*good, *bad)]
    return (good, [*bad, *others]) if good else ([*good, *others], bad)


def _tastes(
    text: str, about: str, spans: list[tuple[int, int]], last: Judgement | None
) -> tuple[list[str], list[str]]:
    if found := _LABEL.match(text):
        things = names_of(found["thing"])
        return (things, []) if found["good"] else ([], things)
    if (found := _RATED.match(text)) and (rating := rating_in(text)):
        things = names_of(found["thing"])
        return (things, []) if rating >= 4 else ([], things) if rating <= 2 else ([], [])
    if last and (found := _SAME.match(text)) and not words.JUDGED.search(text):
        things = names_of(found["thing"] or found["other"])
        return (things, []) if last.liked else ([], things) if last.disliked else ([], [])
    found = words.COPULA.match(text)
    if found and (best := words.SUPERLATIVE.search(found["before"])) and len(found["before"].split()) <= 8:
        things = _things(found["after"], about)
        return (things, []) if best["good"] else ([], things)
    if (found := words.DISLIKED.search(text)) and not words.NEGATED.search(text[: found.start()]):
        return [], _things(found["thing"], about)
    if found := words.LIKED.search(text):
        things = _things(found["thing"], about)
        return ([], things) if _denied(text[: found.start()]) else (things, [])
    if found := words.LIKED_NOW.search(text):
        things = _things(found["thing"], about)
        hated = found["verb"].lower() not in ("love", "adore", "enjoy", "like")
        denied = bool(words.NEGATED.search(text[: found.start()]))
        return ([], things) if hated != denied else (things, [])
    return _by_adjective(text, about, spans)


def _things(said: str, about: str) -> list[str]:
    """The names in an object; a pronoun means what was talked of, or the day."""
    names = names_of(said)
    return names or [about or THE_DAY]


def names_of(said: str) -> list[str]:
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&|plus)\s+", said)
    return [name for part in parts if (name := cleaned(part))]


def _by_adjective(text: str, about: str, spans: list[tuple[int, int]]) -> tuple[list[str], list[str]]:
    if found := _COULD_HAVE.search(text):
        subject = _subject(text[: found.start()], about, False, "")
        if found["than"].lower() == "worse":
            return [], []
        return (subject, []) if found["not"] else ([], subject)
    found = words.COPULA.match(text)
    if found:
        before = found["before"].strip()
        if shut := _SHUT.match(found["after"]):
            return [], [_with(name, shut.group()) for name in _subject(before, about, False, "")]
        offset = found.start("after")
        told = _judged(found["after"], offset, spans, bool(found["not"]) or _denied(text[:offset]))
        if told is None:
            return [], []
        good, word = told
        present = re.search(r"\b(?:is|are)\b|'s\b|'re\b", text[found.end("before") : offset], re.I)
        subject = _subject(before, about, present is not None, found["after"])
        if not subject:
            return [], []
        return (subject, []) if good else ([], [_with(name, word) for name in subject])
    return _in_front(text, about, spans)


def _in_front(text: str, about: str, spans: list[tuple[int, int]]) -> tuple[list[str], list[str]]:
    """ "Great guide", "had an amazing lunch", "best ramen ever": the word stands before the thing."""
    had = words.HAD.search(text)
    part, offset = (had["thing"], had.start("thing")) if had else (text, 0)
    told = _judged(part, offset, spans, _denied(text[:offset]))
    if told is None:
        return [], []
    good, word = told
    name = without_judgement(part, word)
    if not name:
        if had is None and not (about or _OF_THE_DAY.search(part)):
            return [], []
        name = THE_DAY if _OF_THE_DAY.search(part) else about or THE_DAY
    return ([name], []) if good else ([], [_with(name, word)])


def _denied(text: str) -> bool:
    return bool(words.NEGATED.search(text) or re.search(r"(?:n't|\bnot) (?:think|believe)\b", text, re.I))


def _judged(part: str, offset: int, spans: list[tuple[int, int]], denied: bool) -> tuple[bool, str] | None:
    """Good or bad, and the word that says so ("" for one that was turned round)."""
    for found in words.JUDGED.finditer(part):
        start, end = found.start() + offset, found.end() + offset
        if any(a < end and start < b for a, b in spans):
            continue
        word = found.group().lower()
        turned = words.NEGATED.search(part[: found.start()]) or (denied and not part[: found.start()].strip())
        turned = bool(turned) or (denied and len(part[: found.start()].split()) <= 3)
        if word.startswith("not ") or word.startswith("nothing") or word.startswith("could"):
            turned = False
        good = bool(found["good"]) != turned
        return good, "" if turned or found["good"] else word
    return None


def _subject(before: str, about: str, present: bool, after: str) -> list[str]:
    """What is judged; nothing where it is a person, or a present "that's great" of nothing named."""
    said = cleaned(before)
    if DAY_ITSELF.fullmatch(before.strip()) or DAY_ITSELF.fullmatch(said):
        return [] if present and not about else [THE_DAY]
    if PERSON.fullmatch(before.strip()) or PERSON.fullmatch(said):
        return []
    if not said or PRONOUN.fullmatch(said):
        if present and not about:
            return []
        # "It was a great guide": the name stands behind
        behind = without_judgement(after, "")
        return (
            [behind] if behind and behind.split()[0] not in ("in", "at") and not about else [about or THE_DAY]
        )
    return names_of(before)


def _subject_named(text: str) -> list[str]:
    """What a clause is about that judges nothing: "the hike was long"."""
    found = words.COPULA.match(text)
    said = cleaned(found["before"]) if found else ""
    return [said] if said and not PERSON.fullmatch(said) and len(said.split()) <= 5 else []


def _with(name: str, word: str) -> str:
    return name if not word or word in words.PLAIN else f"{name} ({word})"
