"""The group Memory curators: what its members see and do, and that no word of a conversation is in it."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from agents.models import ModelCall, StepResult, TurnEvent
from memory import documents, line_edits, notes
from memory.admin import reasons
from memory.admin.briefs import without_feedback
from memory.admin.curators import CHANGE, GROUP, HIDDEN, READ, make_group
from memory.brief import brief_for
from memory.forgetting import forget, undo
from memory.models import AgentMemory, DocumentLine, Extraction, Note, NoteUse, SilentMessage, Summary
from memory.note_rules import NEEDS_WORDS
from tests.admin.conftest import PASSWORD, client_of
from trips.models import Feedback, Message, Traveller, Trip, Turn

pytestmark = pytest.mark.django_db
#: Said in the conversation and nowhere else; the quote is what a note rests on.
SAID, QUOTE, ASIDE = "my secret is Philippa and we eat no meat", "we eat no meat", "Philippa"


def curator(*more: str) -> Client:
    person = Traveller.objects.create_user("-".join(("cura", *more)), password=PASSWORD, is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    person.user_permissions.set(Permission.objects.filter(codename__in=more))
    return client_of(person)


@pytest.fixture
def learnt(trip: Trip) -> Extraction:
    """A message, the note that rests on it, and the extraction that read the one and wrote the other."""
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    message = Message.objects.create(trip=trip, turn=turn, position=1, author="traveller", text=SAID)
    note = Note.objects.create(
        owner=trip.owner, trip=trip, agent="planner", turn=turn, message=message, quote=QUOTE,
        author="traveller", text="They eat no meat.", hash="1" * 64, scope="x",
    )  # fmt: skip
    NoteUse.objects.create(note=note, turn=turn, agent="planner")
    SilentMessage.objects.create(message=message)
    Summary.objects.create(
        trip=trip, up_to=1, text=f"They said {ASIDE}.", messages_removed=1, messages_kept=0, reason="count"
    )
    return Extraction.objects.create(
        turn=turn,
        agent="planner",
        status="done",
        source={"answer": SAID},
        sent=f"Words: {SAID}",
        answer=f"- They eat no meat.\n- {ASIDE} is a secret.",
        results=[
            {"line": "They eat no meat.", "outcome": "added", "reason": "", "note": note.pk},
            {"line": f"{ASIDE} is a secret.", "outcome": "refused", "reason": "a name", "note": None},
        ],
    )


def pages() -> list[str]:
    """Every list, page and history of memory, and the pages beside them."""
    found = [reverse(f"admin:memory_{name}") for name in ("note_proposals", "note_charts")]
    trip = Trip.objects.get()
    found.append(f"{reverse('admin:memory_agentmemory_now')}?trip={trip.pk}&agent=planner")
    for model in apps.get_app_config("memory").get_models():
        if model.__name__.startswith("Historical"):
            continue
        name = f"admin:memory_{model._meta.model_name}"
        found.append(reverse(f"{name}_changelist"))
        for row in model.objects.all():
            found += [reverse(f"{name}_{page}", args=[row.pk]) for page in ("change", "history")]
    return found


def every_page() -> list[str]:
    """Of every table of ours, but for the messages: they stay as they were said."""
    found = pages()
    for model in [*apps.get_app_config("trips").get_models(), *apps.get_app_config("agents").get_models()]:
        if model.__name__.startswith("Historical") or model is Message:
            continue
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        found.append(reverse(f"{name}_changelist"))
        for row in model.objects.all():
            found += [reverse(f"{name}_{page}", args=[row.pk]) for page in ("change", "history")]
    return found


def test_the_group_is_there_with_its_rights_and_no_other() -> None:
    rights = set(Group.objects.get(name=GROUP).permissions.values_list("content_type__app_label", "codename"))
    assert rights == {("memory", f"view_{name}") for name in READ} | {
        ("memory", f"change_{name}") for name in CHANGE
    }


def test_a_group_that_is_there_is_the_operators() -> None:
    group = Group.objects.get(name=GROUP)
    group.permissions.clear()
    make_group(apps.get_app_config("memory"), using="default")
    assert group.permissions.count() == 0
    group.delete()
    make_group(apps.get_app_config("memory"), using="default")
    assert Group.objects.get(name=GROUP).permissions.count() == len(READ) + len(CHANGE)


def test_no_page_of_a_curator_has_a_word_of_the_conversation(learnt) -> None:
    client, opened = curator(), 0
    for page in pages():
        answer = client.get(page)
        assert answer.status_code in (200, 403), page
        assert ASIDE not in answer.text, page
        opened += answer.status_code == 200
    assert opened > 20


def test_with_the_right_to_read_messages_they_are_there(learnt) -> None:
    client = curator("view_message")
    with_words = [page for page in pages() if ASIDE in client.get(page).text]
    note = Note.objects.get()
    assert reverse("admin:memory_extraction_change", args=[learnt.pk]) in with_words
    assert reverse("admin:memory_note_change", args=[note.pk]) in with_words
    assert reverse("admin:memory_summary_change", args=[Summary.objects.get().pk]) in with_words


def test_a_line_shows_its_quote_only(learnt) -> None:
    page = curator().get(reverse("admin:memory_extraction_change", args=[learnt.pk])).text
    assert f"They eat no meat. “{QUOTE}”" in page and "a name" in page
    assert page.count(HIDDEN) == 4  # sent, returned, learnt from, and the line that was refused


@pytest.fixture
def edited(learnt, trip) -> Extraction:
    """What a model made of it for the traveller's documents, each with a reason out of the conversation."""
    SilentMessage.objects.all().delete()  # nothing would be learnt from it
    message = Message.objects.get()
    event = {"deed": False, "message": message.pk, "trigger": "", "slot": "", "line": "", "quote": ""}
    source = {"events": [event], "lines": []}
    job = Extraction.objects.create(turn=learnt.turn, agent="documents", kind="documents", source=source)
    answer = (
        f'- add preferences: They eat no meat. | "{QUOTE}" | because they said "{SAID}"\n'
        f'- add preferences: They eat no meat ever. | "{QUOTE}" | {ASIDE} said so\n'
        f"- add preferences: They eat no fish. | because {ASIDE} is their secret"
    )
    job.answer, job.results, job.status = answer, line_edits.apply(job, answer), "done"
    job.save()
    assert {"added", "proposed"} <= {line["outcome"] for line in job.results}
    retired = documents.LineEdit(
        "retire", line=DocumentLine.objects.earliest("pk").pk, reason=f"{ASIDE} left"
    )
    (gone,) = documents.edit_lines(trip.owner, "preferences", [retired], author="staff", by="curator")
    assert gone.outcome == "retired"
    return job


