"""A memory file that is read later, elsewhere or in part: what was closed meanwhile stays closed, nothing is
taken in by halves, and a text of an agent's own keeps its ends of lines."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents.runtime import registry
from config import clock
from memory import documents, notes
from memory.files import file_of, read_file, take_in
from memory.models import Note
from tests.memory.people import option_of, turn_of
from trips.models import Member, Option, Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db


def note(trip: Trip, text: str, **given) -> Note:
    written = notes.write(owner=trip.owner, trip=trip, agent="planner", text=text, author="staff", **given)
    assert written.note is not None, written.reason
    return written.note


def in_use(trip: Trip) -> list[str]:
    return sorted(Note.objects.active().filter(trip=trip).values_list("text", flat=True))


def chosen(option: Option) -> None:
    Option.objects.filter(pk=option.pk).update(state=Option.State.SELECTED)
    option.refresh_from_db()
    notes.options_settled(option.trip, option)


CLOSED: dict[str, Callable[[Note], object]] = {
    "retired": lambda row: notes.retire(row, by="traveller"),
    "replaced": lambda row: notes.supersede(row, "Dinner late, near the harbour.", by="traveller"),
    "corrected": lambda row: notes.edit(row, by="traveller", text="Dinner late, near the harbour."),
    "merged": lambda row: notes.merge([row], note(row.trip, "Dinner late, near the harbour."), "staff"),
}


@pytest.mark.parametrize("how", sorted(CLOSED))
def test_what_was_closed_since_the_file_was_written_stays_closed(trip: Trip, how: str) -> None:
    row = note(trip, "Dinner early, near the hotel.", pinned=True)
    kept = note(trip, "One free morning a day.")
    text = file_of(trip, "planner")
    CLOSED[how](row)
    before = in_use(trip)
    done = take_in(trip, "planner", read_file(text), by="staff")
    assert in_use(trip) == before and kept.text in before
    assert [line for line, _why in done.refused] == ["Dinner early, near the hotel."]
    assert "retired, replaced or corrected" in done.refused[0][1]
    assert (done.added, done.kept) == (0, 1)


def test_of_a_fellow_traveller_too(trip: Trip) -> None:
    anna = Member.objects.create(trip=trip, name="Anna")
    row = note(trip, "eats no fish", member=anna)
    text = file_of(trip, "planner")
    notes.retire(row, by="traveller")
    assert take_in(trip, "planner", read_file(text), by="staff").refused
    assert in_use(trip) == []
    assert take_in(trip, "planner", read_file(text.replace("Anna: ", "")), by="staff").added == 1


def test_the_notes_of_an_option_that_was_not_chosen_stay_out(trip: Trip) -> None:
    turn = turn_of(trip)
    first, second = option_of(turn, 1), option_of(turn, 2)
    note(trip, "By train to the coast.", option=first)
    note(trip, "By boat to the coast.", option=second)
    text = file_of(trip, "planner")
    chosen(first)
    take_in(trip, "planner", read_file(text), by="staff")
    assert in_use(trip) == ["By train to the coast."]


def test_a_file_gives_no_new_end_to_what_has_ended(trip: Trip) -> None:
    today = clock.now().date()
    row = note(trip, "The lift is being repaired.", valid_to=today)
    text = file_of(trip, "planner")
    yesterday = today - dt.timedelta(days=1)
    Note.objects.filter(pk=row.pk).update(valid_to=yesterday)
    done = take_in(trip, "planner", read_file(text), by="staff")
    row.refresh_from_db()
    assert (done.kept, done.added, row.valid_to) == (1, 0, yesterday)


def test_what_waits_is_accepted_by_a_file_and_counted_as_changed(trip: Trip) -> None:
    given = {"owner": trip.owner, "trip": trip, "agent": "planner", "author": "agent"}
    row = notes.write(**given, text="Avoids night buses.", pinned=True).note
    assert row is not None and row.status == "proposed"
    zone = "## Agent Notes [accumulated]\n- [shared] Avoids night buses.\n"
    done = take_in(trip, "planner", read_file(zone), by="staff")
    row.refresh_from_db()
    assert (done.changed, done.kept, row.status, row.shared) == (1, 0, "active", True)
    assert row.history.filter(history_change_reason="Accepted. (staff)").exists()


def test_in_another_trip_the_sentence_is_new(trip: Trip) -> None:
    row = note(trip, "Dinner early, near the hotel.")
    text = file_of(trip, "planner")
    notes.retire(row, by="traveller")
    other = start_trip(Traveller.objects.create_user("bea", password="a-long-enough-word"))
    assert take_in(other, "planner", read_file(text), by="staff").added == 1
    assert in_use(other) == ["Dinner early, near the hotel."]


@pytest.mark.parametrize("whose", ["trip", "traveller", "operator"])
def test_with_remembering_off_every_line_is_refused_and_none_is_marked(trip: Trip, settings, whose) -> None:
    row = note(trip, "Dinner early.")
    if whose == "operator":
        settings.MEMORY = False
    elif whose == "trip":
        trip.remember = False
        trip.save()
    else:
        Traveller.objects.filter(pk=trip.owner.pk).update(remember=False)
    zone = "## Agent Notes [accumulated]\n- [pinned] Dinner early.\n- Another one.\n"
    done = take_in(trip, "planner", read_file(zone), by="staff")
    row.refresh_from_db()
    assert not row.pinned and Note.objects.count() == 1
    assert {why for _line, why in done.refused} == {notes.OFF} and len(done.refused) == 2


@pytest.mark.parametrize(
    ("name", "said"), [("cost", "keeps no notes"), ("weird", "no agent named weird"), ("Planner", "Planner")]
)
def test_one_file_that_can_not_be_taken_in_leaves_all_out(trip: Trip, tmp_path: Path, name, said) -> None:
    for stem in ("planner", name):
        (tmp_path / f"{stem}.md").write_text("## Agent Notes [accumulated]\n- One free morning.\n", "utf-8")
    out = io.StringIO()
    with pytest.raises(CommandError, match=said):
        call_command(
            "import_memory", str(trip.pk), str(tmp_path / "planner.md"), str(tmp_path / f"{name}.md"),
            stdout=out, stderr=out,
        )  # fmt: skip
    assert not Note.objects.exists() and out.getvalue() == ""


@pytest.mark.parametrize("own", ["One\r\ntwo\rthree", "  One\n\n\ttwo\r\n- [pinned] three"])
def test_a_text_of_an_agents_own_keeps_its_ends_of_lines(trip: Trip, tmp_path: Path, own: str) -> None:
    with registry.override(replace(registry.get("planner"), self_managed=True)):
        documents.rewrite_own(trip, "planner", own, version=0)
        call_command("export_memory", str(trip.pk), "--to", str(tmp_path), stdout=io.StringIO())
        said = io.StringIO()
        call_command("import_memory", str(trip.pk), str(tmp_path / "planner.md"), stdout=said)
        assert "1 there already, 0 changed" in said.getvalue()
        documents.rewrite_own(trip, "planner", "Another.", version=1)
        call_command("import_memory", str(trip.pk), str(tmp_path / "planner.md"), stdout=said)
        assert documents.own_text(trip, "planner")[0] == own


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_a_file_that_another_system_saved_is_the_same_file(trip: Trip, tmp_path: Path, ends: str) -> None:
    note(trip, "One free morning a day.", pinned=True)
    note(trip, "Dinner early, near the hotel.")
    text = file_of(trip, "planner")
    path = tmp_path / "planner.md"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", ends).encode())
    said = io.StringIO()
    call_command("import_memory", str(trip.pk), str(path), stdout=said)
    assert "0 added, 2 there already, 0 changed" in said.getvalue() and "0 lines not read" in said.getvalue()
    with registry.override(replace(registry.get("planner"), self_managed=True)):
        documents.rewrite_own(trip, "planner", "First.\n\nSecond.", version=0)
        path.write_bytes(file_of(trip, "planner").replace("\n", ends).encode())
        call_command("import_memory", str(trip.pk), str(path), stdout=said)
        assert documents.own_text(trip, "planner") == ("First.\n\nSecond.", 1)
