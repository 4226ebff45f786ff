"""A message that took its worker down is answered by a process of its own, with nothing beside it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys

from django.conf import settings

logger = logging.getLogger("wayfare.worker")

#: Processes of one worker at a time.
AT_ONCE = 3
END_SECONDS = 6.0
#: Before one that failed to start may be started again.
PAUSE_SECONDS = 2.0


def work_command(*arguments: str) -> list[str]:
    """`manage.py work`, which ends by itself when this process is gone."""
    manage = str(settings.BASE_DIR / "manage.py")
    return [sys.executable, manage, "work", "--with-parent", str(os.getpid()), *arguments]


class Alone:
    """Of one event loop."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def run(self, turn_id: int) -> None:
        """Until its process has ended; whoever looks for turns sees what became of it."""
        async with self._room:
            logger.warning("turn %s took its worker down and is tried again by itself", turn_id)
            process = await asyncio.create_subprocess_exec(*work_command("--only", str(turn_id)))
            try:
                code = await process.wait()
            finally:
                if process.returncode is None:  # this process ends
                    await _end(process)
            if code:
                logger.error("the process of turn %s ended with %s", turn_id, code)
                await asyncio.sleep(PAUSE_SECONDS)


async def _end(process: asyncio.subprocess.Process) -> None:
    process.terminate()
    try:
        async with asyncio.timeout(END_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
