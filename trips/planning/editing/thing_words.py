"""Which things of a plan words name: a place in part of its name, a meal, "the museum", "the hotel"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trips.planning.editing.itinerary import DESK, LEFT_OVER
from trips.planning.gazetteer import Gazetteer
from trips.planning.names import words
from trips.planning.validator.matching import means, significant
from trips.planning.wishes import names_of, place_meant
from trips.schemas import FreeTime, Item, Leg, Meal, MealName, Place, Plan, Stay, Visit

MEALS: dict[str, MealName] = {
    "breakfast": "breakfast",
    "brunch": "breakfast",
    "lunch": "lunch",
    "dinner": "dinner",
    "supper": "dinner",
    "evening meal": "dinner",
}
MEAL_WORDS = re.compile(rf"\b({'|'.join(MEALS)})(?:s|e?s)?\b", re.I)
STAY_WORDS = re.compile(
    r"\b(hotel|hostel|stay|accommodation|lodging|riad|ryokan|apartment|guesthouse|place\s+to\s+stay)s?\b",
    re.I,
)
#: Kinds of sights → tags of the rows.
KINDS: dict[str, tuple[str, ...]] = {
    "museum": ("museum",),
    "gallery": ("art", "museum"),
    "garden": ("garden",),
    "park": ("park",),
    "temple": ("temple", "religion"),
    "shrine": ("religion", "temple"),
    "church": ("religion",),
    "mosque": ("religion",),
    "cathedral": ("religion",),
    "market": ("market",),
    "zoo": ("animals",),
    "aquarium": ("animals",),
    "beach": ("beach",),
    "tower": ("view",),
    "viewpoint": ("view",),
    "shopping": ("shopping",),
    "theatre": ("theatre",),
    "hammam": ("hammam",),
    "onsen": ("onsen",),
    "walk": ("walk",),
    "castle": (),
    "palace": (),
    "bridge": (),
    "square": (),
    "cemetery": (),
    "library": (),
    "island": (),
    "monument": (),
}
#: Words in too many names to mean one of them.
_COMMON = frozenset(
    """museum park garden market house street square hall tower temple shrine church castle palace bridge
    center centre national city public old new north south east west great grand royal restaurant cafe bar
    food foods sea vegan vegetarian history culture art nature science train trains railway flight restaurants
    walk trail tour day morning afternoon evening free time hotel station boston tokyo kyoto paris marrakesh
    york""".split()
)
#: What may stand before the word for a kind.
_ANY_OF = frozenset("other first second next last big old same only whole".split())
_ARTICLES = re.compile(
    r"^(?:(?:the|a|an|our|my|that|this|some|to|at|visit(?:ing)?|going|trip|tour|of|in|with)\s+)+", re.I
)


@dataclass(frozen=True)
class Thing:
    number: int  # of its day, from 1
    item: Item
    row: Place | None

    @property
    def names(self) -> list[str]:
        return [self.item.title, *(names_of(self.row) if self.row else ())]


class ThingWords:
    """The things of one plan, to be found by words."""

    def __init__(self, plan: Plan, gazetteer: Gazetteer, today: dt.date) -> None:
        self.plan = plan
        self.gazetteer = gazetteer
        self.things = [
            Thing(number, item, gazetteer.place(item.place_id) if item.place_id else None)
            for number, day in enumerate(plan.days, 1)
            for item in day.items
            if _is_thing(item)
        ]
        self.ahead = [number for number, day in enumerate(plan.days, 1) if day.date >= today] or [
            len(plan.days)
        ]

    def find(self, said: str, day: int | None = None) -> Thing | None:
        """The thing of the plan that these words mean; of several the one on `day`, else the next one."""
        phrase = _ARTICLES.sub("", said.strip(" ,.'\"?!")).strip()
        if not phrase or len(phrase) > 120 or self._is_city(phrase):
            return None
        if MEAL_WORDS.fullmatch(phrase):
            return self._meal_said(phrase, day)
        if is_kind(phrase) and (found := self._of_a_kind(phrase, day)):
            return found
        meant = significant(phrase)
        if len(meant) == 1 and meant[0] in _COMMON:
            return None  # "the history" is no museum of history
        exact = [thing for thing in self.things if means(phrase, thing.names)]
        if exact:
            return self._best(exact, phrase, day)
        return self._in_part(phrase, day) or self._meal_said(phrase, day) or self._of_a_kind(phrase, day)

    def meal(self, meal: MealName, day: int | None) -> Thing | None:
        """That meal of a day, or the next one."""
        found = [one for one in self.things if isinstance(one.item, Meal) and one.item.meal == meal]
        return self._nearest(found, day)

    def stay(self, day: int | None, city: str = "") -> Thing | None:
        """Where they stay in a city, or on a day; else the first one ahead."""
        stays = [one for one in self.things if isinstance(one.item, Stay)]
        if city:
            stays = [one for one in stays if self.plan.days[one.number - 1].city == city]
        if day:
            stays = [one for one in stays if one.number <= day] or stays
            return stays[-1] if stays else None
        ahead = [one for one in stays if one.item.end.date() > self.plan.days[self.ahead[0] - 1].date]
        return (ahead or stays or [None])[0]

    def listed(self, said: str, day: int | None = None) -> Place | None:
        """A place of our data in the cities of the trip, those of the day first."""
        phrase = _ARTICLES.sub("", said.strip(" ,.'\"?!")).strip()
        if not significant(phrase) or is_kind(phrase) or self._is_city(phrase):
            return None
        days = [self.plan.days[day - 1]] if day else []
        for city_id in dict.fromkeys(one.city_id for one in [*days, *self.plan.days] if one.city_id):
            city = self.gazetteer.city(city_id)
            place = place_meant(phrase, city, self.gazetteer) if city else None
            if place:
                return place
        return None

    def of_kind(self, word: str, day: int | None = None) -> list[Thing]:
        """Every sight of a kind that is not over, on a day or on all."""
        tags = set(KINDS.get(singular(word), ()))
        found = [one for one in self.things if isinstance(one.item, Visit) and one.number in self.ahead]
        found = [one for one in found if day is None or one.number == day]
        return [
            one
            for one in found
            if singular(word) in map(singular, words(one.item.title))
            or (one.row and tags & set(one.row.tags))
        ]

    def _is_city(self, phrase: str) -> bool:
        """The city itself is none of its places."""
        return any(words(phrase) == words(day.city) for day in self.plan.days)

    # --- parts ------------------------------------------------------------------------------------

    def _best(self, things: Sequence[Thing], phrase: str, day: int | None) -> Thing | None:
        wanted = set(significant(phrase))

        def distance(thing: Thing) -> int:
            return min(len(wanted ^ set(significant(name))) for name in thing.names)

        nearest = min(distance(thing) for thing in things)
        here = [thing for thing in things if thing.number == day]
        return self._nearest(here or [one for one in things if distance(one) == nearest], day)

    def _in_part(self, phrase: str, day: int | None) -> Thing | None:
        wanted = {word for word in significant(phrase) if len(word) >= 4 and word not in _COMMON}
        scores = {thing.item.uid: len(wanted & _words_of(thing.names)) for thing in self.things}
        best = max(scores.values(), default=0)
        if not wanted or not best:
            return None
        return self._nearest([one for one in self.things if scores[one.item.uid] == best], day)

    def _meal_said(self, phrase: str, day: int | None) -> Thing | None:
        match = MEAL_WORDS.search(phrase)
        return self.meal(MEALS[match[1].lower()], day) if match else None

    def _of_a_kind(self, phrase: str, day: int | None) -> Thing | None:
        if STAY_WORDS.fullmatch(phrase):
            return self.stay(day)
        kinds = [singular(word) for word in words(phrase)]
        if not kinds or not set(kinds[:-1]) <= _ANY_OF or kinds[-1] not in KINDS:
            return None  # the Orsay Museum is not any museum
        tags = {tag for word in kinds for tag in KINDS.get(word, ())}
        visits = [one for one in self.things if isinstance(one.item, Visit)]
        wanted = set(kinds) & set(KINDS)
        named = [one for one in visits if wanted & {singular(word) for word in words(one.item.title)}]
        tagged = [one for one in visits if one.row and tags & set(one.row.tags)]
        here = [one for one in named if one.number == day] or [one for one in tagged if one.number == day]
        return self._nearest(here or ([] if day else named or tagged), day)

    def _nearest(self, things: Iterable[Thing], day: int | None) -> Thing | None:
        """On the day named, else the first one ahead, else the first."""
        found = list(things)
        if day:
            found = [one for one in found if one.number == day] or found
        ahead = [one for one in found if one.number in self.ahead]
        return (ahead or found or [None])[0]


def is_kind(phrase: str) -> bool:
    """One word for a kind of sight: "museum", "gardens"."""
    return singular(phrase) in KINDS


def singular(word: str) -> str:
    folded = " ".join(words(word))
    return folded[:-3] + "y" if folded.endswith("ies") else folded.removesuffix("s")


def _words_of(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in significant(name)}


def _is_thing(item: Item) -> bool:
    if isinstance(item, Leg):
        return False
    return not (isinstance(item, FreeTime) and item.title.startswith((LEFT_OVER, *DESK)))
