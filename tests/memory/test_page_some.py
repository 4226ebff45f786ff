"""The page of some of it: what its address may say, what of a trip is there, what a search finds."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils.html import escape

from memory import documents, notes
from memory.models import Document, DocumentLine, Note, NoteUse, SearchLog, Summary
from trips.finding import FoundRow, judge, save_findings, save_intel
from trips.models import Finding, Traveller, Trip

pytestmark = pytest.mark.django_db
PAGE = "/memory/"


def read(client: Client, query: str = "") -> str:
    response = client.get(PAGE + query)
    assert response.status_code == 200, query
    return response.content.decode()


def research(trip: Trip, text: str, **more) -> Note:
    return notes.write(owner=trip.owner, trip=trip, agent="research", author="agent", text=text, **more).note


# --- What an address may say -------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        *(f"?{name}=%00" for name in ("q", "trip", "document", "state", "page")),
        "?q=zebra%00crossing", "?page=99999999999999999999", "?trip=" + "9" * 60,
    ],
)  # fmt: skip
def test_no_address_is_too_odd(owner, told_trip, query) -> None:
    research(told_trip, "Likes zebra crossings.")
    read(owner, query)


# --- A trip's page -----------------------------------------------------------------------------


def a_trip(owner: Traveller, title: str) -> Trip:
    trip = Trip.objects.create(title=title)
    trip.members.create(traveller=owner, name="Ada", role="owner")
    return trip


def test_own_texts_and_summaries_of_every_trip_are_on_its_page(owner, traveller) -> None:
    trips = [a_trip(traveller, f"Trip {number}") for number in range(15)]
    for number, trip in enumerate(trips):
        Document.objects.create(trip=trip, agent="planner", version=1, text=f"Own text {number}.")
        Summary.objects.create(
            trip=trip,
            up_to=7,
            text=f"Summed up {number}.",
            messages_removed=1,
            messages_kept=0,
            reason="count",
        )
    assert "Own text" not in read(owner)
    for number, trip in enumerate(trips):
        page = read(owner, f"?trip={trip.uuid}")
        assert f"Own text {number}." in page and f"Summed up {number}." in page
        assert page.count("Own text ") == 1 and "first 7 messages" in page


def test_the_filter_offers_every_trip_that_has_something(owner, traveller, told_trip) -> None:
    said = a_trip(traveller, "Has a line")
    document = Document.objects.create(owner=traveller, namespace="episodes")
    DocumentLine.objects.create(
        document=document, position=1, text="Was in Kyoto.", author="agent", trip=said
    )
    written = a_trip(traveller, "Has a text")
    Document.objects.create(trip=written, agent="planner", version=1, text="Own text.")
    old = a_trip(traveller, "Has an old note")
    notes.retire(research(old, "Likes zebra crossings."), traveller)
    bare = a_trip(traveller, "Has nothing")
    page = read(owner, "?page=1")
    for trip in (said, written, old):
        assert f'<option value="{trip.uuid}">{trip.name}' in page, trip.title
    assert str(bare.uuid) not in page
    assert f'<option value="{bare.uuid}" selected>' in read(owner, f"?trip={bare.uuid}")


def test_a_strangers_trip_shows_nothing(owner, stranger) -> None:
    theirs = a_trip(stranger, "Theirs")
    Document.objects.create(trip=theirs, agent="planner", version=1, text="A secret text.")
    for page in (read(owner, f"?trip={theirs.uuid}"), read(owner, "?page=1"), read(owner, "?q=secret")):
        assert "A secret text." not in page and str(theirs.uuid) not in page.replace("?trip=", "")


# --- A search finds what is not in use, too ----------------------------------------------------


def test_a_search_finds_what_waits_and_what_is_not_in_use(owner, traveller, told_trip) -> None:
    notes.write(owner=traveller, agent="research", author="agent", text="Avoids night buses.")
    notes.retire(research(told_trip, "Likes zebra crossings."), traveller)
    document = Document.objects.create(owner=traveller, namespace="profile")
    for status in ("proposed", "retired", "forgotten"):
        DocumentLine.objects.create(
            document=document,
            position=1,
            text=f"Plays the theremin, {status}.",
            author="agent",
            status=status,
        )
    research(told_trip, "Sails on Mondays.", valid_to=dt.date(2020, 1, 1))
    waits = read(owner, "?q=night+bus")
    assert "You avoid night buses." in waits and 'value="accept"' in waits and "Nothing we" not in waits
    assert "You like zebra crossings." in read(owner, "?q=zebras")
    page = read(owner, "?q=theremins")
    assert "theremin, proposed." in page and "theremin, retired." in page and "forgotten." not in page
    assert "Sails on Mondays." in read(owner, "?q=sail")
    assert "fits “xylophone”" in read(owner, "?q=xylophone")
    assert "You avoid night buses." not in read(owner, "?q=night+xylophone+zzz")


def test_a_search_finds_whole_texts_and_leads_to_them(owner, traveller, told_trip) -> None:
    Document.objects.create(trip=told_trip, agent="planner", version=1, text="We talked of quokka watching.")
    Summary.objects.create(
        trip=told_trip,
        up_to=7,
        text="They want wombats.",
        messages_removed=1,
        messages_kept=0,
        reason="count",
    )
    assert f"?trip={told_trip.uuid}#texts" in read(owner, "?q=quokka")
    assert "Planner’s own memory" in read(owner, "?q=quokka")
    assert "They want wombats." in read(owner, "?q=wombats")


def test_what_is_shown_as_found_is_not_shown_twice(owner, told_trip) -> None:
    research(told_trip, "Sails on Mondays.", valid_to=dt.date(2999, 1, 1))
    assert read(owner, "?q=sails").count('class="kept-text" dir="auto">Sails on Mondays.') == 1


def test_more_than_is_looked_through_is_said(owner, traveller, monkeypatch) -> None:
    monkeypatch.setattr("memory.kept_search.LOOKED_AT", 2)
    for number in range(3):
        notes.write(
            owner=traveller, agent="research", author="agent", text=f"Avoids night bus number {number}."
        )
    page = read(owner, "?q=night+bus")
    assert "were looked through" in page and "number 2." in page and "number 0." not in page


def test_a_search_on_the_page_is_counted_without_its_words(owner, traveller, told_trip) -> None:
    research(told_trip, "Likes zebra crossings.")
    read(owner, "?q=zebra")
    log = SearchLog.objects.get()
    assert (log.owner, log.agent, log.turn, log.found) == (traveller, "", None, 1)


def test_a_search_finds_what_was_found_out_with_its_source_and_its_trip(owner, told_trip) -> None:
    turn = told_trip.turns.first()
    save_findings(
        told_trip, turn, "Boston", [FoundRow("place", "Whale Museum", data={"summary": "Scrimshaw"})]
    )
    save_intel(told_trip, turn, "Boston", {"money": "Nobody pays in scrimshaw."}, source="city data")
    Summary.objects.create(
        trip=told_trip, up_to=4, text="They like scrimshaw.", messages_removed=4, messages_kept=0, reason="x"
    )
    page = read(owner, "?q=scrimshaw")
    for words in (
        "Whale Museum (place, Boston",
        "Boston, practical facts (unlisted, city data",
        "Finding of",
    ):
        assert words in page
    assert page.count("They like scrimshaw.") == 1  # not once more among whole texts
    assert page.count(f'<a href="/trips/{told_trip.uuid}') >= 3
    judge(Finding.objects.get(), "dismissed")
    assert "Whale Museum" not in read(owner, "?q=scrimshaw")


def test_a_search_leaves_out_messages_without_a_word_of_it(owner, traveller, told_trip) -> None:
    """They stand beside one that has it, and tell the traveller nothing."""
    texts = [message.text for message in told_trip.messages.order_by("position")]
    edit = documents.LineEdit("add", "Never without a zeppelin.")
    documents.edit_lines(traveller, "preferences", [edit], author="traveller", by="traveller")
    word = max(texts[0].split(), key=len).strip(".,")
    page = read(owner, f"?q={word}")
    assert "You said in" in page and "said in" in page
    beside = [text for text in texts if word.lower() not in text.lower()]
    assert beside and not any(escape(text[:60]) in page for text in beside)


def test_no_agent_is_named_by_its_name_in_the_code(owner, traveller, told_trip) -> None:
    edit = documents.LineEdit("add", "Prefers trains.", quote="")
    documents.edit_lines(traveller, "preferences", [edit], author="traveller", by="traveller")
    line = DocumentLine.objects.get()
    DocumentLine.objects.update(author="agent")
    NoteUse.objects.create(line=line, turn=told_trip.turns.first(), agent="orchestrator")
    page = read(owner)
    used = owner.get(f"/trips/{told_trip.uuid}/turns/{told_trip.turns.first().number}/remembered").text
    assert "Used last in" in page and "<span>Noted" in page and "You prefer trains." in used
    assert "rchestrator" not in page and "rchestrator" not in used
