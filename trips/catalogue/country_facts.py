"""What a traveller should know of a country: emergency numbers, traffic, plugs, tap water, tipping, entry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

DATA = Path(__file__).parent.parent / "data" / "country_facts.csv"
AS_OF = "2026-11"
SOURCE = "general knowledge"
_WATER = {
    "safe": "Tap water is safe to drink.",
    "mostly": "Tap water is treated in towns; many visitors drink bottled water. Ask where you stay.",
    "no": "Do not drink tap water: buy bottled water, or boil or filter it.",
}


@dataclass(frozen=True, slots=True)
class CountryFacts:
    """Sentences, and the official page on entry ("" where we are not sure of one)."""

    emergency: str
    driving: str
    plugs: str
    water: str
    tipping: str
    entry_url: str


def country_facts(code: str) -> CountryFacts | None:
    """By ISO 3166 alpha-2 code."""
    return _rows().get(code.upper())


@lru_cache(maxsize=1)
def _rows() -> dict[str, CountryFacts]:
    lines = [line for line in DATA.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {line.split("|")[0]: _facts(*line.split("|")[1:]) for line in lines}


def _facts(
    emergency: str, side: str, plugs: str, volts: str, water: str, tipping: str, entry: str
) -> CountryFacts:
    types = plugs.split()
    named = f"Types {', '.join(types[:-1])} and {types[-1]}" if types[1:] else f"Type {types[0]}"
    return CountryFacts(
        emergency=f"Emergency: {emergency}.",
        driving=f"Traffic keeps to the {side}.",
        plugs=f"{named}, {volts} V.",
        water=_WATER[water],
        tipping=f"{tipping}.",
        entry_url=entry,
    )
