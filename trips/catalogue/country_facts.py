"""What a traveller should know of a country: emergency numbers, traffic, plugs, tap water, tipping, entry."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trips.catalogue import bundled

DATA = bundled.DATA / "country_facts.csv"
AS_OF = "2026-11"
SOURCE = "general knowledge"
_WATER = {
    "safe": "Tap water is safe to drink.",
    "mostly": "Tap water is treated in towns; many visitors drink bottled water. Ask where you stay.",
    "no": "Do not drink tap water: buy bottled water, or boil or filter it.",
}


class CountryFacts(NamedTuple):
    """Sentences by topic, and the official page on entry ("" where we are not sure of one)."""

    said: dict[str, str]
    entry_url: str


@lru_cache(maxsize=1)
def country_facts() -> dict[str, CountryFacts]:
    """By ISO 3166 alpha-2 code."""
    return {code: _facts(*values) for code, *values in bundled.table(DATA.name)}


def _facts(
    emergency: str, side: str, plugs: str, volts: str, water: str, tipping: str, entry: str
) -> CountryFacts:
    *types, last = plugs.split()
    named = f"Types {', '.join(types)} and" if types else "Type"
    said = {
        "tap water": _WATER[water],
        "tipping": f"{tipping}.",
        "plugs": f"{named} {last}, {volts} V.",
        "emergency": f"Emergency: {emergency}.",
        "driving": f"Traffic keeps to the {side}.",
    }
    return CountryFacts(said, entry)
