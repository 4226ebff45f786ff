"""The web process: a thin router. Streams are answered natively, everything else is a Django page."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from functools import partial

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.urls.converters import UUIDConverter  # noqa: E402

from agents import health  # noqa: E402
from agents.stream_gate import through_the_gate  # noqa: E402
from agents.streams import Streams  # noqa: E402
from agents.sweeper import Sweeper  # noqa: E402
from config.headers import WithHeaders  # noqa: E402
from config.health import PATHS, Health  # noqa: E402
from config.pages import Pages  # noqa: E402
from config.request_log import stream_with_line  # noqa: E402
from config.wsgi import application as wsgi  # noqa: E402

#: Answered here and not by `config/urls.py`; tests/access knows both.
NATIVE = {"stream": "/trips/<uuid:trip_uuid>/stream"}
_STREAM = re.compile(NATIVE["stream"].replace("<uuid:trip_uuid>", f"({UUIDConverter.regex})"))

streams = Streams()
pages = Pages(wsgi, settings.PAGE_THREADS)
sweeper = Sweeper()
probes = Health(health.checks)


async def _routed(scope, receive, send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        match = _STREAM.fullmatch(scope["path"])
        if match and scope["method"] == "GET":
            answer = partial(stream_with_line, streams.answer)
            await through_the_gate(answer, match[1], scope, receive, send)
        elif scope["path"] in PATHS:
            await probes.answer(scope, receive, send)
        else:
            await pages(scope, receive, send)


application = WithHeaders(_routed)


async def _lifespan(receive, send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            _end_streams_on_sigterm()
            await streams.start()
            sweeper.start()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await asyncio.to_thread(sweeper.stop)
            await streams.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return


def _end_streams_on_sigterm() -> None:
    """The server waits for open responses before it tells us: end the streams when the signal comes."""
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def end(received, frame, before=before):
            streams.end_soon()
            if callable(before):
                before(received, frame)

        try:
            signal.signal(number, end)
        except ValueError:  # not the main thread (a test's server)
            return
