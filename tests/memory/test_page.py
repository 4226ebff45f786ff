"""The traveller's page: all that is kept, with sources and uses, and what can be done with each sentence."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from memory import notes
from memory.models import Document, DocumentLine, Note, NoteUse
from memory.text import TRAVELLERS_WORDS, digest
from tests.access.matrix import TOKENS
from trips.models import Member, Message, Traveller, Trip

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
PAGE = "/memory/"


@pytest.fixture
def said(told_trip) -> Message:
    return told_trip.messages.get(position=1)


@pytest.fixture
def note(traveller, told_trip, said) -> Note:
    """Of research, about the trip, from the traveller's words, used by the planner in turn 2."""
    written = notes.write(
        owner=traveller, trip=told_trip, agent="research", author="agent", turn=said.turn, message=said,
        quote="2 people", text="Two people travel, quiet rooms please.",
    )  # fmt: skip
    NoteUse.objects.create(note=written.note, turn=told_trip.turns.get(number=2), agent="planner")
    return written.note


@pytest.fixture
def proposal(traveller, told_trip, said) -> Note:
    """About the traveller, without their words: it waits."""
    return notes.write(owner=traveller, agent="research", author="agent", text="Avoids night buses.").note


def line_of(owner: Traveller, text: str, namespace: str = "preferences", status: str = "active", **more):
    document, _made = Document.objects.get_or_create(owner=owner, namespace=namespace)
    position = document.lines.count() + 1
    return DocumentLine.objects.create(
        document=document, position=position, text=text, hash=digest(text), author="traveller", status=status,
        **more,
    )  # fmt: skip


def research(trip, text: str, agent: str = "research") -> Note:
    return notes.write(owner=trip.owner, trip=trip, agent=agent, author="agent", text=text).note


def read(client: Client, query: str = "") -> str:
    response = client.get(PAGE + query)
    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]
    return response.content.decode()


def press(client: Client, row, deed: str, *, htmx: bool = True, **fields):
    kind = "note" if isinstance(row, Note) else "line"
    address = reverse(f"remembered_{kind}", args=[row.pk])
    return client.post(address, {"deed": deed, **fields}, **(HTMX if htmx else {}))


# --- What it shows -----------------------------------------------------------------------------


def test_an_empty_memory_says_so(owner) -> None:
    assert "Nothing yet." in read(owner)


def test_each_sentence_has_its_source_its_author_its_day_and_its_last_use(
    owner, note, proposal, traveller, said
) -> None:
    line_of(traveller, "Prefers trains.", message=said)
    page = read(owner)
    trip = note.trip
    for words in (
        note.text,
        "You avoid night buses.",
        "You prefer trains.",
        "How you travel",
        "2 people",
    ):
        assert words in page
    assert f'href="/trips/{trip.uuid}/?all=1#turn-1">{trip.name}</a>' in page
    assert f'Used last in <a href="/trips/{trip.uuid}/?all=1#turn-2">{trip.name}</a>' in page
    assert "Waiting for your yes" in page
    assert page.count("Not used yet") == 1  # the line; a proposal is in no brief


def test_what_was_said_stands_once_in_quotation_marks(owner, traveller, said) -> None:
    line_of(
        traveller, f"{TRAVELLERS_WORDS}I always travel slowly.", message=said, quote="I always travel slowly"
    )
    line_of(traveller, "Travels by train.", message=said, quote="rather by train")
    page = owner.get(PAGE).content.decode()
    assert "You always travel slowly." in page and TRAVELLERS_WORDS.strip() not in page
    assert 'You said <q dir="auto">I always travel slowly</q> in <a' in page
    assert '<q dir="auto">rather by train</q>' in page


def test_a_letter_by_subject(owner, traveller) -> None:
    for namespace, text in (
        ("profile", "Ada travels with Ben."), ("profile", "Ben is allergic to cats."),
        ("preferences", "Prefers trains."), ("preferences", "We are vegetarian."),
    ):  # fmt: skip
        line_of(traveller, text, namespace)
    sections = re.findall(r'<section class="subject">\s*<h2>(.*?)</h2>(.*?)</section>', read(owner), re.S)
    assert [(name, re.findall(r'kept-text" dir="auto">(.*?)<', body)) for name, body in sections] == [
        ("Who comes along", ["Ada travels with Ben."]),
        ("How you travel", ["You prefer trains."]),
        ("What you eat", ["We are vegetarian."]),
        ("What is hard", ["Ben is allergic to cats."]),
    ]


