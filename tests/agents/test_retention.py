"""What is too old goes, what a page shows stays, and of several processes one does the work."""

from __future__ import annotations

import datetime as dt
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from agents import retention, turns
from agents.events import ReplyDelta
from agents.fence import append_events
from agents.llm import select
from agents.models import Chore, ModelCall, StepResult, TurnEvent
from agents.retention import clean_up, superfluous, take_the_chore
from tests.agents.planned import new
from tests.agents.talking import BOSTON, kinds, say, send
from tests.agents.test_stream import Reading, article_of, cookies_of, stream_url
from tests.serving import serving
from trips.models import Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()


def days_ago(days: float) -> dt.datetime:
    return NOW - dt.timedelta(days=days)


@pytest.fixture
def long_ago(built):
    """A trip up to its options, all of it six weeks ago; turn 2 had the whole team at work."""
    return built(six_weeks_ago)


def six_weeks_ago() -> Trip:
    trip = new()
    mind = select.offline_mind()
    assert say(trip, BOSTON, mind).mode == "CONFIRM"
    assert say(trip, "Yes, plan it.", mind).mode == "FINALIZE"
    ModelCall.objects.update(request_body="Boston?", answer_body="Boston!", error="said 'Bo'", cost="0.25")
    grow_old(trip, 42)
    return trip


def grow_old(trip: Trip, days: float) -> None:
    trip.turns.update(finished_at=days_ago(days), started_at=days_ago(days) - dt.timedelta(seconds=9))
    ModelCall.objects.filter(turn__trip=trip).update(created=days_ago(days))


def conversation(client, trip: Trip) -> list[str]:
    page = client.get(f"/trips/{trip.uuid}/").content.decode()
    return re.findall(r"<article id=\"turn-.*?</article>", page, re.DOTALL)


# --- The log of finished turns -----------------------------------------------------------------


def test_a_page_is_the_same_after_its_log_was_thinned(long_ago, traveller, client):
    client.force_login(traveller)
    before, cursor = conversation(client, long_ago), sse_cursor(client, long_ago)
    team = long_ago.turns.get(number=2)
    assert len(before) == 2 and 'class="rail"' in before[1]
    assert "progress" in kinds(team)
    removed = clean_up(NOW)
    assert removed["events"] > 0
    assert conversation(client, long_ago) == before and sse_cursor(client, long_ago) == cursor
    left = kinds(team)
    assert left[0] == "queued" and left[-1] == "done"
    at_work = before[1].count('class="rail-row"')
    assert set(left[1:-1]) == {"agent_started", "agent_done"} and len(left) == 2 + 2 * at_work
    assert clean_up(NOW)["events"] == 0


def sse_cursor(client, trip: Trip) -> str:
    page = client.get(f"/trips/{trip.uuid}/").content.decode()
    return re.search(r"after=([\d:,]+)", page)[1]


@pytest.mark.parametrize("after", ["", "1:1", "1:2", "1:9,2:1", "2:4"])
def test_a_stream_with_an_old_cursor_still_gets_the_end(long_ago, traveller, client, after):
    clean_up(NOW)
    client.force_login(traveller)
    fresh = conversation(client, long_ago)[1]
    with serving(work=False) as address:
        with Reading(stream_url(address, long_ago, after), cookies_of(traveller)) as reading:
            reading.until(
                lambda r: any('id="turn-2" class="turn" data-status="done"' in d for _, d in r.frames)
            )
    last = next(data for _, data in reversed(reading.frames) if 'data-status="done"' in data)
    assert article_of(last, 2) == fresh
    assert f"2:{long_ago.turns.get(number=2).last_seq}" in reading.frames[-1][0].split(",")


def test_what_is_younger_or_not_finished_keeps_its_log(trip, traveller):
    young = say(trip, BOSTON, select.offline_mind())
    grow_old(trip, 29)
    other = start_trip(traveller)
    turn = send(other, "Boston")
    token = turns.claim(turn.pk)
    append_events(turn.pk, token, [ReplyDelta(text="Bos")])
    Turn.objects.filter(pk=turn.pk).update(started_at=days_ago(60), enqueued_at=days_ago(60))
    before = kinds(young), kinds(turn)
    clean_up(NOW)
    assert (kinds(young), kinds(turn)) == before


