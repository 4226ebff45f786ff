"""What waits for a yes on the traveller's page, and who changed what."""

from __future__ import annotations

import pytest
from django.test import Client

from memory import documents, forgetting, notes
from memory.models import DocumentLine, Note
from memory.second_person import to_reader
from trips.models import Message, Traveller, Trip

pytestmark = pytest.mark.django_db
PAGE = "/memory/"


def read(client: Client, query: str = "") -> str:
    return client.get(PAGE + query).text


def research(trip: Trip, text: str, **more) -> Note:
    return notes.write(owner=trip.owner, trip=trip, agent="research", author="agent", text=text, **more).note


def said_of(page: str, sentence: str) -> str:
    """The line's part of the page."""
    return page.partition(sentence)[2].partition("</li>")[0]


# --- What waits ----------------------------------------------------------------------------------


def test_what_waits_stands_above_what_is_in_use_whatever_is_asked_for(owner, traveller, told_trip) -> None:
    research(told_trip, "Rooms should be quiet.")
    of_trip = research(told_trip, "Would like a balcony.", pinned=True)
    about = notes.write(owner=traveller, agent="research", author="agent", text="Likes opera.").note
    assert {of_trip.status, about.status} == {"proposed"}
    page = read(owner, f"?trip={told_trip.uuid}")
    assert page.index("Waiting for your yes") < page.index("balcony") < page.index("Rooms should be quiet.")
    assert "You like opera." not in page
    assert "You like opera." in read(owner, "?page=1") and "balcony" not in read(owner, "?trip=none")
    for other in ("state=old", "state=proposed"):
        assert "Waiting for your yes" not in read(owner, f"?trip={told_trip.uuid}&{other}")


def test_a_proposal_says_what_it_would_take_the_place_of(owner, traveller, told_trip) -> None:
    edit = documents.LineEdit("add", "In the traveller's words: We fly.")
    (stands,) = documents.edit_lines(traveller, "preferences", [edit], author="traveller", by="traveller")
    edit = documents.LineEdit("replace", "They go by train.", line=stands.line.pk)
    (waits,) = documents.edit_lines(traveller, "preferences", [edit], author="agent", by="research")
    assert waits.line.status == "proposed" and waits.line.replaces == stands.line
    note = research(told_trip, "Rooms should be quiet.")
    Note.objects.filter(pk=research(told_trip, "Loud rooms will do.", pinned=True).pk).update(supersedes=note)
    page = read(owner)
    assert '<del dir="auto">You fly.</del>' in page
    assert '<del dir="auto">Rooms should be quiet.</del>' in page
    forgetting.forget(note, traveller)
    assert '<del dir="auto">Rooms' not in read(owner)


def of_their_words(trip: Trip, text: str) -> DocumentLine:
    """A line that the newest turn of a trip left, from the owner's own words."""
    turn = trip.turns.order_by("-number").first()
    said = Message.objects.create(
        trip=trip, turn=turn, position=90 + len(text), author="traveller", text=text, by_owner=True
    )
    edit = documents.LineEdit("add", text, quote=text, by_code=True)
    (made,) = documents.edit_lines(
        trip.owner, "preferences", [edit], author="agent", by="curator", message=said, turn=turn, trip=trip
    )
    return made.line