def test_a_models_reasons_are_hidden_as_well(edited) -> None:
    """They may repeat what was said: in a job's lines, a document's, its versions and histories."""
    client, own = curator(), curator("view_message")
    with_words = {page for page in pages() if ASIDE in own.get(page).text}
    assert {kind for kind in ("documentline", "documentversion") if any(kind in page for page in with_words)}
    assert [page for page in pages() if ASIDE in client.get(page).text] == []
    line = DocumentLine.objects.earliest("pk")
    history = reverse("admin:memory_documentline_history", args=[line.pk])
    assert history in with_words and HIDDEN in client.get(history).text
    versions = reverse("admin:memory_documentversion_changelist")
    counts = {client.get(versions, {"q": word}).context["cl"].result_count for word in (ASIDE, "nowhere")}
    assert counts == {0}
    assert own.get(versions, {"q": ASIDE}).context["cl"].result_count > 0


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("need", "need"),
        ("travel policy; need; need", "travel policy; need"),
        ("Added. (documents)", "Added. (documents)"),
        ("finished 3 2", "finished 3 2"),
        ("dietary=no meat, Philippa says", "facts edited"),
        ("plan 3 dinner at Philippa's", "plan item edited"),
        ("follow-up 3 philippas garden", "follow-up on a finding"),
        ("learnt Philippa 3", "trip finished"),
        ("avoid=crowds; Philippa hates them", None),
        ("household of Philippa", None),
        ("Philippa needs it", None),
        ("finding 3 by Philippa", None),
    ],
)
def test_why_code_wrote_a_line_is_told_without_anybodys_words(reason: str, told: str | None) -> None:
    assert reasons.ours(reason) == told


def test_a_curator_reads_why_code_wrote_a_line_and_that_it_was_no_person(learnt, trip) -> None:
    SilentMessage.objects.all().delete()
    event = {
        "deed": False, "message": Message.objects.get().pk, "trigger": "need", "namespace": "preferences",
        "slot": "", "line": "They eat no meat.", "quote": QUOTE, "gone": False, "by_hand": False,
        "trusted": True, "what": QUOTE,
    }  # fmt: skip
    source = {"events": [event], "lines": []}
    job = Extraction.objects.create(turn=learnt.turn, agent="documents", kind="documents", source=source)
    job.results, job.status = line_edits.from_events(job), "done"
    job.save()
    line = DocumentLine.objects.get()
    client = curator()
    for page, row in (("extraction", job), ("document", line.document), ("documentline", line)):
        text = client.get(reverse(f"admin:memory_{page}_change", args=[row.pk])).text
        assert "need" in text.partition("They eat no meat.")[2], page
    versions = client.get(reverse("admin:memory_documentversion_changelist")).text
    assert "documents" in versions and ">curator<" not in versions


