"""What readers of a stream are handed: all of it, once, whatever breaks and whenever they come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from django.db import OperationalError

from agents import news, sse, turns
from agents.events import AgentDone, AgentStarted, Progress, ReplyDelta, Restarted, Started
from agents.fence import append_events
from agents.news import TURNS_AFRESH
from agents.runtime.db_thread import close_recorder_connection, in_database
from agents.sse import Cursor, cursor_of, read_cursor
from agents.tailer import Reader, Tailer
from agents.turn_view import turn_view, turn_views, with_everything
from agents.views.pages import TURNS_SHOWN
from tests.agents.talking import clarify, run, send
from tests.page_model import PageModel
from tests.scripted_mind import ScriptedMind
from tests.sse_client import Message, Messages
from trips import naming
from trips.models import Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)

WORK = [
    Started(mind="scripted"),
    ReplyDelta(text="One moment. "),
    AgentStarted(key="food", agent="food", title="Food", doing="looking"),
    AgentStarted(key="stay", agent="stay", title="Stay", doing="looking"),
    AgentDone(key="food", said="8 places", seconds=1.5),
    Progress(text="Writing"),
    Restarted(reason="picked up again"),
    AgentStarted(key="food", agent="food", title="Food", doing="looking again"),
    ReplyDelta(text="Here "),
    ReplyDelta(text="you are."),
]


class Watch:
    """A tailer of its own, and readers of it; what they got so far, as messages."""

    def __init__(self) -> None:
        self.tailer = Tailer()
        self.got: dict[Reader, list[Message]] = {}

    def come(self, trip: Trip, cursor: str | Cursor = "") -> Reader:
        cursor = read_cursor(cursor) if isinstance(cursor, str) else cursor
        reader = self.tailer.watch(trip.pk, str(trip.uuid), cursor)
        self.got[reader] = []
        return reader

    async def until(self, reader: Reader, condition: Callable[[list[Message]], object]) -> list[Message]:
        async with asyncio.timeout(20):
            while True:
                reader.wake.clear()
                self.got[reader] += Messages().feed(b"".join(reader.next_frames()))
                if condition(self.got[reader]):
                    return self.got[reader]
                await reader.wake.wait()


def watching(story: Callable) -> None:
    """Run `story(watch)` beside a tailer. Its database work goes through `in_database`."""

    async def main() -> None:
        watch = Watch()
        watch.tailer.start()
        try:
            await story(watch)
        finally:
            await watch.tailer.stop()
            await close_recorder_connection()

    asyncio.run(main())


async def say(trip: Trip, text: str) -> None:
    turn = await in_database(send, trip, text)
    await turns.run_turn(turn.pk, ScriptedMind([clarify("Fine.")]))


def ended(messages: list[Message], number: int = 1) -> bool:
    return any(f'<article id="turn-{number}" class="turn" data-status="done"' in m.data for m in messages)


def fresh(trip: Trip) -> PageModel:
    views = turn_views(with_everything(trip.turns.select_related("trip")).order_by("number"))
    html = "".join(sse.render_to_string("agents/_turn.html", {"view": view}) for view in views)
    trip.refresh_from_db()
    return PageModel(html, cursor_of(views, trip.revision))


def shown(page: PageModel, messages: list[Message]) -> PageModel:
    for message in messages:
        page.take(message.id, message.data)
    assert (page.twice, page.misplaced) == ([], [])
    return page


def working(trip: Trip, events=WORK) -> Turn:
    turn = send(trip, "Boston")
    append_events(turn.pk, turns.claim(turn.pk), events)
    return turn


def test_an_event_that_cannot_be_rendered_is_not_lost(trip, traveller, monkeypatch) -> None:
    other = start_trip(traveller)
    broken = []

    def failing(number, live, kind, row, view):
        html = original(number, live, kind, row, view)  # the picture has moved on already
        if kind == "progress" and len(broken) < 2:
            broken.append(number)
            raise ValueError("a template broke")
        return html

    original = news.render_event
    monkeypatch.setattr(news, "render_event", failing)
    monkeypatch.setattr(news, "LONGEST_REST", 0.1)

    async def story(watch: Watch) -> None:
        one, two = watch.come(trip), watch.come(other)
        turn = await in_database(send, trip, "Boston")
        token = await in_database(turns.claim, turn.pk)
        await watch.until(one, lambda got: got)
        await in_database(append_events, turn.pk, token, WORK)
        await say(other, "Rome")
        assert await watch.until(two, ended)  # the other trip goes on
        got = await watch.until(one, lambda got: got and got[-1].id.startswith(f"1:{len(WORK) + 1}"))
        page = shown(PageModel(), got)
        assert "Here you are." in page.article(1) and "looking again" in page.article(1)
        assert len(broken) == 2

    watching(story)


def test_a_look_that_breaks_off_loses_nothing(trip, monkeypatch) -> None:
    failed, began = [], []

    def failing(trips):
        rendered = any(getattr(answer, "frames", None) for answer in getattr(trips, "values", list)())
        if rendered and began and len(failed) < 2:  # the last question of a look
            failed.append(1)
            raise OperationalError("gone")
        return original(trips)

    original = news._revisions
    monkeypatch.setattr(news, "_revisions", failing)
    monkeypatch.setattr("agents.tailer.AFTER_A_FAILURE", 0.01)

    async def story(watch: Watch) -> None:
        reader = watch.come(trip)
        turn = await in_database(send, trip, "Boston")
        await watch.until(reader, lambda got: got)
        token = await in_database(turns.claim, turn.pk)
        began.append(1)
        await in_database(append_events, turn.pk, token, WORK[:6])
        got = await watch.until(reader, lambda got: got and got[-1].id.startswith("1:7"))
        assert len(failed) == 2
        page = shown(PageModel(), got)
        assert page.article(1).count("One moment.") == 1 and page.article(1).count("rail-row") == 2

    watching(story)


def test_a_reader_can_be_cut_off_after_any_frame(trip) -> None:
    """Three turns at once, one of them ended while frames of another were on their way."""

    async def story(watch: Watch) -> None:
        reader = watch.come(trip)
        first = await in_database(send, trip, "Boston")
        token = await in_database(turns.claim, first.pk)
        await watch.until(reader, lambda got: got)
        await in_database(append_events, first.pk, token, WORK)
        await watch.until(reader, lambda got: len(got) > 5)
        await in_database(send, trip, "Rome")
        third = await in_database(send, trip, "Paris")
        await in_database(append_events, first.pk, token, [ReplyDelta(text=" More.")])
        await in_database(turns.stop_turn, first)
        await in_database(turns.stop_turn, third)
        got = await watch.until(reader, lambda got: sum("data-status=" in m.data for m in got) >= 5)
        expected = (await in_database(fresh, trip)).html
        assert shown(PageModel(), got).html == expected
        for cut in range(len(got) + 1):
            page = shown(PageModel(), got[:cut])
            again = watch.come(trip, page.cursor)
            if page.html != expected:
                await watch.until(again, lambda more: any('data-status="stopped"' in m.data for m in more))
            await watch.until(again, lambda _more, again=again: again.reading)
            assert shown(page, watch.got[again]).html == expected, (cut, page.cursor)
            watch.tailer.leave(again)

    watching(story)


def test_who_comes_in_the_middle_sees_each_agent_once(trip) -> None:
    turn = working(trip)

    async def story(watch: Watch) -> None:
        reader = watch.come(trip)
        got = await watch.until(reader, lambda got: got and got[-1].id.startswith(f"1:{turn.last_seq + 10}"))
        page = shown(PageModel(), got)
        assert page.article(1).count('id="turn-1-food"') == 1
        model = await in_database(fresh, trip)
        assert page.article(1).replace('data-status="running"', "") == model.article(1).replace(
            'data-status="running"', ""
        )

    watching(story)


def test_a_long_reply_is_kept_once(trip) -> None:
    turn = working(trip, [ReplyDelta(text=f"word {n} ") for n in range(400)])

    async def story(watch: Watch) -> None:
        reader = watch.come(trip, "1:1")
        got = await watch.until(reader, lambda got: got)
        assert len(got) == 1 and "word 399" in got[0].data
        token = (await in_database(Turn.objects.get, pk=turn.pk)).lease_token
        for number in range(5):
            await in_database(append_events, turn.pk, token, [ReplyDelta(text=f"more {number} ")])
            await watch.until(reader, lambda got, number=number: f"more {number}" in got[-1].data)
        assert len(reader.feed.turns[1].frames) == 2  # queued, and the reply so far
        await in_database(turns.stop_turn, turn)
        await watch.until(reader, lambda got: 'data-status="stopped"' in got[-1].data)
        watch.tailer.poke()
        for _ in range(1000):
            if not reader.feed.turns:  # everybody has it: nothing is kept
                break
            await asyncio.sleep(0.02)
        assert not reader.feed.turns
        late = watch.come(trip, "1:30")
        assert 'data-status="stopped"' in (await watch.until(late, lambda got: got))[0].data

    watching(story)


def test_a_change_of_the_board_while_away_is_told(trip) -> None:
    run(send(trip, "Boston"), ScriptedMind([clarify("Fine.")]))
    cursor = fresh(trip).cursor
    naming.rename(trip, "Another name")
    trip.touch()

    async def story(watch: Watch) -> None:
        back, new = watch.come(trip, cursor), watch.come(trip, (await in_database(fresh, trip)).cursor)
        got = await watch.until(back, lambda got: got)
        assert len(got) == 1 and "board-refresh" in got[0].data
        await in_database(trip.touch)
        await watch.until(new, lambda got: got)
        assert len(watch.got[new]) == 1
        assert len(await watch.until(back, lambda got: len(got) == 2)) == 2

    watching(story)


@pytest.mark.parametrize("cursor", ["7:3", "1:999", "x", "1:2,9:1", "2:1,r5"])
def test_a_cursor_that_fits_nothing_here_gets_the_conversation_afresh(trip, cursor: str) -> None:
    run(send(trip, "Boston"), ScriptedMind([clarify("Fine.")]))

    async def story(watch: Watch) -> None:
        reader = watch.come(trip, cursor)
        got = await watch.until(reader, lambda got: got)
        model = await in_database(fresh, trip)
        assert [message.id for message in got] == [model.cursor]
        page = PageModel("<article id='turn-8'></article>")
        page.take(got[0].id, got[0].data)
        assert page.html == model.html
        await say(trip, "Rome")
        await watch.until(reader, lambda got: ended(got, 2))
        assert shown(page, watch.got[reader][1:]).html == (await in_database(fresh, trip)).html

    watching(story)


def test_who_is_far_behind_gets_as_much_as_a_page_shows(trip) -> None:
    assert TURNS_AFRESH == TURNS_SHOWN
    for number in range(TURNS_AFRESH + 2):
        turn = send(trip, f"message {number}")
        turns.stop_turn(turn)

    async def story(watch: Watch) -> None:
        first = await watch.until(watch.come(trip, "1:2"), lambda got: got)
        assert len(first) == 1 and first[0].data.count("<article") == TURNS_AFRESH
        near = await watch.until(watch.come(trip, "3:2"), lambda got: got)
        assert len(near) > TURNS_AFRESH and '"turn-3"' not in "".join(m.data for m in near)

    watching(story)


def test_a_reader_who_comes_while_the_last_one_leaves_is_not_forgotten(trip) -> None:
    async def story(watch: Watch) -> None:
        first = watch.come(trip)
        await asyncio.sleep(0)
        watch.tailer.leave(first)
        second = watch.come(trip)
        assert watch.tailer.feeds[trip.pk] is second.feed
        await in_database(send, trip, "Boston")
        await watch.until(second, lambda got: got)
        watch.tailer.leave(second)
        assert not watch.tailer.feeds

    watching(story)


def test_a_page_shows_a_turn_as_its_row_was_read(trip) -> None:
    """What is written between the row and its events comes by the stream."""
    turn = working(trip)
    row = Turn.objects.select_related("trip").get(pk=turn.pk)
    append_events(turn.pk, row.lease_token, [ReplyDelta(text=" Enjoy.")])
    view = turn_view(row)
    assert view.seq == row.last_seq and view.live.text == "Here you are."
    assert cursor_of([view]) == f"1:{row.last_seq}"


def test_a_page_shows_the_end_of_a_turn_that_ends_while_it_is_read(trip) -> None:
    """The end takes the pieces of the reply along: without it the page would have no words."""
    turn = working(trip)
    row = Turn.objects.select_related("trip").get(pk=turn.pk)
    turns.stop_turn(turn)
    view = turn_view(row)
    assert (view.turn.status, view.seq) == (Turn.Status.STOPPED, row.last_seq + 1)
    assert ["Here you are." in said.html for said in view.said] == [True]
    assert cursor_of([view]) == f"1:{row.last_seq + 1}"


def test_a_turn_that_ends_while_its_beginning_is_rendered_begins_unfinished(trip, monkeypatch) -> None:
    """The frames between its beginning and its end have somewhere to go."""

    def late(number, live, kind, row, view):
        if kind == "queued":
            turns.stop_turn(trip.turns.get())
        return original(number, live, kind, row, view)

    original = news.render_event
    monkeypatch.setattr(news, "render_event", late)

    async def story(watch: Watch) -> None:
        await in_database(working, trip)
        reader = watch.come(trip)
        got = await watch.until(reader, lambda got: any('data-status="stopped"' in m.data for m in got))
        assert len(got) > 3
        page = shown(PageModel(), got)
        assert page.html == (await in_database(fresh, trip)).html

    watching(story)
