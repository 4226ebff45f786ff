"""The product with Claude's adapter, against a Messages server of our own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from agents.llm import select
from tests.wire.server import MessagesServer, Scripted, messages_server


@contextmanager
def claude_answering(settings, always: Scripted | None = None) -> Iterator[MessagesServer]:
    """`always` answers whatever nothing was scripted for."""
    select.claude_mind.cache_clear()
    with messages_server(always) as server:
        settings.ANTHROPIC_API_KEY = "a-key"
        settings.ANTHROPIC_BASE_URL = server.url
        yield server
    select.claude_mind.cache_clear()
