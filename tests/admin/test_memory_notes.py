"""Staff's page of notes: found, edited in place, acted on, through the one door; who did it and when."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory import forgetting, notes
from memory.admin import lists, note_search
from memory.brief import brief_for
from memory.models import Note
from trips.models import Member, Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db
LIST = reverse("admin:memory_note_changelist")


@pytest.fixture
def root(as_superuser) -> Traveller:
    return Traveller.objects.get(username="root")


@pytest.fixture
def note(trip: Trip) -> Note:
    return remember(trip, "They like small museums.")


def remember(of: Trip, text: str, **more) -> Note:
    written = notes.write(
        **{"owner": of.owner, "trip": of, "agent": "planner", "author": "agent", "text": text} | more
    )
    assert written.note is not None, written.reason
    return written.note


def shown(client, **asked: str) -> list[str]:
    page = client.get(LIST, asked)
    assert page.status_code == 200
    return [row.text for row in page.context["cl"].result_list]


def act(client, action: str, *rows: Note, **more: str):
    form = {"action": action, "_selected_action": [row.pk for row in rows]} | more
    return client.post(LIST, form, follow=True)


def rows_of(page, **changes: str) -> dict[str, str]:
    """The form of the list, filled in as a browser would send it, with changes of its first row."""
    formset = page.context["cl"].formset
    form = {f"form-{key}": value for key, value in formset.management_form.initial.items()}
    for one in formset.forms:
        form[f"{one.prefix}-id"] = str(one.instance.pk)
        for name in ("text", "version"):
            form[f"{one.prefix}-{name}"] = str(getattr(one.instance, name))
    return form | {f"form-0-{name}": value for name, value in changes.items()} | {"_save": "Save"}


# --- Found -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "finds"),
    [
        ({"pinned__exact": "1"}, ["Pinned."]),
        ({"shared__exact": "1"}, ["It is shared."]),
        ({"status__exact": "proposed"}, ["Everywhere."]),
        ({"agent": "food"}, ["Of food."]),
        ({"agent": "-"}, ["Pinned."]),
        ({"author__exact": "staff"}, ["Pinned."]),
        ({"about": "traveller"}, ["Everywhere."]),
        ({"q": "sha"}, ["It is shared."]),
        ({"q": "shared", "agent": "food"}, []),
    ],
)
def test_filters_and_search(as_superuser, trip, asked, finds) -> None:
    remember(trip, "It is shared.", shared=True)
    remember(trip, "Pinned.", author="staff", agent="", pinned=True)
    remember(trip, "Everywhere.", trip=None)
    remember(trip, "Of food.", agent="food")
    assert shown(as_superuser, **asked) == finds
    assert len(shown(as_superuser)) == 4


def test_the_notes_of_one_traveller_or_trip_have_an_address(as_superuser, note) -> None:
    other = start_trip(Traveller.objects.create_user("grace"))
    remember(other, "Another's.")
    assert shown(as_superuser, owner__id__exact=str(note.owner_id)) == [note.text]
    assert shown(as_superuser, trip__id__exact=str(other.pk)) == ["Another's."]


def test_the_list_counts_no_further_than_it_shows(as_superuser, trip, monkeypatch) -> None:
    monkeypatch.setattr(lists, "LISTED", 3)
    for number in range(5):
        remember(trip, f"Note {number}.")
    with CaptureQueriesContext(connection) as asked:
        page = as_superuser.get(LIST)
    assert page.context["cl"].result_count == 3
    counts = [one["sql"] for one in asked if "COUNT(" in one["sql"] and "memory_note" in one["sql"]]
    assert counts and all("LIMIT 3" in sql for sql in counts)


def test_a_longer_list_asks_no_more(as_superuser, trip, django_assert_num_queries) -> None:
    remember(trip, "One.")
    as_superuser.get(LIST)
    with CaptureQueriesContext(connection) as few:
        as_superuser.get(LIST)
    for number in range(20):
        remember(start_trip(trip.owner), f"Note {number}.")
    with django_assert_num_queries(len(few)):
        as_superuser.get(LIST)


# --- Edited ------------------------------------------------------------------------------------


def test_the_list_edits_in_place_and_the_brief_says_it(as_superuser, trip, note, root) -> None:
    assert "small museums" in brief_for(trip, "planner").text
    page = as_superuser.get(LIST)
    as_superuser.post(LIST, rows_of(page, text="They like large museums."))
    note.refresh_from_db()
    assert (note.text, note.version) == ("They like large museums.", 2)
    assert note.history.latest().history_user == root
    brief = brief_for(trip, "planner").text
    assert "They like large museums." in brief and "small" not in brief
    assert LogEntry.objects.get().object_id == str(note.pk)


def test_what_nobody_touched_stays_untouched(as_superuser, note) -> None:
    as_superuser.post(LIST, rows_of(as_superuser.get(LIST)))
    note.refresh_from_db()
    assert note.version == 1 and note.history.count() == 1


def test_a_change_of_somebody_else_meanwhile_is_not_overwritten(as_superuser, trip, note) -> None:
    other = remember(trip, "They walk slowly.")
    page = as_superuser.get(LIST)
    notes.edit(other, by="traveller", text="They walk fast.")
    form = rows_of(page, text="They crawl.")  # the first row is the newest: `other`
    form["form-1-text"] = "They hate museums."
    answer = as_superuser.post(LIST, form)
    assert "Somebody has changed this meanwhile." in answer.text and "They crawl." in answer.text
    assert "It says now: “They walk fast.”" in answer.text
    other.refresh_from_db()
    note.refresh_from_db()
    assert (other.text, note.text) == ("They walk fast.", "They like small museums.")  # all or nothing


def test_the_page_of_a_note_edits_it_and_says_why_not(as_superuser, trip, note) -> None:
    remember(trip, "They love cheese.")
    address = reverse("admin:memory_note_change", args=[note.pk])
    form = {"text": "They love CHEESE", "version": "1"}
    page = as_superuser.post(address, form)
    assert page.status_code == 200 and "remembered already" in page.text and "CHEESE" in page.text
    page = as_superuser.post(address, {**form, "text": "They love ## [pinned] rye bread", "shared": "on"})
    assert page.status_code == 302
    note.refresh_from_db()
    assert (note.text, note.shared) == ("They love rye bread", True)


def test_what_was_retired_cannot_be_edited(as_superuser, note) -> None:
    notes.retire(note, "staff")
    address = reverse("admin:memory_note_change", args=[note.pk])
    assert 'name="_save"' not in as_superuser.get(address).text
    assert as_superuser.post(address, {"text": "Back", "version": "2"}).status_code == 403
    page = as_superuser.post(LIST, rows_of(as_superuser.get(LIST), text="Back"))
    note.refresh_from_db()
    assert "This does not stand any more." in page.text and note.text == "They like small museums."


def test_history_tells_who_and_when(as_superuser, note, root) -> None:
    notes.edit(note, by=root, text="They like <b>large</b> museums.")
    notes.edit(note, by="traveller", shared=True)
    page = as_superuser.get(reverse("admin:memory_note_history", args=[note.pk]))
    newest, middle, oldest = page.context["steps"]
    assert (newest.reason, newest.changes) == ("Changed. (traveller)", [("shared", False, True)])
    assert middle.by == "root" and middle.changes[0][1:] == (note.text, "They like large museums.")
    assert oldest.by == "" and f"{oldest.when:%Y-%m-%d %H:%M}" in page.text


# --- Actions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "before", "after"),
    [
        ("pin", {"pinned": False}, {"pinned": True}),
        ("unpin", {"pinned": True}, {"pinned": False}),
        ("share", {"shared": False}, {"shared": True}),
        ("make_private", {"shared": True}, {"shared": False}),
        ("retire", {}, {"status": "retired"}),
    ],
)
def test_actions_go_through_the_door(as_superuser, trip, root, action, before, after) -> None:
    rows = [remember(trip, f"Note {n}.", author="staff", **before) for n in range(2)]
    page = act(as_superuser, action, *rows)
    assert "2 notes" in page.text
    for row in rows:
        row.refresh_from_db()
        assert {name: getattr(row, name) for name in after} == after
        assert row.history.latest().history_user == root
    assert LogEntry.objects.count() == 2


def test_a_proposal_is_accepted_and_then_in_the_brief(as_superuser, trip) -> None:
    note = remember(trip, "They always want aisle seats.", pinned=True)
    assert note.status == "proposed" and "aisle" not in brief_for(trip, "planner").text
    act(as_superuser, "accept", note)
    assert "[pinned] They always want aisle seats." in brief_for(trip, "planner").text


def test_what_cannot_be_done_is_said_and_the_rest_is_done(as_superuser, trip, note) -> None:
    gone = remember(trip, "Gone.")
    notes.retire(gone, "staff")
    page = act(as_superuser, "pin", note, gone)
    assert "1 note pinned." in page.text and "1 left alone: This does not stand any more." in page.text


def test_of_too_many_none_is_touched_and_the_page_says_so(as_superuser, trip, monkeypatch) -> None:
    monkeypatch.setattr(lists, "AT_ONCE", 2)
    rows = [remember(trip, f"They like small museums in town {number}.") for number in range(3)]
    for more in ({"select_across": "1"}, {}):
        page = act(as_superuser, "retire", *(rows[:1] if more else rows), **more)
        assert "More than 2 were chosen: nothing was done." in page.text
        assert Note.objects.filter(status="retired").count() == 0
    act(as_superuser, "retire", *rows[:2])
    assert Note.objects.filter(status="retired").count() == 2


def test_a_search_says_when_not_all_that_fits_was_filtered(as_superuser, trip, monkeypatch) -> None:
    remember(trip, "They like museums.", agent="food")
    for number in range(3):
        remember(trip, f"They like museums in town {number}.")
    said = "only the newest"
    assert said not in as_superuser.get(LIST, {"q": "museums", "agent": "food"}).text
    monkeypatch.setattr(note_search, "FILTERED", 3)
    assert said in as_superuser.get(LIST, {"q": "museums", "agent": "food"}).text
    assert said not in as_superuser.get(LIST, {"q": "museums"}).text
    assert said not in as_superuser.get(LIST, {"agent": "food"}).text


def test_what_is_filtered_is_found_among_more_than_a_list_can_show(as_superuser, trip, monkeypatch) -> None:
    oldest = remember(trip, "They like museums best.", agent="food")
    for number in range(3):
        remember(trip, f"They like museums in town {number}.")
    for module in (lists, note_search):
        monkeypatch.setattr(module, "LISTED", 2)
    assert oldest.text not in as_superuser.get(LIST, {"q": "museums"}).text
    assert oldest.text in as_superuser.get(LIST, {"q": "museums", "agent": "food"}).text


@pytest.mark.parametrize("few", [0, 20_000])
@pytest.mark.parametrize("count", [3, 25])
def test_a_search_reads_the_index_of_words_once(
    as_superuser, trip, monkeypatch, count: int, few: int
) -> None:
    monkeypatch.setattr(note_search, "FEW", few)
    remember(trip, "They like museums in town.", agent="planner")
    remember(trip, "They like gardens in town.", agent="food")
    for number in range(count):
        remember(trip, f"They like museums in town {number:02}.", agent="food")
    asked = {"q": "museums town", "agent": "food"}
    with CaptureQueriesContext(connection) as asked_for:
        assert f"{count} notes" in as_superuser.get(LIST, asked).text
    table = note_search.TABLE if connection.vendor == "sqlite" else "to_tsquery"
    assert len([query for query in asked_for if table in query["sql"]]) == 1
    order = [f"They like museums in town {number:02}." for number in reversed(range(count))]
    pages = [shown(as_superuser, **asked, p=str(page)) for page in (1, 2)[: 1 + (count > 20)]]
    assert [text for page in pages for text in page] == order
    assert shown(as_superuser, **asked, all="") == order


def test_merging_asks_which_one_stays(as_superuser, trip, note) -> None:
    twin = remember(trip, "Small museums please.", pinned=True, author="staff")
    page = act(as_superuser, "merge", note, twin)
    assert "Which one stays?" in page.text and note.text in page.text and twin.text in page.text
    note.refresh_from_db()
    assert note.status == "active"
    act(as_superuser, "merge", note, twin, into=str(note.pk))
    note.refresh_from_db()
    twin.refresh_from_db()
    assert (note.status, note.pinned, twin.status) == ("active", True, "superseded")
    assert "Choose two notes or more" in act(as_superuser, "merge", note).text


def test_notes_of_two_travellers_are_never_merged(as_superuser, note) -> None:
    other = remember(start_trip(Traveller.objects.create_user("grace")), "Hers.")
    page = act(as_superuser, "merge", note, other, into=str(note.pk))
    assert "Only notes of one traveller and one trip" in page.text
    assert Note.objects.active().count() == 2


def test_merging_tells_of_whom_each_note_is_and_which_waits(as_superuser, trip, note) -> None:
    mia, bob = (Member.objects.create(trip=trip, name=name) for name in ("Mia", "Bob"))
    waits = remember(trip, "They only want small museums.", pinned=True)
    allergy = remember(trip, "is allergic to peanuts", member=mia)
    eats = remember(trip, "eats everything", member=bob)
    page = act(as_superuser, "merge", allergy, eats)
    assert "about Mia" in page.text and "about Bob" in page.text
    page = act(as_superuser, "merge", allergy, eats, into=str(eats.pk))
    assert "Only notes about the same person" in page.text
    page = act(as_superuser, "merge", note, waits)
    assert "proposed, pinned" in page.text and page.context["first"] == note
    act(as_superuser, "merge", note, waits, into=str(note.pk))
    note.refresh_from_db()
    allergy.refresh_from_db()
    assert (note.pinned, allergy.status) == (False, "active")


def test_a_page_that_is_older_saves_what_is_still_there(as_superuser, trip, note) -> None:
    """The traveller forgets one while staff types, or it is retired."""
    remember(trip, "They like late dinners.")
    page = as_superuser.get(LIST)
    form = rows_of(page, text="They like very late dinners.")
    forgetting.forget(note, "traveller")
    saved = as_superuser.post(LIST, form, follow=True)
    assert saved.status_code == 200 and "1 note of this page" in saved.text
    assert shown(as_superuser) == ["They like very late dinners."]
    row = Note.objects.get(text="They like very late dinners.")
    form = rows_of(as_superuser.get(LIST), text="They eat at noon.")
    notes.retire(row, "traveller")
    refused = as_superuser.post(LIST, form, follow=True)
    assert "Somebody has changed this meanwhile." in refused.text and "They eat at noon." in refused.text
    row.refresh_from_db()
    assert (row.text, row.status) == ("They like very late dinners.", "retired")


# --- The queue ---------------------------------------------------------------------------------

QUEUE = reverse("admin:memory_note_proposals")


@pytest.fixture
def proposed(trip) -> Note:
    return remember(trip, "They want aisle seats.", pinned=True)


def test_the_queue_has_notes_and_lines_the_oldest_first(as_superuser, trip, proposed) -> None:
    from memory import documents

    edit = documents.LineEdit("add", "Works for Acme.")
    documents.edit_lines(trip.owner, "company", [edit], author="agent", by="research")
    page = as_superuser.get(QUEUE)
    assert [one.row.text for one in page.context["proposals"]] == [proposed.text, "Works for Acme."]
    assert page.context["count"] == 2 and "It rests on no words of the traveller." in page.text
    line = page.context["proposals"][1].row
    as_superuser.post(QUEUE, {"kind": "line", "pk": line.pk, "answer": "accept"})
    as_superuser.post(QUEUE, {"kind": "note", "pk": proposed.pk, "answer": "refuse"})
    assert documents.lines(trip.owner, "company") == [line]
    proposed.refresh_from_db()
    assert proposed.status == "retired"
    assert "Nothing waits." in as_superuser.get(QUEUE).text
    late = as_superuser.post(QUEUE, {"kind": "note", "pk": proposed.pk, "answer": "accept"}, follow=True)
    assert "does not wait any more" in late.text


def test_a_line_for_a_full_document_goes_on_waiting(as_superuser, trip) -> None:
    from memory import documents

    lines = [documents.LineEdit("add", f"{number} {'x' * 490}") for number in range(100)]
    documents.edit_lines(trip.owner, "company", lines, author="staff", by="staff")
    edit = documents.LineEdit("add", "y" * 480)
    line = documents.edit_lines(trip.owner, "company", [edit], author="agent", by="research")[0].line
    page = as_superuser.post(QUEUE, {"kind": "line", "pk": line.pk, "answer": "accept"}, follow=True)
    assert page.status_code == 200 and "This document is full" in page.text
    line.refresh_from_db()
    assert line.status == "proposed"


@pytest.mark.parametrize("pk", ["", "x", "-1", "9" * 40, "²"])
def test_nonsense_is_answered_politely(as_superuser, proposed, pk) -> None:
    for kind in ("note", "line", "other"):
        page = as_superuser.post(QUEUE, {"kind": kind, "pk": pk, "answer": "accept"}, follow=True)
        assert page.status_code == 200 and "does not wait any more" in page.text
