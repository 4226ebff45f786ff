"""What somebody says of themselves stands once: the document's line, and no note beside it."""

from __future__ import annotations

import datetime as dt

import pytest

from config import clock
from memory import documents, forgetting, notes, said_twice
from memory.brief import brief_for
from memory.documents import LineEdit
from memory.models import DocumentLine, Extraction, Note, NoteUse
from tests.agents.background import run_due
from tests.agents.talking import BOSTON, say
from tests.memory.extracting import learnt, turn_of
from tests.scripted_mind import ScriptedMind
from trips.models import Message, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
SENTENCE = "My daughter is afraid of heights."


def line_of(trip: Trip, text: str, quote: str, message, namespace: str = "profile") -> DocumentLine:
    (done,) = documents.edit_lines(
        trip.owner, namespace, [LineEdit("add", text, quote=quote)],
        author="agent", by="curator", message=message, trip=trip,
    )  # fmt: skip
    assert done.outcome == "added"
    return done.line


def standing() -> list[str]:
    return [*Note.objects.active().exclude(quote="").values_list("text", flat=True)]


@pytest.mark.parametrize("notes_first", [False, True])
def test_offline_a_sentence_of_oneself_stands_once(trip: Trip, notes_first: bool) -> None:
    say(trip, f"{BOSTON}. {SENTENCE}")
    say(trip, "just plan it, please")
    last = Extraction.objects.filter(kind="documents")
    assert last.count() == 1
    if notes_first:
        waiting = last.get()
        Extraction.objects.filter(pk=waiting.pk).update(status="failed")
        run_due()
        assert any("heights" in text for text in standing())
        Extraction.objects.filter(pk=waiting.pk).update(status="waiting")
    run_due()
    (line,) = DocumentLine.objects.filter(status="active", text__contains="heights")
    assert line.document.namespace == "profile" and line.quote == SENTENCE.rstrip(".")
    assert not any("heights" in text for text in standing())
    assert brief_for(trip, "planner").text.count("afraid of heights") == 1
    if notes_first:
        retired = Note.objects.get(text__contains="heights")
        assert retired.status == "retired" and retired.quote
        assert retired.history.first().history_change_reason == f"It stands in the profile as line {line.pk}."
    else:
        told = [row for job in Extraction.objects.filter(kind="notes") for row in job.results]
        (merged,) = [row for row in told if "heights" in row["line"]]
        assert (merged["outcome"], merged["document_line"]) == ("merged", line.pk)
        assert merged["reason"] == f"It stands in the profile as line {line.pk}."


def test_a_models_two_sentences_of_the_same_words_are_one(trip: Trip) -> None:
    say(trip, f"{BOSTON}. {SENTENCE}")
    turn = trip.turns.get()
    job = Extraction.objects.get(kind="documents")
    answer = (
        "- add profile: The daughter is afraid of heights. | “My daughter is afraid of heights” | household"
    )
    run_due(mind=ScriptedMind([answer]))
    job.refresh_from_db()
    assert [row["outcome"] for row in job.results] == ["added"]
    (told,) = learnt(
        turn, "- [pinned] [shared] Daughter afraid of heights. | “daughter is afraid of heights”"
    )
    assert told["outcome"] == "merged" and not Note.objects.exists()


@pytest.mark.parametrize("notes_first", [False, True])
def test_several_lines_of_one_sentence_hold_it_together(trip: Trip, notes_first: bool) -> None:
    said = "No, we are vegetarian and would like a relaxed pace"
    turn = turn_of(trip, f"{said}. Thank you very much.")
    answer = f"- [pinned] [shared] In the traveller's words: {said}. | “{said}”"
    if notes_first:
        assert learnt(turn, answer)[0]["outcome"] == "added"
    diet = line_of(trip, "Diet: vegetarian", "we are vegetarian", turn.messages.get(), "preferences")
    assert said_twice.give_way(diet) == 0  # the pace is said nowhere else yet
    pace = line_of(trip, "Pace: relaxed", "relaxed pace", turn.messages.get(), "preferences")
    if notes_first:
        assert said_twice.give_way(pace) == 1 and standing() == []
        return
    (told,) = learnt(turn, answer)
    assert (told["outcome"], told["document_line"]) == ("merged", diet.pk)
    assert told["reason"] == f"It stands in the preferences as line {diet.pk} and {pace.pk}."


