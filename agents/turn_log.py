"""A running turn's pen: events go through the fence; small pieces of text are collected for 50 ms."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from agents.events import AgentDone, AgentStarted, Event, ReplyDelta, Restarted
from agents.events import AgentFailed as AgentFailedEvent
from agents.fence import append_events
from agents.runtime.agent import Agent
from agents.runtime.db_thread import in_database
from agents.runtime.errors import AgentFailed

COALESCE_SECONDS = 0.05


@dataclass
class AtWork:
    """What the rail says of an agent when it has done its work."""

    said: str = ""


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

    @asynccontextmanager
    async def at_work(
        self, agent: Agent, doing: str, *, key: str = "", title: str = "", of: str = "", begins: bool = True
    ) -> AsyncIterator[AtWork]:
        """One row of the rail while the block lasts: what the agent is doing, and then what it `said`, or the
        sentence of its AgentFailed (after the name of what it was working on, `of`), which goes on upwards.
        `begins=False`: the row is there already."""
        key = key or agent.name
        started = time.monotonic()
        if begins:
            await self.write(AgentStarted(key=key, agent=agent.name, title=title or agent.title, doing=doing))
        work = AtWork()
        try:
            yield work
        except AgentFailed as failure:
            sentence = f"{of}: {failure.sentence}" if of else failure.sentence
            await self.write(AgentFailedEvent(key=key, sentence=sentence, seconds=_seconds_since(started)))
            raise
        await self.write(AgentDone(key=key, said=work.said, seconds=_seconds_since(started)))

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

    async def restart(self, reason: str = "", *, forgotten: bool = False) -> None:
        """Empty the bubble. Its text is the turn's if nothing longer comes, unless it is `forgotten`."""
        self.text = self._waiting = ""
        await self.write(Restarted(reason=reason, forgotten=forgotten))

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


def _seconds_since(started: float) -> float:
    return round(time.monotonic() - started, 1)