def test_a_line_of_a_document_is_shown_with_its_quote_and_a_link(edited) -> None:
    page = curator().get(reverse("admin:memory_extraction_change", args=[edited.pk])).text
    line = DocumentLine.objects.earliest("pk")
    assert f"They eat no meat. “{QUOTE}”" in page
    assert (
        f'<a href="{reverse("admin:memory_documentline_change", args=[line.pk])}">line {line.pk}</a>' in page
    )
    assert NEEDS_WORDS.replace("'", "&#x27;") in page  # why it waits: in words of ours
    full = curator("view_message").get(reverse("admin:memory_extraction_change", args=[edited.pk])).text
    assert "is their secret" in full and f"line {line.pk}</a>" in full


@pytest.mark.parametrize("agent", ["feedback", "scheduler", "planner", "research", "cost"])
def test_what_was_reported_of_a_day_is_hidden_in_briefs(learnt, trip, agent: str) -> None:
    message = Message.objects.get()
    Feedback.objects.create(trip=trip, date="2026-11-20", text=message.text, liked=[ASIDE], message=message)
    client, own = curator(), curator("view_message")
    now = f"{reverse('admin:memory_agentmemory_now')}?trip={trip.pk}&agent={agent}"
    told = brief_for(trip, agent).text
    copy = AgentMemory.objects.create(trip=trip, agent=agent, text=told, hash="3" * 64)
    last = reverse("admin:memory_agentmemory_change", args=[copy.pk])
    Feedback.objects.update(text=f"{ASIDE} again")  # and the copy differs from what it would read now
    for page in (now, last):
        assert ASIDE not in client.get(page).text
        assert (ASIDE in own.get(page).text) is (agent in ("feedback", "scheduler"))


def test_without_reports_a_brief_stays_whole() -> None:
    text = (
        "--- FEEDBACK MEMORY ---\n## Trip Context [auto-refreshed]\n- Japan\n\n"
        "## Feedback History [auto-refreshed]\n- 2026-11-20: a\n- 2026-11-21: b\n\n"
        "## Agent Notes [accumulated]\n- [pinned] note\n--- END FEEDBACK MEMORY ---"
    )
    hidden = without_feedback(text)
    assert "a\n" not in hidden and "21: b" not in hidden and hidden.count(HIDDEN) == 1
    assert "- Japan" in hidden and "- [pinned] note\n--- END FEEDBACK MEMORY ---" in hidden
    assert without_feedback("## Trip Context\n- x") == "## Trip Context\n- x"


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("extraction", "sent__contains"),
        ("extraction", "answer__startswith"),
        ("extraction", "source__answer__contains"),
        ("extraction", "results__0__line__contains"),
        ("summary", "text__contains"),
        ("note", "message__text__contains"),
        ("noteuse", "note__message__text__contains"),
        ("searchrow", "terms__contains"),
        ("agentmemory", "text__contains"),
        ("documentline", "reason__contains"),
        ("documentversion", "reason__startswith"),
        ("document", "text__contains"),
        ("documentversion", "text__icontains"),
    ],
)
def test_a_filter_in_the_address_tells_nothing_either(learnt, kind: str, asked: str) -> None:
    """Django's lists filter by any column of their own that an address names."""
    address = reverse(f"admin:memory_{kind}_changelist")
    client = curator("view_searchrow")
    answers = {client.get(address, {asked: word}).status_code for word in (ASIDE, "nowhere")}
    assert answers == {400}


def test_it_may_not_open_conversations_trips_or_turns(learnt) -> None:
    client = curator()
    for kind in ("trips_trip", "trips_message", "trips_turn", "trips_factchange", "agents_modelcall"):
        assert client.get(reverse(f"admin:{kind}_changelist")).status_code == 403


def test_it_edits_notes(learnt) -> None:
    note = Note.objects.get()
    form = {"text": "They eat no fish.", "version": note.version}
    assert curator().post(reverse("admin:memory_note_change", args=[note.pk]), form).status_code == 302
    note.refresh_from_db()
    assert note.text == "They eat no fish."


def test_who_only_looks_changes_nothing(learnt) -> None:
    person = Traveller.objects.create_user("looks", password=PASSWORD, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="view_note"))
    client, note = client_of(person), Note.objects.get()
    Note.objects.update(status="proposed")
    address, queue = reverse("admin:memory_note_changelist"), reverse("admin:memory_note_proposals")
    page = client.get(address).text
    assert 'name="_save"' not in page and 'value="pin"' not in page
    form = {"text": "Other", "version": note.version}
    assert client.post(reverse("admin:memory_note_change", args=[note.pk]), form).status_code == 403
    client.post(address, {"action": "pin", "_selected_action": [note.pk]})
    assert "Accept" not in client.get(queue).text
    answer = {"kind": "note", "pk": note.pk, "answer": "accept"}
    assert client.post(queue, answer).status_code == 403
    note.refresh_from_db()
    assert (note.text, note.pinned, note.status) == ("They eat no meat.", False, "proposed")


