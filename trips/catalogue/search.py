"""From a name as said to cities: exact names first, then qualifiers, then spelling mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from trips.catalogue import countries, regions, world
from trips.catalogue.bundled import content
from trips.catalogue.geography import City
from trips.catalogue.names import key, words
from trips.catalogue.world import ALTERNATE, LETTERS, PRIMARY, SCORES

#: A name in another language must beat its bearer's namesakes by this much prominence: "Victoria"
#: is the one in Canada and not Hong Kong, "Roma" is Rome and not the town in Texas.
ALTERNATE_PENALTY = 2.5
#: The same for the beginning or end of its own name: "Durango" is Victoria de Durango.
SHORT_FORM_PENALTY = 1.0
SHORT_FORM_SCORE = 97.0
#: Accents and hyphens written as the place's own name has them: "San José" is not in California.
LITERAL = 0.8
#: What lying in the country of `near` is worth in prominence, and being within a day's drive.
SAME_COUNTRY = 1.2
CLOSE_BY = 0.5
CLOSE_BY_KM = 500
#: Below this score a misspelt name is too far off to be taken for granted.
SURE_SCORE = 80.0
#: Two misspelt readings closer than this in weight leave the choice open.
CLEAR_LEAD = 0.4
#: Score of the towns of an area that was named ("Bali").
AREA_SCORE = 98.0
#: A lesser town doesn't answer to the name of a state it isn't in ("California", Maryland).
BEYOND_STATES = 7.0
#: Another language's name of three letters or fewer counts only for places this well known.
WELL_KNOWN = 8.0
#: Neighbours named in one breath ("Dallas-Fort Worth") lie within this distance.
NEIGHBOURS_KM = 120

_PREFIX = re.compile(
    r"^(?:the )?(?:city|town|village|island|downtown|central|greater|metropolitan) (?:of )?(?=\w)", re.I
)
_SUFFIX = re.compile(
    r"[ -](?:city|area|metro|metropolitan area|downtown|region|island|(?:international )?airport)$", re.I
)
#: Countries whose GeoNames province codes are the letters people write.
_LETTERED = ("US", "GB", "CH", "BE")


@dataclass(frozen=True, slots=True)
class CityMatch:
    """`score` 100 = the place's own name, 99 = a name travellers use, 98 = a town of the area named, 97 = the
    beginning or end of its name, 95 = a name in another language, lower = spelling mistakes. `exact` = no
    letter is different. `literal` = nor an accent or hyphen."""

    city: City
    score: float
    exact: bool
    literal: bool = False

    @property
    def weight(self) -> float:
        """Prominence, less for a name in another language and for spelling mistakes."""
        lost = {SCORES[ALTERNATE]: ALTERNATE_PENALTY, SHORT_FORM_SCORE: SHORT_FORM_PENALTY}
        won = LITERAL if self.literal else 0.0
        misspelt = 0.0 if self.exact else (100 - self.score) / 8
        return self.city.prominence + won - lost.get(self.score, 0.0) - misspelt


def find(
    text: str, country: str | None = None, limit: int = 5, towns: tuple[City, ...] = ()
) -> list[CityMatch]:
    """The likeliest first; [] when nothing is named so or alike. `towns`: places beside those that ship."""
    return list(_found(text.strip()[:120], country.upper() if country else "", towns)[:limit])


@lru_cache(maxsize=512)  # a message names the same again and again
def _found(text: str, country: str, towns: tuple[City, ...]) -> tuple[CityMatch, ...]:
    for found in _readings(text, partial(_exact, towns=towns)) if key(text) else ():
        if kept := [match for match in found if not country or match.city.country == country]:
            return tuple(kept)
    return ()


def best(text: str, near: City | None = None, towns: tuple[City, ...] = ()) -> City | None:
    """The one meant, or None when unsure."""
    if there := regions.area(text):
        if not regions.is_one_place(there):
            return None
        return next((town for town in there if near and town.country == near.country), there[0])
    matches = sorted(
        find(text, limit=12, towns=towns), key=lambda match: -match.weight - _nearness(match.city, near)
    )
    if not matches or not (matches[0].exact or _is_sure(matches)):
        return None
    return None if _names_something_larger(text, matches[0].city) else matches[0].city


def _is_sure(matches: list[CityMatch]) -> bool:
    first, *others = matches
    return first.score >= SURE_SCORE and not any(
        other.score >= first.score and first.weight - other.weight < CLEAR_LEAD for other in others
    )


def _names_something_larger(text: str, city: City) -> bool:
    """Whether the text is a country's or a state's name rather than this city's."""
    folded = key(text)
    country = countries.named(text)
    if country and not (city.country == country.code and key(city.name) == folded):
        return True
    states = [(code, number) for code, number, _ in world.admin1(folded) if code in ("US", "CA")]
    return bool(states) and (city.country, city.admin1_code) not in states and city.prominence < BEYOND_STATES


