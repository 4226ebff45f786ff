"""A running turn's pen: events go through the fence; small pieces of text are collected for 50 ms."""

from __future__ import annotations

import asyncio
import time

from agents.database import in_database
from agents.events import Event, ReplyDelta, Restarted
from agents.fence import append_events

COALESCE_SECONDS = 0.05


class TurnLog:
    """Writes what happens in one turn, in order. Every write raises LeaseLost when the turn is gone."""

    def __init__(self, turn_id: int, token: int) -> None:
        self.turn_id = turn_id
        self.token = token
        self.text = ""  # what the bubble shows now
        self._waiting = ""
        self._last_flush = 0.0
        self._timer: asyncio.Task | None = None
        self._lock = asyncio.Lock()
        self._broken: Exception | None = None

    async def write(self, *events: Event) -> None:
        """Write events after whatever text was waiting."""
        async with self._lock:
            await self._write(*events)

    async def say(self, text: str) -> None:
        """Some more of the reply. The first piece goes out at once, later ones every 50 ms."""
        if self._broken:
            raise self._broken
        self.text += text
        self._waiting += text
        if time.monotonic() - self._last_flush >= COALESCE_SECONDS:
            await self.write()
        elif self._timer is None or self._timer.done():
            self._timer = asyncio.create_task(self._later())

    async def restart(self, reason: str = "") -> None:
        """Empty the bubble."""
        self.text = self._waiting = ""
        await self.write(Restarted(reason=reason))

    async def heartbeat(self) -> None:
        async with self._lock:
            await in_database(append_events, self.turn_id, self.token, [])

    async def close(self) -> None:
        """Write what waits, before the terminal write."""
        if self._timer:
            self._timer.cancel()
        if self._waiting:
            await self.write()

    async def _later(self) -> None:
        await asyncio.sleep(COALESCE_SECONDS - (time.monotonic() - self._last_flush))
        try:
            await self.write()
        except Exception as error:  # the next `say` raises it where it can be handled
            self._broken = error

    async def _write(self, *events: Event) -> None:
        pieces: list[Event] = []
        if self._waiting:
            pieces.append(ReplyDelta(text=self._waiting))
            self._waiting = ""
        pieces += events
        if pieces:
            self._last_flush = time.monotonic()
            await in_database(append_events, self.turn_id, self.token, pieces)
