"""What getting about costs: fares of the curated cities, and a stated estimate for all others.

All of it is an estimate: written from general knowledge of 2026, rounded. Elsewhere the figures of a
city at the price level of the United States are multiplied by the country's price level.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

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


CITY_FARES: dict[str, LocalFares] = {
    "boston": LocalFares("USD", Decimal("2.40"), Decimal("4.00"), Decimal("2.10")),
    "new-york": LocalFares("USD", Decimal("3.00"), Decimal("6.00"), Decimal("2.40")),
    "tokyo": LocalFares("JPY", Decimal("200"), Decimal("500"), Decimal("400")),
    "kyoto": LocalFares("JPY", Decimal("230"), Decimal("500"), Decimal("380")),
    "paris": LocalFares("EUR", Decimal("2.55"), Decimal("4.50"), Decimal("1.90"), free_under=4),
    "marrakesh": LocalFares("MAD", None, Decimal("15"), Decimal("5"), taxi_seats=3),
}

#: A city at the price level of the United States, US dollars.
BASE = LocalFares("USD", Decimal("2.50"), Decimal("4.50"), Decimal("2.00"))
#: Beyond this length a ride costs an adult this share of the basic fare more a kilometre (airport lines).
LONG_RIDE_KM = 12.0
LONG_RIDE_SHARE = Decimal("0.10")

#: What a visitor pays, the United States = 1. Six coarse steps, from general knowledge of 2026.
PRICE_LEVELS: dict[Decimal, str] = {
    Decimal("1.2"): "CH IS NO LI MC BM KY BS BB GL",
    Decimal("1.0"): "US GB IE DK SE FI NL LU FR AT BE DE AU NZ CA SG HK AE QA IL MO",
    Decimal("0.75"): "IT ES PT GR CY MT SI EE LV LT CZ HR SK JP KR TW SA KW BH OM UY CL CR PA PR MV JM TT",
    Decimal("0.55"): "PL HU RO BG RS BA ME MK TR CN BR MX AR ZA DO CU RU JO LB BY MU NA BW SC FJ MA CO PE",
    Decimal("0.4"): "MY TH TN DZ PH KE TZ UG GH SN NG ET EC BO PY GT HN NI SV GE AM AZ AL UA MD UZ KZ KG MN "
    "KH IR IQ MG RW ZM ZW",
    Decimal("0.28"): "IN LK NP BD PK VN ID EG LA MM",
}
_LEVEL_OF = {code: level for level, codes in PRICE_LEVELS.items() for code in codes.split()}
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
