"""What is looked at before a stream is opened: it carries no body, and an address does not open too many."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import close_old_connections

from config.addresses import counted_address
from config.database import AWAY
from config.pages import ADDRESS_LIMIT
from config.refusing import refuse
from trips import limits
from trips.limits import TooMany

logger = logging.getLogger("wayfare.limits")

_counting = ThreadPoolExecutor(max_workers=1, thread_name_prefix="stream-gate")


async def through_the_gate(
    answer: Callable[..., Awaitable[None]], uuid: str, scope: Any, receive: Any, send: Any
) -> None:
    """Answer a stream (`answer(uuid, scope, receive, send)`), or refuse it before anybody is asked."""
    headers = dict(scope["headers"])
    if headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers:
        await refuse(scope, send, 400)
        return
    if len(scope["query_string"]) + len(headers.get(b"last-event-id", b"")) > ADDRESS_LIMIT:
        await refuse(scope, send, 414)
        return
    try:
        await _count((scope.get("client") or ("",))[0])
    except TooMany as over:
        await refuse(scope, send, 429, wait=over.seconds)
        return
    await answer(uuid, scope, receive, send)


async def _count(host: str) -> None:
    address = counted_address(host)
    if not limits.streams.spend(address):
        await asyncio.get_running_loop().run_in_executor(_counting, _take, address)


def _take(address: str | None) -> None:
    close_old_connections()
    try:
        limits.streams.take(address)
    except AWAY:  # what cannot be counted is not refused
        logger.warning("streams are not counted", exc_info=True)
    finally:
        close_old_connections()
