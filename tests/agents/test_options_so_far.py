"""An option is on the page as soon as it is checked, while others are still being written."""

from __future__ import annotations

import asyncio
import time

import pytest
from django.test import Client
from django.urls import reverse

from agents import turns
from agents.llm.offline import OfflineMind
from agents.models import TurnEvent
from agents.runtime.db_thread import close_recorder_connection, in_database
from agents.sse import render_event
from agents.turn_view import Live, ready_options
from tests.agents.talking import BOSTON, BOSTON_CHANGES, confirm, say, send
from tests.scripted_mind import ScriptedMind
from trips.models import Turn

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30.0


class Slow(OfflineMind):
    """The offline planner, whose last option waits for a word."""

    name = "scripted"

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = asyncio.Event()
        self.writing: list[str] = []

    async def stream(self, request):
        if request.purpose == "option":
            self.writing.append(request.context.outline.title)
            if request.context.index == len(request.context.outlines) - 1:
                await self.goes_on.wait()
        async for event in super().stream(request):
            yield event


def checked(turn: Turn) -> list[TurnEvent]:
    return list(TurnEvent.objects.filter(turn=turn, kind="option_checked").order_by("seq"))


def test_the_first_option_is_seen_while_the_last_is_still_written(trip) -> None:
    say(trip, BOSTON, ScriptedMind([confirm(changes=BOSTON_CHANGES)]))
    turn = send(trip, "Yes, that's perfect!")
    page = reverse("workspace", args=[trip.uuid])
    client = Client()
    client.force_login(trip.owner)

    async def main() -> tuple[str, list[TurnEvent]]:
        mind = Slow()
        work = asyncio.create_task(turns.run_turn(turn.pk, mind))
        end = time.monotonic() + PATIENCE
        while not (rows := await in_database(checked, turn)) and time.monotonic() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        seen = (await in_database(client.get, page)).content.decode()
        assert len(mind.writing) == 3 and not work.done()
        mind.goes_on.set()
        await work
        await close_recorder_connection()
        return seen, rows

    seen, early = asyncio.run(main())
    first = early[0].data
    assert first["days"] == 4 and "passed" in first["verdict"] and float(first["total"]) > 0
    row = seen.split('id="ready"')[1].split("</article>")[0]
    assert first["title"] in row and "4 days" in row and first["verdict"] in row
    turn.refresh_from_db()
    assert turn.mode == "FINALIZE" and len(checked(turn)) == trip.options.on_offer().count() == 3
    assert ready_options(trip) == []  # the options themselves are there


def test_a_reload_and_the_stream_show_the_same_rows_and_a_new_attempt_none(trip) -> None:
    say(trip, BOSTON, ScriptedMind([confirm(changes=BOSTON_CHANGES)]))
    turn = say(trip, "yes", OfflineMind())
    live, html = Live(), ""
    for event in TurnEvent.objects.filter(turn=turn).order_by("seq"):
        if event.kind == "option_checked":
            html += render_event(turn.number, live, event.kind, event.data, lambda: None)
    last = checked(turn)[-1]
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.RUNNING)
    fresh = ready_options(trip)
    assert [option.title for option in fresh] == [option.title for option in live.options.values()]
    assert 'data-hx-target="#ready"' in html and len(fresh) == 3
    again = render_event(turn.number, live, "option_checked", last.data, lambda: None)
    assert again.count("<article") == 3  # checked once more: its row is replaced
    assert "<article" not in render_event(turn.number, live, "restarted", {}, lambda: None)
    assert not live.options
