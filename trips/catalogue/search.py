"""From a name as said to cities: exact names first, then qualifiers, then spelling mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from trips.catalogue import countries, regions
from trips.catalogue.geography import City, distance_km
from trips.catalogue.names import key, words
from trips.catalogue.world import ALTERNATE, LETTERS, SCORES, CityRow, World

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
class Match:
    row: CityRow
    score: float
    exact: bool
    key: str
    literal: bool = False

    @property
    def weight(self) -> float:
        """Prominence, less for a name in another language and for spelling mistakes."""
        lost = {SCORES[ALTERNATE]: ALTERNATE_PENALTY, SHORT_FORM_SCORE: SHORT_FORM_PENALTY}.get(
            self.score, 0.0
        )
        won = LITERAL if self.literal else 0.0
        return self.row.prominence + won - lost - (0.0 if self.exact else (100 - self.score) / 8)


@dataclass(frozen=True, slots=True)
class Within:
    """A qualifier: a country, or one state or province of it."""

    country: str
    admin1: str = ""

    def holds(self, row: CityRow) -> bool:
        return row.country == self.country and (not self.admin1 or row.admin1_code == self.admin1)


class Finder:
    """Finds cities by name in a world. Thread-safe as the world is."""

    def __init__(self, world: World) -> None:
        self._world = world

    def find(self, text: str, country: str | None = None, limit: int = 5) -> list[Match]:
        """The likeliest first; [] when nothing is named so or alike."""
        return list(self._found(text.strip()[:120], country.upper() if country else "")[:limit])

    @lru_cache(maxsize=512)  # noqa: B019 (one Finder a process; a message names the same again and again)
    def _found(self, text: str, country: str) -> tuple[Match, ...]:
        for found in self._readings(text) if key(text) else ():
            if kept := [match for match in found if not country or match.row.country == country]:
                return tuple(kept)
        return ()

    def best(self, text: str, near: City | None = None) -> CityRow | None:
        """The one meant, or None when unsure."""
        if towns := regions.area(self._world, text):
            if not regions.is_one_place(towns):
                return None
            return next((town for town in towns if near and town.country == near.country), towns[0])
        matches = self.find(text, limit=12)
        if not matches:
            return None
        matches.sort(key=lambda match: -match.weight - self._nearness(match.row, near))
        chosen = matches[0]
        if not chosen.exact and not self._sure(matches):
            return None
        if self._names_something_larger(text, chosen.row):
            return None
        return chosen.row

    @staticmethod
    def _sure(matches: list[Match]) -> bool:
        first, *others = matches
        return first.score >= SURE_SCORE and not any(
            other.score >= first.score and first.weight - other.weight < CLEAR_LEAD for other in others
        )

    def _names_something_larger(self, text: str, row: CityRow) -> bool:
        """Whether the text is a country's or a state's name rather than this city's."""
        folded = key(text)
        country = countries.named(text)
        if country and not (row.country == country.code and key(row.name) == folded):
            return True
        states = [(code, number) for code, number, _ in self._world.admin1(folded) if code in ("US", "CA")]
        return (
            bool(states) and (row.country, row.admin1_code) not in states and row.prominence < BEYOND_STATES
        )

    @staticmethod
    def _nearness(row: CityRow, near: City | None) -> float:
        if near is None:
            return 0.0
        bonus = SAME_COUNTRY if row.country == near.country else 0.0
        if distance_km(row.lat, row.lon, near.lat, near.lon) <= CLOSE_BY_KM:
            bonus += CLOSE_BY
        return bonus

    def _readings(self, text: str) -> Iterator[list[Match]]:
        """Ways to read the text, the plainest first; the first that finds something counts."""
        folded = key(text)
        yield [Match(town, AREA_SCORE, True, folded) for town in regions.area(self._world, text)]
        yield self._airport_code(text)
        yield self._exact(text)
        yield self._qualified(text)
        shorter = _SUFFIX.sub("", _PREFIX.sub("", text))
        if shorter != text:
            yield self._exact(shorter)
            yield self._qualified(shorter)
        yield self._joined(text)
        yield self._similar(text)
        yield self._qualified(text, spelling=True)

    def _airport_code(self, text: str) -> list[Match]:
        if not re.fullmatch(r"[A-Z]{3}", text):
            return []
        airport = self._world.airports.get(text)
        row = self._world.city(airport[-1]) if airport and airport[-1] else None
        return [Match(row, 99.0, True, text.lower())] if row else []

    def _exact(self, text: str) -> list[Match]:
        folded, capitals, spelt = key(text), text == text.upper(), text.casefold()
        found = [
            Match(row, _score(row, kind, folded), True, folded, row.name.casefold() == spelt)
            for row, kind in self._world.named(folded)
            if (kind != LETTERS or capitals)  # "LA" is a city, "la" is a word
            and (kind != ALTERNATE or len(folded) > 3 or row.prominence >= WELL_KNOWN)
        ]
        return sorted(found, key=lambda match: -match.weight)

    def _similar(self, text: str) -> list[Match]:
        folded = key(text)
        found: dict[int, Match] = {}
        for name, edits in self._world.spelt_like(folded):
            score = 100 * (1 - edits / max(len(folded), len(name)))
            score -= 12 if name[0] != folded[0] else 0
            for row, kind in self._world.named(name):
                here = round(score - (3 if kind == ALTERNATE else 0), 1)
                if here >= 60 and (row.id not in found or found[row.id].score < here):
                    found[row.id] = Match(row, here, False, name)
        return sorted(found.values(), key=lambda match: -match.weight)

    def _qualified(self, text: str, spelling: bool = False) -> list[Match]:
        """ "Portland, Maine", "Rome (Italy)", "Cambridge MA": a name and what it lies in."""
        for name, place in _splits(text):
            within = self._within(place)
            if within:
                found = self._similar(name) if spelling else self._exact(name)
                if kept := [match for match in found if any(part.holds(match.row) for part in within)]:
                    return kept
        return []

    def _within(self, text: str) -> list[Within]:
        country = countries.named(text)
        parts = [Within(country.code)] if country else []
        parts += [Within(code, number) for code, number, _ in self._world.admin1(key(text))]
        letters = text.replace(".", "").strip().upper()
        if re.fullmatch(r"[A-Z]{2,3}", letters):
            parts += [
                Within(code, number)
                for code, number, _ in self._world.admin1_by_code(letters)
                if code in _LETTERED
            ]
            if province := regions.POSTAL_CODES.get(letters):
                parts += [Within(code, number) for code, number, _ in self._world.admin1(province)]
        return parts

    def _joined(self, text: str) -> list[Match]:
        """ "Dallas-Fort Worth", "Raleigh/Durham": neighbours named in one breath; the bigger one."""
        parts = [part.strip() for part in re.split(r"[/–—-]", text) if part.strip()]
        options = [self._exact(part) for part in parts[:2]]
        if len(options) < 2:
            return []
        pairs = [
            max(one, other, key=lambda match: match.row.prominence)
            for one in options[0]
            for other in options[1]
            if one.row.id != other.row.id
            and distance_km(one.row.lat, one.row.lon, other.row.lat, other.row.lon) <= NEIGHBOURS_KM
        ]
        return [max(pairs, key=lambda match: match.weight)] if pairs else []


def _score(row: CityRow, kind: int, folded: str) -> float:
    """Of an exact name: 100 its own, 99 one travellers use, 97 the beginning or end of its own, 95
    one in another language."""
    if kind == ALTERNATE:
        parts = words(row.name)
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
