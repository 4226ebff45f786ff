"""What comes after a turn: rows written with its result, done in the background, whatever dies when."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from decimal import Decimal

import pytest
from django.utils import timezone

from agents import afterwork, outbox, record
from agents.llm import budget
from agents.llm.base import ModelError, Usage
from agents.models import ModelCall, Switchboard
from agents.runtime.db_thread import close_recorder_connection, in_database
from agents.worker import WorkerThread
from memory import extraction
from memory.events import Event
from memory.models import DocumentLine, Extraction, Note
from tests.agents.background import run_due
from tests.agents.talking import BOSTON, say
from tests.memory.extracting import row_of, turn_of
from tests.scripted_mind import Fail, Say, ScriptedMind
from tests.story.telling import mind_at
from tests.wire.messages import text_answer
from tests.wire.server import Exchange, messages_server
from trips.models import Option, Traveller, Trip, Turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

NARA = "- Nara is a day trip from Kyoto."


def planned(trip: Trip) -> Turn:
    """A trip with options, answered offline."""
    say(trip, BOSTON)
    turn = say(trip, "just plan it, please")
    assert turn.mode == "FINALIZE", (turn.mode, turn.error)
    return turn


def due(trip: Trip, said: str = "Plan it, please, with gardens.") -> Extraction:
    """One row that waits."""
    return row_of(turn_of(trip, said))


def ready_again(row: Extraction) -> None:
    """As if the pause after a failure, or the lease of a dead worker, had passed."""
    Extraction.objects.filter(pk=row.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))


# --- Written with the turn -----------------------------------------------------------------------


def test_a_turn_in_which_the_planner_wrote_options_leaves_a_row_for_each(trip: Trip) -> None:
    turn = planned(trip)
    rows = Extraction.objects.filter(kind="notes").order_by("option_position")
    positions = list(trip.options.filter(turn=turn).values_list("position", flat=True))
    assert [(row.turn_id, row.agent, row.option_position) for row in rows] == [
        (turn.pk, "planner", position) for position in sorted(positions)
    ]
    assert {row.status for row in rows} == {"waiting"}
    assert all(0 < len(row.source["answer"]) <= 1_500 for row in rows)


def test_a_result_that_is_not_written_leaves_no_row(trip: Trip, monkeypatch) -> None:
    """The same transaction: what breaks at its very end takes the rows with it."""
    say(trip, BOSTON)
    finish = record._finish

    def broken(turn, status, event):
        if status == Turn.Status.DONE:
            raise RuntimeError("at the very end")
        return finish(turn, status, event)

    monkeypatch.setattr(record, "_finish", broken)
    turn = say(trip, "just plan it, please")
    assert turn.status == "failed"
    assert not Extraction.objects.filter(turn=turn).exists() and not Option.objects.exists()


def test_a_turn_without_options_leaves_none(trip: Trip) -> None:
    say(trip, BOSTON)
    assert not Extraction.objects.exists()


# --- Done ----------------------------------------------------------------------------------------


def test_the_offline_extractor_writes_notes_of_each_option(trip: Trip) -> None:
    turn = planned(trip)
    assert run_due() >= 2
    rows = list(Extraction.objects.filter(kind="notes"))
    assert {row.status for row in rows} == {"done"}, [(row.status, row.error) for row in rows]
    notes = list(Note.objects.filter(trip=trip, agent="planner"))
    assert {note.owner for note in notes} == {trip.owner}
    assert {note.turn_id for note in notes} == {turn.pk}
    for option in Option.objects.filter(turn=turn):
        assert any(note.option_id == option.pk and option.plan.title in note.text for note in notes)
    assert not ModelCall.objects.filter(purpose="extraction").exists()
    before = set(Note.objects.values_list("pk", flat=True))
    assert run_due() == 0
    assert set(Note.objects.values_list("pk", flat=True)) == before


def test_the_offline_extractor_keeps_a_lasting_wish_in_the_travellers_words(trip: Trip) -> None:
    say(trip, f"{BOSTON}. We never book tours. We arrive hungry.")
    say(trip, "just plan it, please")
    run_due()
    line = DocumentLine.objects.get(status="active", document__namespace="preferences")
    assert "We never book tours." in line.text and line.quote == "We never book tours"
    assert line.message.text.startswith("Boston")
    assert not Note.objects.filter(pinned=True, status="active").exists()  # it is said once


def test_a_worker_does_it_by_itself(trip: Trip) -> None:
    row = due(trip)
    with WorkerThread():
        deadline = time.monotonic() + 30
        while row.status != "done" and time.monotonic() < deadline:
            time.sleep(0.05)
            row.refresh_from_db()
    assert row.status == "done"


def test_a_models_answer_is_charged_and_kept(trip: Trip) -> None:
    row = due(trip)
    mind = ScriptedMind([Say(NARA, usage=Usage(input=900, output=40))])
    assert run_due(mind=mind) == 1
    row.refresh_from_db()
    assert (row.status, row.answer, row.attempts) == ("done", NARA, 1)
    assert row.results[0]["outcome"] == "added" and row.finished
    assert row.sent.endswith(mind.calls[0].messages[0].text)
    (request,) = mind.calls
    assert (request.purpose, request.agent, request.tier, request.max_tokens) == (
        "extraction", "extraction", "fast", 300,
    )  # fmt: skip
    call = ModelCall.objects.get()
    assert (call.purpose, call.status, call.tokens_in, call.tokens_out) == ("extraction", "done", 900, 40)
    assert (call.turn_id, call.trip_id) == (row.turn_id, trip.pk)


def test_addresses_and_codes_are_not_sent(trip: Trip) -> None:
    due(trip, "Write to ada@example.org, booking code XK41ZQ, and we like gardens.")
    mind = ScriptedMind(["- NONE"])
    run_due(mind=mind)
    text = mind.calls[0].messages[0].text
    assert "ada@example.org" not in text and "XK41ZQ" not in text and "gardens" in text


# --- At a real server ----------------------------------------------------------------------------


def test_at_a_messages_server_it_costs_what_it_costs(trip: Trip) -> None:
    row = due(trip)
    asked: list[dict] = []

    def answer(exchange: Exchange):
        asked.append(exchange.body)
        return text_answer(NARA)

    with messages_server(answer) as server:
        assert run_due(mind=mind_at(server.url)) == 1
    row.refresh_from_db()
    assert row.status == "done" and Note.objects.get().text == "Nara is a day trip from Kyoto."
    (body,) = asked
    assert body["model"] == "claude-haiku-5-5" and body["max_tokens"] == 300 and "tools" not in body
    assert [message["role"] for message in body["messages"]] == ["user"]
    call = ModelCall.objects.get()
    assert call.mind == "claude" and call.status == "done" and call.traveller == trip.owner
    assert Decimal(0) < call.cost < Decimal("0.01")


def test_at_the_cap_code_does_it(trip: Trip, settings) -> None:
    turn = planned(trip)
    settings.CAP_TRIP = 0.0
    with messages_server(lambda exchange: text_answer(NARA)) as server:
        run_due(mind=mind_at(server.url))
        assert not server.exchanges
    assert set(Extraction.objects.filter(turn=turn).values_list("status", flat=True)) == {"done"}
    assert Note.objects.filter(agent="planner").exists()


def test_with_the_switch_off_nobody_is_asked(trip: Trip, settings) -> None:
    settings.ANTHROPIC_API_KEY = "test-key"
    Switchboard.objects.create(models_on=False)
    row = due(trip)
    run_due()
    row.refresh_from_db()
    assert row.status == "done" and not ModelCall.objects.exists()


# --- Failures ------------------------------------------------------------------------------------


def test_failures_are_tried_three_times_and_told_to_staff_alone(trip: Trip) -> None:
    row = due(trip)
    for attempt in (1, 2, 3):
        run_due(mind=ScriptedMind([Fail(ModelError("overloaded"))]))
        row.refresh_from_db()
        assert row.attempts == attempt and row.error == "overloaded"
        assert row.status == ("waiting" if attempt < 3 else "failed")
        assert run_due(mind=ScriptedMind([])) == 0, "not before its pause is over"
        ready_again(row)
    assert run_due(mind=ScriptedMind([])) == 0
    row.turn.refresh_from_db()
    assert row.turn.status == "done" and row.turn.error == "" and row.turn.messages.count() == 1
    assert set(ModelCall.objects.values_list("status", flat=True)) == {"failed"}


def test_what_will_never_work_is_tried_once(trip: Trip) -> None:
    row = due(trip)
    run_due(mind=ScriptedMind([Fail(ModelError("bad_request", permanent=True))]))
    row.refresh_from_db()
    assert row.status == "failed" and row.attempts == 1


def test_failures_in_a_row_are_logged_three_times_and_then_every_tenth(trip: Trip, caplog) -> None:
    outbox.failures.clear()
    with caplog.at_level("WARNING", logger="wayfare.afterwork"):
        for _number in range(21):
            outbox.count_failure("planner", ModelError("overloaded"))
    told = [one.args[1] for one in caplog.records if one.name == "wayfare.afterwork"]
    assert told == [1, 2, 3, 10, 20]
    outbox.went_well("planner")
    assert outbox.failures["planner"] == 0


# --- Whatever dies when --------------------------------------------------------------------------


class Killed(BaseException):
    """The process is gone: nothing after it runs."""


def dies(*_args, **_more):
    raise Killed


def test_killed_while_it_asked_it_asks_again(trip: Trip) -> None:
    row = due(trip)
    with pytest.raises(Killed):
        run_due(mind=ScriptedMind([dies]))
    row.refresh_from_db()
    assert row.status == "running"
    assert run_due(mind=ScriptedMind([])) == 0, "its lease has not run out"
    ready_again(row)
    assert run_due(mind=ScriptedMind([NARA])) == 1
    row.refresh_from_db()
    assert (row.status, row.attempts) == ("done", 2) and Note.objects.count() == 1


def test_a_call_whose_worker_died_is_not_left_reserved(trip: Trip) -> None:
    row = due(trip)
    (leased,) = outbox.lease(4)
    ModelCall.objects.create(
        turn=row.turn,
        trip=trip,
        mind="claude",
        purpose="extraction",
        agent="extraction",
        cost=Decimal("0.001"),
    )
    ready_again(row)
    run_due(mind=ScriptedMind([NARA]))
    call = ModelCall.objects.order_by("pk").first()
    assert (call.status, call.stop_reason, call.cost) == ("stopped", "worker gone", Decimal("0.001"))
    assert leased == (row.pk, 1)


def test_killed_before_the_answer_was_applied_it_does_not_ask_again(trip: Trip, monkeypatch) -> None:
    row = due(trip)
    with monkeypatch.context() as patched:
        patched.setattr(extraction, "apply", dies)
        with pytest.raises(Killed):
            run_due(mind=ScriptedMind([NARA]))
    ready_again(row)
    assert run_due(mind=ScriptedMind([])) == 1
    assert Note.objects.count() == 1


def test_killed_while_it_applied_nothing_is_half_done(trip: Trip, monkeypatch) -> None:
    row = due(trip)
    told = extraction._told

    def dies_at_the_second(candidate, *rest, **more):
        if "second" in candidate.line:
            raise Killed
        return told(candidate, *rest, **more)

    answer = "- The first temple of Kyoto opens at 9.\n- The second temple of Kyoto opens at 10."
    with monkeypatch.context() as patched:
        patched.setattr(extraction, "_told", dies_at_the_second)
        with pytest.raises(Killed):
            run_due(mind=ScriptedMind([answer]))
    assert not Note.objects.exists()
    ready_again(row)
    run_due(mind=ScriptedMind([]))
    assert Note.objects.count() == 2


def test_whoever_is_late_writes_nothing(trip: Trip) -> None:
    row = due(trip)
    (old,) = outbox.lease(4)
    ready_again(row)
    (new,) = outbox.lease(4)
    assert old[0] == new[0] and new[1] == old[1] + 1
    assert afterwork._finish(*old, NARA) is False
    outbox.failed(*old, "planner", ModelError("overloaded"))
    assert not Note.objects.exists()
    assert afterwork._finish(*new, NARA) is True
    assert afterwork._finish(*new, NARA) is False
    assert Note.objects.count() == 1


def test_a_row_that_kills_every_worker_ends(trip: Trip, caplog) -> None:
    outbox.failures.clear()
    row = due(trip)
    for _attempt in range(3):
        with pytest.raises(Killed):
            run_due(mind=ScriptedMind([dies]))
        ready_again(row)
    assert run_due(mind=ScriptedMind([])) == 0
    row.refresh_from_db()
    assert row.status == "failed" and row.error == outbox.BROKE_OFF
    assert outbox.failures[row.agent] == 1 and f"extraction of {row.agent} failed" in caplog.text


def test_a_process_that_ends_gives_its_rows_back(trip: Trip) -> None:
    row = due(trip)
    asked = asyncio.Event()

    def never(_request) -> Say:
        asked.set()
        return Say(NARA, delay=30)

    async def main() -> None:
        work = asyncio.create_task(afterwork.work_due(mind=ScriptedMind([never])))
        async with asyncio.timeout(10):
            await asked.wait()
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        await in_database(row.refresh_from_db)
        await close_recorder_connection()

    asyncio.run(main())
    assert (row.status, row.attempts, row.lease_until) == ("waiting", 0, None)
    call = ModelCall.objects.get()
    assert call.status == "stopped"
    assert run_due(mind=ScriptedMind([NARA])) == 1


def test_a_lease_is_renewed_while_somebody_works(trip: Trip, settings) -> None:
    settings.LEASE_SECONDS, settings.HEARTBEAT_SECONDS = 0.6, 0.1
    row = due(trip)
    mind = ScriptedMind([Say(NARA, delay=1.5)])

    async def main() -> int:
        work = asyncio.create_task(afterwork.work_due(mind=mind))
        taken = 0
        while not work.done():
            await asyncio.sleep(0.1)
            taken += len(await in_database(outbox.lease, 4)) if mind.calls else 0
        await close_recorder_connection()
        return taken

    assert asyncio.run(main()) == 0
    row.refresh_from_db()
    assert row.status == "done"


def test_a_trip_that_was_deleted_meanwhile_is_left_quietly(trip: Trip) -> None:
    row = due(trip)
    (leased,) = outbox.lease(4)
    row.turn.delete()
    assert afterwork._prepare(*leased, None) is None
    assert afterwork._finish(*leased, NARA) is False


# --- Switched off meanwhile ----------------------------------------------------------------------

SWITCHES = ("operator", "traveller", "trip")
OFF = "Remembering was switched off."


def switch_off(which: str, settings) -> None:
    if which == "operator":
        settings.MEMORY = False
    else:
        {"traveller": Traveller, "trip": Trip}[which].objects.update(remember=False)


def nothing_is_left_of(row: Extraction) -> bool:
    row.refresh_from_db()
    assert (row.status, row.error) == ("done", OFF)
    return (row.source, row.sent, row.answer, row.results) == ({}, "", "", [])


@pytest.mark.parametrize("which", SWITCHES)
@pytest.mark.parametrize("kind", ["notes", "self", "documents"])
def test_with_remembering_off_what_is_due_asks_nothing(trip: Trip, settings, which: str, kind: str) -> None:
    row = due(trip, "I am allergic to peanuts, and we love gardens.")
    message = row.turn.messages.get()
    event = Event("facts edited", "preferences", "Pace: slow was set.", message=message.pk)
    Extraction.objects.filter(pk=row.pk).update(
        kind=kind, source={"answer": "Three days.", "events": [event.as_json()]}
    )
    switch_off(which, settings)
    assert run_due(mind=ScriptedMind([])) == 1
    assert nothing_is_left_of(row) and not ModelCall.objects.exists() and not Note.objects.exists()


@pytest.mark.parametrize("which", SWITCHES)
@pytest.mark.parametrize("kind", ["notes", "self"])
def test_switched_off_while_a_model_was_asked_nothing_of_it_stays(
    trip: Trip, settings, monkeypatch, which: str, kind: str
) -> None:
    row = due(trip)
    Extraction.objects.filter(pk=row.pk).update(kind=kind)
    settle = budget.settle

    def answered(*given):
        settle(*given)
        switch_off(which, settings)

    monkeypatch.setattr(budget, "settle", answered)
    # Of kind self this is too long a text: it would be asked for again.
    run_due(mind=ScriptedMind([Say(NARA if kind == "notes" else "x" * 60_000)]))
    assert ModelCall.objects.count() == 1
    assert nothing_is_left_of(row) and not Note.objects.exists()


def test_an_answer_kept_before_it_was_switched_off_goes_too(trip: Trip, settings) -> None:
    row = due(trip)
    Extraction.objects.filter(pk=row.pk).update(answer=NARA)
    switch_off("trip", settings)
    run_due(mind=ScriptedMind([]))
    assert nothing_is_left_of(row) and not Note.objects.exists()
