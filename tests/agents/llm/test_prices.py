"""Prices: one table, exact sums, nothing guessed."""

from decimal import Decimal

import pytest

from agents.llm.base import Usage
from agents.llm.prices import PRICES, cost_of, highest_cost, price_of


@pytest.mark.parametrize(
    ("model", "usage", "dollars"),
    [
        ("claude-sonnet-5-5", Usage(input=1_000_000), "2"),
        ("claude-sonnet-5-5", Usage(output=1_000_000), "10"),
        ("claude-sonnet-5-5", Usage(cache_read=1_000_000), "0.10"),
        ("claude-sonnet-5-5", Usage(cache_write=1_000_000), "2.50"),
        ("claude-sonnet-5-5", Usage(cache_write=1_000_000, cache_hour=1_000_000), "4"),
        ("claude-sonnet-5-5", Usage(cache_write=1_000_000, cache_hour=500_000), "3.25"),
        ("claude-opus-5-5", Usage(input=1234, output=567, cache_read=8900, cache_write=10), "0.018106"),
        ("claude-haiku-5-5", Usage(input=90_000, output=1000), "0.0095"),
        ("claude-haiku-5-5", Usage(input=90_000, output=1000, cache_read=10_001), "0.048"),
        ("claude-haiku-4-5-20251001", Usage(input=1000), "0.001"),
        ("claude-sonnet-5-5", Usage(input=1_000_000, searches=5), "2.05"),
        ("offline", Usage(), "0"),
    ],
)
def test_a_call_costs_what_the_list_says(model: str, usage: Usage, dollars: str) -> None:
    assert cost_of(model, usage) == Decimal(dollars)


def test_a_model_that_is_not_listed_has_no_price() -> None:
    assert price_of("gpt-4") is None
    assert cost_of("gpt-4", Usage(input=5)) is None
    assert highest_cost("gpt-4", 5, 5) is None


@pytest.mark.parametrize("model", [name for name in PRICES if name.startswith("claude")])
def test_what_is_reserved_covers_what_can_be_spent(model: str) -> None:
    reserved = highest_cost(model, prompt_bytes=30_000, max_tokens=4096)
    assert reserved is not None
    for usage in (
        Usage(input=10_000, output=4096),
        Usage(cache_write=10_000, output=4096),
        Usage(cache_read=10_000, output=4096),
    ):
        spent = cost_of(model, usage)
        assert spent is not None
        assert spent <= reserved


def test_searches_are_reserved_before_they_are_made() -> None:
    alone, with_searches = (highest_cost("claude-sonnet-5-5", 30, 10, searches) for searches in (0, 1000))
    assert with_searches - alone == Decimal(10)


def test_the_cheapest_call_is_not_free() -> None:
    assert cost_of("claude-haiku-5-5", Usage(input=10)) == Decimal("0.000001")


def test_the_operator_s_prices_come_first(settings) -> None:
    settings.MODEL_PRICES = '{"qwen3": 0, "mid": [1, 3], "full": [1, 3, 2, "0.1"], "claude-opus-5": [9, 9]}'
    every = Usage(input=1_000_000, output=1_000_000, cache_write=1_000_000, cache_read=1_000_000)
    assert cost_of("qwen3", every) == 0
    assert cost_of("mid", every) == Decimal("6.25")
    assert cost_of("full", every) == Decimal("6.1")
    assert cost_of("claude-opus-5", Usage(output=1_000_000)) == 9
    assert cost_of("other", every) is None
    settings.MODEL_PRICES = '{"*": 0}'
    assert cost_of("other", every) == 0
    assert cost_of("claude-opus-5", Usage(output=1_000_000)) == 25
