"""What speaks for a finding and what against it, as clauses that are true of it and of these facts.

A row of our data is judged by its fields. What is in no row is judged by what was told of it, and what
nobody told counts as unknown.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from trips.catalogue.matching import is_among, means
from trips.catalogue.opening_hours import is_known, open_spans
from trips.facts.describing import money
from trips.facts.interests import in_words
from trips.planning.picking import DOLLARS_A_WISH, LEVELS, Pool, is_evening
from trips.planning.request import Request
from trips.planning.wishes import (
    DIET_IN_WORDS,
    MustDo,
    diet_in_words,
    diets,
    names_of,
    offers,
    own_tag,
    tags_of_interest,
    unsuitable,
)
from trips.schemas import Place
from trips.wording import counted, listed

LEVEL_WORDS = {"low": "low", "mid": "mid-range", "high": "high"}
#: Of a city's rows of a kind: those that stand first, in the order of the files.
AMONG_THE_FIRST = 0.85
#: What is akin to an interest, without being it, is worth so much.
AKIN = 0.4
#: A ticket that eats this share of what one wish is worth is dear.
DEAR_SHARE = 0.5
#: Minutes of a visit that count where there are few days.
LONG_VISIT, FEW_DAYS = 240, 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """A finding to be ranked. `place`: its row, if it is one of ours; `data`: what was told of it.
    `kept`: the traveller kept or pinned it. `tier`: the one they gave it by hand, "" = none."""

    key: int
    name: str
    kind: str
    place: Place | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    kept: bool = False
    tier: str = ""

    @property
    def food(self) -> bool:
        return self.kind == "food"

    @property
    def names(self) -> list[str]:
        return [self.name, *(names_of(self.place) if self.place else [])]

    @property
    def tags(self) -> list[str]:
        return list(self.place.tags) if self.place else [str(tag) for tag in self.data.get("tags") or []]


@dataclass(frozen=True)
class CityStay:
    """A city as these travellers have it. `days`: how many they spend there, `assumed` where nobody has said;
    `dates`: which, () where that is open. `pool.request` is of this city alone, and `dated` where its month
    is known."""

    name: str
    pool: Pool = field(repr=False)
    days: int
    dates: tuple[dt.date, ...] = ()
    wishes: tuple[MustDo, ...] = ()
    assumed: bool = False
    dated: bool = True

    @property
    def request(self) -> Request:
        return self.pool.request

    @property
    def visits(self) -> int:
        """How many fit, by the pace."""
        return self.days * self.request.limits.visits

    @property
    def meals(self) -> int:
        """Lunches and dinners."""
        return 2 * self.days

    @property
    def days_in_words(self) -> str:
        if self.assumed:
            return f"the {counted(self.days, 'day')} we assume for {self.name}"
        return f"your {counted(self.days, 'day') if self.days > 1 else 'day'} in {self.name}"

    @property
    def room_in_words(self) -> str:
        """For a sentence of what no longer fits."""
        return (
            f"at a {self.request.pace} pace {self.days_in_words} "
            f"{'hold' if self.days > 1 else 'holds'} {counted(self.visits, 'visit')}"
        )


@dataclass(frozen=True)
class Merit:
    """`score`: higher is better; nothing but an order. `blocked`: a sentence, why these travellers can't use
    it, "" = they can; `closed`: on all of their days. `capped`: something they need is unknown."""

    score: float
    pros: tuple[str, ...] = ()
    cons: tuple[str, ...] = ()
    blocked: str = ""
    closed: bool = False
    capped: bool = False
    wished: bool = False
    named: bool = False


def merit_of(candidate: Candidate, stay: CityStay, order: float) -> Merit:
    """`order`: 1 for what was found first, falling to 0."""
    return _Weighing(candidate, stay, order).merit


class _Weighing:
    """One finding on the scales."""

    def __init__(self, candidate: Candidate, stay: CityStay, order: float) -> None:
        self.candidate, self.stay = candidate, stay
        self.place, self.request = candidate.place, stay.request
        self.score = 1.2 * (stay.pool.ranks.get(self.place.id, order) if self.place else order / 2)
        self.pros: list[str] = []
        self.cons: list[str] = []
        self.capped = False

    @property
    def merit(self) -> Merit:
        wished = self._wishes()
        self._needs()
        self._season_and_time()
        self._money()
        self._first_of_its_kind()
        closed = self._closed_on()
        return Merit(
            score=round(self.score, 4),
            pros=tuple(self.pros),
            cons=tuple(self.cons),
            blocked=self._blocked(),
            closed=bool(self.stay.dates) and closed == len(self.stay.dates),
            capped=self.capped,
            wished=wished,
            named=self._named(),
        )

    @cached_property
    def told(self) -> list[str]:
        """Words told of what is in no row."""
        data = self.candidate.data
        return [self.candidate.name, *(str(data[key]) for key in ("summary", "best_for") if data.get(key))]

    def _named(self) -> bool:
        """Did the traveller name it themselves?"""
        for wish in self.stay.wishes:
            if wish.place is not None and self.place is not None:
                if wish.place.id == self.place.id:
                    return True
            elif wish.place is None and means(wish.text, self.candidate.names):
                return True
        return False

    def _wishes(self) -> bool:
        """Interests, and what they like to eat."""
        facts, tags = self.request.facts, set(self.candidate.tags)
        met = [
            wish
            for wish in facts.interests
            if tags & tags_of_interest(wish) or (self.place is None and is_among(wish, self.told))
        ]
        named = [wish for wish in met if self._is_itself(wish)]
        if met and not named and not self.candidate.food:
            self.score += AKIN  # a zoo with a park in it is no garden: it is none of the reasons
        met = named
        if met and not self.candidate.food:
            self.score += 1.1 + 0.25 * (len(met) - 1)
            interests = "interest" if len(met) == 1 else "interests"
            self.pros.append(f"it answers your {interests} in {listed(in_words(wish) for wish in met[:3])}")
        if self.candidate.food:
            met = [wish for wish in facts.cuisines if is_among(wish, self._kitchen())]
            if met:
                self.score += 1.5
                self.pros.append(f"it serves the {listed(met[:3])} you like")
        return bool(met)

    def _is_itself(self, wish: str) -> bool:
        """Where rows have a tag for the interest's own word, is this one tagged with it, and not only with
        what is akin? An interest that is wider than any tag (nature, culture) is met by each of its tags."""
        own = own_tag(wish)
        return self.place is None or own is None or own in self.candidate.tags

    def _kitchen(self) -> list[str]:
        if self.place is not None:
            return [word for word in (self.place.cuisine, *self.place.dishes) if word]
        data = self.candidate.data
        return [str(word) for word in (data.get("cuisine"), *(data.get("dishes") or [])) if word]

    def _needs(self) -> None:
        """Diet, access, children: met, half met, or nobody knows."""
        request, place = self.request, self.place
        if self.candidate.food and diets(request):
            told = {str(word).casefold().replace("-", "_").replace(" ", "_") for word in self._diets()}
            met = place is not None or all(need in told for need in diets(request))
            if met:
                self.score += 0.5
                self.pros.append(f"it has {diet_in_words(request)} dishes")
            else:
                self._unknown(f"whether it has {diet_in_words(request)} dishes is not known")
        if request.walks_little:
            access = place.step_free if place else None
            if access == "yes":
                self.score += 0.3
                self.pros.append("one gets in without steps")
            elif access == "partly":
                self.score -= 0.6
                self.cons.append("it is only partly free of steps")
            elif not self.candidate.food or request.step_free:
                self._unknown("whether one gets in without steps is not known")
        if request.ages and place is not None and place.children == "good":
            self.score += 0.6
            self.pros.append("it is good for children")

    def _diets(self) -> Sequence[Any]:
        return self.candidate.data.get("diet") or []

    def _unknown(self, clause: str) -> None:
        self.capped = True
        self.score -= 0.5
        self.cons.append(clause)

    def _season_and_time(self) -> None:
        place, pool, days = self.place, self.stay.pool, self.stay.days
        if place is None or self.candidate.food:
            return
        if pool.indoors_season and self.stay.dated:
            season = f"{self.request.start:%B} is cold in {self.stay.name}"
            if "rainy_day" in place.tags:
                self.score += 0.2
                self.pros.append(f"it is good for a rainy day, and {season}")
            elif place.outdoor:
                self.score -= 0.3
                self.cons.append(f"it is out of doors, and {season}")
        if place.visit and place.visit.typical >= LONG_VISIT and days <= FEW_DAYS:
            self.score -= 0.5
            hours = counted(round(place.visit.typical / 60), "hour")
            self.cons.append(f"it takes about {hours} of {self.stay.days_in_words}")
        if is_evening(place):
            self.score -= 0.4

    def _money(self) -> None:
        place, level = self.place, self.request.level
        if place is None:
            return
        words = (
            f"for your {LEVEL_WORDS[level]} budget"
            if self.request.facts.budget.level
            else f"for a {LEVEL_WORDS[level]} trip"
        )
        if self.candidate.food:
            above = LEVELS.index(place.band) - LEVELS.index(level) if place.band else 0
            self.score -= 0.7 * max(0, above)
            if above > 0:
                self.cons.append(f"its prices are high {words}")
            elif above == 0 and place.band and self.request.facts.budget.level:
                self.score += 0.2
                self.pros.append(f"its prices are right {words}")
            return
        if (price := place.price) is None:
            return
        share = self.stay.pool.dollars(price.adult, price.currency) / DOLLARS_A_WISH[level]
        self.score -= min(1.5, share)
        if not price.adult:
            self.pros.append("it is free")
        elif share >= DEAR_SHARE:
            self.cons.append(f"at {money(price.adult, price.currency)} a person it is dear {words}")

    def _first_of_its_kind(self) -> None:
        if self.place and self.stay.pool.ranks.get(self.place.id, 0) >= AMONG_THE_FIRST:
            self.pros.append(f"it is among the first that our data names in {self.stay.name}")

    def _closed_on(self) -> int:
        """On how many of their days; a few of several is told."""
        place = self.place
        if place is None or not is_known(place.hours):
            return 0
        spans = [open_spans(place, date, self.request.gazetteer) for date in self.stay.dates]
        closed = sum(one == [] for one in spans)
        if 0 < closed < len(spans):
            self.score -= 0.4 * closed / len(spans)
            self.cons.append(f"it is closed on {closed} of {self.stay.days_in_words}")
        return closed

    def _blocked(self) -> str:
        place, request = self.place, self.request
        if place is None:
            words = [self.candidate.name, *self.candidate.tags, *self._kitchen()]
            wish = next((one for one in request.facts.avoid if is_among(one, words)), None)
            return f"You asked to avoid {wish}." if wish else ""
        reason = unsuitable(place, request)
        if reason is None:
            return ""
        if reason.startswith("to be avoided ("):
            return f"You asked to avoid {reason.removeprefix('to be avoided (').removesuffix(')')}."
        if place.kind == "food" and reason.startswith("no "):
            needs = [need for need in sorted(diets(request)) if not offers(place, need)]
            words = listed(DIET_IN_WORDS.get(need, need.replace("_", " ")) for need in needs)
            return f"Our data names no {words} dishes there, and you asked for them."
        return {
            "not step-free": "It is not step-free, and you need that.",
            "step-free access unknown": "Our data does not say that it is step-free, and you need that.",
            "has steps": "It has steps, and you want to avoid them.",
            "not for children": "It is not for children, and you travel with some.",
        }.get(reason, f"It does not suit you: {reason}.")
