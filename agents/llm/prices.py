"""What a model call costs: one table, US dollars per million tokens.

Source: the provider's public price list (platform.claude.com, "Pricing"), read November 2026; cache
writes are those of five minutes, for an hour they are twice the input. MODEL_PRICES adds models or changes
them. A model without any price: `cost_of` answers None, and the caps of spending count its tokens at the
dearest price of the table (agents/llm/budget.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Literal

from django.conf import settings
from pydantic import Field, TypeAdapter, ValidationError

from agents.llm.base import Usage
from agents.llm.profiles import faults

MILLION = Decimal(1_000_000)
ANY = "*"  # in MODEL_PRICES
HOUR = 2  # writes to the cache for an hour cost so many times the input
WRITING = Decimal("1.25")  # to the cache, of a price that says nothing of it
SEARCH = Decimal("0.01")  # one search of the web: 10 dollars for 1,000
CENT_PARTS = Decimal("0.000001")  # a millionth of a dollar: cheap calls must not round to nothing


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: Decimal
    output: Decimal
    cache_write: Decimal
    cache_read: Decimal
    long_prompt_tokens: int | None = None  # a longer prompt (cache included) costs `long_prompt`
    long_prompt: Price | None = None


def _price(input_: str, output: str, cache_write: str, cache_read: str) -> Price:
    return Price(Decimal(input_), Decimal(output), Decimal(cache_write), Decimal(cache_read))


_HAIKU_5_5 = Price(
    Decimal("0.10"),
    Decimal("0.50"),
    Decimal("0.125"),
    Decimal("0.01"),
    long_prompt_tokens=100_000,
    long_prompt=_price("0.50", "2.50", "0.625", "0.05"),
)

PRICES: dict[str, Price] = {
    "claude-haiku-5-5": _HAIKU_5_5,
    "claude-sonnet-5-5": _price("2", "10", "2.50", "0.10"),
    "claude-opus-5-5": _price("4", "20", "5", "0.20"),
    "claude-sonnet-5": _price("2", "10", "2.50", "0.20"),
    "claude-opus-5": _price("5", "25", "6.25", "0.50"),
    "claude-opus-4-8": _price("5", "25", "6.25", "0.50"),
    "claude-opus-4-7": _price("5", "25", "6.25", "0.50"),
    "claude-opus-4-6": _price("5", "25", "6.25", "0.50"),
    "claude-opus-4-5": _price("5", "25", "6.25", "0.50"),
    "claude-sonnet-4-6": _price("3", "15", "3.75", "0.30"),
    "claude-sonnet-4-5": _price("3", "15", "3.75", "0.30"),
    "claude-haiku-4-5": _price("1", "5", "1.25", "0.10"),
    "claude-fable-5-1": _price("10", "50", "12.50", "0.25"),
    "claude-mythos-5-1": _price("10", "50", "12.50", "0.25"),
    "claude-fable-5": _price("10", "50", "12.50", "1"),
    "claude-mythos-5": _price("10", "50", "12.50", "1"),
    "offline": _price("0", "0", "0", "0"),
}


def price_of(model: str) -> Price | None:
    """The price of a model, also under its dated name ("claude-haiku-4-5-20251001"); the operator's first."""
    own = operator_prices(settings.MODEL_PRICES)
    undated = re.sub(r"-20\d{6}$", "", model)
    return own.get(model) or PRICES.get(model) or PRICES.get(undated) or own.get(ANY)


@lru_cache(maxsize=8)
def operator_prices(text: str) -> dict[str, Price]:
    """MODEL_PRICES, read: a model's name or "*" for any other; 0, or input and output, or these with writes
    to and reads from the cache. Raises ValueError."""
    given = _OPERATOR.validate_json(text) if text.strip() else {}
    return {model: _price_given(amounts) for model, amounts in given.items()}


def problems() -> list[str]:
    """What is wrong with MODEL_PRICES, as sentences."""
    try:
        operator_prices(settings.MODEL_PRICES)
    except ValidationError as error:
        return faults("MODEL_PRICES", error)
    return []


def _price_given(amounts: Literal[0] | tuple[Decimal, ...]) -> Price:
    input_, output, *cache = amounts or (Decimal(0), Decimal(0))
    write, read = cache or (input_ * WRITING, input_)
    return Price(input_, output, write, read)


def cost_of(model: str, usage: Usage) -> Decimal | None:
    """US dollars of one call, to a millionth. None when the model has no price here.

    `usage.input` counts what came neither from nor into the cache, as the Messages API reports it.
    """
    price = price_of(model)
    if price is None:
        return None
    prompt = usage.input + usage.cache_read + usage.cache_write
    if price.long_prompt and price.long_prompt_tokens and prompt > price.long_prompt_tokens:
        price = price.long_prompt
    total = (
        usage.input * price.input
        + usage.output * price.output
        + usage.cache_write * price.cache_write
        + usage.cache_hour * max(HOUR * price.input - price.cache_write, Decimal(0))
        + usage.cache_read * price.cache_read
    )
    return (total / MILLION + usage.searches * SEARCH).quantize(CENT_PARTS)


def highest_cost(
    model: str, prompt_bytes: int, max_tokens: int, searches: int = 0, hour_bytes: int = 0
) -> Decimal | None:
    """What a call can cost at most, roughly, to reserve it before: a token for three bytes of UTF-8
    (a word of English is less, a Chinese character one), all written to the cache, `hour_bytes` of it for
    an hour, and the whole output budget. None when the model has no price here."""
    written, hour = -(-prompt_bytes // 3), -(-hour_bytes // 3)
    return cost_of(model, Usage(output=max_tokens, cache_write=written, cache_hour=hour, searches=searches))


_Amount = Annotated[Decimal, Field(ge=0)]
_Pair, _Four = tuple[_Amount, _Amount], tuple[_Amount, _Amount, _Amount, _Amount]
_OPERATOR = TypeAdapter(dict[str, Literal[0] | _Pair | _Four])
