"""Several web processes: one ends and its streams go on at the next; a stop in one reaches the other's."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from agents import turns
from agents.events import AgentProgress, AgentStarted, Progress
from agents.fence import append_events
from tests.agents.signed_in import cookies_of
from tests.agents.talking import send
from tests.page_model import PageModel
from tests.sse_client import Reading, request_for
from tests.web_process import WebProcess
from trips.models import Turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("grown")]

STREAMS = 20
LEASE = 60
#: What is promised is 3 s for the streams and printed; a machine that is busy gets more.
ALLOWED = 9.0


def test_at_sigterm_streams_end_and_go_on_at_the_next_process(
    trip, traveller, tmp_path: Path, record_property, settings
) -> None:
    settings.LEASE_SECONDS = LEASE  # nobody renews it while the first process starts
    cookies = cookies_of(traveller)
    turn = send(trip, "Boston")
    token = turns.claim(turn.pk)
    append_events(turn.pk, token, [AgentStarted(key="food", agent="food", title="Food")])
    web = WebProcess(
        tmp_path, "first", STREAMS_AN_ACCOUNT="100", LEASE_SECONDS=str(LEASE), STREAM_SEND_SECONDS="60"
    )
    path = f"/trips/{trip.uuid}/stream?after="
    readings = [Reading(web.address + path, cookies).__enter__() for _ in range(STREAMS)]
    for reading in readings:
        reading.until(lambda r: len(r.frames) == 2, seconds=30)
    stuck = _stuck_reader(web, path, cookies, turn, token)
    writing = threading.Event()
    writer = threading.Thread(target=_write, args=(turn.pk, token, writing))
    writer.start()
    for reading in readings:
        reading.until(lambda r: len(r.frames) > 5, seconds=30)
    began = time.monotonic()
    took = web.end()
    for reading in readings:
        reading.until(lambda r: r.ended_at)
    ended = [reading.ended_at - began for reading in readings]
    with WebProcess(
        tmp_path, "second", port=web.port, STREAMS_AN_ACCOUNT="100", LEASE_SECONDS=str(LEASE)
    ) as second:
        url = second.address + path
        again = [Reading(url, cookies, last_id=reading.frames[-1][0]).__enter__() for reading in readings]
        for reading in again:
            reading.until(lambda r: r.frames, seconds=30)
        resumed = time.monotonic() - began
        writing.set()
        writer.join()
        turn.refresh_from_db()
        for reading in again:  # an end takes the place of what nobody has read yet
            reading.until(lambda r: _seq(r.frames[-1]) == turn.last_seq, seconds=30)
        turns.stop_turn(turn)
        for reading in again:
            reading.until(lambda r: 'data-status="stopped"' in r.frames[-1][1], seconds=30)
        page = PageModel.of_page(httpx.get(f"{second.address}/trips/{trip.uuid}/", cookies=cookies).text)
    for first, rest in zip(readings, again, strict=True):
        assert first.named == rest.named == [] and first.whole
        _nothing_lost_nothing_twice([*first.frames, *rest.frames], page)
        rest.__exit__()
        first.__exit__()
    stuck.close()
    print(
        f"SIGTERM: {STREAMS} streams ended within {max(ended):.2f} s, the process after {took:.2f} s; "
        f"all read on {resumed:.1f} s after the signal, a new process being started meanwhile"
    )
    record_property("streams ended, seconds", round(max(ended), 2))
    record_property("process ended, seconds", round(took, 2))
    assert max(ended) < ALLOWED and took < ALLOWED


def _stuck_reader(web: WebProcess, path: str, cookies: dict[str, str], turn: Turn, token: int):
    """A reader who takes nothing: must not hold up the end."""
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stuck.connect(("127.0.0.1", web.port))
    stuck.sendall(request_for(web.address + path, cookies))
    append_events(turn.pk, token, [AgentProgress(key="food", doing="word " * 1_000_000)])
    append_events(turn.pk, token, [AgentProgress(key="food", doing="word " * 10)])
    return stuck


def _write(turn_id: int, token: int, done: threading.Event) -> None:
    """Something new every 50 ms."""
    from django.db import connection

    number = 0
    while not done.wait(0.05):
        number += 1
        append_events(turn_id, token, [Progress(text=f"step {number}")])
    connection.close()


def _seq(frame: tuple[str, str]) -> int:
    """Of the first turn, by the frame's cursor."""
    return int(frame[0].split(",")[0].removeprefix("1:"))


def _nothing_lost_nothing_twice(frames: list[tuple[str, str]], page: PageModel) -> None:
    assert [_seq(frame) for frame in frames] == list(range(1, len(frames) + 1))
    shown = PageModel()
    for number, html in frames:
        shown.take(number, html)
    assert (shown.twice, shown.misplaced) == ([], [])
    assert shown.html == page.html and shown.cursor == page.cursor


def test_a_stop_in_one_process_reaches_the_streams_of_another(
    trip, traveller, tmp_path: Path, record_property
) -> None:
    cookies = cookies_of(traveller)
    with ThreadPoolExecutor(2) as starting:
        here, there = starting.map(lambda name: WebProcess(tmp_path, name), ["here", "there"])
    seconds = []
    with here, there, Reading(f"{there.address}/trips/{trip.uuid}/stream?after=", cookies) as reading:
        with httpx.Client(base_url=here.address, cookies=cookies, headers={"Referer": here.address}) as tab:
            token = tab.get(f"/trips/{trip.uuid}/").text.split('"X-CSRFToken":"')[1].split('"')[0]
            for number in range(1, 6):
                turn = send(trip, "Boston")
                lease = turns.claim(turn.pk)
                append_events(turn.pk, lease, [Progress(text=f"work on {number}")])
                reading.until(lambda r, n=number: any(f"work on {n}" in data for _, data in r.frames))
                began = time.monotonic()
                tab.post(f"/trips/{trip.uuid}/turns/{number}/stop", headers={"X-CSRFToken": token})
                reading.until(
                    lambda r, n=number: f'id="turn-{n}" class="turn" data-status="stopped"' in r.frames[-1][1]
                )
                seconds.append(time.monotonic() - began)
    print("stop across processes:", ", ".join(f"{value * 1000:.0f} ms" for value in seconds))
    record_property("slowest stop across processes, ms", round(max(seconds) * 1000))
    assert max(seconds) < ALLOWED
