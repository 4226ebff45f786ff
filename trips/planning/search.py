"""From a name as said to cities: exact names first, then spelling mistakes, then qualifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trips.planning import countries
from trips.planning.geography import City, distance_km
from trips.planning.names import key, words
from trips.planning.world import ALTERNATE, SCORES, CityRow, World

#: A name in another language must beat its bearer's namesakes by this much prominence: "Victoria"
#: is the one in Canada and not Hong Kong, "Roma" is Rome and not the town in Texas.
ALTERNATE_PENALTY = 2.5
#: What the country of `near` is worth in prominence, and being within a day's drive of it.
SAME_COUNTRY = 1.2
CLOSE_BY = 0.5
CLOSE_BY_KM = 500
SURE_SCORE = 75.0

_PREFIX = re.compile(
    r"^(?:the )?(?:city|town|village|island|downtown|central|greater|metropolitan) (?:of )?(?=\w)", re.I
)
_SUFFIX = re.compile(
    r"[ -](?:city|area|metro|metropolitan area|downtown|region|island|airport|international airport)$", re.I
)


@dataclass(frozen=True, slots=True)
class Match:
    row: CityRow
    score: float
    exact: bool
    key: str

    @property
    def weight(self) -> float:
        """Prominence, less for a name in another language and for spelling mistakes."""
        lost = ALTERNATE_PENALTY if self.score == SCORES[ALTERNATE] else 0.0
        return self.row.prominence - lost - (0 if self.exact else (100 - self.score) / 8)


@dataclass(frozen=True, slots=True)
class Within:
    """A qualifier: a country, or one state or province of it."""

    country: str
    admin1: str = ""

    def holds(self, row: CityRow) -> bool:
        return row.country == self.country and (not self.admin1 or row.admin1_code == self.admin1)


class Finder:
    def __init__(self, world: World) -> None:
        self._world = world

    def find(self, text: str, country: str | None = None, limit: int = 5) -> list[Match]:
        """The likeliest first."""
        text = text.strip()[:120]
        if not key(text):
            return []
        country = country.upper() if country else None
        for found in self._readings(text):
            kept = [match for match in found if country is None or match.row.country == country]
            if kept:
                return sorted(kept, key=lambda match: -match.weight)[:limit]
        return []

    def best(self, text: str, near: City | None = None) -> CityRow | None:
        matches = self.find(text, limit=12)
        if not matches:
            return None
        chosen = max(matches, key=lambda match: match.weight + self._nearness(match.row, near))
        if not chosen.exact and chosen.score < SURE_SCORE:
            return None
        country = countries.named(text)
        if country and not (chosen.row.country == country.code and key(chosen.row.name) == key(text)):
            return None
        return chosen.row

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
        if airport is None:
            return []
        _, _, municipality, country, lat, lon, *_ = airport
        around = [
            row
            for row in self._world.within(lat, lon, 1.0)
            if distance_km(row.lat, row.lon, lat, lon) <= 80 and row.country == country
        ]
        served = key(municipality)
        named = [row for row in around if served and (key(row.name) in served or served in key(row.name))]
        best = max(named or around, key=lambda row: row.prominence, default=None)
        return [Match(best, 99.0, True, text.lower())] if best else []

    def _exact(self, text: str) -> list[Match]:
        folded = key(text)
        return [Match(row, SCORES[kind], True, folded) for row, kind in self._world.named(folded)]

    def _similar(self, text: str) -> list[Match]:
        folded = key(text)
        found: dict[int, Match] = {}
        for name, edits in self._world.spelt_like(folded):
            score = 100 * (1 - edits / max(len(folded), len(name)))
            score -= 12 if name[0] != folded[0] else 0
            for row, kind in self._world.named(name):
                score_here = score - (3 if kind == ALTERNATE else 0)
                if row.id not in found or found[row.id].score < score_here:
                    found[row.id] = Match(row, round(score_here, 1), False, name)
        return [match for match in found.values() if match.score >= 60]

    def _qualified(self, text: str, spelling: bool = False) -> list[Match]:
        """ "Portland, Maine", "Rome (Italy)", "Cambridge MA": a name and what it lies in."""
        for name, place in _splits(text):
            within = self._within(place)
            if within:
                found = self._similar(name) if spelling else self._exact(name)
                if kept := [match for match in found if any(area.holds(match.row) for area in within)]:
                    return kept
        return []

    def _within(self, text: str) -> list[Within]:
        if country := countries.named(text):
            areas = [Within(country.code)]
        else:
            areas = []
        areas += [Within(country, code) for country, code, _ in self._world.admin1(key(text))]
        if re.fullmatch(r"[A-Za-z]{2,3}|D\.C\.", text.strip()):
            letters = text.replace(".", "").strip().upper()
            areas += [
                Within(country, code)
                for country, code, _ in self._world.admin1_by_code(letters)
                if country in ("US", "GB", "CH", "BE")
            ]
            if province := countries.POSTAL_CODES.get(letters):
                areas += [Within(country, code) for country, code, _ in self._world.admin1(province)]
        return areas

    def _joined(self, text: str) -> list[Match]:
        """ "Dallas-Fort Worth", "Raleigh/Durham": neighbours named in one breath; the bigger one."""
        parts = [part.strip() for part in re.split(r"\s*[/–—]\s*|-| and | & ", text) if part.strip()]
        if len(parts) < 2:
            return []
        options = [self._exact(part) for part in parts[:3]]
        if not all(options[:2]):
            return []
        pairs = [
            max(one, other, key=lambda match: match.row.prominence)
            for one in options[0]
            for other in options[1]
            if one.row.id != other.row.id
            and distance_km(one.row.lat, one.row.lon, other.row.lat, other.row.lon) <= 120
        ]
        return pairs[:1] and [max(pairs, key=lambda match: match.weight)]


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Pairs of a name and a qualifier, from punctuation first, then by the last words."""
    if bracket := re.fullmatch(r"(.+?)\s*\((.+)\)\s*", text):
        yield bracket[1], bracket[2]
    if "," in text:
        name, _, rest = text.partition(",")
        last = rest.rpartition(",")[2].strip()
        yield name.strip(), rest.strip()
        if last != rest.strip():
            yield name.strip(), rest.partition(",")[0].strip()
            yield name.strip(), last
        return
    tokens = text.split()
    for size in (1, 2, 3):
        if len(tokens) > size:
            name, qualifier = " ".join(tokens[:-size]), " ".join(tokens[-size:])
            yield re.sub(r"\s+in$", "", name), qualifier


__all__ = ["Finder", "Match", "words"]
