"""The quick way to the notes of a brief reads what the one filter of visibility lets through, and no more."""

from __future__ import annotations

import datetime as dt
import random

import pytest
from django.core.checks import run_checks
from django.db.models import Q

from memory import notes, registry, remembered
from memory.briefing import Section
from memory.models import Note
from memory.visibility import readable, today_of
from tests.memory.people import option_of, said, turn_of
from trips.models import Message, Option, Traveller, Trip, Turn
from trips.starting import start_trip

AGENTS = ("planner", "research", "")
pytestmark = pytest.mark.django_db


@pytest.fixture
def muddle(traveller: Traveller) -> Trip:
    """800 notes of every kind: two owners, two trips, options, turns that run, notes that ended or begin
    later, some of them while the first trip goes on."""
    chance = random.Random(11)  # noqa: S311
    trip, second = start_trip(traveller), start_trip(traveller)
    bea = Traveller.objects.create_user("bea", password="a-long-enough-word")
    others = start_trip(bea)
    turns = {one: [turn_of(one), turn_of(one)] for one in (trip, second, others)}
    for one in turns:
        turns[one].append(turn_of(one, Turn.Status.RUNNING))
    options = [option_of(turns[trip][0], 1, Option.State.SELECTED), option_of(turns[trip][0], 2)]
    today = today_of(trip)
    days = (None, None, *(today + dt.timedelta(days=days) for days in (-1, 0, 1, 2)))
    trip.facts_json = {"dates": {"end": (today + dt.timedelta(days=1)).isoformat()}}
    trip.save()
    rows = []
    for number in range(800):
        where = chance.choice((trip, trip, second, others, None))
        of = where or trip
        rows.append(
            Note(
                owner=bea if where == others or (where is None and chance.random() < 0.3) else traveller,
                trip=where,
                agent=chance.choice(AGENTS),
                option=chance.choice((None, None, *options)) if where == trip else None,
                turn=chance.choice((None, *turns[of])),
                author="agent",
                text=f"Note {number}.",
                hash=str(number),
                scope=str(number),
                pinned=chance.random() < 0.3,
                shared=chance.random() < 0.4,
                status=chance.choice(("active", "active", "proposed", "retired", "superseded", "forgotten")),
                valid_from=chance.choice(days),
                valid_to=chance.choice(days),
            )
        )
    Note.objects.bulk_create(rows)
    return trip


def asked_by(turn: Turn, *, owner: bool) -> bool:
    """Let the turn answer the owner's words or another member's; returns `owner`."""
    message = said(turn.trip, "What now?", turn=turn)
    Message.objects.filter(pk=message.pk).update(by_owner=owner)
    return owner


def newest(rows, count: int) -> list[int]:
    return list(rows.order_by("-created", "-pk").values_list("pk", flat=True)[:count])


@pytest.mark.parametrize("agent", ["planner", "research", "cost"])
def test_an_agents_own_notes(muddle: Trip, agent: str) -> None:
    may = readable(muddle.owner, agent=agent, trip=muddle).filter(agent=agent)
    rows = remembered.own_notes(muddle.owner.pk, muddle, agent, today_of(muddle))
    pinned = newest(may.filter(trip=muddle, pinned=True), remembered.PINNED)
    assert [row.pk for row in rows] == pinned + newest(may.filter(pinned=False), remembered.EPHEMERAL)
    assert bool(rows) == (agent != "cost")


@pytest.mark.parametrize("agent", ["planner", "research"])
def test_an_agents_own_notes_in_a_turn_of_another_member(muddle: Trip, agent: str) -> None:
    turn = muddle.turns.get(status=Turn.Status.RUNNING)
    beyond = asked_by(turn, owner=False)
    may = readable(muddle.owner, agent=agent, trip=muddle, turn=turn).filter(agent=agent)
    rows = remembered.own_notes(muddle.owner.pk, muddle, agent, today_of(muddle), beyond=beyond)
    pinned = newest(may.filter(pinned=True), remembered.PINNED)
    assert [row.pk for row in rows] == pinned + newest(may.filter(pinned=False), remembered.EPHEMERAL)
    assert rows and set(may.values_list("trip", flat=True)) == {muddle.pk}


def test_what_the_options_of_a_turn_have_in_common_takes_one_place(trip: Trip) -> None:
    """Rounds of three options, each with the same assumption, pushed everything else out of the 25 places."""
    facts = [noted(trip, f"Fact {number} of Kyoto.") for number in range(30)]
    rounds = [[option_of(turn, k) for k in (1, 2, 3)] for turn in (turn_of(trip) for _ in range(15))]
    for options in rounds:
        drafts = [noted(trip, "Assumed for Kyoto: it keeps the sum you named.", one) for one in options]
    today = today_of(trip)
    rows = remembered.own_notes(trip.owner.pk, trip, "planner", today)
    kept = [note.pk for note in reversed(facts[-remembered.EPHEMERAL + 1 :])]
    assert [row.pk for row in rows] == [drafts[-1].pk, *kept]
    for note in drafts[:2]:
        Note.objects.filter(pk=note.pk).update(pinned=True, shared=True)
    rows = remembered.own_notes(trip.owner.pk, trip, "planner", today)
    assert [(row.pk, row.pinned, row.shared) for row in rows[:2]] == [
        (drafts[1].pk, True, True),
        (facts[-1].pk, False, False),
    ]