@pytest.mark.slow
def test_what_was_forgotten_is_hidden_from_staff_at_once(as_superuser, trip) -> None:
    """And is there again after an undo. Until the purge its words are still in copies."""
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    text, line_text = "They collect old theremins.", "Plays the theremin at night."
    of = {"owner": trip.owner, "trip": trip, "agent": "planner", "author": "agent"}
    note = notes.write(**of, text=text, turn=turn).note
    assert note is not None
    edits = [documents.LineEdit("add", line_text)]
    given = {"author": "traveller", "by": "traveller"}
    (edited,) = documents.edit_lines(trip.owner, "preferences", edits, **given)
    heir = notes.supersede(note, "They collect nothing.", "traveller").note
    heir = notes.edit(heir, by="traveller", shared=True)
    notes.write(**of, text="Proposed instead.", supersedes=heir, pinned=True)
    brief = f"- {text}\n- {line_text}\n- Something else."
    AgentMemory.objects.create(trip=trip, agent="planner", text=brief, hash="3" * 64)
    Summary.objects.create(trip=trip, up_to=1, text=brief, messages_removed=1, messages_kept=0, reason="x")
    NoteUse.objects.create(note=note, turn=turn, agent="planner")
    NoteUse.objects.create(line=edited.line, turn=turn, agent="planner")
    told = {"text": brief}
    StepResult.objects.create(turn=turn, step="memory", input_hash="0" * 64, output={"planner": told})
    StepResult.objects.create(turn=turn, step="reply", input_hash="0" * 64, output={"reply": [brief]})
    TurnEvent.objects.create(turn=turn, seq=1, kind="progress", data=told)
    call = ModelCall.objects.create(
        turn=turn, trip=trip, mind="claude", purpose="answer", agent="planner", error=brief,
        request_body=brief, answer_body=brief,
    )  # fmt: skip
    Turn.objects.filter(pk=turn.pk).update(result={"told": brief})
    results = [{"line": text, "outcome": "added", "reason": "", "note": note.pk}]
    more = {"sent": brief, "answer": brief, "source": {"answer": brief}, "results": results}
    Extraction.objects.create(turn=turn, agent="planner", status="done", **more)
    where = [*every_page(), reverse("admin:index")]
    before = [page for page in where if "heremin" in as_superuser.get(page).text]
    kinds = ("turn", "stepresult", "turnevent", "modelcall", "extraction", "agentmemory", "document", "note")
    assert {kind for kind in kinds if any(f"/{kind}/" in page for page in before)} == set(kinds)
    for row in (note, edited.line):
        row.refresh_from_db()
        forget(row, "traveller")
    after = [page for page in where if "heremin" in as_superuser.get(page).text]
    assert after == []
    undo(note)
    undo(edited.line)
    again = {page for page in where if "heremin" in as_superuser.get(page).text}
    shown = [reverse("admin:agents_modelcall_change", args=[call.pk])]
    shown.append(reverse("admin:memory_note_change", args=[note.pk]))
    shown.append(reverse("admin:memory_documentline_change", args=[edited.line.pk]))
    assert again >= set(shown), set(before) ^ again


def test_what_was_forgotten_is_not_in_the_history_of_what_stands(as_superuser, trip) -> None:
    """Another sentence said the same until somebody corrected it."""
    of = {"owner": trip.owner, "trip": trip, "author": "staff"}
    kept = notes.write(**of, agent="planner", text="They collect old theremins.").note
    notes.edit(kept, by="staff", text="They collect old harps.")
    edits = [documents.LineEdit("add", "They collect old theremins.")]
    given = {"author": "staff", "by": "staff"}
    line = documents.edit_lines(trip.owner, "preferences", edits, **given)[0].line
    DocumentLine.objects.filter(pk=line.pk).update(text="They collect old harps.", hash="6" * 64)
    gone = notes.write(**of, agent="research", text="They collect old theremins.").note
    pages = [reverse("admin:memory_note_history", args=[kept.pk])]
    pages.append(reverse("admin:memory_documentline_history", args=[line.pk]))
    assert all("theremins" in as_superuser.get(page).text for page in pages)
    forget(gone, "traveller")
    for page in pages:
        text = as_superuser.get(page).text
        assert "theremins" not in text and "[forgotten]" in text
    undo(gone)
    assert all("theremins" in as_superuser.get(page).text for page in pages)


def test_the_log_of_staffs_actions_names_rows_and_no_words(as_superuser, learnt) -> None:
    note = Note.objects.get()
    form = {"text": "They eat no fish.", "version": note.version}
    as_superuser.post(reverse("admin:memory_note_change", args=[note.pk]), form)
    entry = LogEntry.objects.get()
    assert entry.object_repr == f"note {note.pk}" and "fish" not in entry.change_message
