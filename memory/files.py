"""Memory files, `memory_format: 1`: an agent's brief as Markdown, and its notes read back from one.

Everything in a file is what the agent would be told now, but for the notes: all that stand are in it, not
only as many as fit into a brief. Only the notes zone (and a self-managed text) is read back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from memory import notes, registry
from memory.brief import brief_for
from memory.document_versions import VersionConflict
from memory.documents import own_text, rewrite_own
from memory.hidden_words import masked
from memory.models import Note
from memory.models.notes import AuthorKind
from memory.note_rules import stood_once
from memory.remembered import Row, owner_of, told
from memory.switches import remembers
from memory.text import LONGEST, Refused, digest, digests_of_the_same, one_line
from memory.zones import NOTES_HEADING, NOTHING, SELF_HEADING, every_note, line_of
from trips.models import Traveller, Trip

FORMAT = 1
HEAD = f"<!-- memory_format: {FORMAT} -->"
NOTES_MARK = "<!-- mem:notes -->"
SELF_MARK = "<!-- mem:self -->"

_HEAD = re.compile(r"^[ \t]*<!--\s*memory_format:[ \t]*([^\s>]*?)\s*-->", re.MULTILINE)
#: With and without its comment: older files have none.
_NOTES = re.compile(r"^##\s+Agent Notes(?:\s+\[accumulated\])?\s*(?:<!--\s*mem:notes\s*-->)?\s*$")
_SELF = re.compile(r"^##\s+Agent Memory(?:\s+\[self-managed\])?\s*(?:<!--\s*mem:self\s*-->)?\s*$")
_ZONE = re.compile(r"^##\s")
#: As editors and people write them, at the margin or further in. Without a space behind it a hyphen may be a
#: minus and a star the beginning of *emphasis*: those are none.
_BULLET = re.compile(r"^\s*(?:[-*+]\s+|[•‣◦▪·]\s*|-(?=[^\s\d-])|\*(?=[^\s*][^*]*$))(\S.*)$")
#: Further in, where a note goes on, dashes and numbers can stand by chance ("on the / 5. April"): there a
#: dash is none, and a number begins a list at 1 or goes on with one.
_DASH = re.compile(r"^[–—](?:\s+|(?=[^\s\d–—]))(\S.*)$")
_NUMBERED = re.compile(r"^(\s*)(\d{1,3})[.)]\s+(\S.*)$")
_RULE = re.compile(r"^\s*(?:([-*_])\1{2,}|([-*_])(?: \2){2,})\s*$")
_MARK = re.compile(r"^\[\s*(pinned|shared)\s*\]\s*", re.IGNORECASE)

NO_BULLET = "it does not begin like a note"
NOTHING_LEFT = "nothing is left of it"
CLOSED = "It stood here once and was retired, replaced or corrected."
CUT = f"longer than {LONGEST} characters: the rest was left out"


class BadFile(Refused):
    """Not a memory file that can be read; `str()` says why."""


@dataclass(frozen=True)
class FileNote:
    """One line of a notes zone."""

    text: str
    pinned: bool = False
    shared: bool = False


@dataclass(frozen=True)
class UnreadLine:
    """A line of a notes zone that is no note, or not all of it. `number`: in the file, from 1."""

    number: int
    line: str
    why: str


@dataclass(frozen=True)
class MemoryFile:
    """What is read back from a file. `own_text` None: it has no self-managed zone. `unread`: what of the
    notes zone could not be read; every line that is not empty is there or in a note."""

    notes: tuple[FileNote, ...] = ()
    own_text: str | None = None
    unread: tuple[UnreadLine, ...] = ()


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
    """The notes zone, in the file's order. A file without its format line is of the older form. `text` as it
    is in the file: a text of the agent's own keeps its ends of lines, but for those an editor put everywhere.

    Raises BadFile for another format, and for a file without a zone to read back.
    """
    text = _as_written(text.removeprefix("\ufeff"))
    stated = _HEAD.search(text.partition("\n## ")[0])  # behind it somebody may write of formats
    if stated and stated[1] != str(FORMAT):
        raise BadFile(f"This file is of memory format {stated[1][:20] or 'nothing'}; known is {FORMAT}.")
    zone, lines, own = "", [], []
    found = set()
    for number, line in enumerate(text.split("\n"), start=1):
        if zone != "self" and _ZONE.match(line):  # a text of the agent's own may have headings
            zone = "notes" if _NOTES.match(line) else "self" if _SELF.match(line) else ""
            found |= {zone}
        elif zone == "notes":
            lines.append((number, line.removesuffix("\r")))
        elif zone == "self":
            own.append(line)
    if not found & {"notes", "self"}:
        raise BadFile(f"This file has no zone {NOTES_HEADING!r}.")
    read, unread = _notes(lines)
    return MemoryFile(tuple(read), "\n".join(own).strip("\n") if "self" in found else None, tuple(unread))


def _as_written(text: str) -> str:
    """With the ends of lines of Wayfare's own files, where all of them are another system's."""
    first, newline, _rest = text.partition("\n")
    if not newline:
        return text.replace("\r", "\n")
    return text.replace("\r\n", "\n") if first.endswith("\r") else text


def _notes(lines: list[tuple[int, str]]) -> tuple[list[FileNote], list[UnreadLine]]:
    """Notes, and what is none: a note begins with a bullet or a number, a line further in goes on with it."""
    joined: list[list[tuple[int, str]]] = []
    unread: list[UnreadLine] = []
    open_note, last_number = False, 0
    for number, line in lines:
        text, last_number = _begun(line, last_number)
        if text:
            joined.append([(number, text)])
            open_note = True
        elif open_note and line[:1].isspace() and line.strip() and not _RULE.match(line):
            joined[-1].append((number, line.strip()))
        elif line.strip() and line.strip() != NOTHING:
            unread.append(UnreadLine(number, line.strip(), NO_BULLET))
            open_note = False
    notes = []
    for parts in joined:
        whole = " ".join(text for _number, text in parts)
        note = _note(whole)
        if note.text:
            notes.append(note)
        if not note.text or (note.text.endswith("…") and len(whole) > LONGEST):
            unread.append(UnreadLine(parts[0][0], whole, CUT if note.text else NOTHING_LEFT))
    return notes, sorted(unread, key=lambda one: one.number)


def _begun(line: str, last_number: int) -> tuple[str, int]:
    """The note that this line begins ("": none), and the number of the list's item that was begun last."""
    if _RULE.match(line):
        return "", 0
    if found := _BULLET.match(line) or _DASH.match(line):
        return found[1], 0
    if (found := _NUMBERED.match(line)) and (not found[1] or int(found[2]) in (1, last_number + 1)):
        return found[3], int(found[2])
    return "", last_number if line[:1].isspace() or not line else 0