def test_a_long_list_is_cut_and_leads_to_all_of_it(owner, traveller, told_trip) -> None:
    for number in range(60):
        research(told_trip, f"Fact {number} of Boston.")
        line_of(traveller, f"Was in city {number}.", "episodes")
    page = read(owner)
    assert page.count('class="kept"') == 8
    assert "All 60" in page and "60 notes on your trips" in page
    assert "Nothing yet" not in page and "Forget all of it" in page
    some = read(owner, f"?trip={told_trip.uuid}&document=working")
    assert some.count('class="kept"') == 50 and "Page 1 of 2" in some
    assert read(owner, f"?trip={told_trip.uuid}&document=working&page=2").count('class="kept"') == 10
    assert "Nothing of that kind." in read(owner, "?trip=not-a-trip")


def test_working_notes_alone_are_something_and_are_all_that_their_link_lists(owner, told_trip, note) -> None:
    research(told_trip, "Fact of Boston.")
    listed = read(owner, "?document=working")
    assert "There is also " in read(owner) and "1 note on your trips<" in read(owner)
    assert "Fact of Boston." in listed and note.text not in listed and "1 line<" in listed
    note.delete()
    page = read(owner)
    assert "Nothing yet" not in page and "this is all we know" not in page
    assert "See it all in one list" in page and "Forget all of it" in page


def test_every_trip_shows_its_own_lines_and_counts_all_of_them(owner, traveller, told_trip) -> None:
    other = Trip.objects.create(title="Lisbon")
    other.members.create(traveller=traveller, name="Ada", role="owner")
    for trip, words in [(other, "Lisbon wish"), *[(told_trip, f"Boston wish {one}") for one in range(100)]]:
        notes.write(owner=traveller, trip=trip, author="traveller", text=words)
    page = read(owner)
    assert "Lisbon wish" in page and "All 100<" in page and page.count("Boston wish") >= 8
    assert "100 lines" in read(owner, f"?trip={told_trip.uuid}&document=told")


def test_it_asks_the_database_as_often_for_many_as_for_few(
    owner, traveller, told_trip, note, django_assert_max_num_queries
) -> None:
    for number in range(30):
        research(told_trip, f"Fact {number}.", agent=f"agent{number % 5}")
        line_of(traveller, f"Line {number}.", "episodes")
    with django_assert_max_num_queries(50):
        read(owner)


def test_filters_find_documents_and_states(owner, traveller, note, proposal) -> None:
    line_of(traveller, "Prefers trains.")
    line_of(traveller, "Was in Rome.", "episodes")
    episodes = read(owner, "?document=episodes")
    assert (
        "You were in Rome." in episodes and "You prefer trains." not in episodes and note.text not in episodes
    )
    waiting = read(owner, "?state=proposed")
    assert "You avoid night buses." in waiting and "You were in Rome." not in waiting
    about = read(owner, "?trip=none")
    assert note.text not in about and "You were in Rome." in about
    notes.write(owner=traveller, author="traveller", text="Sleeps long.", quote="Sleeps long.")
    alone = read(owner, "?trip=none&document=told")
    assert "You sleep long." in alone and "You were in Rome." not in alone
    assert "Nothing of that kind." in read(owner, "?trip=not-a-trip")


def test_a_search_finds_sentences_and_what_was_said(owner, traveller, note) -> None:
    found = read(owner, "?q=quiet+rooms")
    assert note.text in found and 'value="pin"' in found
    assert "Two people" in found and "for “quiet rooms”" in found
    said = read(owner, "?q=Boston+Zo%C3%AB")
    assert "You said in" in said
    assert "fits “zzzz”" in read(owner, "?q=zzzz")


def test_an_agents_own_text_and_summaries_are_shown_with_the_trip(owner, told_trip) -> None:
    Document.objects.create(trip=told_trip, agent="planner", text="My own words.", version=3)
    told_trip.summaries.create(
        up_to=2, text="They spoke of Boston.", messages_removed=2, messages_kept=0, reason="size"
    )
    page = read(owner, f"?trip={told_trip.uuid}")
    assert "Planner’s own memory, version 3" in page and "My own words." in page
    assert "They spoke of Boston." in page


# --- Notes: what can be done ---------------------------------------------------------------------


def test_a_note_is_pinned_and_shared_and_back(owner, note) -> None:
    for deed, name, value in (
        ("pin", "pinned", True),
        ("share", "shared", True),
        ("unpin", "pinned", False),
        ("unshare", "shared", False),
    ):
        response = press(owner, note, deed)
        assert response.status_code == 200
        html = response.content.decode()
        assert html.startswith(f'<li class="kept" id="note-{note.pk}"')
        assert 'data-hx-target="#notices"' in html
        note.refresh_from_db()
        assert getattr(note, name) is value
    assert note.history.first().history_user == note.owner


