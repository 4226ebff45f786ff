"""Which things of a plan words name: a place in part of its name, a meal, "the museum", "the hotel"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.matching import means, significant
from trips.catalogue.names import words
from trips.planning.wishes import names_of, place_meant
from trips.reading import lexicon
from trips.schemas import FreeTime, Item, Leg, Meal, MealName, Place, Plan, Stay, Visit


def _said(kind: str) -> dict[str, str]:
    """Each word of a kind in the lexicon, and its value."""
    rows = [row for row in lexicon.rows("edits") if row.kind == kind]
    return {word.strip(): str(row.value) for row in rows for word in row.say.split("|")}


MEALS: dict[str, MealName] = _said("meal")  # type: ignore[assignment]
MEAL_WORDS = re.compile(rf"\b({'|'.join(MEALS)})(?:s|e?s)?\b", re.I)
#: "Lunch", "the dinner place".
A_MEAL = re.compile(
    rf"{MEAL_WORDS.pattern}(?: (?:place|spot|restaurant|table|reservation|booking|stop))?", re.I
)
STAYS = _said("lodging")
#: Kinds of sights → tags of the rows; those that only a name tells have none.
KINDS = {word: tuple(tags.split()) if tags != "name" else () for word, tags in _said("sight").items()}
#: Words in too many names to mean one of them.
_COMMON = lexicon.words("edits", "common") | set(KINDS)
#: They belong to a verb: "take it out" names nothing that has an "out" in its name.
_PARTICLES = lexicon.words("edits", "particles")
#: Something else in name can be one of these as well: a tower is a viewpoint.
_ANY_KIND = frozenset({"viewpoint", "walk", "shopping"})
#: Words that name no meal in particular; what rooms have.
_ANY_MEAL = frozenset("food meal place local traditional style street lunch dinner breakfast best".split())
_OF_A_STAY = lexicon.words("edits", "of_a_stay")
#: What may stand before the word for a kind.
_ANY_OF = frozenset("other next big old same only whole".split())
_ARTICLES = re.compile(
    r"^(?:(?:the|a|an|our|my|that|this|some|any|to|at|visit(?:ing)?|going|trip|tour|of|in|with)\s+)+", re.I
)


def bare(said: str) -> str:
    """Without article and signs."""
    return _ARTICLES.sub("", f"{said.strip(' ,.;!?')} ").strip(" \"'“”")


def singular(word: str) -> str:
    folded = " ".join(words(word))
    return folded[:-3] + "y" if folded.endswith("ies") else folded.removesuffix("s")


def is_kind(phrase: str) -> bool:
    """One word for a kind of sight: "museum", "gardens"."""
    return singular(phrase) in KINDS


def stems(text: str) -> set[str]:
    return {word.removesuffix("s") for word in re.findall(r"[^\W\d_]{4,}", text.casefold())}


@dataclass(frozen=True)
class Thing:
    number: int  # of its day, from 1
    item: Item
    row: Place | None

    @property
    def names(self) -> list[str]:
        return [self.item.title, *(names_of(self.row) if self.row else ())]

    @property
    def meal(self) -> bool:
        return isinstance(self.item, Meal)

    @property
    def served(self) -> set[str]:
        """Words of a meal's table: its name, kitchen and tags."""
        tags = " ".join(self.row.tags) if self.row else ""
        return (
            stems(f"{self.item.cuisine} {self.item.title} {tags}") if isinstance(self.item, Meal) else set()
        )


