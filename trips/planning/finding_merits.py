"""What speaks for a finding and what against it, as clauses that are true of it and of these facts.

A row of our data is judged as the planner judges it. What is in no row is judged by what was told of it, and
what nobody told counts as unknown.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from trips.catalogue.matching import is_among, means
from trips.catalogue.names import words
from trips.catalogue.opening_hours import open_spans
from trips.facts.describing import money
from trips.facts.interests import in_words
from trips.planning.picking import LEVELS, Pool, dearness, ranked_visits
from trips.planning.request import Request
from trips.planning.tables import table_fit
from trips.planning.wishes import (
    MustDo,
    avoided,
    diet_in_words,
    diets,
    own_tag,
    tags_of_interest,
    unsuitable,
)
from trips.schemas import Place
from trips.wording import counted, listed

LEVEL_WORDS = {"low": "low", "mid": "mid-range", "high": "high"}
#: Of a city's rows of a kind: those that stand first, in the order of the files.
AMONG_THE_FIRST = 0.85
#: What of a sight's fit, and how many times a table's, counts here; what a kitchen they like counts.
OF_A_SIGHT, OF_A_TABLE, LIKED = 1 / 3, 2.0, 1.5
#: What the first finding of no row counts, and one that answers a wish.
FIRST_TOLD, WISHED_TOLD = 0.6, 1.1
#: What each thing that they need and nobody knows costs, and being closed on all of their days.
UNKNOWN, CLOSED = 0.5, 0.4
#: A ticket that eats this share of what one wish is worth is dear.
DEAR_SHARE = 0.5
#: Minutes of a visit that count where there are few days, and how much.
LONG_VISIT, FEW_DAYS, LONG = 240, 2, 0.5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A finding to be ranked. `place`: its row, if it is one of ours; `data`: what was told of it.
    `kept`: "you kept it", "it is in your plan", "". `tier`: the one they gave it by hand, "" = none."""

    key: int
    name: str
    kind: str
    place: Place | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    kept: str = ""
    tier: str = ""

    @property
    def food(self) -> bool:
        return self.kind == "food"

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

    @cached_property
    def scores(self) -> dict[str, float]:
        """Of the rows that suit, by id: how well the planner finds them to fit."""
        pool, level = self.pool, self.request.level
        visits = ranked_visits(pool, self.request.facts.interests, level=level)
        tables = ((table_fit(place, pool, level, plainer=True), place) for place in pool.tables)
        return {place.id: OF_A_SIGHT * fit for fit, place in visits} | {
            place.id: OF_A_TABLE * fit for fit, place in tables if fit is not None
        }

    @cached_property
    def cold(self) -> str:
        """That it is a season for indoors, where the month is known."""
        is_cold = self.pool.indoors_season and self.dated
        return f"{self.request.start:%B} is cold in {self.name}" if is_cold else ""

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
            f"{'hold' if self.days > 1 else 'holds'} up to {counted(self.request.limits.visits, 'visit')}"
            f"{' each' if self.days > 1 else ''}"
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
    wishes, unknown = _wishes(candidate, stay.request), list(_unknown(candidate, stay.request))
    closed, days = _closed_days(candidate.place, stay), len(stay.dates)
    partly = f"it is closed on {closed} of {stay.days_in_words}" if 0 < closed < days else ""
    score = _score(candidate, stay, order, bool(wishes)) - UNKNOWN * len(unknown)
    return Merit(
        score=round(score - CLOSED * closed / max(1, days), 4),
        pros=tuple(_pros(candidate, stay, wishes)),
        cons=(*unknown, *_cons(candidate, stay), *filter(None, (partly,))),
        blocked=_blocked(candidate, stay.request),
        closed=0 < days == closed,
        capped=bool(unknown),
        wished=bool(wishes),
        named=any(_is_named(candidate, wish) for wish in stay.wishes),
    )


def _is_named(candidate: Candidate, wish: MustDo) -> bool:
    """Did the traveller name it themselves?"""
    place = candidate.place
    if wish.place is not None and place is not None:
        return wish.place.id == place.id
    return wish.place is None and means(wish.text, [candidate.name, *(place.names if place else [])])


def _score(candidate: Candidate, stay: CityStay, order: float, wished: bool) -> float:
    place = candidate.place
    if place is None:
        return FIRST_TOLD * order + WISHED_TOLD * wished
    liked = LIKED * (candidate.food and wished)
    return stay.scores.get(place.id, 0.0) + liked - LONG * (not candidate.food and _is_long(place, stay))


