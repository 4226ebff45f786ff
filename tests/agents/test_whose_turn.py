"""A turn that a fellow traveller asked for: nothing of the owner beyond this trip is in prompts and tools."""

from __future__ import annotations

import json

import pytest

from agents import recall, searching, turns
from agents.forms import new_key
from agents.models import ModelCall, StepResult
from agents.steps import Steps
from agents.tools.search_memory import SearchMemoryInput
from agents.view import picture
from memory import brief as briefs
from memory import documents, extraction, notes
from memory.documents import LineEdit
from memory.models import AgentMemory, Extraction, NoteUse
from memory.models.notes import AuthorKind
from tests.agents.talking import BOSTON, BOSTON_CHANGES, answer, confirm, dispatch, idea, run, say
from tests.agents.test_briefs_in_prompts import pin, prefer
from tests.agents.test_dispatch import Mixed
from tests.scripted_mind import ScriptedMind
from trips.models import Message, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)

PRIVATE = ("Quagga", "Wombat", "Numbat", "Okapi", "Tapir", "Axolotl", "Pangolin")


@pytest.fixture
def edmund(trip: Trip, db) -> Traveller:
    person = Traveller.objects.create_user("edmund", password="a-long-enough-word")
    trip.members.create(traveller=person, role="editor", name="Edmund")
    return person


@pytest.fixture
def other(trip: Trip) -> Trip:
    """The owner remembers something in every place there is, beyond this trip, and one thing about it."""
    owner = trip.owner
    pin(owner, "Pinned: the Quagga inn is a favourite.")
    prefer(owner, "Likes the Wombat museum.")
    for namespace, text in (("profile", "Works with a Numbat."), ("episodes", "Was in Okapi town.")):
        edits = [LineEdit("add", text)]
        documents.edit_lines(owner, namespace, edits, author=AuthorKind.TRAVELLER, by="traveller")
    notes.write(owner=owner, text="Keeps a Tapir.", author=AuthorKind.TRAVELLER)
    for agent in ("research", "planner"):  # agents' notes about the traveller, of a trip before
        note = notes.write(owner=owner, text=f"An Axolotl for {agent}.", author=AuthorKind.STAFF, agent=agent)
        notes.edit(note.note, by="staff", shared=True)
    elsewhere = start_trip(owner)
    say(elsewhere, "The Pangolin house in Trieste was my grandmother's")
    notes.write(
        owner=owner, trip=elsewhere, text="The Pangolin house is loud.", author=AuthorKind.AGENT,
        agent="planner", shared=True,
    )  # fmt: skip
    for agent, text in (("research", "Boston has a Heron pond."), ("planner", "The Heron pond closes at 5.")):
        notes.write(owner=owner, trip=trip, text=text, author=AuthorKind.AGENT, agent=agent, shared=True)
    pin(owner, "Pinned here: Heron watching first.", trip=trip)
    return elsewhere


def send(trip: Trip, text: str, sender: Traveller | None) -> Turn:
    return turns.start_turn(trip, text, client_key=new_key(), sender=sender)


def told(mind: ScriptedMind) -> str:
    return "\n".join(
        part
        for call in mind.calls
        for part in (
            *(block.text for block in call.system),
            *(message.text for message in call.messages),
            *(result.content for message in call.messages for result in message.tool_results),
        )
    )


def leaked(text: str) -> list[str]:
    return [word for word in PRIVATE if word.lower() in text.lower()]


@pytest.mark.parametrize("who", ["owner", "editor"])
def test_what_the_orchestrator_reads(trip: Trip, other, edmund, settings, who) -> None:
    settings.RETRIEVE_ALWAYS = True
    sender = edmund if who == "editor" else trip.owner
    words = "What about Quagga, Wombats, Numbats, Okapi, Tapir, Axolotl, Pangolin houses, Heron ponds?"
    mind = ScriptedMind([answer()])
    turn = run(send(trip, words, sender), mind)
    assert turn.status == Turn.Status.DONE
    parts = [part for call in mind.calls for part in (*call.system, *call.messages)]
    before = "\n".join(part.text for part in parts).replace(words, "")
    assert "Heron watching first" in before and "Heron pond" in before
    if who == "owner":
        assert {"Quagga", "Wombat", "Numbat", "Okapi"} <= set(leaked(before))
    else:
        assert leaked(before) == []
        used = NoteUse.objects.filter(turn=turn)
        assert {use.note.trip_id for use in used} == {trip.pk}


@pytest.mark.parametrize("who", ["owner", "editor"])
def test_what_search_memory_finds(trip: Trip, other, edmund, who) -> None:
    sender = edmund if who == "editor" else trip.owner
    asked = [{"query": word} for word in PRIVATE] + [
        {"namespace": name} for name in ("profile", "company", "preferences", "episodes")
    ]
    asked += [{"query": "Wombat", "namespace": "preferences"}, {"query": "Heron pond"}]
    turn = send(trip, "Hello there", sender)
    token = turns.claim(turn.pk)
    view = picture(turn)
    found = {
        str(given): searching.found(view, token, "planner", SearchMemoryInput(**given)) for given in asked
    }
    assert json.loads(found["{'query': 'Heron pond'}"])["found"]
    if who == "owner":
        assert set(leaked("".join(found.values()))) == set(PRIVATE)
    else:
        assert leaked("".join(found.values())) == []