class Things:
    """The things of one plan, to be found by words."""

    def __init__(
        self, plan: Plan, gazetteer: Gazetteer, today: dt.date, now: dt.datetime | None = None
    ) -> None:
        self.plan, self.gazetteer, self.now = plan, gazetteer, now
        self.all = [
            Thing(number, item, gazetteer.place(item.place_id) if item.place_id else None)
            for number, day in enumerate(plan.days, 1)
            for item in day.items
            if not isinstance(item, Leg | FreeTime)
        ]
        last = [len(plan.days)]
        self.ahead = [number for number, day in enumerate(plan.days, 1) if day.date >= today] or last

    def find(self, said: str, day: int | None = None) -> Thing | None:
        """The thing of the plan that these words mean; of several the one on `day`, else the next one."""
        phrase = bare(said)
        if not phrase or len(phrase) > 120 or self.is_city(phrase):
            return None
        if A_MEAL.fullmatch(phrase):
            return self._meal_said(phrase, day)
        if is_kind(phrase) and (found := self._of_a_kind(phrase, day)):
            return found
        meant = significant(phrase)
        if len(meant) == 1 and meant[0] in _COMMON:
            return None  # "the history" is no museum of history
        exact = [thing for thing in self.all if means(phrase, thing.names)]
        found = self._best(exact, phrase, day) if exact else self._in_part(phrase, day)
        if found:
            return None if self._another_is_meant(phrase, found, exact=bool(exact)) else found
        return self._meal_said(phrase, day) or self._of_a_kind(phrase, day)

    def counted(self, nth: int, kind: str, day: int) -> Thing | None:
        """The first, second … last (-1) of a day that is to be seen; where nothing is, of its meals."""
        here = sorted((one for one in self.all if one.number == day), key=lambda one: one.item.start)
        seen = [one for one in here if isinstance(one.item, Visit) and (not kind or is_of_kind(one, kind))]
        seen = seen or [one for one in here if isinstance(one.item, Meal) and not kind]
        return seen[nth - 1 if nth > 0 else nth] if 0 < abs(nth) <= len(seen) else None

    def at_hour(self, hour: dt.time, day: int | None) -> Thing | None:
        """What begins within the hour, the nearest of it."""
        here = [one for one in self.all if not isinstance(one.item, Stay) and day in (None, one.number)]
        away = [abs(dt.datetime.combine(one.item.start, hour) - one.item.start) for one in here]
        near = [one for one, far in zip(here, away, strict=True) if far == min(away) <= dt.timedelta(hours=1)]
        return self._nearest(near, day)

    def meal(self, meal: MealName, day: int | None) -> Thing | None:
        """That meal of a day, or the next one."""
        found = [one for one in self.all if isinstance(one.item, Meal) and one.item.meal == meal]
        return self._nearest(found, day)

    def stay(self, day: int | None, city: str = "") -> Thing | None:
        """Where they stay in a city, or on a day; else the first one ahead."""
        stays = [one for one in self.all if isinstance(one.item, Stay)]
        if city:
            stays = [one for one in stays if self.plan.days[one.number - 1].city == city]
        if day:
            stays = [one for one in stays if one.number <= day] or stays
            return stays[-1] if stays else None
        ahead = [one for one in stays if one.item.end.date() > self.plan.days[self.ahead[0] - 1].date]
        return (ahead or stays or [None])[0]

    def listed(self, said: str, day: int | None = None) -> Place | None:
        """A place of our data in the cities of the trip, those of the day first."""
        phrase = bare(said)
        if not set(significant(phrase)) - _PARTICLES or is_kind(phrase) or self.is_city(phrase):
            return None
        days = [self.plan.days[day - 1]] if day else []
        for city_id in dict.fromkeys(one.city_id for one in [*days, *self.plan.days] if one.city_id):
            city = self.gazetteer.city(city_id)
            if city and (place := place_meant(phrase, city, self.gazetteer)):
                return place
        return None

    def planned(self, place: Place) -> Thing | None:
        return next((one for one in self.all if one.item.place_id == place.id), None)

    def of_kind(self, word: str, day: int | None = None) -> list[Thing]:
        """Every sight of a kind that is not over, on a day or on all."""
        found = [one for one in self.all if isinstance(one.item, Visit) and one.number in self.ahead]
        return [one for one in found if day in (None, one.number) and is_of_kind(one, singular(word))]

    def is_city(self, phrase: str) -> bool:
        """The city itself is none of its places."""
        return any(words(phrase) == words(day.city) for day in self.plan.days)

    # --- parts ------------------------------------------------------------------------------------

    def _another_is_meant(self, phrase: str, found: Thing, *, exact: bool) -> bool:
        """Whether a place that is not in the plan has that name: the Nezu Museum is not the Nezu Shrine."""
        place = self.listed(phrase, found.number)
        if place is None or self.planned(place):
            return False
        wanted = set(significant(phrase))
        away = _distance(wanted, names_of(place))
        return not exact or (away < _distance(wanted, found.names) and (len(wanted) > 1 or not away))

    def _best(self, things: list[Thing], phrase: str, day: int | None) -> Thing | None:
        wanted = set(significant(phrase))
        nearest = min(_distance(wanted, thing.names) for thing in things)
        here = [thing for thing in things if thing.number == day]
        return self._nearest(here or [one for one in things if _distance(wanted, one.names) == nearest], day)

    def _in_part(self, phrase: str, day: int | None) -> Thing | None:
        cities = {word for one in self.plan.days for word in words(one.city)}
        wanted = {word for word in significant(phrase) if len(word) >= 4 and word not in _COMMON | cities}
        own = {one.item.uid: {word for name in one.names for word in significant(name)} for one in self.all}
        scores = {uid: len(wanted & words) for uid, words in own.items()}
        best = max(scores.values(), default=0)
        return self._nearest([one for one in self.all if scores[one.item.uid] == best], day) if best else None

    def _meal_said(self, phrase: str, day: int | None) -> Thing | None:
        match = MEAL_WORDS.search(phrase)
        return self.meal(MEALS[match[1].lower()], day) if match else None

    def _of_a_kind(self, phrase: str, day: int | None) -> Thing | None:
        if singular(phrase) in STAYS:
            return self.stay(day)
        kinds = [singular(word) for word in words(phrase)]
        if not kinds or not set(kinds[:-1]) <= _ANY_OF or kinds[-1] not in KINDS:
            return None  # the Orsay Museum is not any museum
        visits = [one for one in self.all if isinstance(one.item, Visit)]
        named = [one for one in visits if kinds[-1] in map(singular, words(one.item.title))]
        tagged = [one for one in visits if is_of_kind(one, kinds[-1])]
        here = [one for one in named if one.number == day] or [one for one in tagged if one.number == day]
        return self._nearest(here or ([] if day else named or tagged), day)

    def by_its_parts(self, phrase: str, day: int | None) -> Thing | None:
        """ "The ramen", "the shower": a meal by what is served there, the stay by what rooms have."""
        said = stems(phrase) - _ANY_MEAL
        if said & _OF_A_STAY:
            return self.stay(day)
        return self._nearest((one for one in self.all if one.meal and said & one.served), day)

    def _nearest(self, things: Iterable[Thing], day: int | None) -> Thing | None:
        """On the day named, else the first one ahead, else the first."""
        found = list(things)
        if day:
            found = [one for one in found if one.number == day] or found
        ahead = [one for one in found if one.number in self.ahead]
        to_come = [one for one in ahead if self.now is None or one.item.start > self.now]
        return (to_come or ahead or found or [None])[0]


def is_of_kind(thing: Thing, kind: str) -> bool:
    """By its name, or by the row's tags: its own tag does, a wider one only where the name doesn't say that
    it is something else (a museum with animals is no zoo)."""
    had = set(thing.row.tags) if thing.row else set()
    if kind in had or kind in map(singular, words(thing.item.title)):
        return True
    named = {word for name in thing.names for said in words(name) if (word := singular(said)) in KINDS}
    alike = {"museum"} if kind == "gallery" else set(KINDS) if kind in _ANY_KIND else set()
    return bool(set(KINDS.get(kind, ())) & had) and not named - {kind} - alike


def _distance(wanted: set[str], names: Iterable[str]) -> int:
    """How many words differ, by the nearest of the names."""
    return min(len(wanted ^ set(significant(name))) for name in names)
