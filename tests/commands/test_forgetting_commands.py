"""Commands that forget: a trip, a traveller, trips nobody has touched for long; and doctor's test note."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import forgetting, notes
from memory.models import Note, SearchRow, Tombstone
from memory.models.notes import AuthorKind
from tests.memory.people import said, turn_of
from trips.models import Booking, Message, PlanVersion, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db

TODAY = timezone.now().date()


def note(trip, text: str, /, **kw) -> Note:
    kw = {"trip": trip, "agent": "planner", "author": AuthorKind.AGENT} | kw
    return notes.write(owner=trip.owner, text=text, **kw).note


def test_a_trip_is_forgotten(trip, capsys):
    other = start_trip(trip.owner)
    note(trip, "Quiet hotels.")
    kept = note(other, "Quiet hotels.")
    call_command("forget_trip", str(trip.uuid))
    assert "1 notes" in capsys.readouterr().out
    kept.refresh_from_db()
    assert list(Note.objects.all()) == [kept] and kept.status == "active"
    assert Trip.objects.filter(pk=trip.pk).exists()
    with pytest.raises(CommandError):
        call_command("forget_trip", "12345")


def test_a_traveller_is_forgotten_and_keeps_the_account(trip, capsys):
    note(trip, "Quiet hotels.")
    call_command("forget_traveller", trip.owner.username, "--memory-only")
    assert not Note.objects.exists() and Trip.objects.filter(pk=trip.pk).exists()
    assert "1 notes" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("forget_traveller", trip.owner.username)


def test_a_traveller_is_forgotten_altogether(trip):
    note(trip, "Quiet hotels.")
    call_command("forget_traveller", trip.owner.username, "--yes")
    assert not Note.objects.exists() and not Trip.objects.exists() and not Traveller.objects.exists()


def test_the_daily_cleanup_purges_what_was_forgotten_a_week_ago(trip, capsys):
    for one in (trip, start_trip(Traveller.objects.create_user("bo", password="a-long-enough-word"))):
        forgetting.forget(note(one, "Quiet hotels."), one.owner)
    call_command("cleanup")
    assert Note.objects.count() == 2
    Note.objects.update(closed=timezone.now() - dt.timedelta(days=8))
    capsys.readouterr()
    call_command("cleanup", "--dry-run")
    assert Note.objects.count() == 2
    call_command("cleanup")
    assert not Note.objects.exists()
    assert "forgotten" in capsys.readouterr().out


# --- Stale trips --------------------------------------------------------------------------------


def old(trip: Trip, days: int = 100, **fields) -> Trip:
    ago = timezone.now() - dt.timedelta(days=days)
    Trip.objects.filter(pk=trip.pk).update(updated=ago, **fields)
    Message.objects.filter(trip=trip).update(created=ago)
    Note.objects.filter(trip=trip).update(updated=ago)
    return trip


def gone(*args: str) -> bool:
    call_command("cleanup_stale_trips", *args)
    return not Trip.objects.exists()


def test_a_trip_long_over_and_untouched_goes_with_what_is_remembered_of_it(trip, capsys):
    note(trip, "Quiet hotels.")
    said(trip, "hello")
    old(trip, start=TODAY - dt.timedelta(days=90), end=TODAY - dt.timedelta(days=80))
    assert not gone("--older-than", "60", "--dry-run")
    said_dry = capsys.readouterr().out
    assert str(trip.uuid) in said_dry and "1 would go" in said_dry
    assert not gone("--older-than", "101")
    assert gone("--older-than", "60")
    assert "1 removed" in capsys.readouterr().out and not Note.objects.exists()


def test_one_without_dates_goes_too(trip):
    old(trip)
    assert gone("--older-than", "60")


@pytest.mark.parametrize(
    "ahead",
    [
        {"start": TODAY + dt.timedelta(days=300), "end": TODAY + dt.timedelta(days=310)},
        {"start": TODAY - dt.timedelta(days=3), "end": TODAY + dt.timedelta(days=3)},
        {"start": TODAY - dt.timedelta(days=3), "end": TODAY},
        {"start": TODAY - dt.timedelta(days=3), "end": TODAY - dt.timedelta(days=1)},  # today in Honolulu
        {"start": TODAY + dt.timedelta(days=3)},
        {"facts_json": {"dates": {"latest": f"{TODAY + dt.timedelta(days=30)}", "days": 4}}},
        {"facts_json": {"dates": {"earliest": f"{TODAY - dt.timedelta(days=3)}", "days": 14}}},
        {"facts_json": {"dates": {"earliest": f"{TODAY - dt.timedelta(days=3)}"}}},  # till when, nobody said
        {"start": TODAY - dt.timedelta(days=20)},
        {"facts_json": {"appointments": [{"what": "wedding", "date": f"{TODAY + dt.timedelta(days=9)}"}]}},
    ],
)
def test_none_that_lies_ahead_or_is_under_way(trip, ahead):
    old(trip, 400, **ahead)
    assert not gone("--older-than", "60")


def test_one_that_began_long_ago_and_has_no_end_is_over(trip):
    old(trip, 400, start=TODAY - dt.timedelta(days=100))
    assert gone("--older-than", "60")


def test_none_with_a_plan_or_a_booking_ahead_or_somebody_at_work(trip):
    day = str(TODAY + dt.timedelta(days=9))
    plan = PlanVersion.objects.create(
        trip=trip,
        number=1,
        plan_json={"days": [{"date": day}]},
        verdict_json={},
        total=1,
        currency="EUR",
        cause="x",
    )
    assert not gone_after(trip, plan=plan)
    booking = Booking.objects.create(
        trip=trip,
        kind="flight",
        title="Flight",
        status="booked",
        start=timezone.now() + dt.timedelta(days=30),
    )
    assert not gone_after(trip, plan=None)
    booking.delete()
    turn = turn_of(trip, Turn.Status.QUEUED)
    assert not gone_after(trip)
    turn.delete()
    assert gone_after(trip)


def gone_after(trip: Trip, **fields) -> bool:
    old(trip, 400, **fields)
    return gone("--older-than", "60")


def test_one_that_was_spoken_on_lately_stays(trip):
    old(trip)
    said(trip, "still here")
    assert not gone("--older-than", "60")


def test_a_guest_s_goes_sooner(db):
    start_trip(Traveller.objects.create_guest())
    old(Trip.objects.get(), 25)
    assert not gone("--older-than", "90")
    assert gone("--older-than", "60")


@pytest.mark.parametrize("days", ["0", "-5", "36501", "999999999", "9" * 40])
def test_days_that_nothing_can_be_old_are_refused(trip, days):
    old(trip)
    with pytest.raises(CommandError, match="1 to 36,500"):
        gone("--older-than", days, "--dry-run")
    assert not gone("--older-than", "36500")


# --- Doctor -------------------------------------------------------------------------------------


def test_doctor_tries_a_note_and_leaves_nothing_behind(trip, capsys):
    before = Traveller.objects.count()
    call_command("doctor")
    assert "well  memory       a note was written, found and forgotten" in capsys.readouterr().out
    assert Traveller.objects.count() == before
    assert not (Note.objects.exists() or Note.history.exists())
    assert not (SearchRow.objects.exists() or Tombstone.objects.exists())


def test_doctor_says_when_memory_is_off(settings, capsys, db):
    settings.MEMORY = False
    call_command("doctor")
    assert "well  memory       switched off" in capsys.readouterr().out


def fails(*args, **kw):
    raise ValueError("out of order")


#: Each step that does nothing, and each that raises: what doctor says of it.
BROKEN = {
    "written": ("notes.write", lambda **kw: notes.Written(None, "refused", "No room."), "No room."),
    "read": ("readable", lambda *args, **kw: Note.objects.none(), "can't be read"),
    "found": ("search", lambda *args, **kw: [], "no search finds it"),
    "forgotten": ("forgetting.forget", lambda note, by: note, "is still found"),
    "writing raises": ("notes.write", fails, "ValueError: out of order"),
    "finding raises": ("search", fails, "ValueError: out of order"),
    "forgetting raises": ("forgetting.forget", fails, "ValueError: out of order"),
}


@pytest.mark.parametrize("step", BROKEN)
def test_doctor_says_which_step_does_not_work_and_goes_on(db, monkeypatch, capsys, step):
    name, instead, says = BROKEN[step]
    monkeypatch.setattr(f"memory.selfcheck.{name}", instead)
    with pytest.raises(SystemExit) as ended:
        call_command("doctor")
    lines = capsys.readouterr().out.splitlines()
    (ill,) = [line for line in lines if line.startswith("ILL")]
    assert ended.value.code == 1 and ill.startswith("ILL   memory ") and says in ill
    assert any(line.startswith("well  data") for line in lines), "what comes after it is told as well"
    assert not (Note.objects.exists() or Note.history.exists() or Traveller.objects.exists())
    assert not (SearchRow.objects.exists() or Tombstone.objects.exists())