def test_without_a_script_a_button_leads_back_to_the_line(owner, note) -> None:
    response = press(owner, note, "pin", htmx=False, next=f"/memory/?trip={note.trip.uuid}")
    assert response.url == f"/memory/?trip={note.trip.uuid}#note-{note.pk}"
    assert "Pinned" in owner.get(response.url).content.decode()
    elsewhere = press(owner, note, "unpin", htmx=False, next="https://example.com/")
    assert elsewhere.url == f"/memory/#note-{note.pk}"


def test_a_note_is_corrected_in_place_and_on_a_page(owner, note) -> None:
    form = owner.get(reverse("remembered_note", args=[note.pk]), **HTMX).content.decode()
    assert form.startswith('<li class="kept"') and "<textarea" in form
    assert "<!doctype html>" in owner.get(reverse("remembered_note", args=[note.pk])).content.decode()
    kept = owner.get(reverse("remembered_note", args=[note.pk]) + "?keep", **HTMX).content.decode()
    assert "<textarea" not in kept
    response = press(owner, note, "correct", text="Three people travel.", version=note.version)
    assert "Three people travel." in response.content.decode()
    note.refresh_from_db()
    assert note.text == "Three people travel."


def test_who_corrects_what_was_changed_meanwhile_is_told(owner, note) -> None:
    seen = note.version
    notes.edit(note, by=note.owner, text="Four people travel.")
    for htmx in (True, False):
        response = press(owner, note, "correct", htmx=htmx, text="Three people travel.", version=seen)
        html = response.content.decode()
        assert response.status_code == 422
        assert "changed this meanwhile" in html
        assert "Three people travel.</textarea>" in html and "Four people travel." in html
    note.refresh_from_db()
    assert note.text == "Four people travel."


def test_an_empty_correction_is_refused(owner, note) -> None:
    assert press(owner, note, "correct", text=" ## ", version=note.version).status_code == 422


def test_a_proposal_is_accepted_or_refused(owner, proposal, traveller) -> None:
    assert proposal.status == "proposed"
    assert "You avoid night buses." in press(owner, proposal, "accept").content.decode()
    proposal.refresh_from_db()
    assert proposal.status == "active"
    other = notes.write(owner=traveller, agent="research", author="agent", text="Likes opera.").note
    press(owner, other, "refuse")
    other.refresh_from_db()
    assert other.status == "retired"
    assert "You like opera." in read(owner, "?state=old")


def test_an_unknown_deed_is_not_there(owner, note) -> None:
    assert press(owner, note, "sell").status_code == 404
    assert press(owner, line_of(note.owner, "Prefers trains."), "pin").status_code == 404


# --- Forget --------------------------------------------------------------------------------------


def test_a_page_that_is_older_undoes_and_accepts_nothing_unseen(owner, proposal, traveller) -> None:
    line = line_of(traveller, "Prefers trains.", status="proposed")
    for row in (proposal, line):
        press(owner, row, "accept", hash=row.hash)
        late = press(owner, row, "refuse")
        row.refresh_from_db()
        assert (late.status_code, row.status) == (422, "active") and "accepted meanwhile" in late.text
        press(owner, row, "forget")
        for _twice in range(2):
            assert press(owner, row, "undo").status_code == 200
        row.refresh_from_db()
        assert row.status == "active"
    waits = notes.write(owner=traveller, agent="research", author="agent", text="Avoids big buses.").note
    notes.edit(waits, by="staff", text="Avoids all buses.")
    late = press(owner, waits, "accept", hash=waits.hash)
    waits.refresh_from_db()
    assert (late.status_code, waits.status) == (422, "proposed") and "You avoid all buses." in late.text
    assert f'name="hash" value="{waits.hash}"' in late.text
    press(owner, waits, "accept", hash=waits.hash)
    waits.refresh_from_db()
    assert waits.status == "active"


def test_a_note_is_forgotten_with_undo(owner, note) -> None:
    html = press(owner, note, "forget").content.decode()
    assert 'data-state="forgotten"' in html and 'value="undo"' in html
    note.refresh_from_db()
    assert note.status == "forgotten"
    assert note.text not in read(owner, f"?trip={note.trip.uuid}")
    assert note.text not in read(owner, "?q=quiet+rooms")
    assert note.text in read(owner, "?state=forgotten")
    press(owner, note, "undo")
    note.refresh_from_db()
    assert note.status == "active"
    assert note.text in read(owner, f"?trip={note.trip.uuid}")


def test_the_words_of_the_source_go_only_when_wanted_and_only_after_forgetting(owner, note, said) -> None:
    assert press(owner, note, "erase_words").status_code == 404
    press(owner, note, "forget")
    said.refresh_from_db()
    assert said.text == "Boston with Zoë, 2 people"
    assert "Zoë" in read(owner, "?state=forgotten")  # whose words would go
    press(owner, note, "erase_words")
    said.refresh_from_db()
    assert "Zoë" not in said.text
    page = read(owner, "?state=forgotten")
    assert "erase_words" not in page