def _note(line: str) -> FileNote:
    marks = set()
    while mark := _MARK.match(line):
        marks.add(mark[1].lower())
        line = line[mark.end() :]
    return FileNote(one_line(line), "pinned" in marks, "shared" in marks)


def take_in(trip: Trip, agent: str, read: MemoryFile, by: Traveller | str) -> Imported:
    """Write what the file has and the trip has not; pin and share what it marks. Nothing is removed, and what
    was closed here since the file was written stays closed.

    The oldest line (the last) is written first, so that the next file has the same order. Raises
    LookupError for an agent that doesn't exist; BadFile for notes of an agent that keeps none.
    """
    policy = registry.policy(agent)
    if read.notes and not policy.notes:
        raise BadFile(f"The agent {agent} keeps no notes.")
    on = remembers(trip.owner, trip)
    standing = _standing(trip, agent)
    done = Imported()
    for note in reversed(read.notes):
        if not on:
            done.refused.append((note.text, notes.OFF))
        elif rows := standing.get(digest(note.text)):
            _mark(list(Note.objects.filter(pk__in=rows)), note, by, done)
        else:
            _add(trip, agent, note, by, done)
    if read.own_text is not None and policy.self_managed:
        _take_own(trip, agent, read.own_text, policy.memory_limit, by, done)
    return done


def _standing(trip: Trip, agent: str) -> dict[str, list[int]]:
    """The notes in use by the line that a file tells them in, without its marks: of several options there can
    be several. Also those that do not hold today: a file says nothing of days."""
    rows: dict[str, list[int]] = {}
    active = Note.objects.filter(owner=trip.owner, trip=trip, agent=agent, status=Note.Status.ACTIVE)
    for row in (Row(*columns) for columns in told(active)):
        rows.setdefault(digest(one_line(line_of(row))), []).append(row.pk)
    return rows


def _mark(rows: list[Note], note: FileNote, by: Traveller | str, done: Imported) -> None:
    """A line has the marks of all its notes: one that none of them has becomes that of each."""
    wanted = {
        "pinned": (note.pinned and not any(row.pinned for row in rows)) or None,
        "shared": (note.shared and not any(row.shared for row in rows)) or None,
    }
    if not any(wanted.values()):
        done.kept += 1
        return
    for row in rows:
        notes.edit(row, by=by, **wanted)
    done.changed += 1


def _add(trip: Trip, agent: str, note: FileNote, by: Traveller | str, done: Imported) -> None:
    member, text = _member_of(trip, note.text)
    waiting = Note.objects.filter(owner=trip.owner, trip=trip, agent=agent, member=member, status="proposed")
    if row := waiting.filter(hash__in=digests_of_the_same(text)).first():
        _mark([notes.accept(row, by)], note, by, Imported())
        done.changed += 1
        return
    if stood_once(owner_of(trip), trip, agent, member, text):
        done.refused.append((note.text, CLOSED))
        return
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
    except (Refused, VersionConflict) as problem:
        said = str(problem) or "Somebody changed it meanwhile."
        done.refused.append(("the agent's own memory", said))
