"""Who reads which note, and from when on."""

from __future__ import annotations

import datetime as dt

import pytest

from config import clock
from memory import notes
from memory.models.notes import AuthorKind
from memory.visibility import readable, today_of
from tests.memory.people import option_of, turn_of
from trips.models import Option, PlanVersion, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db


@pytest.fixture
def at():
    """Set the clock: `at("2027-04-01T12:00")`, UTC."""
    yield lambda moment: clock.set_now(dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC))
    clock.set_now(None)


def note(trip: Trip, text: str, /, **kw):
    kw = {"trip": trip, "agent": "research", "author": AuthorKind.AGENT} | kw
    return notes.write(owner=trip.owner, text=text, **kw).note


def seen(trip: Trip, agent: str, turn: Turn | None = None) -> set[str]:
    return {row.text for row in readable(trip.owner, agent=agent, trip=trip, turn=turn)}


def test_own_notes_of_all_turns_others_only_shared_ones_of_an_earlier_turn(trip):
    first, running = turn_of(trip), turn_of(trip, Turn.Status.RUNNING)
    note(trip, "private", turn=first)
    note(trip, "a shared one", turn=first, shared=True)
    note(trip, "a new shared one", turn=running, shared=True)
    assert seen(trip, "research", running) == {"private", "a shared one", "a new shared one"}
    assert seen(trip, "planner", running) == {"a shared one"}
    assert seen(trip, "planner") == {"a shared one"}
    running.status = Turn.Status.DONE
    running.save()
    assert seen(trip, "planner", running) == {"a shared one"}, "of the turn itself"
    assert seen(trip, "planner", turn_of(trip, Turn.Status.RUNNING)) == {
        "a shared one",
        "a new shared one",
    }
    assert seen(trip, "") == {"private", "a shared one", "a new shared one"}


def test_a_job_that_still_runs_leaks_nothing(trip):
    job = Turn.objects.create(trip=trip, number=1, kind=Turn.Kind.JOB, status=Turn.Status.RUNNING)
    note(trip, "half done", turn=job, shared=True)
    assert seen(trip, "planner", turn_of(trip, Turn.Status.RUNNING)) == set()


def test_a_draft_of_an_option_is_hidden_until_it_is_selected(trip):
    turn = turn_of(trip)
    chosen, other = option_of(turn, 1), option_of(turn, 2)
    note(trip, "of one", agent="planner", option=chosen, turn=turn, shared=True)
    note(trip, "of two", agent="planner", option=other, turn=turn, shared=True)
    later = turn_of(trip)
    assert seen(trip, "cost", later) == set()
    assert seen(trip, "planner", later) == {"of one", "of two"}
    Option.objects.filter(pk=chosen.pk).update(state=Option.State.SELECTED)
    notes.options_settled(trip, chosen)
    assert seen(trip, "cost", later) == {"of one"}
    assert seen(trip, "planner", later) == {"of one"}


def test_what_is_about_the_traveller_is_read_on_every_trip_and_by_nobody_else(trip):
    stranger = Traveller.objects.create_user("stranger", password="a-long-enough-word")
    other, theirs = start_trip(trip.owner), start_trip(stranger)
    note(trip, "of this trip", shared=True)
    note(trip, "about the traveller", trip=None, agent="", author=AuthorKind.TRAVELLER)
    assert seen(other, "planner") == {"about the traveller"}
    assert seen(theirs, "planner") == set()
    assert not readable(trip.owner, agent="planner", trip=theirs).exists()
    assert not readable(stranger, agent="planner", trip=trip).exists()
    assert not readable(None, agent="", trip=trip).exists()
    everywhere = readable(trip.owner, agent="planner")
    assert {row.text for row in everywhere} == {"of this trip", "about the traveller"}


def test_it_holds_from_its_first_to_its_last_day(trip, at):
    note(trip, "the museum is closed", valid_from=dt.date(2027, 4, 2), valid_to=dt.date(2027, 4, 4))
    for day, shown in (("01", 0), ("02", 1), ("04", 1), ("05", 0)):
        at(f"2027-04-{day}T12:00")
        assert len(seen(trip, "research")) == shown, day


def test_what_begins_before_the_trip_ends_is_told_while_it_is_planned(trip, at):
    note(trip, "the museum is closed", valid_from=dt.date(2027, 4, 2), valid_to=dt.date(2027, 4, 4))
    theirs = {"trip": None, "agent": "", "author": AuthorKind.TRAVELLER}
    note(trip, "no meat", **theirs, valid_from=dt.date(2027, 4, 3))
    at("2027-01-10T12:00")
    assert seen(trip, "research") == set(), "no dates yet"
    for end, shown in (("2027-04-01", 0), ("2027-04-02", 1), ("2027-04-20", 2)):
        trip.facts_json = {"dates": {"end": end}}
        assert len(seen(trip, "research")) == shown, end
        trip.facts_json = {"dates": {"latest": end}}
        assert len(seen(trip, "research")) == shown, end
    assert seen(trip, "") == set(), "a page shows what holds today"
    assert not readable(trip.owner, agent="research").exists(), "and so does what is of no trip"
    at("2027-04-05T12:00")
    assert seen(trip, "research") == {"no meat"}


def test_the_day_is_the_one_where_the_traveller_is(trip, at):
    day = {"date": "2027-04-05", "items": [{"zone": "Asia/Tokyo"}]}
    plan = {"days": [{"date": "2027-04-04", "items": [{"zone": "Asia/Tokyo"}]}, day]}
    trip.plan = PlanVersion.objects.create(
        trip=trip, number=1, plan_json=plan, verdict_json={}, total=1, currency="EUR", cause="chosen"
    )
    trip.start, trip.end = dt.date(2027, 4, 4), dt.date(2027, 4, 5)
    trip.save()
    at("2027-04-04T16:00")  # one o'clock in the night of the 5th in Tokyo
    assert today_of(trip) == dt.date(2027, 4, 5)
    assert today_of(None) == dt.date(2027, 4, 4)


@pytest.mark.parametrize("switch", ["operator", "traveller", "trip", "account"])
def test_switched_off_no_agent_reads_anything_and_the_traveller_does(trip, settings, switch):
    note(trip, "still there")
    owner = trip.owner
    if switch == "operator":
        settings.MEMORY = False
    elif switch == "trip":
        trip.remember = False
        trip.save()
        assert not readable(owner, agent="research").exists()
    else:
        setattr(owner, "remember" if switch == "traveller" else "is_active", False)
        owner.save()
    assert seen(trip, "research") == set()
    assert seen(trip, "") == {"still there"}
