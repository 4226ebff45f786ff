"""The stream of a trip: replay strictly after a cursor, live equals reloaded equals fresh."""

from __future__ import annotations

import datetime as dt
import html
import re

import httpx
import pytest

from agents import sending, sse, turns
from agents.events import ReplyDelta
from agents.fence import append_events
from tests.agents.signed_in import cookies_of
from tests.agents.talking import clarify, run, send
from tests.scripted_mind import ScriptedMind
from tests.serving import serving
from tests.sse_client import Reading
from trips import fact_log
from trips.models import Traveller
from trips.schemas import Change

pytestmark = pytest.mark.django_db(transaction=True)


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
        turn.refresh_from_db()
        trip.refresh_from_db()
        assert again.frames[-1][0] == f"{turn.number}:{turn.last_seq},r{trip.revision}"


def test_a_reader_who_was_cut_off_gets_the_rest_and_nothing_twice(trip, traveller):
    turn = send(trip, "Boston")
    token = turns.claim(turn.pk)
    for word in ("Boston ", "is "):
        append_events(turn.pk, token, [ReplyDelta(text=word)])
    with serving(work=False) as address:
        cookies = cookies_of(traveller)
        with Reading(stream_url(address, trip, "1:1"), cookies) as first:
            first.until(lambda r: r.frames)
            append_events(turn.pk, token, [ReplyDelta(text="lovely.")])
            first.until(lambda r: len(r.frames) == 2)
        ids = [number for number, _ in first.frames]
        assert ids == ["1:3,r0", "1:4,r0"]  # a piece holds the ones before it
        assert "Boston is lovely." in first.frames[-1][1]
        with Reading(stream_url(address, trip, "1:1"), cookies, last_id="1:3") as second:
            second.until(lambda r: r.frames)
            append_events(turn.pk, token, [ReplyDelta(text=" Truly.")])
            second.until(lambda r: len(r.frames) >= 2)
        assert [number for number, _ in second.frames] == ["1:4,r0", "1:5,r0"]
        assert "Boston is lovely. Truly." in second.frames[-1][1]


def test_another_traveller_gets_404_as_if_there_were_no_such_trip(trip):
    stranger = Traveller.objects.create_user("eve", password="a-long-enough-word")
    with serving(work=False) as address:
        theirs = httpx.get(stream_url(address, trip), cookies=cookies_of(stranger))
        nobody = httpx.get(stream_url(address, trip))
        missing = httpx.get(f"{address}/trips/00000000-0000-0000-0000-000000000000/stream")
    assert theirs.status_code == nobody.status_code == missing.status_code == 404
    assert theirs.text == nobody.text == missing.text == "event: bye\ndata: x\n\n"


def test_a_turn_that_ran_while_nobody_watched_is_caught_up(trip, traveller):
    run(send(trip, "one"), ScriptedMind([clarify("First.")]))
    run(send(trip, "two"), ScriptedMind([clarify("Second.")]))
    with serving(work=False) as address:
        first_page = sse.write_cursor({1: trip.turns.get(number=1).last_seq}, {1})
        with Reading(stream_url(address, trip, first_page), cookies_of(traveller)) as reading:
            reading.until(lambda r: any("Second." in data for _, data in r.frames))
        assert all("turn-1" not in data for _, data in reading.frames)


def test_a_job_beside_the_conversation_is_streamed_as_a_line(trip, traveller):
    """It runs while a message is answered; live equals a fresh page for both."""
    changes = [Change(path="destinations", op="add", value="Kyoto")]
    fact_log.change_facts(trip, changes, by="form", today=dt.date(2026, 11, 22))
    cookies = cookies_of(traveller)
    with serving() as address:
        with Reading(stream_url(address, trip), cookies) as reading:
            job = sending.start_job(trip, "/research all")
            message = send(trip, "How is the weather there?")
            wanted = {f'<article id="turn-{turn.number}" ' for turn in (job, message)}
            reading.until(lambda r: {start for start in wanted if done(r.frames, start)} == wanted)
        page = httpx.get(f"{address}/trips/{trip.uuid}/", cookies=cookies).text
    for turn in (job, message):
        live = done(reading.frames, f'<article id="turn-{turn.number}" ')
        assert article_of(live, turn.number) == article_of(page, turn.number)
    assert 'class="turn job"' in article_of(page, job.number)
    assert any('id="turn-1-research-1"' in data for _, data in reading.frames)


def done(frames: list, start: str) -> str:
    """The frame that brought the end of the article that begins so; "" before that."""
    found = (data for _, data in frames if start in data and 'data-status="done"' in data)
    return next(found, "")
