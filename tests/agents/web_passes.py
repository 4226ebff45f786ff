"""A server that answers each pass of the live web: what it is asked, and with what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from agents import web_access
from agents.llm.claude import load_sdk
from tests.story.telling import learns
from tests.wire.messages import Answer, text_answer
from tests.wire.server import Exchange


@contextmanager
def searching(settings: Any) -> Iterator[None]:
    """The site has a model whose server searches, and nothing was refused."""
    settings.ANTHROPIC_API_KEY = "test-key"
    settings.WEB_SEARCH = "on"
    web_access.forget_refusals()
    load_sdk()
    yield
    web_access.forget_refusals()


def kind_of(exchange: Exchange) -> str:
    """search, pages (the second pass), plain, or learning."""
    if any(str(tool.get("type", "")).startswith("web_") for tool in exchange.body.get("tools", [])):
        return "search"
    if learns(exchange):
        return "learning"
    return "pages" if "--- WEB NOTES ---" in exchange.said else "plain"


def answering(**by_kind: Answer | dict) -> Callable[[Exchange], Answer]:
    """By `kind_of`; what is not given is answered with nothing."""

    def answer_to(exchange: Exchange) -> Answer:
        given = by_kind.get(kind_of(exchange), "- NONE")
        return given if isinstance(given, Answer) else text_answer(given)

    return answer_to


def kinds(exchanges: list[Exchange]) -> list[str]:
    """In order, without what is learnt afterwards."""
    return [kind for exchange in exchanges if (kind := kind_of(exchange)) != "learning"]