def test_driven_what_was_corrected_at_the_summary_is_no_note_as_well(trip: Trip) -> None:
    assert say(trip, BOSTON).mode == "CONFIRM"
    say(trip, "No, we are vegetarian and would like a relaxed pace")
    assert say(trip, "just plan it, please").mode == "FINALIZE"
    run_due()
    lines = documents.lines(trip.owner, "preferences")
    assert sorted(line.text for line in lines) == ["Diet: vegetarian", "Pace: relaxed"]
    assert not any("vegetarian" in text for text in standing())


def test_a_note_that_says_more_than_the_line_is_written(trip: Trip) -> None:
    turn = turn_of(trip, "My name is Ada and I never eat meat.")
    line_of(trip, "Is called Ada.", "My name is Ada and I never eat meat", turn.messages.get())
    (told,) = learnt(turn, "- [pinned] Never eats meat. | “I never eat meat”")
    assert told["outcome"] == "added" and standing() == ["Never eats meat."]


def test_words_of_another_message_are_another_matter_unless_they_are_the_same(trip: Trip) -> None:
    first, second, third = (
        turn_of(trip, "I am afraid of heights, you know."),
        turn_of(trip, "Heights make me afraid in cable cars."),
        turn_of(trip, "As I said: I am afraid of heights!"),
    )
    line_of(trip, "Afraid of heights.", "I am afraid of heights", first.messages.get())
    (told,) = learnt(second, "- [pinned] Afraid of heights in cable cars. | “Heights make me afraid”")
    assert told["outcome"] == "added"
    (told,) = learnt(third, "- [pinned] Afraid of heights. | “I am afraid of heights”")
    assert told["outcome"] == "merged"


def test_what_a_person_pinned_or_what_ends_stays_and_uses_are_kept(trip: Trip) -> None:
    turn = turn_of(trip, "I am afraid of heights.")
    message, quote = turn.messages.get(), "I am afraid of heights"
    rows = []
    for agent, more in (("planner", {}), ("research", {}), ("cost", {"valid_to": "2099-01-01"})):
        written = notes.write(
            owner=trip.owner, trip=trip, agent=agent, author="agent", message=message, quote=quote,
            text="Afraid of heights.", turn=turn, **more,
        )  # fmt: skip
        rows.append(written.note)
    plain, by_hand, ends = rows
    notes.edit(by_hand, by=trip.owner, pinned=True)
    NoteUse.objects.create(note=plain, turn=turn, agent="planner")
    line = line_of(trip, "Afraid of heights.", quote, message)
    assert said_twice.give_way(line) == 1
    assert [Note.objects.get(pk=note.pk).status for note in (plain, by_hand, ends)] == [
        "retired", "active", "active",
    ]  # fmt: skip
    plain.refresh_from_db()
    assert plain.quote == quote and NoteUse.objects.get().note == plain


def test_a_line_that_waits_for_a_yes_takes_nothings_place(trip: Trip) -> None:
    turn = turn_of(trip, "I am afraid of heights.")
    learnt(turn, "- [pinned] Afraid of heights. | “I am afraid of heights”")
    (done,) = documents.edit_lines(
        trip.owner,
        "profile",
        [LineEdit("add", "Afraid of heights.")],
        author="agent",
        by="curator",
        trip=trip,
    )
    assert done.outcome == "proposed" and said_twice.give_way(done.line) == 0
    assert standing() == ["Afraid of heights."]


def test_another_travellers_line_is_not_looked_at(trip: Trip, stranger) -> None:
    from tests.memory.people import said

    theirs = start_trip(stranger)
    words = said(theirs, "I am afraid of heights.")
    line = line_of(theirs, "Afraid of heights.", "I am afraid of heights", words)
    (told,) = learnt(
        turn_of(trip, "I am afraid of heights."), "- [pinned] Afraid of heights. | “I am afraid of heights”"
    )
    assert told["outcome"] == "added" and said_twice.give_way(line) == 0 and len(standing()) == 1


# --- Somebody else on the trip -----------------------------------------------------------------


def asked_by(person: Traveller, trip: Trip, text: str, status: str = "running") -> Turn:
    """A turn of a member who does not own the trip."""
    trip.turns.filter(status="running").update(status="done")
    turn = turn_of(trip, text, status=status)
    Message.objects.filter(turn=turn).update(sender=person, by_owner=False)
    return turn


