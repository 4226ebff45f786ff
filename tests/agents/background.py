"""What comes after turns, done at once."""

from __future__ import annotations

import asyncio

from agents import afterwork
from agents.llm import select
from agents.llm.base import Mind
from agents.runtime.db_thread import close_recorder_connection


def run_due(mind: Mind | None = None) -> int:
    """Do everything that is due, in an event loop of its own. Returns how many rows."""

    async def main() -> int:
        done = 0
        try:
            while count := await afterwork.work_due(mind):
                done += count
            return done
        finally:
            if mind is None:
                await select.close_minds()
            await close_recorder_connection()

    return asyncio.run(main())
