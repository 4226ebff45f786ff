"""What getting about costs: fares of the curated cities, and a stated estimate for all others.

All of it is an estimate: written from general knowledge of 2026, rounded. Elsewhere the figures of a
city at the price level of the United States are multiplied by the country's price level.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from pydantic import TypeAdapter

from trips.catalogue.bundled import content
from trips.wording import quantum


@dataclass(frozen=True)
class LocalFares:
    """`transit` = one ride of an adult, None = no network a visitor would use; `taxi_base` and
    `taxi_per_km` for one car of `taxi_seats` passengers. Children under `free_under` ride free."""

    currency: str
    transit: Decimal | None
    taxi_base: Decimal
    taxi_per_km: Decimal
    taxi_seats: int = 4
    free_under: int = 6


_FILE = content("fares.json")
CITY_FARES = TypeAdapter(dict[str, LocalFares]).validate_python(_FILE["cities"])
#: A city at the price level of the United States, US dollars.
BASE = LocalFares("USD", Decimal("2.50"), Decimal("4.50"), Decimal("2.00"))
#: Beyond this length a ride costs an adult this share of the basic fare more a kilometre (airport lines).
LONG_RIDE_KM = 12.0
LONG_RIDE_SHARE = Decimal("0.10")

_LEVEL_OF = {code: Decimal(level) for level, codes in _FILE["price_levels"].items() for code in codes.split()}
USUAL_LEVEL = Decimal("0.55")


def price_level(country: str) -> Decimal:
    """What a visitor pays in a country (ISO code), the United States = 1."""
    return _LEVEL_OF.get(country.upper(), USUAL_LEVEL)


def local_fares(slug: str | None, country: str) -> LocalFares:
    """Of a curated city, else the estimate of its country in US dollars."""
    if slug in CITY_FARES:
        return CITY_FARES[slug]
    level = price_level(country)
    transit = BASE.transit or Decimal(0)
    return LocalFares(
        "USD",
        rounded(transit * level, "USD"),
        rounded(BASE.taxi_base * level, "USD"),
        rounded(BASE.taxi_per_km * level, "USD"),
    )


def transit_fare(fares: LocalFares, kilometres: float) -> Decimal:
    """One adult's ride of this length; the basic fare where there is no network."""
    basic = fares.transit if fares.transit is not None else fares.taxi_base
    beyond = Decimal(str(round(max(0.0, kilometres - LONG_RIDE_KM), 1)))
    return rounded(basic * (1 + LONG_RIDE_SHARE * beyond), fares.currency)


def taxi_fare(fares: LocalFares, kilometres: float) -> Decimal:
    """One car's ride of this length."""
    return rounded(fares.taxi_base + fares.taxi_per_km * Decimal(str(round(kilometres, 1))), fares.currency)


def rounded(amount: Decimal, currency: str) -> Decimal:
    """To the smallest coin of the currency."""
    return amount.quantize(quantum(currency))
