"""Which places suit a party: interests, must-dos, what to avoid, diet, access, children.

A reason is a short clause for people: "has steps", "no vegan dishes in our data".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from trips.catalogue.bundled import content
from trips.catalogue.diets import ANSWERED_BY_ROWS, answers, in_words, need_of
from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.matching import is_among, means, significant
from trips.catalogue.names import words
from trips.planning.request import Request
from trips.schemas import Place, Point, TripFacts

#: What people say they love → tags of the rows.
INTEREST_TAGS: dict[str, tuple[str, ...]] = {
    said: tuple(tags.split()) for said, tags in content("interests.json")["interests"].items()
}


@dataclass(frozen=True)
class MustDo:
    """A wish and what it is: a row, or an unlisted stop in `city`."""

    text: str
    place: Place | None
    city: City


def tags_of_interest(interest: str) -> frozenset[str]:
    """Tags of the rows that an interest means; the word itself when none is known."""
    folded = " ".join(words(interest))
    singular = folded.removesuffix("s")
    for name in (folded, singular):
        if name in INTEREST_TAGS:
            return frozenset(INTEREST_TAGS[name])
    found = {tag for word in words(interest) for tag in INTEREST_TAGS.get(word.removesuffix("s"), ())}
    return frozenset(found) or frozenset({singular.replace(" ", "_"), folded.replace(" ", "_")})


def own_tag(interest: str) -> str | None:
    """The tag that says the interest's own word: "garden" of gardens; None where tags only describe it."""
    singular = " ".join(words(interest)).removesuffix("s").replace(" ", "_")
    return singular if singular in tags_of_interest(interest) else None


def answers_to(place: Place, liked: Iterable[str]) -> list[str]:
    """What of it a row answers by its own word: "tiles" of the Tile Museum."""
    told = [place.name, *(tag.replace("_", " ") for tag in place.tags)]
    said = f" {' '.join(significant(place.summary))} "
    return [one for one in liked if is_among(one, told) or f" {' '.join(significant(one))} " in said]


@lru_cache(maxsize=256)
def interest_tags(interests: tuple[str, ...]) -> frozenset[str]:
    """Tags of the rows that any of these interests means."""
    return frozenset(tag for interest in interests for tag in tags_of_interest(interest))


def diets(request: Request) -> frozenset[str]:
    """The party's needs that rows answer, as they say them: "allergy: gluten" → gluten_free."""
    return frozenset(need for need in map(need_of, request.facts.dietary) if need in ANSWERED_BY_ROWS)


def unanswered_diets(request: Request) -> list[str]:
    """The needs no row says anything about, in words: "nuts" of "allergy: nuts", "low salt"."""
    needs = map(need_of, request.facts.dietary)
    return list(dict.fromkeys(need.replace("_", " ") for need in needs if need not in ANSWERED_BY_ROWS))


def diet_in_words(request: Request) -> str:
    """In a sentence: vegan and gluten-free; empty when nothing was asked."""
    return " and ".join(map(in_words, sorted(diets(request))))


def offers(place: Place, need: str) -> bool:
    """Whether a food row serves a diet."""
    return not answers(need).isdisjoint(place.diet)


def names_of(place: Place) -> list[str]:
    return place.names


def avoided(place: Place, facts: TripFacts) -> str | None:
    """The wish to avoid that meets this place by name, tag or cuisine; None if none does."""
    vocabulary = [tag.replace("_", " ") for tag in place.tags]
    vocabulary += [word for word in (place.cuisine, place.stay_type) if word]
    for wish in facts.avoid:
        if means(wish, place.names) or is_among(wish, vocabulary):
            return wish
    return None


def unsuitable(place: Place, request: Request) -> str | None:
    """Why this party can't use this place; None = it can."""
    if (wish := avoided(place, request.facts)) is not None:
        return f"to be avoided ({wish})"
    if request.step_free and place.step_free != "yes":
        if place.step_free:
            return "not step-free"
        if place.kind != "food":  # of a table one can ask
            return "step-free access unknown"
    if request.walks_little and place.step_free == "no" and place.kind != "food":
        return "has steps"
    if request.ages and place.children == "no":
        return "not for children"
    if place.kind == "food":
        for need in sorted(diets(request)):
            if not offers(place, need):
                return f"no {in_words(need)} dishes in our data"
    return None


def must_dos(request: Request) -> list[MustDo]:
    """Each must-do as a row of a destination city, or unlisted in the city it names (else the first)."""
    cities = [goal.city for goal in request.goals]
    return [_must_do(text, cities, request.gazetteer) for text in request.facts.must_do]


def _must_do(text: str, cities: list[City], gazetteer: Gazetteer) -> MustDo:
    for city in cities:
        place = place_meant(text, city, gazetteer)
        if place is not None:
            return MustDo(text, place, city)
    given = [city for city in cities if point_given(text, city, gazetteer)]
    named = [city for city in cities if set(words(city.name)) <= set(words(text))]
    return MustDo(text, None, (given or named or cities)[0])


def point_given(name: str, city: City, gazetteer: Gazetteer) -> Point | None:
    """Where the traveller says that a place of theirs is."""
    for row in gazetteer.given_places(city):
        if means(name, [row.name]):
            return Point(name=name, city_id=city.id, lat=row.lat, lon=row.lon)
    return None


def place_meant(text: str, city: City, gazetteer: Gazetteer) -> Place | None:
    """The row of a city that words mean, the most exact one; visits before day trips, food and stays."""
    if not city.curated:
        return None
    rank = {"visit": 0, "day_trip": 1, "food": 2, "stay": 3}
    wanted = set(words(text)) - set(words(city.name))
    rows = [*gazetteer.places(city.curated), *gazetteer.places(city.curated, "day_trip")]
    found = [place for place in rows if means(text, place.names)]

    def closeness(place: Place) -> tuple[int, int]:
        best = min(len(wanted ^ (set(words(name)) - set(words(city.name)))) for name in place.names)
        return rank[place.kind], best

    return min(found, key=closeness, default=None)