def test_what_is_new_about_them_is_asked_about_once_under_the_answer(owner, editor, told_trip) -> None:
    workspace, asks = f"/trips/{told_trip.uuid}/", "Keep this for later trips?"
    assert asks not in owner.get(workspace).text
    kept, here = (of_their_words(told_trip, text) for text in ("I have celiac disease.", "I hate buses."))
    research_line = documents.LineEdit("add", "Books through Navan.")
    (waits,) = documents.edit_lines(
        told_trip.owner, "company", [research_line], author="tool", by="research", turn=kept.turn
    )
    page = owner.get(workspace).text
    assert all(line.text in page for line in (kept, here, waits.line))
    assert read(owner).count("new: keep it?") == 2
    reader = Client()
    reader.force_login(editor)
    assert asks not in reader.get(workspace).text
    assert reader.post(f"/memory/lines/{here.pk}/", {"deed": "this_trip"}).status_code == 404
    for line, deed in ((kept, "accept"), (here, "this_trip"), (waits.line, "this_trip")):
        sent = {"deed": deed, "next": workspace, "hash": line.hash}
        assert owner.post(f"/memory/lines/{line.pk}/", sent)["Location"].startswith(workspace)
        line.refresh_from_db()
    assert asks not in owner.get(workspace).text
    assert [line.status for line in (kept, here, waits.line)] == ["active", "retired", "retired"]
    notes_there = Note.objects.filter(trip=told_trip, author="traveller", status="active")
    assert sorted(notes_there.values_list("text", flat=True)) == ["Books through Navan.", "I hate buses."]
    assert "Accepted by you" in said_of(read(owner), "I have celiac disease.")
    assert "new: keep it?" not in read(owner)
    for of_this_trip in ("You choose where.", "I hate crowds, 1500 euros."):
        of_their_words(told_trip, of_this_trip)
    assert asks not in owner.get(workspace).text


def test_all_of_it_is_forgotten_after_a_question_and_one_undo_brings_it_back(
    owner, traveller, told_trip
) -> None:
    research(told_trip, "Likes zebras.")
    research(told_trip, "Likes tea.", pinned=True)
    edit = documents.LineEdit("add", "We fly.")
    documents.edit_lines(traveller, "preferences", [edit], author="traveller", by="traveller")
    other = notes.write(
        owner=Traveller.objects.create_user("bo"), author="traveller", text="Likes tea.", pinned=True
    ).note
    assert 'href="/memory/forget"' in read(owner) and "3 lines" in owner.get("/memory/forget").text
    assert Note.objects.filter(status="forgotten").count() == 0
    page = owner.post("/memory/forget", follow=True).text
    assert "All of it is forgotten." in page and page.count('value="undo"') == 3
    assert 'href="/memory/forget"' not in page
    owner.post(f"/memory/notes/{Note.objects.get(text='Likes zebras.').pk}/", {"deed": "undo"})
    assert {row.status for row in Note.objects.filter(owner=traveller)} == {"active", "proposed"}
    assert [line.text for line in documents.lines(traveller, "preferences")] == ["We fly."]
    other.refresh_from_db()
    assert other.status == "active"


# --- Who changed it ------------------------------------------------------------------------------


def test_a_sentence_says_who_corrected_accepted_or_retired_it(owner, traveller, told_trip) -> None:
    staff = Traveller.objects.create_user("cura", is_staff=True)
    by_staff, own = research(told_trip, "Likes zebras."), research(told_trip, "Likes lions.")
    waits, refused = (research(told_trip, text, pinned=True) for text in ("Likes tea.", "Likes rum."))
    retired, marked = research(told_trip, "Likes owls."), research(told_trip, "Likes bats.")
    assert read(owner).count(" by staff") == read(owner).count(" by you") == 0
    notes.edit(by_staff, by=staff, text="Likes all zebras.")
    notes.edit(own, by=traveller, text="Likes all lions.")
    notes.accept(waits, staff)
    notes.retire(refused, staff)
    notes.retire(retired, "staff")
    notes.edit(marked, by=staff, pinned=True)
    page = read(owner, "?page=1")
    assert "Corrected by staff" in said_of(page, "You like all zebras.")
    assert "Corrected by you" in said_of(page, "You like all lions.")
    assert "Accepted by staff" in said_of(page, "You like tea.")
    assert " by staff" not in said_of(page, "You like bats.")
    old = read(owner, "?state=old")
    assert "Refused by staff" in said_of(old, "You like rum.")
    assert "Retired by staff" in said_of(old, "You like owls.")


def test_what_went_with_another_deed_is_nobodys_own(owner, traveller, told_trip) -> None:
    """A choice of an option by a click, or a newer sentence: the page does not say that they retired it."""
    for reason in ("Another option was chosen.", "Replaced by line 3.", "Said again."):
        note = research(told_trip, f"Likes zebras: {reason}")
        note.status, note._change_reason, note._history_user = "retired", reason, traveller
        note.save()
    assert " by you" not in read(owner, "?state=old")