def _wishes(candidate: Candidate, request: Request) -> list[str]:
    """Interests that it answers, of a place to eat the cuisines. A zoo with a park in it is no garden: where
    rows have a tag for the interest's own word, it has to have that."""
    facts, tags = request.facts, set(candidate.tags)
    if candidate.food:
        return [wish for wish in facts.cuisines if is_among(wish, _kitchen(candidate))]
    if candidate.place is not None:
        asked = {
            wish: {own} if (own := own_tag(wish)) else tags_of_interest(wish) for wish in facts.interests
        }
        return [wish for wish, meant in asked.items() if tags & meant]
    told = [str(word) for key in ("summary", "best_for") if (word := candidate.data.get(key))]
    told.insert(0, candidate.name)
    return [wish for wish in facts.interests if tags & tags_of_interest(wish) or is_among(wish, told)]


def _kitchen(candidate: Candidate) -> list[str]:
    place, data = candidate.place, candidate.data
    said = (place.cuisine, *place.dishes) if place else (data.get("cuisine"), *(data.get("dishes") or ()))
    return [str(word) for word in said if word]


def _unknown(candidate: Candidate, request: Request) -> Iterator[str]:
    """What they need, and nobody knows whether it is there."""
    place = candidate.place
    if candidate.food and not _serves_diets(candidate, request):
        yield f"whether it has {diet_in_words(request)} dishes is not known"
    asks = request.step_free or (request.walks_little and not candidate.food)
    if asks and not (place and place.step_free):
        yield "whether one gets in without steps is not known"


def _serves_diets(candidate: Candidate, request: Request) -> bool:
    """A row that does not is blocked."""
    told = {"_".join(words(str(word))) for word in candidate.data.get("diet") or ()}
    return candidate.place is not None or diets(request) <= told


def _pros(candidate: Candidate, stay: CityStay, wishes: list[str]) -> Iterator[str]:
    place, request, food = candidate.place, stay.request, candidate.food
    if wishes and food:
        yield f"it serves the {listed(wishes[:3])} you like"
    elif wishes:
        yield f"you asked for {listed(map(in_words, wishes[:3]))}"
    if food and diets(request) and _serves_diets(candidate, request):
        yield f"it has {diet_in_words(request)} dishes"
    if place is None:
        return
    if request.walks_little and place.step_free == "yes":
        yield "one gets in without steps"
    if request.ages and place.children == "good":
        yield "it is good for children"
    if stay.cold and not food and "rainy_day" in place.tags:
        yield f"it is good for a rainy day, and {stay.cold}"
    if food and request.facts.budget.level and place.band == request.level:
        yield f"its prices are right {_budget(request)}"
    if not food and place.price and not place.price.adult and place.grade_of("price") != "estimate":
        yield "it is free"
    if stay.pool.ranks.get(place.id, 0) >= AMONG_THE_FIRST:
        yield f"it is among the best known in {stay.name}"


def _cons(candidate: Candidate, stay: CityStay) -> Iterator[str]:
    place, request = candidate.place, stay.request
    if place is None:
        return
    if request.walks_little and place.step_free == "partly":
        yield "it is only partly free of steps"
    if candidate.food:
        if place.band and LEVELS.index(place.band) > LEVELS.index(request.level):
            yield f"its prices are high {_budget(request)}"
        return
    if stay.cold and place.outdoor and "rainy_day" not in place.tags:
        yield f"it is out of doors, and {stay.cold}"
    if _is_long(place, stay):
        yield f"it takes about {counted(round(place.visit.typical / 60), 'hour')} of {stay.days_in_words}"
    if (price := place.price) and dearness(place, stay.pool, request.level) >= DEAR_SHARE:
        yield f"at {money(price.adult, price.currency)} a person it is dear {_budget(request)}"


def _budget(request: Request) -> str:
    level = LEVEL_WORDS[request.level]
    return f"for your {level} budget" if request.facts.budget.level else f"for a {level} trip"


def _is_long(place: Place, stay: CityStay) -> bool:
    return bool(place.visit) and place.visit.typical >= LONG_VISIT and stay.days <= FEW_DAYS


def _closed_days(place: Place | None, stay: CityStay) -> int:
    """On how many of their days."""
    if place is None:
        return 0
    return sum(open_spans(place, date, stay.request.gazetteer) == [] for date in stay.dates)


def _blocked(candidate: Candidate, request: Request) -> str:
    place = candidate.place
    if place is None:
        told = [candidate.name, *candidate.tags, *_kitchen(candidate)]
        wish = next((one for one in request.facts.avoid if is_among(one, told)), None)
    else:
        wish = avoided(place, request.facts)
    if wish:
        return f"You asked to avoid {wish}."
    reason = unsuitable(place, request) if place else None
    return f"It does not suit you: {reason}." if reason else ""
