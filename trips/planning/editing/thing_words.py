"""Which things of a plan words name: a place in part of its name, a meal, "the museum", "the hotel"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.matching import means, significant
from trips.catalogue.names import words
from trips.planning.editing.counted_things import at_place, counted_thing
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
#: They belong to a verb: "take it out" names nothing that has an "out" in its name.
_PARTICLES = frozenset("out off in up on back over away down".split())
#: Something else in name can be one of these as well: a tower is a viewpoint.
_ANY_KIND = frozenset({"viewpoint", "walk", "shopping"})
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

    def __init__(
        self, plan: Plan, gazetteer: Gazetteer, today: dt.date, now: dt.datetime | None = None
    ) -> None:
        self.plan = plan
        self.now = now
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
        if day and (counted := counted_thing(phrase)):
            place, kind = counted
            if not kind or is_kind(kind):
                return self._counted(place, kind, day)
        if MEAL_WORDS.fullmatch(phrase):
            return self._meal_said(phrase, day)
        if is_kind(phrase) and (found := self._of_a_kind(phrase, day)):
            return found
        meant = significant(phrase)
        if len(meant) == 1 and meant[0] in _COMMON:
            return None  # "the history" is no museum of history
        exact = [thing for thing in self.things if means(phrase, thing.names)]
        found = self._best(exact, phrase, day) if exact else self._in_part(phrase, day)
        if found:
            return None if self._another_is_meant(phrase, found, exact=bool(exact)) else found
        return self._meal_said(phrase, day) or self._of_a_kind(phrase, day)

    def _counted(self, place: int, kind: str, day: int) -> Thing | None:
        """The first, second … last of a day that is to be seen; where nothing is, of its meals."""
        here = sorted((one for one in self.things if one.number == day), key=lambda one: one.item.start)
        if kind:
            alike = {one.item.uid for one in self._all_of_a_kind(kind)}
            return at_place([one for one in here if one.item.uid in alike], place)
        seen = [one for one in here if isinstance(one.item, Visit)]
        return at_place(seen or [one for one in here if isinstance(one.item, Meal)], place)

    def _all_of_a_kind(self, word: str) -> list[Thing]:
        tags = set(KINDS.get(singular(word), ()))
        visits = [one for one in self.things if isinstance(one.item, Visit)]
        return [one for one in visits if _is_of_kind(one, singular(word), tags)]

    def _another_is_meant(self, phrase: str, found: Thing, *, exact: bool) -> bool:
        """Whether a place that is not in the plan has that name: the Nezu Museum is not the Nezu Shrine."""
        place = self.listed(phrase, found.number)
        if place is None or any(one.item.place_id == place.id for one in self.things):
            return False
        wanted = set(significant(phrase))
        return not exact or _distance(wanted, names_of(place)) < _distance(wanted, found.names)

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
        if not set(significant(phrase)) - _PARTICLES or is_kind(phrase) or self._is_city(phrase):
            return None
        if counted_thing(phrase):
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
        return [one for one in found if _is_of_kind(one, singular(word), tags)]

    def _is_city(self, phrase: str) -> bool:
        """The city itself is none of its places."""
        return any(words(phrase) == words(day.city) for day in self.plan.days)

    # --- parts ------------------------------------------------------------------------------------

    def _best(self, things: Sequence[Thing], phrase: str, day: int | None) -> Thing | None:
        wanted = set(significant(phrase))
        nearest = min(_distance(wanted, thing.names) for thing in things)
        here = [thing for thing in things if thing.number == day]
        near = [one for one in things if _distance(wanted, one.names) == nearest]
        return self._nearest(here or near, day)

    def _in_part(self, phrase: str, day: int | None) -> Thing | None:
        cities = {word for one in self.plan.days for word in words(one.city)}
        wanted = {word for word in significant(phrase) if len(word) >= 4 and word not in _COMMON | cities}
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
        tagged = [one for one in visits if _of_those_tags(one, wanted, tags)]
        here = [one for one in named if one.number == day] or [one for one in tagged if one.number == day]
        return self._nearest(here or ([] if day else named or tagged), day)

    def _nearest(self, things: Iterable[Thing], day: int | None) -> Thing | None:
        """On the day named, else the first one ahead, else the first."""
        found = list(things)
        if day:
            found = [one for one in found if one.number == day] or found
        ahead = [one for one in found if one.number in self.ahead]
        to_come = [one for one in ahead if self.now is None or one.item.start > self.now]
        return (to_come or ahead or found or [None])[0]


def _distance(wanted: set[str], names: Iterable[str]) -> int:
    """How many words differ, by the nearest of the names."""
    return min(len(wanted ^ set(significant(name))) for name in names)


def _is_of_kind(thing: Thing, kind: str, tags: set[str]) -> bool:
    named = kind in map(singular, words(thing.item.title))
    return named or bool(thing.row and _of_those_tags(thing, {kind}, tags))


def _of_those_tags(thing: Thing, kinds: set[str], tags: set[str]) -> bool:
    """Whether the row's tags make it one of these kinds: its own tag does, a wider one only where the name
    doesn't say that it is something else (a museum with animals is no zoo)."""
    had = set(thing.row.tags) if thing.row else set()
    if kinds & had:
        return True
    named = {kind for name in thing.names for word in words(name) if (kind := singular(word)) in KINDS}
    alike = {"museum"} if "gallery" in kinds else set(KINDS) if kinds & _ANY_KIND else set()
    return bool(tags & had) and not named - kinds - alike


def is_kind(phrase: str) -> bool:
    """One word for a kind of sight: "museum", "gardens"."""
    return singular(phrase) in KINDS


def singular(word: str) -> str:
    folded = " ".join(words(word))
    return folded[:-3] + "y" if folded.endswith("ies") else folded.removesuffix("s")


def _words_of(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in significant(name)}


def _is_thing(item: Item) -> bool:
    return not isinstance(item, Leg | FreeTime)
