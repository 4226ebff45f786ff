"""Turn overhead: from the POST of a message to the last byte of its answer, less what the model takes.

The model is a scripted Messages server of ours (`tests/wire`), a process of its own: fifty pieces, no pause.
Ours is the product as `make run` starts it, web process and worker; beside it the bare SDK, and LiteLLM's
proxy where `WAYFARE_LITELLM` names its program. All take turns, round by round.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.agents.signed_in import cookies_of
from tests.bench.servers import NO_LIMITS, OURS, Server, machine, serve, share
from tests.bench.turns_model import PIECES, WORDS
from trips.models import Traveller
from trips.starting import start_trip

RUNS = 70  # turns of each, in rounds of ten
ROUND = 10
KEY = "sk-bench"
#: The program of LiteLLM's proxy, installed somewhere else: it is no requirement of ours.
PROXY = "WAYFARE_LITELLM"
One = Callable[[], Awaitable[float]]


def main(runs: int) -> int:
    """Prints the figures; 1 when a turn did not end or has other words than the model said."""
    logging.disable(logging.WARNING)
    print(f"{runs} turns of each in rounds of {ROUND}, {PIECES} pieces; {machine()}")
    with ExitStack() as stack:
        model = stack.enter_context(_model())
        environment = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": model, "BACKGROUND": "worker"}
        environment |= {name: "1000000" for name in ("CAP_SITE", "CAP_TRAVELLER", "CAP_TRIP")}
        web = stack.enter_context(serve(OURS, environment))
        stack.enter_context(_worker(environment))
        proxy = stack.enter_context(_proxy(model))
        return asyncio.run(_measure(runs, model, web, proxy))


async def _measure(runs: int, model: str, web: Server, proxy: str) -> int:
    import anthropic

    owner = await asyncio.to_thread(Traveller.objects.create_user, f"turns-{uuid.uuid4().hex[:8]}")
    bare = anthropic.AsyncAnthropic(api_key=KEY, base_url=model, max_retries=0)
    ways: dict[str, One] = {"bare SDK": lambda: _ask(bare)}
    if proxy:
        through = anthropic.AsyncAnthropic(api_key=KEY, base_url=proxy, max_retries=0)
        ways["LiteLLM proxy, the same SDK"] = lambda: _ask(through)
    async with httpx.AsyncClient(base_url=web.address, timeout=30) as client:
        cookies = await asyncio.to_thread(cookies_of, owner)
        client.cookies.update(cookies)
        visit = Visit(client, owner)
        ways["ours: POST, worker, stream"] = visit.turn
        for way in ways.values():  # to warm up
            for _ in range(3):
                await way()
        took: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(max(1, runs // ROUND)):
            for name, way in ways.items():
                took[name] += [await way() for _ in range(ROUND)]
            await visit.move_on()
    _say(took)
    stages = [statistics.median(times) * 1000 for times in zip(*visit.stages, strict=True)]
    claimed, recorded, here = stages
    print(
        f"  ours p50: a worker has it {claimed:.0f} ms, recorded {recorded:.0f} ms, here {here:.0f} ms later"
    )
    wrong = visit.wrong
    print(f"{wrong} of ours with other words than the model's")
    return int(wrong > 0)


def _say(took: dict[str, list[float]]) -> None:
    bare = statistics.median(took["bare SDK"])
    for name, seconds in took.items():
        middle, late = statistics.median(seconds), share(seconds, 0.95)
        more = f", {(middle - bare) * 1000:+.1f} ms p50 {(late - bare) * 1000:+.1f} ms p95 over the bare one"
        print(
            f"  {name:<30} p50 {middle * 1000:6.1f} p95 {late * 1000:6.1f} ms"
            f"{more if name != 'bare SDK' else ''}, {len(seconds)} turns"
        )


async def _ask(client) -> float:
    begin = time.perf_counter()
    words = []
    async with client.messages.stream(
        model="claude-bench", max_tokens=4096, messages=[{"role": "user", "content": "Boston?"}]
    ) as stream:
        async for text in stream.text_stream:
            words.append(text)
    took = time.perf_counter() - begin
    if json.loads("".join(words))["reply"] != WORDS:
        raise AssertionError("the model's words were not passed on")
    return took


class Visit:
    """A browser's part: the page is open with its stream, a message is posted, the stream is read."""

    def __init__(self, client: httpx.AsyncClient, owner: Traveller) -> None:
        self.client = client
        self.owner = owner
        self.wrong = 0
        self.stages: list[tuple[float, float, float]] = []  # until claimed, until recorded, until here
        self._stream = None
        self._frames = None
        self._trip = None

    async def move_on(self) -> None:
        """The next turn is of a new trip: a trip that grows would be another measurement."""
        if self._stream is not None:
            await self._stream.__aexit__(None, None, None)
        self._stream = None

    async def turn(self) -> float:
        if self._stream is None:
            await self._open()
        posted = uuid.uuid4().hex
        body = {"text": f"Is Boston quiet? {posted}", "client_key": str(uuid.uuid4())}
        headers = {"HX-Request": "true", "X-CSRFToken": self.client.cookies["csrftoken"]}
        begin, sent_at = time.perf_counter(), time.time()
        sending = asyncio.create_task(
            self.client.post(f"/trips/{self._trip.uuid}/send", data=body, headers=headers)
        )
        article = await asyncio.wait_for(self._until_done(posted), 30)
        took, here_at = time.perf_counter() - begin, time.time()
        (await sending).raise_for_status()
        claimed, recorded = await asyncio.to_thread(self._moments)
        self.stages.append((claimed - sent_at, recorded - claimed, here_at - recorded))
        self.wrong += WORDS not in re.sub(r"<[^>]+>", "", article)
        return took

    def _moments(self) -> tuple[float, float]:
        turn = self._trip.turns.latest("number")
        return turn.started_at.timestamp(), turn.finished_at.timestamp()

    async def _open(self) -> None:
        self._trip = await asyncio.to_thread(start_trip, self.owner)
        page = (await self.client.get(f"/trips/{self._trip.uuid}/")).raise_for_status()
        address = re.search(r'sse:connect="([^"]+)"', page.text)[1].replace("&amp;", "&")
        self._stream = self.client.stream("GET", address, timeout=60)
        response = await self._stream.__aenter__()
        self._frames = response.aiter_text()

    async def _until_done(self, posted: str) -> str:
        seen = ""
        async for text in self._frames:
            seen += text
            whole = seen.rfind(posted)
            if whole >= 0 and (end := seen.find('data-status="done"')) >= 0:
                if "\n\n" in seen[max(whole, end) :]:
                    return seen[end:]
            if 'data-status="failed"' in seen:
                raise AssertionError("a turn failed")
        raise AssertionError("the stream ended")