def test_once_an_option_is_chosen_its_own_note_is_the_one_that_is_told(trip: Trip) -> None:
    turn = turn_of(trip)
    options = [option_of(turn, k) for k in (1, 2, 3)]
    drafts = [
        noted(trip, "Assumed for Kyoto: it keeps the sum you named.", one, shared=True) for one in options
    ]
    today = today_of(trip)
    assert len(remembered.own_notes(trip.owner.pk, trip, "planner", today)) == 1
    assert remembered.insights(trip.owner.pk, trip, "research", today, None) == []
    Option.objects.filter(pk=options[0].pk).update(state=Option.State.SELECTED)
    notes.options_settled(trip, Option.objects.get(pk=options[0].pk))
    told = remembered.own_notes(trip.owner.pk, trip, "planner", today)
    others = remembered.insights(trip.owner.pk, trip, "research", today, None)
    assert [row.pk for row in told] == [row.pk for row in others] == [drafts[0].pk]


def noted(trip: Trip, text: str, option: Option | None = None, **more) -> Note:
    given = {"owner": trip.owner, "trip": trip, "agent": "planner", "author": "agent"} | more
    written = notes.write(text=text, option=option, **given)
    assert written.note is not None, written.reason
    return written.note


@pytest.mark.parametrize("running", ["", "owner's", "another's"])
@pytest.mark.parametrize("agent", ["planner", "cost"])
def test_insights(muddle: Trip, agent: str, running: str) -> None:
    turn = muddle.turns.get(status=Turn.Status.RUNNING) if running else None
    beyond = asked_by(turn, owner=running == "owner's") if turn else True
    may = readable(muddle.owner, agent=agent, trip=muddle, turn=turn).exclude(agent=agent)
    told = may.filter(Q(shared=True) | Q(agent="")).exclude(trip=None, pinned=True)
    told = told.exclude(agent="", trip=muddle, pinned=True)
    rows = remembered.insights(muddle.owner.pk, muddle, agent, today_of(muddle), turn, beyond=beyond)
    assert {row.pk for row in rows} <= set(told.values_list("pk", flat=True))
    assert len(rows) == min(remembered.INSIGHTS, told.count()) > 0


@pytest.mark.parametrize("by_owner", [True, False])
def test_pinned_notes_of_the_traveller(muddle: Trip, by_owner: bool) -> None:
    turn = muddle.turns.get(status=Turn.Status.RUNNING)
    beyond = asked_by(turn, owner=by_owner)
    for trip in (muddle, None):
        may = readable(muddle.owner, agent=remembered.NOBODY, trip=trip, turn=turn).filter(pinned=True)
        told = may.filter(Q(trip=None) | Q(trip=muddle, agent="") if trip else Q(trip=None))
        rows = remembered.pinned_by_traveller(muddle.owner.pk, trip, turn=turn, beyond=beyond)
        assert [row.pk for row in rows] == newest(told, remembered.TRAVELLER_PINNED)
        assert bool(rows) == (by_owner or trip is not None)


def test_each_owner_has_a_statement_with_their_own_values(muddle: Trip) -> None:
    """Compiled once: the second owner must not get the first one's rows."""
    bea = Traveller.objects.get(username="bea")
    theirs = Trip.objects.owned_by(bea).get()
    today = today_of(muddle)
    mine = {row.pk for row in remembered.own_notes(muddle.owner.pk, muddle, "planner", today)}
    hers = {row.pk for row in remembered.own_notes(bea.pk, theirs, "planner", today)}
    assert mine and hers and not mine & hers
    assert set(Note.objects.filter(pk__in=hers).values_list("owner", flat=True)) == {bea.pk}
    assert remembered.own_notes(bea.pk, muddle, "planner", today) == [
        row for row in remembered.own_notes(bea.pk, muddle, "planner", today) if not row.pinned
    ], "of somebody else's trip only what is theirs anyway"
    assert remembered.owner_of(theirs) == bea


# --- The checks of builders ----------------------------------------------------------------------


def ids() -> list[str]:
    return [message.id for message in run_checks(tags=["memory"])]


def test_the_builders_as_they_are_have_no_fault() -> None:
    assert ids() == []


def test_a_part_that_nobody_reads_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._reads, "planner", ("findings", "horoscope"))
    assert ids() == ["memory.E001"]


@pytest.mark.parametrize(
    "sections",
    [
        lambda briefing: ("Trip Context",),
        lambda briefing: (Section("Twice", lambda _: []), Section("Twice", lambda _: [])),
        lambda briefing: 1 / 0,
    ],
)
def test_sections_that_are_none_are_a_fault(sections) -> None:
    with registry.override(planner=sections):
        assert ids() == ["memory.E002"]


def test_what_does_not_hold_on_all_days_says_on_which(muddle: Trip) -> None:
    today = today_of(muddle)
    day = f"{today + dt.timedelta(days=1):%-d %B %Y}"
    for rows in (
        remembered.own_notes(muddle.owner.pk, muddle, "planner", today),
        remembered.insights(muddle.owner.pk, muddle, "cost", today, None),
        remembered.pinned_by_traveller(muddle.owner.pk, muddle, today),
    ):
        assert not any(row.valid_from and row.valid_from > today + dt.timedelta(days=1) for row in rows)
        for row in rows:
            later = row.valid_from is not None and row.valid_from > today
            assert (f"(from {day}" in row.text) is later
            assert ("until" in row.text) is bool(row.valid_to and (later or row.valid_to == today))
