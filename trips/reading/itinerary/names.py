"""Cities and places that words name: of the catalogue, by their own names first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.matching import significant
from trips.catalogue.names import words
from trips.planning.wishes import place_meant
from trips.reading import lexicon
from trips.schemas import Place

_LONGEST, _LONGEST_CITY = 9, 3
#: A name of one word that is no longer has to be all that is said.
_SHORT = 4
_LARGE = 100_000
_ORDER = ("visit", "day_trip", "food", "stay", "station")
_FILLER = lexicon.words("itinerary", "leading")
#: What alone says only what kind of thing something is; cities that are everyday words.
KINDS, _EVERYDAY = (lexicon.words("itinerary", name) for name in ("kinds", "everyday"))
_ARTICLES = frozenset("the a an la le el".split())
_SIGNS = " \t,.;:!?|/+&()[]{}\"'“”-–—"


def bare(text: str) -> str:
    """Without verbs, articles and signs before it: "We visit the Louvre" → "Louvre"."""
    first, _, rest = text.strip(_SIGNS).partition(" ")
    while first.casefold().strip(_SIGNS) in _FILLER:
        first, _, rest = rest.strip(_SIGNS).partition(" ")
    return f"{first} {rest}".strip(_SIGNS)


def meaning(text: str) -> set[str]:
    """The words that name something."""
    return set(significant(bare(text))) - _FILLER


class Names:
    """Of one text: what its words name. `small`: it is written without capital letters."""

    def __init__(self, gazetteer: Gazetteer, *, small: bool = False) -> None:
        self.gazetteer, self.small = gazetteer, small
        self._cities: dict[str, City | None] = {}
        self._places: dict[str, dict[tuple[str, ...], Place]] = {}

    def city(self, name: str) -> City | None:
        """The city of exactly this name or airport code."""
        if name not in self._cities:
            matches = self.gazetteer.find_cities(name[:80], limit=1) if name.strip() else []
            self._cities[name] = matches[0].city if matches and matches[0].exact else None
        return self._cities[name]

    def cities(self, text: str, *, due: bool = False) -> list[City]:
        """Those of the catalogue that a text names, in its order; where one is `due`, larger ones too."""
        said = [word.strip(_SIGNS) for word in text.replace(",", " , ").split()]
        found: dict[int, City] = {}
        at = 0
        while at < len(said):
            step = 1
            for length in range(_LONGEST_CITY, 0, -1):
                name = " ".join(said[at : at + length])
                if self._may_be_a_city(name, due) and (city := self.city(name)):
                    if city.in_catalogue or (due and city.population > _LARGE):
                        found.setdefault(city.id, city)
                        step = length
                        break
            at += step
        return list(found.values())

    def _may_be_a_city(self, name: str, due: bool) -> bool:
        folded, first = name.casefold(), name.partition(" ")[0].casefold()
        capital = name[:1].isupper() or due or self.small
        return capital and len(name) > 2 and first not in _FILLER and (due or folded not in _EVERYDAY)

    def places(self, part: str, city: City | None, *, alone: bool) -> list[Place]:
        """Rows of a city whose whole names stand in a part of a line. `alone`: its words stand for the thing,
        so that most of a name will do."""
        index, said = self._of(city), words(part[:400])
        found: dict[str, Place] = {}
        at = 0
        while at < len(said):
            lengths = range(_LONGEST, 0, -1)
            place = next(
                ((index[key], n) for n in lengths if (key := tuple(said[at : at + n])) in index), None
            )
            if place:
                found.setdefault(place[0].id, place[0])
            at += place[1] if place else 1
        rows = list(found.values())
        one = self.place(part.split(",")[0], city) if alone else None
        return [one] if one and (not rows or _common(one, part) > _common(rows[0], part)) else rows

    def place(self, name: str, city: City | None) -> Place | None:
        """The row that a name means: the one that has most of its words in its own name, and fewest others;
        else as a wish for it would be read."""
        said, wanted = bare(name), meaning(name)
        if city is None or not said:
            return None
        if exact := self._of(city).get(_key(words(said))):
            return exact
        if self.city(said) == city or all(self.city(word) == city for word in wanted - KINDS):
            return None
        found: list[tuple[tuple[int, int, int], str, Place]] = []
        for key, place in self._of(city).items():
            own = set(significant(" ".join(key)))
            both = own & wanted
            whole = own == both and (len(own) > 1 or own == wanted or len(key[0]) > _SHORT)
            if whole or (both == wanted and len(own - wanted) <= len(wanted)):
                rank = (len(both), -len(own - wanted), -_ORDER.index(place.kind))
                found.append((rank, place.id, place))
        spelt = None if found else place_meant(said[:120], city, self.gazetteer)
        return max(found)[2] if found else spelt if spelt and _common(spelt, said) < len(wanted) else None

    def city_of_sights(self, texts: Iterable[str]) -> City | None:
        """Where most of what these texts name is, for a plan that names no city."""
        parts = {bare(part) for text in texts for part in re.split(r"[|,:;()]|\d[\d:.]*", text)}
        named = (self.gazetteer.sights_named(part) for part in parts if len(part) > _SHORT)
        votes = Counter(row.city for rows in named for row in rows).most_common(1)
        cities = self.gazetteer.cities_with_rows() if votes else []
        return next((one for one in cities if one.curated == votes[0][0]), None)

    def _of(self, city: City | None) -> dict[tuple[str, ...], Place]:
        """Rows by name: own names count over aliases, sights over the rest."""
        slug = (city.curated if city else None) or ""
        if slug and slug not in self._places:
            rows = [*self.gazetteer.places(slug), *self.gazetteer.places(slug, "day_trip")]
            rows.sort(key=lambda row: row.kind == "visit")
            named = [(name, row) for row in rows for name in row.aliases]
            named += [(name, row) for row in rows for name in (row.name, row.local_name)]
            self._places[slug] = {_key(said): row for name, row in named if (said := words(name))}
        return self._places.get(slug, {})


def _key(said: Sequence[str]) -> tuple[str, ...]:
    return tuple(said[1:] if len(said) > 1 and said[0] in _ARTICLES else said)


def _common(place: Place, text: str) -> int:
    """The most words that one of its names shares with a text."""
    return max(len(set(significant(text)) & set(significant(name))) for name in place.names)