@pytest.mark.parametrize("of_another_trip", [False, True])
@pytest.mark.parametrize("notes_first", [False, True])
def test_what_a_fellow_traveller_said_does_not_give_way_to_the_owners_line(
    trip: Trip, traveller, editor, of_another_trip: bool, notes_first: bool
) -> None:
    words = "I never eat quinoa"
    where = start_trip(traveller) if of_another_trip else trip

    def fellow() -> None:
        turn = asked_by(editor, trip, f"{words}.", "done")
        (told,) = learnt(turn, f"- [shared] In a fellow traveller's words: {words}. | “{words}”")
        assert told["outcome"] == "added", told

    def owner() -> None:
        message = turn_of(where, f"{words}.").messages.get()
        line = line_of(where, f"In the traveller's words: {words}.", words, message, "preferences")
        assert said_twice.give_way(line) == 0

    for step in (fellow, owner) if notes_first else (owner, fellow):
        step()
    assert standing() == [f"In a fellow traveller's words: {words}."]
    assert f"In a fellow traveller's words: {words}" in brief_for(trip, "planner").text
    assert f"fellow traveller's words: {words}" in told_to(editor, trip)


def test_a_fellow_travellers_sentence_in_other_words_stands_too(trip: Trip, editor) -> None:
    turn = turn_of(trip, "I am allergic to walnuts.")
    line_of(trip, "Allergic to walnuts.", "I am allergic to walnuts", turn.messages.get())
    theirs = asked_by(editor, trip, "I am allergic to walnuts.", "done")
    (told,) = learnt(theirs, "- [shared] Edmund is allergic to walnuts. | “I am allergic to walnuts”")
    assert told["outcome"] != "merged"
    (told,) = learnt(theirs, "- [shared] Allergic to walnuts. | “I am allergic to walnuts”", agent="research")
    assert told["outcome"] == "added" and standing()


def told_to(person: Traveller, trip: Trip) -> str:
    """The planner's brief in a turn that this member asks."""
    return brief_for(trip, "planner", turn=asked_by(person, trip, "Change dinner on day two.")).text


def test_driven_a_turn_of_an_editors_is_told_the_owners_words_of_this_trip(trip: Trip, traveller, editor):
    say(trip, f"{BOSTON}. {SENTENCE}")
    say(trip, "just plan it, please")
    run_due()
    elsewhere = start_trip(traveller)
    secret = turn_of(elsewhere, "I work for Quux and take pills for my heart.")
    line_of(elsewhere, "Takes pills for the heart.", "take pills for my heart", secret.messages.get())
    text = told_to(editor, trip)
    assert text.count("afraid of heights") == 1 and f"words: {SENTENCE[:-1]}" in text
    assert "pills" not in text
    assert "heights" not in told_to(editor, start_with(editor, traveller))


def start_with(person: Traveller, owner: Traveller) -> Trip:
    trip = start_trip(owner)
    trip.members.create(traveller=person, role="editor")
    return trip


def test_an_editor_is_told_the_words_and_not_what_a_line_makes_of_them(trip: Trip, editor) -> None:
    message = turn_of(trip, "My daughter is afraid of heights.").messages.get()
    line = line_of(trip, "Daughter is afraid of heights since the accident.", "is afraid of heights", message)
    text = told_to(editor, trip)
    assert "In the traveller's words: is afraid of heights" in text and "accident" not in text
    brief = brief_for(trip, "planner", turn=trip.turns.get(status="running"))
    assert brief.line_ids == (line.pk,), "what was used is kept"


def test_said_in_two_trips_it_stands_once_and_both_trips_editors_are_told(trip: Trip, traveller, editor):
    two = start_with(editor, traveller)
    for one in (trip, two):
        say(one, f"{BOSTON}. {SENTENCE}")
        say(one, "just plan it, please")
        run_due()
    (line,) = DocumentLine.objects.filter(status="active", text__contains="heights")
    assert line.message.trip == trip and [message.trip for message in line.also_said.all()] == [two]
    assert not any("heights" in text for text in standing())
    for one in (trip, two):
        assert brief_for(one, "planner").text.count("afraid of heights") == 1
        assert told_to(editor, one).count("afraid of heights") == 1


