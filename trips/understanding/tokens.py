"""The words of a message, and which stretch of them is a place's name letter by letter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.names import key
from trips.facts.places import country_named
from trips.schemas import PlaceName
from trips.understanding.common_words import COMMON_WORDS
from trips.understanding.reading import Reading, Span

_TOKEN = re.compile(r"[^\W_](?:[\w'.&-]*[^\W_])?")
_GLUE = re.compile(r"[^\S\n]{1,2}|\.\s|/")
CITY_LETTERS = frozenset({"LA", "DC", "SF", "NYC", "KL", "HK", "UK", "US", "USA", "UAE"})


@dataclass(frozen=True)
class Token:
    start: int
    end: int
    text: str

    @property
    def capital(self) -> bool:
        return self.text[0].isupper() or (
            self.text[0].isdigit() and len(self.text) > 1 and self.text[1:2].isupper()
        )

    @property
    def word(self) -> str:
        return self.text.lower().rstrip(".")


@dataclass(frozen=True)
class Name:
    """A stretch that may name a place. `place` None = the gazetteer knows none of exactly that name;
    `said` is what goes into the change, its qualifier included."""

    span: Span
    said: str
    place: PlaceName | None
    prominence: float = 0.0
    capital: bool = True

    @property
    def known(self) -> bool:
        return self.place is not None


def tokens_of(reading: Reading) -> list[Token]:
    found = []
    for match in _TOKEN.finditer(reading.open):
        text = match.group()
        if text.endswith("'s") and not _possessive_belongs(reading, text):
            text = text[:-2]  # "Rome's"
        found.append(Token(match.start(), match.start() + len(text), text))
    return found


def _possessive_belongs(reading: Reading, text: str) -> bool:
    """ "St. John's" is called so; "Rome's" is not."""
    return text in {"John's", "Johns", "Bishop's", "King's", "Queen's", "Land's"}


def glued(reading: Reading, one: Token, other: Token) -> bool:
    gap = reading.open[one.end : other.start]
    return bool(_GLUE.fullmatch(gap)) and not (gap.startswith(".") and len(one.text) > 3)


def exact(reading: Reading, text: str) -> tuple[PlaceName, float] | None:
    """What is named exactly so, and how prominent it is; None when nothing is."""
    return _named_exactly(reading.gazetteer, text)


@lru_cache(maxsize=8192)
def _named_exactly(gazetteer: Gazetteer, text: str) -> tuple[PlaceName, float] | None:
    """Kept, because everyday words are looked up in every message."""
    folded = key(text)
    if len(folded) < 2 or (len(folded) == 2 and not text.isupper()):
        return None
    if re.fullmatch(r"[A-Z]{3}", text) and text.lower() in COMMON_WORDS:
        return None
    if country := country_named(text, gazetteer):
        return PlaceName(name=country.name, kind="country", country=country.code), 12.0
    matches = [match for match in gazetteer.find_cities(text, limit=8) if match.exact]
    region = gazetteer.find_region(text)
    own = [match for match in matches if match.score != 98]
    if own:
        best = max(own, key=lambda match: match.city.prominence - (2.5 if match.score == 95 else 0))
        return PlaceName(name=best.city.name, city_id=best.city.id), best.city.prominence - (
            2.0 if best.score == 95 else 0
        )
    if region:
        return PlaceName(name=region.name, kind="region"), 9.0
    if matches:
        return PlaceName(name=matches[0].city.name, city_id=matches[0].city.id), 8.0
    return None