# --- Processes ---------------------------------------------------------------------------------------


@contextmanager
def _worker(environment: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "work"], env={**os.environ, **NO_LIMITS, **environment}
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(15)


@contextmanager
def _model() -> Iterator[str]:
    """The scripted server, apart: its threads would wait for those of the client."""
    program = [sys.executable, "-m", "tests.bench.turns_model"]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def _proxy(model: str) -> Iterator[str]:
    """LiteLLM's proxy in front of the same server; "" where it is not installed."""
    program = os.environ.get(PROXY, "")
    if not program or not Path(program).exists():
        print(f"LiteLLM's proxy is left out: {PROXY} names no program of it")
        yield ""
        return
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "litellm.yaml"
        parameters = {"model": "anthropic/claude-bench", "api_base": model, "api_key": KEY}
        rows = [{"model_name": "claude-bench", "litellm_params": parameters}]
        settings.write_text(json.dumps({"model_list": rows}))
        port = str(random.randint(20_000, 40_000))
        left_out = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
        clean = {name: value for name, value in os.environ.items() if name not in left_out}
        clean |= {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MASTER_KEY": KEY}
        arguments = [program, "--config", str(settings), "--port", port, "--host", "127.0.0.1"]
        with (Path(folder) / "log").open("w") as log:
            process = subprocess.Popen(arguments, env=clean, stdout=log, stderr=log)
            try:
                _until_ready(f"http://127.0.0.1:{port}/health/liveliness", process)
                yield f"http://127.0.0.1:{port}"
            finally:
                process.terminate()
                process.wait(20)


def _until_ready(url: str, process: subprocess.Popen) -> None:
    end = time.monotonic() + 300
    while time.monotonic() < end and process.poll() is None:
        try:
            if httpx.get(url, timeout=2).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise RuntimeError("LiteLLM's proxy did not start")