@pytest.mark.parametrize(
    "again", ["I am afraid of heights!", "i am  AFRAID of heights", "I’m afraid of heights."]
)
@pytest.mark.parametrize("notes_first", [False, True])
def test_end_marks_spaces_and_case_make_no_other_words(trip: Trip, traveller, again, notes_first) -> None:
    first = again.replace("’", "'").rstrip("!.").casefold().replace("  ", " ") + "."
    two = start_trip(traveller)
    words, quoted = turn_of(trip, first), f"- [pinned] Afraid of heights. | “{again}”"
    if notes_first:
        assert learnt(turn_of(two, again), quoted)[0]["outcome"] == "added"
    line = line_of(trip, "Afraid of heights.", first, words.messages.get())
    if notes_first:
        assert said_twice.give_way(line) == 1
    else:
        assert learnt(turn_of(two, again), quoted)[0]["outcome"] == "merged"
    assert standing() == []
    assert line.also_said.get().trip == two


def test_words_that_are_forgotten_are_told_to_nobody(trip: Trip, traveller, editor) -> None:
    from memory import forgetting

    two = start_with(editor, traveller)
    message = turn_of(trip, SENTENCE).messages.get()
    line = line_of(trip, "Daughter is afraid of heights.", "My daughter is afraid of heights", message)
    learnt(turn_of(two, SENTENCE), "- [pinned] Afraid of heights. | “My daughter is afraid of heights”")
    assert line.also_said.count() == 1 and "heights" in told_to(editor, two)
    forgetting.forget(line, "traveller")
    assert "heights" not in told_to(editor, trip) and "heights" not in told_to(editor, two)
    assert line.also_said.get().silence is not None
    forgetting.undo(line)
    assert "heights" in told_to(editor, two)


def test_another_trips_note_is_no_reason_not_to_learn_what_was_said_here(trip: Trip, traveller) -> None:
    answer = "- [pinned] Never eats quinoa. | “I never eat quinoa”"
    for one in (trip, start_trip(traveller)):
        (told,) = learnt(turn_of(one, "I never eat quinoa."), answer)
        assert told["outcome"] == "added", told
        assert "Never eats quinoa" in brief_for(one, "planner").text


# --- By the traveller's own hand -----------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        "My husband is Zoltan and he has diabetes",
        "I need step-free access",
        "I always sleep badly near bars",
    ],
)
def test_what_one_has_remembered_stands_once_and_is_forgotten_at_one_word(trip: Trip, sentence: str) -> None:
    say(trip, BOSTON)
    say(trip, f"/remember {sentence}")
    say(trip, "just plan it, please")
    run_due()
    assert brief_for(trip, "planner").text.count(sentence) == 1
    rows = [*Note.objects.active(), *DocumentLine.objects.filter(status="active")]
    (row,) = [row for row in rows if sentence in row.text]
    forgetting.forget(row, trip.owner)
    assert sentence not in brief_for(trip, "planner").text
    forgetting.purge(clock.now() + dt.timedelta(days=8))
    for kept in (Note.objects, DocumentLine.objects, Note.history, DocumentLine.history):
        assert not kept.filter(text__contains=sentence).exists()


def test_remembered_once_more_it_is_the_line_that_stands(trip: Trip) -> None:
    say(trip, f"{BOSTON}. {SENTENCE}")
    run_due()
    (line,) = DocumentLine.objects.filter(status="active", text__contains="heights")
    say(trip, f"/remember {SENTENCE}")
    run_due()
    assert not any("heights" in text for text in standing())
    assert line.also_said.count() == 1


def test_a_fellow_travellers_words_are_not_the_owners(trip: Trip) -> None:
    own = {"owner": trip.owner, "trip": trip, "agent": "planner", "author": "agent"}
    first = notes.write(text=f"In the traveller's words: {SENTENCE}", **own)
    assert notes.write(text=SENTENCE, **own).note == first.note
    other = notes.write(text=f"In a fellow traveller's words: {SENTENCE}", **own)
    assert other.outcome == "added"
    forgetting.forget(first.note, trip.owner)
    assert set(Note.objects.values_list("status", flat=True)) == {"forgotten"}
    assert notes.write(text=SENTENCE, **own).outcome == "refused"
