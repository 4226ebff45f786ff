"""The same project as others would serve it: Django's own ASGI handler, and plain WSGI on threads.

The stream is Django's StreamingHttpResponse over an asynchronous view, with the project's own middleware.
One task of the process looks for new events every 50 ms and hands them to all readers, so that what differs
is the way a stream is answered.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from asgiref.sync import sync_to_async  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db.models import Max  # noqa: E402
from django.http import HttpRequest, StreamingHttpResponse  # noqa: E402
from django.urls import path  # noqa: E402

from agents.models import TurnEvent  # noqa: E402
from config.urls import urlpatterns as ours  # noqa: E402
from trips.access import trip_for  # noqa: E402

TICK = 0.05  # seconds, as our own tailer's while a turn runs


class Newsroom:
    """New event rows for every open stream."""

    def __init__(self) -> None:
        self.readers: set[asyncio.Queue[bytes]] = set()
        self._task: asyncio.Task | None = None

    async def join(self) -> asyncio.Queue[bytes]:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.readers.add(queue)
        if self._task is None:
            last = await TurnEvent.objects.aaggregate(last=Max("pk"))
            self._task = asyncio.create_task(self._follow(last["last"] or 0))
        return queue

    async def _follow(self, last: int) -> None:
        while True:
            await asyncio.sleep(TICK)
            async for row in TurnEvent.objects.filter(pk__gt=last).order_by("pk"):
                last = row.pk
                frame = f"id: {row.seq}\ndata: {row.data.get('text', row.kind)}\n\n".encode()
                for queue in self.readers:
                    queue.put_nowait(frame)


newsroom = Newsroom()


async def stream(request: HttpRequest, trip_uuid: UUID) -> StreamingHttpResponse:
    await sync_to_async(trip_for)(await request.auser(), trip_uuid)

    async def frames() -> AsyncIterator[bytes]:
        queue = await newsroom.join()
        try:
            yield b"retry: 500\n\n"
            while True:
                yield await queue.get()
        finally:
            newsroom.readers.discard(queue)

    return StreamingHttpResponse(
        frames(), content_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


urlpatterns = [path("trips/<uuid:trip_uuid>/stream", stream), *ours]
settings.ROOT_URLCONF = "tests.bench.peer"
_asgi = get_asgi_application()


async def asgi(scope, receive, send) -> None:
    """Django's own handler, which knows no start and no end of a process."""
    if scope["type"] == "lifespan":
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        await send({"type": "lifespan.shutdown.complete"})
        return
    await _asgi(scope, receive, send)


def main() -> None:
    """`python -m tests.bench.peer --port N`: WSGI alone, on Django's own server, a thread a connection."""
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

    class Quiet(WSGIRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments: object) -> None: ...

    class Server(ThreadedWSGIServer):
        daemon_threads = True
        request_queue_size = 128

    server = Server(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Quiet)
    server.set_app(get_wsgi_application())
    server.serve_forever()


if __name__ == "__main__":
    main()
