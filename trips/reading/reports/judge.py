"""One part of a message judged: what was liked or not, so-so or left out, how strong one felt, causes."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.edits.things import is_kind, singular
from trips.reading.reports.message import ALL, THE_DAY, Message

#: What words of a kind make of their thing. The first kinds stand before it, the next behind it.
_BEFORE_IT = {"likes": "liked", "dislikes": "disliked"}
_BEHIND_IT = {"pleases": "liked", "lets_down": "disliked"}
_BESIDE_IT = {"good": "liked", "bad": "disliked", "so_so": "mixed", "superlative": ""}
_OF_PEOPLE = {"glad": "liked", "sad": "disliked"}
_OTHERWISE = {"liked": "disliked", "disliked": "liked", "mixed": "liked"}
_TURNED = frozenset("but while though although however whereas".split())
_PRONOUNS = frozenset("it that this they them there those these which".split())
#: Of these nothing later means "it".
_OF_THE_DAY = frozenset(
    (*ALL, "heat", "cold", "snow", "the rain", "the crowds", "the pace", "the prices", "the early start",
     "so much walking")
)  # fmt: skip

Verdict = tuple[str, list[str]]


@dataclass(frozen=True)
class Judgement:
    """What one part of a message says. `about`: what "it" means after it; `names`: what may name an item of
    the plan; `general`: of a kind of things, not of one."""

    liked: tuple[str, ...] = ()
    disliked: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    energy: str = ""
    rating: int | None = None
    causes: tuple[str, ...] = ()
    hour: dt.time | None = None
    general: bool = False
    about: str = ""
    names: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        return next((kind for kind in ("liked", "disliked", "mixed") if getattr(self, kind)), "")


@dataclass
class Judge:
    """Reads one part. `about`: what was talked of before it; `last`: the verdict on that."""

    message: Message
    part: Clause
    about: str = ""
    last: str = ""
    near: bool = False  # it was in the same sentence

    def judge(self) -> Judgement:
        energy, ill, of_it = self._strength()
        causes = [span.value for span in self._spans("cause") if not self.part.denies(span)]
        causes = [*dict.fromkeys(causes), *(["illness"] if ill else ["tired"] if energy == "low" else [])]
        said: dict[str, list[str]] = {"liked": [], "disliked": [*of_it], "mixed": [], "skipped": []}
        for kind, names in self._verdicts():
            said[kind] += [name for name in names if name not in said[kind]]
        if not any(said.values()):
            said["disliked"] = self._of_causes(causes)
        judged = [name.split(" (")[0] for names in said.values() for name in names]
        named = [name for name in judged if name not in _OF_THE_DAY]
        beside = [name for span in self._spans("beside") for name in self._behind(span.j)[:1]]
        mentioned = named or ("crowds" in causes and beside) or self._mentioned()
        copula, meant = self._copula(), [self.about] if self.about and self._words() & _PRONOUNS else []
        whole = self.message.whole(self.part.i, copula.i) if copula else ""
        return Judgement(
            **{kind: tuple(names) for kind, names in said.items()},
            energy=energy,
            rating=next((span.value for span in self._found("rating")), None),
            causes=tuple(causes),
            hour=self.hour() if {"walking", "pace", "tired"} & set(causes) else None,
            general=self._is_general(next(iter(mentioned), self.about)),
            about=next(iter(mentioned), whole),
            names=tuple(dict.fromkeys([*named, *beside, *mentioned, *meant])),
        )

    def hour(self) -> dt.time | None:
        """From when on, as it is said: "after 3 pm", "all afternoon"."""
        bare = self._spans("bare_hour")
        alone = [one for one in bare if self.message.is_glue(one.j, min(one.j + 1, len(self.message.tokens)))]
        return next((one.value for one in [*self._spans("hour"), *alone]), None)

    # --- Parts -----------------------------------------------------------------------------------

    def _spans(self, *kinds: str) -> list[Span]:
        return self.message.spans(self.part, *kinds)

    def _found(self, *kinds: str) -> list[Span]:
        """Of the cover."""
        spans = (span for span in self.message.cover if self.part.i <= span.i < self.part.j)
        return [span for span in spans if not kinds or span.kind in kinds]

    def _words(self, i: int | None = None, j: int | None = None) -> set[str]:
        return self.message.words(self.part.i if i is None else i, self.part.j if j is None else j)

    def _before(self, at: int) -> list[str]:
        return self.message.names(self.part.i, at)

    def _behind(self, at: int) -> list[str]:
        return self.message.names(at, self.part.j)

    def _ends(self, span: Span) -> bool:
        return not self.message.says_word(span.j, self.part.j)

    @property
    def _it(self) -> list[str]:
        return [self.about] if self.about else []

    def _copula(self) -> Span | None:
        """The verb of what is judged, where it is no part of the judgement."""
        held = {at for span in self._found() for at in range(span.i, span.j)}
        return next((one for one in self._spans("copula") if one.i not in held), None)

    # --- Strength and causes ---------------------------------------------------------------------

    def _strength(self) -> tuple[str, bool, list[str]]:
        """low, medium, high or "", whether somebody is ill, and what else that speaks of."""
        ill = [span for span in self._found("ill", "made_ill") if not self.part.denies(span)]
        if ill and not [span for span in self._spans("recovered") if not self.part.denies(span)]:
            made = [one for one in ill if one.kind == "made_ill"]
            names = [self._behind(one.j) if one.value == "from" else self._before(one.i) for one in made]
            return "low", True, [f"{name} (made ill)" for several in names for name in several]
        turned = {"low": "high", "high": "low"}
        found = self._found("strength", "sleepless")
        levels = [turned.get(one.value, "high") if self.part.denies(one) else one.value for one in found]
        slept_badly = "low" in levels and any(one.kind == "sleepless" for one in found)
        level = min(levels, key=("low", "medium", "high").index, default="")
        return level, False, ["the night"] * slept_badly

    def _of_causes(self, causes: list[str]) -> list[str]:
        """What was not liked, where only the cause says so."""
        it = self.about if self.near or self._words() & _PRONOUNS else ""
        had = next((self._before(span.i) for span in self._spans("had")), [])
        queued = {span.j for span in self._found("cause")} if not self._spans("queue") else set()
        places = (name for one in self._spans("beside") if one.i in queued for name in self._behind(one.j))
        where = next(iter([*places, *had]), it)
        said = {
            "walking": "so much walking" if self._spans("on_foot") else "",
            "pace": "the pace",
            "early": "the early start",
            "crowds": f"{where} (crowded)" if where else "the crowds",
            "weather": next((span.value for span in self._spans("weather")), "the rain"),
            "bored": f"{it} (boring)" if it else "",
            "price": "" if self.about else "the prices",
        }
        return [said[cause] for cause in causes if said.get(cause)]

    def _is_general(self, thing: str) -> bool:
        """Of a kind of things: "museums", "everything", "too many temples"."""
        several = (word for word in re.findall(r"[a-z]+s\b", thing.casefold()))
        return bool(self._spans("of_all")) or any(is_kind(singular(word)) for word in several)

    # --- Verdicts --------------------------------------------------------------------------------

    def _verdicts(self) -> Iterator[Verdict]:
        money = {span.i for span in self._found("money")}  # "dropped 200 bucks"
        for span in self._found("skips", "shut"):
            if not self.part.denies(span) and span.j not in money:
                why = f" ({' '.join(self.message.tokens.norms(span.i, span.j))})" * (span.kind == "shut")
                before, behind = self._before(span.i), self._behind(span.j)
                names = (before or behind) if why else (behind or before)
                yield "skipped", [f"{name}{why}" for name in names or self._it]
        if not self._found("no_complaint"):
            told = self._told() or self._echoed() or self._answered()
            yield from [told] if told else ()

    def _told(self) -> Verdict | None:
        """By the verb, else by the rating, else by an adjective or a noun."""
        for span in self._found(*_BEFORE_IT, *_BEHIND_IT):
            if span.kind in _BEFORE_IT:
                return self._meant(span), self._object(span, span.j)
            if not self.message.is_person(self.part.i, span.i):
                return self._meant(span), self._before(span.i) or self._it or [THE_DAY]
        judged, rating = self._found(*_BESIDE_IT), next(iter(self._found("rating")), None)
        if rating and not judged:
            verdict = ("liked", "mixed", "disliked")[(rating.value < 4) + (rating.value < 3)]
            return verdict, self._rated(rating)
        copula = self._copula()
        best = [
            one for one in judged if one.kind == "superlative" and copula and one.i < copula.i <= one.i + 8
        ]
        if best and copula:  # "the best part was the garden"
            return self._meant(best[0]), self._object(best[0], copula.j)
        judged = [span for span in judged if not copula or span.i >= copula.i]
        if judged:
            exclaimed = judged[0].value == "exclaimed" and len(judged) > 1  # "what a letdown"
            judged = judged[exclaimed:]
            return self._meant(judged[0]), self._judged(judged, copula)
        for span in self._found(*_OF_PEOPLE):
            behind = self._behind(span.j) if self.message.chart.at("preposition", span.j) else []
            return self._meant(span), behind or self._had(span.i) or self._it or [THE_DAY]
        return None

    def _had(self, end: int) -> list[str]:
        """ "Ate six tarts, no regrets"."""
        verbs = [span for span in self._spans("went", "had") if span.j < end]
        return self.message.names(verbs[0].j, end) if verbs else []

    def _meant(self, span: Span) -> str:
        of = {**_BEFORE_IT, **_BEHIND_IT, **_BESIDE_IT, **_OF_PEOPLE}
        kind = of[span.kind] or ("liked" if span.value == "good" else "disliked")
        return _OTHERWISE[kind] if self.part.denies(span) else kind

    def _object(self, span: Span, start: int) -> list[str]:
        """What stands behind; a pronoun means what was talked of, or the day."""
        if self.message.is_person(start, self.part.j):
            return []
        whole = span.value == "whole" or self._words(span.i, span.j) & {"nothing", *_PRONOUNS}
        says = self.about or whole or self.message.says_word(start, self.part.j)
        return self._behind(start) or ([self.about or THE_DAY] if says else [])

    def _rated(self, rating: Span) -> list[str]:
        """ "5 stars for the garden", "we gave the castle 4", "food 2/5"."""
        led = self.message.norm(rating.j) in ("for", "to")
        names = self._behind(rating.j) if led else self._before(rating.i)
        own = [name for name in names if name not in ALL]
        if own or self.message.has("whole", rating.i, rating.j):
            return own
        return [THE_DAY] if self._spans("date", "bare_day", "trip_day") else self._it

    def _judged(self, judged: list[Span], copula: Span | None) -> list[str]:
        """The subject of "was", else what stands beside the judgement, with what was wrong with it."""
        span = judged[0]
        names = self._subject(copula, judged) if copula else self._beside_it(judged)
        if span.kind == "bad" and span.value != "plain" and not self.part.denies(span):
            reason = " ".join(self.message.tokens.norms(span.i, span.j))
            names = [f"{name} ({reason})" for name in names]
        return names

    def _subject(self, copula: Span, judged: list[Span]) -> list[str]:
        """Nothing where it is a person, or the plan on paper."""
        i, j = self.part.i, copula.i
        i = max([i, *(at + 1 for at in self.message.verbs if i <= at < j)])
        i = max([i, *(span.j for span in self._spans("went") if span.j <= j)])
        on_paper = self._words(copula.i, copula.j) & {"is", "are"} and self.message.has("paper", i, j)
        if on_paper or self.message.is_person(i, j):
            return []
        names = self.message.names(i, j)
        if own := [name for name in names if name not in ALL] or names:
            return own
        if self._words(i, j) & {"nothing", "nobody", "none", "no"}:
            return [THE_DAY] if judged[0].kind == "good" else []
        if not self.about and self._words(copula.i, copula.j) & {"is", "are", "'s"}:
            return []  # "thank you, that's grand"
        behind = [] if self.about or j - i > 2 else self._behind(judged[-1].j)
        return behind or [self.about or THE_DAY]

    def _beside_it(self, judged: list[Span]) -> list[str]:
        """ "An amazing lunch", "great guide", "food 5 stars"."""
        i, j = self.part.i, judged[0].i
        at = judged[-1].j
        comma = next((k for k in range(at, self.part.j) if self.message.norm(k) == ","), self.part.j)
        if names := self.message.names(at, comma) or self._before(j) or self._behind(comma):
            return names
        of_it = any(self.message.has(kind, i, self.part.j) for kind in ("went", "had", "whole"))
        return self._it or ([THE_DAY] if of_it or self._words(i, j) & {"it", "this"} else [])

    def _echoed(self) -> Verdict | None:
        """ "… but the view was", "the soup too", "except the rain": as what was said before, or otherwise."""
        if not self.last:
            return None
        copula, echo = self._copula(), next(iter(self._spans("echo")), None)
        if copula and self._ends(copula) and self.message.norm(self.part.i) in _TURNED:
            return _OTHERWISE[self.last], self._before(copula.i)
        if echo and (echo.value != "ends" or self._ends(echo)):
            verdict = _OTHERWISE[self.last] if echo.value == "except" else self.last
            return verdict, self._behind(echo.j) or self._before(echo.i)
        return None

    def _answered(self) -> Verdict | None:
        """ "The monastery yes, the tower no"; "the tiles!!!"."""
        if (answer := self.message.answer(self.part.i, self.part.j)) and (names := self._before(answer.i)):
            return ("liked" if answer.value == "yes" else "disliked"), names
        loud = self.message.tokens.norms(self.part.j - 1, self.part.j + 1) == ["!", "!"]
        return ("liked", self._mentioned()) if loud and not self._spans("wish", "skips", "shut") else None

    def _mentioned(self) -> list[str]:
        """What a part is about that judges nothing: "we went to the castle", "the hike was long"."""
        went = (names for span in self._spans("went") if (names := self._behind(span.j)))
        if names := next(went, None):
            return names
        if rating := next(iter(self._found("rating")), None):
            return self._rated(rating)
        copula = self._copula()
        end = copula.i if copula else self.part.j
        busy = end - self.part.i > 6 or (self._found() and not copula)
        if busy or self._found("small_talk", *_BEFORE_IT) or self.message.is_person(self.part.i, end):
            return []
        return [name for name in self._before(end) if name not in ALL]
