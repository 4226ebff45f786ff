"""What was forgotten is not learnt anew from work that was done while it was remembered."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse

from agents import remembering
from agents.outcome import Outcome, Shortened
from agents.remembered import BriefText
from config import clock
from memory import conversation, extraction, extraction_offline, forgetting, line_edits, notes
from memory.brief import brief_for
from memory.models import AgentMemory, DocumentLine, Extraction, Note, SilentMessage
from memory.models.notes import AuthorKind
from memory.search import search
from tests.memory.dump import places_of
from tests.memory.extracting import learnt, row_of, turn_of
from tests.memory.people import said
from trips.models import Feedback, Message, Trip, Turn

pytestmark = pytest.mark.django_db

CANARY = "quokkabeere"
SEVEN_DAYS = dt.timedelta(days=7, minutes=1)


def known_and_forgotten(trip: Trip) -> tuple[Note, Message]:
    """The canary remembered, and not forgotten yet."""
    message = turn_of(trip, f"I am allergic to {CANARY}.").messages.get()
    written = notes.write(
        owner=trip.owner, trip=trip, agent="planner", author=AuthorKind.AGENT, message=message, pinned=True,
        text=f"The traveller is allergic to {CANARY}.", quote=f"allergic to {CANARY}",
    )  # fmt: skip
    assert written.note is not None
    return written.note, message


@pytest.mark.parametrize("where", ["source", "sent", "answer", "task"])
def test_what_waits_with_the_words_in_it_ends(trip, where):
    """Whichever turn it is of, and whether it waits or is asked about at the moment."""
    note, _message = known_and_forgotten(trip)
    turn = turn_of(trip, "Plan two days with gardens, please.")
    text = f"Because of {CANARY} some stalls of Nishiki Market were left out."
    given = {"source": {"answer": text}, "task": {"source": {"task": text}}}.get(where, {where: text})
    job = Extraction.objects.create(turn=turn, agent="planner", status="running", attempts=1, **given)
    other = Extraction.objects.create(turn=turn, agent="research", source={"answer": "Nara is near Kyoto."})
    forgetting.forget(note, "traveller")
    job.refresh_from_db()
    other.refresh_from_db()
    assert (job.status, job.source, job.sent, job.answer) == (Extraction.Status.DONE, {}, "", "")
    assert (other.status, other.source) == (Extraction.Status.WAITING, {"answer": "Nara is near Kyoto."})
    forgetting.purge(clock.now() + SEVEN_DAYS)
    assert places_of(CANARY) == {("trips_message", "text")}


def test_a_candidate_that_gives_it_away_is_refused(trip):
    """A turn that was under way while it was forgotten brings it along afterwards."""
    note, message = known_and_forgotten(trip)
    turn = turn_of(trip, "Plan two days with gardens, please.")
    forgetting.forget(note, "traveller")
    told = learnt(
        turn, f"- [shared] Stalls with {CANARY} are left out in Kyoto.\n- [company] {CANARY} is sold."
    )
    assert [one["outcome"] for one in told] == ["refused", "refused"]
    assert not Note.objects.exclude(pk=note.pk).exists() and not DocumentLine.objects.exists()
    job = Extraction.objects.create(turn=turn, agent="documents", kind="documents", source={"events": []})
    assert line_edits.apply(job, f"- add profile: Never {CANARY} | said")[0]["outcome"] == "refused"
    forgetting.purge(clock.now() + SEVEN_DAYS)
    assert places_of(CANARY) == {("trips_message", "text")}
    forgetting.redact_message(message)
    assert places_of("quokkab") == set()


def test_without_a_model_it_is_refused_too(trip):
    note, _message = known_and_forgotten(trip)
    turn = turn_of(trip, "The day was fine.")
    job = row_of(turn, "x", agent="feedback")
    Feedback.objects.create(
        trip=trip,
        turn=turn,
        date=dt.date(2027, 4, 5),
        energy="low",
        disliked=[f"the {CANARY} sauce"],
        liked=[],
    )
    forgetting.forget(note, "traveller")
    answer = extraction_offline.answer(job)
    assert CANARY in answer
    assert [one["outcome"] for one in extraction.apply(job, answer)] == ["refused"]
    forgetting.purge(clock.now() + SEVEN_DAYS)
    assert places_of(CANARY) == {("trips_message", "text")}


def test_copies_that_a_turn_under_way_brings_along_do_not_say_it(trip, client):
    """Its brief was built before, its summary rests on messages that are silent by now."""
    note, _message = known_and_forgotten(trip)
    turn = turn_of(trip, "Plan two days with gardens, please.")
    told = {agent: BriefText(text=brief_for(trip, agent).text) for agent in ("planner", "research")}
    lines = (conversation.Line(1, 1, "traveller", f"I am allergic to {CANARY}."),)
    cut = conversation.Cut("size", lines, (), 1)
    forgetting.forget(note, "traveller")
    short = Shortened(cut, f"They eat no {CANARY}.", 9, 5)
    remembering.write(trip, turn, Outcome(mode="ANSWER", reply="", briefs=told, shortened=short))
    assert conversation.window_of(trip, None).summary == "They eat no [forgotten]."
    client.force_login(trip.owner)
    assert CANARY not in client.get(reverse("download_memory")).content.decode()
    assert not AgentMemory.objects.filter(text__contains=CANARY).exists()


def test_an_answer_that_was_under_way_is_no_source(trip):
    """What is said later of it is: the trip's facts may still hold it."""
    note, _message = known_and_forgotten(trip)
    turn = turn_of(trip, "Plan two days with gardens, please.")
    Turn.objects.filter(pk=turn.pk).update(started_at=clock.now())
    turn.refresh_from_db()
    forgetting.forget(note, "traveller")
    late = said(trip, f"Here are stalls without {CANARY}.", author="agent", turn=turn)
    remembering.write(trip, turn, Outcome(mode="ANSWER", reply=""))
    assert SilentMessage.objects.filter(message=late).exists() and not search(trip.owner, CANARY)
    assert CANARY not in str(conversation.window_of(trip, None).lines)
    forgetting.undo(note)
    assert late.pk in [hit.object_id for hit in search(trip.owner, "stalls")]
    forgetting.forget(note, "traveller")
    other = turn_of(trip, "And gardens?")
    Turn.objects.filter(pk=other.pk).update(started_at=clock.now())
    other.refresh_from_db()
    later = said(trip, f"No {CANARY} in gardens.", author="agent", turn=other)
    remembering.write(trip, other, Outcome(mode="ANSWER", reply=""))
    assert not SilentMessage.objects.filter(message=later).exists()


def test_what_is_said_anew_is_learnt_anew(trip):
    note, _message = known_and_forgotten(trip)
    forgetting.forget(note, "traveller")
    turn = turn_of(trip, f"My son is allergic to {CANARY} and to kiwi.")
    (told,) = learnt(
        turn, f'- [pinned] Their son is allergic to {CANARY}. | "My son is allergic to {CANARY}"'
    )
    assert told["outcome"] == "added", told


@pytest.mark.parametrize(
    "forget", [forgetting.forget_trip, lambda trip: forgetting.forget_traveller(trip.owner)]
)
def test_words_that_were_still_to_be_read_are_not_learnt_after_all_was_forgotten(trip, forget):
    """Nobody had got round to it: they were no source yet."""
    turn_of(trip, f"I am allergic to {CANARY}.")
    forget(trip)
    turn = turn_of(trip, "Plan two days with gardens, please.")
    (asked,) = extraction.words_since(row_of(turn))
    assert asked[1] == "Plan two days with gardens, please."
    assert trip.messages.filter(silence=None).count() == 2, "the trip's own agents read on"
