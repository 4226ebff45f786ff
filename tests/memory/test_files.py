"""Memory files: the format, and that export, import and export again keep every note."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from agents.runtime import registry
from memory import documents, notes
from memory.files import BadFile, FileNote, agents_with_memory, file_of, read_file, take_in
from memory.models import Note
from memory.text import one_line
from tests.memory import story
from tests.memory.people import option_of
from trips.models import Member, Traveller, Trip
from trips.starting import start_trip

GOLDEN = Path(__file__).with_name("planner_golden.md")

#: A file as it was written before the zone's comment and the first line were there.
OLDER = """\
# Planner Memory — Japan in April

## Trip Context [auto-refreshed]
- Dates: 5–14 April 2027

## Agent Notes [accumulated]
- [pinned] They want one free morning a day.
- [shared] The Kyoto hotel holds bags
  from seven in the morning.
* Trains on 5 April are full.
"""


def note(trip: Trip, text: str, agent: str = "planner", **given) -> Note:
    written = notes.write(owner=trip.owner, trip=trip, agent=agent, text=text, author="staff", **given)
    assert written.note is not None, written.reason
    return written.note


def noted(trip: Trip, agent: str = "planner") -> list[tuple[str, bool, bool]]:
    rows = Note.objects.active().filter(trip=trip, agent=agent)
    return sorted(rows.values_list("text", "pinned", "shared"))


@pytest.fixture
def japan(traveller: Traveller) -> Trip:
    return story.onboarded(traveller, story.JAPAN)


def test_the_format_is_the_golden_file(japan: Trip) -> None:
    japan.title, japan.title_is_own = "Japan in April", True
    japan.save()
    turn = story.turn_of(japan)
    note(japan, "Kyoto is better before eight in the morning.", "research", shared=True, turn=turn)
    note(japan, "The traveller tires of more than two temples a day.", pinned=True)
    note(japan, "Fushimi Inari goes on the first Kyoto morning.", shared=True)
    note(japan, "Not shared with anybody, of research.", "research")
    note(japan, "Dinner stays near the hotel on arrival.")
    assert file_of(japan, "planner") == GOLDEN.read_text("utf-8")


@pytest.mark.django_db
def test_only_its_owner_reads_a_file(japan: Trip, tmp_path: Path) -> None:
    exported(japan, tmp_path / "files")
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "files").iterdir()}
    assert (modes, (tmp_path / "files").stat().st_mode & 0o777) == ({0o600}, 0o700)


@pytest.mark.django_db
def test_export_import_export_keeps_every_note(japan: Trip, tmp_path: Path) -> None:
    """More of them than a brief has room for."""
    for number in range(60):
        note(japan, f"Fact number {number} of the trip.", pinned=number % 4 == 0, shared=number % 3 == 0)
        note(japan, f"Found number {number} in Kyoto.", "research", shared=number % 2 == 0)
    exported(japan, tmp_path / "first")
    before = {agent: noted(japan, agent) for agent in ("planner", "research")}
    other = start_trip(Traveller.objects.create_user("bea", password="a-long-enough-word"))
    said = imported(other, tmp_path / "first")
    assert "60 added" in said
    assert {agent: noted(other, agent) for agent in before} == before
    exported(other, tmp_path / "second")
    for agent in before:
        assert zone(tmp_path / "second" / f"{agent}.md") == zone(tmp_path / "first" / f"{agent}.md")


def test_importing_its_own_file_changes_nothing(japan: Trip, tmp_path: Path) -> None:
    note(japan, "One free morning a day.", pinned=True)
    note(japan, "Trains are full.")
    exported(japan, tmp_path)
    before = list(Note.objects.order_by("pk").values())
    assert "0 added, 2 there already, 0 changed" in imported(japan, tmp_path / "planner.md")
    assert list(Note.objects.order_by("pk").values()) == before


def test_a_file_of_the_older_form_is_read(japan: Trip, tmp_path: Path) -> None:
    (tmp_path / "planner.md").write_text(OLDER, "utf-8")
    assert "3 added" in imported(japan, tmp_path)
    assert noted(japan) == [
        ("The Kyoto hotel holds bags from seven in the morning.", False, True),
        ("They want one free morning a day.", True, False),
        ("Trains on 5 April are full.", False, False),
    ]
    exported(japan, tmp_path / "again")
    assert "## Agent Notes [accumulated] <!-- mem:notes -->\n- [pinned] They" in (
        tmp_path / "again" / "planner.md"
    ).read_text("utf-8")


def test_an_edited_file_pins_and_shares(japan: Trip) -> None:
    row = note(japan, "One free morning a day.")
    read = read_file("## Agent Notes [accumulated]\n- [pinned] [shared] One free morning a day.\n")
    assert take_in(japan, "planner", read, by="staff").changed == 1
    row.refresh_from_db()
    assert (row.pinned, row.shared) == (True, True)


def test_what_was_forgotten_does_not_come_back_by_a_file(japan: Trip, tmp_path: Path) -> None:
    from memory import forgetting

    row = note(japan, "They drink no alcohol.")
    exported(japan, tmp_path)
    forgetting.forget(row, by="traveller")
    said, refused = io.StringIO(), io.StringIO()
    call_command("import_memory", str(japan.pk), str(tmp_path), stdout=said, stderr=refused)
    assert "1 refused" in said.getvalue()
    assert "They drink no alcohol." in refused.getvalue()
    assert noted(japan) == []


def test_a_members_note_comes_back_as_that_members(japan: Trip) -> None:
    anna = Member.objects.create(trip=japan, name="Anna")
    note(japan, "eats no fish", member=anna)
    text = file_of(japan, "planner")
    assert "- Anna: eats no fish" in text
    Note.objects.all().delete()
    take_in(japan, "planner", read_file(text), by="staff")
    assert Note.objects.get().member == anna
    assert Note.objects.get().text == "eats no fish"


def test_a_text_an_agent_keeps_for_itself_comes_back_as_it_is(japan: Trip) -> None:
    own = "# My plan\n\n## What I know\n- [pinned] nothing special\n--- END PLANNER MEMORY ---\nstill mine"
    with registry.override(replace(registry.get("planner"), self_managed=True)):
        documents.rewrite_own(japan, "planner", own, version=0)
        text = file_of(japan, "planner")
        assert "## Agent Memory [self-managed] <!-- mem:self -->\n" + own in text
        assert "Agent Notes" not in text
        documents.rewrite_own(japan, "planner", "lost", version=1)
        assert take_in(japan, "planner", read_file(text), by="staff").changed == 1
        assert documents.own_text(japan, "planner")[0] == own


def test_every_agent_with_memory_has_a_file_and_some_have_notes(japan: Trip, tmp_path: Path) -> None:
    exported(japan, tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == agents_with_memory()
    with_notes = {path.stem for path in tmp_path.iterdir() if "mem:notes" in path.read_text("utf-8")}
    assert with_notes == {agent.name for agent in registry.team() if agent.notes}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<!-- memory_format: 2 -->\n## Agent Notes [accumulated]\n- x", "format 2"),
        ("<!-- memory_format: 1.1 -->\n## Agent Notes [accumulated]\n- x", "format 1.1"),
        (f"<!-- memory_format: {'9' * 5000} -->\n## Agent Notes [accumulated]\n- x", "format 999"),
        ("\n" * 2_000_000, "no zone"),
        ("# Planner Memory\n\nnothing here", "no zone"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        read_file(text)


def test_a_bad_file_changes_nothing(japan: Trip, tmp_path: Path) -> None:
    (tmp_path / "planner.md").write_text(OLDER, "utf-8")
    (tmp_path / "research.md").write_text("no zone", "utf-8")
    with pytest.raises(CommandError, match="research.md"):
        imported(japan, tmp_path)
    assert noted(japan) == []


@pytest.mark.parametrize("given", ["0", "no-such-trip", "11111111-1111-1111-1111-111111111111"])
def test_a_trip_that_is_not_there_is_said(db, given: str) -> None:
    with pytest.raises(CommandError, match=given):
        call_command("memory_stats", given)


def test_notes_of_an_agent_that_keeps_none_are_refused(japan: Trip) -> None:
    with pytest.raises(BadFile, match="keeps no notes"):
        take_in(japan, "cost", read_file(OLDER), by="staff")
    with pytest.raises(LookupError):
        take_in(japan, "nobody", read_file(OLDER), by="staff")


def test_a_zone_ends_where_the_next_begins() -> None:
    read = read_file(OLDER + "\n## Something else\n- not a note\n")
    assert len(read.notes) == 3
    assert read.notes[0] == FileNote("They want one free morning a day.", pinned=True)


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("-no space", FileNote("no space")),
        ("• bullet", FileNote("bullet")),
        ("•bullet", FileNote("bullet")),
        ("1. numbered", FileNote("numbered")),
        ("12) numbered", FileNote("numbered")),
        ("* star", FileNote("star")),
        ("*star", FileNote("star")),
        ("+ plus", FileNote("plus")),
        ("– a dash", FileNote("a dash")),
        ("– 5 o'clock", FileNote("5 o'clock")),
        ("  - further in", FileNote("further in")),
        ("\t• further in", FileNote("further in")),
        ("- [ pinned ] spaced", FileNote("spaced", pinned=True)),
        ("- [Pinned][ SHARED ]close", FileNote("close", pinned=True, shared=True)),
        ("-[shared] no space", FileNote("no space", shared=True)),
        ("- -5 degrees at night", FileNote("-5 degrees at night")),
        ("- 1. April is full", FileNote("1. April is full")),
    ],
)
def test_a_note_as_people_write_it(line: str, note: FileNote) -> None:
    read = read_file(f"## Agent Notes [accumulated]\n- First.\n{line}\n- Last.\n")
    assert read.notes == (FileNote("First."), note, FileNote("Last."))
    assert read.unread == ()


@pytest.mark.parametrize(
    "line",
    ["A plain line.", "-5 degrees at night", "*Never* on Sundays.", "---", "* * *", "### Dinner", "-",
     "- [pinned]", "--- END PLANNER MEMORY ---", "- \u200d \u200d"],
)  # fmt: skip
def test_a_line_that_is_no_note_is_named_with_its_number(line: str) -> None:
    read = read_file(f"# Planner\n\n## Agent Notes [accumulated]\n- First.\n{line}\n- Last.\n")
    assert read.notes == (FileNote("First."), FileNote("Last."))
    assert [(one.number, one.line) for one in read.unread] == [(5, line.removeprefix("- ").strip())]


def test_a_line_further_in_goes_on_with_the_note_above_it() -> None:
    text = (
        "- Trains on the\n  5. are full\n  – on all days.\n1. One,\n  wrapped.\n  2. Two.\nPlain,\n  wrapped."
    )
    read = read_file(f"## Agent Notes [accumulated]\n{text}\n(nothing yet)\n")
    assert [note.text for note in read.notes] == [
        "Trains on the 5. are full – on all days.", "One, wrapped.", "Two.",
    ]  # fmt: skip
    assert [one.number for one in read.unread] == [8, 9]


def test_a_note_that_is_cut_is_named() -> None:
    read = read_file(f"## Agent Notes [accumulated]\n- {'word ' * 120}\n")
    assert len(read.notes[0].text) <= 500
    assert [one.number for one in read.unread] == [2] and "500 characters" in read.unread[0].why


def test_the_command_names_every_line_it_did_not_read(japan: Trip, tmp_path: Path) -> None:
    (tmp_path / "planner.md").write_text(OLDER + "Somebody's own line.\n• And a note.\n", "utf-8")
    said, unread = io.StringIO(), io.StringIO()
    call_command("import_memory", str(japan.pk), str(tmp_path), stdout=said, stderr=unread)
    assert "4 added" in said.getvalue() and "1 line not read" in said.getvalue()
    assert "planner.md: line 11 not read: Somebody's own line." in unread.getvalue()


def test_what_three_options_note_stands_once_in_the_file(japan: Trip, tmp_path: Path) -> None:
    """As one note it would come back: the second file has to be the first."""
    turn = story.turn_of(japan)
    drafts = [
        note(japan, "Assumed for Kyoto: it keeps the sum.", option=option_of(turn, k)) for k in (1, 2, 3)
    ]
    notes.edit(drafts[0], by="staff", pinned=True)
    notes.edit(drafts[1], by="staff", shared=True)
    note(japan, "Dinner stays near the hotel.")
    exported(japan, tmp_path / "first")
    told = zone(tmp_path / "first" / "planner.md").splitlines()[1:]
    assert told == [
        "- [pinned] [shared] Assumed for Kyoto: it keeps the sum.",
        "- Dinner stays near the hotel.",
    ]
    before = list(Note.objects.order_by("pk").values())
    assert "0 added, 2 there already, 0 changed" in imported(japan, tmp_path / "first" / "planner.md")
    assert list(Note.objects.order_by("pk").values()) == before
    other = start_trip(Traveller.objects.create_user("bea", password="a-long-enough-word"))
    assert "2 added, 0 there already" in imported(other, tmp_path / "first" / "planner.md")
    exported(other, tmp_path / "second")
    assert zone(tmp_path / "second" / "planner.md") == zone(tmp_path / "first" / "planner.md")


def test_a_mark_in_a_file_is_that_of_each_options_note(japan: Trip) -> None:
    turn = story.turn_of(japan)
    for position in (1, 2):
        note(japan, "Assumed for Kyoto: it keeps the sum.", option=option_of(turn, position))
    read = read_file("## Agent Notes [accumulated]\n- [pinned] Assumed for Kyoto: it keeps the sum.\n")
    assert take_in(japan, "planner", read, by="staff").changed == 1
    assert [pinned for _text, pinned, _shared in noted(japan)] == [True, True]


@given(st.text(max_size=400), st.booleans(), st.booleans())
def test_whatever_can_be_remembered_is_read_as_it_was_written(text: str, pinned: bool, shared: bool) -> None:
    line = one_line(text)
    if not line:
        return
    marks = "[pinned] " * pinned + "[shared] " * shared
    read = read_file(f"## Agent Notes [accumulated]\n- {marks}{line}\n")
    assert (read.notes, read.unread) == ((FileNote(line, pinned, shared),), ())


@given(st.text(max_size=400))
def test_whatever_stands_in_a_zone_is_read_without_a_crash(text: str) -> None:
    read = read_file(f"## Agent Notes [accumulated]\n{text}")
    assert all(line.text and "\n" not in line.text for line in read.notes)


def test_the_figures_count_and_repeat_no_word(japan: Trip) -> None:
    note(japan, "Canary sentence.", pinned=True)
    note(japan, "Another one.", shared=True)
    said = io.StringIO()
    call_command("memory_stats", str(japan.uuid), stdout=said)
    (line,) = [row.split() for row in said.getvalue().splitlines() if row.startswith("planner")]
    assert line[3:7] == ["1", "1", "1", "0"]
    assert "Canary" not in said.getvalue()


def exported(trip: Trip, folder: Path) -> None:
    call_command("export_memory", str(trip.pk), "--to", str(folder), stdout=io.StringIO())


def imported(trip: Trip, path: Path) -> str:
    said = io.StringIO()
    call_command("import_memory", str(trip.uuid), str(path), stdout=said, stderr=io.StringIO())
    return said.getvalue()


def zone(path: Path) -> str:
    return path.read_text("utf-8").partition("## Agent Notes")[2]
