"""One part of a message judged: liked or not, left out, how strong one felt, a rating, causes."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.edits.things import is_kind, singular
from trips.reading.reports.message import THE_DAY, THE_TRIP, Message
from trips.reading.reports.values import Judgement

_TURNED = frozenset("but while though although however whereas".split())
_PRONOUNS = frozenset("it that this they them there those these which".split())
_ALL = (THE_DAY, THE_TRIP)
#: Of these nothing later means "it".
_OF_THE_DAY = frozenset(
    (*_ALL, "heat", "cold", "snow", "the rain", "the crowds", "the pace", "the prices", "the early start",
     "so much walking")
)  # fmt: skip

#: Names of what was liked, and of what was not.
Tastes = tuple[list[str], list[str]]


def _tastes(good: bool, names: list[str], others: list[str] | None = None) -> Tastes:
    return (names, others or []) if good else (others or [], names)


@dataclass
class Judge:
    """Reads one part. `about`: what was talked of before it; `last`: what was said of that."""

    message: Message
    part: Clause
    about: str = ""
    last: Judgement | None = None

    def judge(self) -> Judgement:
        energy, ill, made_ill = self._strength()
        causes = self._causes(energy, ill)
        liked, disliked = self._tastes()
        disliked = [*disliked, *(f"{name} (made ill)" for name in made_ill if name not in disliked)]
        skipped = [*self._skipped(), *self._shut()]
        if not liked and not disliked and not skipped:
            disliked = self._of_causes(causes)
        judged = [*liked, *(name.split(" (")[0] for name in (*disliked, *skipped))]
        named = [name for name in judged if name not in _OF_THE_DAY]
        beside = self._beside()
        mentioned = named or ("crowds" in causes and beside) or self._mentioned()
        copula = self._copula()
        whole = self.message.whole(self.part.i, copula.i) if copula else ""
        meant = [self.about] if self.about and self._words() & _PRONOUNS else []
        return Judgement(
            tuple(liked),
            tuple(disliked),
            tuple(skipped),
            energy,
            next((span.value for span in self._found("rating")), None),
            tuple(causes),
            self.hour() if {"walking", "pace", "tired"} & set(causes) else None,
            self._is_general(next(iter(mentioned), self.about)),
            next(iter(mentioned), whole),
            tuple(dict.fromkeys([*named, *beside, *mentioned, *meant])),
        )

    def hour(self) -> dt.time | None:
        """From when on, as it is said: "after 3 pm", "all afternoon"."""
        if found := self._spans("hour"):
            return found[0].value
        bare = self._spans("bare_hour")
        alone = (one for one in bare if not self.message.says_word(one.j, one.j + 1) or self._is_glue(one.j))
        return next((one.value for one in alone), None)

    # --- Parts -----------------------------------------------------------------------------------

    def _spans(self, *kinds: str) -> list[Span]:
        return self.message.spans(self.part, *kinds)

    def _found(self, *kinds: str) -> list[Span]:
        """Of the cover."""
        spans = (span for span in self.message.cover if self.part.i <= span.i < self.part.j)
        return [span for span in spans if not kinds or span.kind in kinds]

    def _words(self, span: Span | None = None) -> set[str]:
        return self.message.words(span.i, span.j) if span else self.message.words(self.part.i, self.part.j)

    def _is_glue(self, at: int) -> bool:
        return self.message.is_glue(at, at + 1)

    def _before(self, at: int) -> list[str]:
        return self.message.names(self.part.i, at)

    def _behind(self, at: int) -> list[str]:
        return self.message.names(at, self.part.j)

    def _around(self, span: Span) -> list[str]:
        """What stands behind, else before; else what was talked of."""
        return self._behind(span.j) or self._before(span.i) or ([self.about] if self.about else [])

    def _has(self, kind: str, i: int, j: int) -> bool:
        return any(i <= span.i < j for span in self.message.chart.of(kind))

    def _copula(self) -> Span | None:
        """The verb of what is judged, where it is no part of the judgement."""
        held = {at for span in self._found() for at in range(span.i, span.j)}
        return next((one for one in self._spans("copula") if one.i not in held), None)

    # --- Strength and causes ---------------------------------------------------------------------

    def _strength(self) -> tuple[str, bool, list[str]]:
        """low, medium, high or "", whether somebody is ill, and of what."""
        ill = [span for span in self._found("ill", "made_ill") if not self.part.denies(span)]
        if ill and not [span for span in self._spans("recovered") if not self.part.denies(span)]:
            made = (span for span in ill if span.kind == "made_ill")
            return "low", True, [name for span in made for name in self._made_ill(span)]
        levels = {self._level(span) for span in self._found("strength")}
        return next((one for one in ("low", "medium", "high") if one in levels), ""), False, []

    def _level(self, span: Span) -> str:
        if not self.part.denies(span):
            return span.value
        return "low" if span.value == "high" else "high"

    def _made_ill(self, span: Span) -> list[str]:
        if span.value == "from":
            return self._behind(span.j)
        return [] if self.message.is_person(self.part.i, span.i) else self._before(span.i)

    def _causes(self, energy: str, ill: bool) -> list[str]:
        said = [span.value for span in self._spans("cause") if not self.part.denies(span)]
        return [*dict.fromkeys(said), *(["illness"] if ill else ["tired"] if energy == "low" else [])]

    def _of_causes(self, causes: Sequence[str]) -> list[str]:
        """What was not liked, where only the cause says so."""
        about = self.about if self._words() & _PRONOUNS else ""
        where = self._where() or about
        said = {
            "walking": "so much walking" if self._spans("on_foot") else "",
            "pace": "the pace",
            "early": "the early start",
            "crowds": f"{where} (crowded)" if where else "the crowds",
            "weather": next((span.value for span in self._spans("weather")), "the rain"),
            "bored": f"{about} (boring)" if about else "",
            "price": "" if self.about else "the prices",
        }
        return [said[cause] for cause in causes if said.get(cause)]

    def _where(self) -> str:
        """ "Too many people at the market"; a long line speaks of no place."""
        begin = {span.j for span in self._found("cause")} if not self._spans("queue") else set()
        places = (name for span in self._spans("beside") if span.i in begin for name in self._behind(span.j))
        return next(places, "")

    def _is_general(self, thing: str) -> bool:
        """Of a kind of things: "museums", "everything", "too many temples", not of one."""
        several = (word for word in re.findall(r"[a-z]+s\b", thing.casefold()))
        return bool(self._spans("of_all")) or any(is_kind(singular(word)) for word in several)

    # --- What was liked --------------------------------------------------------------------------

    def _tastes(self) -> Tastes:
        if self._found("no_complaint"):
            return [], []
        if told := self._excepted() or self._echoed() or self._by_verb() or self._by_rating():
            return told
        copula = self._copula()
        if copula and (best := self._superlative(copula)):
            return self._of_object(best, copula.j, best.value == "good")
        judged = self._found("good", "bad", "superlative")
        judged = [span for span in judged if not copula or span.i >= copula.i]
        return self._judged(judged, copula) if judged else ([], [])

    def _excepted(self) -> Tastes | None:
        """ "… except the rain": judged the other way round."""
        found = next((span for span in self._spans("except") if span.i <= self.part.i + 1), None)
        return (
            _tastes(not self.last.good, self._behind(found.j)) if found and self._is_after_verdict() else None
        )

    def _is_after_verdict(self) -> bool:
        return self.last is not None and bool(self.last.liked or self.last.disliked)

    def _echoed(self) -> Tastes | None:
        """ "… but the view was", "the soup too": judged like what was said before, or the other way round."""
        own = self._found("good", "bad", "likes", "dislikes", "pleases", "lets_down", "superlative")
        if own or not self._is_after_verdict():
            return None
        copula = self._copula()
        if copula and self._ends(copula) and self.message.norm(self.part.i) in _TURNED:
            return _tastes(not self.last.good, self._before(copula.i))
        echo = next(iter(self._spans("echo")), None)
        if echo and (echo.value == "begins" or self._ends(echo)):
            return _tastes(self.last.good, self._behind(echo.j) or self._before(echo.i))
        return None

    def _ends(self, span: Span) -> bool:
        return not self.message.says_word(span.j, self.part.j)

    def _by_verb(self) -> Tastes | None:
        for span in self._found("dislikes", "likes"):
            return self._of_object(span, span.j, (span.kind == "likes") != self.part.denies(span))
        for span in self._found("pleases", "lets_down"):
            if not self.message.is_person(self.part.i, span.i):
                good = (span.kind == "pleases") != self.part.denies(span)
                return _tastes(good, self._before(span.i) or [self.about or THE_DAY])
        return None

    def _of_object(self, span: Span, start: int, good: bool) -> Tastes:
        """What stands behind; a pronoun means what was talked of, or the day."""
        if self.message.is_person(start, self.part.j):
            return [], []
        names = self._behind(start)
        whole = span.value == "whole" or self._words(span) & {"nothing", *_PRONOUNS}
        if not names and (self.about or whole or self.message.says_word(start, self.part.j)):
            names = [self.about or THE_DAY]
        return _tastes(good, names)

    def _by_rating(self) -> Tastes | None:
        rating = next(iter(self._found("rating")), None)
        if rating is None or self._found("good", "bad"):
            return None
        return ([], []) if rating.value == 3 else _tastes(rating.value > 3, self._rated(rating))

    def _rated(self, rating: Span) -> list[str]:
        """ "5 stars for the garden", "we gave the castle 4", "food 2/5"."""
        behind = self.message.norm(rating.j) in ("for", "to")
        names = self._behind(rating.j) if behind else self._before(rating.j)
        names = [name for name in names if name not in _ALL]
        if names or self._has("whole", rating.i, rating.j):
            return names
        dated = self._spans("date", "bare_day", "trip_day", "nth_day")
        return [THE_DAY] if dated else [self.about] if self.about else []

    def _superlative(self, copula: Span) -> Span | None:
        """ "The best part was …": before the verb, so the thing stands behind."""
        return next((span for span in self._spans("superlative") if span.i < copula.i <= span.i + 8), None)

    def _judged(self, judged: Sequence[Span], copula: Span | None) -> Tastes:
        """By an adjective or a noun, behind "was" or before the thing."""
        span = judged[0]
        denied = self.part.denies(span)
        good = ("good" in (span.kind, span.value)) != denied
        names = self._subject(copula, judged) if copula else self._beside_judgement(judged)
        if span.value == "fine":  # of one thing it praises nothing
            past = copula and not self._words(copula) & {"is", "are"} and not denied
            names = [name for name in names if past and name in _ALL]
        if span.kind == "bad" and span.value != "plain" and not denied:
            reason = " ".join(self.message.tokens.norms(span.i, span.j))
            names = [f"{name} ({reason})" for name in names]
        but = (one for one in self._spans("but_for") if copula)  # "everything but the bus was great"
        return _tastes(good, names, [name for one in but for name in self.message.names(one.j, copula.i)])

    def _subject(self, copula: Span, judged: Sequence[Span]) -> list[str]:
        """What is judged; nothing where it is a person, the plan on paper, or a present "that's great"."""
        i, j = self.part.i, copula.i
        present = bool({"is", "are", "'s"} & self._words(copula)) and not self.about
        i = max([i, *(at + 1 for at in self.message.verbs if i <= at < j)])
        i = max([i, *(span.j for span in self._spans("went") if span.j <= j)])
        if self._has("but_for", i, j):
            return [THE_DAY]
        if self.message.is_person(i, j) or (self._words(copula) & {"is", "are"} and self._has("paper", i, j)):
            return []
        names, words = self.message.names(i, j), self.message.words(i, j)
        if own := [name for name in names if name not in _ALL]:
            return own
        if self._has("whole", i, j):
            return [] if present and not words & {"everything", "all"} else names or [THE_DAY]
        if words & {"nothing", "nobody", "none", "no"}:
            return [THE_DAY] if judged[0].kind == "good" else []
        if present:
            return []
        return (self._behind(judged[-1].j) if not self.about and j - i <= 2 else []) or [
            self.about or THE_DAY
        ]

    def _beside_judgement(self, judged: Sequence[Span]) -> list[str]:
        """ "An amazing lunch", "great guide", "food 5 stars"."""
        i, j = self.part.i, judged[0].i
        if names := self._behind(judged[-1].j) or self._before(j):
            return names
        told = self._has("went", i, j) or self._has("had", i, j) or self.message.words(i, j) & {"it", "this"}
        of_the_day = told or self._has("whole", i, self.part.j)
        return [self.about] if self.about else [THE_DAY] if of_the_day else []

    # --- What was left out, what is mentioned ----------------------------------------------------

    def _skipped(self) -> list[str]:
        money = {span.i for span in self._found("money")}  # "dropped 200 bucks"
        spans = (span for span in self._found("skips") if span.j not in money)
        return [name for span in spans if not self.part.denies(span) for name in self._around(span)]

    def _shut(self) -> list[str]:
        """ "The castle was closed", "tower closed for works"."""
        found = [span for span in self._found("shut") if not self.part.denies(span)]
        return [
            f"{name} ({' '.join(self.message.tokens.norms(span.i, span.j))})"
            for span in found
            for name in self._before(span.i) or self._around(span)
        ]

    def _beside(self) -> list[str]:
        """What may be named by the way: "tired after the castle"."""
        return [name for span in self._spans("beside") for name in self._behind(span.j)[:1]]

    def _mentioned(self) -> list[str]:
        """What a part is about that judges nothing: "we went to the castle", "the hike was long"."""
        went = (names for span in self._spans("went") if (names := self._behind(span.j)))
        if names := next(went, None):
            return names
        if rating := next(iter(self._found("rating")), None):
            return self._rated(rating)
        copula = self._copula()
        end = copula.i if copula else self.part.j
        too_much = end - self.part.i > 6 or (self._found() and not copula)
        if (
            too_much
            or self._found("small_talk", "likes", "dislikes")
            or self.message.is_person(self.part.i, end)
        ):
            return []
        return [name for name in self._before(end) if name not in _ALL]
