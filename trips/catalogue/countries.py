"""Countries by name, alias or demonym."""

from __future__ import annotations

from functools import lru_cache

from pydantic import TypeAdapter
from rapidfuzz import process
from rapidfuzz.distance import OSA

from trips.catalogue.bundled import content
from trips.catalogue.geography import Country
from trips.catalogue.names import key

#: Abbreviations that no English word shares: understood in small letters too.
_SHORT = frozenset({"uk", "usa", "uae", "nz", "hk", "drc", "ksa", "png", "bvi", "usvi", "prc"})


@lru_cache(maxsize=1)
def _countries() -> dict[str, Country]:
    aliases = content("country_aliases.json")["aliases"]
    rows = content("countries.json")["countries"]
    whole = [{**row, "aliases": aliases.get(row["code"], ())} for row in rows]
    return {country.code: country for country in TypeAdapter(list[Country]).validate_python(whole)}


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Folded name or alias → code."""
    found: dict[str, str] = {}
    for country in _countries().values():
        for name in (country.name, *country.aliases):
            found.setdefault(key(name), country.code)
    return found


@lru_cache(maxsize=1)
def _demonyms() -> dict[str, str]:
    """Folded demonym → code; of two bearers ("Congolese", "American") the one with more people."""
    found: dict[str, str] = {}
    for country in sorted(_countries().values(), key=lambda country: -country.population):
        for name in country.demonyms:
            found.setdefault(key(name), country.code)
    return found


def country(code: str) -> Country | None:
    """By ISO 3166 alpha-2 code, in any case."""
    return _countries().get(code.upper())


def named(text: str) -> Country | None:
    """By name or alias, exactly (accents, case and "the" aside); not by demonym."""
    folded = key(text)
    if len(folded) <= 3 and folded not in _SHORT and text != text.upper():
        return None  # "us" and "sa" are words, "US" and "SA" are not
    code = _names().get(folded) or (_names().get(folded[3:]) if folded.startswith("the") else None)
    return _countries()[code] if code else None


def find(text: str) -> Country | None:
    """By name, alias, demonym; at last by a spelling with one letter wrong in six, two in nine or more."""
    if exact := named(text):
        return exact
    folded = key(text)
    if code := _demonyms().get(folded):
        return _countries()[code]
    allowed = 0 if len(folded) < 6 else 1 if len(folded) < 9 else 2
    if not allowed:
        return None
    known = _names() if len(folded) < 8 else {**_demonyms(), **_names()}
    choices = [name for name in known if len(name) > 4 and name[0] == folded[0]]
    hits = process.extract(folded, choices, scorer=OSA.distance, score_cutoff=allowed, limit=2)
    if not hits or (len(hits) == 2 and hits[0][1] == hits[1][1] and known[hits[0][0]] != known[hits[1][0]]):
        return None
    return _countries()[known[hits[0][0]]]
