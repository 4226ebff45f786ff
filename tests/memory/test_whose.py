"""Two accounts on one trip: what an editor says and clicks never becomes durable memory of the owner."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from agents.llm import select
from config import clock
from config.acting import acting, acting_as
from memory import documents, extraction, notes, triggers
from memory.brief import traveller_zone
from memory.models import DocumentLine, Extraction, Note
from memory.search import search
from tests.agents.background import run_due
from tests.agents.talking import BOSTON, run, say
from tests.memory.extracting import learnt, turn_of
from tests.memory.notebook import said
from tests.trips.told import signed_in
from tests.trips.views.filling import fill
from trips import choosing, fact_log
from trips.accounts import move_trips
from trips.models import FactChange, Finding, Member, Message, Traveller, Trip, Turn
from trips.schemas import Change
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
ABOUT = "My name is Edmund Quux, I never eat meat and I work for Acme."


@pytest.fixture
def edmund(editor: Traveller, trip: Trip) -> Traveller:
    trip.members.filter(traveller=editor).update(name="Edmund")
    return editor


@pytest.fixture
def as_edmund(edmund: Traveller) -> Client:
    return signed_in(edmund)


def sent(client: Client, trip: Trip, text: str) -> Turn:
    """By the page, answered and learnt from."""
    answer = client.post(reverse("send", args=[trip.uuid]), {"text": text, "client_key": str(uuid.uuid4())})
    assert answer.status_code == 302
    turn = run(trip.turns.order_by("-number").first(), select.offline_mind())
    assert turn.status == "done"
    run_due()
    return turn


def durable() -> list[str]:
    """What stands or waits beyond the trip, and what is pinned."""
    lines = DocumentLine.objects.values_list("text", flat=True)
    return [*lines, *Note.objects.filter(pinned=True).values_list("text", flat=True)]


def by(person: Traveller, trip: Trip, text: str, turn: Turn | None = None) -> Message:
    message = said(trip, text, turn=turn)
    Message.objects.filter(pk=message.pk).update(sender=person, by_owner=False)
    message.refresh_from_db()
    return message


# --- Said --------------------------------------------------------------------------------------


def test_a_message_knows_who_sent_it(trip: Trip, traveller: Traveller, as_edmund, edmund) -> None:
    sent(signed_in(traveller), trip, BOSTON)
    sent(as_edmund, trip, "Is there an aquarium?")
    told = trip.messages.filter(author="traveller").order_by("position")
    assert list(told.values_list("sender", "by_owner")) == [(traveller.pk, True), (edmund.pk, False)]
    form = {"reason": "Too expensive for me.", "client_key": str(uuid.uuid4())}
    as_edmund.post(reverse("reject_options", args=[trip.uuid]), form)
    last = trip.messages.filter(author="traveller").order_by("position").last()
    assert (last.text, last.sender) == ("None of these. Too expensive for me.", edmund)


@pytest.mark.parametrize("remember", [True, False])
def test_an_editors_words_become_nothing_durable_of_the_owner(
    trip: Trip, traveller: Traveller, as_edmund, edmund, remember
) -> None:
    Traveller.objects.filter(pk=edmund.pk).update(remember=remember)
    say(trip, BOSTON)
    sent(as_edmund, trip, ABOUT)
    assert not [text for text in durable() if "Edmund" in text or "Acme" in text or "meat" in text]
    other = start_trip(traveller)
    zone = traveller_zone(traveller, trip=other).text
    assert "Quux" not in zone and "Acme" not in zone and "meat" not in zone
    assert "Quux" not in signed_in(edmund).get("/memory/").text


def test_the_owners_words_still_count(trip: Trip, traveller: Traveller, edmund) -> None:
    say(trip, BOSTON)
    sent(signed_in(traveller), trip, "My name is Ada and I work for Babbage.")
    assert [line.text for line in documents.lines(traveller, "company")] == [
        "In the traveller's words: I work for Babbage."
    ]


@pytest.mark.parametrize("remember", [True, False])
def test_an_editors_words_are_a_note_of_the_trip_while_they_are_remembered(
    trip: Trip, edmund, remember
) -> None:
    Traveller.objects.filter(pk=edmund.pk).update(remember=remember)
    turn = turn_of(trip, "We would like a ryokan with a garden.")
    afterwards = Turn.objects.create(trip=trip, number=2, status="done")
    by(edmund, trip, "I am vegetarian and I love quiet tea houses.", afterwards)
    answer = "- [pinned] [shared] A fellow traveller is vegetarian | “I am vegetarian”"
    if remember:
        (told,) = learnt(afterwards, answer)
        note = Note.objects.get()
        assert (told["outcome"], note.trip, note.pinned, note.status) == ("added", trip, False, "active")
        assert note.quote == "I am vegetarian" and note.message.sender == edmund
        asked = extraction.ask(Extraction.objects.get(turn=afterwards)).text
        assert "(a fellow traveller) I am vegetarian" in asked
    else:
        work = [extraction.Work("planner", "Tea houses for the vegetarian.")]
        assert extraction.due_after(afterwards, work) == 0
        third = turn_of(trip, "And no museums, please.")
        (told,) = learnt(third, answer)
        told = extraction.words_since(Extraction.objects.get(turn=third))
        assert [message.text for message, _ in told] == [
            "We would like a ryokan with a garden.",
            "And no museums, please.",
        ]
        assert Note.objects.get().status == "proposed" and Note.objects.get().quote == ""
    assert turn.number == 1


def test_an_editors_words_replace_and_accept_nothing_of_the_owners(trip: Trip, traveller, edmund) -> None:
    owner_said = said(trip, "I am vegetarian, so no steak houses.")
    kept = notes.write(
        owner=traveller, trip=trip, agent="planner", author="agent", message=owner_said,
        quote="I am vegetarian", text="The traveller is vegetarian.", pinned=True,
    ).note  # fmt: skip
    waiting = notes.write(
        owner=traveller, trip=trip, agent="planner", author="agent", text="Prefers steak houses.", pinned=True
    ).note
    words = by(edmund, trip, "Edmund here: we prefer steak houses, nobody is vegetarian.")
    tried = notes.write(
        owner=traveller, trip=trip, agent="planner", author="agent", message=words,
        quote="we prefer steak houses", text="Nobody is vegetarian.", supersedes=kept,
    )  # fmt: skip
    again = notes.write(
        owner=traveller, trip=trip, agent="planner", author="agent", message=words,
        quote="we prefer steak houses", text="Prefers steak houses.",
    )  # fmt: skip
    (line,) = documents.edit_lines(
        traveller, "preferences",
        [documents.LineEdit("add", "Prefers steak houses.", quote="prefer steak houses")],
        author="agent", by="curator", message=words, trip=trip,
    )  # fmt: skip
    assert (tried.outcome, again.outcome, line.outcome) == ("proposed", "proposed", "proposed")
    kept.refresh_from_db()
    waiting.refresh_from_db()
    assert (kept.status, waiting.status) == ("active", "proposed")


def test_a_row_that_waits_already_takes_nothing_from_an_editor(trip: Trip, traveller, edmund) -> None:
    turn = turn_of(trip, BOSTON)
    words = by(edmund, trip, ABOUT, turn)
    told = triggers.spoken.company_events(ABOUT, words)
    assert told
    row = triggers.happened(trip, told, turn)
    run_due()
    row.refresh_from_db()
    assert row.status == "done" and not DocumentLine.objects.exists()


def test_an_account_that_is_gone_makes_nothing_the_owners(trip: Trip, edmund) -> None:
    words = by(edmund, trip, "I am vegetarian and love tea.", turn_of(trip, "Hello, here we are."))
    edmund.delete()
    words.refresh_from_db()
    assert words.sender is None and not words.by_owner
    later = turn_of(trip, "What next, please?")
    assert words not in [message for message, _ in extraction.words_since(
        Extraction.objects.create(turn=later, agent="planner", kind="notes", source={})
    )]  # fmt: skip


# --- Clicked -----------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["owner", "editor"])
def test_only_the_owners_clicks_say_what_the_owner_likes(trip: Trip, traveller, edmund, who) -> None:
    say(trip, BOSTON)
    say(trip, "just plan it, please")
    Extraction.objects.all().delete()
    finding = Finding.objects.create(
        trip=trip,
        name="Museum of Fine Arts",
        kind="visit",
        city="Boston",
        state=Finding.State.KEPT,
        researched_at=clock.now(),
    )
    with acting_as(lambda: traveller if who == "owner" else edmund):
        trip.refresh_from_db()
        option = trip.options.filter(state="offered").first()
        choosing.select(trip, option)
        made = [Change(path="pace", op="set", value="relaxed")]
        fact_log.change_facts(trip, made, by=FactChange.By.FORM, today=clock.today())
        before, finding.state = finding.state, Finding.State.DISMISSED
        finding.save()
        triggers.finding_judged(finding=finding, before=before)
    happened = [event["trigger"] for row in Extraction.objects.all() for event in row.source["events"]]
    expected = ["option chosen", "facts edited", "finding dismissed"] if who == "owner" else []
    assert sorted(happened) == sorted(expected)
    assert Trip.objects.get(pk=trip.pk).facts.pace == "relaxed"  # facts are the trip's, whoever sets them


def test_an_editor_changes_facts_by_the_page_and_the_owner_prefers_nothing(trip: Trip, as_edmund) -> None:
    say(trip, BOSTON)
    answer = fill(as_edmund, trip, "pace", pace="relaxed")
    assert answer.status_code == 302
    assert Trip.objects.get(pk=trip.pk).facts.pace == "relaxed"
    run_due()
    assert not DocumentLine.objects.exists()


def test_a_member_who_is_not_remembered_teaches_nothing_by_a_click(trip: Trip, edmund) -> None:
    turn = turn_of(trip, BOSTON)
    edmund.remember = False
    edmund.save()
    with acting_as(lambda: edmund):
        assert extraction.due_after(turn, [extraction.Work("feedback", "Rated 2 of 5")]) == 0
    assert extraction.due_after(turn, [extraction.Work("feedback", "Rated 2 of 5")]) == 1


def test_nobody_acts_after_the_request(edmund: Traveller) -> None:
    assert acting() is None
    with acting_as(lambda: edmund):
        assert acting() == edmund
    assert acting() is None


# --- Shown -------------------------------------------------------------------------------------


def test_pages_search_and_file_name_the_member(trip: Trip, traveller, edmund) -> None:
    said(trip, "Is there a garden?")
    words = by(edmund, trip, "I am vegetarian, so no steak houses.")
    Message.objects.get(pk=words.pk).save()  # indexed with its sender
    page = signed_in(traveller)
    found = " ".join(page.get("/memory/?q=steak").text.split())
    assert found.count("Edmund said in") == 1 and "You said in" not in found
    assert "You said in" in page.get("/memory/?q=garden").text
    assert search(traveller, "steak houses")[0].author == "Edmund"
    notes.write(
        owner=traveller, trip=trip, agent="planner", author="agent", message=words,
        quote="I am vegetarian", text="A fellow traveller is vegetarian.",
    )  # fmt: skip
    assert ">Edmund</span> said" in page.get(f"/memory/?trip={trip.uuid}").text
    (told,) = page.get(reverse("download_data")).json()["trips"]
    assert [message["sender"] for message in told["messages"]] == [None, "Edmund"]


def test_agents_of_other_trips_do_not_find_what_an_editor_said(trip: Trip, traveller, edmund) -> None:
    words = by(edmund, trip, "I am vegetarian, so no steak houses.")
    Message.objects.get(pk=words.pk).save()
    there = Turn.objects.create(trip=start_trip(traveller), number=1, status="running")
    here = Turn.objects.create(trip=trip, number=1, status="running")
    assert search(traveller, "steak houses", agent="planner", turn=there) == []
    assert len(search(traveller, "steak houses", agent="planner", turn=here)) == 1


def test_who_turns_out_to_be_the_owner_said_it_themselves(trip: Trip, traveller) -> None:
    guest = Traveller.objects.create_guest()
    trip.members.create(traveller=guest, role=Member.Role.EDITOR)
    own = start_trip(guest)
    words = by(guest, trip, "I am vegetarian.")
    first = said(own, "Hello Boston")
    Message.objects.filter(pk=first.pk).update(sender=guest)
    move_trips(guest.pk, traveller)
    words.refresh_from_db()
    first.refresh_from_db()
    assert (words.sender, words.by_owner) == (traveller, True)
    assert (first.sender, first.by_owner) == (traveller, True)