# --- Lines of documents --------------------------------------------------------------------------


def test_a_line_is_corrected_forgotten_and_comes_back(owner, traveller, said) -> None:
    line = line_of(traveller, "Prefers trains.", message=said)
    html = press(owner, line, "correct", text="Prefers night trains.", version=0).content.decode()
    assert "You prefer night trains." in html
    standing = DocumentLine.objects.get(status="active")
    assert (standing.text, standing.author) == ("Prefers night trains.", "traveller")
    assert 'data-state="forgotten"' in press(owner, standing, "forget").content.decode()
    assert "You prefer night trains." not in read(owner, "?document=preferences")
    press(owner, standing, "undo")
    assert "You prefer night trains." in read(owner, "?document=preferences")


def test_a_proposed_line_is_accepted_or_refused(owner, traveller) -> None:
    first = line_of(traveller, "Works for Acme.", "company", "proposed")
    second = line_of(traveller, "Flies business.", "company", "proposed")
    press(owner, first, "accept")
    press(owner, second, "refuse")
    first.refresh_from_db(), second.refresh_from_db()
    assert (first.status, second.status) == ("active", "retired")


# --- Whose it is ---------------------------------------------------------------------------------


def test_a_member_of_the_trip_sees_nothing_of_its_owners_memory(owner, note, told_trip) -> None:
    editor = Traveller.objects.create_user("editor", password="a-long-enough-word")
    Member.objects.create(trip=told_trip, traveller=editor, role="editor")
    client = Client()
    client.force_login(editor)
    for query in ("", f"?trip={told_trip.uuid}", "?q=quiet+rooms", "?state=old", "?document=working"):
        assert note.text not in read(client, query)
    missing = client.post(reverse("remembered_note", args=[999999]), {"deed": "pin"})
    theirs = press(client, note, "pin", htmx=False)
    assert (theirs.status_code, missing.status_code) == (404, 404)
    assert TOKENS.sub("", theirs.content.decode()) == TOKENS.sub("", missing.content.decode())
    assert "quiet rooms" not in client.get(reverse("download_memory")).content.decode()
    address = reverse("remembered", args=[told_trip.uuid, 2])
    assert client.get(address).status_code == 404
    assert note.text in owner.get(address).content.decode()


# --- Switches and the file -----------------------------------------------------------------------


def test_the_traveller_switches_it_off_and_on(owner, traveller) -> None:
    assert owner.post(reverse("switch_memory"), {"remember": "off"}).url == PAGE
    traveller.refresh_from_db()
    assert traveller.remember is False
    assert "You have switched remembering off." in read(owner)
    owner.post(reverse("switch_memory"), {"remember": "on", "next": reverse("account")})
    traveller.refresh_from_db()
    assert traveller.remember is True


def test_a_trip_is_switched_off_by_its_owner(owner, told_trip) -> None:
    owner.post(reverse("switch_trip_memory", args=[told_trip.uuid]), {"remember": "off"})
    told_trip.refresh_from_db()
    assert told_trip.remember is False
    assert "Off for this trip." in read(owner)
    assert "This trip is not remembered." in read(owner, f"?trip={told_trip.uuid}")


@pytest.mark.parametrize("deed", ["correct", "accept", "refuse", "forget", "undo"])
def test_switched_off_what_is_kept_is_still_the_travellers(owner, traveller, proposal, note, deed) -> None:
    line = line_of(traveller, "Prefers trains.")
    waits = line_of(traveller, "Works for Acme.", "company", "proposed")
    rows = {"accept": (waits, proposal), "refuse": (waits, proposal)}.get(deed, (line, note))
    if deed == "undo":
        for row in rows:
            press(owner, row, "forget")
    Traveller.objects.update(remember=False)
    for row in rows:
        assert press(owner, row, deed, text="Prefers boats.").status_code == 200, row
    press(owner, waits, "correct", text="Works for Beta.")
    texts = set(DocumentLine.objects.filter(status="active").values_list("text", flat=True))
    assert ("Prefers boats." in texts) is (deed == "correct")
    assert ("Works for Beta." in texts) is (deed != "refuse")


def test_what_the_operator_decided_is_shown(owner, settings) -> None:
    settings.MEMORY = False
    assert "switched off on this site" in read(owner)


def test_it_is_downloaded(owner, note, proposal) -> None:
    response = owner.get(reverse("download_memory"))
    assert "attachment" in response.headers["Content-Disposition"]
    data = json.loads(response.content)
    assert {row["text"] for row in data["notes"]} == {note.text, proposal.text}
    assert "no-store" in response.headers["Cache-Control"]