def test_an_agent_that_began_twice_shows_its_last_word():
    rows = [
        (1, "queued", {}),
        (2, "started", {"mind": "claude"}),
        (3, "agent_started", {"key": "food", "agent": "food", "title": "Food", "doing": "a"}),
        (4, "agent_started", {"key": "stay", "agent": "stay", "title": "Stay", "doing": "b"}),
        (5, "agent_progress", {"key": "food", "doing": "c"}),
        (6, "agent_started", {"key": "food", "agent": "food", "title": "Food again", "doing": "d"}),
        (7, "agent_progress", {"key": "food", "doing": "e"}),
        (8, "agent_done", {"key": "food", "said": "f", "seconds": 2}),
        (9, "agent_progress", {"key": "stay", "doing": "g"}),
        (10, "agent_failed", {"key": "stay", "sentence": "h", "seconds": 3}),
        (11, "agent_progress", {"key": "stay", "doing": "i"}),
        (12, "stopped", {}),
    ]
    gone = set(superfluous(rows))
    assert gone == {2, 5, 7, 9}
    assert retention._rail([row for row in rows if row[0] not in gone]) == retention._rail(rows)


# --- Everything else ---------------------------------------------------------------------------


def test_recorded_words_go_and_what_a_call_cost_stays(long_ago):
    calls, cost = ModelCall.objects.count(), ModelCall.objects.first().cost
    assert calls and clean_up(NOW)["prompts"] == calls
    call = ModelCall.objects.first()
    assert (call.request_body, call.answer_body, call.error, call.cost) == ("", "", "", cost)
    assert ModelCall.objects.count() == calls and clean_up(NOW)["prompts"] == 0


def test_steps_of_finished_turns_go(long_ago, traveller):
    assert StepResult.objects.filter(turn__trip=long_ago).count() >= 3
    running = send(start_trip(traveller), "Boston")
    turns.claim(running.pk)
    StepResult.objects.create(turn=running, step="orchestrator", input_hash="x", output={})
    clean_up(NOW)
    assert list(StepResult.objects.values_list("turn", flat=True)) == [running.pk]


def test_idle_guests_go_with_their_trips_and_others_stay(traveller):
    idle, visited = Traveller.objects.create_guest(), Traveller.objects.create_guest()
    for guest in (idle, visited):
        start_trip(guest)
    old = days_ago(31)
    Traveller.objects.update(date_joined=old, last_seen=old)
    Trip.objects.filter(members__traveller=idle).update(updated=old)
    assert clean_up(NOW)["guests"] == 1
    assert set(Traveller.objects.all()) == {visited, traveller} and Trip.objects.count() == 1


def test_expired_sessions_go(traveller):
    cookies_of(traveller)
    Session.objects.create(session_key="old", session_data="", expire_date=days_ago(1))
    assert clean_up(NOW)["sessions"] == 1
    assert Session.objects.count() == 1


def test_old_attempts_to_sign_in_go():
    if not apps.is_installed("axes"):
        pytest.skip("django-axes is not installed")
    model = apps.get_model("axes", "AccessAttempt")
    for number in range(3):
        model.objects.create(
            username=f"u{number}", ip_address="127.0.0.1", user_agent="", http_accept="", path_info="",
            get_data="", post_data="", failures_since_start=1,
        )  # fmt: skip
    model.objects.exclude(username="u0").update(attempt_time=days_ago(31))
    assert clean_up(NOW)["attempts"] == 2
    assert model.objects.get().username == "u0"


@pytest.mark.parametrize(
    "rule", [rule for rule in retention.RULES if rule.setting], ids=lambda rule: rule.name
)
def test_nought_days_keep_it_for_good(long_ago, settings, rule):
    setattr(settings, rule.setting, 0)
    guest = Traveller.objects.create_guest()
    Traveller.objects.filter(pk=guest.pk).update(date_joined=days_ago(99), last_seen=days_ago(99))
    before = kinds(long_ago.turns.get(number=2)), ModelCall.objects.first().error, StepResult.objects.count()
    removed = clean_up(NOW)
    after = kinds(long_ago.turns.get(number=2)), ModelCall.objects.first().error, StepResult.objects.count()
    assert removed[rule.name] == 0
    kept = {"events": 0, "prompts": 1, "steps": 2}.get(rule.name)
    assert kept is None or before[kept] == after[kept]
    assert Traveller.objects.filter(pk=guest.pk).exists() == (rule.name == "guests")


