"""Forgotten: hidden at once, back for seven days, then nowhere but in the message it came from."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType

from agents.models import ModelCall, StepResult, TurnEvent
from config import clock
from memory import documents, forgetting, notes, visibility
from memory.documents import LineEdit
from memory.models import (
    AgentMemory,
    DocumentLine,
    Extraction,
    Note,
    NoteUse,
    SearchRow,
    Summary,
    Tombstone,
)
from memory.models.notes import AuthorKind
from memory.text import Refused
from tests.memory.dump import places_of
from tests.memory.people import option_of, said, turn_of
from tests.trips.told import plan
from trips import removal
from trips.models import FactChange, Feedback, Option, PlanProposal, PlanVersion, Question, Traveller, Trip
from trips.models.plans import mark_of
from trips.starting import start_trip

pytestmark = pytest.mark.django_db

CANARY = "quokkabeere"
SEVEN_DAYS = dt.timedelta(days=7, minutes=1)


def remember(trip: Trip, text: str, /, **kw) -> Note:
    kw = {"trip": trip, "agent": "planner", "author": AuthorKind.AGENT, "shared": True} | kw
    written = notes.write(owner=trip.owner, text=text, **kw)
    assert written.note is not None, written.reason
    return written.note


@pytest.fixture
def everywhere(trip):
    """The canary in every row that could hold it: said in one message, remembered, repeated by all."""
    turn = turn_of(trip)
    message = said(trip, f"I am allergic to {CANARY}, by the way.", turn=turn)
    quote = f"allergic to {CANARY}"
    old = remember(trip, f"They dislike {CANARY}.", turn=turn)
    note = remember(
        trip,
        f"They are allergic to {CANARY}.",
        message=message,
        quote=quote,
        pinned=True,
        turn=turn,
        supersedes=old,
    )
    notes.edit(note, by=trip.owner, text=f"The traveller is allergic to {CANARY}.")
    twin = remember(trip, f"The traveller is allergic to {CANARY}.", agent="research")
    edits = [LineEdit("add", f"Allergic to {CANARY}", quote=quote), LineEdit("add", "Likes trains")]
    documents.edit_lines(
        trip.owner,
        "profile",
        edits[:1],
        author=AuthorKind.AGENT,
        by="planner",
        message=message,
        turn=turn,
        trip=trip,
    )
    documents.edit_lines(trip.owner, "profile", edits[1:], author=AuthorKind.TRAVELLER, by="traveller")
    documents.rewrite_own(trip, "research", f"Mind the {CANARY} allergy.", version=0, turn=turn)
    NoteUse.objects.create(note=note, turn=turn_of(trip), agent="planner")
    AgentMemory.objects.create(trip=trip, agent="planner", text=f"- no {CANARY}", hash="1")
    Summary.objects.create(
        trip=trip, up_to=1, text=f"no {CANARY}", messages_removed=1, messages_kept=1, reason="x"
    )
    Extraction.objects.create(
        turn=turn, agent="planner", status="done", source={"answer": f"no {CANARY}"}, sent=f"{CANARY}?",
        answer=f"- [pinned] no {CANARY}", results=[{"line": f"no {CANARY}"}], error=f"“{CANARY}”",
    )  # fmt: skip
    said(trip, f"Noted: without {CANARY.upper()}.", author="agent", turn=turn)
    turn.short_summary, turn.result = f"{CANARY} noted", {"tasks": [f"no {CANARY}"]}
    turn.save()
    FactChange.objects.create(
        trip=trip,
        seq=1,
        path="diet",
        op="set",
        quote=quote,
        message=message,
        new=[CANARY],
        before={"diet": []},
    )
    Question.objects.create(
        trip=trip, topic="diet", text="Any allergy?", answer=message.text, answered_by=message,
        status="answered", asked_by="orchestrator",
    )  # fmt: skip
    option = option_of(turn, 1, Option.State.REJECTED)
    option.plan_json, option.reason = {"title": f"Away from {CANARY}"}, f"too much {CANARY}"
    option.save()
    version = PlanVersion.objects.create(
        trip=trip, number=1, plan_json=plan(f"no {CANARY}").model_dump(mode="json"), verdict_json={},
        total=1, currency="EUR", cause=f"no {CANARY}",
        moved={"must_do": {"before": [], "after": [CANARY]}},
    )  # fmt: skip
    PlanProposal.objects.create(
        trip=trip, base=version, plan_json=version.plan_json, verdict_json={"results": [{"message": CANARY}]},
        moved=version.moved, diff_json={"days": [{"changed": [f"no {CANARY}"]}]},
        sentence=f"Without {CANARY}.",
        cause=f"Asked for: no {CANARY}", problems=[f"{CANARY} is locked."], reason=f"still {CANARY}",
    )  # fmt: skip
    Feedback.objects.create(trip=trip, date=dt.date(2027, 2, 1), text=message.text, message=message)
    StepResult.objects.create(
        turn=turn, step="orchestrator", input_hash="1", output={"reply": f"no {CANARY}"}
    )
    TurnEvent.objects.create(turn=turn, seq=1, kind="agent_done", data={"headline": f"no {CANARY}"})
    ModelCall.objects.create(
        turn=turn, trip=trip, traveller=trip.owner, mind="claude", agent="planner", purpose="answer",
        request_body=f"no {CANARY}", answer_body=f"no {CANARY}", error=f"cut at “{CANARY}”", cost="0.5",
    )  # fmt: skip
    LogEntry.objects.create(
        user=trip.owner, content_type=ContentType.objects.get_for_model(Note), object_id=str(note.pk),
        object_repr=str(note), action_flag=CHANGE, change_message=f"no {CANARY}",
    )  # fmt: skip
    return {"note": note, "twin": twin, "old": old, "message": message, "line": DocumentLine.objects.first()}


def test_it_is_hidden_at_once_with_what_it_replaced_and_what_says_the_same(trip, everywhere):
    forgetting.forget(everywhere["note"], trip.owner)
    assert not visibility.readable(trip.owner, agent="", trip=trip).exists()
    assert {note.status for note in Note.objects.all()} == {Note.Status.FORGOTTEN}
    assert not Summary.objects.exists()
    everywhere["line"].refresh_from_db()
    assert everywhere["line"].status == "forgotten", "it rests on the same words"
    assert not AgentMemory.objects.exists()
    shown = SearchRow.objects.values_list("kind", "object_id")
    trains = DocumentLine.objects.get(status="active")
    assert set(shown) == {("line", trains.pk)}, "the agent repeated it in its own message"


def test_it_comes_back_within_seven_days_as_it_was(trip, everywhere):
    before = list(Note.objects.order_by("pk").values_list("text", "status", "pinned", "shared", "quote"))
    searched = SearchRow.objects.exclude(kind="summary")  # a summary that said it was dropped
    found = searched.count()
    forgetting.forget(everywhere["note"], "traveller")
    assert Tombstone.objects.exists()
    clock.set_now(clock.now() + dt.timedelta(days=6))
    try:
        forgetting.undo(everywhere["twin"])
    finally:
        clock.set_now(None)
    after = list(Note.objects.order_by("pk").values_list("text", "status", "pinned", "shared", "quote"))
    assert after == before
    assert searched.all().count() == found
    assert not Tombstone.objects.exists() and not hasattr(trip.messages.first(), "silence")


def test_after_seven_days_it_does_not(trip, everywhere):
    note = forgetting.forget(everywhere["note"], "traveller")
    clock.set_now(clock.now() + SEVEN_DAYS)
    try:
        with pytest.raises(Refused):
            forgetting.undo(note)
    finally:
        clock.set_now(None)


def test_after_the_purge_it_stands_only_in_its_message(trip, everywhere):
    forgetting.forget(everywhere["note"], "traveller")
    forgetting.forget(everywhere["line"], "traveller")
    assert forgetting.purge(clock.now()) == {}
    done = forgetting.purge(clock.now() + SEVEN_DAYS)
    assert (done["notes"], done["lines"]) == (3, 1)
    assert places_of(CANARY) == {("trips_message", "text")}
    assert places_of("quokkab") == {("trips_message", "text")}
    assert ModelCall.objects.get().cost == 0.5
    assert [line.text for line in documents.lines(trip.owner, "profile")] == ["Likes trains"]
    version = PlanVersion.objects.get()
    assert version.plan_json["title"] == "no [forgotten]"
    assert version.plan_mark == mark_of(version.plan_json), "nobody tells what was read of it before"
    proposal = PlanProposal.objects.get()
    assert proposal.state == PlanProposal.State.OUTDATED, "nobody can accept it any more"
    assert proposal.sentence == "Without [forgotten]."
    again = notes.write(
        owner=trip.owner, trip=trip, agent="planner", author=AuthorKind.AGENT, text=f"Never {CANARY}.",
        message=everywhere["message"], quote=f"allergic to {CANARY}",
    )  # fmt: skip
    assert again.outcome == "refused"
    assert forgetting.purge(clock.now() + 2 * SEVEN_DAYS) == {}


def test_with_the_message_removed_it_is_nowhere(trip, everywhere):
    for row in (everywhere["note"], everywhere["line"]):
        forgetting.forget(row, "traveller")
    forgetting.purge(clock.now() + SEVEN_DAYS)
    forgetting.redact_message(everywhere["message"])
    assert places_of("quokkab") == set()


def test_with_its_trip_deleted_it_is_nowhere(trip, everywhere):
    for row in (everywhere["note"], everywhere["line"]):
        forgetting.forget(row, "traveller")
    forgetting.purge(clock.now() + SEVEN_DAYS)
    removal.delete_trip(trip)
    assert places_of("quokkab") == set()


def test_facts_and_the_plan_in_force_stay_as_they_are(trip, everywhere):
    Trip.objects.filter(pk=trip.pk).update(
        facts_json={"diet": [CANARY]}, plan=PlanVersion.objects.get(), title_is_own=True
    )
    for row in (everywhere["note"], everywhere["line"]):
        forgetting.forget(row, "traveller")
    forgetting.purge(clock.now() + SEVEN_DAYS)
    assert places_of("quokkab") == {
        ("trips_message", "text"),
        ("trips_trip", "facts"),
        ("trips_planversion", "plan"),
        ("trips_planversion", "moved"),
        ("trips_factchange", "new"),
    }


def test_words_that_others_may_say_stay(trip, everywhere):
    """The traveller said them elsewhere too, or they are everyday words or places."""
    later = said(trip, f"Is there {CANARY} in Kyoto?")
    reply = said(trip, f"In Kyoto there is {CANARY}; the traveller is allergic to {CANARY}.", author="agent")
    forgetting.forget(everywhere["note"], "traveller")
    forgetting.purge(clock.now() + SEVEN_DAYS)
    for message in (later, reply):
        message.refresh_from_db()
    assert later.text == f"Is there {CANARY} in Kyoto?"
    assert reply.text == f"In Kyoto there is {CANARY}; [forgotten]."


def test_nobody_else_loses_anything(trip, everywhere):
    other = start_trip(Traveller.objects.create_user("stranger", password="a-long-enough-word"))
    theirs = remember(other, f"The traveller is allergic to {CANARY}.", author=AuthorKind.STAFF)
    with pytest.raises(Refused):
        forgetting.forget(everywhere["note"], other.owner)
    forgetting.forget(everywhere["note"], trip.owner)
    forgetting.purge(clock.now() + SEVEN_DAYS)
    theirs.refresh_from_db()
    assert (theirs.status, theirs.text) == ("active", f"The traveller is allergic to {CANARY}.")
    assert remember(other, "They like trains.", shared=False).status == "active"


def test_a_trip_is_forgotten_without_its_conversation(trip, everywhere):
    own = remember(trip, "Only window seats.", trip=None, agent="", author=AuthorKind.TRAVELLER)
    forgetting.forget_trip(trip)
    assert list(Note.objects.all()) == [own]
    assert places_of("quokkab") == {("trips_message", "text")}
    assert trip.messages.count() == 2


def test_a_traveller_is_forgotten_without_the_account(trip, everywhere):
    remember(trip, "Only window seats.", trip=None, agent="", author=AuthorKind.TRAVELLER)
    forgetting.forget_traveller(trip.owner)
    assert not Note.objects.exists() and not DocumentLine.objects.exists()
    assert documents.own_text(trip, "research") == ("", 0)
    assert places_of("quokkab") == {("trips_message", "text")}
    assert Traveller.objects.filter(pk=trip.owner.pk).exists()


def test_what_waits_to_be_learnt_from_the_message_is_not(trip, everywhere):
    turn = everywhere["message"].turn
    job = Extraction.objects.create(turn=turn, agent="research", source={"answer": f"no {CANARY}"})
    forgetting.forget(everywhere["note"], "traveller")
    job.refresh_from_db()
    assert (job.status, job.source) == (Extraction.Status.DONE, {})
