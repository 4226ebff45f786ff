"""The whole product on a free port, in this process: uvicorn with `config.asgi`, and a worker."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from agents.worker import WorkerThread


class _Server(uvicorn.Server):
    def install_signal_handlers(self) -> None:  # not the main thread
        pass


@contextmanager
def serving(*, work: bool = True) -> Iterator[str]:
    """Serve until the block ends; yields the address. `work=False`: messages stay queued."""
    from config import asgi

    asgi.streams.__init__()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(
        asgi.application,
        host="127.0.0.1",
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=2,
        ws="none",
    )
    server = _Server(config)
    thread = threading.Thread(target=server.run, name="web", daemon=True)
    worker = WorkerThread() if work else None
    if worker:
        worker.start()
    thread.start()
    try:
        _until_it_answers(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        asgi.streams.end_soon()
        server.should_exit = True
        thread.join(timeout=60)  # its shutdown would end the streams of the next server
        if worker:
            worker.stop()
        if thread.is_alive():
            raise RuntimeError("the server did not end")


def _until_it_answers(port: int) -> None:
    waiting = threading.Event()
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        waiting.wait(0.05)
    raise RuntimeError("the server did not start")
