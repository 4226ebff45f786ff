"""Agents at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

#: A server that is so late with its first word is not waited for.
PREFIX_SECONDS = 8.0


class SharedPrefix:
    """Requests at the same time that begin alike: the first goes alone until its answer begins, so that the
    others find the beginning in the server's cache."""

    def __init__(self, seconds: float = PREFIX_SECONDS) -> None:
        self._seconds = seconds
        self._led = False
        self._begun = asyncio.Event()

    async def wait(self) -> None:
        """Until the first answer began, or ended; at once for whoever comes first."""
        if not self._led:
            self._led = True
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await self._begun.wait()

    def begin(self) -> None:
        self._begun.set()


async def together(*work: Coroutine[Any, Any, Any]) -> list[Any]:
    """All results, in order. When one raises, the others are cancelled and have ended before the error
    goes on: `gather` alone would leave them calling models for nobody."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