def test_specialists_and_planner_of_an_editors_turn(trip: Trip, other, edmund, settings) -> None:
    settings.RETRIEVE_ALWAYS = True
    run(send(trip, BOSTON, edmund), ScriptedMind([confirm(changes=BOSTON_CHANGES)]))
    trip.refresh_from_db()
    team = {name: [idea(name)] for name in ("transport", "stay", "food")}
    mind = Mixed({"orchestrator": [dispatch("yes")], **team})
    seen = []
    offline = mind.offline.stream
    mind.offline.stream = lambda request: (seen.append(request), offline(request))[1]
    turn = run(send(trip, "yes", edmund), mind)
    assert turn.mode == "FINALIZE"
    assert leaked(told(mind.scripted)) == []
    planner = [request for request in seen if request.agent == "planner"]
    briefs_told = "\n".join(block.text for request in planner for block in request.system)
    assert planner and "The Heron pond closes at 5." in briefs_told
    assert "Boston has a Heron pond." in briefs_told and leaked(briefs_told) == []
    assert leaked(AgentMemory.objects.get(trip=trip, agent="planner").text) == []
    stored = StepResult.objects.filter(turn__trip=trip).values_list("output", flat=True)
    assert leaked(json.dumps(list(stored), default=str)) == []
    assert ModelCall.objects.filter(turn=turn).exists()
    rows = list(Extraction.objects.filter(turn=turn, kind=Extraction.Kind.NOTES))
    assert rows and leaked("\n".join(extraction.ask(row).text for row in rows)) == []


def test_the_owner_still_gets_a_brief_with_everything(trip: Trip, other, edmund) -> None:
    turn = send(trip, "Hello there", trip.owner)
    brief = briefs.brief_for(trip, "planner", turn=turn).text
    assert {"Quagga", "Wombat", "Numbat", "Okapi", "Tapir", "Axolotl"} == set(leaked(brief))
    assert leaked(briefs.brief_for(trip, "planner").text) == leaked(brief)


@pytest.mark.parametrize("agent", ["research", "planner", "scheduler", "feedback", "cost", "prioritizer"])
def test_no_agents_brief_of_an_editors_turn_holds_the_owners_memory(trip, other, edmund, agent) -> None:
    turn = send(trip, "Hello there", edmund)
    assert leaked(briefs.brief_for(trip, agent, turn=turn).text) == []


def test_a_companion_that_carries_out_an_editors_command_is_told_nothing_private(
    trip: Trip, other, edmund
) -> None:
    for sender in (edmund, trip.owner):
        turn = send(trip, f"/research Boston, {sender}", sender)
        token = turns.claim(turn.pk)
        told = recall.for_companion(Steps(turn.pk, token), picture(turn), "research")
        assert "Heron pond" in told.briefs["research"].text
        assert bool(leaked(told.briefs["research"].text)) is (sender == trip.owner)
        Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.DONE)


def test_what_a_companion_finds_again_in_an_editors_turn_is_of_this_trip(
    trip: Trip, other, edmund, settings
) -> None:
    settings.RETRIEVE_ALWAYS = True
    asked = "/research the Pangolin house, the Heron pond and the Quagga inn"
    for sender in (edmund, trip.owner):
        turn = send(trip, f"{asked}, {sender}", sender)
        told = recall.for_companion(Steps(turn.pk, turns.claim(turn.pk)), picture(turn), "research")
        found = " ".join(row.body for row in told.recalled)
        assert "Heron pond" in found
        assert bool(leaked(found)) is (sender == trip.owner)
        Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.DONE)


def test_no_assumption_is_made_from_the_owners_preferences_in_an_editors_turn(trip: Trip, edmund) -> None:
    pin(trip.owner, "The traveller is vegetarian.")
    run(send(trip, BOSTON, edmund))
    trip.refresh_from_db()
    assert trip.facts.dietary == []
    say(trip, "Three people, please")  # the owner is told, and the summary shows it
    assert trip.facts.dietary == ["vegetarian"]


# --- Later attempts ------------------------------------------------------------------------------


def test_a_retry_is_told_what_the_message_it_repeats_may_be_told(trip: Trip, other, edmund) -> None:
    for sender in (edmund, trip.owner):
        failed = send(trip, f"Hello from {sender}", sender)
        Turn.objects.filter(pk=failed.pk).update(status=Turn.Status.FAILED)
        failed.refresh_from_db()
        again = turns.retry_turn(failed)
        mind = ScriptedMind([answer()])
        run(again, mind)
        assert bool(leaked(told(mind))) is (sender == trip.owner)


def test_a_turn_taken_over_reads_nothing_that_was_kept_for_the_owner(trip: Trip, other, edmund) -> None:
    """The step of an earlier attempt, or of an earlier release, held the owner's memory."""
    turn = send(trip, "Hello there", edmund)
    token = turns.claim(turn.pk)
    message = Message.objects.filter(pk=turn.messages.get().pk)
    message.update(by_owner=True)
    assert leaked(recall.at_start(Steps(turn.pk, token), picture(turn)).traveller)
    message.update(by_owner=False)
    assert leaked(recall.at_start(Steps(turn.pk, token), picture(turn)).traveller) == []


def test_a_turn_without_anybodys_words_is_told_nothing_private(trip: Trip, other) -> None:
    turn = Turn.objects.create(trip=trip, number=trip.turns.count() + 1, status=Turn.Status.RUNNING)
    assert leaked(briefs.brief_for(trip, "planner", turn=turn).text) == []
