"""Memory files, `memory_format: 1`: an agent's brief as Markdown, and its notes read back from one.

Everything in a file is what the agent would be told now, but for the notes: all that stand are in it, not
only as many as fit into a brief. Only the notes zone (and a self-managed text) is read back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from memory import notes, registry
from memory.brief import brief_for
from memory.document_versions import TooLong, VersionConflict
from memory.documents import own_text, rewrite_own
from memory.hidden_words import masked
from memory.models import Note
from memory.models.notes import AuthorKind
from memory.remembered import owner_of
from memory.switches import remembers
from memory.text import Refused, digest, one_line
from memory.zones import NOTES_HEADING, SELF_HEADING, every_note
from trips.models import Traveller, Trip

FORMAT = 1
HEAD = f"<!-- memory_format: {FORMAT} -->"
NOTES_MARK = "<!-- mem:notes -->"
SELF_MARK = "<!-- mem:self -->"

_HEAD = re.compile(r"^\s*<!--\s*memory_format:\s*(\d+)\s*-->", re.MULTILINE)
#: With and without its comment: older files have none.
_NOTES = re.compile(r"^##\s+Agent Notes(?:\s+\[accumulated\])?\s*(?:<!--\s*mem:notes\s*-->)?\s*$")
_SELF = re.compile(r"^##\s+Agent Memory(?:\s+\[self-managed\])?\s*(?:<!--\s*mem:self\s*-->)?\s*$")
_ZONE = re.compile(r"^##\s")
_BULLET = re.compile(r"^[-*]\s+(.*)$")
_MARK = re.compile(r"^\[(pinned|shared)\]\s*", re.IGNORECASE)


class BadFile(Refused):
    """Not a memory file that can be read; `str()` says why."""


@dataclass(frozen=True)
class FileNote:
    """One line of a notes zone."""

    text: str
    pinned: bool = False
    shared: bool = False


@dataclass(frozen=True)
class MemoryFile:
    """What is read back from a file. `own_text` None: it has no self-managed zone."""

    notes: tuple[FileNote, ...] = ()
    own_text: str | None = None


@dataclass
class Imported:
    """What came of a file's lines. `refused`: the line and why."""

    added: int = 0
    kept: int = 0
    changed: int = 0
    proposed: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list)


# --- Writing -------------------------------------------------------------------------------------


def agents_with_memory() -> list[str]:
    """Every agent that has a brief, also those that are not enabled yet."""
    return sorted(name for name, policy in registry.policies().items() if policy.builder)


def read_back() -> list[str]:
    """Every agent whose file has something to read back: notes, or a text of its own."""
    policies = registry.policies()
    return [name for name in agents_with_memory() if policies[name].notes or policies[name].self_managed]


def file_of(trip: Trip, agent: str) -> str:
    """The agent's memory of this trip as a file. Raises LookupError for an agent without memory."""
    policy = registry.policy(agent)
    sections = dict(brief_for(trip, agent).sections)
    sections.pop("Agent Notes", None)
    sections.pop("Agent Memory", None)
    zones = list(sections.values())
    if policy.notes:
        kept = every_note(trip, agent)
        zones.append("\n".join((f"{NOTES_HEADING} {NOTES_MARK}", *kept.lines)))
    if policy.self_managed:
        owner = owner_of(trip)
        text = masked(owner, own_text(trip, agent)[0]) if remembers(owner, trip) else ""
        zones.append(f"{SELF_HEADING} {SELF_MARK}\n{text}")
    title = f"# {policy.title} Memory — {one_line(trip.name)}"
    return "\n\n".join(("\n".join((HEAD, title)), *zones)) + "\n"


# --- Reading -------------------------------------------------------------------------------------