def _nearness(city: City, near: City | None) -> float:
    if near is None:
        return 0.0
    bonus = SAME_COUNTRY if city.country == near.country else 0.0
    return bonus + (CLOSE_BY if city.distance_to(near) <= CLOSE_BY_KM else 0.0)


def _readings(text: str, exact: Callable[[str], list[CityMatch]]) -> Iterator[list[CityMatch]]:
    """Ways to read the text, the plainest first; the first that finds something counts."""
    yield [CityMatch(town, AREA_SCORE, True) for town in regions.area(text)]
    yield _airport_code(text)
    yield exact(text)
    yield _qualified(text, exact)
    shorter = _SUFFIX.sub("", _PREFIX.sub("", text))
    if shorter != text:
        yield exact(shorter)
        yield _qualified(shorter, exact)
    yield _joined(text)
    yield _similar(text)
    yield _qualified(text, _similar)


def _airport_code(text: str) -> list[CityMatch]:
    airport = world.airports().get(text)
    city = world.city(airport.city_id) if airport and airport.city_id else None
    return [CityMatch(city, 99.0, True)] if city else []


def _exact(text: str, towns: tuple[City, ...] = ()) -> list[CityMatch]:
    folded, capitals, spelt = key(text), text == text.upper(), text.casefold()
    others = [(town, PRIMARY) for town in towns if key(town.name) == folded]
    found = [
        CityMatch(city, _score(city, kind, folded), True, city.name.casefold() == spelt)
        for city, kind in (*world.named(folded), *others)
        if (kind != LETTERS or capitals)  # "LA" is a city, "la" is a word
        and (kind != ALTERNATE or len(folded) > 3 or city.prominence >= WELL_KNOWN)
    ]
    return sorted(found, key=lambda match: -match.weight)


def _similar(text: str) -> list[CityMatch]:
    folded = key(text)
    found: dict[int, CityMatch] = {}
    for name, edits in world.spelt_like(folded):
        score = 100 * (1 - edits / max(len(folded), len(name)))
        score -= 12 if name[0] != folded[0] else 0
        for city, kind in world.named(name):
            here = round(score - (3 if kind == ALTERNATE else 0), 1)
            if here >= 60 and (city.id not in found or found[city.id].score < here):
                found[city.id] = CityMatch(city, here, False)
    return sorted(found.values(), key=lambda match: -match.weight)


def _qualified(text: str, find_named: Callable[[str], list[CityMatch]]) -> list[CityMatch]:
    """ "Portland, Maine", "Rome (Italy)", "Cambridge MA": a name and what it lies in."""
    for name, place in _splits(text):
        if within := _within(place):
            found = find_named(name)
            if kept := [match for match in found if not within.isdisjoint(_parts_of(match.city))]:
                return kept
    return []


def _within(text: str) -> set[tuple[str, str]]:
    """Countries and provinces of that name: code, and the province's or ""."""
    country = countries.named(text)
    provinces = list(world.admin1(key(text)))
    letters = text.replace(".", "").strip().upper()
    if re.fullmatch(r"[A-Z]{2,3}", letters):
        provinces += [row for row in world.admin1_by_code(letters) if row[0] in _LETTERED]
        if province := content("regions.json")["postal_codes"].get(letters):
            provinces += world.admin1(province)
    return {(code, number) for code, number, _ in provinces} | ({(country.code, "")} if country else set())


def _parts_of(city: City) -> tuple[tuple[str, str], tuple[str, str]]:
    return (city.country, ""), (city.country, city.admin1_code)


def _joined(text: str) -> list[CityMatch]:
    """ "Dallas-Fort Worth", "Raleigh/Durham": neighbours named in one breath; the bigger one."""
    parts = [part.strip() for part in re.split(r"[/–—-]", text) if part.strip()]
    if len(parts) < 2:
        return []
    pairs = [
        max(one, other, key=lambda match: match.city.prominence)
        for one, other in product(_exact(parts[0]), _exact(parts[1]))
        if one.city.id != other.city.id and one.city.distance_to(other.city) <= NEIGHBOURS_KM
    ]
    return [max(pairs, key=lambda match: match.weight)] if pairs else []


def _score(city: City, kind: int, folded: str) -> float:
    """Of an exact name, as `CityMatch` lists them."""
    if kind == ALTERNATE:
        parts = words(city.name)
        cuts = range(1, len(parts))
        if any(folded in ("".join(parts[:cut]), "".join(parts[cut:])) for cut in cuts):
            return SHORT_FORM_SCORE
    return SCORES[kind]


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Pairs of a name and a qualifier, from punctuation first, then by the last words."""
    if bracket := re.fullmatch(r"([^()]+?)\s*\(([^()]+)\)", text):
        yield bracket[1], bracket[2]
        return
    if "," in text:
        name, *rest = [part.strip() for part in text.split(",")]
        for qualifier in (", ".join(rest), *rest):
            yield name, qualifier
        return
    tokens = text.split()
    for size in (1, 2, 3):
        if len(tokens) > size:
            name, qualifier = " ".join(tokens[:-size]), " ".join(tokens[-size:])
            yield name.removesuffix(" in"), qualifier
