"""The mind that needs no model: each agent's own function, streamed like any other answer."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
import re
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pydantic import BaseModel

from agents.llm.base import ModelError, ModelEvent, ModelReply, ModelRequest, TextDelta, Usage

logger = logging.getLogger(__name__)

PIECES = 40  # a reply comes in at most this many
SHORTEST_PIECE = 6  # characters
PAUSE_SECONDS = 0.012
_REPLY = re.compile(r'\{"reply":"(?:[^"\\]|\\.)*+"')
LONGEST_STREAM_SECONDS = 0.5  # after that the rest comes at once, also on a slow machine

#: The functions are pure and some take a while (a planner): never in the event loop, where they would
#: hold up heartbeats and streams. They touch no database, so the threads keep no connection.
_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="offline")

Lookup = Callable[[str], Callable[[Any], BaseModel]]


def _offline_function(name: str) -> Callable[[Any], BaseModel]:
    from agents.runtime import registry  # the registry imports the agents, they import the seam

    return registry.get(name).offline


class OfflineMind:
    """Answers by the agent's offline function. Raises ModelError("server") when that function fails.

    `pause_seconds` between the pieces of the reply lets it visibly grow; tests and the terminal
    use 0. Only the reply is slowed down: what follows it comes at once.
    """

    name = "offline"

    def __init__(self, pause_seconds: float = 0.0, lookup: Lookup = _offline_function) -> None:
        self.pause_seconds = pause_seconds
        self._lookup = lookup

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The whole answer's JSON in small pieces, then the reply (no tokens, model "offline")."""
        started = time.monotonic()
        text = await self._answer(request)
        began = time.monotonic()
        for piece in pieces(text):
            yield TextDelta(piece)
            slow = self.pause_seconds and time.monotonic() - began < LONGEST_STREAM_SECONDS
            await asyncio.sleep(self.pause_seconds if slow else 0)
        latency = round((time.monotonic() - started) * 1000)
        yield ModelReply(text, "end_turn", Usage(), model="offline", latency_ms=latency)

    async def _answer(self, request: ModelRequest) -> str:
        try:
            function = self._lookup(request.agent)
            if inspect.iscoroutinefunction(function):
                answer = await function(request.context)
            else:
                context = contextvars.copy_context()
                loop = asyncio.get_running_loop()
                answer = await loop.run_in_executor(_threads, context.run, function, request.context)
            return answer.model_dump_json()
        except Exception as error:
            logger.exception("the offline function of %s failed", request.agent)
            raise ModelError("server", f"offline {type(error).__name__}", model="offline") from error


def pieces(text: str) -> list[str]:
    """Cut an answer's JSON: its reply into at most PIECES parts, the rest in one."""
    end = _end_of_reply(text)
    size = max(SHORTEST_PIECE, -(-end // PIECES))
    parts = [text[start : min(start + size, end)] for start in range(0, end, size)]
    return [part for part in (*parts, text[end:]) if part]


def _end_of_reply(text: str) -> int:
    """The index after the `reply` string, 0 when the answer does not begin with one."""
    reply = _REPLY.match(text)
    return reply.end() if reply else 0