def read_file(text: str) -> MemoryFile:
    """The notes zone, in the file's order. A file without its format line is of the older form.

    Raises BadFile for another format, and for a file without a zone to read back.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    stated = _HEAD.search(text)
    if stated and int(stated[1]) != FORMAT:
        raise BadFile(f"This file is of memory format {stated[1]}; known is {FORMAT}.")
    zone, lines, own = "", [], []
    found = set()
    for line in text.split("\n"):
        if zone != "self" and _ZONE.match(line):  # a text of the agent's own may have headings
            zone = "notes" if _NOTES.match(line) else "self" if _SELF.match(line) else ""
            found |= {zone}
        elif zone == "notes":
            lines.append(line)
        elif zone == "self":
            own.append(line)
    if not found & {"notes", "self"}:
        raise BadFile(f"This file has no zone {NOTES_HEADING!r}.")
    return MemoryFile(tuple(_notes(lines)), "\n".join(own).strip("\n") if "self" in found else None)


def _notes(lines: list[str]) -> list[FileNote]:
    """Bullets; an indented line goes on with the one above."""
    joined: list[str] = []
    for line in lines:
        bullet = _BULLET.match(line)
        if bullet:
            joined.append(bullet[1])
        elif joined and line.startswith((" ", "\t")) and line.strip():
            joined[-1] += f" {line.strip()}"
    return [note for note in map(_note, joined) if note.text]


def _note(line: str) -> FileNote:
    marks = set()
    while mark := _MARK.match(line):
        marks.add(mark[1].lower())
        line = line[mark.end() :]
    return FileNote(one_line(line), "pinned" in marks, "shared" in marks)


def take_in(trip: Trip, agent: str, read: MemoryFile, by: Traveller | str) -> Imported:
    """Write what the file has and the trip has not; pin and share what it marks. Nothing is removed.

    The oldest line (the last) is written first, so that the next file has the same order. Raises
    LookupError for an agent that doesn't exist; BadFile for notes of an agent that keeps none.
    """
    policy = registry.policy(agent)
    if read.notes and not policy.notes:
        raise BadFile(f"The agent {agent} keeps no notes.")
    standing = {digest(line): pk for line, pk in _standing(trip, agent)}
    done = Imported()
    for note in reversed(read.notes):
        pk = standing.get(digest(note.text))
        if pk is not None:
            _mark(Note.objects.get(pk=pk), note, by, done)
        else:
            _add(trip, agent, note, done)
    if read.own_text is not None and policy.self_managed:
        _take_own(trip, agent, read.own_text, policy.memory_limit, by, done)
    return done


def _standing(trip: Trip, agent: str) -> list[tuple[str, int]]:
    """Each standing note's line as a file tells it, without its marks."""
    zone = every_note(trip, agent)
    return [
        (_note(line.removeprefix("- ")).text, pk) for line, pk in zip(zone.lines, zone.note_ids, strict=True)
    ]


def _mark(row: Note, note: FileNote, by: Traveller | str, done: Imported) -> None:
    wanted = {"pinned": note.pinned or None, "shared": note.shared or None}
    if (note.pinned and not row.pinned) or (note.shared and not row.shared):
        notes.edit(row, by=by, **wanted)
        done.changed += 1
    else:
        done.kept += 1


def _add(trip: Trip, agent: str, note: FileNote, done: Imported) -> None:
    member, text = _member_of(trip, note.text)
    written = notes.write(
        owner=owner_of(trip),
        trip=trip,
        agent=agent,
        member=member,
        text=text,
        author=AuthorKind.STAFF,
        pinned=note.pinned,
        shared=note.shared,
    )
    if written.outcome == "refused":
        done.refused.append((note.text, written.reason))
    elif written.outcome == "merged":
        done.kept += 1
    elif written.outcome == "proposed":
        done.proposed += 1
    else:
        done.added += 1


def _member_of(trip: Trip, text: str):
    """ "Anna: eats no fish" is Anna's, when somebody of that name is on the trip."""
    name, colon, rest = text.partition(": ")
    member = trip.members.filter(name=name).exclude(name="").first() if colon else None
    return (member, rest) if member else (None, text)


def _take_own(trip: Trip, agent: str, text: str, limit: int, by: Traveller | str, done: Imported) -> None:
    now, version = own_text(trip, agent)
    if text in (now.strip("\n"), masked(owner_of(trip), now).strip("\n")):
        done.kept += 1
        return
    try:
        rewrite_own(trip, agent, text, version=version, limit=limit, by=str(by))
        done.changed += 1
    except (Refused, TooLong, VersionConflict) as problem:
        said = str(problem) or "Somebody changed it meanwhile."
        done.refused.append(("the agent's own memory", said))
