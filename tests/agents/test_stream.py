"""The stream of a trip: replay strictly after a cursor, live equals reloaded equals fresh."""

from __future__ import annotations

import asyncio
import html
import re
import threading
from dataclasses import dataclass, field

import httpx
import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from agents import sse, turns
from agents.events import ReplyDelta
from agents.fence import append_events
from agents.llm.scripted import ScriptedMind
from agents.tailer import Tailer
from tests.agents.talking import clarify, run, send
from tests.serving import serving
from trips.models import Traveller

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Reading:
    """One open stream, read by a thread of its own."""

    url: str
    cookies: dict
    headers: dict = field(default_factory=dict)
    frames: list[tuple[str, str]] = field(default_factory=list)  # (id, html)
    named: list[str] = field(default_factory=list)
    status: int = 0

    def __enter__(self) -> Reading:
        self._news = threading.Condition()
        self._client = httpx.Client(timeout=15, cookies=self.cookies)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_error) -> None:
        self._leave = True
        self._response.close()
        self._client.close()
        self._thread.join(5)

    def _read(self) -> None:
        try:
            with self._client.stream("GET", self.url, headers=self.headers) as response:
                self._response = response
                self.status = response.status_code
                buffer = ""
                for text in response.iter_text():
                    buffer += text
                    while "\n\n" in buffer:
                        block, buffer = buffer.split("\n\n", 1)
                        with self._news:
                            self._take(block)
                            self._news.notify_all()
        except (httpx.HTTPError, httpx.StreamError, OSError):
            pass
        finally:
            with self._news:
                self._news.notify_all()

    def _take(self, block: str) -> None:
        lines = [line.partition(": ") for line in block.splitlines()]
        event = "".join(value for name, _, value in lines if name == "event")
        data = "\n".join(value for name, _, value in lines if name == "data")
        number = "".join(value for name, _, value in lines if name == "id")
        if event:
            self.named.append(event)
        elif data:
            self.frames.append((number, data))

    def until(self, condition, seconds: float = 10) -> None:
        with self._news:
            if not self._news.wait_for(lambda: condition(self), timeout=seconds):
                raise AssertionError(f"not seen in {seconds} s; frames: {self.frames[-3:]}")


def cookies_of(traveller: Traveller) -> dict:
    session = SessionStore()
    session[SESSION_KEY] = str(traveller.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = traveller.get_session_auth_hash()
    session.save()
    return {"sessionid": session.session_key}


def article_of(page: str, number: int) -> str:
    found = re.search(rf'<article id="turn-{number}".*?</article>', page, re.DOTALL)
    assert found, page[:500]
    return found[0]


def stream_url(address: str, trip, after: str = "") -> str:
    return f"{address}/trips/{trip.uuid}/stream?after={after}"


def test_live_equals_reloaded_equals_fresh(trip, traveller):
    cookies = cookies_of(traveller)
    with serving() as address:
        with Reading(stream_url(address, trip), cookies) as reading:
            send(trip, "I want to visit Boston for a long weekend")
            reading.until(lambda r: any('data-status="done"' in data for _, data in r.frames))
        last_id, last = next((i, d) for i, d in reversed(reading.frames) if "turn-1" in d)
        page = httpx.get(f"{address}/trips/{trip.uuid}/", cookies=cookies).text
        assert article_of(last, 1) == article_of(page, 1)
        url = html.unescape(re.search(r'sse:connect="([^"]+)"', page)[1])
        assert url.endswith(f"after={last_id}")
        with Reading(f"{address}{url}", cookies) as again:
            turn = send(trip, "Feb 15-18, 2 people")
            again.until(lambda r: any('data-status="done"' in data for _, data in r.frames))
        assert all("turn-1" not in data for _, data in again.frames)
        assert again.frames[-1][0] == f"{turn.number}:{turn.__class__.objects.get(pk=turn.pk).last_seq}"


def test_a_reader_who_was_cut_off_gets_the_rest_and_nothing_twice(trip, traveller):
    turn = send(trip, "Boston")
    token = turns.claim(turn.pk)
    for word in ("Boston ", "is ", "lovely."):
        append_events(turn.pk, token, [ReplyDelta(text=word)])
    with serving(work=False) as address:
        cookies = cookies_of(traveller)
        with Reading(stream_url(address, trip, "1:1"), cookies) as first:
            first.until(lambda r: len(r.frames) >= 3)
        ids = [number for number, _ in first.frames]
        assert ids == ["1:2", "1:3", "1:4"]
        assert "Boston is lovely." in first.frames[-1][1]
        header = {"Last-Event-ID": "1:3"}
        with Reading(stream_url(address, trip, "1:1"), cookies, header) as second:
            second.until(lambda r: r.frames)
            append_events(turn.pk, token, [ReplyDelta(text=" Truly.")])
            second.until(lambda r: len(r.frames) >= 2)
        assert [number for number, _ in second.frames] == ["1:4", "1:5"]
        assert "Boston is lovely. Truly." in second.frames[-1][1]


def test_another_traveller_gets_404_as_if_there_were_no_such_trip(trip):
    stranger = Traveller.objects.create_user("eve", password="a-long-enough-word")
    with serving(work=False) as address:
        theirs = httpx.get(stream_url(address, trip), cookies=cookies_of(stranger))
        nobody = httpx.get(stream_url(address, trip))
        missing = httpx.get(f"{address}/trips/00000000-0000-0000-0000-000000000000/stream")
    assert theirs.status_code == nobody.status_code == missing.status_code == 404
    assert theirs.text == nobody.text == missing.text


def test_a_stream_ends_when_the_right_to_read_does(trip, traveller):
    cookies = cookies_of(traveller)
    with serving(work=False) as address, Reading(stream_url(address, trip), cookies) as reading:
        send(trip, "Boston")
        reading.until(lambda r: r.frames)
        SessionStore(cookies["sessionid"]).delete()
        reading.until(lambda r: r.named == ["bye"], seconds=9)


def test_a_turn_that_ran_while_nobody_watched_is_caught_up(trip, traveller):
    run(send(trip, "one"), ScriptedMind([clarify("First.")]))
    run(send(trip, "two"), ScriptedMind([clarify("Second.")]))
    with serving(work=False) as address:
        first_page = sse.write_cursor({1: trip.turns.get(number=1).last_seq}, {1})
        with Reading(stream_url(address, trip, first_page), cookies_of(traveller)) as reading:
            reading.until(lambda r: any("Second." in data for _, data in r.frames))
        assert all("turn-1" not in data for _, data in reading.frames)


@pytest.mark.parametrize("text", ["", "x", "1:", ":2", "1:2,zz", "9" * 400, "1:2,3:4"])
def test_any_cursor_can_be_read(text):
    cursor = sse.read_cursor(text)
    assert all(isinstance(n, int) and isinstance(s, int) for n, s in cursor.items())


def test_a_reader_who_comes_while_the_last_one_leaves_is_not_forgotten(trip):
    async def main() -> None:
        tailer = Tailer()
        uuid = str(trip.uuid)
        first = await tailer.watch(trip.pk, uuid, {5: 1})
        coming = asyncio.create_task(tailer.watch(trip.pk, uuid, {}))
        await asyncio.sleep(0)  # it waits for the database now
        tailer.leave(first)
        second = await coming
        assert tailer.feeds[trip.pk] is second.feed
        tailer.leave(second)
        assert not tailer.feeds
        await tailer.stop()

    asyncio.run(main())