def test_a_kind_that_fails_does_not_keep_the_others(long_ago, monkeypatch, caplog):
    def broken(_turns) -> None:
        raise ValueError("an event of tomorrow")

    monkeypatch.setattr(retention, "superfluous", broken)
    removed = clean_up(NOW)
    assert removed["events"] == 0 and removed["steps"] > 0
    assert "events could not be removed" in caplog.text


# --- The command, and once a day ---------------------------------------------------------------


def test_the_command_lists_what_goes_and_a_dry_run_removes_nothing(long_ago, capsys):
    rows = TurnEvent.objects.count(), StepResult.objects.count()
    call_command("cleanup", dry_run=True)
    dry = capsys.readouterr().out
    assert (TurnEvent.objects.count(), StepResult.objects.count()) == rows
    call_command("cleanup")
    wet = capsys.readouterr().out
    assert [line.split() for line in dry.splitlines()[:-1]] == [
        line.split() for line in wet.splitlines()[:-1]
    ]
    assert f"after 7 days {rows[1]:>9,}".split() == dry.splitlines()[2].split()[-4:]
    assert "would go" in dry and "removed" in wet
    assert Chore.objects.get().report["steps"] == rows[1]


def test_of_several_processes_one_does_it(long_ago):
    together = threading.Barrier(8)

    def take(_number: int) -> bool:
        try:
            together.wait(30)
            return take_the_chore(NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(take, range(8)))
    assert sum(taken) == 1
    assert not take_the_chore(NOW + dt.timedelta(hours=1))


def test_it_is_due_again_after_a_day_or_when_it_was_never_ended():
    hour = dt.timedelta(hours=1)
    assert take_the_chore(NOW)
    assert not take_the_chore(NOW + hour)
    assert take_the_chore(NOW + 3 * hour)  # the first one's process died
    retention.do_the_chore(NOW + 3 * hour)
    assert not take_the_chore(NOW + 26 * hour)
    assert take_the_chore(NOW + 28 * hour)
    assert take_the_chore(NOW - 50 * hour)  # begun by a clock that was days ahead


@pytest.mark.slow
def test_a_worker_does_it_by_itself(long_ago, monkeypatch):
    from agents.worker import WorkerThread

    monkeypatch.setattr(retention.DailyCleanup, "FIRST_SECONDS", 0.05)
    waiting = threading.Event()
    with WorkerThread():
        for _ in range(600):
            if Chore.objects.filter(ended__isnull=False).exists():
                break
            waiting.wait(0.05)
    assert Chore.objects.get().report["events"] > 0
    assert not StepResult.objects.exists()


def test_writers_are_not_held_up(traveller):
    """Ten thousand rows go, and somebody who writes meanwhile never waits long."""
    turn = say(start_trip(traveller), BOSTON, select.offline_mind())
    StepResult.objects.bulk_create(
        StepResult(turn=turn, step=f"step {number}", input_hash="x" * 64, output={"words": "w" * 400})
        for number in range(10_000)
    )
    Turn.objects.filter(pk=turn.pk).update(finished_at=days_ago(10))
    trip = start_trip(traveller)
    done = threading.Event()

    def clean() -> dict[str, int]:
        try:
            return clean_up(NOW)
        finally:
            done.set()
            connection.close()

    slowest, writes = 0.0, 0
    with ThreadPoolExecutor(1) as thread:
        cleaning = thread.submit(clean)
        while not done.is_set():
            began = timezone.now()
            trip.touch()
            slowest, writes = max(slowest, (timezone.now() - began).total_seconds()), writes + 1
        assert cleaning.result()["steps"] >= 10_000
    assert writes > 20 and slowest < 1.0