def test_a_line_that_staff_accepted_says_so(owner, traveller) -> None:
    staff = Traveller.objects.create_user("cura", is_staff=True)
    edit = documents.LineEdit("add", "Books through Navan.")
    (made,) = documents.edit_lines(traveller, "company", [edit], author="agent", by="research")
    documents.accept_line(made.line, staff)
    assert "Accepted by staff" in said_of(read(owner), "Books through Navan.")


def test_what_was_forgotten_meanwhile_is_shown_as_it_is_and_not_to_be_corrected(owner, told_trip) -> None:
    note = research(told_trip, "Likes zebras.")
    seen = note.version
    forgetting.forget(note, told_trip.owner)
    form = {"deed": "correct", "text": "Likes lions.", "version": seen}
    address = f"/memory/notes/{note.pk}/"
    htmx = owner.post(address, form, headers={"HX-Request": "true"})
    assert htmx.status_code == 422 and "<textarea" not in htmx.text
    assert 'role="alert"' in htmx.text and 'value="undo"' in htmx.text
    plain = owner.post(address, form, follow=True)
    assert "<textarea" not in plain.text and "meanwhile" in plain.text


def test_a_proposal_is_corrected_before_it_is_accepted(owner, traveller, told_trip) -> None:
    note = research(told_trip, "Likes tea.", pinned=True)
    edit = documents.LineEdit("add", "Books through Navan.")
    (made,) = documents.edit_lines(traveller, "company", [edit], author="agent", by="research")
    for row, kind, text in ((note, "notes", "Likes green tea."), (made.line, "lines", "Books anywhere.")):
        address = f"/memory/{kind}/{row.pk}/"
        assert f'href="{address}?next=' in said_of(read(owner), to_reader(row.text))
        assert "<textarea" in owner.get(address).text
        answer = owner.post(address, {"deed": "correct", "text": text}, headers={"HX-Request": "true"})
        assert 'data-state="standing"' in answer.text and "It is used from now on." in answer.text
    note.refresh_from_db()
    assert (note.status, note.text, note.pinned) == ("active", "Likes green tea.", True)
    assert documents.lines(traveller, "company") == [DocumentLine.objects.get(text="Books anywhere.")]


def test_a_corrected_proposal_takes_the_place_it_was_to_take(owner, traveller) -> None:
    (stands,) = documents.edit_lines(
        traveller, "preferences", [documents.LineEdit("add", "We fly.")], author="traveller", by="traveller"
    )
    edit = documents.LineEdit("replace", "They go by train.", line=stands.line.pk)
    (waits,) = documents.edit_lines(traveller, "preferences", [edit], author="agent", by="research")
    address, version = f"/memory/lines/{waits.line.pk}/", waits.line.document.version
    late = {"deed": "correct", "text": "Too late.", "version": version + 7}
    assert owner.post(address, late, headers={"HX-Request": "true"}).status_code == 422
    assert [line.text for line in documents.lines(traveller, "preferences")] == ["We fly."]
    page = owner.get(address).text
    form = {"deed": "correct", "text": "We go by night train."}
    form["version"] = page.partition('name="version" value="')[2].partition('"')[0]
    assert "<textarea" not in owner.post(address, form, headers={"HX-Request": "true"}).text
    assert [line.text for line in documents.lines(traveller, "preferences")] == ["We go by night train."]


def test_a_correction_that_is_refused_accepts_nothing(owner, told_trip) -> None:
    note = research(told_trip, "Likes tea.", pinned=True)
    form = {"deed": "correct", "text": " ## ", "version": note.version}
    assert owner.post(f"/memory/notes/{note.pk}/", form, headers={"HX-Request": "true"}).status_code == 422
    note.refresh_from_db()
    assert (note.status, note.text) == ("proposed", "Likes tea.")
