"""One clause judged: liked or not, how strong one felt, a rating, causes. Pure."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field

from trips.reading.edits.things import is_kind, singular
from trips.understanding import report_words as words
from trips.understanding.report_figures import hour_in, rating_in
from trips.understanding.report_health import ILL, is_over
from trips.understanding.report_spelling import respelt
from trips.understanding.report_tastes import Same, has_pronoun, tastes
from trips.understanding.report_things import PERSON, THE_DAY, THE_TRIP, cleaned, names_in

_ENERGY = re.compile(r"\benergy(?: level)?\s*(?:was|is|:|=|-)?\s*(?P<level>low|medium|high)\b", re.I)
_ACKNOWLEDGED = re.compile(
    r"^\s*(?:all (?:good|fine|well|right)|ok(?:ay)?|yes|no|thanks?|thank you|great|good|nice|perfect|"
    r"lovely|brilliant|super|cool|fine)"
    r"(?:[ ,!.]+(?:thanks?|thank you|idea|plan|job|work|morning|night|evening|day|luck|question|point|one|"
    r"choice|that's (?:it|all|fine|great|perfect|good)|stuff))*[ ,!.]*$",
    re.I,
)
_THANKS = re.compile(
    r"^\s*(?:thanks|thank you)(?: (?:so|very) much| a lot)?(?: for [^,.;!]+)?[,.;! ]+(?=\S+ )", re.I
)
#: Of the plan on paper, not of a day.
_OF_THE_PLAN = re.compile(
    r"^(?:the|this|our|my|your) (?:plan|itinerary|option|budget|agenda|proposal|dates?)\b.*\b(?:is|are|"
    r"looks?|seems?)\b",
    re.I,
)
_WEARY = re.compile(
    r"\b(?:fed up (?:with|of)|(?:sick|tired|weary|bored) of|(?:had|seen|visited|done|eaten) (?:quite |"
    r"more than )?enough|enough of|no more)\b",
    re.I,
)
_OF_ALL = re.compile(
    r"\b(?:everything|all of|always|every (?:single )?\w+|too many|enough|fed up|sick of|tired of|"
    r"so far|most|"
    r"another)\b",
    re.I,
)
_BY_WEATHER = (
    ("heat", r"hot|heat|scorch|boil|swelter|humid|degrees|°|melt"),
    ("cold", r"cold|freez|windy"),
    ("snow", "snow"),
)
#: What is said of a day and is no thing that the next clause could mean by "it".
_OF_THE_DAY = frozenset(
    {
        THE_DAY,
        THE_TRIP,
        "heat",
        "cold",
        "snow",
        "the rain",
        "the crowds",
        "the pace",
        "the prices",
        "the early start",
        "so much walking",
    }
)
_THE_TRIP = re.compile(r"\b(?:(?<!day )trip|journey|holidays?|vacation|tour)\b", re.I)
_ALL_OF_IT = re.compile(rf"^{THE_DAY}(?= \(|$)")
_OTHERWISE = frozenset({"crowds", "price", "weather", "walking"})
_WANTED = frozenset({"walking", "pace", "tired"})


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
    text = respelt(
        " ".join(words.NO_DENIAL.sub("", _THANKS.sub("", text.replace(" = ", " was "))).split()).strip(
            " ,;.!"
        )
    )
    if not text or _ACKNOWLEDGED.match(text) or _OF_THE_PLAN.search(text):
        return Judgement()
    energy, spans = _strength(text)
    causes = [kind for kind, pattern in words.CAUSES.items() if _said(pattern, text)]
    if _ill(text):
        causes.append("illness")
    if energy == "low" and "illness" not in causes:
        causes.append("tired")
    if _WEARY.search(text):
        causes.append("weary")
    if "pace" in causes and _OTHERWISE & set(causes) and not re.search(r"rush|hectic|hurr|pack", text, re.I):
        causes.remove("pace")  # "the crowds were too much"
    good, bad = tastes(text, about, spans, _same(last))
    if bad == [f"{THE_DAY} (too much)"]:
        bad = []
    if not good and not bad:
        bad = _of_causes(text, causes, about)
    if _THE_TRIP.search(text):
        good, bad = ([_ALL_OF_IT.sub(THE_TRIP, name) for name in told] for told in (good, bad))
    names = [*good, *(name.split(" (")[0] for name in bad)]
    mentioned = [name for name in names if name not in _OF_THE_DAY] or names_in(text) or _subject_named(text)
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
        names=tuple(dict.fromkeys([*mentioned, *names_in(text), *([about] if has_pronoun(text) else [])])),
    )


# --- Strength and causes ---------------------------------------------------------------------------


def _said(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first place that says so without a denial before it."""
    return next((m for m in pattern.finditer(text) if not words.NEGATED.search(text[: m.start()])), None)


def _ill(text: str) -> re.Match[str] | None:
    """Where somebody is told to be ill now; what they are over is none."""
    return None if is_over(text) else _said(ILL, text)


def _same(last: Judgement | None) -> Same:
    return "liked" if last and last.liked else "disliked" if last and last.disliked else ""


def _strength(text: str) -> tuple[str, list[tuple[int, int]]]:
    """low, medium, high or "", and where it is said."""
    if found := _ENERGY.search(text):
        return found["level"].lower(), [found.span()]
    ailing = [found.span() for found in ILL.finditer(text)]
    if _ill(text):
        return "low", [*ailing, *(found.span() for found in words.LOW.finditer(text))]
    energy, spans = _tiredness(text)
    return energy, [*spans, *ailing]


def _tiredness(text: str) -> tuple[str, list[tuple[int, int]]]:
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
            found.append(f"{about} (crowded)" if about and has_pronoun(text) else "the crowds")
        elif kind == "weather":
            kinds = (name for name, pattern in _BY_WEATHER if re.search(pattern, text, re.I))
            found.append(next(kinds, "the rain"))
        elif kind == "bored" and about and has_pronoun(text):
            found.append(f"{about} (boring)")
        elif kind == "price" and not about:
            found.append("the prices")
    return found


def _subject_named(text: str) -> list[str]:
    """What a clause is about that judges nothing: "the hike was long"."""
    found = words.COPULA.match(text)
    said = cleaned(found["before"]) if found else ""
    return [said] if said and not PERSON.fullmatch(said) and len(said.split()) <= 5 else []
